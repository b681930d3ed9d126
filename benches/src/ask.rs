//! What a question is made of: the positions, and the backends that are asked.

use anyhow::Result;

use crate::machine::last_level_cache;
use crate::positions::RealPositions;
use crate::question::Question;

/// What a run asks with: the real positions, and the one backend that was asked for, if one was.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Where real boards come from.
    pub real: &'a RealPositions,
    /// Only this backend and the floor.
    pub only: Option<&'static str>,
    /// Bytes of the last-level cache, past which long columns reach.
    pub cache: usize,
}

impl<'a> Ask<'a> {
    /// About these positions on this machine, of all backends.
    #[must_use]
    pub fn all(real: &'a RealPositions) -> Self {
        Self { real, only: None, cache: last_level_cache() }
    }
}

/// Makes a question; `None` where the positions hold nothing to ask about.
pub type Maker = fn(Ask<'_>) -> Result<Option<Question>>;
