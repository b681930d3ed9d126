//! The program of `cargo bench`: measures the headline questions in interleaved rounds, and prints a ranking for each
//! question.
//!
//! The laboratory measures these questions in the same way, but in more rounds. The ranking of a question is printed as
//! soon as the question is measured.

#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr, reason = "the macros panic if the output cannot be written")]

use std::ffi::OsString;
use std::io::{Write, stderr};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use setwise_benches::positions::RealPositions;
use setwise_benches::questions;
use setwise_benches::rounds::{estimate, measure, skipped, titled};
use setwise_benches::{QuestionDef, Setup, exit_code};
use setwise_files::ending::{Usage, print_line};
use setwise_rounds::{Plan, Wrong, cpu_name};
use setwise_specimens::AnyBackend;

const HELP: &str = "\
Measures the questions whose ids contain at least one of the words. Without words, measures all questions.

Usage: cargo bench -- [OPTIONS] [WORD...]

Options:
  --list  Lists the questions
  --test  Checks every answer and measures nothing
  --help  Prints this help

For criterion's statistics and baselines: `cargo bench -p setwise-lab --bench criterion -- FILTER`.";

fn main() -> ExitCode {
    exit_code(run())
}

/// Runs the action that the arguments select. Returns whether every answer was correct.
fn run() -> Result<bool> {
    let arguments = Arguments::read(std::env::args_os().skip(1))?;
    let defs: Vec<QuestionDef> = questions::headline().into_iter().filter(|def| arguments.wants(def.id)).collect();
    if arguments.help {
        print_line(format_args!("{HELP}"))?;
        return Ok(true);
    }
    if defs.is_empty() {
        let words = arguments.words.join(" or ");
        bail!(Usage::new(format!("no question contains {words}; `cargo bench -- --list` lists them")));
    }
    if arguments.list {
        for def in &defs {
            print_line(format_args!("{}", def.id))?;
        }
        return Ok(true);
    }
    let real = RealPositions::load()?;
    let setup = Setup { only: only_backend()?, ..Setup::all(&real) };
    if arguments.test { check(&defs, setup) } else { rank(&defs, setup) }
}

/// Measures the questions and prints each ranking. Shows the current question in a progress bar on a terminal, or in
/// plain lines elsewhere. Returns whether every answer was correct.
fn rank(defs: &[QuestionDef], setup: Setup<'_>) -> Result<bool> {
    print_line(format_args!(
        "## Rankings\n\n{}; {}.\nMedians of {} interleaved rounds. Rows with the same rank (=) are equally fast within the noise. `cycles` are per \
         board.\n",
        cpu_name(),
        setup.real.origin,
        Plan::QUICK.rounds
    ))?;
    let bar = ProgressBar::new(defs.len() as u64);
    bar.set_style(ProgressStyle::with_template("{bar:30} {eta} left, {wide_msg}")?);
    let mut all_right = true;
    for (n, def) in defs.iter().enumerate() {
        let Some(mut question) = def.make(setup)? else { continue };
        let seconds = estimate(Plan::QUICK, &question).as_secs() + 1;
        let message = format!("question {} of {}: {}, about {seconds} s", n + 1, defs.len(), def.id);
        if bar.is_hidden() {
            let _ = writeln!(stderr(), "{message}");
        }
        bar.set_message(message);
        let measured = measure(def.id, &mut question, Plan::QUICK);
        all_right &= measured.wrong.is_empty();
        bar.suspend(|| print_line(format_args!("{}", titled(&measured))))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    print_line(format_args!("{}", skipped()))?;
    print_line(format_args!(
        "To keep a run, with charts: `cargo lab record`. For instruction counts: `cargo lab counts`."
    ))?;
    Ok(all_right)
}

/// Checks every answer once, without measuring. Returns whether all answers were correct.
fn check(defs: &[QuestionDef], setup: Setup<'_>) -> Result<bool> {
    let mut all_right = true;
    for def in defs {
        let Some(mut question) = def.make(setup)? else { continue };
        let (right, wrong) = question.checked();
        print_line(format_args!("{}: {} of {} rows are right", def.id, right.len(), question.contestants.len()))?;
        for Wrong { name, fault } in &wrong {
            print_line(format_args!("  {name}: {fault}"))?;
        }
        all_right &= wrong.is_empty();
    }
    Ok(all_right)
}

/// Returns the name of the backend in the environment variable [`BACKEND_VARIABLE`](setwise::BACKEND_VARIABLE), or
/// `None` if the variable is unset or empty. Returns an error if the name is unknown, or if the backend cannot run
/// here.
fn only_backend() -> Result<Option<&'static str>> {
    let Some(wanted) = std::env::var_os(setwise::BACKEND_VARIABLE).filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    let wanted = wanted.to_string_lossy();
    AnyBackend::named(&wanted).map_err(anyhow::Error::msg).context(setwise::BACKEND_VARIABLE)?;
    Ok(setwise_specimens::entries().map(|entry| entry.name).find(|name| *name == wanted))
}

#[derive(Default)]
struct Arguments {
    list: bool,
    test: bool,
    help: bool,
    words: Vec<String>,
}

impl Arguments {
    fn read(words: impl Iterator<Item = OsString>) -> Result<Self> {
        let mut read = Self::default();
        for word in words {
            // A word that is not UTF-8 is neither an option nor part of an id.
            let word = word.to_string_lossy().into_owned();
            match word.as_str() {
                // Cargo passes this option to every benchmark.
                "--bench" => {}
                "--list" => read.list = true,
                "--test" => read.test = true,
                "--help" | "-h" => read.help = true,
                _ if word.starts_with('-') => bail!(Usage::new(format!("unknown option {word}\n\n{HELP}"))),
                _ => read.words.push(word),
            }
        }
        Ok(read)
    }

    fn wants(&self, id: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| id.contains(word.as_str()))
    }
}
