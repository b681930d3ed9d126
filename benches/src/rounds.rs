//! Interleaved rounds: the only measurement here that compares contestants fairly.
//!
//! The speed of a shared machine changes from one second to the next. So all contestants of a question run in one process, one
//! short sample each, in an order shuffled anew every round. Ratios are taken within a round, and the result is their median with
//! an interval from resampling.

use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::question::{Point, Question, Role};
use crate::ratio::{Ratio, median};
use crate::timing::time;

/// The number and the length of samples.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The number of samples per contestant.
    pub rounds: usize,
    /// The minimum time of a sample.
    pub sample: Duration,
}

impl Plan {
    /// The usual plan: 21 rounds, with samples of at least a millisecond.
    pub const USUAL: Self = Self { rounds: 21, sample: Duration::from_millis(1) };

    /// Estimates the time for a question: in cache that of its samples, in main memory that of a pass and its warm-up.
    #[must_use]
    pub fn estimate(self, question: &Question) -> Duration {
        const BYTES_PER_NS: usize = 5;
        let pass =
            Duration::from_nanos((question.workspace.bytes() / BYTES_PER_NS) as u64).max(Duration::from_micros(20));
        let sample = self.sample.max(pass) + pass;
        sample * (self.rounds * question.contestants.len()) as u32
    }
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

#[cfg(test)]
impl Measured {
    /// Returns a question for tests: eight boards, no wrong answers.
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
}

/// Checks every contestant, then measures those with a right answer.
#[must_use]
pub fn measure(question: &mut Question, plan: Plan) -> Measured {
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for n in 0..question.contestants.len() {
        match question.check(n) {
            Ok(()) => right.push(n),
            Err(fault) => wrong.push(Wrong { name: question.contestants[n].name.clone(), fault }),
        }
    }
    let mut passes = vec![1; right.len()];
    for (passes, &n) in passes.iter_mut().zip(&right) {
        long_enough(plan.sample, passes, |passes| time(passes, || question.pass(n)));
    }
    let mut samples = vec![Vec::with_capacity(plan.rounds); right.len()];
    let mut order: Vec<usize> = (0..right.len()).collect();
    let mut shuffle = ChaCha8Rng::seed_from_u64(0);
    for _ in 0..plan.rounds {
        order.shuffle(&mut shuffle);
        for &row in &order {
            let n = right[row];
            // One untimed pass, so that the cache contents left by the previous contestant do not matter.
            question.pass(n);
            let elapsed = long_enough(plan.sample, &mut passes[row], |passes| time(passes, || question.pass(n)));
            samples[row].push(rounded(elapsed.as_secs_f64() * 1e9 / (passes[row] * question.boards as u64) as f64));
        }
    }
    let Question { id, title, reason, reference, point, boards, contestants, .. } = question;
    let row = |(&n, ns_per_board): (&usize, Vec<f64>)| {
        let one = &contestants[n];
        Samples { name: one.name.clone(), role: one.role, ns_per_board }
    };
    Measured {
        id: id.clone(),
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
fn rounded(ns: f64) -> f64 {
    let digits = 10_f64.powf(4.0 - ns.abs().max(1e-12).log10().floor());
    (ns * digits).round() / digits
}

/// Measures the time for `passes` passes, and increases `passes` until it is long enough for a sample. If the machine was slow or
/// interrupted when `passes` was determined, later samples are still long enough.
fn long_enough(sample: Duration, passes: &mut u64, mut timed: impl FnMut(u64) -> Duration) -> Duration {
    loop {
        let elapsed = timed(*passes);
        if elapsed >= sample {
            return elapsed;
        }
        let wanted = sample.as_secs_f64() / elapsed.as_secs_f64().max(1e-9) * 1.1;
        *passes = ((*passes as f64 * wanted).ceil() as u64).clamp(*passes + 1, *passes * 100);
    }
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
    /// Returns the middle sample, or the mean of the middle two.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(&self.ns_per_board)
    }

    /// Returns the ratio of the times to those of `other`, taken round by round.
    #[must_use]
    pub fn against(&self, other: &Self) -> Ratio {
        let ratios: Vec<f64> = self.ns_per_board.iter().zip(&other.ns_per_board).map(|(a, b)| a / b).collect();
        Ratio::of(&ratios)
    }
}

#[cfg(test)]
mod tests {
    use setwise::patterns::KingAttacks;
    use setwise_testkit::oracle;

    use super::*;
    use crate::answer::Answer;
    use crate::ask::Ask;
    use crate::contestants::{Map, all_contestants};
    use crate::positions::RealPositions;
    use crate::workload::{Boards, Length, Recipe};
    use crate::workspace::Workspace;

    /// A kernel for king attacks in a question about knight attacks is reported as wrong and not timed.
    #[test]
    fn a_wrong_kernel_gets_no_number() {
        let real = RealPositions::embedded();
        let recipe = Recipe { name: "wrong", reason: "a test", boards: Boards::Random(2), expected: 0 };
        let workload = recipe.make_unpinned(Ask::all(&real), Length::InCache, |[set]| [oracle::knight_attacks(set)]);
        let contestants = all_contestants(Map, KingAttacks, &workload, None, false);
        let answer = Answer::sets(&workload.results);
        let mut question = Question {
            id: "wrong".into(),
            title: "wrong".into(),
            reason: "a test".into(),
            reference: "scalar-prefix",
            point: None,
            boards: workload.boards,
            workspace: Workspace::new(workload.boards, &workload.columns(), &[], &answer),
            contestants,
        };
        let measured = measure(&mut question, Plan { rounds: 2, sample: Duration::from_micros(10) });
        assert!(measured.rows.iter().all(|row| row.role == Role::Roof), "a contestant with a wrong answer was timed");
        let wrong = measured.wrong.iter().find(|wrong| wrong.name == "scalar-prefix").unwrap();
        assert!(wrong.fault.starts_with("result 0 of board 0: "), "{}", wrong.fault);
    }

    /// Even if passes become faster later, no sample is shorter than the minimum. The clock is simulated, since a real one would
    /// depend on the load of the machine.
    #[test]
    fn passes_become_more_until_a_sample_is_long_enough() {
        let micros = Duration::from_micros;
        let (sample, mut passes) = (micros(2000), 1);
        assert_eq!(long_enough(sample, &mut passes, |passes| micros(5000 * passes)), micros(5000));
        assert_eq!(passes, 1, "the machine was interrupted for a while");
        assert_eq!(long_enough(sample, &mut passes, |passes| micros(100 * passes)), micros(2200));
        assert_eq!(passes, 22, "a tenth more than necessary");
        let mut asked = Vec::new();
        let elapsed = long_enough(sample, &mut passes, |passes| {
            asked.push(passes);
            Duration::from_nanos(passes)
        });
        assert_eq!(asked, [22, 2200, 220_000, 2_200_000], "at most a hundred times as many per step");
        assert_eq!(elapsed, micros(2200));
        let mut nothing = [Duration::ZERO, sample].into_iter();
        assert_eq!(long_enough(sample, &mut passes, |_| nothing.next().unwrap()), sample, "a clock that stood still");
    }

    #[test]
    fn samples_keep_five_digits() {
        assert_eq!([123.456_78, 0.000_123_456_78, 0.25].map(rounded), [123.46, 0.000_123_46, 0.25]);
    }
}
