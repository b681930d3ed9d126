//! Files as tables: `read_fen('games/*.fen.zst')` and `read_packed('data.bin', 'marlinformat')`.
//!
//! Each file is a partition of the table. A file is read in chunks on a thread of its own, and only as far as the query asks:
//! columns that it does not use are not computed, and with a limit, reading ends after that number of rows.

mod fen;
mod packed;
mod source;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use async_trait::async_trait;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DataFusionError, Result, ScalarValue, plan_err, project_schema};
use datafusion::datasource::source_as_provider;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, LogicalPlan, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use datafusion::prelude::SessionContext;

use self::source::Source;
use crate::options::SetwiseOptions;

/// Adds the table functions to a session. They read files in this process.
pub fn register_tables(session: &SessionContext) {
    for name in [READ_FEN, READ_PACKED] {
        session.register_udtf(name, Arc::new(Function { name, elsewhere: false }));
    }
}

/// Adds table functions that refuse to run, for a session whose queries run on other machines. The message says what to do.
pub fn refuse_tables(session: &SessionContext) {
    for name in [READ_FEN, READ_PACKED] {
        session.register_udtf(name, Arc::new(Function { name, elsewhere: true }));
    }
}

/// Returns the files that a plan reads by these table functions.
///
/// # Errors
///
/// Returns the error of a plan that cannot be walked.
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
const READ_PACKED: &str = "read_packed";

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
        let source: Arc<dyn Source> = match (name, texts.as_deref()) {
            (READ_FEN, Some([_])) => Arc::new(fen::Fen::default()),
            (READ_PACKED, Some([_, format])) => Arc::new(packed::Packed::new(format)?),
            (READ_FEN, _) => return plan_err!("{name} has one argument, the names of files as text"),
            _ => return plan_err!("{name} has two arguments, the names of files and the format as text"),
        };
        let files = files(&texts.unwrap_or_default()[0])?;
        Ok(Arc::new(Table { source, files }))
    }
}

/// Returns the text of a constant.
fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Literal(value @ (ScalarValue::Utf8(_) | ScalarValue::Utf8View(_) | ScalarValue::LargeUtf8(_)), _) => {
            value.try_as_str().flatten().map(str::to_string)
        }
        _ => None,
    }
}

/// Returns the files whose names match a pattern, in the order of names.
fn files(pattern: &str) -> Result<Vec<PathBuf>> {
    let bad = |error: &dyn fmt::Display| DataFusionError::Plan(format!("{pattern}: {error}"));
    let paths = glob::glob(pattern).map_err(|error| bad(&error.msg))?;
    let files: Vec<PathBuf> = paths.collect::<Result<_, _>>().map_err(|error| bad(error.error()))?;
    if files.is_empty() { plan_err!("{pattern}: no such file") } else { Ok(files) }
}

/// Files of a format as a table.
#[derive(Debug)]
struct Table {
    source: Arc<dyn Source>,
    files: Vec<PathBuf>,
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        self.source.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let schema = project_schema(&self.schema(), projection)?;
        let wanted: Vec<usize> = projection.cloned().unwrap_or_else(|| (0..self.schema().fields().len()).collect());
        let part = |path: &PathBuf| -> Arc<dyn PartitionStream> {
            let (source, schema) = (Arc::clone(&self.source), Arc::clone(&schema));
            Arc::new(Part { source, path: path.clone(), schema, wanted: wanted.clone(), limit })
        };
        let parts = self.files.iter().map(part).collect();
        Ok(Arc::new(StreamingTableExec::try_new(schema, parts, None, [], false, limit)?))
    }
}

/// One file, of which a query wants some columns and perhaps only some rows.
#[derive(Debug)]
struct Part {
    source: Arc<dyn Source>,
    path: PathBuf,
    schema: SchemaRef,
    wanted: Vec<usize>,
    limit: Option<usize>,
}

impl PartitionStream for Part {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let strict = SetwiseOptions::of(context.session_config().options()).strict;
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), 2);
        let (sender, source, path, wanted) =
            (stream.tx(), Arc::clone(&self.source), self.path.clone(), self.wanted.clone());
        let mut left = self.limit.unwrap_or(usize::MAX);
        stream.spawn_blocking(move || {
            let failed =
                |reason: &dyn fmt::Display| DataFusionError::Execution(format!("{}: {reason}", path.display()));
            let file = open(&path, source.is_text()).map_err(|error| failed(&error))?;
            let mut each = |rows: RecordBatch| {
                left = left.saturating_sub(rows.num_rows());
                sender.blocking_send(Ok(rows)).is_ok() && left > 0
            };
            source.read(file, &wanted, strict, &mut each).map_err(|reason| failed(&reason))
        });
        stream.build()
    }
}

/// Opens a file. Text is decompressed if its first bytes say that it is compressed. Packed positions have no header, so they are
/// decompressed only if the name of the file says so too.
fn open(path: &Path, is_text: bool) -> std::io::Result<Box<dyn Read>> {
    let file = File::open(path)?;
    let named = path.extension().is_some_and(|extension| extension == "zst" || extension == "gz");
    if is_text || named { setwise_files::decompressed(file) } else { Ok(Box::new(file)) }
}
