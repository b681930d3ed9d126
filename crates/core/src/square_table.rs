//! [`SquareTable`]: a set for each square, and the bytes from which wide registers look up several sets at once.
//!
//! A leaper makes the same jumps from every rank. Apart from squares that are off the board from one of the two ranks,
//! its set on e4 is therefore its set on e1, moved up by three ranks. A rank of a set is one byte. The byte depends
//! only on the file of the square and on the distance in ranks from the byte to the square.
//! `offset = square - 8 * rank` contains both: the low three bits are the file, and the other bits are the distance.
//!
//! ```text
//! knight on e4 = 28      rank    offset   distance, file   byte
//! . . . . . . . .         8        -28         -4, e
//! . . . . . . . .         7        -20         -3, e
//! . . . X . X . .         6        -12         -2, e       d f
//! . . X . . . X .         5         -4         -1, e       c g
//! . . . . o . . .         4          4          0, e
//! . . X . . . X .         3         12          1, e       c g
//! . . . X . X . .         2         20          2, e       d f
//! . . . . . . . .         1         28          3, e
//! ```
//!
//! One subtraction computes the offsets of all bytes of a register. With the offsets as indices, one shuffle looks up
//! all bytes.

use core::fmt;

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS, LINES_THROUGH, Square};

use crate::alternating_bytes::{AlternatingBytes, ZERO};
use crate::patterns::leaper::{Checked, Leaper, files_at};

/// A set for each square, such as the squares that a knight attacks from the square.
///
/// `Backend::sets_from` looks up the sets of a column of squares. The sets of a table must be alike on all ranks:
/// [`new`](Self::new) explains what this means. Keep a table in a constant or a static, because creating a table checks
/// all its sets.
#[derive(Clone, PartialEq, Eq)]
pub struct SquareTable {
    sets: [u64; 64],
    bytes: [u8; 128],
    reach: usize,
    alternating: Option<AlternatingBytes>,
}

impl SquareTable {
    /// The squares that a knight attacks.
    pub const KNIGHT: Self = Self::new(&KNIGHT_ATTACKS);

    /// The squares that a king attacks.
    pub const KING: Self = Self::new(&KING_ATTACKS);

    /// Four tables: the rank, the file, the diagonal (parallel to a1-h8) and the antidiagonal through each square, the
    /// square included.
    pub const LINES: [Self; 4] = [Self::line(0), Self::line(1), Self::line(2), Self::line(3)];

    /// Creates a table from the set of each square, a1 first, h8 last. In each set a1 = bit 0.
    ///
    /// ```
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
    /// use setwise::{Square, SquareTable};
    ///
    /// /// The square north of a square.
    /// const NORTH: SquareTable = {
    ///     let (mut sets, mut square) = ([0; 64], 0);
    ///     while square < 56 {
    ///         sets[square] = 1 << (square + 8);
    ///         square += 1;
    ///     }
    ///     SquareTable::new(&sets)
    /// };
    /// assert_eq!(NORTH.set(Square::B6), Square::B7.bitboard());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the sets are not alike on all ranks. The sets of two squares on the same file are alike if one set,
    /// moved from its square to the other square, equals the other set. Squares that this move takes off the board or
    /// brings onto it are not compared. In a constant, a table whose sets are not alike does not compile:
    ///
    /// ```compile_fail,E0080
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
    /// use setwise::{KNIGHT_ATTACKS, Square, SquareTable};
    ///
    /// const WRONG: SquareTable = {
    ///     let mut sets = KNIGHT_ATTACKS;
    ///     sets[Square::E4 as usize] = 0;
    ///     SquareTable::new(&sets)
    /// };
    /// # assert_eq!(WRONG.set(Square::A1).count(), 2);
    /// ```
    #[must_use]
    pub const fn new(sets: &[u64; 64]) -> Self {
        let bytes = bytes(sets);
        let (mut reach, mut square) = (0, 0);
        while square < 64 {
            let mut rank = 0;
            while rank < 8 {
                let byte = byte(sets, square, rank);
                assert!(byte == bytes[ZERO + square - 8 * rank], "the sets of a table must be alike on all ranks");
                let distance = rank.abs_diff(square / 8);
                if byte != 0 && distance > reach {
                    reach = distance;
                }
                rank += 1;
            }
            square += 1;
        }
        Self { sets: *sets, bytes, reach, alternating: AlternatingBytes::new(&bytes, reach) }
    }

    /// Creates the table of the squares that a leaper attacks.
    ///
    /// ```
    /// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
    /// use setwise::{Bitboard, Square::{A1, B4, D2}, SquareTable, patterns::leaper::Camel};
    ///
    /// const CAMEL: SquareTable = SquareTable::leaper::<Camel>();
    /// assert_eq!(CAMEL.set(A1), Bitboard::from_squares(&[B4, D2]));
    /// ```
    #[must_use]
    pub const fn leaper<L: Leaper>() -> Self {
        let () = Checked::<L>::STEPS;
        let (mut sets, mut from) = ([0; 64], 0_usize);
        while from < 64 {
            let mut to = 0_usize;
            while to < 64 {
                let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
                sets[from] |= ((files_at::<L>(ranks as u8) >> files & 1) as u64) << to;
                to += 1;
            }
            from += 1;
        }
        Self::new(&sets)
    }

    const fn line(line: usize) -> Self {
        let (mut sets, mut square) = ([0; 64], 0);
        while square < 64 {
            sets[square] = LINES_THROUGH[square][line];
            square += 1;
        }
        Self::new(&sets)
    }

    /// Returns the set of a square.
    #[inline(always)]
    #[must_use]
    pub const fn set(&self, square: Square) -> Bitboard {
        Bitboard(self.sets[square.index()])
    }

    /// Returns the sets of all squares, a1 first, h8 last. In each set a1 = bit 0.
    #[inline(always)]
    #[must_use]
    pub const fn sets(&self) -> &[u64; 64] {
        &self.sets
    }

    /// Returns the byte for each offset, from -64 to 63.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 128] {
        &self.bytes
    }

    /// Returns the longest distance in ranks at which a byte is not empty, 0 to 7.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const fn reach(&self) -> usize {
        self.reach
    }

    /// Returns the form of 16 bytes, or `None` if the table does not have this form.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub const fn alternating(&self) -> Option<&AlternatingBytes> {
        self.alternating.as_ref()
    }
}

/// Returns one rank of the set of a square. Squares and ranks are counted from 0.
const fn byte(sets: &[u64; 64], square: usize, rank: usize) -> u8 {
    (sets[square] >> (8 * rank)) as u8
}

/// Returns the byte for each offset, from -64 to 63. The bytes at the distances -7 to 0 come from the sets of the
/// squares on the first rank, and those at the distances 0 to 7 from the sets of the squares on the last rank.
const fn bytes(sets: &[u64; 64]) -> [u8; 128] {
    let (mut bytes, mut file) = ([0; 128], 0);
    while file < 8 {
        let (last, mut rank) = (56 + file, 0);
        while rank < 8 {
            bytes[ZERO + file - 8 * rank] = byte(sets, file, rank);
            bytes[ZERO + last - 8 * rank] = byte(sets, last, rank);
            rank += 1;
        }
        file += 1;
    }
    bytes
}

impl fmt::Debug for SquareTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SquareTable").field(&self.sets).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::leaper::{Alfil, Camel, Dabbaba, Giraffe, King, Knight};

    #[test]
    fn the_tables_of_leapers_are_the_generated_tables() {
        assert_eq!(SquareTable::leaper::<Knight>(), SquareTable::KNIGHT);
        assert_eq!(SquareTable::leaper::<King>(), SquareTable::KING);
    }

    /// The specimens look up every square in such tables.
    #[test]
    fn tables_that_reach_far_have_no_16_bytes() {
        let near =
            [SquareTable::KNIGHT, SquareTable::KING, SquareTable::leaper::<Alfil>(), SquareTable::LINES[0].clone()];
        assert!(near.iter().all(|table| table.alternating().is_some()));
        let far = [SquareTable::leaper::<Dabbaba>(), SquareTable::leaper::<Camel>(), SquareTable::leaper::<Giraffe>()];
        assert_eq!(far.each_ref().map(SquareTable::alternating), [None; 3]);
        assert_eq!(far.map(|table| table.reach()), [2, 3, 4]);
        assert_eq!(SquareTable::LINES.map(|table| table.reach()), [0, 7, 7, 7]);
    }
}
