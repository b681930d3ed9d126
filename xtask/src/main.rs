//! The tasks of the workspace: `gen-tables`, `kernels`, `asm`, `prove`, `package`, `capi`, `ci`,
//! and those of the laboratory, which are forwarded to it.
//!
//! This program depends on no crate that contains generated files. So it builds when they are missing, and can restore them.
#![forbid(unsafe_code)]

mod asm;
mod capi;
mod ci;
mod gen_tables;
mod kernels;
mod lab;
mod limit;
mod package;
mod prove;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Runs the tasks of the setwise workspace", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the const tables of crates/board
    GenTables {
        /// Change nothing; fail if a file differs from what would be written
        #[arg(long)]
        check: bool,
    },
    /// Compile the kernels and leapers that `setwise gen` writes, with this machine's compilers, and run their tests
    Kernels {
        /// Language of the files
        language: kernels::Language,
    },
    /// Compare the assembly of batch loops with xtask/asm-expectations.txt
    Asm,
    /// Print the port bounds of the batch loops: the minimum cycles per board, by llvm-mca's model of this CPU
    Ports {
        /// LLVM's name for the CPU whose model is used
        #[arg(long, default_value = "native")]
        cpu: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Prove the compiled batch loops of every instruction set for all boards
    Prove,
    /// Pack the published packages, then compile and test each from its packed files only
    Package,
    /// Install the C library, write its header, or check both
    Capi(capi::Arguments),
    /// Run every check of the project in order, and print how long each took
    Ci {
        /// Run only the jobs with these names
        jobs: Vec<String>,
        /// List the jobs and stop
        #[arg(long)]
        list: bool,
    },
    /// Measure every question in interleaved rounds and keep the run under results/
    #[command(disable_help_flag = true)]
    Record(Forwarded),
    /// Render reports, charts and the parts of texts that show results; --check changes nothing
    #[command(disable_help_flag = true)]
    Report(Forwarded),
    /// Compare two kept runs, or two git revisions
    #[command(disable_help_flag = true)]
    Compare(Forwarded),
    /// Count instructions with callgrind and compare them with the committed baseline
    #[command(disable_help_flag = true)]
    Counts(Forwarded),
    /// Check kept runs: `results check`
    #[command(disable_help_flag = true)]
    Results(Forwarded),
    /// Judge every ratio that must hold
    #[command(disable_help_flag = true)]
    Gates(Forwarded),
    /// Measure questions in interleaved rounds and print the results
    #[command(disable_help_flag = true)]
    Rounds(Forwarded),
    /// Check that the rounds can be trusted on this machine
    #[command(disable_help_flag = true)]
    SelfCheck(Forwarded),
}

/// Arguments that are passed to the laboratory. `--help` after the task describes them.
#[derive(Args)]
struct Forwarded {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

fn main() -> ExitCode {
    match run(Arguments::parse().task, &workspace_root()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task, root: &Path) -> anyhow::Result<()> {
    match task {
        Task::GenTables { check: false } => gen_tables::write(root),
        Task::GenTables { check: true } => gen_tables::check(root),
        Task::Kernels { language } => kernels::check(root, language),
        Task::Asm => asm::check(root),
        Task::Ports { cpu, json } => ports(root, &cpu, json),
        Task::Prove => prove::run(root),
        Task::Package => package::check(root),
        Task::Capi(arguments) => capi::run(root, arguments),
        Task::Ci { list: true, .. } => ci::list(),
        Task::Ci { jobs, list: false } => ci::run(root, &jobs),
        Task::Record(Forwarded { arguments }) => lab::run(root, "record", &arguments),
        Task::Report(Forwarded { arguments }) => lab::run(root, "report", &arguments),
        Task::Compare(Forwarded { arguments }) => lab::run(root, "compare", &arguments),
        Task::Counts(Forwarded { arguments }) => lab::run(root, "counts", &arguments),
        Task::Results(Forwarded { arguments }) => lab::run(root, "results", &arguments),
        Task::Gates(Forwarded { arguments }) => lab::run(root, "gates", &arguments),
        Task::Rounds(Forwarded { arguments }) => lab::run(root, "rounds", &arguments),
        Task::SelfCheck(Forwarded { arguments }) => lab::run(root, "self-check", &arguments),
    }
}

/// Prints the bounds of the batch loops.
fn ports(root: &Path, cpu: &str, json: bool) -> anyhow::Result<()> {
    let bounds = asm::bounds(root, cpu)?;
    print!("{}", if json { serde_json::to_string_pretty(&bounds)? + "\n" } else { bounds.table() });
    Ok(())
}

/// Returns the folder of the workspace's Cargo.toml, which is the parent of this package's folder.
fn workspace_root() -> PathBuf {
    // Cargo sets the variable when it runs this program. A program started by hand uses the compiled-in path.
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map_or_else(|| package.clone(), Path::to_path_buf)
}
