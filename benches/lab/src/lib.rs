//! The laboratory measures more questions than `cargo bench`. It also records, compares, judges and renders the
//! results.
//!
//! - `questions` lists the questions of `cargo bench`, and questions that only the laboratory measures.
//! - `record` stores runs under `results/`, `report` renders all files that show runs, and `compare` compares two
//!   runs or two revisions.
//! - `gates` lists bounds on the ratios of contestants' times, and checks measured ratios against these bounds.
//!   `self_check` checks whether measurements on this machine can be trusted.
//! - `counts` counts instructions. `commands` and `recording` run the commands of the program.
//!
//! The laboratory is a separate package, so that `cargo bench` does not compile it. It is a library, and its program only
//! calls [`main`], so the program can be linked several times while the library is compiled only once. It contains no
//! handwritten unsafe code. With the feature `emitted`, it contains emitted functions, which call intrinsics.
#![cfg_attr(not(feature = "emitted"), forbid(unsafe_code))]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

mod commands;
mod compare;
mod counts;
#[cfg(feature = "emitted")]
mod emitted;
#[cfg(not(feature = "emitted"))]
mod emitted {
    //! The comparisons with emitted functions, of which there are none without the feature `emitted`.

    use setwise_benches::{Question, Setup};

    pub(crate) fn comparisons() -> [[&'static str; 3]; 0] {
        []
    }

    pub(crate) fn questions(_: Setup<'_>) -> [(&'static str, Question); 0] {
        []
    }
}
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
        /// Measure only the questions of `cargo bench`, and do not compile them with other flags
        #[arg(long)]
        quick: bool,
        /// Also render and check the results, and print how to submit them
        #[arg(long, conflicts_with = "quick")]
        submit: bool,
    },
    /// Judge all gates, or those of the named questions; fail if a gate fails or is too noisy to judge
    Gates {
        /// Ids of questions; if none is given, all gates are judged
        questions: Vec<String>,
        /// Link the program this many times, each time with its functions in another order, and judge each gate by the
        /// median of its ratios (needs the linker lld)
        #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(3..))]
        link_orders: Option<u32>,
    },
    /// Measure questions in interleaved rounds and print every row, fastest first and copies last
    Rounds {
        /// Ids of questions; if none is given, the questions are listed
        questions: Vec<String>,
    },
    /// Count instructions with callgrind and compare the counts with the baseline; if the newest run of this machine
    /// has the same build, also store the counts in that run
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
    /// Render reports and charts, and the results in the README and in METHODOLOGY
    Report {
        /// Write nothing; fail if a file is out of date
        #[arg(long)]
        check: bool,
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
    /// Check the recorded runs and the documents that show them (`results check`)
    Results {
        #[command(subcommand)]
        task: ResultsTask,
    },
    /// Check that two equal rows are reported as equal, and that a slower row is reported as slower
    SelfCheck,
    /// Measure one question and print every sample as JSON
    #[command(hide = true)]
    Json {
        /// Id of the question
        question: String,
    },
    /// Measure the gates of the named questions and print their ratios as JSON
    #[command(hide = true)]
    Ratios {
        /// Ids of questions; if none is given, all gates are measured
        questions: Vec<String>,
    },
}

#[derive(Subcommand)]
enum ResultsTask {
    /// Check that the recorded runs can be read, that no row is impossibly fast, and that documents show what the runs
    /// say
    Check,
}

/// Runs the program `cargo lab` with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return end_after_printing(error.print(), error.use_stderr()),
    };
    let outcome = match arguments.task {
        Task::Record { quick, submit } => recording::run(quick, submit),
        Task::Gates { questions, link_orders } => commands::gates(&questions, link_orders),
        Task::Rounds { questions } => commands::rounds(&questions),
        Task::Counts { bless } => commands::counts(bless),
        Task::Ports { cpu } => {
            let cpu = cpu.as_deref().unwrap_or_else(|| recording::modelled_cpu());
            batch_loops::bounds(root(), cpu)
                .and_then(|bounds| Ok(print_line(format_args!("{}", bounds.table().trim_end()))?))
        }
        Task::Report { check } => commands::report(check),
        Task::Compare { a, b, question } => commands::compare(&a, &b, &question),
        Task::Results { task: ResultsTask::Check } => commands::check(),
        Task::SelfCheck => commands::self_check(),
        Task::Json { question } => commands::json(&question),
        Task::Ratios { questions } => commands::ratios(&questions),
    };
    exit_code(outcome.map(|()| true))
}
