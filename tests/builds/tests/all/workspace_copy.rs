//! Tests that xtask, in a copy of the workspace, restores missing generated files and detects lost optimisations.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use setwise_builds::{copy_tree, names, one_at_a_time, root};
use setwise_testkit::skip;

/// Tests that `gen-tables` restores a deleted folder of generated files byte for byte.
///
/// The command is built in the copy, where the generated files are missing. The test therefore fails if xtask depends
/// on a crate that needs these files.
#[test]
#[ignore = "nightly"]
fn a_deleted_folder_of_tables_comes_back_byte_for_byte() {
    const GENERATED: &str = "crates/board/src/generated";
    let copy = WorkspaceCopy::new();
    fs::remove_dir_all(copy.path().join(GENERATED)).unwrap();

    let output = copy.xtask(&["gen-tables"]);
    assert!(output.status.success(), "{}", output_text(&output));

    let (committed, restored) = (root().join(GENERATED), copy.path().join(GENERATED));
    assert_eq!(names(&committed), names(&restored));
    for name in names(&committed) {
        assert_eq!(fs::read(committed.join(&name)).unwrap(), fs::read(restored.join(&name)).unwrap(), "{name:?}");
    }
}

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
    let copy = WorkspaceCopy::new();
    copy.plant("crates/simd/src/x86/avx2/mod.rs", "#[inline(always)]\n    fn east", "#[inline(never)]\n    fn east");
    copy.plant("crates/core/src/batch/columns.rs", "hint::black_box(());", "");
    copy.without_legal_moves();

    let output = output_text(&copy.xtask(&["asm"]));
    let failed: Vec<&str> = output.lines().filter(|line| line.starts_with("FAILED")).collect();
    let of = |backend: &str| failed.iter().filter(|line| line.contains(backend)).count();
    assert!(failed.iter().any(|line| line.contains("avx2-prefix") && line.contains("KnightAttacks")), "{output}");
    assert!(of("portable-prefix") > 0, "{output}");
    assert_eq!(of("avx2-prefix") + of("portable-prefix"), failed.len(), "{output}");
}

/// The parts of the workspace that cargo needs to build xtask and the packages that xtask compiles.
const COPIED: [&str; 9] =
    ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "bindings", "crates", "benches", "tests", "xtask"];

/// A copy of the workspace for planting faults. The folder is removed when the value is dropped.
struct WorkspaceCopy(TempDir);

impl WorkspaceCopy {
    fn new() -> Self {
        let copy = tempfile::tempdir().unwrap();
        for name in COPIED {
            copy_tree(&root().join(name), &copy.path().join(name));
        }
        Self(copy)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Replaces correct text in a file with faulty text.
    fn plant(&self, file: &str, right: &str, wrong: &str) {
        self.change(file, |text| text.replacen(right, wrong, 1));
    }

    /// Changes the text of a file. The new text must differ.
    fn change(&self, file: &str, change: impl Fn(&str) -> String) {
        let path = self.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        let changed = change(&text);
        assert_ne!(changed, text, "{file} is unchanged");
        fs::write(&path, changed).unwrap();
    }

    /// Removes the expectations for the loops that count legal moves, because these loops take long to compile.
    fn without_legal_moves(&self) {
        self.change("xtask/asm-expectations.txt", |text| {
            let line = |line: &str| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                [backend, width, knight, king, _, types @ ..] if !line.starts_with('#') => {
                    [*backend, width, knight, king, "-", &types.join(" ")].join(" ")
                }
                _ => line.to_string(),
            };
            text.lines().map(line).collect::<Vec<_>>().join("\n")
        });
    }

    /// Builds and runs xtask in the copy.
    fn xtask(&self, arguments: &[&str]) -> Output {
        let _turn = one_at_a_time();
        Command::new(env!("CARGO"))
            .arg("xtask")
            .args(arguments)
            .current_dir(self.path())
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("copy"))
            .env_remove("CARGO_MANIFEST_DIR")
            .output()
            .unwrap()
    }
}

/// Returns the standard output and the standard error of a program as one text.
fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}
