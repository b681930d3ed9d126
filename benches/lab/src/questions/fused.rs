//! More questions that compare one fused pass, which computes several patterns, with a separate pass for each pattern.

use anyhow::Result;
use setwise::kernel;
use setwise::patterns::{Forks, KingAttacks, KnightAttacks, KnightFill};
use setwise_benches::questions::fused::{finished, mobility, of_backends};
use setwise_benches::questions::parts::question;
use setwise_benches::workload::{Boards, Length, Recipe, Workload};
use setwise_benches::{Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, columns, columns_mut};
use setwise_testkit::oracle::{self, king_attacks, knight_attacks};

/// The questions with `-memory` in their ids take much longer than the others, because their columns exceed the caches.
pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("fused-three-memory", |setup| three_counts(Length::PastCaches { bytes_per_board: 11 }, setup)),
    QuestionDef::new("fused-three-totals-memory", |setup| {
        three_totals(Length::PastCaches { bytes_per_board: 8 }, setup)
    }),
    QuestionDef::new("fused-fills-memory", |setup| fills(Length::PastCaches { bytes_per_board: 16 }, setup)),
    QuestionDef::new("fused-mobility-cache", |setup| mobility(Length::InCache, setup)),
    QuestionDef::new("fused-three-cache", |setup| three_counts(Length::InCache, setup)),
    QuestionDef::new("fused-fills-cache", |setup| fills(Length::InCache, setup)),
];

kernel! {
    /// Three patterns that have the same set as their input.
    fn Three(spread, set) -> [knight, king, forks] {
        let knight = spread.knight(set);
        let king = spread.king(set);
        let [forks] = setwise::Kernel::eval(Forks::<2>, spread, [set]);
    }
}

/// Returns the recipe and the workload of the kernel [`Three`].
fn three<'a>(reason: &'a str, length: Length, setup: Setup<'_>) -> Result<(Recipe<'a, 1>, Workload<1, 3>)> {
    let recipe = Recipe {
        name: length.name(),
        reason,
        boards: Boards::Real(|view| [view.targets()]),
        expected: 0x60FD_CB8E_BDE2_2CF3,
    };
    let oracle = |[set]: [u64; 1]| [knight_attacks(set), king_attacks(set), oracle::fork_squares(set, 2)];
    Ok((recipe, recipe.make(setup, length, oracle)?))
}

/// Creates the question about counting three patterns of one input, in one pass or in three passes.
fn three_counts(length: Length, setup: Setup<'_>) -> Result<Option<Question>> {
    let reason = "knight attacks, king attacks and forks of one set, counted: in one pass, or in three";
    let (recipe, workload) = three(reason, length, setup)?;
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

/// Creates the question about the totals of the patterns of [`Three`] over all boards, in one pass or in three passes.
fn three_totals(length: Length, setup: Setup<'_>) -> Result<Option<Question>> {
    let reason = "knight attacks, king attacks and forks of one set, summed over all boards: in one pass, or in three";
    let (recipe, workload) = three(reason, length, setup)?;
    let answer = Answer::totals(&workload.results, workload.boards);
    let contestants = of_backends(setup, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, totals, .. } = workspace;
        let sums: [u64; 3] = backend.total(Three, columns::<_, 1>(input));
        totals.copy_from_slice(&sums);
    })
    .chain(of_backends(setup, &answer, "in three passes", |backend, workspace| {
        let Workspace { input, totals, .. } = workspace;
        let [knight] = backend.total(KnightAttacks, columns::<_, 1>(input));
        let [king] = backend.total(KingAttacks, columns::<_, 1>(input));
        let [forks] = backend.total(Forks::<2>, columns::<_, 1>(input));
        totals.copy_from_slice(&[knight, king, forks]);
    }));
    Ok(finished(question("three patterns summed", &recipe, &workload, &answer, contestants.collect())))
}

/// Creates the question about six successive knight fills. One pass keeps the sets between two fills in registers. Six
/// passes store these sets in columns.
fn fills(length: Length, setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "six knight fills in one pass, or six passes of one fill each; one knight and another, so that none is early done",
        boards: Boards::Real(|view| [view.knights]),
        expected: 0xDD9C_D0FA_B4BB_C4D5,
    };
    let workload = recipe.make(setup, length, |[set]| [oracle::knight_reach(set, 6, !0, true)])?;
    let answer = Answer::sets(&workload.results);
    let contestants = of_backends(setup, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, sets, .. } = workspace;
        backend.map(KnightFill::<6>, columns(input), columns_mut(sets));
    })
    .chain(of_backends(setup, &answer, "in six passes", |backend, workspace| {
        let Workspace { input, scratch, sets, .. } = workspace;
        backend.map(KnightFill::<1>, columns(input), columns_mut(scratch));
        for _ in 0..2 {
            backend.map(KnightFill::<1>, columns(scratch), columns_mut(sets));
            backend.map(KnightFill::<1>, columns(sets), columns_mut(scratch));
        }
        backend.map(KnightFill::<1>, columns(scratch), columns_mut(sets));
    }));
    let mut question = question("six knight fills", &recipe, &workload, &answer, contestants.collect());
    question.workspace.add_scratch(1);
    Ok(finished(question))
}
