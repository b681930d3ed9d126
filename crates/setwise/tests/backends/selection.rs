//! Tests that `auto` chooses among the backends whose features are enabled. A build has only one set of features, so CI
//! runs these tests with several sets.

use setwise::backend::ScalarPrefix;
use setwise::{BackendId, BackendUnavailable, FIXED_BACKEND, auto};
use setwise_testkit::skip;

/// The backends that a feature enables, best first. Each tuple contains the name of the backend, whether its feature is
/// on in this build, and whether the target can have its instructions.
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
fn the_list_by_feature_has_the_backends_of_the_table() {
    let listed: Vec<&str> = BY_FEATURE.iter().map(|(name, ..)| *name).chain(["scalar-prefix"]).collect();
    let names: Vec<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    assert_eq!(listed, names, "`BY_FEATURE` must list the backends of the table, and the baseline is last");
}

#[test]
fn auto_is_the_first_feature_that_this_cpu_can_run_or_the_floor() {
    let asked_for = BY_FEATURE.iter().filter(|(_, on, _)| *on).map(|(name, ..)| id(name));
    let expected = asked_for.clone().find(|id| id.detect().is_ok()).unwrap_or(id("scalar-prefix"));
    assert_eq!(FIXED_BACKEND, None, "these tests are about the choice at run time");
    assert_eq!(auto().id(), expected);
    for skipped in asked_for.take_while(|id| *id != expected) {
        skip::not_ready(skipped.detect().unwrap_err());
    }
}

/// Tests that a compiled backend is ready exactly if the standard library finds every feature that the backend needs. A
/// virtual machine may hide any feature. If it hides GFNI, for example, `avx512-vpopcnt-prefix` must not be ready.
#[cfg(target_arch = "x86_64")]
#[test]
fn a_backend_is_ready_if_this_cpu_has_every_feature_that_it_needs() {
    use std::is_x86_feature_detected as has;

    let found = |feature| match feature {
        "avx2" => has!("avx2"),
        "avx512f" => has!("avx512f"),
        "avx512bw" => has!("avx512bw"),
        "avx512dq" => has!("avx512dq"),
        "avx512vpopcntdq" => has!("avx512vpopcntdq"),
        "gfni" => has!("gfni"),
        other => panic!("{other}: this test must also detect this feature"),
    };
    for id in BackendId::ALL {
        let detected = id.detect().map(|backend| backend.id());
        if detected != Err(BackendUnavailable::NotCompiled(*id)) {
            assert_eq!(detected.is_ok(), id.needs().split_whitespace().all(found), "{id} needs '{}'", id.needs());
        }
    }
}

#[test]
fn a_feature_that_is_off_compiles_nothing_in() {
    for (name, on, of_target) in BY_FEATURE {
        let compiled = id(name).detect().err() != Some(BackendUnavailable::NotCompiled(id(name)));
        assert_eq!(compiled, on && of_target, "{name}");
    }
    assert!(id("scalar-prefix").detect().is_ok(), "the baseline is always there");
}

#[test]
fn the_message_says_why_a_backend_cannot_run() {
    let (not_compiled, not_here) =
        (BackendUnavailable::NotCompiled(id("avx2-prefix")), BackendUnavailable::NotOnThisCpu(id("avx2-prefix")));
    // A `main` that returns an error prints it with `{:?}`, so this form must contain the message.
    assert_eq!(
        [format!("{not_compiled:?}"), format!("{not_here:?}")],
        [not_compiled, not_here].map(|error| error.to_string())
    );
    let (not_compiled, not_here) = (not_compiled.to_string(), not_here.to_string());
    assert!(not_compiled.starts_with("avx2-prefix is not compiled into this build (its feature is off, or it is for another target); ready here are "), "{not_compiled}");
    assert!(not_here.starts_with("avx2-prefix is not on this CPU: it needs avx2; ready here are "), "{not_here}");
    assert!(not_here.ends_with("scalar-prefix"), "{not_here}");
}

/// Checks that the workspace's `check-cfg` allows the names of all backends, and no other values, for `--cfg
/// setwise_backend`.
#[test]
fn every_name_can_be_fixed_at_compile_time() {
    let manifest = include_str!("../../../../Cargo.toml");
    let (_, values) = manifest.split_once("cfg(setwise_backend, values(").unwrap();
    let known: Vec<&str> = values.split(')').next().unwrap().split(", ").map(|name| name.trim_matches('"')).collect();
    let names: Vec<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    assert_eq!(known, names, "check-cfg in Cargo.toml must list the backends of the table");
}

#[test]
fn debugging_shows_what_a_backend_is_made_of() {
    let shown = |value: &dyn std::fmt::Debug| format!("{value:?}");
    assert_eq!(shown(&ScalarPrefix::detect().unwrap()), "Strategy { lanes: 1, spread: Prefix, .. }");
    let backend = id("scalar-prefix").detect().unwrap();
    assert_eq!((shown(&backend), backend.to_string()), ("Backend(ScalarPrefix)".into(), "scalar-prefix".into()));
    assert_eq!(backend, ScalarPrefix::detect().unwrap().into());
}

#[test]
fn the_error_for_a_wrong_name_contains_it_and_all_names() {
    let error = "avx2".parse::<BackendId>().unwrap_err();
    let names: Vec<&str> = BackendId::ALL.iter().map(|id| id.name()).collect();
    let ready: Vec<&str> = BackendId::ready().map(|backend| backend.id().name()).collect();
    let expected =
        format!("'avx2' is not a backend; the names are {}; ready here are {}", names.join(", "), ready.join(", "));
    assert_eq!(error.to_string(), expected);
    assert_eq!(format!("{:?}", error), expected, "a `main` that returns the error prints this form");
    // An error shows only the first 32 bytes of a name, so no name may be longer.
    assert!(names.iter().all(|name| name.len() <= 32));
}

#[cfg(feature = "std")]
#[test]
fn without_the_variable_the_environment_asks_for_nothing() {
    // Setting a variable in a test is unsafe, so `tests/builds/tests/all/main.rs` starts programs with the variable
    // set.
    if std::env::var_os(setwise::BACKEND_VARIABLE).is_none() {
        assert_eq!(BackendId::from_env(), Ok(None));
    }
}
