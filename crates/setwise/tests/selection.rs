//! `auto` follows the features of the build. Run with one feature at a time, this is the proof of each.

use setwise::{BackendId, NotReady, auto};

/// The backends that have a feature of their own, best first, and whether this build switched it on.
const BY_FEATURE: [(&str, bool); 4] = [
    ("avx2-prefix", cfg!(feature = "avx2")),
    ("portable-prefix", cfg!(feature = "portable")),
    ("scalar-shift", cfg!(feature = "scalar-shift")),
    ("scalar-lookup", cfg!(feature = "scalar-lookup")),
];

fn id(name: &str) -> BackendId {
    name.parse().unwrap()
}

#[test]
fn auto_is_the_first_feature_that_this_cpu_can_run_or_the_floor() {
    let asked_for = BY_FEATURE.iter().filter(|(_, on)| *on).map(|(name, _)| id(name));
    let expected = asked_for.clone().find(|id| id.detect().is_ok()).unwrap_or(id("scalar-prefix"));
    assert_eq!(auto().id(), expected);
    for skipped in asked_for.take_while(|id| *id != expected) {
        println!("skipped: {}", skipped.detect().unwrap_err());
    }
}

#[test]
fn a_feature_that_is_off_compiles_nothing_in() {
    for (name, on) in BY_FEATURE {
        let compiled = id(name).detect().err() != Some(NotReady::NotCompiled(id(name)));
        // AVX2 belongs to x86-64 only.
        assert_eq!(compiled, on && (name != "avx2-prefix" || cfg!(target_arch = "x86_64")), "{name}");
    }
    let specimen = id("scalar-shift-pre");
    assert_eq!(specimen.detect().is_ok(), cfg!(feature = "specimens"));
    assert!(id("scalar-prefix").detect().is_ok(), "the floor is always there");
}

#[test]
fn the_reason_is_told() {
    let (not_compiled, not_here) =
        (NotReady::NotCompiled(id("avx2-prefix")), NotReady::NotOnThisCpu(id("avx2-prefix")));
    assert_eq!(not_compiled.to_string(), "avx2-prefix is not compiled into this build");
    assert_eq!(not_here.to_string(), "avx2-prefix is not on this CPU: it needs avx2");
}
