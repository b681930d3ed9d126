//! Tests of the proofs: whether detection is consistent, and whether each proof runs a closure inside its
//! target-feature boundary.

use setwise_core::Isa;
use setwise_testkit::skip;

/// Returns whether this CPU has the instruction set `P`. If so, runs a closure inside its target-feature boundary.
/// Otherwise prints that the test of `P` is skipped.
fn enter<P: Isa>() -> bool {
    let Some(proof) = P::detect() else {
        skip::not_on_this_cpu(P::NAME);
        return false;
    };
    let answer = 41;
    assert_eq!(proof.enter(|| answer + 1), 42, "{}", P::NAME);
    assert!(P::detect().is_some(), "{}: second detection differs from the first", P::NAME);
    true
}

#[cfg(all(target_arch = "x86_64", feature = "specimens"))]
#[test]
fn each_proof_of_x86_64_opens_its_door_and_wider_ones_imply_narrower_ones() {
    use setwise_simd::{Avx2, Avx2Bmi1, Avx512, Avx512Vbmi2, Avx512Vpopcnt, Bmi2, Popcnt, Sse2, Sse41, Ssse3};

    let (sse2, avx2, avx512, vpopcnt) = (enter::<Sse2>(), enter::<Avx2>(), enter::<Avx512>(), enter::<Avx512Vpopcnt>());
    let (ssse3, sse41, popcnt) = (enter::<Ssse3>(), enter::<Sse41>(), enter::<Popcnt>());
    let (bmi1, bmi2, vbmi2) = (enter::<Avx2Bmi1>(), enter::<Bmi2>(), enter::<Avx512Vbmi2>());
    assert!(sse2, "every x86-64 CPU has SSE2");
    assert!(ssse3 || !sse41, "SSE4.1 without SSSE3");
    assert!((sse41 && popcnt) || !avx2, "AVX2 without SSE4.1 or POPCNT");
    assert!(avx2 || !(bmi1 || bmi2), "both proofs include AVX2");
    assert!(avx2 || !avx512, "AVX-512 without AVX2");
    assert!(avx512 || !vpopcnt, "VPOPCNTDQ and GFNI without F, BW and DQ");
    assert!(avx512 || !vbmi2, "VBMI2 without F, BW and DQ");
    if let Some(proof) = Avx512Vpopcnt::detect() {
        assert_eq!(Some(proof.avx512()), Avx512::detect());
    }
    if let Some(proof) = Avx512Vbmi2::detect() {
        assert_eq!(Some(proof.avx512()), Avx512::detect());
    }
    if let Some(proof) = Avx512::detect() {
        assert_eq!(Some(proof.avx2()), Avx2::detect());
    }
}

/// Tests that a proof can be made only if the standard library finds the features of the proof. CPUID of some virtual
/// machines does not report all features that the CPU has.
#[cfg(all(target_arch = "x86_64", feature = "specimens"))]
#[test]
fn no_proof_exists_without_the_features_that_the_standard_library_finds() {
    use std::is_x86_feature_detected as has;

    use setwise_simd::{Avx2, Avx2Bmi1, Avx512, Avx512Vbmi2, Avx512Vpopcnt, Bmi2, Popcnt, Sse41, Ssse3};

    fn check<P: Isa>(found: bool) {
        assert!(found || P::detect().is_none(), "{}", P::NAME);
    }
    let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq");
    check::<Ssse3>(has!("ssse3"));
    check::<Sse41>(has!("sse4.1"));
    check::<Popcnt>(has!("popcnt"));
    check::<Avx2>(has!("avx2"));
    check::<Avx2Bmi1>(has!("avx2") && has!("bmi1") && has!("popcnt"));
    check::<Bmi2>(has!("avx2") && has!("bmi2"));
    check::<Avx512>(avx512);
    check::<Avx512Vpopcnt>(avx512 && has!("avx512vpopcntdq") && has!("gfni"));
    check::<Avx512Vbmi2>(avx512 && has!("avx512vbmi") && has!("avx512vbmi2") && has!("gfni"));
}

#[cfg(all(target_arch = "aarch64", feature = "neon"))]
#[test]
fn the_proof_of_neon_opens_its_door() {
    assert!(enter::<setwise_simd::Neon>());
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))]
#[test]
fn the_proof_of_simd128_opens_its_door() {
    assert!(enter::<setwise_simd::Simd128>());
}

/// The portable proof must exist on every target. On targets without vector instructions, it is the only proof.
#[test]
fn the_scalar_proof_is_always_there() {
    assert!(enter::<setwise_core::Scalar>());
}
