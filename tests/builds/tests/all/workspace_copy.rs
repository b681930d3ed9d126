//! Tests that `cargo xtask asm`, in a copy of the workspace, detects lost optimisations.

use std::fs;
use std::path::Path;
use std::process::Command;

use setwise_builds::{copy_tree, one_at_a_time, root};
use setwise_testkit::skip;

/// The parts of the workspace that cargo needs to build xtask and the packages that xtask compiles.
const COPIED: [&str; 9] =
    ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "bindings", "crates", "benches", "tests", "xtask"];

/// Tests that `asm` detects two faults that no other test detects. Each fault makes rows of a different
/// backend fail, so one run is enough for both.
///
/// The first fault is a changed `inline` attribute. The second is a loop over registers that the compiler vectorises a
/// second time, because the line that prevents this is missing. The line itself compiles to no instructions, so only the
/// assembly of the loop shows that it is missing.
#[test]
#[ignore = "nightly"]
fn a_lost_inline_and_code_that_is_vectorised_once_more_are_found() {
    if !cfg!(target_arch = "x86_64") {
        skip::not_on_this_cpu("x86-64, for which the expectations are,");
        return;
    }
    let copy = tempfile::tempdir().unwrap();
    for name in COPIED {
        copy_tree(&root().join(name), &copy.path().join(name));
    }
    // Changes a file of the copy. The new text must differ.
    let change = |file: &str, change: &dyn Fn(&str) -> String| {
        let path = copy.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        let changed = change(&text);
        assert_ne!(changed, text, "{file} is unchanged");
        fs::write(&path, changed).unwrap();
    };
    change("crates/simd/src/x86/avx2/mod.rs", &|text| {
        text.replacen("#[inline(always)]\n    fn east", "#[inline(never)]\n    fn east", 1)
    });
    change("crates/core/src/batch/columns.rs", &|text| text.replacen("hint::black_box(());", "", 1));
    change("xtask/asm-expectations.txt", &without_legal_moves);

    let output = {
        let _turn = one_at_a_time();
        let mut xtask = Command::new(env!("CARGO"));
        xtask.args(["xtask", "asm"]).current_dir(copy.path()).env_remove("CARGO_MANIFEST_DIR");
        xtask.env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("copy")).output().unwrap()
    };
    let output = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let failed: Vec<&str> = output.lines().filter(|line| line.starts_with("FAILED")).collect();
    let of = |backend: &str| failed.iter().filter(|line| line.contains(backend)).count();
    assert!(failed.iter().any(|line| line.contains("avx2-prefix") && line.contains("KnightAttacks")), "{output}");
    assert!(of("portable-prefix") > 0, "{output}");
    assert_eq!(of("avx2-prefix") + of("portable-prefix"), failed.len(), "{output}");
}

/// Removes the expectations for the loops that count legal moves, because these loops take long to compile.
fn without_legal_moves(expectations: &str) -> String {
    let line = |line: &str| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        [backend, width, knight, king, _, types @ ..] if !line.starts_with('#') => {
            [*backend, width, knight, king, "-", &types.join(" ")].join(" ")
        }
        _ => line.to_string(),
    };
    expectations.lines().map(line).collect::<Vec<_>>().join("\n")
}
