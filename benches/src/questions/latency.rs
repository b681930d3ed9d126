//! Latency: one board at a time, where each answer is needed for the next, as inside a search.

use anyhow::Result;
use setwise::Kernel;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise_testkit::oracle;

use super::attacks::{KINGS, KNIGHTS};
use super::parts::question;
use crate::Question;
use crate::latency::chains;
use crate::setup::{QuestionDef, Setup};
use crate::workload::{Length, Recipe};
use setwise_rounds::Answer;

/// Both leapers on real boards.
pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("knights-latency", |setup| {
        chain("knight attacks", &KNIGHTS[0], setup, KnightAttacks, oracle::knight_attacks)
    }),
    QuestionDef::new("kings-latency", |setup| {
        chain("king attacks", &KINGS[0], setup, KingAttacks, oracle::king_attacks)
    }),
];

fn chain<K: Kernel<1, 1> + 'static>(
    title: &str,
    recipe: &Recipe<'_, 1>,
    setup: Setup<'_>,
    kernel: K,
    oracle: fn(u64) -> u64,
) -> Result<Option<Question>> {
    let workload = recipe.make(setup, Length::InCache, |[set]| [oracle(set)])?;
    let recipe = Recipe {
        name: "one board, latency",
        reason: "latency: each answer is needed before the next board is known; real boards, in order",
        ..*recipe
    };
    let contestants = chains(kernel, &workload, setup.only);
    let answer = Answer::sets(&workload.results);
    Ok(Some(question(title, &recipe, &workload, &answer, contestants)))
}
