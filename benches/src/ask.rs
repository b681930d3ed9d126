//! The inputs of questions: the positions, and the backends to measure.

use anyhow::Result;

use crate::machine::last_level_cache;
use crate::positions::RealPositions;
use crate::question::Question;

/// The inputs that a run makes its questions from.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// The source of real boards.
    pub real: &'a RealPositions,
    /// If set, only this backend and the baseline `scalar-prefix` are measured.
    pub only: Option<&'static str>,
    /// The size of the last-level cache in bytes, which long columns exceed.
    pub cache: usize,
}

impl<'a> Ask<'a> {
    /// Returns the inputs for these positions, this machine and all backends.
    #[must_use]
    pub fn all(real: &'a RealPositions) -> Self {
        Self { real, only: None, cache: last_level_cache() }
    }
}

/// Makes a question. Returns `None` if the positions do not contain what it is about.
pub type Maker = fn(Ask<'_>) -> Result<Option<Question>>;
