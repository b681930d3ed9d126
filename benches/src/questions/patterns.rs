//! Questions about patterns other than plain attacks, on real boards. The contestants are every backend of the library,
//! the autovectorised loops, a loop over single boards, and a copy. The questions about forks and directions also have
//! published forms as contestants.

use std::rc::Rc;

use anyhow::Result;
use setwise::patterns::{AttackedSquares, Forks, KingSteps, KnightAttacks, KnightDirections, KnightMoves};
use setwise::{Backend, Bitboard, Color, Kernel};
use setwise_specimens::patterns::{ForksAsPublished, UnitedDirections, forks_by_entries, forks_by_pairs};
use setwise_testkit::oracle::{self, king_attacks, knight_attacks};

use super::parts::{few, question};
use crate::contestants::{Counts, Map, Results, all_contestants};
use crate::workload::{Boards, Length, Recipe};
use crate::{BASELINE, Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role, columns, columns_mut};

/// The questions of `cargo bench` about patterns.
pub(super) const HEADLINE: &[QuestionDef] = &[
    QuestionDef::new("mobility-counts", mobility_counts),
    QuestionDef::new("forks", forks),
    QuestionDef::new("knight-directions", directions),
    QuestionDef::new("attacked-squares", |setup| {
        let attacked = |input: [u64; 8]| [oracle::attacked_squares(input, Color::White)];
        let kernel = AttackedSquares { side: Color::White };
        of_pattern("all squares a side attacks", &ATTACKED, setup, Map, kernel, attacked)
    }),
    QuestionDef::new("king-steps", |setup| {
        let steps = |[a, b, path]: [u64; 3]| [oracle::steps(a, b, path, king_attacks)];
        of_pattern("king steps from king to king", &STEPS, setup, Map, KingSteps, steps)
    }),
];

/// The knights of each side, and all pieces of the same side.
const MOVES: Recipe<'_, 2> = Recipe {
    name: "real boards",
    reason: "the knights of real positions and their own pieces; the sets themselves are not wanted",
    boards: Boards::Real(|view| [view.knights, view.own]),
    expected: 0x6676_84BC_A8DA_C633,
};

/// The valuable pieces of each side: king, queens and rooks.
const FORKS: Recipe<'_, 1> = Recipe {
    name: "real boards",
    reason: "squares from which a knight attacks two of king, queens and rooks of real positions",
    boards: Boards::Real(|view| [view.targets()]),
    expected: 0x1216_B34B_917B_892F,
};

const DIRECTIONS: Recipe<'_, 1> = Recipe {
    name: "real boards",
    reason: "eight disjoint sets of a knight's moves as they are, in eight columns, or united in one",
    boards: Boards::Real(|view| [view.knights]),
    expected: 0x7893_3B03_9586_EDD6,
};

/// Every position, once from each side's point of view. The kernel evaluates both sides as White, although the board is
/// not flipped for Black.
pub const ATTACKED: Recipe<'_, 8> = Recipe {
    name: "real boards",
    reason: "sliders by occluded fills in eight directions, eight input columns: the heaviest kernel here",
    boards: Boards::Real(|view| view.attackers()),
    expected: 0xB2FE_4E4F_5CB3_3AAC,
};

const STEPS: Recipe<'_, 3> = Recipe {
    name: "real boards",
    reason: "from king to king over empty squares: a loop that ends at another time on each board",
    boards: Boards::Real(|view| [view.king, view.their_king, !view.occupied() | view.king | view.their_king]),
    expected: 0xC592_669F_84BE_AA65,
};

/// Returns the correct result for a board of [`MOVES`], computed by the oracle.
fn moves([knights, own]: [u64; 2]) -> [u64; 1] {
    [knight_attacks(knights) & !own]
}

/// Creates the question about a pattern, with every backend of the library.
fn of_pattern<O: Results<IN, OUT>, K, const IN: usize, const OUT: usize>(
    title: &str,
    recipe: &Recipe<'_, IN>,
    setup: Setup<'_>,
    results: O,
    kernel: K,
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) -> Result<Option<Question>>
where
    K: Kernel<IN, OUT> + 'static,
{
    let workload = recipe.make(setup, Length::InCache, oracle)?;
    let contestants = all_contestants::<false, _, _, _, _>(results, kernel, &workload, setup.only);
    Ok(Some(question(title, recipe, &workload, &O::answer(&workload), contestants)))
}

/// Creates the question about counting knight moves. One row computes only the attacks, with the automatic choice. The
/// comparison with this row shows the cost of excluding squares with own pieces and of counting.
fn mobility_counts(setup: Setup<'_>) -> Result<Option<Question>> {
    let workload = MOVES.make(setup, Length::InCache, moves)?;
    let mut contestants = all_contestants::<false, _, _, _, _>(Counts, KnightMoves, &workload, setup.only);
    let attacks: Vec<[u64; 1]> = workload.input.iter().map(|[knights, _]| [knight_attacks(*knights)]).collect();
    let (counts, attacks) = (Answer::counts(&workload.results), Answer::sets(&attacks));
    let auto = setwise::auto();
    let name = format!("attacks alone, {}", auto.id());
    contestants.push(Contestant::new(&name, Role::Rival, &Rc::new(attacks.clone()), move |workspace| {
        let Workspace { input, sets, .. } = workspace;
        auto.map(KnightAttacks, [input[0].as_slice()], columns_mut(sets));
    }));
    let answer = Answer { sets: attacks.sets, ..counts };
    Ok(Some(question("knight mobility as counts", &MOVES, &workload, &answer, contestants)))
}

/// Creates the question about fork squares. Its additional rivals are the published sequence of operations and two
/// loops over the targets.
fn forks(setup: Setup<'_>) -> Result<Option<Question>> {
    let workload = FORKS.make(setup, Length::InCache, |[targets]| [oracle::fork_squares(targets, 2)])?;
    let mut contestants = all_contestants::<false, _, _, _, _>(Map, Forks::<2>, &workload, setup.only);
    let right = Rc::new(Answer::sets(&workload.results));
    contestants.extend(published("as published", setup, &right, |backend, workspace| {
        let Workspace { input, sets, .. } = workspace;
        backend.map(ForksAsPublished, columns(input), columns_mut(sets));
    }));
    contestants.push(each_board("by pairs of table entries", &right, forks_by_pairs));
    contestants.push(each_board("by table entries", &right, forks_by_entries));
    Ok(Some(question("fork squares", &FORKS, &workload, &right, contestants)))
}

/// Creates the question about the eight directions of knights, as eight sets and as their union.
fn directions(setup: Setup<'_>) -> Result<Option<Question>> {
    let images = |[knights]: [u64; 1]| oracle::KNIGHT.map(|step| oracle::leaper_attacks(knights, &[step]));
    let workload = DIRECTIONS.make(setup, Length::InCache, images)?;
    let mut contestants = all_contestants::<false, _, _, _, _>(Map, KnightDirections, &workload, setup.only);
    let attacks: Vec<[u64; 1]> = workload.input.iter().map(|[knights]| [knight_attacks(*knights)]).collect();
    let united = Rc::new(Answer::sets(&attacks));
    contestants.extend(published("united", setup, &united, |backend, workspace| {
        let Workspace { input, sets, .. } = workspace;
        backend.map(UnitedDirections, columns(input), columns_mut(sets));
    }));
    let answer = Answer::sets(&workload.results);
    Ok(Some(question("directions of knights", &DIRECTIONS, &workload, &answer, contestants)))
}

/// Returns the contestants that run a published form of a kernel, for the backends of [`few`]. The form does not use
/// the backend's formula for attacks. All backends with one board per register therefore run the same code, and the
/// baseline represents them.
fn published(form: &str, setup: Setup<'_>, right: &Rc<Answer>, pass: fn(Backend, &mut Workspace)) -> Vec<Contestant> {
    let contestant = |(name, backend): (&str, Backend)| {
        Contestant::new(&format!("{form}, {name}"), Role::Rival, right, move |workspace| pass(backend, workspace))
    };
    let differs = |(name, backend): &(&str, Backend)| *name == BASELINE || backend.id().lanes() > 1;
    few(setup).into_iter().filter(differs).map(contestant).collect()
}

/// Returns a contestant that is a plain loop over boards.
fn each_board(name: &str, right: &Rc<Answer>, form: impl Fn(Bitboard) -> Bitboard + 'static) -> Contestant {
    Contestant::new(name, Role::Rival, right, move |workspace| {
        let Workspace { input, sets, .. } = workspace;
        for (&board, answer) in input[0].as_slice().iter().zip(sets[0].as_mut_slice()) {
            *answer = form(Bitboard(board)).0;
        }
    })
}
