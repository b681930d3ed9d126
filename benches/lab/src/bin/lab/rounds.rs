//! `lab rounds` and `lab json`: measure questions in interleaved rounds, for people and for programs.

use anyhow::{Context, Result, ensure};
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::titled;
use setwise_benches::rounds::measure;
use setwise_benches::setup::Setup;
use setwise_lab::questions;
use setwise_rounds::{Measured, Plan};

/// Measures the named questions and prints every row, best first. Without names, lists the questions.
pub(crate) fn run(wanted: &[String]) -> Result<()> {
    if wanted.is_empty() {
        return list();
    }
    let mut wrong = Vec::new();
    each_of(wanted, |measured| {
        println!("\n{}", titled(&measured));
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
            println!("{:28} {}", def.id, question.title);
        }
    }
    Ok(())
}

/// Measures each question with one of these ids and calls `of` with the results.
fn each_of(wanted: &[String], mut of: impl FnMut(Measured) -> Result<()>) -> Result<()> {
    let defs = questions::all();
    let is_known = |id: &&str| defs.iter().any(|def| def.id == *id);
    let unknown: Vec<&str> = wanted.iter().map(String::as_str).filter(|id| !is_known(id)).collect();
    ensure!(unknown.is_empty(), "unknown question {}; `cargo xtask rounds` lists all questions", unknown.join(", "));
    let real = RealPositions::load()?;
    for def in defs.iter().filter(|def| wanted.iter().any(|id| id == def.id)) {
        let question = def.make(Setup::all(&real))?;
        let mut question = question.with_context(|| format!("{}: the positions have no such boards", def.id))?;
        of(measure(def.id, &mut question, Plan::USUAL))?;
    }
    Ok(())
}
