//! Questions: columns of boards, the correct answer, and the contestants that compute the answer.

use std::hint::black_box;
use std::rc::Rc;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Answer, Workspace};

/// The role of a row in a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "lowercase"))]
pub enum Role {
    /// A backend of the library, or another way in which the library computes the answer.
    Backend,
    /// An implementation outside the library that users could use instead of a backend.
    Rival,
    /// A loop that only loads and stores data, and may change some bits. Backends with registers of the same width are
    /// not expected to be faster than this loop.
    #[cfg_attr(feature = "serde", serde(rename = "roof"))]
    UpperBound,
}

/// A function that runs one pass over all boards.
type Pass<S> = dyn Fn(&mut Workspace<S>);

/// One implementation that computes the answer.
pub struct Contestant<S = u8> {
    /// The name of the contestant's row.
    pub name: String,
    /// The role of the contestant.
    pub role: Role,
    /// The names of the backends that run the same code as this contestant and share its row.
    pub stands_for: Vec<String>,
    answer: Rc<Answer>,
    pass: Box<Pass<S>>,
}

impl<S> Contestant<S> {
    /// Creates a contestant whose passes should produce `answer`.
    pub fn new(name: &str, role: Role, answer: &Rc<Answer>, pass: impl Fn(&mut Workspace<S>) + 'static) -> Self {
        Self { name: name.to_string(), role, stands_for: vec![], answer: Rc::clone(answer), pass: Box::new(pass) }
    }
}

/// The place of a question in a series of similar questions, such as a batch length of 64 boards in a series over the
/// batch length.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Point {
    /// The name of the axis, which is the quantity that varies.
    pub axis: String,
    /// The value of this quantity.
    pub value: f64,
}

/// A question with its boards and its contestants.
pub struct Question<S = u8> {
    /// The title of the question, which names what is computed and the boards, such as `knight attacks, real boards`.
    pub title: String,
    /// The reason why the question is measured.
    pub reason: String,
    /// The name of the row with which all rows are compared. All rows are also compared with the best row.
    pub reference: &'static str,
    /// The quantity that varies in a series of similar questions, and its value in this question. `None` if the
    /// question belongs to no series. The questions of a series differ only in this value.
    pub point: Option<Point>,
    /// The number of boards per pass.
    pub boards: usize,
    /// The contestants, including the copy loops that serve as upper bounds.
    pub contestants: Vec<Contestant<S>>,
    /// The columns that the contestants read and write.
    pub workspace: Workspace<S>,
}

impl<S: Copy> Question<S> {
    /// Overwrites all answers, runs a contestant once, and checks its answer.
    ///
    /// # Errors
    ///
    /// Returns a description of the first wrong result. A contestant with a wrong result must not be timed.
    pub fn check(&mut self, contestant: usize) -> Result<(), String> {
        let Contestant { answer, pass, .. } = &self.contestants[contestant];
        self.workspace.wipe();
        pass(&mut self.workspace);
        self.workspace.fault(answer).map_or(Ok(()), Err)
    }

    /// Runs one pass of a contestant over all boards.
    #[inline]
    pub fn pass(&mut self, contestant: usize) {
        (self.contestants[contestant].pass)(black_box(&mut self.workspace));
    }
}
