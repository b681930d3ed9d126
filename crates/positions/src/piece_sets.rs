//! A kernel that turns boards with one byte for each square into bitboards. It runs on every backend.
//!
//! A rank is eight bytes, one for each square, with file a first. The low four bits of each byte are the code of the
//! piece on that square. The kernel first computes four code planes, each of which contains one bit of every code. This
//! is a transposition of a matrix of bits. Within every word, the kernel exchanges single bits, pairs and groups of
//! four across the diagonal. Then it exchanges bytes between words. No bit is tested individually.
//!
//! ```text
//! rank j in the low halves of eight bytes, rank j + 4 in the high halves
//!
//!           bit  7 6 5 4 3 2 1 0              bit  h g f e d c b a
//! byte a         q q q q p p p p    flipped   byte 0  plane 0 of rank j
//! byte b         s s s s r r r r    ------>   byte 1  plane 1 of rank j
//! ...                                         byte 4  plane 0 of rank j + 4 ...
//!
//! four such words, and the 4 by 4 bytes of their halves flipped: word k is plane k
//! ```
//!
//! The transposition uses only shifts and bitwise operations. Each operation processes all boards in a register.

use setwise::patterns::{flip_diagonal, transpose_bytes};
use setwise::{Kernel, Lanes, Spread};

use crate::placement::NO_PIECE;

/// Computes the sets of pieces from ranks 1 to 8, each with one byte per file, file a lowest. Each byte is a code that
/// [`placement`](crate::placement) defines. The ninth input is the number of letters and digits of the placement.
///
/// Results: the nine words of [`piece_sets`], then a word that is not 0 if a byte is neither a piece nor an empty
/// square, or if the placement is [too long](wrong_letters).
#[derive(Debug, Clone, Copy)]
pub(crate) struct PieceSetsOfRanks;

impl Kernel<9, 10> for PieceSetsOfRanks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; 9]) -> [V; 10] {
        let [a, b, c, d, e, f, g, h, letters] = input;
        let wrong_byte = (((a | b) | (c | d)) | ((e | f) | (g | h))) & u64::from_le_bytes([NO_PIECE; 8]);
        let (a, b) = (flip_diagonal(a | e.shl::<4>()), flip_diagonal(b | f.shl::<4>()));
        let (c, d) = (flip_diagonal(c | g.shl::<4>()), flip_diagonal(d | h.shl::<4>()));
        let [a, b, c, d, e, f, white, black, wrong_kings] = piece_sets(transpose_bytes([a, b, c, d]));
        let wrong = wrong_byte | wrong_letters(white | black, letters);
        [a, b, c, d, e, f, white, black, wrong_kings, wrong]
    }
}

/// Computes nine words from the four planes of codes. The first eight are sets: pawns, knights, bishops, rooks, queens,
/// kings, white pieces, black pieces. The ninth word is not 0 if a side does not have exactly one king.
#[inline(always)]
pub(crate) fn piece_sets<V: Lanes>([one, two, four, black]: [V; 4]) -> [V; 9] {
    let kings = four & two;
    let (white_king, black_king) = (kings & !black, kings & black);
    let kinds = [one & !(two | four), two & !(one | four), one & two, four & !(one | two), four & one, kings];
    let [pawns, knights, bishops, rooks, queens, kings] = kinds;
    let white = (one | two | four) & !black;
    [pawns, knights, bishops, rooks, queens, kings, white, black, not_one(white_king) | not_one(black_king)]
}

/// Returns a word that is 0 if a placement with these occupied squares has exactly `letters` letters and digits: a
/// letter for each piece, and a digit for each run of empty squares in a rank. If it has more, a digit follows another
/// digit, as in `2b14`. The count shows this, so the digits themselves need not be checked.
#[inline(always)]
pub(crate) fn wrong_letters<V: Lanes>(occupied: V, letters: V) -> V {
    let empty = !occupied;
    let starts_of_runs = empty & !empty.east();
    (occupied | starts_of_runs).popcount() ^ letters
}

/// Returns a word that is not 0 if the set is empty or has several squares.
#[inline(always)]
pub(crate) fn not_one<V: Lanes>(set: V) -> V {
    let less_one = set.wrapping_add(!set.nothing());
    (set & less_one) | set.empty_lanes()
}
