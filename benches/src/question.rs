//! A question: what is asked of whom on which boards.

use std::hint::black_box;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::workspace::Workspace;

/// What a row is in a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A backend of the registry, or another thing that the library offers.
    Backend,
    /// What else a user could run.
    Rival,
    /// Only loads, changes bits and stores, in the same loop: no contestant, the bound of what memory allows.
    Roof,
}

/// One way to answer.
pub struct Contestant {
    /// Name of its row.
    pub name: String,
    /// What it is.
    pub role: Role,
    answer: Rc<Answer>,
    pass: Box<dyn Fn(&mut Workspace)>,
}

impl Contestant {
    /// A contestant that should give this answer.
    pub fn new(name: &str, role: Role, answer: &Rc<Answer>, pass: impl Fn(&mut Workspace) + 'static) -> Self {
        Self { name: name.to_string(), role, answer: Rc::clone(answer), pass: Box::new(pass) }
    }
}

/// A place on an axis, such as a batch of 64 boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The axis: what varies.
    pub axis: String,
    /// Its value here.
    pub value: f64,
}

/// A question with its boards and its contestants.
pub struct Question {
    /// One word or several joined by hyphens, the same in every run.
    pub id: String,
    /// The question and the workload, such as `knight attacks, real boards`.
    pub title: String,
    /// Why it is asked.
    pub reason: String,
    /// The row that others are compared with, beside the best.
    pub reference: &'static str,
    /// Where it lies on an axis along which other questions differ only by this.
    pub point: Option<Point>,
    /// How many boards a pass answers.
    pub boards: usize,
    /// Those who contend, roofs among them.
    pub contestants: Vec<Contestant>,
    /// What they read and write.
    pub workspace: Workspace,
}

impl Question {
    /// Runs a contestant once on wiped columns.
    ///
    /// # Errors
    ///
    /// What was wrong with its answer: then it gets no number.
    pub fn check(&mut self, contestant: usize) -> Result<(), String> {
        let Contestant { answer, pass, .. } = &self.contestants[contestant];
        self.workspace.wipe();
        pass(&mut self.workspace);
        self.workspace.fault(answer).map_or(Ok(()), Err)
    }

    /// One pass of a contestant over all boards.
    #[inline]
    pub fn pass(&mut self, contestant: usize) {
        (self.contestants[contestant].pass)(black_box(&mut self.workspace));
    }
}
