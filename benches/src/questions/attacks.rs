//! Questions about set-wise attacks of knights and of kings. The questions about real boards also have the specimens, the
//! narrower copies and the generated module as contestants.

use std::rc::Rc;

use anyhow::Result;
use setwise::Kernel;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise_testkit::{leapers, oracle};

use super::parts::question;
use crate::contestants::{Map, all_contestants};
use crate::workload::{Boards, Length, Recipe};
use crate::{Contestant, Question, QuestionDef, Setup, Workspace};
use setwise_rounds::{Answer, Role};

/// The questions of `cargo bench` about knights and kings.
pub(super) const HEADLINE: &[QuestionDef] = &[
    QuestionDef::new("knights-real", |setup| knights(&KNIGHTS[0], setup)),
    QuestionDef::new("knights-2", |setup| knights(&KNIGHTS[1], setup)),
    QuestionDef::new("knights-10", |setup| knights(&KNIGHTS[2], setup)),
    QuestionDef::new("kings-real", |setup| kings(&KINGS, setup)),
];

/// The workloads for knights.
pub const KNIGHTS: [Recipe<'_, 1>; 3] = [
    Recipe {
        name: "real boards",
        reason: "what programs meet: the white and the black knights of real positions, in order",
        boards: Boards::Real(|view| [view.knights]),
        expected: 0x3642_0B6F_9EA4_1CDA,
    },
    Recipe {
        name: "2 knights",
        reason: "the usual number a side; a loop over squares takes two turns",
        boards: Boards::Random(2),
        expected: 0x8F59_054A_938E_DC49,
    },
    Recipe {
        name: "10 knights",
        reason: "as many as promotion allows; what a loop over squares pays for more pieces",
        boards: Boards::Random(10),
        expected: 0x5E6D_F4B9_8EF5_D330,
    },
];

/// The workload for kings.
const KINGS: Recipe<'_, 1> = Recipe {
    name: "real boards",
    reason: "what programs meet: one king a side, white and black by turns",
    boards: Boards::Real(|view| [view.king]),
    expected: 0x075E_A255_E9CE_FA4D,
};

fn knights(recipe: &Recipe<'_, 1>, setup: Setup<'_>) -> Result<Option<Question>> {
    // The functions are passed as function items, not as function pointers, so that they are inlined.
    let rivals = Rivals { table: cozy_chess::get_knight_moves, generated: leapers::knight::knight_attacks_setwise };
    attacks("knight attacks", recipe, setup, KnightAttacks, oracle::knight_attacks, rivals)
}

fn kings(recipe: &Recipe<'_, 1>, setup: Setup<'_>) -> Result<Option<Question>> {
    let rivals = Rivals { table: cozy_chess::get_king_moves, generated: leapers::king::king_attacks_setwise };
    attacks("king attacks", recipe, setup, KingAttacks, oracle::king_attacks, rivals)
}

/// The rivals that are not in the registry.
struct Rivals<T, G> {
    /// A table with an entry for each square.
    table: T,
    /// The set-wise function of a generated module.
    generated: G,
}

/// Creates a question about the attacks of one kind of piece.
fn attacks<K, T, G>(
    title: &str,
    recipe: &Recipe<'_, 1>,
    setup: Setup<'_>,
    kernel: K,
    oracle: fn(u64) -> u64,
    rivals: Rivals<T, G>,
) -> Result<Option<Question>>
where
    K: Kernel<1, 1> + 'static,
    T: Fn(cozy_chess::Square) -> cozy_chess::BitBoard + Copy + 'static,
    G: Fn(u64) -> u64 + Copy + 'static,
{
    let workload = recipe.make(setup, Length::InCache, |[set]| [oracle(set)])?;
    let right = Rc::new(Answer::sets(&workload.results));
    // Only the questions with real boards include specimens and the narrower copies.
    let specimens = matches!(recipe.boards, Boards::Real(_));
    let contestants_of =
        if specimens { all_contestants::<true, _, _, _, _> } else { all_contestants::<false, _, _, _, _> };
    let mut contestants = contestants_of(Map, kernel, &workload, setup.only);
    contestants.push(Contestant::new("cozy-chess tables", Role::Rival, &right, move |workspace| {
        let Workspace { input, sets, .. } = workspace;
        united_entries(input[0].as_slice(), sets[0].as_mut_slice(), rivals.table);
    }));
    if specimens {
        contestants.push(Contestant::new("generated module", Role::Rival, &right, move |workspace| {
            let Workspace { input, sets, .. } = workspace;
            for (&board, answer) in input[0].as_slice().iter().zip(sets[0].as_mut_slice()) {
                *answer = (rivals.generated)(board);
            }
        }));
    }
    Ok(Some(question(title, recipe, &workload, &right, contestants)))
}

/// Computes attacks by a loop over squares, as a user of `cozy-chess` would write it.
pub fn united_entries(boards: &[u64], answers: &mut [u64], table: impl Fn(cozy_chess::Square) -> cozy_chess::BitBoard) {
    for (&board, answer) in boards.iter().zip(answers) {
        let squares = cozy_chess::BitBoard(board).into_iter();
        *answer = squares.fold(0, |union, square| union | table(square).0);
    }
}
