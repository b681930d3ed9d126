//! Unpacks boards with AVX2 and BMI2: one instruction (PDEP) deposits a plane of codes on the occupied squares.
//!
//! ```text
//! 16 bytes of codes    10 32 54 ...              two codes per byte, the first in the low half
//! 32 bytes             .0 .1 .2 .3 .4 .5 ...     one code in the low half of each byte
//! a plane              the highest bits of all bytes, read by one instruction after a shift
//! a set of squares     PDEP of the plane by the occupied squares
//! ```
//!
//! AMD's CPUs before Zen 3 execute PDEP in microcode, so this method would be slower there than the portable strategy.
//! On these CPUs, `detect` returns `None`.

use core::arch::x86_64::{
    __cpuid, __m256i, _mm_loadu_si128, _mm_srli_epi16, _mm_unpackhi_epi8, _mm_unpacklo_epi8, _mm256_movemask_epi8,
    _mm256_set_m128i, _mm256_slli_epi16, _pdep_u64,
};

use crate::decode::UnpackBoards;
use crate::proof::proof;
use crate::x86::detection::cpu_has;

cpu_has!(cpu_has_avx2_bmi2, "sse3", "ssse3", "sse4.1", "sse4.2", "avx2", "bmi1", "bmi2", "popcnt");

proof! {
    /// Proof that this CPU has AVX2, BMI1, BMI2 and POPCNT, and that it does not execute PDEP in microcode.
    Bmi2 = "bmi2", found by cpu_has_pdep, enables "avx2,bmi1,bmi2,popcnt"
}

impl UnpackBoards for Bmi2 {
    #[inline(always)]
    fn planes(self, occupied: u64, codes: &[u8; 16]) -> [u64; 4] {
        // SAFETY: `self` proves AVX2 and BMI2.
        unsafe { planes(occupied, codes) }
    }
}

// The next two functions have the attribute `#[target_feature]` themselves. Their intrinsics are therefore safe to
// call, and both functions are compiled with the features even if the compiler does not inline them.

#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn planes(occupied: u64, codes: &[u8; 16]) -> [u64; 4] {
    // SAFETY: the reference is valid for 16 bytes, and this load takes any alignment.
    let first = unsafe { _mm_loadu_si128(codes.as_ptr().cast()) };
    let second = _mm_srli_epi16::<4>(first);
    let codes = _mm256_set_m128i(_mm_unpackhi_epi8(first, second), _mm_unpacklo_epi8(first, second));
    [
        deposit(_mm256_slli_epi16::<7>(codes), occupied),
        deposit(_mm256_slli_epi16::<6>(codes), occupied),
        deposit(_mm256_slli_epi16::<5>(codes), occupied),
        deposit(_mm256_slli_epi16::<4>(codes), occupied),
    ]
}

/// Deposits the highest bit of each byte on the occupied squares.
#[inline]
#[target_feature(enable = "avx2,bmi2")]
fn deposit(bytes: __m256i, occupied: u64) -> u64 {
    _pdep_u64(u64::from(_mm256_movemask_epi8(bytes).cast_unsigned()), occupied)
}

/// Detects whether the CPU has the features, and whether PDEP is fast enough to be used.
mod cpu_has_pdep {
    use super::{cpu_has_avx2_bmi2, is_in_microcode, vendor_and_signature};
    use crate::x86::detection::Cache;

    static CACHE: Cache = Cache::new();

    pub(super) fn get() -> bool {
        CACHE.get_or_detect(|| {
            let (vendor, signature) = vendor_and_signature();
            cpu_has_avx2_bmi2::get() && !is_in_microcode(vendor, signature)
        })
    }
}

/// Returns the name of the CPU's vendor, and the signature of the CPU, which contains the CPU's family.
#[allow(unused_unsafe, reason = "newer compilers declare CPUID safe on x86-64")]
fn vendor_and_signature() -> ([u8; 12], u32) {
    // SAFETY: every x86-64 CPU has CPUID with leaf 0.
    let vendor = unsafe { __cpuid(0) };
    // SAFETY: every x86-64 CPU has CPUID with leaf 1.
    let signature = unsafe { __cpuid(1) }.eax;
    let mut name = [0; 12];
    for (bytes, word) in name.as_chunks_mut().0.iter_mut().zip([vendor.ebx, vendor.edx, vendor.ecx]) {
        *bytes = word.to_le_bytes();
    }
    (name, signature)
}

/// Returns whether a CPU executes PDEP in microcode. AMD's CPUs before family 19h (Zen 3) do. Hygon's CPUs (family 18h)
/// have Zen 1 cores and also do.
fn is_in_microcode(vendor: [u8; 12], signature: u32) -> bool {
    const ZEN_3: u32 = 0x19;
    let base = signature >> 8 & 0xF;
    let family = if base == 0xF { base + (signature >> 20 & 0xFF) } else { base };
    matches!(&vendor, b"AuthenticAMD" | b"HygonGenuine") && family < ZEN_3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpus_with_pdep_in_microcode_are_refused() {
        for (vendor, signature, refused, cpu) in [
            (b"AuthenticAMD", 0x0066_0F51, true, "Excavator"),
            (b"AuthenticAMD", 0x0080_0F12, true, "Zen 1"),
            (b"AuthenticAMD", 0x0083_0F10, true, "Zen 2"),
            (b"AuthenticAMD", 0x00A2_0F10, false, "Zen 3"),
            (b"AuthenticAMD", 0x00A6_0F12, false, "Zen 4"),
            (b"AuthenticAMD", 0x00B4_0F40, false, "Zen 5"),
            (b"HygonGenuine", 0x0090_0F02, true, "Dhyana"),
            (b"GenuineIntel", 0x0003_06C3, false, "Haswell"),
            (b"GenuineIntel", 0x0008_06F8, false, "Sapphire Rapids"),
        ] {
            assert_eq!(is_in_microcode(*vendor, signature), refused, "{cpu}");
        }
    }
}
