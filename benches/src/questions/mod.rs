//! The questions, each made when it is asked: boards past the caches are large.

mod attacks;
mod axes;
mod counting;
mod files;
mod forms;
mod fused;
mod latency;
mod patterns;
mod reading;
mod squares;

use anyhow::Result;
use setwise::BackendId;

use crate::answer::Answer;
use crate::machine::last_level_cache;
use crate::positions::RealPositions;
use crate::question::{Contestant, Question};
use crate::ranking::FLOOR;
use crate::workload::{Recipe, Workload};
use crate::workspace::Workspace;

/// What a run asks with: the real positions, and the one backend that was asked for, if one was.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    /// Where real boards come from.
    pub real: &'a RealPositions,
    /// Only this backend and the floor.
    pub only: Option<BackendId>,
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

/// Every question of `cargo bench`, the most important first.
#[must_use]
pub fn headline() -> Vec<Maker> {
    let boards = [attacks::HEADLINE, latency::ALL, squares::ALL, patterns::HEADLINE, forms::ALL, fused::HEADLINE];
    [boards.concat().as_slice(), counting::HEADLINE, reading::ALL, files::ALL].concat()
}

/// Every question: the headline ones, and those that only the laboratory asks.
#[must_use]
pub fn all() -> Vec<Maker> {
    [&headline(), attacks::MORE, axes::MORE, patterns::MORE, fused::MORE, counting::MORE].concat()
}

/// A question about a pattern: its recipe's boards and reason, and who answers.
fn question<const IN: usize, const OUT: usize>(
    id: &str,
    title: &str,
    recipe: &Recipe<'_, IN>,
    workload: &Workload<IN, OUT>,
    answer: &Answer,
    contestants: Vec<Contestant>,
) -> Question {
    Question {
        id: id.to_string(),
        title: format!("{title}, {}", recipe.name),
        reason: recipe.reason.to_string(),
        reference: FLOOR,
        point: None,
        boards: workload.boards,
        workspace: Workspace::new(workload.boards, &workload.columns(), &[], answer),
        contestants,
    }
}
