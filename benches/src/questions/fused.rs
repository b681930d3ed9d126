//! The question that compares one fused pass, which computes several patterns, with a separate pass for each pattern, in
//! main memory.
//!
//! In main memory, the memory bandwidth limits even a single pattern. The time then depends on how often the boards are
//! read and on how many results are stored.

use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::{Forks, KingAttacks, KnightAttacks};
use setwise::{Backend, kernel};
use setwise_testkit::oracle::{self, king_attacks, knight_attacks};

use super::parts::{few, question};
use crate::workload::{Boards, Length, Recipe, Workload};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};

/// The question of `cargo bench`. The laboratory has more questions of this kind.
pub(super) const HEADLINE: &[QuestionDef] = &[QuestionDef::new("fused-three-memory", counts)];

kernel! {
    /// Three patterns that have the same set as their input.
    pub fn Three(spread, set) -> [knight, king, forks] {
        let knight = spread.knight(set);
        let king = spread.king(set);
        let [forks] = setwise::Kernel::eval(Forks::<2>, spread, [set]);
    }
}

/// Returns the recipe and the workload of the kernel [`Three`], in main memory.
///
/// # Errors
///
/// Returns an error if the answers of the oracle do not have the expected checksum.
pub fn three<'a>(reason: &'a str, bytes_per_board: usize, setup: Setup<'_>) -> Result<(Recipe<'a, 1>, Workload<1, 3>)> {
    let recipe = Recipe {
        name: "past the caches",
        reason,
        boards: Boards::Real(|view| [view.targets()]),
        expected: 0x60FD_CB8E_BDE2_2CF3,
    };
    let oracle = |[set]: [u64; 1]| [knight_attacks(set), king_attacks(set), oracle::fork_squares(set, 2)];
    Ok((recipe, recipe.make(setup, Length::PastCaches { bytes_per_board }, oracle)?))
}

/// Creates the question about counting three patterns of one input, in one pass or in three passes.
fn counts(setup: Setup<'_>) -> Result<Option<Question>> {
    let reason = "knight attacks, king attacks and forks of one set, counted: in one pass, or in three";
    let (recipe, workload) = three(reason, 11, setup)?;
    let answer = Answer::counts(&workload.results);
    let contestants = of_backends(setup, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, counts, .. } = workspace;
        backend.counts(Three, columns(input), columns_mut(counts));
    })
    .chain(of_backends(setup, &answer, "in three passes", |backend, workspace| {
        let Workspace { input, counts, .. } = workspace;
        let [knight, king, forks]: [&mut [u8]; 3] = columns_mut(counts);
        backend.counts(KnightAttacks, columns(input), [knight]);
        backend.counts(KingAttacks, columns(input), [king]);
        backend.counts(Forks::<2>, columns(input), [forks]);
    }));
    Ok(finished(question("three patterns fused", &recipe, &workload, &answer, contestants.collect())))
}

/// Returns a contestant for each backend of [`few`]. `way` describes how `pass` computes the answer, and is a part of
/// the contestant's name.
pub fn of_backends(
    setup: Setup<'_>,
    answer: &Answer,
    way: &str,
    pass: fn(Backend, &mut Workspace),
) -> impl Iterator<Item = Contestant> {
    let answer = Rc::new(answer.clone());
    let contestant = |(name, backend): (&str, Backend)| {
        let name = format!("{name} {way}");
        Contestant::new(&name, Role::Backend, &answer, move |workspace| pass(backend, workspace))
    };
    few(setup).into_iter().map(contestant).collect::<Vec<_>>().into_iter()
}

/// Sets the reference of a question. Adds the number of boards and the size of the columns to the reason of the
/// question.
#[must_use]
pub fn finished(mut question: Question) -> Option<Question> {
    question.reference = "scalar-prefix in one pass";
    let megabytes = question.workspace.bytes() >> 20;
    question.reason += &format!("; {} boards, {megabytes} MiB", question.boards);
    Some(question)
}
