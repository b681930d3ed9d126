//! Gates: bounds on ratios of times. Each ratio is measured within one run of interleaved rounds.
//!
//! The gates check the ratios that the README, the guide and METHODOLOGY mention. A clock cannot measure differences of
//! a few percent, so no gate compares the library with the functions that `setwise gen kernel` writes. These functions
//! have the same numbers of operations as the library: `cargo xtask asm` counts the operations of the library's loops,
//! and a test of `setwise-ir` compares the emitted functions with these numbers.

mod verdict;

use std::fmt;

use anyhow::{Result, bail, ensure};

use crate::questions;
use setwise_benches::rounds::measure;
use setwise_benches::{Question, Setup};
use setwise_rounds::{Measured, Plan, is_named};

pub(crate) use verdict::{Verdict, conclude};

use verdict::Bound;

/// A bound on the ratio of two contestants' times. If this machine lacks one of the contestants, the gate is skipped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gate {
    pub(crate) question: &'static str,
    /// The contestant in the numerator.
    slower: &'static str,
    /// The contestant in the denominator.
    faster: &'static str,
    pub(crate) bound: Bound,
}

/// The gates. Each has a bound, a question, and two contestants. The ratio is the time of the first contestant divided by
/// the time of the second. All bounds hold in the recorded runs on Zen 4 and on Emerald Rapids.
pub(crate) const GATES: &[Gate] = &[
    // The table at the top of the README.
    at_least(2.0, "knights-real", TABLE, "avx2-prefix"),
    at_least(3.0, "knights-real", TABLE, "avx512-prefix"),
    at_least(3.0, "knights-10", TABLE, "scalar-prefix"),
    at_least(7.0, "knights-10", TABLE, "avx2-prefix"),
    at_least(10.0, "knights-10", TABLE, "avx512-prefix"),
    at_most(5.6, "knights-real", "avx2-prefix", "copy, avx2"),
    at_most(5.2, "knights-real", "avx512-prefix", "copy, avx512"),
    // The other standard rows: the loop that the compiler vectorises, and one board at a time.
    at_least(0.97, "knights-real", "autovectorised avx2", "avx2-prefix"),
    at_least(0.97, "knights-real", "autovectorised avx512", "avx512-prefix"),
    at_least(2.5, "knights-real", "one-at-a-time scalar-prefix", "avx2-prefix"),
    // When to use the library: for eight boards or more. For one board in a search, a table is better.
    at_least(1.2, "length-8", "scalar-prefix", "auto:"),
    at_least(1.0, "knights-latency", "scalar-prefix", TABLE),
    // Columns in main memory: one pattern, and several in one pass.
    at_least(1.2, "length-memory", TABLE, "auto:"),
    at_most(1.2, "length-memory", "auto:", "copy, memcpy"),
    at_least(1.3, "fused-three-memory", "{auto} in three passes", "{auto} in one pass"),
    at_least(1.3, "fused-three-totals-memory", "{auto} in three passes", "{auto} in one pass"),
    // Columns of squares, heat maps and threads.
    at_least(0.97, "knight-squares", "plain loop over the table", "auto:"),
    at_most(1.6, "heat", "{auto} heat", "{auto} total"),
    at_least(1.6, "threads-attacked-squares", "one thread", "two threads"),
    // Counting bits: the fastest rival, and the claims of the article.
    at_least(0.97, "count-4096", "simd-popcnt", "auto:"),
    at_least(1.2, "count-4096", "table-65536", "plain loop"),
    at_least(2.0, "count-64", "kernighan", "swar-multiply"),
    // Files of positions.
    at_least(6.0, "reading", "cozy-chess", "setwise-positions"),
    at_least(5.0, "packed", "bulletformat", "setwise-positions"),
    at_most(2.0, "features", "5 features", "reader alone"),
];

const TABLE: &str = "scalar-lookup";

const fn at_least(bound: f64, question: &'static str, slower: &'static str, faster: &'static str) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtLeast(bound) }
}

const fn at_most(bound: f64, question: &'static str, slower: &'static str, faster: &'static str) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtMost(bound) }
}

/// Judges the gates, and returns each gate with its verdict. A gate is skipped if this machine lacks one of its
/// contestants. Gates of a question without suitable boards are left out. Calls `report` with the title of each
/// question before measuring it.
pub(crate) fn judge(
    setup: Setup<'_>,
    gates: &[Gate],
    plan: Plan,
    mut report: impl FnMut(&str),
) -> Result<Vec<(Gate, Verdict)>> {
    let mut verdicts = Vec::new();
    for def in questions::all() {
        let gates: Vec<Gate> = gates.iter().filter(|gate| gate.question == def.id).copied().collect();
        let Some(question) = (if gates.is_empty() { None } else { def.make(setup)? }) else { continue };
        report(&question.title);
        verdicts.extend(judge_question(def.id, question, &gates, plan)?);
    }
    Ok(verdicts)
}

/// Measures the contestants of a question that its gates compare, and judges these gates.
fn judge_question(id: &str, mut question: Question, gates: &[Gate], plan: Plan) -> Result<Vec<(Gate, Verdict)>> {
    let wanted: Vec<String> = gates.iter().flat_map(Gate::contestants).collect();
    question.contestants.retain(|one| wanted.iter().any(|name| is_named(&one.name, name)));
    let measured = measure(id, &mut question, plan);
    if let Some(wrong) = measured.wrong.first() {
        bail!("{}: {} gave a wrong answer: {}", measured.title, wrong.name, wrong.fault);
    }
    gates.iter().map(|gate| Ok((*gate, gate.verdict(&measured)?))).collect()
}

impl Gate {
    fn verdict(&self, measured: &Measured) -> Result<Verdict> {
        let [slower, faster] = self.contestants();
        let Some(slower) = measured.row(&slower) else { return Ok(Verdict::Skipped(slower)) };
        let Some(faster) = measured.row(&faster) else { return Ok(Verdict::Skipped(faster)) };
        let ratio = slower.samples.against(&faster.samples);
        ensure!(ratio.median.is_finite(), "{self}: the ratio is not a number");
        Ok(self.bound.judge(ratio))
    }

    /// Returns the names of the two contestants. `{auto}` is replaced with the automatic choice on this machine.
    fn contestants(&self) -> [String; 2] {
        [self.slower, self.faster].map(|name| name.replace("{auto}", setwise::auto().id().name()))
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [slower, faster] = self.contestants();
        write!(f, "{}: {slower} / {faster}", self.question)
    }
}

#[cfg(test)]
mod tests {
    use setwise_benches::positions::RealPositions;
    use setwise_rounds::{Role, Row};
    use setwise_specimens::Entry;

    use super::*;

    /// The limit is stated in `benches/METHODOLOGY.md`.
    #[test]
    fn there_are_few_gates() {
        assert!(GATES.len() <= 25, "{} gates", GATES.len());
    }

    #[test]
    fn a_gate_passes_fails_or_is_skipped() {
        let row = |name: &str, time: f64| Row::new(name, Role::Backend, vec![time; 15]);
        let measured = Measured::of_rows("a", vec![row("a", 3.0), row("b", 1.0)]);
        let verdict = |gate: Gate| gate.verdict(&measured).unwrap();
        assert!(matches!(verdict(at_least(2.9, "q", "a", "b")), Verdict::Passed(_)));
        assert!(matches!(verdict(at_least(3.1, "q", "a", "b")), Verdict::Failed(_)));
        assert!(matches!(verdict(at_most(2.9, "q", "a", "b")), Verdict::Failed(_)));
        assert!(matches!(verdict(at_most(3.1, "q", "a", "c")), Verdict::Skipped(name) if name == "c"));
    }

    /// Checks that a gate is too noisy to judge if half of the samples are disturbed, as on a busy machine.
    #[test]
    fn disturbed_rounds_are_too_noisy() {
        let row = |name: &str, times: Vec<f64>| Row::new(name, Role::Backend, times);
        let mut measured = Measured::of_rows("a", vec![row("a", vec![1.0; 21]), row("b", vec![1.0; 21])]);
        let gate = at_least(0.97, "q", "a", "b");
        assert!(matches!(gate.verdict(&measured).unwrap(), Verdict::Passed(_)));
        measured.rows[1].samples.nanoseconds.iter_mut().step_by(2).for_each(|time| *time *= 2.0);
        assert!(matches!(gate.verdict(&measured).unwrap(), Verdict::TooNoisy(_)));
    }

    /// Checks that every gate names an existing question and existing contestants. A gate with a misspelt name would
    /// always be skipped.
    #[test]
    fn every_gate_names_a_question_and_contestants_that_exist_or_that_this_machine_lacks() {
        let real = RealPositions::embedded();
        let setup = Setup { cache: 1 << 16, ..Setup::all(&real) };
        for gate in GATES {
            let def = questions::all().into_iter().find(|def| def.id == gate.question);
            let question = def.unwrap_or_else(|| panic!("{gate}: unknown question")).make(setup).unwrap().unwrap();
            for name in gate.contestants() {
                let known = question.contestants.iter().any(|one| is_named(&one.name, &name));
                assert!(known || is_lacking_here(&name), "{gate}: unknown contestant {name:?}");
            }
        }
    }

    /// Returns whether the name of a contestant contains a backend or an instruction set that this machine cannot run.
    fn is_lacking_here(contestant: &str) -> bool {
        let set = contestant.split(' ').next_back().unwrap_or_default();
        let is_of = |entry: Entry| contestant.contains(entry.name) || entry.needs.starts_with(set);
        setwise_specimens::entries().filter(|entry| entry.backend.is_err()).any(is_of)
    }

    #[test]
    fn a_misspelt_contestant_is_not_taken_for_one_that_this_machine_lacks() {
        for misspelt in
            ["generated modul", "copy, avx521", "autovectorised", "avx2-prefx", "one-at-a-time scaler-prefix"]
        {
            assert!(!is_lacking_here(misspelt), "{misspelt}");
        }
    }
}
