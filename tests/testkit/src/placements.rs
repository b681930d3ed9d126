//! Random placements for the kernels about legal moves.

use setwise::Color;

use crate::oracle::king_attacks;
use crate::random::Sets;

/// Returns a random placement with one king on each side, not next to each other, and with random rights: at most one
/// square that a pawn has passed. There are many sliders, and a pawn that may be taken en passant is likely. The inputs are
/// those of [`legal`](crate::oracle::legal) for a side.
pub fn random_placement(random: &mut Sets, side: Color) -> [u64; 10] {
    let king = random.of(1);
    let rooks = random.dense() & 0x81;
    placement(random, side, king, rooks)
}

/// Returns a random placement like [`random_placement`], with the king of the side on its first rank, and with up to four
/// rooks there. Castling is likely, from any files.
pub fn castling_placement(random: &mut Sets, side: Color) -> [u64; 10] {
    let king = 1 << (random.dense() % 8) << first_square(side);
    let rooks = [(); 2].map(|()| 1 << (random.dense() % 8) | 1 << (random.dense() % 8));
    let rooks = if random.dense().is_multiple_of(4) { rooks[0] | rooks[1] } else { rooks[0] };
    placement(random, side, king, rooks)
}

/// Returns the index of the first square of a side's first rank.
fn first_square(side: Color) -> u32 {
    if side == Color::White { 0 } else { 56 }
}

/// Returns a random placement with a king on a square, and with rooks on some files of the side's first rank. Each rook
/// belongs to either side.
fn placement(random: &mut Sets, side: Color, king: u64, rooks: u64) -> [u64; 10] {
    let their_king = loop {
        let square = random.of(1);
        if square & (king | king_attacks(king)) == 0 {
            break square;
        }
    };
    let mut free = !(king | their_king);
    let mut take = |set: u64| {
        let taken = set & free;
        free &= !taken;
        taken
    };
    let between = !(0xFF | 0xFF << 56);
    let fifth = if side == Color::White { 32 } else { 24 };
    let pawns = take(random.of(8) & between | (random.dense() & random.dense() & 0xFF) << fifth);
    let rooks = take(random.of(2) | rooks << first_square(side));
    let [queens, bishops, knights] = [2, 3, 3].map(|count| take(random.of(count)));
    let colors = random.dense();
    let all = pawns | rooks | queens | bishops | knights;
    let (own, their) = (all & colors | king, all & !colors | their_king);
    let sixth = if side == Color::White { fifth + 8 } else { fifth - 8 };
    let en_passant = (1 << (random.dense() % 8)) << sixth & random.dense();
    [pawns, knights, bishops, rooks, queens, king | their_king, own, their, random.dense(), en_passant]
}

/// Returns the inputs of `LegalMoveCount` from the inputs for a side.
pub fn of_both_sides<T>(input: [T; 10], side: Color, black_to_move: T) -> [T; 11] {
    let [pawns, knights, bishops, rooks, queens, kings, own, their, castling, en_passant] = input;
    let [white, black] = if side == Color::White { [own, their] } else { [their, own] };
    [pawns, knights, bishops, rooks, queens, kings, white, black, castling, en_passant, black_to_move]
}
