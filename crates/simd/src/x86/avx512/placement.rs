//! Reads the letters of placements with the AVX-512 extensions VBMI and VBMI2 and with GFNI. All eight ranks are in one
//! register, eight bytes per rank, with the first letter in the lowest byte.
//!
//! ```text
//! text               r     3     k     2     r     /     p     1
//! squares skipped    0     2     0     1     0    -1    -1    -1    squares filled minus 1; -1 after the rank
//! sum so far         0     2     2     3     3     2     1     0    three shifts and additions; ends with 0 if valid
//! file               a           e           h                      the place of the byte plus the sum
//! ```
//!
//! The bytes of the ranks are found without a loop. A compression (VBMI2) returns the positions where the eight ranks
//! start, one byte each. Each position is copied to all bytes of a lane, and the numbers 0 to 7 are added. The sums are
//! the indices for a shuffle of bytes (VBMI), which moves the letters of each rank to a lane. Two more shuffles use
//! tables of 128 bytes. They look up the number of squares that each letter skips, and the code of each letter.
//!
//! A plane has one byte for each rank. Each bit of the byte stands for a file, and is 1 if the letter on this file
//! belongs to the plane. One GFNI instruction computes all planes. In each lane, it multiplies two matrices of 8 by 8
//! bits:
//!
//! ```text
//! plane, file  =  plane, letter (the codes, transposed)  *  letter, file (one bit in each row)
//! ```
//!
//! The same instruction also transposes a matrix if the other factor is the identity. The running sums (the line "sum
//! so far") are computed by the method of Hillis and Steele (Data Parallel Algorithms, 1986).

use core::arch::x86_64::{
    __m512i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm512_add_epi8,
    _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si128, _mm512_castsi512_si256,
    _mm512_cmpeq_epi8_mask, _mm512_cmple_epu8_mask, _mm512_cvtepu8_epi64, _mm512_gf2p8affine_epi64_epi8,
    _mm512_loadu_si512, _mm512_maskz_compress_epi8, _mm512_min_epu8, _mm512_movepi8_mask, _mm512_or_si512,
    _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_shuffle_epi8,
    _mm512_slli_epi64, _mm512_storeu_si512, _mm512_test_epi8_mask, _mm512_xor_si512, _pdep_u64,
};

use super::Avx512;
use crate::decode::{PLACEMENT_TEXT, ParsePlacement, PlacementPlanes};
use crate::proof::proof;

// As for AVX-512 F and BW, detection also checks the features that the compiler assumes if VBMI2 is switched on. Every
// CPU with VBMI2 has the last four features of this list.
cpufeatures::new!(
    cpu_has_vbmi2,
    "sse3",
    "ssse3",
    "sse4.1",
    "sse4.2",
    "avx2",
    "fma",
    "avx512f",
    "avx512bw",
    "avx512vbmi",
    "avx512vbmi2",
    "gfni",
    "bmi1",
    "bmi2",
    "popcnt"
);

proof! {
    /// Proof that this CPU has AVX-512 F, BW, VBMI and VBMI2, and also GFNI, BMI1, BMI2 and POPCNT.
    Avx512Vbmi2 = "avx512-vbmi2", found by cpu_has_vbmi2,
    enables "avx512f,avx512bw,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt"
}

impl Avx512Vbmi2 {
    /// Returns the proof of F and BW, which this proof includes.
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

/// Always writes eight elements, and more only if the set has more members. A compression moves the indices of the
/// members to the lowest bytes of a register, from which the first eight are written together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
fn write_members(set: u64, first: usize, members: &mut [usize; 64]) {
    let bytes = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, load(&INDEX)));
    let few = _mm512_add_epi64(_mm512_cvtepu8_epi64(bytes), _mm512_set1_epi64(first as i64));
    // SAFETY: the reference is valid for 512 bytes, and this store writes 64 of them. It takes any alignment.
    unsafe { _mm512_storeu_si512(members.as_mut_ptr().cast(), few) };
    if set.count_ones() > 8 {
        let mut others = _pdep_u64(!0 << 8, set);
        for member in &mut members[8..] {
            *member = first.wrapping_add(others.trailing_zeros() as usize);
            others &= others.wrapping_sub(1);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt")]
fn placement(text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes> {
    let text = load(text.first_chunk().expect("the text is longer than 64 bytes"));
    let blanks = _mm512_cmpeq_epi8_mask(text, splat(b' '));
    if blanks == 0 {
        return None;
    }
    let bytes = blanks.trailing_zeros() as usize;
    let slashes = _mm512_cmpeq_epi8_mask(text, splat(b'/')) & (blanks ^ (blanks - 1));
    let starts = _mm512_maskz_compress_epi8(slashes << 1 | 1, load(&INDEX));
    let index = _mm512_add_epi8(_mm512_permutexvar_epi8(load(&LANE), starts), load(&PLACE));
    // The tables have 128 entries, so a byte that is not ASCII is replaced by DEL, which no placement contains.
    let ranks = _mm512_min_epu8(_mm512_permutexvar_epi8(index, text), splat(0x7F));
    let skips = look_up(&SKIPS, ranks);
    let end = _mm512_and_si512(skips, splat(END));
    // Subtracting 1 from a lane sets all bits below its lowest 1 bit. These bits are the bytes before the end of the
    // rank.
    let read = _mm512_andnot_si512(end, _mm512_add_epi64(end, _mm512_set1_epi64(-1)));
    let codes = _mm512_and_si512(look_up(&CODES, ranks), read);
    let all_ones = splat(0xFF);
    let skips = _mm512_and_si512(_mm512_or_si512(skips, _mm512_xor_si512(read, all_ones)), splat(!END));
    let skipped = sums(skips);
    let not_full = _mm512_test_epi8_mask(skipped, _mm512_set1_epi64(LAST_BYTE));
    let files = _mm512_shuffle_epi8(load(&FILES), _mm512_add_epi8(skipped, load(&TWICE_PLACE)));
    let planes = _mm512_gf2p8affine_epi64_epi8::<0>(transpose(codes), transpose(files));
    let letters = _mm512_movepi8_mask(read).count_ones() as usize;
    // If `letters + 7` equals `bytes`, every rank ends at a slash or at the blank, and no rank has more than eight
    // letters. The slashes must also be counted: if there are too few, the last lanes contain the letters of the first
    // rank again.
    (letters + 7 == bytes && not_full == 0 && slashes.count_ones() == 7)
        .then(|| PlacementPlanes { bytes, planes: words(_mm512_permutexvar_epi8(load(&PLANE_BYTES), planes)) })
}

/// The last byte of a lane.
const LAST_BYTE: i64 = 0xFF << 56;

/// Marks the end of a rank. The mark is the lowest bit of an entry. The bits above the mark contain the number of
/// skipped squares, so this number appears doubled.
const END: u8 = 1;

/// For each ASCII character, twice the number of squares that it skips. A character skips one square fewer than it
/// fills. The slash, the blank and all characters below the blank have the entry [`END`]. All other characters that no
/// placement contains have an entry so large that the sum of their rank is not 0.
const SKIPS: [u8; 128] = {
    let mut skips = [2 * 15; 128];
    let mut control = 0;
    while control <= b' ' as usize {
        skips[control] = END;
        control += 1;
    }
    skips[b'/' as usize] = END;
    let mut digit = 1;
    while digit <= 8 {
        skips[b'0' as usize + digit] = 2 * (digit as u8 - 1);
        digit += 1;
    }
    let mut letter = 0;
    while letter < KINDS.len() {
        skips[KINDS[letter] as usize] = 0;
        skips[KINDS[letter].to_ascii_uppercase() as usize] = 0;
        letter += 1;
    }
    skips
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

/// Four tables with an entry for each byte of a register: its index, the lane that contains it, its position in the
/// lane, and twice this position.
const INDEX: [u8; 64] = each_byte!(byte => byte);
const LANE: [u8; 64] = each_byte!(byte => byte / 8);
const PLACE: [u8; 64] = each_byte!(byte => byte % 8);
const TWICE_PLACE: [u8; 64] = each_byte!(byte => byte % 8 * 2);

/// In each group of 16 bytes, byte `2 * file` has the bit of the file, and the other bytes are 0. File a is the highest
/// bit, because the GFNI instruction takes the rows of a matrix in that order.
const FILES: [u8; 64] = each_byte!(byte => if byte % 2 == 0 { 0x80 >> (byte % 16 / 2) } else { 0 });

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

/// Returns, for each byte of a lane, the sum of all bytes up to and including this byte.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sums(bytes: __m512i) -> __m512i {
    let of_two = _mm512_add_epi8(bytes, _mm512_slli_epi64::<8>(bytes));
    let of_four = _mm512_add_epi8(of_two, _mm512_slli_epi64::<16>(of_two));
    _mm512_add_epi8(of_four, _mm512_slli_epi64::<32>(of_four))
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
