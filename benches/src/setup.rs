//! The inputs of questions: the positions, and the backends to measure.

use anyhow::Result;

use crate::Question;
use crate::machine::last_level_cache;
use crate::positions::RealPositions;

/// The inputs that a run makes its questions from.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// The source of real boards.
    pub real: &'a RealPositions,
    /// If set, only this backend and the baseline `scalar-prefix` are measured.
    pub only: Option<&'static str>,
    /// The size of the last-level cache in bytes, which long columns exceed.
    pub cache: usize,
}

impl<'a> Setup<'a> {
    /// Returns the inputs for these positions, this machine and all backends.
    #[must_use]
    pub fn all(real: &'a RealPositions) -> Self {
        Self { real, only: None, cache: last_level_cache() }
    }
}

/// A question that can be made. Making it can take seconds, so its id is known before.
#[derive(Debug, Clone, Copy)]
pub struct QuestionDef {
    /// The id of the question: one or several words joined by hyphens, the same in every run.
    pub id: &'static str,
    make: fn(Setup<'_>) -> Result<Option<Question>>,
}

impl QuestionDef {
    /// Names a question.
    #[must_use]
    pub const fn new(id: &'static str, make: fn(Setup<'_>) -> Result<Option<Question>>) -> Self {
        Self { id, make }
    }

    /// Makes the question. Returns `None` if the positions do not contain what it is about.
    ///
    /// # Errors
    ///
    /// If the oracle's answers to known boards are not the expected ones, or a file cannot be written.
    pub fn make(self, setup: Setup<'_>) -> Result<Option<Question>> {
        (self.make)(setup)
    }
}
