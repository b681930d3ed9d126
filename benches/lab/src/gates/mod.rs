//! Gates: ratios that must hold, each within one run of interleaved rounds.

mod list;
mod verdict;

use anyhow::{Result, bail, ensure};
use setwise::BackendId;

use crate::questions;
use setwise_benches::rounds::measure;
use setwise_benches::setup::Setup;
use setwise_rounds::{Measured, Plan, is_named};

pub(crate) use list::GATES;
pub(crate) use verdict::{Bound, Verdict, conclude};

/// A bound on how many times as long one contestant takes as another.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gate {
    /// The id of the question.
    pub(crate) question: &'static str,
    /// The contestant in the numerator. If it is not available on this machine, the gate is skipped.
    pub(crate) slower: &'static str,
    /// The contestant in the denominator.
    pub(crate) faster: &'static str,
    /// The bound on the ratio of their times.
    pub(crate) bound: Bound,
    /// A description of the gate.
    pub(crate) says: &'static str,
}

/// Judges the gates, and returns each with its verdict. Gates that this machine cannot judge are skipped. Calls `report` with the
/// title of each question before measuring it.
pub(crate) fn judge(
    setup: Setup<'_>,
    gates: &[Gate],
    plan: Plan,
    mut report: impl FnMut(&str),
) -> Result<Vec<(Gate, Verdict)>> {
    let mut verdicts = Vec::new();
    for def in questions::all() {
        let of_question: Vec<Gate> = gates.iter().filter(|gate| gate.question == def.id).copied().collect();
        if of_question.is_empty() {
            continue;
        }
        let Some(mut question) = def.make(setup)? else { continue };
        let wanted: Vec<String> =
            of_question.iter().flat_map(|gate| [gate.slower, gate.faster]).map(on_this_machine).collect();
        question.contestants.retain(|one| wanted.iter().any(|name| is_named(&one.name, name)));
        report(&question.title);
        let measured = measure(def.id, &mut question, plan);
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
        let ratio = slower.samples.against(&faster.samples);
        ensure!(ratio.median.is_finite(), "{}: the ratio is not a number", self.says);
        Ok(self.bound.judge(ratio))
    }
}

/// Returns the name of a contestant, with `{auto}` replaced by this machine's automatic choice and `{avx512}` by its best AVX-512
/// backend.
fn on_this_machine(name: &str) -> String {
    let avx512 = [BackendId::Avx512VpopcntPrefix, BackendId::Avx512Prefix].into_iter().find(|id| id.detect().is_ok());
    name.replace("{auto}", setwise::auto().id().name())
        .replace("{avx512}", avx512.unwrap_or(BackendId::Avx512Prefix).name())
}

#[cfg(test)]
mod tests {
    use super::list::{at_least, at_most};
    use super::*;
    use setwise_rounds::{Role, Row};

    #[test]
    fn a_gate_passes_fails_or_is_skipped() {
        let row = |name: &str, time: f64| Row::new(name, Role::Backend, vec![time; 15]);
        let measured = Measured::of_rows("a", vec![row("a", 3.0), row("b", 1.0)]);
        let verdict = |gate: Gate| gate.verdict(&measured).unwrap();
        assert!(matches!(verdict(at_least(2.9, "", "q", ["a", "b"])), Verdict::Passed(_)));
        assert!(matches!(verdict(at_least(3.1, "", "q", ["a", "b"])), Verdict::Failed(_)));
        assert!(matches!(verdict(at_most(2.9, "", "q", ["a", "b"])), Verdict::Failed(_)));
        assert!(matches!(verdict(at_most(3.1, "", "q", ["a", "c"])), Verdict::Skipped(name) if name == "c"));
    }

    /// Tests the whole path from samples, with half of the rounds disturbed, as on a busy machine.
    #[test]
    fn disturbed_rounds_are_too_noisy() {
        let row = |name: &str, times: Vec<f64>| Row::new(name, Role::Backend, times);
        let mut measured = Measured::of_rows("a", vec![row("a", vec![1.0; 21]), row("b", vec![1.0; 21])]);
        let gate = at_least(0.97, "", "q", ["a", "b"]);
        assert!(matches!(gate.verdict(&measured).unwrap(), Verdict::Passed(_)));
        measured.rows[1].samples.nanoseconds.iter_mut().step_by(2).for_each(|time| *time *= 2.0);
        assert!(matches!(gate.verdict(&measured).unwrap(), Verdict::TooNoisy(_)));
    }
}
