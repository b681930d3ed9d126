//! Registers files as tables, so that a query can use the path of a file as the name of a table:
//! `select count(*) from 'games/x.parquet'`.
//!
//! The name of the table is derived from the name of the file without folder and extension, here `x`. The query is
//! changed to use the name of the table. DataFusion could use the path as the name of the table. However, a plan with a
//! dot in a table name cannot be sent to a cluster.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use datafusion::logical_expr::LogicalPlan;
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};
use datafusion::sql::parser::{CopyToSource, Statement};
use datafusion::sql::sqlparser::ast::{Ident, ObjectName, ObjectNamePart, VisitMut, visit_relations_mut};
use same_file::is_same_file;
use setwise_datafusion::files_of;

/// The extensions of files that can be tables.
const EXTENSIONS: [&str; 4] = ["parquet", "csv", "json", "ndjson"];

/// Registers the files that a query names, each as a table. Replaces the names of the files in the query by the names
/// of the tables. Returns the names of the files.
pub(crate) async fn register_files(session: &SessionContext, statement: &mut Statement) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for_each_relation(statement, &mut |relation| {
        names.extend(file_name(relation).filter(|name| !names.contains(name)));
    });
    for name in &names {
        let table = register(session, name).await?;
        for_each_relation(statement, &mut |relation| {
            if file_name(relation).as_ref() == Some(name) {
                *relation = ObjectName(vec![ObjectNamePart::Identifier(Ident::with_quote('"', &table))]);
            }
        });
    }
    Ok(names)
}

/// Returns an error if the query reads the output file, through any path or link.
pub(crate) fn refuse_output(output: &Path, names: &[String], plan: &LogicalPlan) -> Result<()> {
    let mut inputs = files_of(plan)?;
    for name in names {
        inputs.extend(glob::glob(name.trim_start_matches("file://")).into_iter().flatten().flatten());
    }
    if output.is_file() && inputs.iter().any(|input| is_same_file(input, output).unwrap_or(false)) {
        bail!("{} is both an input and the output", output.display());
    }
    Ok(())
}

/// Calls `each` for the name of each table in a statement.
fn for_each_relation(statement: &mut Statement, each: &mut dyn FnMut(&mut ObjectName)) {
    match statement {
        Statement::Statement(statement) => visit(statement.as_mut(), each),
        Statement::Explain(explain) => for_each_relation(&mut explain.statement, each),
        Statement::CopyTo(copy) => match &mut copy.source {
            CopyToSource::Relation(relation) => each(relation),
            CopyToSource::Query(query) => visit(query.as_mut(), each),
        },
        _ => {}
    }
}

fn visit(part: &mut impl VisitMut, each: &mut dyn FnMut(&mut ObjectName)) {
    let _ = visit_relations_mut(part, |relation| {
        each(relation);
        ControlFlow::<()>::Continue(())
    });
}

/// Returns the name of a relation if the name refers to files. Such a name is in quotes and has a known extension.
/// Returns `None` for all other names.
fn file_name(relation: &ObjectName) -> Option<String> {
    let [ObjectNamePart::Identifier(name)] = relation.0.as_slice() else { return None };
    let is_file = name.quote_style.is_some() && extension(&name.value).is_some();
    is_file.then(|| name.value.clone())
}

fn extension(name: &str) -> Option<&'static str> {
    let found = Path::new(name).extension()?;
    EXTENSIONS.into_iter().find(|known| found == *known)
}

/// Registers files as a table and returns the name of the table.
async fn register(session: &SessionContext, name: &str) -> Result<String> {
    // DataFusion itself checks URLs, and patterns such as `*.parquet`.
    if !name.contains("://") && !name.contains('*') {
        check(name)?;
    }
    let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
    let table: String = stem.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    let table = free_name(session, &table.to_lowercase())?;
    match extension(name) {
        Some("parquet") => session.register_parquet(&table, name, ParquetReadOptions::default()).await?,
        Some("csv") => session.register_csv(&table, name, CsvReadOptions::default()).await?,
        _ => session.register_json(&table, name, JsonReadOptions::default().file_extension("")).await?,
    }
    Ok(table)
}

/// Returns `name`, or `name` with a number if a table with that name exists. Files with the same name in different
/// folders thus become different tables.
fn free_name(session: &SessionContext, name: &str) -> Result<String> {
    let mut free = name.to_string();
    let mut n = 1;
    while session.table_exist(free.as_str())? {
        n += 1;
        free = format!("{name}_{n}");
    }
    Ok(free)
}

/// Checks that a file can be read. This check is needed because DataFusion's messages do not name the file.
fn check(name: &str) -> Result<()> {
    let mut file = File::open(name).with_context(|| name.to_string())?;
    if extension(name) == Some("parquet") {
        let mut end = [0; 4];
        let read = file.seek(SeekFrom::End(-4)).and_then(|_| file.read_exact(&mut end));
        if read.is_err() || end != *b"PAR1" {
            bail!("{name}: not a complete Parquet file");
        }
    }
    Ok(())
}
