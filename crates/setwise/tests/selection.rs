//! `auto` follows the features of the build. Run with one feature at a time, this is the proof of each.

use setwise::{BackendId, FIXED, NotReady, Role, auto};

/// The backends that have a feature of their own, best first: whether this build switched it on, and whether the target
/// has the instructions at all.
const BY_FEATURE: [(&str, bool, bool); 9] = [
    ("avx512-vpopcnt-prefix", cfg!(feature = "avx512"), cfg!(target_arch = "x86_64")),
    ("avx512-prefix", cfg!(feature = "avx512"), cfg!(target_arch = "x86_64")),
    ("avx2-prefix", cfg!(feature = "avx2"), cfg!(target_arch = "x86_64")),
    ("neon-prefix", cfg!(feature = "neon"), cfg!(target_arch = "aarch64")),
    ("simd128-prefix", cfg!(feature = "simd128"), cfg!(target_feature = "simd128")),
    ("sse2-prefix", cfg!(feature = "sse2"), cfg!(target_arch = "x86_64")),
    ("portable-prefix", cfg!(feature = "portable"), true),
    ("scalar-shift", cfg!(feature = "scalar-shift"), true),
    ("scalar-lookup", cfg!(feature = "scalar-lookup"), true),
];

fn id(name: &str) -> BackendId {
    name.parse().unwrap()
}

#[test]
fn auto_is_the_first_feature_that_this_cpu_can_run_or_the_floor() {
    let asked_for = BY_FEATURE.iter().filter(|(_, on, _)| *on).map(|(name, ..)| id(name));
    let expected = asked_for.clone().find(|id| id.detect().is_ok()).unwrap_or(id("scalar-prefix"));
    assert_eq!(FIXED, None, "these tests are about the choice at run time");
    assert_eq!(auto().id(), expected);
    for skipped in asked_for.take_while(|id| *id != expected) {
        println!("skipped: {}", skipped.detect().unwrap_err());
    }
}

#[test]
fn a_feature_that_is_off_compiles_nothing_in() {
    for (name, on, of_target) in BY_FEATURE {
        let compiled = id(name).detect().err() != Some(NotReady::NotCompiled(id(name)));
        assert_eq!(compiled, on && of_target, "{name}");
    }
    let specimen = id("scalar-shift-pre");
    assert_eq!(specimen.detect().is_ok(), cfg!(feature = "specimens"));
    assert!(id("scalar-prefix").detect().is_ok(), "the floor is always there");
}

#[test]
fn the_reason_is_told() {
    let (not_compiled, not_here) =
        (NotReady::NotCompiled(id("avx2-prefix")), NotReady::NotOnThisCpu(id("avx2-prefix")));
    let (not_compiled, not_here) = (not_compiled.to_string(), not_here.to_string());
    assert!(not_compiled.starts_with("avx2-prefix is not compiled into this build (its feature is off, or it is for another target); ready here are "), "{not_compiled}");
    assert!(not_here.starts_with("avx2-prefix is not on this CPU: it needs avx2; ready here are "), "{not_here}");
    assert!(not_here.ends_with("scalar-prefix"), "{not_here}");
}

/// The ladder of `--cfg setwise_backend` has a step for each backend that can be chosen, and cargo knows the names.
#[test]
fn every_choice_can_be_fixed_at_compile_time() {
    let (ladder, manifest) = (include_str!("../src/select.rs"), include_str!("../../../Cargo.toml"));
    for id in BackendId::ALL.iter().filter(|id| id.role() == Role::Choice) {
        assert!(ladder.contains(&format!("#[cfg(setwise_backend = \"{id}\")]")), "{id}");
        assert!(manifest.contains(&format!("\"{id}\"")), "{id}");
    }
}

#[cfg(feature = "std")]
#[test]
fn without_the_variable_the_environment_asks_for_nothing() {
    // Setting a variable is not safe in a test; programs with it set are started in `xtask/tests/downstream.rs`.
    if std::env::var_os(setwise::VARIABLE).is_none() {
        assert_eq!(BackendId::from_env(), Ok(None));
    }
}
