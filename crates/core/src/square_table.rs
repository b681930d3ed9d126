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

use crate::patterns::leaper::{Leaper, files_at};

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

/// A short form of a table: 16 bytes, from which a shuffle looks up the bytes of sets. A table has this form if, for
/// the squares of each file, the byte depends only on whether the distance is even or odd. There are two exceptions.
/// Bytes at distances beyond the reach of the table are empty, and all bytes at distance 0 may be empty.
///
/// Two additions of bytes find each byte of the set of a square, unless [`own_rank`](Self::own_rank) says that the byte
/// is empty:
///
/// ```text
/// place = square + byte of first, modulo 256        0 for the least offset in reach, large for offsets below it
/// index = place + byte of saturate, at most 255     127 for the greatest offset in reach
/// byte  = if index < 128 { bytes[index % 16] } else { 0 }
/// ```
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlternatingBytes {
    /// For each file, the bytes at the two longest distances within reach, the shorter distance first. A reach of 0
    /// counts as 1. In each word, file a is the lowest byte.
    pub bytes: [u64; 2],
    /// The first addend for each of the eight bytes of a set, rank 1 in the lowest byte.
    pub first: u64,
    /// The second addend, which is the same for all eight bytes.
    pub saturate: u64,
    /// `None` if the bytes at distance 0 are no exception. Otherwise they are empty, and each of the eight bytes of
    /// this word is their place, with the low three bits cleared. The low three bits of a place are the file.
    pub own_rank: Option<u64>,
}

/// The index of offset 0 in [`SquareTable::bytes`].
const ZERO: usize = 64;

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
        Self { sets: *sets, bytes, reach, alternating: alternating(&bytes, reach) }
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

/// Returns the form of 16 bytes, or `None` if the table does not have this form. `all` has the byte for each offset.
const fn alternating(all: &[u8; 128], reach: usize) -> Option<AlternatingBytes> {
    let reach = if reach == 0 { 1 } else { reach };
    if reach > 2 {
        return None;
    }
    let (mut bytes, mut index) = ([0; 16], 0);
    while index < 16 {
        bytes[index] = all[ZERO + 8 * (reach - 1) + index];
        index += 1;
    }
    let (mut own_rank_is_empty, mut own_rank_alternates, mut index) = (true, true, ZERO - 8 * reach);
    while index < ZERO + 8 * reach + 8 {
        let alternates = all[index] == bytes[(index - 8 * (reach - 1)) % 16];
        if index / 8 == ZERO / 8 {
            own_rank_is_empty &= all[index] == 0;
            own_rank_alternates &= alternates;
        } else if !alternates {
            return None;
        }
        index += 1;
    }
    if !own_rank_alternates && !own_rank_is_empty {
        return None;
    }
    let places = 8 * reach as u8;
    Some(AlternatingBytes {
        bytes: [word(&bytes, 0), word(&bytes, 8)],
        first: minus_rank(places),
        saturate: in_each_byte(120 - 2 * places),
        own_rank: if own_rank_alternates { None } else { Some(in_each_byte(places)) },
    })
}

/// Returns eight bytes as a word, the first byte lowest.
const fn word(bytes: &[u8; 16], first: usize) -> u64 {
    let (mut word, mut n) = (0, 0);
    while n < 8 {
        word |= (bytes[first + n] as u64) << (8 * n);
        n += 1;
    }
    word
}

/// Returns a word whose byte for each rank, counted from 0, is `base - 8 * rank`, modulo 256. The sum of this byte and
/// a square is the offset of the byte plus `base`.
#[doc(hidden)]
#[must_use]
pub const fn minus_rank(base: u8) -> u64 {
    let (mut bytes, mut rank) = ([0; 8], 0);
    while rank < 8 {
        bytes[rank as usize] = base.wrapping_sub(8 * rank);
        rank += 1;
    }
    u64::from_le_bytes(bytes)
}

/// Returns a word with the same byte eight times.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub const fn in_each_byte(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

impl fmt::Debug for SquareTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SquareTable").field(&self.sets).finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::patterns::leaper::{Alfil, Camel, Dabbaba, Ferz, Giraffe, King, Knight, Wazir};

    #[test]
    fn the_tables_of_leapers_are_the_generated_tables() {
        assert_eq!(SquareTable::leaper::<Knight>(), SquareTable::KNIGHT);
        assert_eq!(SquareTable::leaper::<King>(), SquareTable::KING);
    }

    /// Looks up every byte in the 16 bytes of a table, by the same steps as the vector instructions.
    #[test]
    fn a_table_of_16_bytes_contains_the_bytes_of_all_sets() {
        let near = [
            SquareTable::KNIGHT,
            SquareTable::KING,
            SquareTable::leaper::<Wazir>(),
            SquareTable::leaper::<Ferz>(),
            SquareTable::leaper::<Alfil>(),
            SquareTable::LINES[0].clone(),
        ];
        for table in near {
            let &AlternatingBytes { bytes, first, saturate, own_rank } = table.alternating().expect("16 bytes");
            let bytes = bytes.map(u64::to_le_bytes).concat();
            for (square, rank) in Square::ALL.into_iter().flat_map(|square| (0..8).map(move |rank| (square, rank))) {
                let byte_of = |word: u64| word.to_le_bytes()[rank];
                let place = (square as u8).wrapping_add(byte_of(first));
                let index = place.saturating_add(byte_of(saturate));
                let is_empty = index >= 128 || own_rank.map(byte_of) == Some(place & !7);
                let byte = if is_empty { 0 } else { bytes[usize::from(index % 16)] };
                assert_eq!(byte, byte_of(table.set(square).0), "{square} {rank} {table:?}");
            }
        }
        let far = [SquareTable::leaper::<Dabbaba>(), SquareTable::leaper::<Camel>(), SquareTable::leaper::<Giraffe>()];
        assert_eq!(far.each_ref().map(SquareTable::alternating), [None; 3]);
        assert_eq!(far.map(|table| table.reach()), [2, 3, 4]);
        assert_eq!(SquareTable::LINES.map(|table| table.reach()), [0, 7, 7, 7]);
    }
}
