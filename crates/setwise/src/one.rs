//! Functions for a single position. They compute on plain words, without a dispatch.

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS, Square};
use setwise_core::{Kernel, one_board};

use setwise_core::patterns::pairs::Jumper;
use setwise_core::patterns::{KingAttacks, KnightAttacks};

/// Returns the squares that a knight on `square` attacks on an empty board, by one table lookup.
///
/// ```
/// use setwise::{bitboard, knight_attacks, Square};
///
/// assert_eq!(knight_attacks(Square::D4), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . X . X . . .
///     . X . . . X . .
///     . . . . . . . .
///     . X . . . X . .
///     . . X . X . . .
///     . . . . . . . .
/// });
/// const FROM_A1: setwise::Bitboard = knight_attacks(Square::A1); // works in constants
/// assert_eq!(FROM_A1.count(), 2);
/// ```
#[inline]
#[must_use]
pub const fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT_ATTACKS[square.index()])
}

/// Returns the squares that a king on `square` attacks on an empty board, by one table lookup.
///
/// ```
/// use setwise::{bitboard, king_attacks, Square};
///
/// assert_eq!(king_attacks(Square::G2), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X . X
///     . . . . . X X X
/// });
/// ```
#[inline]
#[must_use]
pub const fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING_ATTACKS[square.index()])
}

/// Returns the squares that any of the `knights` attacks. The time does not depend on the number of knights.
///
/// The result also contains attacked squares with own pieces. A knight's own square is in the result only if another
/// knight attacks it. The result does not say which knight attacks which square. The number of squares in the result is
/// not the number of moves: two knights may attack the same square.
///
/// The function is not `const`, because it evaluates the kernel [`KnightAttacks`] and a `const` function cannot call
/// trait methods.
///
/// ```
/// use setwise::{bitboard, knight_attacks_setwise, Square::{B1, G1}, Bitboard};
///
/// assert_eq!(knight_attacks_setwise(Bitboard::from_squares(&[B1, G1])), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . X . . X . X
///     . . . X X . . .
///     . . . . . . . .
/// });
/// ```
#[inline]
#[must_use]
pub fn knight_attacks_setwise(knights: Bitboard) -> Bitboard {
    let [attacks] = one_board(KnightAttacks, [knights]);
    attacks
}

/// Returns the squares that any of the `kings` attacks. The time does not depend on the number of kings.
///
/// A king's own square is in the result only if another king attacks it.
///
/// ```
/// use setwise::{bitboard, king_attacks_setwise, Square::{E4, E5}, Bitboard};
///
/// assert_eq!(king_attacks_setwise(Bitboard::from_squares(&[E4, E5])), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X X . .
///     . . . X X X . .
///     . . . X X X . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[inline]
#[must_use]
pub fn king_attacks_setwise(kings: Bitboard) -> Bitboard {
    let [attacks] = one_board(KingAttacks, [kings]);
    attacks
}

/// Returns each piece with each target that it attacks as a `piece`, ordered by the square of the piece, then by the
/// target. The kernel returns the pieces and the targets, as for [`Backend::list_pairs`](crate::Backend::list_pairs).
///
/// ```
/// use setwise::patterns::{leaper::Knight, pairs::MovesWithout};
/// use setwise::{Bitboard, Square::{A3, B1, C3, D2}, one_board_pairs};
///
/// let (knights, own) = (Bitboard::from(B1), Bitboard::from_squares(&[B1, D2]));
/// let moves: Vec<_> = one_board_pairs(Knight, MovesWithout, [knights, own]).collect();
/// assert_eq!(moves, [(B1, A3), (B1, C3)]);
/// ```
#[inline]
pub fn one_board_pairs<P: Jumper, K: Kernel<IN, 2>, const IN: usize>(
    piece: P,
    kernel: K,
    input: [Bitboard; IN],
) -> impl Iterator<Item = (Square, Square)> + Clone {
    let _ = piece;
    let [pieces, targets] = one_board(kernel, input);
    pieces.into_iter().flat_map(move |from| (P::TABLE.set(from) & targets).into_iter().map(move |to| (from, to)))
}
