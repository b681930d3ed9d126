//! Gates: bounds on ratios of times. Each ratio is measured within one run of interleaved rounds.

mod link_orders;
mod verdict;

use std::fmt;

use anyhow::{Result, bail, ensure};
use setwise::BackendId;

use crate::{emitted, questions};
use setwise_benches::rounds::measure;
use setwise_benches::{Contestant, Question, Setup};
use setwise_rounds::{Measured, Plan, Role, Row, is_named};

pub(crate) use link_orders::judge_link_orders;
pub(crate) use verdict::{Bound, Verdict, conclude};

/// A bound on the ratio of two contestants' times. If this machine lacks one of the contestants, the gate is skipped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gate {
    pub(crate) question: &'static str,
    /// The contestant in the numerator.
    pub(crate) slower: &'static str,
    /// The contestant in the denominator.
    pub(crate) faster: &'static str,
    pub(crate) bound: Bound,
}

/// Returns every gate of the project: those in [`GATES`], one for each question about short batches, and one for each
/// emitted function.
pub(crate) fn all() -> Vec<Gate> {
    let short = questions::SHORT.iter().map(|def| at_most(1.1, def.id, "auto:", BEST));
    let emitted = emitted::comparisons().map(|[id, library, emitted]| at_most(1.03, id, library, emitted));
    GATES.iter().copied().chain(short).chain(emitted).collect()
}

/// The gates that are written by hand. Each has a bound, a question, and two contestants. The ratio is the time of the
/// first contestant divided by the time of the second.
const GATES: &[Gate] = &[
    at_least(2.5, "knights-real", ONE, "avx2-prefix"),
    at_most(5.6, "knights-real", "avx2-prefix", "copy, avx2"),
    at_least(0.97, "knights-real", "autovectorised avx2", "avx2-prefix"),
    at_least(4.0, "knights-real", ONE, "avx512-prefix"),
    at_most(5.2, "knights-real", "avx512-prefix", "copy, avx512"),
    at_least(0.97, "knights-real", "autovectorised avx512", "avx512-prefix"),
    at_least(3.5, "knights-2", "cozy-chess tables", "{auto}"),
    at_least(10.0, "knights-10", "cozy-chess tables", "{auto}"),
    at_most(1.5, "mobility-counts", "avx512-vpopcnt-prefix", "attacks alone, avx512-vpopcnt-prefix"),
    at_most(1.1, "knights-real", "avx2-prefix", "by hand, avx2"),
    at_most(1.02, "knights-real", "avx512-prefix", "by hand, avx512"),
    at_most(1.1, "kings-real", "avx2-prefix", "by hand, avx2"),
    at_most(1.02, "kings-real", "avx512-prefix", "by hand, avx512"),
    at_least(0.97, "kings-real", "autovectorised avx2", "avx2-prefix"),
    at_least(0.97, "kings-real", "autovectorised avx512", "avx512-prefix"),
    at_least(2.0, "knight-squares", "avx512-bit-and-prefix", "auto:"),
    // The bound for kings is lower, because on Zen 5 looking up the sets of kings takes hardly longer than storing
    // them.
    at_least(1.7, "king-squares", "avx512-bit-and-prefix", "auto:"),
    at_least(1.5, "knight-squares", PLAIN, "avx2-bytes"),
    at_least(1.5, "king-squares", PLAIN, "avx2-bytes"),
    at_least(0.97, "knight-squares", PLAIN, "auto:"),
    at_least(0.97, "king-squares", PLAIN, "auto:"),
    at_least(2.5, "forks", ONE, "avx2-prefix"),
    at_least(4.0, "forks", ONE, "{avx512}"),
    at_least(1.5, "fused-mobility-memory", "{auto} in two passes", "{auto} in one pass"),
    at_least(1.6, "fused-three-totals-memory", "{avx512} in three passes", "{avx512} in one pass"),
    at_least(1.4, "fused-fills-memory", "{avx512} in six passes", "{avx512} in one pass"),
    at_most(1.6, "heat", "{auto} heat", "{auto} total"),
    at_most(1.6, "heat", "avx2-prefix heat", "avx2-prefix total"),
    at_most(1.6, "heat", "avx512-prefix heat", "avx512-prefix total"),
    at_least(0.9, "heat-memory", "{auto} read", "{auto} heat"),
    at_least(0.95, "length-memory", "copy, avx512", "avx512-prefix"),
    at_most(1.2, "length-memory", "auto:", "{copy}"),
    at_most(1.2, "length-memory", "auto:", "copy, memcpy"),
    at_most(1.05, "length-4", "generic auto:", "auto:"),
    at_least(1.0, "count-8", "simd-popcnt", "auto:"),
    at_least(0.97, "count-8", "plain loop", "auto:"),
    at_least(0.97, "count-64", "plain loop", "auto:"),
    at_least(0.97, "count-512", "simd-popcnt", "auto:"),
    at_least(0.97, "count-4096", "simd-popcnt", "auto:"),
    at_least(0.97, "count-131072", "simd-popcnt", "auto:"),
    at_least(0.97, "count-4m", "simd-popcnt", "auto:"),
    at_least(0.97, "knights-real", "scalar-prefix", "generated module"),
    at_least(0.97, "kings-real", "scalar-prefix", "generated module"),
    at_least(6.0, "reading", "cozy-chess", "setwise-positions"),
    at_least(12.0, "reading", "cozy-chess", "setwise-positions, avx2"),
    at_least(20.0, "reading", "cozy-chess", "setwise-positions, avx512-vbmi2"),
    at_least(8.0, "legal-moves", "cozy-chess", "{avx512}"),
    at_least(4.0, "legal-moves", "cozy-chess", "avx2-prefix"),
    at_most(2.0, "expression-5", "{auto}", "{auto} compiled"),
    at_most(2.0, "expression-20", "{auto}", "{auto} compiled"),
    at_most(2.0, "expression-60", "{auto}", "{auto} compiled"),
    at_most(2.0, "expression-20", "avx2-prefix", "avx2-prefix compiled"),
    at_most(2.0, "expression-60", "avx2-prefix", "avx2-prefix compiled"),
    at_least(4.0, "members-10", "bit loop", "avx512-vbmi2"),
    at_least(1.1, "members-10", "bit loop", "avx2-shuffle"),
    at_least(8.0, "members-3-to-16", "bit loop", "avx512-vbmi2"),
    at_least(2.2, "members-3-to-16", "bit loop", "avx2-shuffle"),
    at_least(0.97, "members-3-to-16", "bmi2-pext", "avx2-shuffle"),
    at_least(0.97, "members-attacked", "bmi2-pext", "avx2-shuffle"),
    at_least(1.8, "threads-attacked-squares", "one thread", "two threads"),
    at_least(1.8, "threads-knights", "one thread", "two threads"),
    at_least(1.8, "threads-heat", "one thread", "two threads"),
    at_most(2.0, "features", "5 features", "reader alone"),
    // The ratio to `reader alone` depends on which strategy the reader uses, because the fastest strategy may take less
    // than half of the portable strategy's time. `all features` therefore also has a bound relative to the portable
    // strategy.
    at_most(1.5, "features", "all features", "reader alone, portable"),
    at_most(3.3, "features", "all features", "reader alone"),
    at_most(3.1, "features", "all features, avx2", "reader alone, avx2"),
    at_most(3.0, "features", "all features, sums", "reader alone"),
    at_most(2.8, "features", "all features, sums, avx2", "reader alone, avx2"),
    at_least(5.0, "packed", "bulletformat", "setwise-positions, bmi2"),
    at_least(1.5, "packed", "bulletformat", "setwise-positions, portable"),
    at_most(1.5, "packed", "setwise-positions, further columns", "setwise-positions"),
    at_most(2.0, "packed-features", "5 features", "columns to 5 features"),
    at_most(3.0, "packed-features", "5 features without attacks", "boards alone"),
    at_most(1.8, "packed-features", "5 features, avx2", "columns to 5 features, avx2"),
];

const ONE: &str = "one-at-a-time scalar-prefix";
const PLAIN: &str = "plain loop over the table";

const fn at_least(bound: f64, question: &'static str, slower: &'static str, faster: &'static str) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtLeast(bound) }
}

const fn at_most(bound: f64, question: &'static str, slower: &'static str, faster: &'static str) -> Gate {
    Gate { question, slower, faster, bound: Bound::AtMost(bound) }
}

/// A placeholder for the fastest backend of a question, without the automatic choice: see [`best_by_type`]. If a gate
/// of a question has this placeholder, all backends of the question are measured.
const BEST: &str = "{best}";

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
    let of_question = |id: &str| -> Vec<Gate> { gates.iter().filter(|gate| gate.question == id).copied().collect() };
    for def in questions::all() {
        let gates = of_question(def.id);
        let Some(question) = (if gates.is_empty() { None } else { def.make(setup)? }) else { continue };
        report(&question.title);
        verdicts.extend(judge_question(def.id, question, &gates, plan)?);
    }
    for (id, question) in emitted::questions(setup) {
        let gates = of_question(id);
        if !gates.is_empty() {
            report(&question.title);
            verdicts.extend(judge_question(id, question, &gates, plan)?);
        }
    }
    Ok(verdicts)
}

/// Measures the contestants of a question that its gates compare, and judges these gates.
fn judge_question(id: &str, mut question: Question, gates: &[Gate], plan: Plan) -> Result<Vec<(Gate, Verdict)>> {
    let wanted: Vec<String> = gates.iter().flat_map(|gate| [gate.slower, gate.faster]).map(on_this_machine).collect();
    let best = wanted.iter().any(|name| name == BEST);
    let is_wanted =
        |one: &Contestant| best && one.role == Role::Backend || wanted.iter().any(|name| is_named(&one.name, name));
    question.contestants.retain(is_wanted);
    let measured = measure(id, &mut question, plan);
    if let Some(wrong) = measured.wrong.first() {
        bail!("{}: {} gave a wrong answer: {}", measured.title, wrong.name, wrong.fault);
    }
    gates.iter().map(|gate| Ok((*gate, gate.verdict(&measured)?))).collect()
}

impl Gate {
    fn verdict(&self, measured: &Measured) -> Result<Verdict> {
        let [slower, faster] = [self.slower, self.faster].map(on_this_machine);
        let row = |name: &str| if name == BEST { best_by_type(measured) } else { measured.row(name) };
        let Some(slower) = row(&slower) else { return Ok(Verdict::Skipped(slower)) };
        let Some(faster) = row(&faster) else { return Ok(Verdict::Skipped(faster)) };
        let ratio = slower.samples.against(&faster.samples);
        ensure!(ratio.median.is_finite(), "{self}: the ratio is not a number");
        Ok(self.bound.judge(ratio))
    }
}

/// Returns the row of the fastest backend that is called through its type, which excludes the automatic choice.
/// `scalar-lookup` is also left out, because its time depends on the number of pieces on the boards.
fn best_by_type(measured: &Measured) -> Option<&Row> {
    let is_by_type = |row: &&Row| {
        row.role == Role::Backend && !row.name.starts_with("auto:") && row.name != BackendId::ScalarLookup.name()
    };
    let backends = measured.rows.iter().filter(is_by_type);
    backends.min_by(|a, b| a.samples.nanoseconds().total_cmp(&b.samples.nanoseconds()))
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [slower, faster] = [self.slower, self.faster].map(on_this_machine);
        write!(f, "{}: {slower} / {faster}", self.question)
    }
}

/// Replaces the placeholders in the name of a contestant: `{auto}` with the automatic choice on this machine, `{avx512}`
/// with the best AVX-512 backend, and `{copy}` with the AVX-512 copy, or the AVX2 copy on a machine without AVX-512.
fn on_this_machine(name: &str) -> String {
    let avx512 = [BackendId::Avx512VpopcntPrefix, BackendId::Avx512Prefix].into_iter().find(|id| id.detect().is_ok());
    name.replace("{auto}", setwise::auto().id().name())
        .replace("{avx512}", avx512.unwrap_or(BackendId::Avx512Prefix).name())
        .replace("{copy}", if avx512.is_some() { "copy, avx512" } else { "copy, avx2" })
}

#[cfg(test)]
mod tests {
    use setwise_benches::QuestionDef;
    use setwise_benches::positions::RealPositions;
    use setwise_positions::{ReadStrategy, packed};
    use setwise_specimens::Entry;
    use setwise_specimens::squares::{bit_methods, table_methods};

    use super::*;

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
        let made = |def: &QuestionDef| Some((def.id, def.make(setup).unwrap()?));
        let mut questions: Vec<(&str, Question)> = questions::all().iter().filter_map(made).collect();
        for (id, mut question) in emitted::questions(setup) {
            assert_eq!(question.checked().1, [], "{}", question.title);
            questions.push((id, question));
        }
        for gate in all() {
            let question = questions.iter().find(|(id, _)| *id == gate.question);
            let (_, question) = question.unwrap_or_else(|| panic!("{gate}: unknown question"));
            for name in [gate.slower, gate.faster].map(on_this_machine) {
                let known = name == BEST || question.contestants.iter().any(|one| is_named(&one.name, &name));
                assert!(known || is_lacking_here(&name), "{gate}: unknown contestant {name:?}");
            }
        }
    }

    /// Returns whether the name of a contestant contains a backend, an instruction set or a reading strategy that this
    /// machine cannot run.
    fn is_lacking_here(contestant: &str) -> bool {
        let set = contestant.split(' ').next_back().unwrap_or_default();
        let is_of = |entry: Entry| contestant.contains(entry.name) || entry.needs.starts_with(set);
        let cannot_read =
            |strategy: ReadStrategy| strategy.name() == set && !ReadStrategy::ready().any(|ready| ready == strategy);
        let cannot_unpack = |strategy: packed::UnpackStrategy| {
            strategy.name() == set && !packed::UnpackStrategy::ready().any(|ready| ready == strategy)
        };
        setwise_specimens::entries().filter(|entry| entry.backend.is_err()).any(is_of)
            || ReadStrategy::ALL.into_iter().any(cannot_read)
            || packed::UnpackStrategy::ALL.into_iter().any(cannot_unpack)
            || table_methods().iter().any(|method| method.name == contestant && method.sets_from.is_none())
            || bit_methods().iter().any(|method| method.name == contestant && method.knights_and_kings.is_none())
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
