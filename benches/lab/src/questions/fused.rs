//! More questions that compare one fused pass, which computes several patterns, with a separate pass for each pattern.

use anyhow::Result;
use setwise::patterns::{Forks, KingAttacks, KnightAttacks, KnightFill};
use setwise_benches::questions::fused::{Three, finished, of_backends, three};
use setwise_benches::questions::parts::question;
use setwise_benches::workload::{Boards, Length, Recipe};
use setwise_benches::{Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, columns, columns_mut};
use setwise_testkit::oracle;

pub(super) const ALL: &[QuestionDef] =
    &[QuestionDef::new("fused-three-totals-memory", totals), QuestionDef::new("fused-fills-cache", fills)];

/// Creates the question about the totals of the patterns of [`Three`] over all boards, in one pass or in three passes.
fn totals(setup: Setup<'_>) -> Result<Option<Question>> {
    let reason = "knight attacks, king attacks and forks of one set, summed over all boards: in one pass, or in three";
    let (recipe, workload) = three(reason, 8, setup)?;
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
fn fills(setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: "in cache",
        reason: "six knight fills in one pass, or six passes of one fill each; one knight and another, so that none is early done",
        boards: Boards::Real(|view| [view.knights]),
        expected: 0xDD9C_D0FA_B4BB_C4D5,
    };
    let workload = recipe.make(setup, Length::InCache, |[set]| [oracle::knight_reach(set, 6, !0, true)])?;
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
