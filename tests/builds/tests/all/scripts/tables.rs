//! Runs views of tables that have more columns than the inputs, or values of other types, and functions on arrays of other
//! types.

use std::fs;
use std::path::Path;
use std::process::Command;

use setwise_ir::Formula::Prefix;
use setwise_ir::script::{Header, Script, write};
use setwise_ir::{Pattern, Record};

use super::{printed, python_with};

/// Writes the views or the function of a pattern, and runs a check of `tables.py`.
fn check(script: Script, statement: &str) {
    let Some(python) = python_with(statement) else { return };
    let folder = tempfile::tempdir().unwrap();
    let program = Pattern::KnightMoves.record(Prefix).unwrap();
    let text = folder.path().join("text");
    fs::write(&text, write(&program, script, &Header::default()).unwrap()).unwrap();
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scripts/tables.py");
    printed(Command::new(python).arg(driver).arg(script.short_name()).arg(&text));
}

#[test]
#[ignore = "nightly"]
fn sqlite_takes_integers_and_no_result_of_the_table() {
    check(Script::Sqlite, "import sqlite3");
}

#[test]
#[ignore = "nightly"]
fn clickhouse_takes_signed_and_unsigned_columns() {
    check(Script::ClickHouse, "import chdb");
}

#[test]
#[ignore = "nightly"]
fn spark_takes_columns_of_integers() {
    if setwise_testkit::skip::has_programs(&["java"]) {
        check(Script::Spark, "import pyspark");
    }
}

#[test]
#[ignore = "nightly"]
fn numpy_takes_arrays_of_integers() {
    check(Script::NumPy, "import numpy");
}

#[test]
#[ignore = "nightly"]
fn jax_takes_arrays_of_integers() {
    check(Script::Jax, "import jax");
}

#[test]
#[ignore = "nightly"]
fn duckdb_takes_columns_with_the_names_of_steps() {
    check(Script::DuckDb, "import duckdb");
}
