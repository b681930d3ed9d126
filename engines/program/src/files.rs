//! Files as tables by name: `select count(*) from 'games/x.parquet'`.
//!
//! A file becomes a table named after it without folder and extension, here `x`, and the query is changed to use that
//! name. DataFusion can take the name of the file itself as that of a table, but a plan with a dot in the name of a
//! table cannot be sent to a cluster.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use datafusion::prelude::{CsvReadOptions, JsonReadOptions, ParquetReadOptions, SessionContext};
use datafusion::sql::parser::Statement;
use datafusion::sql::sqlparser::ast::{self, Ident, ObjectName, ObjectNamePart, visit_relations, visit_relations_mut};

/// The extensions of files that can be tables.
const EXTENSIONS: [&str; 4] = ["parquet", "csv", "json", "ndjson"];

/// Registers the files that a query names as tables, and changes the query to the names of the tables.
pub(crate) async fn register_files(session: &SessionContext, statement: &mut Statement) -> Result<()> {
    let Some(statement) = inner(statement) else { return Ok(()) };
    let mut names = Vec::new();
    let _ = visit_relations(statement, |relation| {
        names.extend(file_name(relation));
        ControlFlow::<()>::Continue(())
    });
    for name in names {
        let table = register(session, &name).await?;
        let _ = visit_relations_mut(statement, |relation| {
            if file_name(relation).as_ref() == Some(&name) {
                *relation = ObjectName(vec![ObjectNamePart::Identifier(Ident::with_quote('"', &table))]);
            }
            ControlFlow::<()>::Continue(())
        });
    }
    Ok(())
}

/// Returns the statement that may name tables.
fn inner(statement: &mut Statement) -> Option<&mut ast::Statement> {
    match statement {
        Statement::Statement(statement) => Some(statement),
        Statement::Explain(explain) => inner(&mut explain.statement),
        _ => None,
    }
}

/// Returns the name of a relation if it is one of files: in quotes, with a known extension.
fn file_name(relation: &ObjectName) -> Option<String> {
    let [ObjectNamePart::Identifier(name)] = relation.0.as_slice() else { return None };
    let is_file = name.quote_style.is_some() && extension(&name.value).is_some();
    is_file.then(|| name.value.clone())
}

fn extension(name: &str) -> Option<&'static str> {
    let found = Path::new(name).extension()?;
    EXTENSIONS.into_iter().find(|known| found == *known)
}

/// Registers files as a table and returns its name.
async fn register(session: &SessionContext, name: &str) -> Result<String> {
    // A pattern or a remote object is left to DataFusion.
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

/// Returns a name that no table has, so that files with the same name in two folders are two tables.
fn free_name(session: &SessionContext, name: &str) -> Result<String> {
    let mut free = name.to_string();
    let mut n = 1;
    while session.table_exist(free.as_str())? {
        n += 1;
        free = format!("{name}_{n}");
    }
    Ok(free)
}

/// Checks that a file can be read. The messages of DataFusion do not name the file.
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
