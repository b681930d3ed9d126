//! `lab rounds` and `lab json`: measure questions in interleaved rounds, for people and for programs.

use anyhow::{Context, Result, ensure};
use setwise_benches::ask::Ask;
use setwise_benches::positions::RealPositions;
use setwise_benches::question::Question;
use setwise_benches::questions;
use setwise_benches::rounds::{Plan, measure};

/// Measures the named questions and prints every row, best first. Without names, lists the questions.
pub(crate) fn run(wanted: &[String]) -> Result<()> {
    if wanted.is_empty() {
        return list();
    }
    let mut wrong = Vec::new();
    each_of(wanted, |question| {
        let mut measured = measure(question, Plan::USUAL);
        measured.rows.sort_by(|a, b| a.median().total_cmp(&b.median()));
        println!("\n{}: {}; {} boards", measured.title, measured.reason, measured.boards);
        for row in &measured.rows {
            let ratio = row.against(&measured.rows[0]).median;
            println!("{:40} {:9.3} ns {ratio:7.2}", row.name, row.median());
        }
        wrong.extend(measured.wrong.iter().map(|wrong| format!("{}: {}", wrong.name, wrong.fault)));
        Ok(())
    })?;
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    Ok(())
}

/// Measures one question and prints every sample as JSON.
pub(crate) fn json(wanted: &str) -> Result<()> {
    each_of(&[wanted.to_string()], |question| {
        let measured = measure(question, Plan::USUAL);
        serde_json::to_writer(std::io::stdout().lock(), &measured).context("cannot print")
    })
}

fn list() -> Result<()> {
    let real = RealPositions::load()?;
    for make in questions::all() {
        if let Some(question) = make(Ask::all(&real))? {
            println!("{:28} {}", question.id, question.title);
        }
    }
    Ok(())
}

/// Calls `of` for each question with one of these ids.
fn each_of(wanted: &[String], mut of: impl FnMut(&mut Question) -> Result<()>) -> Result<()> {
    let real = RealPositions::load()?;
    let mut found = Vec::new();
    for make in questions::all() {
        let Some(mut question) = make(Ask::all(&real))? else { continue };
        if wanted.contains(&question.id) {
            found.push(question.id.clone());
            of(&mut question)?;
        }
    }
    let unknown: Vec<&str> = wanted.iter().filter(|id| !found.contains(id)).map(String::as_str).collect();
    ensure!(unknown.is_empty(), "unknown question {}; `cargo xtask rounds` lists all questions", unknown.join(", "));
    Ok(())
}
