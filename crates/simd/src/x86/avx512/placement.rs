//! Reads the letters of placements with the AVX-512 extensions VBMI and VBMI2 and with GFNI. All eight ranks are in one
//! register, eight bytes per rank, with the first letter in the lowest byte.
//!
//! ```text
//! text               r     3     k     2     r     /     p     1
//! letters            r     3     k     2     r     .     .     .    0 from the slash on
//! squares filled     1     3     1     2     1     0     0     0    a table of 128 bytes
//! sum so far         1     4     5     7     8     8     8     8    one multiplication; ends with 8 if valid
//! file               a           e           h                      a table, indexed by the sum
//! ```
//!
//! The bytes of the ranks are found without a loop. Each byte that is at most a slash, compared as a signed number, ends a
//! rank. A compression (VBMI2) returns the positions of the first eight ends, one byte each. A rank starts after the end
//! of the rank before it. Each start is copied to all bytes of a lane, and the numbers 0 to 7 are added. The sums are the
//! indices for a shuffle of bytes (VBMI), which moves the letters of each rank to a lane and clears the bytes from the end
//! of the rank on. Two more shuffles use tables of 128 bytes. They look up the number of squares that each letter fills,
//! and the code of each letter.
//!
//! A plane has one byte for each rank. Each bit of the byte stands for a file, and is 1 if the letter on this file
//! belongs to the plane. One GFNI instruction computes all planes. In each lane, it multiplies two matrices of 8 by 8
//! bits:
//!
//! ```text
//! plane, file  =  plane, letter (the codes, transposed)  *  letter, file (one bit in each row)
//! ```
//!
//! The same instruction also transposes a matrix if the other factor is the identity.
//!
//! One multiplication computes the running sums (the line "sum so far"). It multiplies each lane by a word whose bytes are
//! all 1. Byte `k` of the product is the sum of bytes 0 to `k`, because no sum exceeds 255.

use core::arch::x86_64::{
    __m512i, _bzhi_u64, _mm_cvtsi128_si64, _mm_extract_epi64, _mm256_add_epi64, _mm256_castsi256_si128,
    _mm256_cvtepu8_epi64, _mm256_extracti128_si256, _mm256_set1_epi64x, _mm256_storeu_si256, _mm512_add_epi8,
    _mm512_castsi512_si128, _mm512_castsi512_si256, _mm512_cmpeq_epi8_mask, _mm512_cmple_epi8_mask,
    _mm512_cmple_epu8_mask, _mm512_cmplt_epu8_mask, _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512,
    _mm512_mask_cmpneq_epi8_mask, _mm512_maskz_compress_epi8, _mm512_maskz_permutexvar_epi8, _mm512_mullo_epi64,
    _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_shuffle_epi8,
    _pdep_u64,
};

use super::Avx512;
use crate::decode::{PLACEMENT_TEXT, ParsePlacement, PlacementPlanes};
use crate::proof::proof;

// Every CPU with VBMI2 has the last four features.
cpu_has_avx512_and!(cpu_has_vbmi2, "avx512vbmi", "avx512vbmi2", "gfni", "bmi1", "bmi2", "popcnt");

proof! {
    /// Proof that this CPU has AVX-512 F, BW, DQ, VBMI and VBMI2, and also GFNI, BMI1, BMI2 and POPCNT.
    Avx512Vbmi2 = "avx512-vbmi2", found by cpu_has_vbmi2,
    enables "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt"
}

impl Avx512Vbmi2 {
    /// Returns the proof of F, BW and DQ, which this proof includes.
    #[inline]
    #[must_use]
    pub fn avx512(self) -> Avx512 {
        Avx512(())
    }
}

impl ParsePlacement for Avx512Vbmi2 {
    #[inline(always)]
    fn equal(self, text: &[u8; 64], byte: u8) -> u64 {
        // SAFETY: `self` proves F and BW.
        unsafe { equal(text, byte) }
    }

    #[inline(always)]
    fn at_most(self, text: &[u8; 64], byte: u8) -> u64 {
        // SAFETY: `self` proves F and BW.
        unsafe { at_most(text, byte) }
    }

    #[inline(always)]
    fn write_members(self, set: u64, first: usize, members: &mut [usize; 64]) {
        // SAFETY: `self` proves all the features of this function.
        unsafe { write_members(set, first, members) }
    }

    #[inline(always)]
    fn placement(self, text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes> {
        // SAFETY: `self` proves all the features of this function.
        unsafe { placement(text) }
    }
}

// The functions below have the attribute `#[target_feature]` themselves. Their intrinsics are therefore safe to call,
// and each function is compiled with the features even if the compiler does not inline it.

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn equal(text: &[u8; 64], byte: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(load(text), splat(byte))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn at_most(text: &[u8; 64], byte: u8) -> u64 {
    _mm512_cmple_epu8_mask(load(text), splat(byte))
}

/// Always writes four elements, and more only if the set has more members. A compression moves the indices of the
/// members to the lowest bytes of a register, from which the first four are written together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
fn write_members(set: u64, first: usize, members: &mut [usize; 64]) {
    let bytes = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, load(&INDEX)));
    let few = _mm256_add_epi64(_mm256_cvtepu8_epi64(bytes), _mm256_set1_epi64x(first as i64));
    // SAFETY: the reference is valid for 512 bytes, and this store writes 32 of them. It takes any alignment.
    unsafe { _mm256_storeu_si256(members.as_mut_ptr().cast(), few) };
    if set.count_ones() > 4 {
        let mut others = _pdep_u64(!0 << 4, set);
        for member in &mut members[4..] {
            *member = first.wrapping_add(others.trailing_zeros() as usize);
            others &= others.wrapping_sub(1);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt")]
fn placement(text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes> {
    let window = load(text.first_chunk().expect("the text is longer than 64 bytes"));
    let slashes = _mm512_cmpeq_epi8_mask(window, splat(b'/'));
    // In this signed comparison, bytes that are not ASCII are negative and also end a rank. The tables below therefore
    // need only 128 entries.
    let ends = _mm512_cmple_epi8_mask(window, splat(b'/'));
    let bytes = (ends & !slashes).trailing_zeros() as usize;
    let end_of_rank = _mm512_maskz_compress_epi8(ends, load(&INDEX));
    let index = _mm512_add_epi8(_mm512_permutexvar_epi8(load(&LANE_BEFORE), end_of_rank), load(&PLACE_AFTER));
    let in_rank = _mm512_cmplt_epu8_mask(index, _mm512_permutexvar_epi8(load(&LANE), end_of_rank));
    let ranks = _mm512_maskz_permutexvar_epi8(in_rank, index, window);
    let filled = sums(look_up(&FILLS, ranks));
    let not_full = _mm512_mask_cmpneq_epi8_mask(LAST_BYTES, filled, splat(8));
    let files = _mm512_shuffle_epi8(load(&FILES), filled);
    let planes = _mm512_gf2p8affine_epi64_epi8::<0>(transpose(look_up(&CODES, ranks)), transpose(files));
    // With seven slashes before the blank, every rank ends at a slash or at the blank. If the ranks then contain all
    // bytes but the slashes, none of them has more than eight letters. If `bytes` is 64, the eighth rank has no end among
    // the 64 bytes, so it is not full.
    let letters = in_rank.count_ones() as usize;
    let has_eight_ranks = _bzhi_u64(slashes, bytes as u32).count_ones() == 7;
    (text[bytes] == b' ' && has_eight_ranks && letters + 7 == bytes && not_full == 0)
        .then(|| PlacementPlanes { bytes, planes: words(_mm512_permutexvar_epi8(load(&PLANE_BYTES), planes)) })
}

/// The last byte of each lane, as a set of bytes.
const LAST_BYTES: u64 = 0x8080_8080_8080_8080;

/// For each ASCII character, the number of squares that it fills. Characters that end a rank fill none. All other
/// characters that no placement contains have an entry so large that their rank is too long.
const FILLS: [u8; 128] = {
    let mut fills = [15; 128];
    let mut end = 0;
    while end <= b'/' as usize {
        fills[end] = 0;
        end += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        fills[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let mut letter = 0;
    while letter < KINDS.len() {
        fills[KINDS[letter] as usize] = 1;
        fills[KINDS[letter].to_ascii_uppercase() as usize] = 1;
        letter += 1;
    }
    fills
};

const KINDS: [u8; 6] = *b"pnbrqk";

/// The code of each letter. Bit `n` is 1 if the letter belongs to plane `n`.
const CODES: [u8; 128] = {
    const BLACK: u8 = 8;
    let mut codes = [0; 128];
    let mut kind = 0;
    while kind < KINDS.len() {
        let code = kind as u8 + 1;
        codes[KINDS[kind] as usize] = code | BLACK;
        codes[KINDS[kind].to_ascii_uppercase() as usize] = code;
        kind += 1;
    }
    codes
};

/// Returns a table with an entry for each byte of a register.
macro_rules! each_byte {
    ($byte:ident => $entry:expr) => {{
        let (mut table, mut $byte) = ([0; 64], 0);
        while $byte < 64 {
            table[$byte as usize] = $entry;
            $byte += 1;
        }
        table
    }};
}

/// Three tables with an entry for each byte of a register: its index, its lane, and the lane before that one. The first
/// lane has no lane before it, so its entries are 63: with fewer than 64 ends, byte 63 of the compressed ends is 0.
const INDEX: [u8; 64] = each_byte!(byte => byte);
const LANE: [u8; 64] = each_byte!(byte => byte / 8);
const LANE_BEFORE: [u8; 64] = each_byte!(byte => if byte < 8 { 63 } else { byte / 8 - 1 });

/// For each byte of a register, the number that is added to the end of the rank in the lane before. The result is the
/// index of the letter for this byte. In the first lane, the number is added to 0, because the first rank starts at byte
/// 0.
const PLACE_AFTER: [u8; 64] = each_byte!(byte => if byte < 8 { byte } else { byte % 8 + 1 });

/// The file of a letter, as a bit. The index is the number of squares that the rank fills up to and including the
/// letter. Each group of 16 bytes has a copy of the table, because the shuffle reads no other. File a is the highest bit,
/// because the GFNI instruction takes the rows of a matrix in that order.
const FILES: [u8; 64] = each_byte!(byte => if matches!(byte % 16, 1..=8) { 0x80 >> (byte % 16 - 1) } else { 0 });

/// For each byte of the result, the index of the byte that the shuffle copies to it. Plane `n` of a rank is byte `n` of
/// the lane for the rank. The first lane is for rank 8.
const PLANE_BYTES: [u8; 64] = each_byte!(byte => (7 - byte % 8) * 8 + byte / 8);

/// Transposes the 8 by 8 bits of each lane and reverses the order of the columns.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn transpose(bits: __m512i) -> __m512i {
    const IDENTITY: u64 = 0x8040_2010_0804_0201;
    _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY.cast_signed()), bits)
}

/// Returns, for each byte of a lane, the sum of all bytes up to and including this byte. No sum may exceed 255.
#[inline]
#[target_feature(enable = "avx512dq")]
fn sums(bytes: __m512i) -> __m512i {
    _mm512_mullo_epi64(bytes, _mm512_set1_epi64(0x0101_0101_0101_0101))
}

/// Looks up each byte in the table. Every byte must be less than 128.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi")]
fn look_up(table: &[u8; 128], bytes: __m512i) -> __m512i {
    let (halves, _) = table.as_chunks();
    _mm512_permutex2var_epi8(load(&halves[0]), bytes, load(&halves[1]))
}

/// Returns the four lowest words of a register.
#[inline]
#[target_feature(enable = "avx512f")]
fn words(register: __m512i) -> [u64; 4] {
    let lower = _mm512_castsi512_si256(register);
    let (low, high) = (_mm256_castsi256_si128(lower), _mm256_extracti128_si256::<1>(lower));
    let words =
        [_mm_cvtsi128_si64(low), _mm_extract_epi64::<1>(low), _mm_cvtsi128_si64(high), _mm_extract_epi64::<1>(high)];
    words.map(i64::cast_unsigned)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn splat(byte: u8) -> __m512i {
    _mm512_set1_epi8(byte.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; 64]) -> __m512i {
    // SAFETY: the reference is valid for 64 bytes, and this load takes any alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
