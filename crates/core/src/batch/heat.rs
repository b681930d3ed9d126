//! The loop of `heat`, which returns a heat map: for each square, the number of boards whose result contains the
//! square. A heat map is also called a positional population count. The results themselves are not stored.
//!
//! Adding every bit to the count of its square would take 64 additions per board. Instead, the counts are kept in
//! binary: each binary digit is a set, which contains the squares whose count has a 1 in this digit. One operation then
//! works on the 64 squares of every board in a register. The counts are computed in three stages, each of which runs
//! less often than the previous one:
//!
//! ```text
//! 16 registers of results   ->  8 digits: 15 adders, and the carry of sixteen ripples through the upper four
//! 8 digits, 0 to 255        ->  bytes, by a transposition of bits; added to 16 registers of 16-bit counts
//! 16-bit counts             ->  summed over the lanes: one 64-bit count per square
//! ```
//!
//! Apart from the kernel, most of the time is spent in the adders. There are fifteen of them for every sixteen
//! registers. An adder takes two operations if the instruction set has operations with three inputs, and otherwise
//! five. On a CPU without a vector instruction that counts bits, `total` is not faster than `heat`, because `total`
//! has to count the bits of every register.
//!
//! The results of a block are first written to an array, which stays in the first-level cache. The kernel and the
//! adders therefore run in separate loops: the kernel is compiled only once, and it does not compete with the adders
//! for registers.
//!
//! Sources: Muła, Kurz and Lemire, Faster Population Counts Using AVX2 Instructions (the adders of Harley and Seal).
//! Klarqvist, Muła and Lemire, Efficient Computation of Positional Population Counts Using SIMD Instructions.

use core::ops::Range;

use setwise_board::masks::EVEN_BYTES;

use super::ahead::AHEAD;
use super::columns::{common_length, no_revectorize};
use crate::patterns::transpose_bits;
use crate::popcount::{add_3, add_8};
use crate::{Chunk, Isa, Kernel, Lanes, Prefix, Scalar, Spread, Strategy, Words};

/// The number of registers in a block. Only whole blocks are counted, so a shorter block is filled up with empty
/// results.
const BLOCK: usize = 16;

/// The number of registers after which the eight binary digits must be emptied. Eight digits can count to 255, which is
/// rounded down to whole blocks.
const REGISTERS_IN_DIGITS: usize = 255 / BLOCK * BLOCK;

/// Returns the number of registers after which the 16-bit counts must be emptied. They must not overflow even when the
/// counts of all lanes are added up.
const fn registers_in_fields<V: Lanes>() -> usize {
    (u16::MAX as usize / V::COUNT) / REGISTERS_IN_DIGITS * REGISTERS_IN_DIGITS
}

/// Runs [`heat`](crate::Runner::heat) on a strategy.
#[inline]
#[track_caller]
pub(crate) fn heat_on<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    Strategy { isa, spread, .. }: Strategy<V, S>,
    kernel: K,
    input: [&[u64]; IN],
) -> [[u64; 64]; OUT] {
    let boards = common_length::<u64, IN, 0>(&input, &[]);
    if boards < V::COUNT {
        heat_of_few(kernel, boards, input)
    } else {
        isa.enter(
            #[inline(always)]
            move || heat_of_boards::<V, S, K, IN, OUT>(isa, spread, kernel, boards, &input),
        )
    }
}

/// Runs `heat` on a batch shorter than a register, board by board. This function does not depend on the backend, so
/// it is compiled only once for each kernel.
#[inline]
fn heat_of_few<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: usize,
    input: [&[u64]; IN],
) -> [[u64; 64]; OUT] {
    let mut heat = [[0; 64]; OUT];
    for n in 0..boards {
        let results = kernel.eval(Prefix, input.map(|column| Words::<1>::load(Scalar, &[column[n]])));
        for (result, heat) in results.iter().zip(&mut heat) {
            let [mut rest] = result.boards();
            while rest != 0 {
                heat[rest.trailing_zeros() as usize] += 1;
                rest &= rest - 1;
            }
        }
    }
    heat
}

/// Runs the loop of `heat` over columns of `boards` boards. `boards` is at least `V::COUNT`.
#[inline(always)]
fn heat_of_boards<V: Lanes, S: Spread<V>, K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(
    isa: V::Isa,
    spread: S,
    kernel: K,
    boards: usize,
    input: &[&[u64]; IN],
) -> [[u64; 64]; OUT] {
    let registers = Registers::<V, IN>::new(isa, boards, input);
    let nothing = V::splat(isa, 0);
    let mut block = [[nothing; OUT]; BLOCK];
    let mut heat = [[0; 64]; OUT];
    for of_fields in pieces(0..registers.count, registers_in_fields::<V>()) {
        let mut fields = [[nothing; 16]; OUT];
        for of_digits in pieces(of_fields, REGISTERS_IN_DIGITS) {
            let mut digits = [[nothing; 8]; OUT];
            for of_block in pieces(of_digits, BLOCK) {
                registers.evaluate(isa, spread, kernel, of_block, &mut block);
                for (k, digits) in digits.iter_mut().enumerate() {
                    add_to_digits(&block, k, digits);
                }
            }
            for (digits, fields) in digits.iter().zip(&mut fields) {
                add_to_fields(*digits, fields);
            }
        }
        for (fields, heat) in fields.iter().zip(&mut heat) {
            add_to_squares(fields, heat);
        }
    }
    heat
}

/// All registers of the input columns, including one for the tail.
struct Registers<'a, V: Lanes, const IN: usize> {
    count: usize,
    whole: [&'a [V::Chunk]; IN],
    /// The last register ends where the columns end. It may overlap the previous register.
    last: [&'a V::Chunk; IN],
    /// A mask that selects the boards of the last register that are not also in the previous register.
    kept: V,
}

impl<'a, V: Lanes, const IN: usize> Registers<'a, V, IN> {
    #[inline(always)]
    fn new(isa: V::Isa, boards: usize, columns: &[&'a [u64]; IN]) -> Self {
        let count = boards.div_ceil(V::COUNT);
        Self {
            count,
            whole: columns.map(V::Chunk::chunks),
            last: columns.map(|column| &V::Chunk::chunks(&column[boards - V::COUNT..])[0]),
            kept: V::load(isa, V::Chunk::tail_mask(boards - (count - 1) * V::COUNT)),
        }
    }

    /// Computes the results of a range of registers and writes them to `block`. Clears the rest of the block. In the
    /// last register, keeps only the results of the boards that `kept` selects.
    #[inline(always)]
    fn evaluate<S: Spread<V>, K: Kernel<IN, OUT>, const OUT: usize>(
        &self,
        isa: V::Isa,
        spread: S,
        kernel: K,
        range: Range<usize>,
        block: &mut [[V; OUT]; BLOCK],
    ) {
        if range.len() < BLOCK {
            *block = [[V::splat(isa, 0); OUT]; BLOCK];
        }
        for (results, i) in block.iter_mut().zip(range.clone()) {
            no_revectorize::<V>();
            let mut sets = [V::splat(isa, 0); IN];
            for ((set, whole), last) in sets.iter_mut().zip(&self.whole).zip(&self.last) {
                let boards = whole.get(i).unwrap_or(last);
                V::prefetch_into_l2::<AHEAD>(isa, boards);
                *set = V::load(isa, boards);
            }
            *results = kernel.eval(spread, sets);
        }
        if range.end == self.count {
            for result in &mut block[(self.count - 1) % BLOCK] {
                *result &= self.kept;
            }
        }
    }
}

/// Splits a range into consecutive pieces of `length` indices. The last piece may be shorter.
#[inline(always)]
fn pieces(range: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(length).map(move |start| start..end.min(start + length))
}

/// Adds result `k` of every register in a block to the counts of the squares, which are held in eight binary digits.
#[inline(always)]
fn add_to_digits<V: Lanes, const OUT: usize>(block: &[[V; OUT]; BLOCK], k: usize, digits: &mut [V; 8]) {
    let [ones, twos, fours, eights, upper @ ..] = digits;
    let mut of_eight = [*eights; 2];
    for (half, carried) in block.as_chunks::<8>().0.iter().zip(&mut of_eight) {
        *carried = add_8([ones, twos, fours], half.each_ref().map(|results| results[k]));
    }
    let [sum, mut carried] = add_3(of_eight[0], of_eight[1], *eights);
    *eights = sum;
    for digit in upper {
        (*digit, carried) = (*digit ^ carried, *digit & carried);
    }
}

/// Adds the counts in eight binary digits to the 16-bit counts. In each lane, register `8 * odd + file` holds four
/// counts. They belong to the squares of this file on the ranks `odd`, `odd + 2`, `odd + 4` and `odd + 6`. Files and
/// ranks are numbered from 0. The 16-bit counts must not overflow.
// This function and the next are hidden because they are stages of `heat`. They are public because `setwise-positions`
// calls them.
#[doc(hidden)]
#[inline(always)]
pub fn add_to_fields<V: Lanes>(digits: [V; 8], fields: &mut [V; 16]) {
    let (even_ranks, odd_ranks) = fields.split_at_mut(8);
    // After the transposition, word `n` has one byte for each square of file `n`. The byte is the count of that square.
    for ((file, even), odd) in transpose_bits(digits).into_iter().zip(even_ranks).zip(odd_ranks) {
        *even = even.wrapping_add(file & EVEN_BYTES);
        *odd = odd.wrapping_add(file.shr::<8>() & EVEN_BYTES);
    }
}

/// Adds the 16-bit counts of all lanes to the heat map. The counts of a square, summed over the lanes, must not exceed
/// 65,535.
#[doc(hidden)]
#[inline(always)]
pub fn add_to_squares<V: Lanes>(fields: &[V; 16], heat: &mut [u64; 64]) {
    for (n, register) in fields.iter().enumerate() {
        let mut lanes = V::Chunk::EMPTY;
        register.store(&mut lanes);
        let sum: u64 = lanes.as_ref().iter().sum();
        let (file, odd) = (n % 8, n / 8);
        for pair in 0..4 {
            heat[8 * (2 * pair + odd) + file] += sum >> (16 * pair) & 0xFFFF;
        }
    }
}
