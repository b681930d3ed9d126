//! `lab gates`: judges every ratio that must hold.

use anyhow::{Result, ensure};
use setwise_benches::positions::RealPositions;
use setwise_benches::setup::Setup;
use setwise_lab::gates::{GATES, Verdict, conclude, judge};
use setwise_rounds::{Plan, cpu_name};

/// Judges the gates of the named questions, or all of them.
pub(crate) fn run(wanted: &[String]) -> Result<()> {
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
