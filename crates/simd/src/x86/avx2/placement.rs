//! Reads the letters of placements with AVX2. A register holds four ranks, with eight bytes per rank. The first letter
//! of a rank is in the lowest byte.
//!
//! ```text
//! text             r     3     k     2     r     /     p     1
//! squares filled   1     3     1     2     1     0     0     0     0 from the first other byte on
//! sum so far       1     4     5     7     8     8     8     8     a multiplication and an addition
//! file, as a bit   a     .     e     .     h     .     .     .     a table of 1 << (sum - 1)
//! ```
//!
//! A plane has one byte for each rank. Each bit of the byte stands for a file, and is 1 if the letter on this file
//! belongs to the plane. The letters of a rank set different bits, so the instruction that adds the bytes of a lane
//! returns the union of these bits.
//!
//! Bytes are classified as in simdjson (Langdale and Lemire, Parsing Gigabytes of JSON per Second, 2019). Each half of
//! a byte selects a set of classes from a table of 16 entries, and the byte belongs to the classes in both sets.
//!
//! Multiplying four bytes by a number whose bytes are all 1 computes their running sums (the line "sum so far"), because
//! no sum exceeds 255. The sum of the first four bytes of a rank is then added to the sums of the last four.
//!
//! PEXT and PDEP could place the letters too, but AMD's CPUs before Zen 3 execute them in microcode. This method does
//! not need BMI2, so it needs no exception for those CPUs.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_loadu_si128, _mm_unpackhi_epi32, _mm_unpacklo_epi32,
    _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_mullo_epi32, _mm256_packus_epi16,
    _mm256_packus_epi32, _mm256_sad_epu8, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sign_epi8, _mm256_srli_epi16,
};

use crate::decode::{PLACEMENT_TEXT, ParsePlacement, PlacementPlanes};
use crate::proof::proof;
use crate::x86::detection::cpu_has;

cpu_has!(cpu_has_avx2_bmi1, "sse3", "ssse3", "sse4.1", "sse4.2", "avx2", "bmi1", "popcnt");

proof! {
    /// Proof that this CPU has AVX2, BMI1 and POPCNT. Every CPU with AVX2 has the other two. With them, one instruction
    /// finds the lowest member of a set, one removes it, and one counts the members.
    Avx2Bmi1 = "avx2-bmi1", found by cpu_has_avx2_bmi1, enables "avx2,bmi1,popcnt"
}

impl ParsePlacement for Avx2Bmi1 {
    #[inline(always)]
    fn equal(self, text: &[u8; 64], byte: u8) -> u64 {
        // SAFETY: `self` proves AVX2.
        unsafe { equal(text, byte) }
    }

    #[inline(always)]
    fn at_most(self, text: &[u8; 64], byte: u8) -> u64 {
        // SAFETY: `self` proves AVX2.
        unsafe { at_most(text, byte) }
    }

    #[inline(always)]
    fn placement(self, text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes> {
        // SAFETY: `self` proves all the features of this function.
        unsafe { placement(text) }
    }
}

// The functions below that call intrinsics have the attribute `#[target_feature]` themselves. Their intrinsics are
// therefore safe to call, and each of these functions is compiled with the feature even if the compiler does not inline
// it.

#[inline]
#[target_feature(enable = "avx2")]
fn equal(text: &[u8; 64], byte: u8) -> u64 {
    let (halves, _) = text.as_chunks();
    let wanted = splat(byte);
    bytes_set(_mm256_cmpeq_epi8(load(&halves[0]), wanted), _mm256_cmpeq_epi8(load(&halves[1]), wanted))
}

#[inline]
#[target_feature(enable = "avx2")]
fn at_most(text: &[u8; 64], byte: u8) -> u64 {
    let (halves, _) = text.as_chunks();
    // The minimum of a byte and the limit equals the byte if the byte is at most the limit.
    let unchanged = |half| _mm256_cmpeq_epi8(_mm256_min_epu8(half, splat(byte)), half);
    bytes_set(unchanged(load(&halves[0])), unchanged(load(&halves[1])))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,popcnt")]
fn placement(text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes> {
    let first = text.first_chunk().expect("the text is longer than 64 bytes");
    let (blanks, slashes) = (equal(first, b' '), equal(first, b'/'));
    if blanks == 0 {
        return None;
    }
    let bytes = blanks.trailing_zeros() as usize;
    let starts = starts(slashes & (blanks ^ (blanks - 1)))?;
    let [rank_8, rank_7, rank_6, rank_5, rank_4, rank_3, rank_2, rank_1] = starts.map(|start| word_at(text, start));
    // The ranks are in this order because packing to bytes then leaves the bytes of each plane in the correct order.
    let one = Ranks::read(_mm256_set_epi64x(rank_6, rank_5, rank_2, rank_1));
    let other = Ranks::read(_mm256_set_epi64x(rank_8, rank_7, rank_4, rank_3));
    let letters = bytes_set(one.read, other.read).count_ones() as usize;
    let full = _mm256_movemask_epi8(_mm256_and_si256(one.full, other.full)).cast_unsigned();
    // If `letters + 7` equals `bytes`, there are exactly seven slashes. Every rank then ends at a slash or at the
    // blank, and no rank has more than eight letters.
    (letters + 7 == bytes && full & LAST_BYTES == LAST_BYTES)
        .then(|| PlacementPlanes { bytes, planes: pack(one.planes, other.planes) })
}

/// The last byte of each lane, as a set of bytes.
const LAST_BYTES: u32 = 0x8080_8080;

/// Returns where each rank starts, or `None` if there are fewer than seven slashes. If there are more than seven, the
/// bytes from the eighth slash on belong to no rank.
#[inline(always)]
fn starts(slashes: u64) -> Option<[usize; 8]> {
    let (mut starts, mut rest, mut last) = ([0; 8], slashes, 0);
    for start in &mut starts[1..] {
        // The remainder is at most 63, so the compiler can prove that eight bytes follow the start. Taking the
        // remainder changes the start only if a slash is missing.
        *start = rest.trailing_zeros() as usize % 64 + 1;
        last = rest;
        rest &= rest.wrapping_sub(1);
    }
    (last != 0).then_some(starts)
}

#[inline(always)]
fn word_at(text: &[u8; PLACEMENT_TEXT], start: usize) -> i64 {
    i64::from_le_bytes(*text[start..].first_chunk().expect("eight bytes follow"))
}

/// The classes of letters, one bit for each class.
const PAWN: u8 = 1;
const KNIGHT: u8 = 1 << 1;
const BISHOP: u8 = 1 << 2;
const ROOK: u8 = 1 << 3;
const QUEEN: u8 = 1 << 4;
const KING: u8 = 1 << 5;
/// A byte from 0x60 to 0x7F. These bytes include all lower-case letters, whether they are pieces or not.
const BLACK: u8 = 1 << 6;
/// A digit from 1 to 8. This must be the highest bit, because a blend selects by the highest bit of each byte.
const DIGIT: u8 = 1 << 7;

/// The classes of the letters in each plane. Each kind of piece has a number, whose bits are in the first three planes:
/// pawn 1, knight 2, and so on.
const PLANES: [u8; 4] = [PAWN | BISHOP | QUEEN, KNIGHT | BISHOP | KING, ROOK | QUEEN | KING, BLACK];

/// For each lower half of a byte, the classes to which a byte with this half can belong.
const BY_LOW_HALF: [u8; 16] = {
    let mut classes = [BLACK; 16];
    let mut digit = 1;
    while digit <= 8 {
        classes[digit] |= DIGIT;
        digit += 1;
    }
    classes[b'p' as usize % 16] |= PAWN;
    classes[b'n' as usize % 16] |= KNIGHT;
    classes[b'b' as usize % 16] |= BISHOP;
    classes[b'r' as usize % 16] |= ROOK;
    classes[b'q' as usize % 16] |= QUEEN;
    classes[b'k' as usize % 16] |= KING;
    classes
};

/// For each upper half of a byte, the classes to which a byte with this half can belong.
const BY_HIGH_HALF: [u8; 16] = {
    let mut classes = [0; 16];
    classes[b'1' as usize / 16] = DIGIT;
    classes[b'B' as usize / 16] = KNIGHT | BISHOP | KING;
    classes[b'R' as usize / 16] = PAWN | ROOK | QUEEN;
    classes[b'b' as usize / 16] = KNIGHT | BISHOP | KING | BLACK;
    classes[b'r' as usize / 16] = PAWN | ROOK | QUEEN | BLACK;
    classes
};

/// The file of a letter, as a bit. The index into the table is the number of squares that the rank fills up to and
/// including the letter.
const FILES: [u8; 16] = [0, 1, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 0, 0, 0, 0, 0, 0, 0];

/// Four ranks, each in a lane.
struct Ranks {
    /// For each plane, the files of its letters on each rank.
    planes: [__m256i; 4],
    /// All ones in the bytes that belong to the rank: pieces and digits before the first byte that is neither.
    read: __m256i,
    /// All ones in the bytes at which the rank has filled exactly eight squares.
    full: __m256i,
}

impl Ranks {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn read(text: __m256i) -> Self {
        let low_half = _mm256_and_si256(text, splat(0x0F));
        let high_half = _mm256_and_si256(_mm256_srli_epi16::<4>(text), splat(0x0F));
        // For the first shuffle, the lower half of a byte need not be isolated. A shuffle ignores bits 4 to 6, and
        // returns 0 for a byte that is not ASCII.
        let classes = _mm256_and_si256(
            _mm256_shuffle_epi8(table(&BY_LOW_HALF), text),
            _mm256_shuffle_epi8(table(&BY_HIGH_HALF), high_half),
        );
        let other = _mm256_cmpeq_epi8(_mm256_and_si256(classes, splat(!BLACK)), _mm256_setzero_si256());
        // Subtracting 1 from a lane sets all bits below its lowest 1 bit. These bits are the bytes before the first
        // byte that is neither a piece nor a digit.
        let read = _mm256_andnot_si256(other, _mm256_add_epi64(other, _mm256_set1_epi64x(-1)));
        let classes = _mm256_and_si256(classes, read);
        let fills = _mm256_and_si256(_mm256_blendv_epi8(splat(1), low_half, classes), read);
        let filled = sums(fills);
        let files = _mm256_shuffle_epi8(table(&FILES), filled);
        let plane = |letters| {
            // The bytes of the intersection are the signs. A sign of 0 clears the file, and a positive sign keeps it.
            // No sign is negative, because DIGIT is in no plane.
            let files = _mm256_sign_epi8(files, _mm256_and_si256(classes, splat(letters)));
            _mm256_sad_epu8(files, _mm256_setzero_si256())
        };
        let [one, two, four, black] = PLANES;
        let planes = [plane(one), plane(two), plane(four), plane(black)];
        Self { planes, read, full: _mm256_cmpeq_epi8(filled, splat(8)) }
    }
}

/// Returns, for each byte of a lane, the sum of all bytes up to and including this byte. No sum may exceed 255.
#[inline]
#[target_feature(enable = "avx2")]
fn sums(bytes: __m256i) -> __m256i {
    let of_half = _mm256_mullo_epi32(bytes, _mm256_set1_epi32(0x0101_0101));
    _mm256_add_epi8(of_half, _mm256_shuffle_epi8(of_half, table(&BEFORE_HALF)))
}

/// For each byte of two lanes, the index of the sum of the half before it. In the first half of a lane, the shuffle
/// returns 0.
const BEFORE_HALF: [u8; 16] = {
    const NONE: u8 = 0x80;
    [NONE, NONE, NONE, NONE, 3, 3, 3, 3, NONE, NONE, NONE, NONE, 11, 11, 11, 11]
};

/// Returns the four planes of the board, each with one byte per rank. `one` contains the planes of ranks 1, 2, 5 and 6,
/// and `other` contains the planes of ranks 3, 4, 7 and 8.
#[inline]
#[target_feature(enable = "avx2")]
fn pack(one: [__m256i; 4], other: [__m256i; 4]) -> [u64; 4] {
    let plane = |n: usize| _mm256_packus_epi32(one[n], other[n]);
    let two_planes = |n| _mm256_packus_epi32(plane(n), plane(n + 1));
    // Each half has four ranks of each plane: 1 to 4 in the lower half, 5 to 8 in the upper half.
    let all = _mm256_packus_epi16(two_planes(0), two_planes(2));
    let (low, high) = (_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
    let ([a, b], [c, d]) = (words(_mm_unpacklo_epi32(low, high)), words(_mm_unpackhi_epi32(low, high)));
    [a, b, c, d]
}

#[inline]
#[target_feature(enable = "avx2")]
fn words(register: __m128i) -> [u64; 2] {
    [_mm_cvtsi128_si64(register).cast_unsigned(), _mm_extract_epi64::<1>(register).cast_unsigned()]
}

/// Returns the set of bytes of both registers that are all ones, the bytes of `low` first.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes_set(low: __m256i, high: __m256i) -> u64 {
    let [low, high] = [low, high].map(|half| u64::from(_mm256_movemask_epi8(half).cast_unsigned()));
    low | high << 32
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(byte: u8) -> __m256i {
    _mm256_set1_epi8(byte.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the reference is valid for 32 bytes, and this load takes any alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// Returns a register with a copy of the table in each half, because a shuffle looks up each half separately.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; 16]) -> __m256i {
    // SAFETY: the reference is valid for 16 bytes, and this load takes any alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}
