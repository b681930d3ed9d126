//! Questions that compare one fused pass with several separate passes, in cache and in main memory. The fused pass
//! computes several patterns, or computes one pattern and counts its squares. Each separate pass does only one of these
//! steps.
//!
//! In main memory, the memory bandwidth limits even a single pattern. The time then depends on how often the boards are
//! read and on how many sets are stored between passes.

use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::KnightMoves;
use setwise::{Backend, kernel};
use setwise_testkit::oracle::knight_attacks;

use super::parts::{few, question};
use crate::workload::{Boards, Length, Recipe};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};

/// The question of `cargo bench`, in main memory. The laboratory has more questions of this kind.
pub(super) const HEADLINE: &[QuestionDef] =
    &[QuestionDef::new("fused-mobility-memory", |setup| mobility(Length::PastCaches { bytes_per_board: 25 }, setup))];

kernel! {
    /// Returns its input. Counting the results of this kernel therefore counts the squares of the sets that an earlier
    /// pass stored.
    fn Itself(_spread, set) -> [itself] {
        let itself = set;
    }
}

/// Creates the question about counting attacks minus own pieces. The counts are computed in one pass, or in two passes,
/// of which the first stores the sets.
pub fn mobility(length: Length, setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "attacks minus own pieces, counted: in one pass, or the moves stored and counted in a second pass",
        boards: Boards::Real(|view| [view.knights, view.own]),
        expected: 0x6676_84BC_A8DA_C633,
    };
    let workload = recipe.make(setup, length, |[knights, own]| [knight_attacks(knights) & !own])?;
    let answer = Answer::counts(&workload.results);
    let contestants = of_backends(setup, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, counts, .. } = workspace;
        backend.counts(KnightMoves, columns(input), columns_mut(counts));
    })
    .chain(of_backends(setup, &answer, "in two passes", |backend, workspace| {
        let Workspace { input, scratch, counts, .. } = workspace;
        backend.map(KnightMoves, columns(input), columns_mut(scratch));
        backend.counts(Itself, columns(scratch), columns_mut(counts));
    }));
    let mut question = question("mobility fused", &recipe, &workload, &answer, contestants.collect());
    question.workspace.add_scratch(1);
    Ok(finished(question))
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
