//! `cargo prove`: compiles the batch loops, proves them for all boards, and prints a table. The proof never executes
//! the loops on a CPU, so loops for other CPUs are proved too.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use setwise_assembly::batch_loops::compile;
use setwise_assembly::{Data, Dialect, Function, functions};
use setwise_files::ending::{end, end_after_printing, print_line};
use setwise_prover::dataflow::Source;
use setwise_prover::prove::{KERNELS, Kernel, Proof, prove};

/// Compiles the batch loops for each architecture that an installed compiler supports, and proves them for all boards
#[derive(Parser)]
#[command(name = "cargo prove", bin_name = "cargo prove")]
struct Arguments {}

/// An instruction set: its name, the dialect of its listing, and its lanes as written in function names.
struct Set(&'static str, Dialect, &'static str);

const SETS: [Set; 7] = [
    Set("sse2", Dialect::X86, "TwoBoards"),
    // Plain words, vectorised by the compiler for SSE2.
    Set("portable", Dialect::X86, "Words<8>"),
    Set("avx2", Dialect::X86, "FourBoards"),
    Set("avx512", Dialect::X86, "EightBoards"),
    Set("avx512-vpopcnt", Dialect::X86, "EightBoards<Avx512Vpopcnt>"),
    Set("neon", Dialect::Arm, "TwoBoards"),
    Set("simd128", Dialect::Wasm, "TwoBoards"),
];

/// The formulas for attacks, as written in function names. The compiler may merge the loops of both formulas if these
/// loops are equal.
const SPREADS: [&str; 2] = ["Prefix", "EightShifts"];

/// The environment variable that turns a skipped target into a failure.
const NO_SKIP: &str = "SETWISE_NO_SKIP";

fn main() -> ExitCode {
    if let Err(error) = Arguments::try_parse() {
        return end_after_printing(error.print(), error.use_stderr());
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => end(&*error),
    }
}

/// Compiles the loops, and proves them.
fn run() -> Result<()> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (listings, missing) = compiled(package.ancestors().nth(2).unwrap_or(package))?;
    for target in &missing {
        print_line(format_args!("skipped: no compiler for {target}: rustup target add {target}"))?;
    }
    prove_all(&listings)?;
    ensure!(missing.is_empty() || env::var_os(NO_SKIP).is_none(), "no compiler for {}", missing.join(", "));
    Ok(())
}

/// A listing of the batch loops.
struct Listing {
    dialect: Dialect,
    path: PathBuf,
}

/// The dialects, each with the target for which the loops are compiled on a machine of another architecture.
const TARGETS: [(Dialect, &str); 3] = [
    (Dialect::X86, "x86_64-unknown-linux-gnu"),
    (Dialect::Arm, "aarch64-unknown-linux-gnu"),
    (Dialect::Wasm, "wasm32-wasip1"),
];

/// Compiles the loops. Returns the listings, and the targets for which there is no compiler and therefore no listing.
fn compiled(root: &Path) -> Result<(Vec<Listing>, Vec<&'static str>)> {
    let (mut listings, mut missing) = (Vec::new(), Vec::new());
    for (dialect, target) in TARGETS {
        if dialect.to_string() == env::consts::ARCH {
            listings.push(Listing { dialect, path: compile(root, None)? });
        } else if let Some(compiler) = compiler(root, target) {
            listings.push(Listing { dialect, path: compile(root, Some((target, &compiler)))? });
        } else {
            missing.push(target);
        }
    }
    Ok((listings, missing))
}

/// Returns the first compiler that supports a target: the `rustc` in the path, or the compiler that
/// `scripts/cross-toolchain.sh` installs. Returns `None` if neither compiler supports the target.
fn compiler(root: &Path, target: &str) -> Option<PathBuf> {
    let cross = env::var_os("SETWISE_CROSS").map_or_else(|| root.join("target/cross"), PathBuf::from);
    let has_target = |compiler: &PathBuf| {
        let output = Command::new(compiler).args(["--print", "sysroot"]).output();
        let sysroot = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
        sysroot.is_ok_and(|sysroot| Path::new(&sysroot).join("lib/rustlib").join(target).is_dir())
    };
    [PathBuf::from("rustc"), cross.join("bin/rustc")].into_iter().find(has_target)
}

/// Proves the loops in every listing, and prints a row for each loop.
fn prove_all(listings: &[Listing]) -> Result<()> {
    print_line(format_args!(
        "{:15} {:14} {:12} {:>7} {:>13} {:>6} {:>7} {:>5}",
        "instruction set", "kernel", "formula", "boards", "instructions", "bits", "nodes", "ms"
    ))?;
    let mut table = Table::default();
    for Listing { dialect, path } in listings {
        let (dialect, file) = (*dialect, path.display());
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
        let (functions, data) = (functions(&text, dialect), Data::of(&text, dialect));
        for set in SETS.iter().filter(|set| set.1 == dialect) {
            for kernel in &KERNELS {
                let found = table.add(set, kernel, &functions, &data)?;
                ensure!(found > 0, "{}: no loop of {} was found in {file}", set.0, kernel.name);
            }
        }
    }
    ensure!(table.failed == 0, "{} functions could not be proved", table.failed);
    print_line(format_args!("{} loops proved for all boards", table.proved))?;
    for Set(set, dialect, ..) in SETS.iter().filter(|set| listings.iter().all(|read| read.dialect != set.1)) {
        print_line(format_args!("not proved: {set}: no listing for {dialect}"))?;
    }
    Ok(())
}

/// The number of loops that are proved, and the number of functions that are not proved.
#[derive(Default)]
struct Table {
    proved: usize,
    failed: usize,
}

impl Table {
    /// Prints a row for each loop of a kernel on an instruction set. Returns the number of proved loops plus the number
    /// of failures.
    ///
    /// # Errors
    ///
    /// Returns the I/O error of standard output.
    fn add(&mut self, set: &Set, kernel: &Kernel, functions: &[Function], data: &Data) -> Result<usize> {
        let Set(set, dialect, lanes) = *set;
        let before = self.proved + self.failed;
        for spread in SPREADS {
            let types = format!("{lanes}, {spread}");
            let is_own = |function: &&Function| function.is_of(&types, kernel.name) && !is_caller(function);
            let own: Vec<_> = functions.iter().filter(is_own).collect();
            let done = self.proved + self.failed;
            for function in &own {
                match rows(Source { function, dialect, data }, kernel) {
                    Ok(rows) => {
                        for row in &rows {
                            print_line(format_args!("{set:15} {:14} {spread:12} {row}", kernel.name))?;
                        }
                        self.proved += rows.len();
                    }
                    Err(reason) => {
                        print_line(format_args!("FAILED {set} {} {spread}: {}: {reason}", kernel.name, function.name))?;
                        self.failed += 1;
                    }
                }
            }
            // A function without a loop is accepted if another function has a loop, because the first function may do
            // nothing except call the second.
            if !own.is_empty() && self.proved + self.failed == done {
                print_line(format_args!("FAILED {set} {} {spread}: no loop stores to a column", kernel.name))?;
                self.failed += 1;
            }
        }
        Ok(self.proved + self.failed - before)
    }
}

/// Returns whether the function only calls the loop for parts of long columns. Such a function computes no boards. Tests
/// check the parts.
fn is_caller(function: &Function) -> bool {
    ["batch::map::map_long", "batch::map::map_past_caches"].iter().any(|caller| function.path.ends_with(caller))
}

/// Returns a row of the table for each loop of a function.
#[allow(clippy::disallowed_methods, reason = "the time of a proof is only printed; it is not a measurement of code")]
fn rows(source: Source, kernel: &Kernel) -> Result<Vec<String>> {
    let start = Instant::now();
    let proofs = prove(source, kernel)?;
    let each = start.elapsed().as_millis() / proofs.len().max(1) as u128;
    let row = |proof: &Proof| {
        let Proof { instructions, lanes, bits, nodes } = proof;
        format!("{lanes:>7} {instructions:>13} {bits:>6} {nodes:>7} {each:>5}")
    };
    Ok(proofs.iter().map(row).collect())
}
