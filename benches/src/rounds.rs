//! The results of a question: every sample of every contestant with a right answer.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use setwise_rounds::{Plan, Ratio, median};

use crate::Question;
use crate::machine::last_level_cache;
use setwise_rounds::{Point, Role};

/// Returns the plan for a question. In main memory a pass takes as long as hundreds of samples, so a third of the rounds will do.
#[must_use]
pub fn plan_for(plan: Plan, question: &Question) -> Plan {
    Plan { rounds: if is_in_memory(question) { plan.rounds / 3 } else { plan.rounds }, ..plan }
}

/// Returns whether the columns of a question exceed the caches.
fn is_in_memory(question: &Question) -> bool {
    question.workspace.bytes() >= last_level_cache().min(1 << 28)
}

/// Estimates the time for a question: in cache that of its samples and warm-up passes, in main memory that of its passes.
#[must_use]
pub fn estimate(plan: Plan, question: &Question) -> Duration {
    let plan = plan_for(plan, question);
    const BYTES_PER_NS: usize = 3;
    let pass = Duration::from_nanos((question.workspace.bytes() / BYTES_PER_NS) as u64).max(Duration::from_micros(20));
    let sample = if pass > 10 * plan.sample { pass } else { plan.sample + pass };
    sample * (plan.rounds * question.contestants.len()) as u32
}

/// The results of the rounds of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The id of the question.
    pub id: String,
    /// The title of the question.
    pub title: String,
    /// The reason why it is measured.
    pub reason: String,
    /// The number of boards per pass.
    pub boards: usize,
    /// The place of the question on an axis, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// The row with which others are compared.
    pub reference: String,
    /// The samples of every contestant with a right answer.
    pub rows: Vec<Samples>,
    /// The contestants with a wrong answer, which were not timed.
    pub wrong: Vec<Wrong>,
}

impl Measured {
    /// Returns a question for tests: eight boards, no wrong answers.
    #[must_use]
    pub fn of_rows(reference: &str, rows: Vec<Samples>) -> Self {
        let [id, title, reason] = ["q", "q", "r"].map(String::from);
        Self { id, title, reason, boards: 8, point: None, reference: reference.into(), rows, wrong: vec![] }
    }
}

/// A contestant with a wrong answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrong {
    /// The name of the contestant.
    pub name: String,
    /// A description of the first wrong result.
    pub fault: String,
}

/// The samples of one contestant, one per round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// The name of the contestant.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The times in nanoseconds per board, in the order of the rounds.
    pub ns_per_board: Vec<f64>,
    /// The frequencies of the core in gigahertz, in the order of the rounds. Empty in runs that did not measure them, and for
    /// columns that exceed the caches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gigahertz: Vec<f64>,
}

/// Checks every contestant of a question, then measures those with a right answer.
#[must_use]
pub fn measure(id: &str, question: &mut Question, plan: Plan) -> Measured {
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for n in 0..question.contestants.len() {
        match question.check(n) {
            Ok(()) => right.push(n),
            Err(fault) => wrong.push(Wrong { name: question.contestants[n].name.clone(), fault }),
        }
    }
    let samples = setwise_rounds::measure(right.len(), plan_for(plan, question), |n| question.pass(right[n]));
    // The speed of memory does not follow the frequency of the core.
    let in_cycles = !is_in_memory(question);
    let Question { title, reason, reference, point, boards, contestants, .. } = question;
    let row = |(&n, samples): (&usize, setwise_rounds::Samples)| Samples {
        name: contestants[n].name.clone(),
        role: contestants[n].role,
        ns_per_board: samples.nanoseconds.iter().map(|time| rounded(time / *boards as f64)).collect(),
        gigahertz: if in_cycles { samples.gigahertz.into_iter().map(rounded).collect() } else { vec![] },
    };
    Measured {
        id: id.to_string(),
        title: title.clone(),
        reason: reason.clone(),
        boards: *boards,
        point: point.clone(),
        reference: reference.to_string(),
        rows: right.iter().zip(samples).map(row).collect(),
        wrong,
    }
}

/// Rounds to five significant digits: more than the clock provides, and it keeps files small.
fn rounded(value: f64) -> f64 {
    let digits = 10_f64.powf(4.0 - value.abs().max(1e-12).log10().floor());
    (value * digits).round() / digits
}

impl Measured {
    /// Returns the row with this name. A name that ends in a colon matches the row in which a chosen backend follows the colon.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Samples> {
        self.rows.iter().find(|row| is_named(&row.name, name))
    }
}

/// Returns whether a name matches a row, whole or up to the colon.
#[must_use]
pub fn is_named(row: &str, name: &str) -> bool {
    row == name || (name.ends_with(':') && row.starts_with(name))
}

impl Samples {
    /// Returns the middle sample, or the mean of the middle two, in nanoseconds per board.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(&self.ns_per_board)
    }

    /// Returns the median in cycles per board, if the frequency was measured.
    #[must_use]
    pub fn cycles(&self) -> Option<f64> {
        let cycles = self.ns_per_board.iter().zip(&self.gigahertz).map(|(time, frequency)| time * frequency);
        (!self.gigahertz.is_empty()).then(|| median(&cycles.collect::<Vec<_>>()))
    }

    /// Returns the ratio of the times to those of `other`, taken round by round. It is not one of cycles: wide registers can make
    /// a core run slower, which is part of their price.
    #[must_use]
    pub fn against(&self, other: &Self) -> Ratio {
        let ratios = self.ns_per_board.iter().zip(&other.ns_per_board).map(|(own, other)| own / other);
        Ratio::of(&ratios.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use setwise::patterns::KingAttacks;
    use setwise_testkit::oracle;

    use super::*;
    use crate::Workspace;
    use crate::contestants::{Map, all_contestants};
    use crate::positions::RealPositions;
    use crate::setup::Setup;
    use crate::workload::{Boards, Length, Recipe};
    use setwise_rounds::Answer;

    /// A kernel for king attacks in a question about knight attacks is reported as wrong and not timed.
    #[test]
    fn a_wrong_kernel_gets_no_number() {
        let real = RealPositions::embedded();
        let recipe = Recipe { name: "wrong", reason: "a test", boards: Boards::Random(2), expected: 0 };
        let workload = recipe.make_unpinned(Setup::all(&real), Length::InCache, |[set]| [oracle::knight_attacks(set)]);
        let contestants = all_contestants::<false, _, _, _, _>(Map, KingAttacks, &workload, None);
        let answer = Answer::sets(&workload.results);
        let mut question = Question {
            title: "wrong".into(),
            reason: "a test".into(),
            reference: "scalar-prefix",
            point: None,
            boards: workload.boards,
            workspace: Workspace::new(workload.boards, &workload.columns(), &[], &answer),
            contestants,
        };
        let measured = measure("wrong", &mut question, Plan { rounds: 2, sample: Duration::from_micros(10) });
        assert!(
            measured.rows.iter().all(|row| row.role == Role::UpperBound),
            "a contestant with a wrong answer was timed"
        );
        let wrong = measured.wrong.iter().find(|wrong| wrong.name == "scalar-prefix").unwrap();
        assert!(wrong.fault.starts_with("result 0 of board 0: "), "{}", wrong.fault);
    }

    /// Runs of before have no frequencies.
    #[test]
    fn cycles_are_times_by_frequencies_where_these_are_known() {
        let row = |gigahertz: &[f64]| Samples {
            name: "a".into(),
            role: Role::Backend,
            ns_per_board: vec![1.0, 2.0, 2.0],
            gigahertz: gigahertz.into(),
        };
        assert_eq!((row(&[4.0, 2.0, 2.0]).cycles(), row(&[]).cycles()), (Some(4.0), None));
    }

    #[test]
    fn samples_keep_five_digits() {
        assert_eq!([123.456_78, 0.000_123_456_78, 0.25].map(rounded), [123.46, 0.000_123_46, 0.25]);
    }
}
