//! Runs written texts in the languages that this machine has, on real positions. The expected results are those of the
//! library's kernels.
//!
//! ```text
//! duckdb, sqlite, numpy, jax, wgsl   scripts.py, in the environment in which scripts/python.sh tests the package of Python
//! clickhouse, spark, torch           scripts.py, in an environment of your own
//! postgres                           a private server that listens only on a socket in a temporary folder
//! bigint, halves                     scripts.mjs, in node
//! sve, rvv, vector128                cross compilers and qemu, with two lengths of vectors where they vary
//! cuda                               clang compiles to PTX; the functions run on the CPU, compiled as C++
//! ```
//!
//! No engine for BigQuery is available, so its texts are only read back and proved.

use std::env;
use std::fmt::Write as _;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use setwise::{Bitboard, Kernel, one_board};
use setwise_ir::script::{Header, Script, write};
use setwise_ir::{Formula, Pattern, Record};
use setwise_patterns::Visitor;
use setwise_testkit::random::Sets;
use setwise_testkit::{games, skip};

/// Every position in the embedded games whose index is a multiple of this number.
const EVERY: usize = 5;

/// A pattern, its text, and its inputs and results in real positions.
struct Case {
    pattern: Pattern,
    text: String,
    inputs: Vec<String>,
    rows: Vec<(Vec<u64>, Vec<u64>)>,
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

/// Returns all patterns that a text can express and whose inputs a position determines.
fn cases(script: Script) -> Vec<Case> {
    assert!(script.run_by().is_some(), "{script} is listed as not run");
    let positions = games::master_positions();
    let mut cases = Vec::new();
    for pattern in Pattern::ALL.iter().copied() {
        let Ok(program) = pattern.record(Formula::Prefix) else { continue };
        let chosen = positions.iter().step_by(EVERY);
        let mut inputs: Vec<Vec<u64>> =
            chosen.map_while(|position| pattern.inputs_of(&position.pieces, &position.sides)).collect();
        // A position does not determine the inputs of some patterns. They get random sets.
        if inputs.is_empty() {
            let mut random = Sets::seeded(pattern.name().len() as u64);
            inputs = (0..100).map(|_| pattern.inputs().iter().map(|_| random.sparse()).collect()).collect();
        }
        let rows = inputs.into_iter().map(|input| (input.clone(), pattern.visit(OneBoard(&input)))).collect();
        let text = write(&program, script, &Header::default()).unwrap();
        let inputs = program.inputs().iter().map(|name| script.column(name)).collect();
        cases.push(Case { pattern, text, inputs, rows });
    }
    assert!(cases.len() > 90, "{} patterns", cases.len());
    cases
}

/// Writes a text and a table for each pattern into a folder.
fn write_cases(cases: &[Case], folder: &Path, extension: &str) {
    for case in cases {
        let path = folder.join(case.pattern.name());
        fs::write(path.with_extension(extension), &case.text).unwrap();
        let results = case.pattern.results().iter().map(|name| format!("={name}"));
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

/// Returns a Python interpreter that can run a statement: `SETWISE_PYTHON`, or one that scripts/python.sh installed.
fn python_with(statement: &str) -> Option<PathBuf> {
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

fn run_in_python(script: Script, statement: &str) {
    let Some(python) = python_with(statement) else { return };
    let folder = tempfile::tempdir().unwrap();
    let cases = cases(script);
    write_cases(&cases, folder.path(), "py");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scripts.py");
    let name = script.short_name();
    let output = printed(Command::new(python).arg(driver).arg(name).arg(folder.path()));
    assert_eq!(output.lines().count(), cases.len(), "{output}");
}

#[test]
fn duckdb_computes_every_pattern() {
    run_in_python(Script::DuckDb, "import duckdb");
}

#[test]
fn sqlite_computes_every_pattern() {
    run_in_python(Script::Sqlite, "import sqlite3");
}

#[test]
fn numpy_computes_every_pattern() {
    run_in_python(Script::NumPy, "import numpy");
}

#[test]
fn jax_computes_every_pattern() {
    run_in_python(Script::Jax, "import jax");
}

#[test]
fn wgpu_computes_every_pattern_on_the_cpu() {
    run_in_python(Script::Wgsl, "import wgpu; wgpu.gpu.request_adapter_sync()");
}

// These packages take hundreds of megabytes, so the following tests run only on request:
// `SETWISE_PYTHON=... cargo test -p setwise-builds scripts -- --ignored`.

#[test]
#[ignore = "needs the package torch, which no script installs"]
fn torch_computes_every_pattern() {
    run_in_python(Script::Torch, "import torch");
}

#[test]
#[ignore = "needs the package chdb, which no script installs"]
fn clickhouse_computes_every_pattern() {
    run_in_python(Script::ClickHouse, "import chdb");
}

#[test]
#[ignore = "needs the package pyspark and Java, which no script installs"]
fn spark_computes_every_pattern() {
    run_in_python(Script::Spark, "import pyspark");
}

#[test]
fn node_computes_every_pattern() {
    if !skip::has_programs(&["node"]) {
        return;
    }
    for script in [Script::BigInt, Script::Halves] {
        let folder = tempfile::tempdir().unwrap();
        let cases = cases(script);
        write_cases(&cases, folder.path(), "mjs");
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/scripts.mjs");
        let name = script.name().1.unwrap();
        let output = printed(Command::new("node").arg(driver).arg(name).arg(folder.path()));
        assert_eq!(output.lines().count(), cases.len(), "{output}");
    }
}

/// The columns of results, and the function that compares one with the expected results. The word after the last result
/// must not change.
const CHECK: &str = "\
static uint64_t out[16][31 + 1];
static void clear(size_t boards) {
    for (int n = 0; n < 16; n++) {
        memset(out[n], 0, sizeof out[n]);
        out[n][boards] = 77;
    }
}
static void check(const char *pattern, const uint64_t *found, const uint64_t *expected, size_t boards) {
    if (memcmp(found, expected, boards * sizeof *found) != 0 || found[boards] != 77) {
        fprintf(stderr, \"%s is wrong\\n\", pattern);
        exit(1);
    }
}
";

/// Compiles all functions for C with vectors into one program, and runs it under an emulator, or on this CPU if there is
/// none. The last board of an odd number is alone in its register.
fn run_in_c(script: Script, compiler: &[&str], emulators: &[&[&str]]) {
    let programs: Vec<&str> =
        [compiler[0]].into_iter().chain(emulators.iter().filter_map(|emulator| emulator.first().copied())).collect();
    if !skip::has_programs(&programs) {
        return;
    }
    let set = script.name().1.unwrap();
    let (mut functions, mut checks) = (String::new(), String::new());
    for Case { pattern, text, rows, .. } in cases(script) {
        functions += &text;
        let rows: Vec<_> = rows.iter().step_by(rows.len() / 31).take(31).collect();
        let column = |place: usize, is_result: bool| {
            let words = rows.iter().map(|row| if is_result { row.1[place] } else { row.0[place] });
            words.map(|word| format!("{word}u")).collect::<Vec<_>>().join(", ")
        };
        let (inputs, results) = (rows[0].0.len(), rows[0].1.len());
        let columns: Vec<String> =
            (0..inputs).map(|n| column(n, false)).chain((0..results).map(|n| column(n, true))).collect();
        let arguments: Vec<String> = (0..inputs)
            .map(|n| format!("{pattern}_columns[{n}]"))
            .chain((0..results).map(|n| format!("out[{n}]")))
            .collect();
        writeln!(functions, "static const uint64_t {pattern}_columns[][31] = {{{{{}}}}};", columns.join("}, {"))
            .unwrap();
        let arguments = arguments.join(", ");
        // An odd and an even number of boards, and fewer than a register holds.
        for boards in [31, 30, 1] {
            writeln!(checks, "    clear({boards});\n    {pattern}_{set}({arguments}, {boards});").unwrap();
            for n in 0..results {
                let expected = format!("{pattern}_columns[{}]", inputs + n);
                writeln!(checks, "    check(\"{pattern}\", out[{n}], {expected}, {boards});").unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let [source, program] = ["kernels.c", "kernels"].map(|name| folder.path().join(name));
    let main = format!("{CHECK}int main(void) {{\n{checks}    return 0;\n}}\n");
    fs::write(&source, format!("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{functions}{main}"))
        .unwrap();
    let (compiler, options) = compiler.split_first().unwrap();
    printed(
        Command::new(compiler)
            .args(options)
            .args(["-O1", "-static", "-Wall", "-Werror", "-Wno-psabi", "-o"])
            .arg(&program)
            .arg(&source),
    );
    for emulator in emulators {
        let (emulator, options) = emulator.split_first().unwrap();
        printed(Command::new(emulator).args(options).arg(&program));
    }
    if emulators.is_empty() {
        printed(&mut Command::new(&program));
    }
}

#[test]
fn sve_computes_every_pattern_at_two_lengths() {
    let compiler = ["aarch64-linux-gnu-gcc", "-march=armv8.2-a+sve"];
    let emulators: [&[&str]; 2] =
        [&["qemu-aarch64", "-cpu", "max,sve128=on,sve256=off"], &["qemu-aarch64", "-cpu", "max,sve-max-vq=4"]];
    run_in_c(Script::Sve, &compiler, &emulators);
}

#[test]
fn rvv_computes_every_pattern_at_two_lengths() {
    // clang uses the libraries of the cross compiler.
    if !skip::has_programs(&["riscv64-linux-gnu-gcc"]) {
        return;
    }
    let compiler = ["clang-16", "--target=riscv64-linux-gnu", "-march=rv64gcv"];
    let emulators: [&[&str]; 2] = [
        &["qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0,vlen=128"],
        &["qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0,vlen=512"],
    ];
    run_in_c(Script::Rvv, &compiler, &emulators);
}

#[test]
fn vectors_of_gcc_compute_every_pattern_on_three_processors() {
    run_in_c(Script::Vector128, &["gcc"], &[]);
    run_in_c(Script::Vector128, &["powerpc64le-linux-gnu-gcc", "-mcpu=power9"], &[&["qemu-ppc64le", "-cpu", "power9"]]);
    run_in_c(Script::Vector128, &["s390x-linux-gnu-gcc", "-march=z14"], &[&["qemu-s390x", "-cpu", "max"]]);
}

/// A server of PostgreSQL in a temporary folder, which is stopped when it is dropped.
struct Postgres {
    programs: PathBuf,
    folder: tempfile::TempDir,
}

impl Postgres {
    /// Starts a server, or reports that none is installed.
    fn start() -> Option<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let programs = versions.map(|version| version.path().join("bin")).find(|folder| folder.join("initdb").exists());
        let Some(programs) = programs else {
            skip::missing("no server of PostgreSQL is installed");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
        let server = Self { programs, folder };
        let data = server.folder.path().join("data");
        printed(server.command("initdb").args(["-A", "trust", "-U", "postgres", "-D"]).arg(&data));
        let socket = format!("-c listen_addresses='' -c fsync=off -k {}", server.folder.path().display());
        let log = server.folder.path().join("log");
        printed(server.command("pg_ctl").args(["-w", "-o", &socket, "start", "-D"]).arg(&data).arg("-l").arg(log));
        Some(server)
    }

    /// Returns a command of the server, which refuses to be run by root.
    fn command(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let is_root = printed(Command::new("id").arg("-u")).trim() == "0";
        let mut command = if is_root { Command::new("runuser") } else { Command::new(&program) };
        if is_root {
            command.args(["-u", "postgres", "--"]).arg(program);
        }
        command.current_dir("/").stdin(Stdio::null());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let data = self.folder.path().join("data");
        let _ = self.command("pg_ctl").args(["-m", "immediate", "stop", "-D"]).arg(data).output();
    }
}

#[test]
fn postgres_computes_every_pattern() {
    let Some(server) = Postgres::start() else { return };
    let cases = cases(Script::Postgres);
    let mut sql = String::from("\\set ON_ERROR_STOP on\n");
    for Case { pattern, text, inputs, rows } in &cases {
        let columns: Vec<String> = inputs.iter().map(|name| format!("{name} bigint")).collect();
        let results = 0..pattern.results().len();
        let expected: Vec<String> = results.clone().map(|n| format!("expected{n} bigint")).collect();
        writeln!(sql, "{text}create temp table boards({}, {});", columns.join(", "), expected.join(", ")).unwrap();
        writeln!(sql, "copy boards from stdin with delimiter ',';").unwrap();
        for (inputs, results) in rows {
            let row: Vec<String> = inputs.iter().chain(results).map(|word| word.cast_signed().to_string()).collect();
            writeln!(sql, "{}", row.join(",")).unwrap();
        }
        let (names, found) =
            (results.map(|n| format!("expected{n}")).collect::<Vec<_>>().join(", "), inputs.join(", "));
        writeln!(sql, "\\.\nselect '{pattern}', count(*) filter (where row({names}) is distinct from row(found.*)), count(*) from boards, lateral {pattern}({found}) as found;\ndrop table boards;").unwrap();
    }
    let script = server.folder.path().join("kernels.sql");
    fs::write(&script, sql).unwrap();
    let run = server
        .command("psql")
        .args(["-q", "-At", "-U", "postgres", "-h"])
        .arg(server.folder.path())
        .arg("-f")
        .arg(script)
        .output();
    let run = run.unwrap();
    let (found, error) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{error}");
    let expected: String = cases.iter().map(|case| format!("{}|0|{}\n", case.pattern, case.rows.len())).collect();
    assert_eq!(found, expected);
}

/// Compiles the functions to PTX with the front end of clang, and runs them on the CPU, compiled as C++.
#[test]
fn clang_compiles_every_pattern_for_cuda() {
    if !skip::has_programs(&["clang", "clang++"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (mut functions, mut checks) = (String::new(), String::new());
    let cases = cases(Script::Cuda);
    for Case { pattern, text, rows, .. } in &cases {
        functions += text;
        for (inputs, results) in rows.iter().step_by(10) {
            let words = |words: &[u64]| words.iter().map(|word| format!("{word}ull")).collect::<Vec<_>>().join(", ");
            let (inputs, count) = (words(inputs), results.len());
            if count == 1 {
                writeln!(checks, "    wrong += {pattern}({inputs}) != {};", words(results)).unwrap();
            } else {
                let pointers: Vec<String> = (0..count).map(|n| format!("out + {n}")).collect();
                writeln!(checks, "    {pattern}({inputs}, {});", pointers.join(", ")).unwrap();
                for (n, result) in results.iter().enumerate() {
                    writeln!(checks, "    wrong += out[{n}] != {result}ull;").unwrap();
                }
            }
        }
    }
    let device =
        "#define __device__ __attribute__((device))\nextern \"C\" __device__ int __popcll(unsigned long long);\n";
    let path = |name: &str| folder.path().join(name);
    // Inline functions that nothing calls are left out, so the attribute keeps them.
    fs::write(path("kernels.cu"), format!("{device}{}", functions.replace(" inline ", " __attribute__((used)) ")))
        .unwrap();
    let options = ["--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_70", "-S", "-O1", "-o", "-"];
    let ptx = printed(Command::new("clang").args(options).args(["-x", "cuda"]).arg(path("kernels.cu")));
    for name in cases.iter().map(|case| case.pattern.name()) {
        assert!(ptx.contains(&format!("_Z{}{name}y", name.len())), "{name} is not in the PTX");
    }

    let host = "#define __device__ static\n#define __popcll __builtin_popcountll\n";
    let main = format!(
        "int main() {{\n    unsigned long long out[16];\n    int wrong = 0;\n{checks}    return wrong != 0;\n}}\n"
    );
    fs::write(path("host.cpp"), format!("{host}{functions}{main}")).unwrap();
    printed(Command::new("clang++").arg("-o").arg(path("host")).arg(path("host.cpp")));
    printed(&mut Command::new(path("host")));
}
