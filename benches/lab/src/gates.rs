//! Gates: bounds on ratios of times. Each ratio is measured within one run of interleaved rounds.
//!
//! The gates check the ratios that the README, the guide and METHODOLOGY mention. A clock cannot measure differences of
//! a few percent, so no gate compares the library with the functions that `setwise gen kernel` writes. These functions
//! have the same numbers of operations as the library: `cargo xtask asm` counts the operations of the library's loops,
//! and a test of `setwise-ir` compares the emitted functions with these numbers.

use std::fmt;

use anyhow::{Result, bail, ensure};

use crate::questions;
use setwise_benches::rounds::measure;
use setwise_benches::{Question, Setup};
use setwise_files::ending::print_line;
use setwise_rounds::{Measured, Plan, Ratio, is_named};

/// A bound on the ratio of two contestants' times. If this machine lacks one of the contestants, the gate is skipped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gate {
    question: &'static str,
    /// The contestant in the numerator.
    slower: &'static str,
    /// The contestant in the denominator.
    faster: &'static str,
    bound: Bound,
}

/// A bound on a ratio of times. A ratio equal to the bound passes.
#[derive(Debug, Clone, Copy)]
enum Bound {
    AtLeast(f64),
    AtMost(f64),
}

/// The gates. Each has a bound, a question, and two contestants. The ratio is the time of the first contestant divided by
/// the time of the second. All bounds hold in the recorded runs on Zen 4 and on Emerald Rapids.
const GATES: &[Gate] = &[
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

/// Judges the gates of the named questions, or all gates if no question is named, and prints the verdicts. Gates of a
/// question without suitable boards are left out. Calls `report` with the title of each question before measuring it.
/// Returns an error if a gate has failed or was too noisy to judge.
pub(crate) fn judge(setup: Setup<'_>, wanted: &[String], mut report: impl FnMut(&str)) -> Result<()> {
    let is_wanted = |id: &str| wanted.is_empty() || wanted.iter().any(|one| one == id);
    ensure!(GATES.iter().any(|gate| is_wanted(gate.question)), "no gate has a question named {}", wanted.join(", "));
    let (mut failed, mut noisy) = (0, 0);
    for def in questions::all().into_iter().filter(|def| is_wanted(def.id)) {
        let gates: Vec<&Gate> = GATES.iter().filter(|gate| gate.question == def.id).collect();
        let Some(question) = (if gates.is_empty() { None } else { def.make(setup)? }) else { continue };
        report(&question.title);
        let measured = measured(def.id, question, &gates)?;
        for gate in gates {
            let verdict = gate.verdict(&measured)?;
            failed += u32::from(verdict.0 == FAILED);
            noisy += u32::from(verdict.0 == TOO_NOISY);
            print_line(format_args!("{:9} {}, {}: {gate}", verdict.0, verdict.1, gate.bound))?;
        }
    }
    ensure!(failed + noisy == 0, "{failed} gates failed, {noisy} were too noisy to judge: repeat on an idle machine");
    Ok(())
}

/// Measures the contestants of a question that its gates compare.
fn measured(id: &str, mut question: Question, gates: &[&Gate]) -> Result<Measured> {
    let wanted: Vec<String> = gates.iter().flat_map(|gate| gate.contestants()).collect();
    question.contestants.retain(|one| wanted.iter().any(|name| is_named(&one.name, name)));
    let measured = measure(id, &mut question, Plan::USUAL);
    if let Some(wrong) = measured.wrong.first() {
        bail!("{}: {} gave a wrong answer: {}", measured.title, wrong.name, wrong.fault);
    }
    Ok(measured)
}

const PASSED: &str = "passed";
const FAILED: &str = "FAILED";
/// The interval is too wide to judge: the gate has neither passed nor failed.
const TOO_NOISY: &str = "too noisy";
const SKIPPED: &str = "skipped";

impl Gate {
    /// Returns the verdict, and the ratio as a text or the reason why the gate is skipped.
    fn verdict(&self, measured: &Measured) -> Result<(&'static str, String)> {
        let rows = self.contestants().map(|name| measured.row(&name).ok_or(name));
        let [slower, faster] = match rows {
            [Ok(slower), Ok(faster)] => [slower, faster],
            [Err(lacking), _] | [_, Err(lacking)] => return Ok((SKIPPED, format!("{lacking} is not available here"))),
        };
        let ratio = slower.samples.against(&faster.samples);
        ensure!(ratio.median.is_finite(), "{self}: the ratio is not a number");
        let [low, high] = ratio.interval;
        Ok((self.bound.judge(ratio), format!("{:5.2} ({low:.2} to {high:.2})", ratio.median)))
    }

    /// Returns the names of the two contestants. `{auto}` is replaced with the automatic choice on this machine.
    fn contestants(&self) -> [String; 2] {
        [self.slower, self.faster].map(|name| name.replace("{auto}", setwise::auto().id().name()))
    }
}

impl Bound {
    /// The greatest width of an interval that contains the bound of its gate and can still be judged. The width is the
    /// upper end divided by the lower end. On an idle machine, intervals are narrower.
    const WIDEST: f64 = 1.25;

    /// Judges a ratio by its median. The ratio is too noisy to judge if its interval contains the bound and is wider
    /// than [`WIDEST`](Self::WIDEST).
    fn judge(self, Ratio { median, interval: [low, high] }: Ratio) -> &'static str {
        let (bound, passes) = match self {
            Self::AtLeast(bound) => (bound, median >= bound),
            Self::AtMost(bound) => (bound, median <= bound),
        };
        match low < bound && bound < high && high > Self::WIDEST * low {
            true => TOO_NOISY,
            false if passes => PASSED,
            false => FAILED,
        }
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
        let verdict = |gate: Gate| gate.verdict(&measured).unwrap().0;
        assert_eq!(verdict(at_least(2.9, "q", "a", "b")), PASSED);
        assert_eq!(verdict(at_least(3.1, "q", "a", "b")), FAILED);
        assert_eq!(verdict(at_most(2.9, "q", "a", "b")), FAILED);
        assert_eq!(verdict(at_most(3.1, "q", "a", "c")), SKIPPED);
    }

    #[test]
    fn a_wide_interval_that_contains_the_bound_is_too_noisy() {
        let judged = |bound: Bound, median: f64, interval: [f64; 2]| bound.judge(Ratio { median, interval });
        let [least, most] = [Bound::AtLeast(0.97), Bound::AtMost(1.5)];
        assert_eq!(judged(least, 1.10, [0.44, 1.30]), TOO_NOISY, "this case was once reported as passed");
        assert_eq!(judged(least, 0.80, [0.44, 1.30]), TOO_NOISY, "noise does not make a gate fail either");
        assert_eq!(judged(most, 1.40, [1.20, 1.90]), TOO_NOISY);
        assert_eq!([judged(least, 0.99, [0.95, 1.05]), judged(least, 0.96, [0.95, 1.05])], [PASSED, FAILED], "narrow");
        assert_eq!([judged(least, 2.0, [1.0, 4.0]), judged(most, 2.0, [1.6, 4.0])], [PASSED, FAILED], "on one side");
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
}
