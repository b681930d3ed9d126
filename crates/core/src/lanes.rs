//! Boards side by side in one register.
//!
//! The trait [`Lanes`] has the operations that formulas and batch loops need. Each operation works on all boards of a
//! register:
//!
//! ```text
//! lane     3          2          1          0
//!      [ board 3 ][ board 2 ][ board 1 ][ board 0 ]      load, store: consecutive words of a column
//!      shl::<8>()  every board one rank to the north; nothing passes from lane to lane
//!      & NOT_A     the same mask on every board
//! ```

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise_board::masks::{
    EVEN_BITS, EVEN_BYTE_PAIRS, EVEN_BYTES, EVEN_PAIRS, LOW_HALVES, NOT_A, NOT_AB, NOT_GH, NOT_H,
};

use crate::{Chunk, Isa, union_of_entries};

/// A register of [`COUNT`](Self::COUNT) boards. In each board a1 = bit 0, h8 = bit 63.
///
/// A value can be created only with the proof of its instruction set. A value therefore proves that the CPU has the
/// instructions, so every method and operator is safe. Implementations must mark every function `#[inline(always)]`.
pub trait Lanes:
    Copy
    + 'static
    + BitAnd<Output = Self>
    + BitAnd<u64, Output = Self>
    + BitOr<Output = Self>
    + BitOr<u64, Output = Self>
    + BitXor<Output = Self>
    + BitXor<u64, Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The instruction set whose proof is required to make a value.
    type Isa: Isa;

    /// The array in memory that holds the boards of one register.
    type Chunk: Chunk;

    /// The number of boards side by side.
    const COUNT: usize = <Self::Chunk as Chunk>::LENGTH;

    /// Whether one instruction counts the bits of every lane or byte. If so, counting every register is at least as
    /// fast as [`HarleySeal`](crate::popcount::HarleySeal).
    const COUNTS_BY_INSTRUCTION: bool = false;

    /// Whether each of the methods [`mirror_horizontal`](Self::mirror_horizontal), [`mirror_east`](Self::mirror_east)
    /// and [`flip_antidiagonal`](Self::flip_antidiagonal) is one instruction. If so, the rays of rooks are fastest as
    /// rays toward file h on flipped boards.
    const FLIPS_BY_INSTRUCTION: bool = false;

    /// Whether [`copy_past_caches`](Self::copy_past_caches) can store past the caches.
    #[doc(hidden)]
    const STORES_PAST_CACHES: bool = false;

    /// Returns the proof with which this register was made.
    fn isa(self) -> Self::Isa;

    /// Loads the boards of a chunk, the first board into lane 0. Any alignment is allowed.
    fn load(isa: Self::Isa, boards: &Self::Chunk) -> Self;

    /// Loads the first [`COUNT`](Self::COUNT) boards of a slice, the first board into lane 0. If the slice is shorter,
    /// the remaining lanes are empty.
    #[inline(always)]
    fn load_first(isa: Self::Isa, boards: &[u64]) -> Self {
        let mut chunk = Self::Chunk::EMPTY;
        for (lane, board) in chunk.as_mut().iter_mut().zip(boards) {
            *lane = *board;
        }
        Self::load(isa, &chunk)
    }

    /// Hints that the memory `AHEAD` bytes after the start of these boards will be used soon. The CPU may then begin to
    /// fetch it. The address may lie outside the column. The default implementation does nothing.
    #[inline(always)]
    fn prefetch<const AHEAD: usize>(_: Self::Isa, _: &Self::Chunk) {}

    /// Like [`prefetch`](Self::prefetch), but the memory is fetched only into the second-level cache. Use this method
    /// if the loop already fills the first-level cache, or all buffers for cache lines that the CPU is still fetching.
    #[inline(always)]
    fn prefetch_into_l2<const AHEAD: usize>(_: Self::Isa, _: &Self::Chunk) {}

    /// Writes the boards to a chunk, lane 0 first. Any alignment is allowed.
    fn store(self, boards: &mut Self::Chunk);

    /// Copies the boards `from` to the slice `to`, which must have the same length. Stores them past the caches if `to`
    /// consists of full cache lines. The default implementation always uses usual stores.
    #[doc(hidden)]
    #[inline]
    fn copy_past_caches(_: Self::Isa, from: &[u64], to: &mut [u64], _: &PastCaches<Self>) {
        to.copy_from_slice(from);
    }

    /// Makes all earlier stores past the caches visible before later stores. The default implementation does nothing.
    #[doc(hidden)]
    #[inline(always)]
    fn fence(_: Self::Isa) {}

    /// Returns a register with the same board in every lane.
    fn splat(isa: Self::Isa, board: u64) -> Self;

    /// Shifts every board to the left by `N` places, toward h8. Bits that leave the word are dropped. `N` above 63 does
    /// not compile.
    fn shl<const N: u32>(self) -> Self;

    /// Shifts every board to the right by `N` places, toward a1. Bits that leave the word are dropped. `N` above 63
    /// does not compile.
    fn shr<const N: u32>(self) -> Self;

    /// Returns the sum of the two numbers in each lane, modulo 2^64.
    fn wrapping_add(self, other: Self) -> Self;

    /// Returns the squares in at least one of three sets.
    #[inline(always)]
    fn union_3(self, b: Self, c: Self) -> Self {
        (self | b) | c
    }

    /// Returns the squares that are in this set, or in both `other` and `allowed`.
    #[inline(always)]
    fn union_within(self, other: Self, allowed: Self) -> Self {
        self | (allowed & other)
    }

    /// Returns the squares that are in this set, in `allowed` and in `mask`. The default implementation intersects
    /// `allowed` and `mask` first, so the compiler computes their intersection only once for several sets.
    #[inline(always)]
    fn within(self, allowed: Self, mask: u64) -> Self {
        self & (allowed & mask)
    }

    /// Returns the sum of three sets as two binary digits: the squares in one or three of the sets, and the squares in
    /// two or three.
    #[inline(always)]
    fn add_3(self, b: Self, c: Self) -> [Self; 2] {
        let half = self ^ b;
        [half ^ c, (half & c) | (self & b)]
    }

    /// Returns all ones in the lanes where both boards are equal and zero in the other lanes. The result is a mask for
    /// choosing between values.
    fn equal(self, other: Self) -> Self;

    /// Returns `true` if every board is empty. This test ends loops in which boards need different numbers of rounds.
    fn is_empty(self) -> bool;

    /// Returns `true` if every board is empty, so that a kernel may skip operations to save time. The kernel must have
    /// the same results if it does not skip them. While a kernel is recorded, this method returns `false`, and the
    /// recording contains the operations. A recording fails at [`is_empty`](Self::is_empty).
    #[inline(always)]
    fn may_skip(self) -> bool {
        self.is_empty()
    }

    /// Returns all ones in the lanes whose board is empty and zero in the other lanes.
    #[inline(always)]
    fn empty_lanes(self) -> Self {
        self.equal(self.nothing())
    }

    /// Returns, for each table, the union of the entries of every board's squares. Each table has an entry for each square,
    /// followed by an empty entry at index 64. The boards are looked up one after the other, so the time depends on the
    /// number of their squares.
    #[inline(always)]
    fn union_of_entries<const N: usize>(self, tables: [&[u64; 65]; N]) -> [Self; N] {
        let mut boards = Self::Chunk::EMPTY;
        self.store(&mut boards);
        let mut chunks = [Self::Chunk::EMPTY; N];
        for (lane, board) in boards.as_ref().iter().enumerate() {
            let unions = union_of_entries(*board, tables);
            for (chunk, union) in chunks.iter_mut().zip(unions) {
                chunk.as_mut()[lane] = union;
            }
        }
        let mut registers = [self; N];
        for (register, chunk) in registers.iter_mut().zip(&chunks) {
            *register = Self::load(self.isa(), chunk);
        }
        registers
    }

    /// Returns a register of empty boards. The method needs no proof, because `self` already proves that the CPU has
    /// the instructions.
    #[inline(always)]
    fn nothing(self) -> Self {
        self & !self
    }

    /// Returns the number of members of each set, 0 to 64, as one number per lane.
    fn popcount(self) -> Self;

    /// Returns the number of members of eight sets together, 0 to 512, as one number per lane.
    #[inline(always)]
    fn popcount_of_8(sets: [Self; 8]) -> Self {
        sum_of_popcounts(sets)
    }

    /// Writes the number of members of each set, 0 to 64, as one byte per board. `counts` must have
    /// [`COUNT`](Self::COUNT) bytes.
    #[inline(always)]
    fn counts(self, counts: &mut [u8]) {
        let mut numbers = Self::Chunk::EMPTY;
        self.popcount().store(&mut numbers);
        for (count, number) in counts.iter_mut().zip(numbers.as_ref()) {
            *count = number.to_le_bytes()[0];
        }
    }

    /// Moves every set one step toward file h. On x86-64 and AArch64, vector registers override this method: they
    /// compute `x + x` in each byte, which needs no mask.
    #[inline(always)]
    fn east(self) -> Self {
        self.shl::<1>() & NOT_A
    }

    /// Moves every set two steps toward file h. Registers that override [`east`](Self::east) also override this method,
    /// with two additions of bytes. A formula that uses both methods then shares the first addition.
    #[inline(always)]
    fn two_east(self) -> Self {
        self.shl::<2>() & NOT_AB
    }

    /// Moves every set one step toward rank 8.
    #[inline(always)]
    fn north(self) -> Self {
        self.shl::<8>()
    }

    /// Moves every set one step toward rank 1.
    #[inline(always)]
    fn south(self) -> Self {
        self.shr::<8>()
    }

    /// Moves every set one step toward file a.
    #[inline(always)]
    fn west(self) -> Self {
        self.shr::<1>() & NOT_H
    }

    /// Returns every set together with the squares one step toward file h and one step toward file a. The registers of
    /// x86-64 override this method. Their step toward file a takes one instruction more than their step toward file h, so
    /// it must be added last, but the compiler would unite the two steps first.
    #[inline(always)]
    fn widen(self) -> Self {
        (self | self.east()) | self.west()
    }

    /// Moves every set two steps toward file a.
    #[inline(always)]
    fn two_west(self) -> Self {
        self.shr::<2>() & NOT_GH
    }

    /// Moves one copy of every set one step toward file h and another copy one step toward file a. Returns the squares
    /// that are in at least one of the two copies, the squares that are in exactly one, and the squares that are in
    /// both.
    #[inline(always)]
    fn overlay_one_file(self) -> [Self; 3] {
        let (east, west) = (self.east(), self.west());
        [east | west, east ^ west, east & west]
    }

    /// Moves one copy of every set two steps toward file h and another copy two steps toward file a. Returns the same
    /// three sets of squares as [`overlay_one_file`](Self::overlay_one_file).
    #[inline(always)]
    fn overlay_two_files(self) -> [Self; 3] {
        let (two_east, two_west) = (self.two_east(), self.two_west());
        [two_east | two_west, two_east ^ two_west, two_east & two_west]
    }

    /// Copies rank 1 of every board to all other ranks, which must be empty. Registers with a byte shuffle override this
    /// method.
    #[inline(always)]
    fn copy_rank_1(self) -> Self {
        let two = self | self.shl::<8>();
        let four = two | two.shl::<16>();
        four | four.shl::<32>()
    }

    /// Subtracts the eight numbers of every board whose bits are the ranks, with file a lowest. A borrow does not leave
    /// its rank.
    #[inline(always)]
    fn subtract_in_ranks(self, other: Self) -> Self {
        // The sums below omit file h, so no carry leaves a rank. Their last bit is added without carry.
        let complement = !self;
        let sums = (complement & NOT_H).wrapping_add(other & NOT_H);
        !(sums ^ ((complement ^ other) & !NOT_H))
    }

    /// Mirrors the files of every board: a4 goes to h4.
    #[inline(always)]
    fn mirror_horizontal(self) -> Self {
        mirror_horizontal(self)
    }

    /// Mirrors the files of every board, and then moves every set one step toward file h.
    #[inline(always)]
    fn mirror_east(self) -> Self {
        self.mirror_horizontal().east()
    }

    /// Flips every board about its antidiagonal from a8 to h1: a1 goes to h8, b1 to h7. Files become ranks.
    #[inline(always)]
    fn flip_antidiagonal(self) -> Self {
        flip_antidiagonal(self)
    }
}

/// Reverses the order of the bits of each byte: adjacent files are exchanged, then adjacent pairs of files, then the
/// western and eastern halves of the board.
// Like `sum_of_popcounts`, this function and the next are public because methods in `setwise-simd` call them.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn mirror_horizontal<V: Lanes>(board: V) -> V {
    let files = ((board & EVEN_BITS).shl::<1>()) | (board.shr::<1>() & EVEN_BITS);
    let pairs = ((files & EVEN_PAIRS).shl::<2>()) | (files.shr::<2>() & EVEN_PAIRS);
    ((pairs & LOW_HALVES).shl::<4>()) | (pairs.shr::<4>() & LOW_HALVES)
}

/// Exchanges single squares across the antidiagonal, then blocks of 2 by 2 squares, then blocks of 4 by 4.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn flip_antidiagonal<V: Lanes>(mut board: V) -> V {
    let single = (board ^ board.shr::<9>()) & BELOW_ANTIDIAGONAL_1;
    board = board ^ single ^ single.shl::<9>();
    let pairs = (board ^ board.shr::<18>()) & BELOW_ANTIDIAGONAL_2;
    board = board ^ pairs ^ pairs.shl::<18>();
    let fours = (board ^ board.shr::<36>()) & BELOW_ANTIDIAGONAL_4;
    board ^ fours ^ fours.shl::<36>()
}

/// The squares that [`flip_antidiagonal`] exchanges with the squares one file and one rank farther.
const BELOW_ANTIDIAGONAL_1: u64 = EVEN_BITS & EVEN_BYTES;
/// The squares that [`flip_antidiagonal`] exchanges with the squares two files and two ranks farther.
const BELOW_ANTIDIAGONAL_2: u64 = EVEN_PAIRS & EVEN_BYTE_PAIRS;
/// The squares that [`flip_antidiagonal`] exchanges with the squares four files and four ranks farther.
const BELOW_ANTIDIAGONAL_4: u64 = LOW_HALVES >> 32;

/// Counts the members of each of eight sets, and adds the counts.
// This function is hidden because kernels call `Lanes::popcount_of_8`. It is public because implementations of that
// method in `setwise-simd` call it.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn sum_of_popcounts<V: Lanes>([first, others @ ..]: [V; 8]) -> V {
    let mut sum = first.popcount();
    for set in &others {
        sum = sum.wrapping_add(set.popcount());
    }
    sum
}

/// A permission to store past the caches. Dropping it executes the fence. Only this crate can create a permission, so
/// no other crate can store past the caches and omit the fence.
#[doc(hidden)]
#[derive(Debug)]
pub struct PastCaches<V: Lanes>(V::Isa);

impl<V: Lanes> PastCaches<V> {
    #[inline(always)]
    pub(crate) fn new(isa: V::Isa) -> Self {
        Self(isa)
    }
}

impl<V: Lanes> Drop for PastCaches<V> {
    #[inline(always)]
    fn drop(&mut self) {
        V::fence(self.0);
    }
}
