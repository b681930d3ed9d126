//! The tasks of the workspace: `gen-tables`, `asm`, `package`, `release`, `capi`, `book`, `site`, `ci`.
//!
//! This program depends on no crate that contains generated files. It can therefore be built when generated files are
//! missing, and can restore them.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

mod book;
mod capi;
mod ci;
mod commands;
mod gen_tables;
mod html;
mod package;
mod relative;
mod release;
mod site;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use setwise_assembly::batch_loops;
use setwise_files::ending::{end, end_after_printing};

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
        /// Write nothing; fail if a generated file is out of date
        #[arg(long)]
        check: bool,
    },
    /// Compare the assembly of batch loops with xtask/asm-expectations.txt
    Asm,
    /// Pack the published packages, check what a registry shows of them, then compile and test each from its packed
    /// files only
    Package,
    /// Build the archive of a release for this machine, or build and check all parts that this machine can build
    Release(release::Arguments),
    /// Install the C library, write its header, or check both
    Capi(capi::Arguments),
    /// Build the guide in target/book/html and check its links
    Book,
    /// Build the page, the results, the guide and the API documentation in target/site and check their links
    Site,
    /// Run the checks of a push, or all checks of the project, and print how long each took
    Ci(ci::Arguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return end_after_printing(error.print(), error.use_stderr()),
    };
    match run(arguments.task, &workspace_root()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => end(&*error),
    }
}

fn run(task: Task, root: &Path) -> anyhow::Result<()> {
    match task {
        Task::GenTables { check: false } => gen_tables::write(root),
        Task::GenTables { check: true } => gen_tables::check(root),
        Task::Asm => batch_loops::check(root),
        Task::Package => package::check(root).map(|_| ()),
        Task::Release(arguments) => release::run(root, arguments),
        Task::Capi(arguments) => capi::run(root, arguments),
        Task::Book => book::build(root),
        Task::Site => site::build(root),
        Task::Ci(arguments) => ci::run(root, &arguments),
    }
}

/// Returns the root folder of the workspace, which is the parent of this package's folder.
fn workspace_root() -> PathBuf {
    // Cargo sets the variable when it runs this program. If the program is started without Cargo, the path from compile
    // time is used.
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map_or_else(|| package.clone(), Path::to_path_buf)
}
