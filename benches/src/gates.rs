//! Ratios that must hold, each within one run of interleaved rounds.

use std::fmt;

use anyhow::{Result, bail, ensure};
use setwise::BackendId;

use crate::questions::{self, Ask};
use crate::ratio::Ratio;
use crate::rounds::{Measured, Plan, is_named, measure};

/// A bound on how many times as long one contestant takes as another.
#[derive(Debug, Clone, Copy)]
pub struct Gate {
    /// The question, by its id.
    pub question: &'static str,
    /// The contestant above the line; where this machine lacks it, the gate is skipped by name.
    pub slower: &'static str,
    /// The contestant below the line.
    pub faster: &'static str,
    /// What the ratio of their times must be.
    pub bound: Bound,
    /// What it says, in words.
    pub says: &'static str,
}

/// A bound on a ratio of times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// At least so many times as long.
    AtLeast(f64),
    /// At most so many times as long.
    AtMost(f64),
}

/// How a gate came out.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// The ratio keeps the bound.
    Kept(Ratio),
    /// It does not.
    Broken(Ratio),
    /// A contestant is not on this machine, by name.
    Skipped(String),
}

/// The gates that this machine can judge, and those that it cannot, in order. `told` hears of each question before it is
/// measured.
///
/// # Errors
///
/// If a question cannot be made, or gives a wrong answer.
pub fn judge(ask: Ask<'_>, gates: &[Gate], plan: Plan, mut told: impl FnMut(&str)) -> Result<Vec<(Gate, Verdict)>> {
    let mut verdicts = Vec::new();
    for make in questions::all() {
        let Some(mut question) = make(ask)? else { continue };
        let of_question: Vec<Gate> = gates.iter().filter(|gate| gate.question == question.id).copied().collect();
        if of_question.is_empty() {
            continue;
        }
        let wanted: Vec<String> =
            of_question.iter().flat_map(|gate| [gate.slower, gate.faster]).map(on_this_machine).collect();
        question.contestants.retain(|one| wanted.iter().any(|name| is_named(&one.name, name)));
        told(&question.title);
        let measured = measure(&mut question, plan);
        if let Some(wrong) = measured.wrong.first() {
            bail!("{}: {} gave a wrong answer: {}", measured.title, wrong.name, wrong.fault);
        }
        for gate in of_question {
            verdicts.push((gate, gate.verdict(&measured)?));
        }
    }
    Ok(verdicts)
}

impl Gate {
    fn verdict(&self, measured: &Measured) -> Result<Verdict> {
        let [slower, faster] = [self.slower, self.faster].map(on_this_machine);
        let Some(slower) = measured.row(&slower) else { return Ok(Verdict::Skipped(slower)) };
        let Some(faster) = measured.row(&faster) else { return Ok(Verdict::Skipped(faster)) };
        let ratio = slower.against(faster);
        ensure!(ratio.median.is_finite(), "{}: no ratio", self.says);
        let kept = match self.bound {
            Bound::AtLeast(bound) => ratio.median >= bound,
            Bound::AtMost(bound) => ratio.median <= bound,
        };
        Ok(if kept { Verdict::Kept(ratio) } else { Verdict::Broken(ratio) })
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(bound) => write!(f, "at least {bound:.2}"),
            Self::AtMost(bound) => write!(f, "at most {bound:.2}"),
        }
    }
}

/// The name of a contestant with `{auto}` and `{avx512}` replaced by this machine's automatic choice and by its best AVX-512
/// backend.
fn on_this_machine(name: &str) -> String {
    let avx512 = [BackendId::Avx512VpopcntPrefix, BackendId::Avx512Prefix].into_iter().find(|id| id.detect().is_ok());
    name.replace("{auto}", setwise::auto().id().name())
        .replace("{avx512}", avx512.unwrap_or(BackendId::Avx512Prefix).name())
}

const fn at_least(bound: f64, says: &'static str, question: &'static str, [slower, faster]: [&'static str; 2]) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtLeast(bound), says }
}

const fn at_most(bound: f64, says: &'static str, question: &'static str, [slower, faster]: [&'static str; 2]) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtMost(bound), says }
}

const ONE: &str = "one-at-a-time scalar-prefix";

/// Every gate of the project. An entry: the bound, what it says, the question, and the two contestants, time of the first over
/// time of the second.
pub const GATES: &[Gate] = &[
    at_least(2.5, "AVX2 against one board at a time", "knights-real", [ONE, "avx2-prefix"]),
    at_most(5.6, "AVX2 against its copy", "knights-real", ["avx2-prefix", "copy, avx2"]),
    at_least(0.97, "AVX2 against the autovectorised loop", "knights-real", ["autovectorised avx2", "avx2-prefix"]),
    at_least(4.0, "AVX-512 against one board at a time", "knights-real", [ONE, "avx512-prefix"]),
    at_most(5.2, "AVX-512 against its copy", "knights-real", ["avx512-prefix", "copy, avx512"]),
    at_least(
        0.97,
        "AVX-512 against the autovectorised loop",
        "knights-real",
        ["autovectorised avx512", "avx512-prefix"],
    ),
    at_least(3.5, "auto against tables, 2 knights", "knights-2", ["cozy-chess tables", "{auto}"]),
    at_least(10.0, "auto against tables, 10 knights", "knights-10", ["cozy-chess tables", "{auto}"]),
    at_most(
        1.5,
        "mobility counts with VPOPCNTDQ against attacks alone",
        "mobility-counts",
        ["avx512-vpopcnt-prefix", "attacks alone, avx512-vpopcnt-prefix"],
    ),
    at_least(2.5, "forks, AVX2 against one board at a time", "forks", [ONE, "avx2-prefix"]),
    at_least(4.0, "forks, AVX-512 against one board at a time", "forks", [ONE, "{avx512}"]),
    at_least(
        1.5,
        "mobility in one pass against two, past the caches",
        "fused-mobility-memory",
        ["{auto} in two passes", "{auto} in one pass"],
    ),
    at_least(
        1.6,
        "three patterns summed in one pass against three, past the caches",
        "fused-three-totals-memory",
        ["{avx512} in three passes", "{avx512} in one pass"],
    ),
    at_least(
        1.8,
        "six fills in one pass against six, past the caches",
        "fused-fills-memory",
        ["{avx512} in six passes", "{avx512} in one pass"],
    ),
    at_least(0.95, "past the caches, AVX-512 against its copy", "length-memory", ["copy, avx512", "avx512-prefix"]),
    at_least(1.0, "counting 8 words, auto against simd-popcnt", "count-8", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 8 words, auto against the plain loop", "count-8", ["plain loop", "auto:"]),
    at_least(0.97, "counting 64 words, auto against the plain loop", "count-64", ["plain loop", "auto:"]),
    at_least(0.97, "counting 512 words, auto against simd-popcnt", "count-512", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 4,096 words, auto against simd-popcnt", "count-4096", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 131,072 words, auto against simd-popcnt", "count-131072", ["simd-popcnt", "auto:"]),
    at_least(0.97, "counting 4 million words, auto against simd-popcnt", "count-4m", ["simd-popcnt", "auto:"]),
    at_least(
        0.97,
        "knights, the generated module against scalar-prefix",
        "knights-real",
        ["scalar-prefix", "generated module"],
    ),
    at_least(
        0.97,
        "kings, the generated module against scalar-prefix",
        "kings-real",
        ["scalar-prefix", "generated module"],
    ),
    at_least(6.0, "reading FEN lines, against cozy-chess", "reading", ["cozy-chess", "setwise-positions"]),
    at_most(1.5, "a file to sums of 5 features, against the reader alone", "features", ["5 features", "reader alone"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::RealPositions;
    use crate::question::Role;
    use crate::rounds::Samples;

    /// A gate whose question or contestants nobody knows would be skipped for ever.
    #[test]
    fn every_gate_names_a_question_and_contestants_that_exist_or_that_this_machine_lacks() {
        let real = RealPositions::embedded();
        let questions: Vec<_> = questions::all()
            .iter()
            .filter_map(|make| make(Ask { cache: 1 << 16, ..Ask::all(&real) }).unwrap())
            .collect();
        for gate in GATES {
            let question = questions.iter().find(|question| question.id == gate.question);
            let question = question.unwrap_or_else(|| panic!("{}: no question {}", gate.says, gate.question));
            for name in [gate.slower, gate.faster].map(on_this_machine) {
                let known = question.contestants.iter().any(|one| is_named(&one.name, &name));
                assert!(known || is_lacking_here(&name), "{}: nobody is called {name:?}", gate.says);
            }
        }
    }

    /// Whether it is named after a backend that cannot run here, or after the instruction set of one.
    fn is_lacking_here(contestant: &str) -> bool {
        let set = contestant.split(' ').next_back().unwrap_or_default();
        let is_of = |id: &&BackendId| contestant.contains(id.name()) || id.needs().starts_with(set);
        BackendId::ALL.iter().filter(|id| id.detect().is_err()).any(|id| is_of(&id))
    }

    #[test]
    fn a_misspelt_contestant_is_not_taken_for_one_that_this_machine_lacks() {
        for misspelt in
            ["generated modul", "copy, avx521", "autovectorised", "avx2-prefx", "one-at-a-time scaler-prefix"]
        {
            assert!(!is_lacking_here(misspelt), "{misspelt}");
        }
    }

    #[test]
    fn a_verdict_keeps_breaks_or_skips() {
        let row =
            |name: &str, time: f64| Samples { name: name.into(), role: Role::Backend, ns_per_board: vec![time; 15] };
        let measured = Measured {
            id: "q".into(),
            title: "q".into(),
            reason: String::new(),
            boards: 1,
            point: None,
            reference: "a".into(),
            rows: vec![row("a", 3.0), row("b", 1.0)],
            wrong: vec![],
        };
        let verdict = |gate: Gate| gate.verdict(&measured).unwrap();
        assert!(matches!(verdict(at_least(2.9, "", "q", ["a", "b"])), Verdict::Kept(_)));
        assert!(matches!(verdict(at_least(3.1, "", "q", ["a", "b"])), Verdict::Broken(_)));
        assert!(matches!(verdict(at_most(2.9, "", "q", ["a", "b"])), Verdict::Broken(_)));
        assert!(matches!(verdict(at_most(3.1, "", "q", ["a", "c"])), Verdict::Skipped(name) if name == "c"));
    }
}
