//! Runs texts in Python: all patterns, texts whose names are keywords, and texts that get more columns than the inputs, or
//! values of other types.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use setwise_ir::Formula::Prefix;
use setwise_ir::script::{Header, Script, write};
use setwise_ir::{Pattern, Record};
use setwise_testkit::skip;

use super::{Case, cases, names, printed, write_cases};

/// Returns a Python interpreter that can run a statement: `SETWISE_PYTHON`, or one that scripts/python.sh installed.
pub(super) fn python_with(statement: &str) -> Option<PathBuf> {
    let cache = env::var_os("SETWISE_PYTHON_CACHE").map(PathBuf::from);
    let cache = cache.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache/setwise-python")));
    let folders = cache.and_then(|cache| fs::read_dir(cache).ok()).into_iter().flatten().flatten();
    let kept = folders.map(|folder| folder.path().join("bin/python"));
    let chosen = env::var_os("SETWISE_PYTHON").map(PathBuf::from);
    let mut pythons = chosen.into_iter().chain(kept);
    let has = |python: &PathBuf| {
        let run = Command::new(python).args(["-c", statement]).output();
        run.is_ok_and(|run| run.status.success())
    };
    let found = pythons.find(has);
    if found.is_none() {
        skip::missing(format_args!("no Python of scripts/python.sh can run '{statement}'"));
    }
    found
}

/// Returns the command that runs a script of this folder for a language.
fn command(python: &Path, script: Script, driver: &str) -> Command {
    let mut command = Command::new(python);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scripts");
    command.arg(folder.join(driver)).arg(script.short_name());
    command
}

/// Runs texts with the inputs and the expected results of each.
fn run_cases(python: &Path, script: Script, cases: &[Case]) {
    let folder = tempfile::tempdir().unwrap();
    write_cases(cases, folder.path(), "py");
    let output = printed(command(python, script, "driver.py").arg(folder.path()));
    assert_eq!(output.lines().count(), cases.len(), "{output}");
}

fn patterns(python: &Path, script: Script) {
    run_cases(python, script, &cases(script));
}

fn keywords(python: &Path, script: Script) {
    let listed = printed(&mut command(python, script, "keywords.py"));
    run_cases(python, script, &names::named(script, &listed));
}

/// Runs the views or the function of a pattern on unusual tables or arrays.
fn tables(python: &Path, script: Script) {
    let folder = tempfile::tempdir().unwrap();
    let program = Pattern::KnightMoves.record(Prefix).unwrap();
    let text = folder.path().join("text");
    fs::write(&text, write(&program, script, &Header::default()).unwrap()).unwrap();
    printed(command(python, script, "tables.py").arg(&text));
}

/// Defines a test for each engine, which skips if Python cannot run the statement.
macro_rules! engines {
    ($($engine:ident: $script:ident, $statement:literal, [$($programs:literal)?], $($runs:ident)+;)+) => {$(
        #[test]
        #[ignore = "nightly"]
        fn $engine() {
            if skip::has_programs(&[$($programs)?])
                && let Some(python) = python_with($statement)
            {
                $($runs(&python, Script::$script);)+
            }
        }
    )+};
}

engines! {
    duckdb: DuckDb, "import duckdb", [], patterns keywords tables;
    sqlite: Sqlite, "import sqlite3", [], patterns keywords tables;
    clickhouse: ClickHouse, "import chdb", [], patterns keywords tables;
    spark: Spark, "import pyspark", ["java"], patterns keywords tables;
    numpy: NumPy, "import numpy", [], patterns tables;
    jax: Jax, "import jax", [], patterns tables;
    torch: Torch, "import torch", [], patterns;
    wgpu_on_the_cpu: Wgsl, "import wgpu; wgpu.gpu.request_adapter_sync()", [], patterns;
}
