//! SQL over chess positions, on one machine or on a cluster.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | everything was done |
//! | 1 | a query, a file or a process failed; one line on standard error says why |
//! | 2 | the command line is wrong |
//! | 3 | no scheduler answers at the address, or it has another version |
#![forbid(unsafe_code)]

mod admission;
mod args;
mod check;
mod cluster;
mod failure;
mod files;
mod functions;
mod output;
mod prompt;
mod session;
mod sql;

use std::process::ExitCode;

use clap::Parser;
use tokio::runtime::{Builder, Runtime};

use args::{Args, Command};

/// Plans of many joins need a deep stack, and so do unoptimised builds.
const STACK: usize = 32 << 20;

fn main() -> ExitCode {
    let args = Args::parse();
    let runtime = runtime();
    let result = runtime.map_err(Into::into).and_then(|runtime| {
        let result = runtime.block_on(async {
            // Not on the main thread, whose stack has the size that the system gives it.
            tokio::spawn(run(args.command)).await.unwrap_or_else(|error| Err(error.into()))
        });
        runtime.shutdown_background();
        result
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("setwise-engine: {}", failure::line(&error));
            failure::code(&error)
        }
    }
}

/// Returns a runtime with one thread more than there are CPUs. A query has a task for each CPU, and some compute for a long time
/// before they return to the runtime. Meanwhile, the extra thread reacts to Ctrl-C and shows the progress.
fn runtime() -> std::io::Result<Runtime> {
    let threads = std::thread::available_parallelism()?.get() + 1;
    Builder::new_multi_thread().worker_threads(threads).enable_all().thread_stack_size(STACK).build()
}

async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Sql(args) => sql::run(args).await,
        Command::Scheduler(args) => cluster::scheduler(args).await,
        Command::Executor(args) => cluster::executor(args).await,
        Command::Functions(args) => functions::run(&args),
    }
}
