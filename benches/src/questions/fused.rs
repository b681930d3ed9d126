//! Several patterns fused in one pass against one pass per pattern, in cache and in main memory.
//!
//! In main memory every single pattern runs at the speed of memory. The cost is then how often the boards are read and how much
//! is stored in between.

use std::rc::Rc;

use anyhow::Result;
use setwise::backend::Runner;
use setwise::kernel;
use setwise::patterns::{ForkSquares, KingAttacks, KnightAttacks, KnightFill, KnightMoves};
use setwise_specimens::AnyBackend;
use setwise_testkit::oracle::{self, king_attacks, knight_attacks};

use super::parts::{few, question};
use crate::answer::Answer;
use crate::ask::{Ask, Maker};
use crate::question::{Contestant, Question, Role};
use crate::workload::{Boards, Length, Recipe};
use crate::workspace::{Workspace, columns, columns_mut};

/// The questions in main memory.
pub(super) const HEADLINE: &[Maker] = &[
    |ask| mobility("fused-mobility-memory", Length::PastCaches { bytes_per_board: 25 }, ask),
    |ask| three("fused-three-memory", Length::PastCaches { bytes_per_board: 11 }, ask),
    |ask| three_totals("fused-three-totals-memory", Length::PastCaches { bytes_per_board: 8 }, ask),
    |ask| fills("fused-fills-memory", Length::PastCaches { bytes_per_board: 16 }, ask),
];

/// The same questions in cache.
pub(super) const MORE: &[Maker] = &[
    |ask| mobility("fused-mobility-cache", Length::InCache, ask),
    |ask| three("fused-three-cache", Length::InCache, ask),
    |ask| fills("fused-fills-cache", Length::InCache, ask),
];

kernel! {
    /// The set itself, to count the sets that an earlier pass stored.
    fn Itself(_spread, set) -> [itself] {
        let itself = set;
    }
}

kernel! {
    /// Three patterns of one set of targets.
    fn Three(spread, set) -> [knight, king, forks] {
        let knight = spread.knight(set);
        let king = spread.king(set);
        let [forks] = setwise::Kernel::eval(ForkSquares::<2>, spread, [set]);
    }
}

/// Makes the question about counting attacks minus own pieces, in one pass or with the sets stored first.
fn mobility(id: &str, length: Length, ask: Ask<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "attacks minus own pieces, counted: in one pass, or the moves stored and counted in a second pass",
        boards: Boards::Real(|view| [view.knights, view.own]),
        expected: 0x6676_84BC_A8DA_C633,
    };
    let workload = recipe.make(ask, length, |[knights, own]| [knight_attacks(knights) & !own])?;
    let answer = Answer::counts(&workload.results);
    let contestants = of_backends(ask, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, counts, .. } = workspace;
        backend.counts(KnightMoves, columns(input), columns_mut(counts));
    })
    .chain(of_backends(ask, &answer, "in two passes", |backend, workspace| {
        let Workspace { input, scratch, counts, .. } = workspace;
        backend.map(KnightMoves, columns(input), columns_mut(scratch));
        backend.counts(Itself, columns(scratch), columns_mut(counts));
    }));
    let mut question = question(id, "mobility fused", &recipe, &workload, &answer, contestants.collect());
    question.workspace.add_scratch(1);
    Ok(finished(question))
}

/// Makes the question about counting three patterns of one input, in one pass or one after the other.
fn three(id: &str, length: Length, ask: Ask<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "knight attacks, king attacks and forks of one set, counted: in one pass, or in three",
        boards: Boards::Real(|view| [view.targets()]),
        expected: 0x60FD_CB8E_BDE2_2CF3,
    };
    let oracle = |[set]: [u64; 1]| [knight_attacks(set), king_attacks(set), oracle::fork_squares(set, 2)];
    let workload = recipe.make(ask, length, oracle)?;
    let answer = Answer::counts(&workload.results);
    let contestants = of_backends(ask, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, counts, .. } = workspace;
        backend.counts(Three, columns(input), columns_mut(counts));
    })
    .chain(of_backends(ask, &answer, "in three passes", |backend, workspace| {
        let Workspace { input, counts, .. } = workspace;
        let [knight, king, forks]: [&mut [u8]; 3] = columns_mut(counts);
        backend.counts(KnightAttacks, columns(input), [knight]);
        backend.counts(KingAttacks, columns(input), [king]);
        backend.counts(ForkSquares::<2>, columns(input), [forks]);
    }));
    Ok(finished(question(id, "three patterns fused", &recipe, &workload, &answer, contestants.collect())))
}

/// Makes the question about the sums of the same three patterns.
fn three_totals(id: &str, length: Length, ask: Ask<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "knight attacks, king attacks and forks of one set, summed over all boards: in one pass, or in three",
        boards: Boards::Real(|view| [view.targets()]),
        expected: 0x60FD_CB8E_BDE2_2CF3,
    };
    let oracle = |[set]: [u64; 1]| [knight_attacks(set), king_attacks(set), oracle::fork_squares(set, 2)];
    let workload = recipe.make(ask, length, oracle)?;
    let answer = Answer::totals(&workload.results, workload.boards);
    let contestants = of_backends(ask, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, totals, .. } = workspace;
        let sums: [u64; 3] = backend.total(Three, columns::<_, 1>(input));
        totals.copy_from_slice(&sums);
    })
    .chain(of_backends(ask, &answer, "in three passes", |backend, workspace| {
        let Workspace { input, totals, .. } = workspace;
        let [knight] = backend.total(KnightAttacks, columns::<_, 1>(input));
        let [king] = backend.total(KingAttacks, columns::<_, 1>(input));
        let [forks] = backend.total(ForkSquares::<2>, columns::<_, 1>(input));
        totals.copy_from_slice(&[knight, king, forks]);
    }));
    Ok(finished(question(id, "three patterns summed", &recipe, &workload, &answer, contestants.collect())))
}

/// Makes the question about six knight fills, in registers or each stored for the next.
fn fills(id: &str, length: Length, ask: Ask<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: length.name(),
        reason: "six knight fills in one pass, or six passes of one fill each; one knight and another, so that none is early done",
        boards: Boards::Real(|view| [view.knights]),
        expected: 0xDD9C_D0FA_B4BB_C4D5,
    };
    let workload = recipe.make(ask, length, |[set]| [oracle::knight_reach(set, 6, !0, true)])?;
    let answer = Answer::sets(&workload.results);
    let contestants = of_backends(ask, &answer, "in one pass", |backend, workspace| {
        let Workspace { input, sets, .. } = workspace;
        backend.map(KnightFill::<6>, columns(input), columns_mut(sets));
    })
    .chain(of_backends(ask, &answer, "in six passes", |backend, workspace| {
        let Workspace { input, scratch, sets, .. } = workspace;
        backend.map(KnightFill::<1>, columns(input), columns_mut(scratch));
        for _ in 0..2 {
            backend.map(KnightFill::<1>, columns(scratch), columns_mut(sets));
            backend.map(KnightFill::<1>, columns(sets), columns_mut(scratch));
        }
        backend.map(KnightFill::<1>, columns(scratch), columns_mut(sets));
    }));
    let mut question = question(id, "six knight fills", &recipe, &workload, &answer, contestants.collect());
    question.workspace.add_scratch(1);
    Ok(finished(question))
}

/// Returns a contestant for each of a few backends, with this way of running the passes.
fn of_backends(
    ask: Ask<'_>,
    answer: &Answer,
    way: &str,
    pass: fn(AnyBackend, &mut Workspace),
) -> impl Iterator<Item = Contestant> {
    let answer = Rc::new(answer.clone());
    let contestant = |(name, backend): (&str, AnyBackend)| {
        let name = format!("{name} {way}");
        Contestant::new(&name, Role::Backend, &answer, move |workspace| pass(backend, workspace))
    };
    few(ask).into_iter().map(contestant).collect::<Vec<_>>().into_iter()
}

/// Sets the reference of a question and adds its size to the reason.
fn finished(mut question: Question) -> Option<Question> {
    question.reference = "scalar-prefix in one pass";
    let megabytes = question.workspace.bytes() >> 20;
    question.reason += &format!("; {} boards, {megabytes} MiB", question.boards);
    Some(question)
}
