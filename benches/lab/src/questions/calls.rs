//! Questions about calls other than `map` on one thread: heat maps, two threads, and fused passes, which compute several
//! patterns at once.

use std::rc::Rc;

use anyhow::{Result, ensure};
use rayon::ThreadPoolBuilder;
use setwise::patterns::{AttackedSquares, Forks, KingAttacks, KnightAttacks, KnightFill};
use setwise::{Color, knight_attacks_setwise};
use setwise_benches::questions::attacks::KNIGHTS;
use setwise_benches::questions::fused::{Three, finished, of_backends, three};
use setwise_benches::questions::parts::{few, question};
use setwise_benches::questions::patterns::ATTACKED;
use setwise_benches::workload::{Boards, Length, Recipe};
use setwise_benches::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};
use setwise_testkit::oracle;

pub(super) const ALL: &[QuestionDef] = &[
    QuestionDef::new("fused-three-totals-memory", totals),
    QuestionDef::new("fused-fills-cache", fills),
    QuestionDef::new("heat", heat),
    QuestionDef::new("threads-attacked-squares", threads),
];

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

const MEMBERS: &str = "loop over members";

/// Creates the question about heat maps of knight attacks, compared with totals of the same kernel.
fn heat(setup: Setup<'_>) -> Result<Option<Question>> {
    let recipe = Recipe {
        name: "in cache",
        reason: "for each square, the number of boards on which a knight attacks it, against the number of all attacked squares",
        ..KNIGHTS[0]
    };
    let workload = recipe.make(setup, Length::InCache, |[set]| [oracle::knight_attacks(set)])?;
    let mut heat = [0; 64];
    workload.results.iter().for_each(|[attacks]| oracle::add_to_heat(&mut heat, *attacks));
    let answer = Rc::new(Answer { totals: heat.to_vec(), ..Answer::default() });
    let total = Rc::new(Answer { totals: first(heat.iter().sum()).to_vec(), ..Answer::default() });
    let mut contestants = vec![contestant(MEMBERS, Role::Rival, &answer, by_members)];
    for (name, backend) in few(setup) {
        contestants.push(contestant(&format!("{name} heat"), Role::Backend, &answer, move |boards| {
            backend.heat(KnightAttacks, [boards])[0]
        }));
        contestants.push(contestant(&format!("{name} total"), Role::Rival, &total, move |boards| {
            first(backend.total(KnightAttacks, [boards])[0])
        }));
    }
    let mut question = question("heat map of knight attacks", &recipe, &workload, &answer, contestants);
    question.reference = MEMBERS;
    Ok(Some(question))
}

fn contestant(
    name: &str,
    role: Role,
    answer: &Rc<Answer>,
    numbers: impl Fn(&[u64]) -> [u64; 64] + 'static,
) -> Contestant {
    Contestant::new(name, role, answer, move |workspace| {
        let Workspace { input, totals, .. } = workspace;
        totals.copy_from_slice(&numbers(input[0].as_slice()));
    })
}

/// Returns `number` and 63 zeros, so that a contestant with one number has an answer of the same length as a heat map.
fn first(number: u64) -> [u64; 64] {
    std::array::from_fn(|n| if n == 0 { number } else { 0 })
}

/// Computes a heat map by visiting the members of each set, as a chess program would.
fn by_members(boards: &[u64]) -> [u64; 64] {
    let mut heat = [0; 64];
    for &board in boards {
        for square in knight_attacks_setwise(setwise::Bitboard(board)) {
            heat[square.index()] += 1;
        }
    }
    heat
}

/// Creates the question that compares `map` on one thread with `par_map` on two threads. Limits rayon's pool to two threads. A
/// pass then uses one thread of the pool and the calling thread, which is outside the pool, as in most programs. The columns
/// stay in the caches, so the threads do not compete for memory bandwidth.
fn threads(setup: Setup<'_>) -> Result<Option<Question>> {
    // Only the first call of this function creates the pool. In later calls the pool already exists, so `build_global`
    // fails and changes nothing.
    let _ = ThreadPoolBuilder::new().num_threads(2).build_global();
    let threads = rayon::current_num_threads();
    ensure!(threads == 2, "rayon's pool has {threads} threads, expected 2");
    let recipe = Recipe {
        name: "one thread and two",
        reason: "columns in the caches, `auto`; the calling thread and one of the pool",
        ..ATTACKED
    };
    let mut workload = recipe.make(setup, Length::InCache, |input| [oracle::attacked_squares(input, Color::White)])?;
    workload.boards = 1 << 16;
    let answer = Rc::new(Answer::sets(&workload.results));
    let (auto, kernel) = (setwise::auto(), AttackedSquares { side: Color::White });
    let one = move |Workspace { input, sets, .. }: &mut Workspace| auto.map(kernel, columns(input), columns_mut(sets));
    let two = move |Workspace { input, sets, .. }: &mut Workspace| {
        auto.par_map(kernel, columns(input), columns_mut(sets));
    };
    let contestants = vec![
        Contestant::new("one thread", Role::Backend, &answer, one),
        Contestant::new("two threads", Role::Backend, &answer, two),
    ];
    let mut question = question("all squares a side attacks", &recipe, &workload, &answer, contestants);
    question.reference = "one thread";
    Ok(Some(question))
}
