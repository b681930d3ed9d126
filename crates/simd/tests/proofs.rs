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

/// Tests that a proof can be made only if the standard library finds the features of the proof, because CPUID of some virtual
/// machines does not report all features that the CPU has. Wider proofs imply narrower ones.
#[cfg(all(target_arch = "x86_64", feature = "specimens"))]
#[test]
fn proofs_exist_only_with_the_features_that_the_standard_library_finds() {
    use setwise_simd::{Avx2, Avx2Bmi1, Avx512, Avx512Vbmi2, Avx512Vpopcnt, Bmi2, Popcnt, Sse2, Sse41, Ssse3};
    use std::is_x86_feature_detected as has;

    fn check<P: Isa>(found: bool) -> bool {
        let exists = enter::<P>();
        assert!(found || !exists, "{}", P::NAME);
        exists
    }
    let has_avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq");
    let (ssse3, sse41, popcnt) =
        (check::<Ssse3>(has!("ssse3")), check::<Sse41>(has!("sse4.1")), check::<Popcnt>(has!("popcnt")));
    let (avx2, avx512) = (check::<Avx2>(has!("avx2")), check::<Avx512>(has_avx512));
    let bmi1 = check::<Avx2Bmi1>(has!("avx2") && has!("bmi1") && has!("popcnt"));
    let bmi2 = check::<Bmi2>(has!("avx2") && has!("bmi2"));
    let vpopcnt = check::<Avx512Vpopcnt>(has_avx512 && has!("avx512vpopcntdq") && has!("gfni"));
    let vbmi2 = check::<Avx512Vbmi2>(has_avx512 && has!("avx512vbmi") && has!("avx512vbmi2") && has!("gfni"));
    assert!(enter::<Sse2>(), "every x86-64 CPU has SSE2");
    assert!(ssse3 || !sse41, "SSE4.1 without SSSE3");
    assert!((sse41 && popcnt) || !avx2, "AVX2 without SSE4.1 or POPCNT");
    assert!(avx2 || !(bmi1 || bmi2 || avx512), "these proofs include AVX2");
    assert!(avx512 || !(vpopcnt || vbmi2), "these proofs include F, BW and DQ");
    assert_eq!(Avx512Vpopcnt::detect().map(Avx512Vpopcnt::avx512), Avx512::detect().filter(|_| vpopcnt));
    assert_eq!(Avx512Vbmi2::detect().map(Avx512Vbmi2::avx512), Avx512::detect().filter(|_| vbmi2));
    assert_eq!(Avx512::detect().map(Avx512::avx2), Avx2::detect().filter(|_| avx512));
}

#[cfg(all(target_arch = "aarch64", feature = "neon"))]
#[test]
fn neon_runs_closures() {
    assert!(enter::<setwise_simd::Neon>());
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))]
#[test]
fn simd128_runs_closures() {
    assert!(enter::<setwise_simd::Simd128>());
}

/// The portable proof must exist on every target. On targets without vector instructions, it is the only proof.
#[test]
fn the_scalar_proof_is_always_there() {
    assert!(enter::<setwise_core::Scalar>());
}
