//! Interleaved rounds: the only measurement that compares contestants fairly.
//!
//! A shared machine is not equally fast from one second to the next. So all contestants of a question run in one process, one
//! short sample each, in an order shuffled anew every round; what is compared are ratios within a round, and what is told is
//! their median with an interval from resampling.

use std::time::Duration;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::question::{Point, Question, Role};
use crate::ratio::{Ratio, median};
use crate::timing::time;

/// How long and how often.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// How many samples each contestant gets.
    pub rounds: usize,
    /// The least time of a sample.
    pub sample: Duration,
}

impl Plan {
    /// At least 15 rounds of at least a millisecond.
    pub const USUAL: Self = Self { rounds: 21, sample: Duration::from_millis(1) };

    /// About how long a question takes: in cache its samples, past the caches what memory takes for a pass and its warm-up.
    #[must_use]
    pub fn estimate(self, question: &Question) -> Duration {
        const BYTES_PER_NS: usize = 5;
        let pass =
            Duration::from_nanos((question.workspace.bytes() / BYTES_PER_NS) as u64).max(Duration::from_micros(20));
        let sample = self.sample.max(pass) + pass;
        sample * (self.rounds * question.contestants.len()) as u32
    }
}

/// What the rounds of a question gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The question.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its reason.
    pub reason: String,
    /// Boards a pass.
    pub boards: usize,
    /// Where the question lies on an axis, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// The row that others are compared with.
    pub reference: String,
    /// Every contestant that answered right.
    pub rows: Vec<Samples>,
    /// Those that answered wrong, and so got no number.
    pub wrong: Vec<Wrong>,
}

/// A contestant that answered wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrong {
    /// Its name.
    pub name: String,
    /// What was wrong.
    pub fault: String,
}

/// The samples of one contestant, one a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    /// Its name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// In the order of the rounds.
    pub ns_per_board: Vec<f64>,
}

/// Checks every contestant, then measures those that are right.
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
            // Once untimed: what the last contestant left in the caches is its own affair.
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

/// To five significant digits: more than a clock gives, and files stay small.
fn rounded(ns: f64) -> f64 {
    let digits = 10_f64.powf(4.0 - ns.abs().max(1e-12).log10().floor());
    (ns * digits).round() / digits
}

/// The time of so many passes, which become more until it is a sample. A machine that was slow when they were found, or away
/// for a moment, does not make later samples short.
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
    /// The row of this name; a name that ends in a colon is that of the row which tells what it chose behind it.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Samples> {
        self.rows.iter().find(|row| is_named(&row.name, name))
    }
}

/// Whether a row is meant by a name, whole or up to its colon.
#[must_use]
pub fn is_named(row: &str, name: &str) -> bool {
    row == name || (name.ends_with(':') && row.starts_with(name))
}

impl Samples {
    /// The middle sample, or the mean of the middle two.
    #[must_use]
    pub fn median(&self) -> f64 {
        median(&self.ns_per_board)
    }

    /// How many times as long as `other`, round by round.
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
    use crate::contestants::{Map, everybody};
    use crate::positions::RealPositions;
    use crate::workload::{Boards, Length, Recipe};
    use crate::workspace::Workspace;

    /// Kings' attacks where knights' are asked for: a row of its own, and no number.
    #[test]
    fn a_wrong_kernel_gets_no_number() {
        let real = RealPositions::embedded();
        let recipe = Recipe { name: "wrong", reason: "a test", boards: Boards::Random(2), expected: 0 };
        let workload = recipe.make_unpinned(Ask::all(&real), Length::InCache, |[set]| [oracle::knight_attacks(set)]);
        let contestants = everybody(Map, KingAttacks, &workload, None, false);
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
        assert!(measured.rows.iter().all(|row| row.role == Role::Roof), "a wrong answer got a number");
        let wrong = measured.wrong.iter().find(|wrong| wrong.name == "scalar-prefix").unwrap();
        assert!(wrong.fault.starts_with("result 0 of board 0: "), "{}", wrong.fault);
    }

    /// However fast a pass becomes once it was seen to be slow, no sample is shorter than it must be. The clock is made: a real
    /// one also tells what else the machine did.
    #[test]
    fn passes_become_more_until_a_sample_is_long_enough() {
        let micros = Duration::from_micros;
        let (sample, mut passes) = (micros(2000), 1);
        assert_eq!(long_enough(sample, &mut passes, |passes| micros(5000 * passes)), micros(5000));
        assert_eq!(passes, 1, "the machine was away for a while");
        assert_eq!(long_enough(sample, &mut passes, |passes| micros(100 * passes)), micros(2200));
        assert_eq!(passes, 22, "a tenth more than enough");
        let mut asked = Vec::new();
        let elapsed = long_enough(sample, &mut passes, |passes| {
            asked.push(passes);
            Duration::from_nanos(passes)
        });
        assert_eq!(asked, [22, 2200, 220_000, 2_200_000], "at most a hundred times as many at once");
        assert_eq!(elapsed, micros(2200));
        let mut nothing = [Duration::ZERO, sample].into_iter();
        assert_eq!(long_enough(sample, &mut passes, |_| nothing.next().unwrap()), sample, "a clock that stood still");
    }

    #[test]
    fn samples_keep_five_digits() {
        assert_eq!([123.456_78, 0.000_123_456_78, 0.25].map(rounded), [123.46, 0.000_123_46, 0.25]);
    }
}
