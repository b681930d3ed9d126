//! Runs all commands except `record` and `ports`: the commands that measure, and the commands about recorded runs.

use anyhow::{Context, Result, ensure};
use setwise_benches::Setup;
use setwise_benches::positions::RealPositions;
use setwise_benches::rounds::{measure, titled};
use setwise_files::ending::print_line;
use setwise_rounds::{Measured, Plan, cpu_name};
use std::io::{Write, stderr};

use crate::record::{self, Build, root};
use crate::{compare, counts, gates, questions, report as render};

/// Measures the named questions and prints the rows of each, fastest first and copies last. If no question is named,
/// lists the questions.
pub(crate) fn rounds(wanted: &[String]) -> Result<()> {
    if wanted.is_empty() {
        return list();
    }
    let mut wrong = Vec::new();
    each_of(wanted, |measured| {
        print_line(format_args!("\n{}", titled(&measured)))?;
        wrong.extend(measured.wrong.iter().map(|wrong| format!("{}: {}", wrong.name, wrong.fault)));
        Ok(())
    })?;
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    Ok(())
}

/// Measures one question and prints every sample as JSON.
pub(crate) fn json(wanted: &str) -> Result<()> {
    each_of(&[wanted.to_string()], |measured| {
        serde_json::to_writer(std::io::stdout().lock(), &measured).context("cannot print")
    })
}

fn list() -> Result<()> {
    let real = RealPositions::load()?;
    for def in questions::all() {
        if let Some(question) = def.make(Setup::all(&real))? {
            print_line(format_args!("{:28} {}", def.id, question.title))?;
        }
    }
    Ok(())
}

/// Measures the questions with the ids in `wanted`. Calls `of` with the measurements of each question.
fn each_of(wanted: &[String], mut of: impl FnMut(Measured) -> Result<()>) -> Result<()> {
    let defs = questions::all();
    let is_known = |id: &&str| defs.iter().any(|def| def.id == *id);
    let unknown: Vec<&str> = wanted.iter().map(String::as_str).filter(|id| !is_known(id)).collect();
    ensure!(unknown.is_empty(), "unknown question {}; `cargo lab rounds` lists all questions", unknown.join(", "));
    let real = RealPositions::load()?;
    for def in defs.iter().filter(|def| wanted.iter().any(|id| id == def.id)) {
        let question = def.make(Setup::all(&real))?;
        let mut question = question.with_context(|| format!("{}: the positions have no such boards", def.id))?;
        of(measure(def.id, &mut question, Plan::USUAL))?;
    }
    Ok(())
}

/// Judges the gates of the named questions, or all gates if no question is named.
pub(crate) fn gates(wanted: &[String]) -> Result<()> {
    let real = RealPositions::load()?;
    print_line(format_args!("{}; {}\n", cpu_name(), real.origin))?;
    gates::judge(Setup::all(&real), wanted, |title| drop(writeln!(stderr(), "measuring {title}")))
}

/// Counts instructions, and compares the counts with the baseline or, if `bless` is true, replaces the baseline.
pub(crate) fn counts(bless: bool) -> Result<()> {
    let counts = counts::take(root(), &Build::read(root())?)?;
    for (row, instructions) in &counts.instructions {
        print_line(format_args!("{row:32} {instructions:>10}"))?;
    }
    for reason in &counts.skipped {
        print_line(format_args!("skipped  {reason}"))?;
    }
    if bless {
        return counts.bless(root());
    }
    print_line(format_args!("{}", counts.judge(root())?))?;
    Ok(())
}

/// Renders the page of all results and, unless `only_page` is true, the results in documents. Prints the paths of the
/// written files.
pub(crate) fn report(only_page: bool) -> Result<()> {
    let mut written = vec![render::write_page(root())?];
    if !only_page {
        written.extend(render::write_documents(root())?);
    }
    for path in written {
        print_line(format_args!("{path}"))?;
    }
    Ok(())
}

/// Compares two revisions. Prints the ratio of the two times for every row that both contain, except the copies.
pub(crate) fn compare(a: &str, b: &str, questions: &[String]) -> Result<()> {
    let comparison = compare::revisions(root(), [a, b], questions)?;
    print_line(format_args!("{comparison}"))?;
    let wrong: Vec<_> = comparison.wrong.into_iter().collect();
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    Ok(())
}

/// Checks the recorded runs and the documents that show them. Returns an error that lists all objections.
pub(crate) fn check() -> Result<()> {
    let objections = record::check(root())?;
    ensure!(objections.is_empty(), "{}", objections.join("\n"));
    print_line(format_args!("the recorded runs and the texts that show them pass"))?;
    Ok(())
}
