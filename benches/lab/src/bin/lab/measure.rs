//! The commands that measure and keep nothing: `rounds`, `json`, `gates` and `self-check`.

use anyhow::{Context, Result, bail, ensure};
use setwise_benches::machine::{cpu_name, load};
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::titled;
use setwise_benches::rounds::{Measured, measure};
use setwise_benches::setup::Setup;
use setwise_lab::gates::{GATES, Verdict, conclude, judge};
use setwise_lab::questions;
use setwise_lab::self_check::run as check_self;
use setwise_rounds::Plan;

/// Measures the named questions and prints every row, best first. Without names, lists the questions.
pub(crate) fn rounds(wanted: &[String]) -> Result<()> {
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
    ensure!(unknown.is_empty(), "unknown question {}; `cargo lab rounds` lists all questions", unknown.join(", "));
    let real = RealPositions::load()?;
    for def in defs.iter().filter(|def| wanted.iter().any(|id| id == def.id)) {
        let question = def.make(Setup::all(&real))?;
        let mut question = question.with_context(|| format!("{}: the positions have no such boards", def.id))?;
        of(measure(def.id, &mut question, Plan::USUAL))?;
    }
    Ok(())
}

/// Judges the gates of the named questions, or all of them.
pub(crate) fn gates(wanted: &[String]) -> Result<()> {
    let real = RealPositions::load()?;
    let asked = |question: &str| wanted.is_empty() || wanted.iter().any(|id| id == question);
    let gates: Vec<_> = GATES.iter().filter(|gate| asked(gate.question)).copied().collect();
    ensure!(!gates.is_empty(), "no gate has a question named {}", wanted.join(", "));
    let verdicts = judge(Setup::all(&real), &gates, Plan::USUAL, |title| eprintln!("measuring {title}"))?;
    println!("{}; {}\n", cpu_name(), real.origin);
    for (gate, verdict) in &verdicts {
        let (word, ratio) = match verdict {
            Verdict::Skipped(name) => {
                println!("skipped   {}: {name} is not available on this machine", gate.says);
                continue;
            }
            Verdict::Passed(ratio) => ("passed", ratio),
            Verdict::Failed(ratio) => ("FAILED", ratio),
            Verdict::TooNoisy(ratio) => ("too noisy", ratio),
        };
        let [low, high] = ratio.interval;
        println!("{word:9} {:5.2} ({low:.2} to {high:.2}), {}: {}", ratio.median, gate.bound, gate.says);
    }
    conclude(verdicts.iter().map(|(_, verdict)| verdict))
}

/// Runs the self-check and fails if the rounds cannot be trusted.
pub(crate) fn self_check() -> Result<()> {
    let real = RealPositions::load()?;
    let outcome = check_self(Setup::all(&real), Plan::USUAL)?;
    println!("{outcome}");
    if outcome.is_noisy() {
        let load = load().map_or(String::new(), |load| format!(" (load average {load:.2}; this run contributes one)"));
        bail!(
            "too noisy, {} of {} ratios: something else is using the machine{load}. Stop other programs, wait until the load is \
             near 0, then run it again; on a shared host, try at another hour. Until then, a difference of less than a tenth \
             says nothing",
            outcome.noisy,
            outcome.twins + outcome.slowed
        );
    }
    if !outcome.is_trusted() {
        bail!("the rounds cannot be trusted on this machine in its current state");
    }
    Ok(())
}
