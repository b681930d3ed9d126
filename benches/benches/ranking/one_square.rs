//! Attacks of single squares in bulk: the table wins, and by how much.

use std::hint::black_box;

use anyhow::Result;
use criterion::Criterion;
use setwise::{Square, SquareBackendId, SquareBackends, king_attacks, knight_attacks};
use setwise_benches::contestant::{Contestant, Role};
use setwise_benches::positions::RealPositions;
use setwise_benches::ranking::Ranking;
use setwise_benches::workload::{KING_SQUARES, KNIGHT_SQUARES, SquareRecipe};
use setwise_testkit::oracle;

/// Both leapers.
pub(crate) fn ask(criterion: &mut Criterion, real: &RealPositions) -> Result<Vec<Ranking>> {
    let (of_knight, of_king) = (knight_oracle as fn(Square) -> u64, king_oracle as fn(Square) -> u64);
    let mut knights = backends(of_knight, SquareBackends::knight_attacks);
    knights.push(by_square("plain loop over the table", of_knight, |square| knight_attacks(square).0));
    knights.push(by_square("cozy-chess table", of_knight, |square| cozy_chess::get_knight_moves(cozy(square)).0));
    knights.push(by_square("one-at-a-time table", of_knight, |square| black_box(knight_attacks(black_box(square)).0)));
    let mut kings = backends(of_king, SquareBackends::king_attacks);
    kings.push(by_square("plain loop over the table", of_king, |square| king_attacks(square).0));
    kings.push(by_square("cozy-chess table", of_king, |square| cozy_chess::get_king_moves(cozy(square)).0));
    kings.push(by_square("one-at-a-time table", of_king, |square| black_box(king_attacks(black_box(square)).0)));
    let knights = ask_one(criterion, real, &KNIGHT_SQUARES, of_knight, &knights)?;
    let kings = ask_one(criterion, real, &KING_SQUARES, of_king, &kings)?;
    Ok(knights.into_iter().chain(kings).collect())
}

/// One question; nothing, where no position has such a piece.
fn ask_one(
    criterion: &mut Criterion,
    real: &RealPositions,
    recipe: &SquareRecipe,
    oracle: fn(Square) -> u64,
    contestants: &[Contestant<Square>],
) -> Result<Option<Ranking>> {
    let squares = recipe.make(real, oracle)?;
    let ask = || crate::measure(criterion, recipe.name, recipe.reason, "table", &squares, contestants);
    Ok((!squares.is_empty()).then(ask))
}

fn knight_oracle(square: Square) -> u64 {
    oracle::knight_attacks(square.bitboard().0)
}

fn king_oracle(square: Square) -> u64 {
    oracle::king_attacks(square.bitboard().0)
}

fn cozy(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::index(square.index())
}

/// Every ready backend for squares, and the one that `auto_for_squares` takes.
fn backends(oracle: fn(Square) -> u64, attacks: fn(SquareBackends, &[Square], &mut [u64])) -> Vec<Contestant<Square>> {
    let named = SquareBackendId::ready().map(|backend| (backend.id().name().to_string(), backend));
    let auto = setwise::auto_for_squares();
    let all = named.chain([(format!("auto: {}", auto.id()), auto)]);
    let contestant = |(name, backend): (String, SquareBackends)| {
        let pass = move |squares: &[Square], answers: &mut [u64]| attacks(backend, squares, answers);
        Contestant::new(&name, Role::Backend, oracle, pass)
    };
    all.map(contestant).collect()
}

/// A loop of a user's own.
fn by_square(name: &str, oracle: fn(Square) -> u64, attacks: impl Fn(Square) -> u64 + 'static) -> Contestant<Square> {
    Contestant::new(name, Role::Rival, oracle, move |squares, answers| {
        for (&square, answer) in squares.iter().zip(answers) {
            *answer = attacks(square);
        }
    })
}
