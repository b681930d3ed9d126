//! Checks whether measurements in rounds can be trusted on this machine, by measuring the noise.
//!
//! A few questions with columns in cache are measured with two additional rows for every backend, a twin and a slowed
//! twin. The twin runs the same code under another name, and must not be called different. The slowed twin does a tenth
//! more work, and must be called slower.
//!
//! Two rows are called different if the whole 95 % interval of the ratio of their times is more than a hundredth away
//! from one. Smaller differences can come from code alignment.

use std::fmt;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use setwise::backend::{Job, Runner, Strategy};
use setwise::patterns::{Forks, KingAttacks, KnightAttacks};
use setwise::{Kernel, Lanes, Spread};
use setwise_specimens::{AnyBackend, Entry};
use setwise_testkit::oracle::{self, king_attacks, knight_attacks};

use setwise_benches::questions::parts;
use setwise_benches::rounds::measure;
use setwise_benches::workload::{Boards, Length, Recipe};
use setwise_benches::{Contestant, Question, Setup, Workspace};
use setwise_rounds::{Answer, Plan, Ratio, Role};

/// The results of a self-check.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct SelfCheck {
    /// The number of rows that were measured with their twins.
    pub(crate) rows: usize,
    /// The rows whose twin was called different, each with the ratio of the twin's time to the row's time.
    pub(crate) called_different: Vec<(String, Ratio)>,
    /// The rows whose slowed twin was not called slower, each with the ratio of the slowed twin's time to the row's
    /// time.
    pub(crate) missed: Vec<(String, Ratio)>,
    /// The number of ratios whose interval is too wide to distinguish a tenth more work from no extra work. Each row
    /// has two ratios.
    pub(crate) noisy: usize,
}

impl SelfCheck {
    /// Returns whether the machine was too noisy to judge the rounds. It is too noisy if more than one ratio in ten has
    /// an interval that is too wide.
    pub(crate) fn is_noisy(&self) -> bool {
        10 * self.noisy > 2 * self.rows
    }

    /// Returns whether at most 5 % of the twins were called different, and at least 95 % of the slowed twins were
    /// called slower. Returns `false` if there are no rows.
    pub(crate) fn is_trusted(&self) -> bool {
        self.rows > 0 && [&self.called_different, &self.missed].iter().all(|faults| 20 * faults.len() <= self.rows)
    }

    fn add(&mut self, mut question: Question, plan: Plan) -> Result<()> {
        let measured = measure("self-check", &mut question, plan);
        if let Some(wrong) = measured.wrong.first() {
            bail!("{}: {} gave a wrong answer: {}", measured.title, wrong.name, wrong.fault);
        }
        for one in measured.rows.iter().filter(|row| row.role == Role::Backend) {
            let ratio = |suffix: &str| {
                let other = measured.row(&format!("{} {suffix}", one.name)).context("each row entered twice more")?;
                anyhow::Ok(other.samples.against(&one.samples))
            };
            let (name, twin, slowed) = (format!("{}, {}", measured.title, one.name), ratio(TWIN)?, ratio(SLOWED)?);
            self.rows += 1;
            self.noisy += usize::from(is_wide(&twin)) + usize::from(is_wide(&slowed));
            self.called_different.extend(twin.is_different(TOLERANCE).then(|| (name.clone(), twin)));
            self.missed.extend((!slowed.is_slower(TOLERANCE)).then_some((name, slowed)));
        }
        Ok(())
    }
}

impl fmt::Display for SelfCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, called_different, missed, noisy } = self;
        writeln!(f, "{} of {rows} equal rows called different (allowed: 1 in 20)", called_different.len())?;
        let slower = rows - missed.len();
        writeln!(f, "{slower} of {rows} rows with a tenth more work called slower (required: 19 in 20)")?;
        write!(f, "{noisy} of {} ratios too noisy: their intervals are wider than a tenth", 2 * rows)?;
        for (name, Ratio { median, interval: [low, high] }) in called_different.iter().chain(missed) {
            write!(f, "\n  {name}: {median:.3} ({low:.3} to {high:.3})")?;
        }
        Ok(())
    }
}

/// Ratios within this distance of one are not differences, because code alignment alone can cause them.
pub(crate) const TOLERANCE: f64 = 0.01;

/// Measures three questions with every backend, its twin and its slowed twin.
pub(crate) fn run(setup: Setup<'_>, plan: Plan) -> Result<SelfCheck> {
    let mut outcome = SelfCheck::default();
    outcome
        .add(question(setup, "knights", KnightAttacks, |view| [view.knights], |[set]| [knight_attacks(set)])?, plan)?;
    outcome.add(question(setup, "kings", KingAttacks, |view| [view.king], |[set]| [king_attacks(set)])?, plan)?;
    let forks = |[set]: [u64; 1]| [oracle::fork_squares(set, 2)];
    outcome.add(question(setup, "forks", Forks::<2>, |view| [view.targets()], forks)?, plan)?;
    Ok(outcome)
}

/// Returns whether an interval is too wide to detect a slowed twin, which takes a tenth longer.
fn is_wide(Ratio { interval: [low, high], .. }: &Ratio) -> bool {
    high / low > 1.1
}

const TWIN: &str = "once more";
const SLOWED: &str = "with a tenth more";

fn question<K: Kernel<1, 1> + 'static>(
    setup: Setup<'_>,
    title: &str,
    kernel: K,
    take: fn(&setwise_testkit::view::View) -> [u64; 1],
    oracle: impl Fn([u64; 1]) -> [u64; 1],
) -> Result<Question> {
    let recipe = Recipe { name: "real boards", reason: "self-check", boards: Boards::Real(take), expected: 0 };
    let workload = recipe.make_unpinned(setup, Length::InCache, oracle);
    let answer = Rc::new(Answer::sets(&workload.results));
    let twins =
        |(entry, backend): (Entry, AnyBackend)| backend.run(Twins { name: entry.name, kernel, answer: &answer });
    let contestants = AnyBackend::ready().flat_map(twins).collect();
    Ok(parts::question(title, &recipe, &workload, &answer, contestants))
}

/// The job that makes three contestants from a backend: the row itself, its twin and its slowed twin.
struct Twins<'a, K> {
    name: &'static str,
    kernel: K,
    answer: &'a Rc<Answer>,
}

impl<K: Kernel<1, 1> + 'static> Job for Twins<'_, K> {
    type Out = [Contestant; 3];

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> [Contestant; 3] {
        let Self { name, kernel, answer } = self;
        let whole = move |workspace: &mut Workspace| {
            same_code(backend, kernel, workspace.input[0].as_slice(), workspace.sets[0].as_mut_slice());
        };
        let slowed = move |workspace: &mut Workspace| {
            whole(workspace);
            let tenth = workspace.input[0].as_slice().len() / 10;
            let (boards, answers) = (workspace.input[0].as_slice(), workspace.sets[0].as_mut_slice());
            same_code(backend, kernel, &boards[..tenth], &mut answers[..tenth]);
        };
        [
            Contestant::new(name, Role::Backend, answer, whole),
            Contestant::new(&format!("{name} {TWIN}"), Role::Rival, answer, whole),
            Contestant::new(&format!("{name} {SLOWED}"), Role::Rival, answer, slowed),
        ]
    }
}

/// Runs a pass of a row, its twin or its slowed twin. If this function were inlined, the compiler could generate
/// different code for each of the three.
#[inline(never)]
fn same_code<V: Lanes, S: Spread<V>, K: Kernel<1, 1>>(
    backend: Strategy<V, S>,
    kernel: K,
    boards: &[u64],
    answers: &mut [u64],
) {
    backend.map(kernel, [boards], [answers]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_twenty_may_be_wrong() {
        let ratio = |low: f64, high: f64| Ratio { median: (low + high) / 2.0, interval: [low, high] };
        let mut outcome = SelfCheck { rows: 40, ..SelfCheck::default() };
        assert!(outcome.is_trusted());
        outcome.called_different = vec![("a".into(), ratio(1.1, 1.2)); 3];
        assert!(!outcome.is_trusted());
        assert!(!SelfCheck::default().is_trusted(), "nothing was measured");
        assert!(is_wide(&ratio(0.9, 1.1)) && !is_wide(&ratio(1.05, 1.15)));
        outcome.noisy = 8;
        assert!(!outcome.is_noisy(), "one in ten");
        outcome.noisy = 9;
        assert!(outcome.is_noisy() && outcome.to_string().contains("\n9 of 80 ratios too noisy"));
    }

    #[test]
    fn a_wrong_answer_is_an_error() {
        let real = setwise_benches::positions::RealPositions::embedded();
        let kings_for_knights = |[set]: [u64; 1]| [knight_attacks(set)];
        let question =
            question(Setup::all(&real), "wrong", KingAttacks, |view| [view.knights], kings_for_knights).unwrap();
        let plan = Plan { rounds: 1, sample: std::time::Duration::from_micros(1) };
        let error = SelfCheck::default().add(question, plan).unwrap_err().to_string();
        assert!(error.contains("gave a wrong answer: result 0 of board"), "{error}");
    }
}
