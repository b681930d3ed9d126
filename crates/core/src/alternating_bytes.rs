//! [`AlternatingBytes`]: a table of 16 bytes, from which a shuffle looks up the bytes of the sets of several squares.

/// A short form of a [`SquareTable`](crate::SquareTable). A table has this form if its reach is at most two ranks, and if
/// each byte within reach depends only on the file of the square and on whether the distance in ranks is even or odd. As
/// an exception, all bytes at distance 0 may be empty.
///
/// Each byte of a set has an index, which [`Indices`] computes from the square. If the index is below 128, its low three
/// bits are the file of the square:
///
/// ```text
/// byte  = if index < 128 { bytes[index % 16] } else { 0 }
/// ```
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlternatingBytes {
    /// For each file, the bytes at the two longest distances within reach, the shorter distance first. A reach of 0
    /// counts as 1. In each word, file a is the lowest byte.
    pub bytes: [u64; 2],
    /// The computation of the indices.
    pub indices: Indices,
}

/// The computation of the index of each byte of a set. In words that have a byte for each rank, rank 1 is the lowest
/// byte.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indices {
    /// All bytes within reach are found. Two additions are enough:
    ///
    /// ```text
    /// place = square + byte of first, modulo 256        0 for the least offset in reach, large for offsets below it
    /// index = place + byte of saturate, at most 255     127 for the greatest offset in reach
    /// ```
    WithOwnRank {
        /// The first addend for each rank of a set.
        first: u64,
        /// The second addend, which is the same for all ranks.
        saturate: u64,
    },
    /// The bytes at distances 1 and 2 are found, and those on the rank of the square itself are empty. First, the rank
    /// of the square is replaced with a code of five bits, once for all bytes of the set. Each rank of the set then
    /// selects some bits of the code and adds a number:
    ///
    /// ```text
    /// coded = square ^ byte of recode for the rank of the square
    /// index = (coded & byte of masks) + byte of addends, modulo 256
    /// ```
    WithoutOwnRank {
        /// For each rank of a square, `(code ^ rank) << 3`. An exclusive or with this byte replaces the rank of a square
        /// with the code.
        recode: u64,
        /// The mask for each rank of a set.
        masks: u64,
        /// The addend for each rank of a set.
        addends: u64,
    },
}

impl Indices {
    /// The bytes at distances 1 and 2. For example, these are the sums for the bytes on rank 3. If the highest bit of a sum
    /// is 1, the byte is empty. Otherwise, the lowest bit says whether the distance is 2:
    ///
    /// ```text
    /// rank of the square     1      2      3      4      5      6      7      8
    /// code                 00001  10100  10111  01000  10001  11010  01011  10010
    /// selected by 00011    00001  00000  00011  00000  00001  00010  00011  00010
    /// plus 01110           01111  01110  10001  01110  01111  10000  10001  10000
    /// distance               2      1      .      1      2      .      .      .
    /// ```
    ///
    /// The codes were found by a search, like the magic numbers of sliders: it tried the code of one rank after another,
    /// and went back when no mask and addend of some rank fitted all codes so far. There are 48 solutions. Without
    /// codes, no mask and addend for each rank of the set compute the indices.
    const DISTANCES_1_AND_2: Self = {
        let codes = [0b00001, 0b10100, 0b10111, 0b01000, 0b10001, 0b11010, 0b01011, 0b10010];
        let masks = [0b00101, 0b10011, 0b00011, 0b11101, 0b01111, 0b11111, 0b10101, 0b01011];
        let addends = [0b11100, 0b01101, 0b01110, 0b01111, 0b11010, 0b11101, 0b11100, 0b10111];
        let ranks = [0, 1, 2, 3, 4, 5, 6, 7];
        Self::WithoutOwnRank {
            recode: above_file(&codes) ^ above_file(&ranks),
            masks: above_file(&masks) | in_each_byte(7),
            addends: above_file(&addends),
        }
    };
}

impl AlternatingBytes {
    /// Returns the form of 16 bytes, or `None` if a table does not have this form. `all` has the byte for each offset from
    /// -64 to 63, and `reach` is the longest distance at which a byte is not empty.
    pub(crate) const fn new(all: &[u8; 128], reach: usize) -> Option<Self> {
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
        let places = 8 * reach as u8;
        let indices = if own_rank_alternates {
            Indices::WithOwnRank { first: minus_rank(places), saturate: in_each_byte(120 - 2 * places) }
        } else if own_rank_is_empty {
            // The reach is 2. With a reach of 1, the 16 bytes include those at distance 0, so `own_rank_alternates`
            // would be true.
            Indices::DISTANCES_1_AND_2
        } else {
            return None;
        };
        Some(Self { bytes: [word(&bytes, 0), word(&bytes, 8)], indices })
    }
}

/// The index of offset 0 in the bytes of all offsets.
pub(crate) const ZERO: usize = 64;

/// Returns eight bytes as a word, the first byte lowest.
const fn word(bytes: &[u8; 16], first: usize) -> u64 {
    let (mut word, mut n) = (0, 0);
    while n < 8 {
        word |= (bytes[first + n] as u64) << (8 * n);
        n += 1;
    }
    word
}

/// Returns eight numbers below 32 as a word. In each byte, the low three bits, which are the file of a square, are 0.
const fn above_file(numbers: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*numbers) << 3
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
