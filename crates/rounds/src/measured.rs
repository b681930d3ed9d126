//! The results of a question: every sample of every contestant with a correct answer.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Plan, Point, Question, Role, Samples, measure};

/// The measured results of a question.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Measured {
    /// The id of the question.
    pub id: String,
    /// The title of the question.
    pub title: String,
    /// The reason why the question is measured.
    pub reason: String,
    /// The number of boards per pass.
    pub boards: usize,
    /// The quantity that varies in a series of similar questions, and its value in this question. `None` if the
    /// question belongs to no series.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub point: Option<Point>,
    /// The name of the row with which all rows are compared.
    pub reference: String,
    /// The samples of every contestant with a correct answer.
    pub rows: Vec<Row>,
    /// The contestants with a wrong answer, which were not timed.
    pub wrong: Vec<Wrong>,
}

/// A contestant with its samples. The times are per board.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Row {
    /// The name of the contestant.
    pub name: String,
    /// The role of the contestant.
    pub role: Role,
    /// The samples of the contestant. The frequencies may be missing, for example if the columns exceed the caches: the
    /// speed of main memory does not depend on the frequency of the core.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub samples: Samples,
}

/// A contestant with a wrong answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Wrong {
    /// The name of the contestant.
    pub name: String,
    /// A description of the first wrong result.
    pub fault: String,
}

impl<S: Copy> Question<S> {
    /// Checks every contestant. Returns the indices of the contestants with a correct answer, and the contestants with
    /// a wrong answer.
    pub fn checked(&mut self) -> (Vec<usize>, Vec<Wrong>) {
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for n in 0..self.contestants.len() {
            match self.check(n) {
                Ok(()) => right.push(n),
                Err(fault) => wrong.push(Wrong { name: self.contestants[n].name.clone(), fault }),
            }
        }
        (right, wrong)
    }

    /// Checks every contestant, then measures the contestants with a correct answer.
    #[must_use]
    pub fn measure(&mut self, id: &str, plan: Plan) -> Measured {
        let (right, wrong) = self.checked();
        let samples = measure(right.len(), plan, |n| self.pass(right[n]));
        let Self { title, reason, reference, point, boards, contestants, .. } = self;
        let row = |(&n, Samples { nanoseconds, gigahertz }): (&usize, Samples)| Row {
            name: contestants[n].name.clone(),
            role: contestants[n].role,
            samples: Samples {
                nanoseconds: nanoseconds.into_iter().map(|time| rounded(time / *boards as f64)).collect(),
                gigahertz: gigahertz.into_iter().map(rounded).collect(),
            },
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
}

impl Measured {
    /// Creates results with the given rows, for tests of code that shows results. The question has eight boards, and no
    /// contestant has a wrong answer.
    #[must_use]
    pub fn of_rows(reference: &str, rows: Vec<Row>) -> Self {
        let [id, title, reason] = ["q", "q", "r"].map(String::from);
        Self { id, title, reason, boards: 8, point: None, reference: reference.into(), rows, wrong: vec![] }
    }

    /// Returns the row with this name, or `None` if there is no such row. A name that ends in a colon, such as `auto:`,
    /// matches a row whose name starts with it, such as `auto: avx2-prefix`.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| is_named(&row.name, name))
    }
}

impl Row {
    /// Creates a row with the given times in nanoseconds and without frequencies.
    #[must_use]
    pub fn new(name: &str, role: Role, nanoseconds: Vec<f64>) -> Self {
        Self { name: name.to_string(), role, samples: Samples { nanoseconds, gigahertz: vec![] } }
    }
}

/// Returns whether `name` denotes the row that is named `row`. This is true if both names are equal, or if `name` ends
/// in a colon and `row` starts with `name`.
#[must_use]
pub fn is_named(row: &str, name: &str) -> bool {
    row == name || (name.ends_with(':') && row.starts_with(name))
}

/// Rounds to five significant digits. The clock provides fewer digits, and short numbers keep the files of recorded
/// runs small.
fn rounded(value: f64) -> f64 {
    let digits = 10_f64.powf(4.0 - value.abs().max(1e-12).log10().floor());
    (value * digits).round() / digits
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use super::*;
    use crate::{Answer, Contestant, Workspace};

    #[test]
    fn a_wrong_answer_gets_no_number() {
        let answer = Rc::new(Answer::sets(&[[2], [4]]));
        let by = |name: &str, factor: u64| {
            Contestant::new(name, Role::Backend, &answer, move |Workspace { input, sets, .. }| {
                let boards = input[0].as_slice().iter();
                sets[0].as_mut_slice().iter_mut().zip(boards).for_each(|(set, board)| *set = factor * board);
            })
        };
        let mut question = Question::<u8> {
            title: "twice".into(),
            reason: "a test".into(),
            reference: "two",
            point: None,
            boards: 2,
            workspace: Workspace::new(2, &[vec![1, 2]], &[], &answer),
            contestants: vec![by("three", 3), by("two", 2)],
        };
        let measured = question.measure("twice", Plan { rounds: 2, sample: Duration::from_micros(1) });
        assert_eq!(measured.rows.iter().map(|row| &row.name).collect::<Vec<_>>(), ["two"]);
        assert_eq!(measured.rows[0].samples.nanoseconds.len(), 2);
        assert_eq!(measured.wrong, [Wrong { name: "three".into(), fault: "result 0 of board 0: 3".into() }]);
    }

    #[test]
    fn samples_keep_five_digits() {
        assert_eq!([123.456_78, 0.000_123_456_78, 0.25].map(rounded), [123.46, 0.000_123_46, 0.25]);
    }
}
