//! Methods for one word.
//!
//! ```text
//! 1001 0101 0001 0000   x              Kernighan: x & (x - 1) removes the lowest member,
//! 1001 0101 0000 1111   x - 1          so a set of five takes five rounds
//! 1001 0101 0000 0000   x & (x - 1)
//! ```

use setwise::masks::{EVEN_BITS, EVEN_PAIRS, LOW_HALVES};
use setwise::popcount::CountWord;

/// Declares counting methods. Each has documentation, a name and a function.
macro_rules! methods {
    ($($(#[$meta:meta])+ $name:ident($word:ident) $body:block)+) => {$(
        $(#[$meta])+
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl CountWord for $name {
            #[inline(always)]
            fn count($word: u64) -> u32 $body
        }
    )+};
}

/// The lowest bit of each byte.
const LOWEST_OF_BYTES: u64 = 0x0101_0101_0101_0101;

/// Counts the members of each byte, and returns each count in the same byte. Adds neighbouring bits, then pairs of
/// bits, then half bytes.
#[inline(always)]
fn of_bytes(word: u64) -> u64 {
    let pairs = word - (word >> 1 & EVEN_BITS);
    let halves = (pairs & EVEN_PAIRS) + (pairs >> 2 & EVEN_PAIRS);
    (halves + (halves >> 4)) & LOW_HALVES
}

/// Counts the members of each field of three bits, and returns each count in the same field. The top field has one bit.
#[inline(always)]
fn of_octal_digits(word: u64) -> u64 {
    /// Bits 1 and 0 of each field of three bits, for a word shifted by one.
    const LOW_TWO: u64 = 0x36DB_6DB6_DB6D_B6DB;
    /// Bit 0 of each field of three bits, for a word shifted by two.
    const LOW_ONE: u64 = 0x1249_2492_4924_9249;
    word - (word >> 1 & LOW_TWO) - (word >> 2 & LOW_ONE)
}

methods! {
    /// In each of 64 rounds, adds the lowest bit and shifts the word.
    BitLoop(word) {
        let (mut rest, mut count) = (word, 0);
        for _ in 0..64 {
            count += (rest & 1) as u32;
            rest >>= 1;
        }
        count
    }

    /// Like [`BitLoop`], but stops after the highest member.
    BitLoopUntilEmpty(word) {
        let (mut rest, mut count) = (word, 0);
        while rest != 0 {
            count += (rest & 1) as u32;
            rest >>= 1;
        }
        count
    }

    /// Uses the method of Kernighan and Wegner. Each round removes the lowest member.
    Kernighan(word) {
        let (mut rest, mut count) = (word, 0);
        while rest != 0 {
            rest &= rest - 1;
            count += 1;
        }
        count
    }

    /// Reads a table of 256 bytes eight times.
    Table256(word) {
        let mut count = 0;
        for byte in word.to_le_bytes() {
            count += u32::from(COUNTS_OF_BYTES[usize::from(byte)]);
        }
        count
    }

    /// Adds the counts of the bytes by a multiplication. The top byte of the product is the sum.
    SwarMultiply(word) {
        (of_bytes(word).wrapping_mul(LOWEST_OF_BYTES) >> 56) as u32
    }

    /// Adds the counts of the bytes with three shifts.
    SwarShifts(word) {
        let mut sums = of_bytes(word);
        sums += sums >> 8;
        sums += sums >> 16;
        sums += sums >> 32;
        (sums & 0xFF) as u32
    }

    /// Adds the counts of the bytes by the remainder modulo 255. Byte `n` has the weight 256 to the power `n`, which is
    /// 1 modulo 255.
    SwarModulo(word) {
        (of_bytes(word) % 255) as u32
    }

    /// Applies HAKMEM 169 to each half of the word. Counts the members of fields of three bits, then of six bits. The
    /// remainder modulo 63 adds the counts.
    ///
    /// For a whole word the divisor 63 is too small, because 63 members would count as 0.
    Hakmem32(word) {
        hakmem_169(word as u32) + hakmem_169((word >> 32) as u32)
    }

    /// Adapts HAKMEM 169 to 64 bits. Counts the members of fields of three bits, then of six, then of twelve bits. The
    /// remainder modulo 4095 adds the counts.
    HakmemModulo4095(word) {
        /// Every second field of three bits.
        const FIELDS_OF_3: u64 = 0x71C7_1C71_C71C_71C7;
        /// Every second field of six bits.
        const FIELDS_OF_6: u64 = 0xF03F_03F0_3F03_F03F;
        let digits = of_octal_digits(word);
        let sixes = (digits + (digits >> 3)) & FIELDS_OF_3;
        let twelves = (sixes + (sixes >> 6)) & FIELDS_OF_6;
        (twelves % 4095) as u32
    }

    /// Adapts HAKMEM 169 to 64 bits. Counts the members of fields of three bits, then of nine bits. The remainder
    /// modulo 511 adds the counts.
    HakmemModulo511(word) {
        /// Every third field of three bits.
        const FIELDS_OF_3: u64 = 0x81C0_E070_381C_0E07;
        let digits = of_octal_digits(word);
        let nines = (digits & FIELDS_OF_3) + (digits >> 3 & FIELDS_OF_3) + (digits >> 6 & FIELDS_OF_3);
        (nines % 511) as u32
    }

}

/// Reads a table of 65,536 bytes four times. The table is larger than the first-level data cache of most CPUs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Table65536;

impl CountWord for Table65536 {
    #[inline(always)]
    fn count(word: u64) -> u32 {
        let quarter = |n: u32| usize::from((word >> (16 * n)) as u16);
        let count = |n: u32| u32::from(COUNTS_OF_QUARTERS[quarter(n)]);
        count(0) + count(1) + count(2) + count(3)
    }
}

static COUNTS_OF_BYTES: [u8; 256] = table();

static COUNTS_OF_QUARTERS: [u8; 65536] = table();

/// Returns a table with the number of set bits in each index. An index has as many set bits as half of the index,
/// rounded down, plus one if the index is odd.
const fn table<const N: usize>() -> [u8; N] {
    let mut counts = [0; N];
    let mut n = 1;
    while n < N {
        counts[n] = counts[n / 2] + (n & 1) as u8;
        n += 1;
    }
    counts
}

/// Counts the members of half a word by HAKMEM 169. Counts the bits of each octal digit, adds neighbouring counts, and
/// adds these sums by the remainder modulo 63.
#[inline(always)]
fn hakmem_169(half: u32) -> u32 {
    let digits = half - (half >> 1 & 0o33333333333) - (half >> 2 & 0o11111111111);
    ((digits + (digits >> 3)) & 0o30707070707) % 63
}
