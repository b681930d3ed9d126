//! Files as tables: `read_fen('games/*.fen.zst')`, `read_pgn('games/*.pgn.zst')` and
//! `read_packed('data.bin', 'marlinformat')`.
//!
//! Each file is a partition of the table, and is read in chunks on a separate thread. If the query uses only the text
//! of FEN lines, the lines are not parsed, unless the setting `setwise.strict` is on. If the query has a limit, reading
//! stops when enough rows have been read.

mod fen;
mod format;
mod packed;
mod pgn;
mod query;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, plan_err};
use datafusion::datasource::source_as_provider;
use datafusion::logical_expr::{Expr, LogicalPlan};
use datafusion::prelude::SessionContext;

use self::format::{Format, Table};

/// Adds the table functions to a session. The functions read files in this process.
pub fn register_tables(session: &SessionContext) {
    for name in NAMES {
        session.register_udtf(name, Arc::new(Function { name, elsewhere: false }));
    }
}

/// Adds table functions that return an error, for a session whose queries run on other machines. The message explains
/// what to do instead.
pub fn refuse_tables(session: &SessionContext) {
    for name in NAMES {
        session.register_udtf(name, Arc::new(Function { name, elsewhere: true }));
    }
}

/// Returns the files that a plan reads through the table functions of this module.
///
/// # Errors
///
/// Returns an error if the plan cannot be traversed.
pub fn files_of(plan: &LogicalPlan) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            let provider = source_as_provider(&scan.source)?;
            files.extend(provider.downcast_ref::<Table>().iter().flat_map(|table| table.files.iter().cloned()));
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(files)
}

const READ_FEN: &str = "read_fen";
const READ_PGN: &str = "read_pgn";
const READ_PACKED: &str = "read_packed";
const NAMES: [&str; 3] = [READ_FEN, READ_PGN, READ_PACKED];

#[derive(Debug)]
struct Function {
    name: &'static str,
    elsewhere: bool,
}

impl TableFunctionImpl for Function {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let name = self.name;
        if self.elsewhere {
            return plan_err!(
                "{name} reads files in its own process, not on a cluster; convert them to Parquet first: setwise convert IN OUT.parquet"
            );
        }
        let texts: Option<Vec<String>> = args.exprs().iter().map(text).collect();
        let pgn =
            |details: &str, options: &str| pgn::options(details, options).map(|(o, schema)| (Format::Pgn(o), schema));
        let (format, schema) = match (name, texts.as_deref()) {
            (READ_FEN, Some([_])) => (Format::Fen, fen::schema()),
            (READ_PGN, Some([_])) => pgn("", "")?,
            (READ_PGN, Some([_, details])) => pgn(details, "")?,
            (READ_PGN, Some([_, details, options])) => pgn(details, options)?,
            (READ_PACKED, Some([_, format])) => {
                let (format, schema) = packed::format(format)?;
                (Format::Packed(format), schema)
            }
            (READ_FEN, _) => return plan_err!("{name} has one argument, the names of files as text"),
            (READ_PGN, _) => {
                return plan_err!(
                    "{name} has one to three arguments, the names of files, the names of further columns and options as text"
                );
            }
            _ => return plan_err!("{name} has two arguments, the names of files and the format as text"),
        };
        let files = files(&texts.unwrap_or_default()[0])?;
        Ok(Arc::new(Table { format: Arc::new(format), schema: Arc::new(schema), files }))
    }
}

/// Returns the text of a constant, or `None` if the expression is not a text constant.
fn text(expression: &Expr) -> Option<String> {
    let Expr::Literal(value, _) = expression else { return None };
    value.try_as_str().flatten().map(str::to_string)
}

/// Returns the files whose names match a pattern, sorted by name. Returns an error if no file matches.
fn files(pattern: &str) -> Result<Vec<PathBuf>> {
    let bad = |error: &dyn fmt::Display| DataFusionError::Plan(format!("{pattern}: {error}"));
    let paths = glob::glob(pattern).map_err(|error| bad(&error.msg))?;
    let files: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(|error| bad(error.error()))?;
    if files.is_empty() { plan_err!("{pattern}: no such file") } else { Ok(files) }
}
