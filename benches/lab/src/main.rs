//! The program of `cargo lab`: measures more questions than `cargo bench`, and records, compares, judges and renders the
//! results.
//!
//! - `questions` lists the questions of `cargo bench`, and questions that only the laboratory measures.
//! - `record` stores runs under `results/`, `report` renders them, and `compare` compares two revisions.
//! - `gates` lists bounds on the ratios of contestants' times, and checks measured ratios against these bounds.
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
    /// Measure every question, keep the run under results/ in place of an older run of this machine, and print how to
    /// submit it
    Record,
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
    /// Compare two git revisions row by row
    Compare {
        /// The first revision
        a: String,
        /// The second revision
        b: String,
        /// Id of a question; may be repeated
        #[arg(long, default_values_t = compare::QUESTIONS.map(str::to_string))]
        question: Vec<String>,
    },
    /// Check that the recorded runs can be read, and that documents show what the runs say
    Check,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return end_after_printing(error.print(), error.use_stderr()),
    };
    let outcome = match arguments.task {
        Task::Record => recording::run(),
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
        Task::Check => commands::check(),
    };
    exit_code(outcome.map(|()| true))
}
