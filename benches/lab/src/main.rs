//! The program of `cargo lab`: measures more questions than `cargo bench`, and records, compares, judges and renders the
//! results.
//!
//! - `questions` lists the questions of `cargo bench`, and questions that only the laboratory measures.
//! - `record` stores runs under `results/`, `report` renders them, and `compare` compares two runs or two revisions.
//! - `gates` lists bounds on the ratios of contestants' times, and checks measured ratios against these bounds.
//!   `self_check` checks whether measurements on this machine can be trusted.
//! - `counts` counts instructions. `commands` and `recording` run the commands of the program.
//!
//! The laboratory is a separate package, so that `cargo bench` does not compile it.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

mod commands;
mod compare;
mod counts;
mod gates;
mod questions;
mod record;
mod recording;
mod report;
mod self_check;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use record::root;
use setwise_assembly::batch_loops;
use setwise_benches::exit_code;
use setwise_files::ending::{end_after_printing, print_line};

#[derive(Parser)]
#[command(
    name = "cargo lab",
    bin_name = "cargo lab",
    about = "Measures setwise in interleaved rounds, and keeps and renders the results",
    version
)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure every question and keep the run under results/
    Record {
        /// Also condense, render and check the results, and print how to submit them
        #[arg(long)]
        submit: bool,
    },
    /// Judge all gates, or those of the named questions; fail if a gate fails or is too noisy to judge
    Gates {
        /// Ids of questions; if none is given, all gates are judged
        questions: Vec<String>,
    },
    /// Measure questions in interleaved rounds and print every row, fastest first and copies last
    Rounds {
        /// Ids of questions; if none is given, the questions are listed
        questions: Vec<String>,
    },
    /// Measure one question and print every sample as JSON; `compare` runs this command of each revision
    Json {
        /// Id of the question
        question: String,
    },
    /// Count instructions with callgrind and compare the counts with the baseline
    Counts {
        /// Replace the baseline with these counts
        #[arg(long)]
        bless: bool,
    },
    /// Print the port bounds of the batch loops: the minimum number of cycles per board, from llvm-mca's model of the
    /// CPU
    Ports {
        /// LLVM's name for the CPU whose model is used; by default, this machine's CPU
        #[arg(long)]
        cpu: Option<String>,
    },
    /// Render the page of all results in target/results, and the results in the README, in METHODOLOGY and in
    /// results/README.md
    Report {
        /// Render only the page
        #[arg(long)]
        page: bool,
    },
    /// Compare two recorded runs, or two git revisions, row by row
    Compare {
        /// The folder of a run, or a revision
        a: String,
        /// The folder of the other run, or the other revision
        b: String,
        /// Id of a question to measure with two revisions; may be repeated
        #[arg(long, default_values_t = commands::COMPARED.map(str::to_string))]
        question: Vec<String>,
    },
    /// Condense or check the recorded runs
    Results {
        #[command(subcommand)]
        task: ResultsTask,
    },
    /// Check that two equal rows are reported as equal, and that a slower row is reported as slower
    SelfCheck,
}

#[derive(Subcommand)]
enum ResultsTask {
    /// Keep the newest quiet run of each machine, and only the medians of older runs, in results/history.tsv
    Condense,
    /// Check that the recorded runs can be read, that no row is impossibly fast, and that documents show what the runs
    /// say
    Check,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return end_after_printing(error.print(), error.use_stderr()),
    };
    let outcome = match arguments.task {
        Task::Record { submit } => recording::run(submit),
        Task::Gates { questions } => commands::gates(&questions),
        Task::Rounds { questions } => commands::rounds(&questions),
        Task::Json { question } => commands::json(&question),
        Task::Counts { bless } => commands::counts(bless),
        Task::Ports { cpu } => {
            let cpu = cpu.as_deref().unwrap_or_else(|| recording::modelled_cpu());
            batch_loops::bounds(root(), cpu)
                .and_then(|bounds| Ok(print_line(format_args!("{}", bounds.table().trim_end()))?))
        }
        Task::Report { page } => commands::report(page),
        Task::Compare { a, b, question } => commands::compare(&a, &b, &question),
        Task::Results { task: ResultsTask::Condense } => commands::condense(),
        Task::Results { task: ResultsTask::Check } => commands::check(),
        Task::SelfCheck => commands::self_check(),
    };
    exit_code(outcome.map(|()| true))
}
