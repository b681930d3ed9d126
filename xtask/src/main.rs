//! The tasks of the workspace: `cargo xtask gen-tables`, `cargo xtask asm`, `cargo xtask ci`,
//! `cargo xtask readme`.
//!
//! This program depends on no crate that contains generated files, so it builds and restores them when they are gone.
#![forbid(unsafe_code)]

mod asm;
mod ci;
mod gen_tables;
mod readme;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tasks of the setwise workspace", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the const tables into crates/board/src/generated
    GenTables {
        /// Change nothing; fail if a file differs from what would be written
        #[arg(long)]
        check: bool,
    },
    /// Look at the assembly of every backend's batch loop and compare it with xtask/asm-expectations.txt
    Asm,
    /// Run every check of the project, in order, and say how long each took
    Ci {
        /// Run only the jobs with these names
        jobs: Vec<String>,
        /// List the jobs and stop
        #[arg(long)]
        list: bool,
    },
    /// Keep the ranking of the last `cargo bench` under results/ and splice it into the texts that show it
    Readme {
        /// Change nothing; fail if a text differs from what results/ says
        #[arg(long)]
        check: bool,
    },
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
        Task::Asm => asm::check(root),
        Task::Ci { list: true, .. } => ci::list(),
        Task::Ci { jobs, list: false } => ci::run(root, &jobs),
        Task::Readme { check: false } => readme::write(root),
        Task::Readme { check: true } => readme::check(root),
    }
}

/// The folder that holds the workspace's Cargo.toml: the parent of this package's folder.
fn workspace_root() -> PathBuf {
    // Cargo sets the variable when it runs this program; the compiled-in path serves a program started by hand.
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map_or_else(|| package.clone(), Path::to_path_buf)
}
