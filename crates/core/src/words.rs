//! Lanes in plain safe Rust: an array of words, which the compiler may vectorise.
//!
//! `Words<1>` computes one board at a time. The portable backend uses `Words<8>`: the compiler can process eight
//! consecutive words with whatever vector instructions the target has. If `P` is the proof of a vector instruction
//! set, `Words<8, P>` runs inside the target-feature boundary of that instruction set. A comparison of `Words<8, P>`
//! with registers written with intrinsics is then fair. Only the vector code differs: for `Words`, the compiler
//! generates it.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise_board::masks::{EVEN_BITS, EVEN_BYTES, EVEN_PAIRS, FILE_A};

use crate::popcount::{Fours, popcount_of_8_by_fours};
use crate::{COUNTS_WORDS_BY_INSTRUCTION, Isa, Lanes, Scalar, sum_of_popcounts};

/// `N` boards as words, made with the proof `P`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Words<const N: usize, P = Scalar> {
    boards: [u64; N],
    isa: P,
}

impl<const N: usize, P: Isa> Words<N, P> {
    /// Returns the boards, lane 0 first.
    #[inline(always)]
    #[must_use]
    pub fn boards(self) -> [u64; N] {
        self.boards
    }

    /// Applies `of` to every board. `of` must be a closure that the compiler inlines, such as one with a single
    /// operation.
    #[inline(always)]
    pub(crate) fn each(mut self, of: impl Fn(u64) -> u64) -> Self {
        for board in &mut self.boards {
            *board = of(*board);
        }
        self
    }
}

impl<const N: usize, P: Isa> Lanes for Words<N, P> {
    type Isa = P;
    type Chunk = [u64; N];

    #[inline(always)]
    fn isa(self) -> P {
        self.isa
    }

    #[inline(always)]
    fn load(isa: P, boards: &[u64; N]) -> Self {
        Self { boards: *boards, isa }
    }

    #[inline(always)]
    fn store(self, boards: &mut [u64; N]) {
        *boards = self.boards;
    }

    #[inline(always)]
    fn splat(isa: P, board: u64) -> Self {
        Self { boards: [board; N], isa }
    }

    #[inline(always)]
    fn wrapping_add(mut self, other: Self) -> Self {
        for (word, other) in self.boards.iter_mut().zip(&other.boards) {
            *word = word.wrapping_add(*other);
        }
        self
    }

    #[inline(always)]
    fn equal(mut self, other: Self) -> Self {
        for (board, other) in self.boards.iter_mut().zip(&other.boards) {
            *board = u64::from(*board == *other).wrapping_neg();
        }
        self
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.boards.iter().fold(0, |union, board| union | board) == 0
    }

    /// The product is the sum of eight copies of rank 1, one on each rank.
    #[inline(always)]
    fn copy_rank_1(self) -> Self {
        self.each(|board| board.wrapping_mul(FILE_A))
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        self.each(|board| u64::from(board.count_ones()))
    }

    #[inline(always)]
    fn popcount_of_8(sets: [Self; 8]) -> Self {
        if COUNTS_WORDS_BY_INSTRUCTION { sum_of_popcounts(sets) } else { popcount_of_8_by_fours(sets) }
    }

    #[inline(always)]
    fn shl<const PLACES: u32>(self) -> Self {
        const { assert!(PLACES < 64, "a shift must be below 64 places") }
        self.each(|board| board << PLACES)
    }

    #[inline(always)]
    fn shr<const PLACES: u32>(self) -> Self {
        const { assert!(PLACES < 64, "a shift must be below 64 places") }
        self.each(|board| board >> PLACES)
    }
}

impl<const N: usize, P: Isa> Fours for Words<N, P> {
    /// Counts pairs of bits first: the number of ones in a pair is the value of the pair minus its upper bit.
    #[inline(always)]
    fn counts_of_fours(self) -> Self {
        self.each(|board| {
            let pairs = board - (board >> 1 & EVEN_BITS);
            (pairs & EVEN_PAIRS) + (pairs >> 2 & EVEN_PAIRS)
        })
    }

    /// First adds neighbouring bytes, because the sum of all eight may not fit into a byte. The highest 16 bits of the
    /// product are the sum of the four pairs.
    #[inline(always)]
    fn sum_of_bytes(self) -> Self {
        const EACH_PAIR: u64 = u64::MAX / 0xFFFF;
        self.each(|board| ((board & EVEN_BYTES) + (board >> 8 & EVEN_BYTES)).wrapping_mul(EACH_PAIR) >> 48)
    }
}

impl<const N: usize, P: Isa> Not for Words<N, P> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.each(|board| !board)
    }
}

/// Implements a binary operator and its assigning form for two values of `Words`. Also implements the operator for a
/// value and a word, which is applied to every lane.
macro_rules! word_operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident) => {
        impl<const N: usize, P: Isa> $operator for Words<N, P> {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for (board, other) in self.boards.iter_mut().zip(&other.boards) {
                    *board = $operator::$method(*board, *other);
                }
                self
            }
        }

        impl<const N: usize, P: Isa> $operator<u64> for Words<N, P> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, word: u64) -> Self {
                self.each(|board| $operator::$method(board, word))
            }
        }

        impl<const N: usize, P: Isa> $assign for Words<N, P> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

word_operator!(BitAnd bitand, BitAndAssign bitand_assign);
word_operator!(BitOr bitor, BitOrAssign bitor_assign);
word_operator!(BitXor bitxor, BitXorAssign bitxor_assign);
