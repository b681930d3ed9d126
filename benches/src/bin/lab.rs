//! The laboratory: interleaved rounds, and the gates judged by them.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use setwise_benches::gates::{GATES, Verdict, judge};
use setwise_benches::machine::cpu_name;
use setwise_benches::positions::RealPositions;
use setwise_benches::questions::{self, Ask};
use setwise_benches::rounds::{Plan, measure};

#[derive(Parser)]
#[command(name = "lab", about = "The laboratory of setwise", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Judge every ratio that must hold, or those of the named questions; fails if one is broken
    Gates {
        /// Ids of questions
        questions: Vec<String>,
    },
    /// Measure questions by interleaved rounds and print every row, best first
    Rounds {
        /// Ids of questions; none lists them
        questions: Vec<String>,
    },
}

fn main() -> ExitCode {
    let run = match Arguments::parse().task {
        Task::Gates { questions } => gates(&questions),
        Task::Rounds { questions } if questions.is_empty() => list(),
        Task::Rounds { questions } => rounds(&questions),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn gates(wanted: &[String]) -> Result<()> {
    let real = RealPositions::load()?;
    let asked = |question: &str| wanted.is_empty() || wanted.iter().any(|id| id == question);
    let gates: Vec<_> = GATES.iter().filter(|gate| asked(gate.question)).copied().collect();
    ensure!(!gates.is_empty(), "no gate asks {}", wanted.join(", "));
    let verdicts = judge(Ask::all(&real), &gates, Plan::USUAL, |title| eprintln!("measuring {title}"))?;
    println!("{}; {}\n", cpu_name(), real.origin);
    let mut broken = 0;
    for (gate, verdict) in verdicts {
        let (told, ratio) = match verdict {
            Verdict::Kept(ratio) => ("kept", Some(ratio)),
            Verdict::Broken(ratio) => {
                broken += 1;
                ("BROKEN", Some(ratio))
            }
            Verdict::Skipped(name) => {
                println!("skipped  {}: no {name} on this machine", gate.says);
                continue;
            }
        };
        if let Some(ratio) = ratio {
            let [low, high] = ratio.interval;
            println!("{told:8} {:5.2} ({low:.2} to {high:.2}), {}: {}", ratio.median, gate.bound, gate.says);
        }
    }
    ensure!(broken == 0, "{broken} gates are broken");
    Ok(())
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

fn rounds(wanted: &[String]) -> Result<()> {
    let real = RealPositions::load()?;
    let mut found = 0;
    for make in questions::all() {
        let Some(mut question) = make(Ask::all(&real))? else { continue };
        if !wanted.contains(&question.id) {
            continue;
        }
        found += 1;
        let mut measured = measure(&mut question, Plan::USUAL);
        measured.rows.sort_by(|a, b| a.median().total_cmp(&b.median()));
        println!("\n{}: {}; {} boards", measured.title, measured.reason, measured.boards);
        let best = measured.rows.first().cloned();
        for row in &measured.rows {
            let ratio = best.as_ref().map(|best| row.against(best).median).unwrap_or(f64::NAN);
            println!("{:40} {:9.3} ns {ratio:7.2}", row.name, row.median());
        }
        for (name, fault) in &measured.wrong {
            println!("{name}: wrong: {fault}");
        }
    }
    ensure!(found == wanted.len(), "{} of {} questions are known; `lab rounds` lists them", found, wanted.len());
    Ok(())
}
