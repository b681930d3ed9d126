//! SQL over chess positions, on one machine or on a cluster.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | the command succeeded |
//! | 1 | a query, a file or a process failed; a line on standard error gives the reason |
//! | 2 | the command line is wrong |
//! | 3 | no scheduler, a different major version of Ballista, or a cluster that cannot finish the query |
#![forbid(unsafe_code)]

mod args;
mod check;
mod cluster;
mod executors;
mod failure;
mod files;
mod jobs;
mod output;
mod prompt;
mod query;
mod session;
mod sql;

use std::fmt::Write;
use std::process::ExitCode;

use clap::Parser;
use datafusion::logical_expr::Documentation;
use tokio::runtime::{Builder, Runtime};

use args::{Args, Command, Functions};
use failure::Failure;
use output::say;

/// The stack size of each thread in bytes. Plans with many joins need a deep stack, and so do unoptimised builds.
const STACK: usize = 32 << 20;

fn main() -> ExitCode {
    let result = match Args::try_parse() {
        Ok(args) => start(args.command),
        Err(error) if error.use_stderr() => error.exit(),
        // For `--help` and `--version`, clap returns an error that contains the text to print.
        Err(text) => text.print().map_err(|error| Failure::Output(error).into()),
    };
    result.map_or_else(|error| failure::report(&error), |()| ExitCode::SUCCESS)
}

/// Runs a command to its end.
fn start(command: Command) -> anyhow::Result<()> {
    let runtime = runtime()?;
    // The command runs on a thread of the runtime, because the system determines the stack size of the main thread.
    let result = runtime.block_on(async { tokio::spawn(run(command)).await.unwrap_or_else(|error| Err(error.into())) });
    runtime.shutdown_background();
    result
}

/// Returns a runtime with one more thread than there are CPUs. A query has a task for each CPU, and some tasks compute
/// for a long time before they return to the runtime. The extra thread can react to Ctrl-C and show the progress in the
/// meantime.
fn runtime() -> std::io::Result<Runtime> {
    let threads = std::thread::available_parallelism()?.get() + 1;
    Builder::new_multi_thread().worker_threads(threads).enable_all().thread_stack_size(STACK).build()
}

async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Sql(args) => sql::run(args).await,
        Command::Scheduler(args) => cluster::scheduler(args).await,
        Command::Executor(args) => cluster::executor(args).await,
        Command::Functions(args) => functions(&args),
    }
}

/// Runs `setwise-engine functions`.
fn functions(args: &Functions) -> anyhow::Result<()> {
    let word = args.word.as_deref().unwrap_or_default().to_lowercase();
    let (scalars, aggregates) = (setwise_datafusion::scalar_functions(), setwise_datafusion::aggregate_functions());
    let all = scalars.iter().filter_map(|function| function.documentation());
    let all = all.chain(aggregates.iter().filter_map(|function| function.documentation()));
    let mut out = String::new();
    for documentation in all.filter(|documentation| contains(documentation, &word)) {
        writeln!(out, "{}\n    {}", documentation.syntax_example, documentation.description)?;
        for form in documentation.alternative_syntax.iter().flatten() {
            writeln!(out, "    also {form}")?;
        }
    }
    say(out.as_bytes())
}

fn contains(documentation: &Documentation, word: &str) -> bool {
    [&documentation.syntax_example, &documentation.description].iter().any(|text| text.to_lowercase().contains(word))
}
