//! Runs written texts in the languages that this machine has, on real positions. The expected results are those of the
//! library's kernels.
//!
//! ```text
//! clickhouse, duckdb, spark, sqlite  python.rs, in the environment in which scripts/python.sh tests the package of Python
//! jax, numpy, torch, wgsl            the same
//! postgres                           a private server that listens only on a socket in a temporary folder
//! bigint, halves                     driver.mjs, in node
//! sve, rvv, vector128, vector256     cross compilers and qemu, with two lengths of vectors where they vary
//! cuda                               clang compiles to PTX; the functions run on the CPU, compiled as C++
//! ```
//!
//! Texts of some engines also run with names that are words of the languages (`names.rs`), and on unusual tables.
//!
//! No engine for BigQuery is available, so its texts are only read back and proved.

mod cuda;
mod names;
mod postgres;
mod python;
mod vectors;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use setwise::{Bitboard, Kernel, one_board};
use setwise_ir::emit::EmitError;
use setwise_ir::script::{Header, Script, write};
use setwise_ir::{BoundPattern, Formula, Pattern, Program};
use setwise_patterns::Visitor;
use setwise_testkit::random::Sets;
use setwise_testkit::{games, skip};

/// Every position in the embedded games whose index is a multiple of this number.
const EVERY: usize = 5;

/// A function, its text, and its inputs and results, such as those of a pattern in real positions.
struct Case {
    name: String,
    text: String,
    /// The names of the inputs in the text.
    inputs: Vec<String>,
    results: usize,
    rows: Vec<(Vec<u64>, Vec<u64>)>,
}

impl Case {
    fn new(program: &Program, script: Script, rows: Vec<(Vec<u64>, Vec<u64>)>) -> Result<Self, EmitError> {
        let text = write(program, script, &Header::default())?;
        let inputs = program.inputs().iter().map(|name| script.column(name)).collect();
        Ok(Self { name: program.name().into(), text, inputs, results: program.results().len(), rows })
    }
}

/// Computes a pattern for one board with the kernel of the library.
struct OneBoard<'a>(&'a [u64]);

impl Visitor for OneBoard<'_> {
    type Out = Vec<u64>;

    fn kernel<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(self, kernel: K) -> Vec<u64> {
        let input: [u64; IN] = self.0.try_into().expect("a word for each input");
        one_board(kernel, input.map(Bitboard)).map(|result| result.0).to_vec()
    }
}

/// Returns all patterns, and those that take a number also with given numbers.
fn patterns() -> impl Iterator<Item = (BoundPattern, Option<u64>)> {
    let all = || Pattern::ALL.iter().copied();
    let bound = |n: u64| all().filter_map(move |pattern| Some((BoundPattern::new(pattern, n)?, Some(n))));
    all().map(|pattern| (pattern.into(), None)).chain(bound(2)).chain(bound(3))
}

/// Returns the patterns that a text can express.
fn cases(script: Script) -> Vec<Case> {
    assert!(script.run_by().is_some(), "{script} is listed as not run");
    let positions = games::master_positions();
    let mut cases = Vec::new();
    for (pattern, number) in patterns() {
        let Ok(program) = pattern.record(Formula::Prefix) else { continue };
        let chosen = positions.iter().step_by(EVERY);
        let mut inputs: Vec<Vec<u64>> =
            chosen.map_while(|position| pattern.inputs_of(&position.pieces, &position.sides)).collect();
        // A position does not determine the inputs of some patterns. They get random sets.
        if inputs.is_empty() {
            let mut random = Sets::seeded(program.name().len() as u64);
            inputs = (0..100).map(|_| pattern.inputs().iter().map(|_| random.sparse()).collect()).collect();
        }
        let results = |input: &Vec<u64>| {
            let words: Vec<u64> = input.iter().copied().chain(number).collect();
            pattern.pattern().visit(OneBoard(&words))
        };
        let rows = inputs.into_iter().map(|input| (input.clone(), results(&input))).collect();
        cases.push(Case::new(&program, script, rows).unwrap());
    }
    assert!(cases.len() > 90, "{} patterns", cases.len());
    cases
}

/// Writes a text and a table for each pattern into a folder.
fn write_cases(cases: &[Case], folder: &Path, extension: &str) {
    for case in cases {
        let path = folder.join(&case.name);
        fs::write(path.with_extension(extension), &case.text).unwrap();
        let results = (0..case.results).map(|n| format!("={n}"));
        let head: Vec<String> = case.inputs.iter().cloned().chain(results).collect();
        let mut table = head.join(",") + "\n";
        for (inputs, results) in &case.rows {
            let row: Vec<String> = inputs.iter().chain(results).map(u64::to_string).collect();
            writeln!(table, "{}", row.join(",")).unwrap();
        }
        fs::write(path.with_extension("csv"), table).unwrap();
    }
}

/// Runs a command that must succeed, and returns its output.
fn printed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[ignore = "nightly"]
fn node_computes_every_pattern() {
    if !skip::has_programs(&["node"]) {
        return;
    }
    for script in [Script::BigInt, Script::Halves] {
        let folder = tempfile::tempdir().unwrap();
        let cases = cases(script);
        write_cases(&cases, folder.path(), "mjs");
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scripts/driver.mjs");
        let name = script.name().1.unwrap();
        let output = printed(Command::new("node").arg(driver).arg(name).arg(folder.path()));
        assert_eq!(output.lines().count(), cases.len(), "{output}");
    }
}
