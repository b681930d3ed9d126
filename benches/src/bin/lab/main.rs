//! The laboratory: interleaved rounds, the gates judged by them, and runs that are kept. One file a command.
#![forbid(unsafe_code)]

mod compare;
mod counts;
mod gates;
mod record;
mod report;
mod results;
mod root;
mod rounds;
mod self_check;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "lab", about = "The laboratory of setwise", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure every question and keep the run under results/
    Record {
        /// Only the questions of `cargo bench`, and no builds with other flags
        #[arg(long)]
        quick: bool,
    },
    /// Judge every ratio that must hold, or those of the named questions; fails if one is broken or too noisy to judge
    Gates {
        /// Ids of questions
        questions: Vec<String>,
    },
    /// Measure questions by interleaved rounds and print every row, best first
    Rounds {
        /// Ids of questions; none lists them
        questions: Vec<String>,
    },
    /// Count instructions by callgrind, keep them in the newest run of this machine if it is of this commit, and compare with the
    /// baseline
    Counts {
        /// Make these counts the baseline
        #[arg(long)]
        bless: bool,
    },
    /// Render reports, charts and the texts that show results
    Report {
        /// Change nothing; fail if a file differs from what would be rendered
        #[arg(long)]
        check: bool,
    },
    /// Compare two kept runs, or two git revisions, row by row
    Compare {
        /// A folder of a run, or a revision
        a: String,
        /// Another one
        b: String,
        /// Questions that two revisions are asked
        #[arg(long, default_values_t = compare::COMPARED.map(str::to_string))]
        question: Vec<String>,
    },
    /// Look after kept runs
    Results {
        #[command(subcommand)]
        task: ResultsTask,
    },
    /// Whether the rounds call what is equal different, and what is slower slower
    SelfCheck,
    /// Measure one question and print every sample as JSON
    #[command(hide = true)]
    Json {
        /// Id of the question
        question: String,
    },
}

#[derive(Subcommand)]
enum ResultsTask {
    /// Whether every kept run can be taken: form, digests, plausibility, privacy, revisions, history; and whether the texts show
    /// what the runs say
    Check,
}

fn main() -> ExitCode {
    let run = match Arguments::parse().task {
        Task::Record { quick } => record::run(quick),
        Task::Gates { questions } => gates::run(&questions),
        Task::Rounds { questions } => rounds::run(&questions),
        Task::Counts { bless } => counts::run(bless),
        Task::Report { check } => report::run(check),
        Task::Compare { a, b, question } => compare::run(&a, &b, &question),
        Task::Results { task: ResultsTask::Check } => results::check(),
        Task::SelfCheck => self_check::run(),
        Task::Json { question } => rounds::json(&question),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
