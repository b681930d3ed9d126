//! Compiles emitted files for other processors, and as packages of Rust.

use std::fs;
use std::process::Command;

use setwise_builds::root;
use setwise_ir::Leaper;
use setwise_ir::emit::{Language, Target, emit, emit_leaper};
use setwise_testkit::skip;
use tempfile::tempdir;

use super::{Compiler, compile_with, programs, succeed, write_modules};

/// The compilers of C for other processors.
const IN_C_ELSEWHERE: [Compiler; 2] = [
    Compiler { command: &["aarch64-linux-gnu-gcc", "-O2", "-std=c11", "-static"], runner: &["qemu-aarch64"] },
    Compiler {
        command: &[
            "clang",
            "--target=wasm32",
            "-O2",
            "-std=c11",
            "-msimd128",
            "-mbulk-memory",
            "-ffreestanding",
            "-nostdlib",
            "-Dmain=test_main",
            "-Wl,--no-entry",
            "-Wl,--export=test_main",
        ],
        runner: &["node", "-e", IN_NODE],
    },
];

/// A script that runs the test of a WebAssembly module. The exit code is the result of `test_main`.
const IN_NODE: &str = "
    const module = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));
    process.exit(new WebAssembly.Instance(module, {}).exports.test_main());
";

/// The exit code of `scripts/cross.sh` if there is no compiler for the target.
const SKIPPED: i32 = 77;

#[test]
#[ignore = "nightly"]
fn files_of_kernels_and_leapers_pass_their_tests_in_c_on_other_processors() {
    for program in programs() {
        let text = emit(&program, &Target::all(Language::C)).unwrap();
        compile_with(&IN_C_ELSEWHERE, program.name(), Language::C, &text);
    }
    for leaper in Leaper::built_in() {
        let text = emit_leaper(&leaper, &Target::one_board(Language::C));
        compile_with(&IN_C_ELSEWHERE, leaper.attacks().name(), Language::C, &text);
    }
}

/// Tests that a package with these modules passes Clippy in two editions, passes its tests on other processors, and compiles
/// for targets of x86-64 that have no SSE2.
#[test]
#[ignore = "nightly"]
fn a_package_of_modules_passes_clippy_and_its_tests_on_other_processors() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    write_modules(&folder.path().join("src"));
    let (manifest, output) = (folder.path().join("Cargo.toml"), folder.path().join("target"));
    for edition in ["2021", "2024"] {
        let package =
            format!("[package]\nname = \"kernels\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n[workspace]\n");
        fs::write(&manifest, package).unwrap();
        let mut clippy = Command::new(env!("CARGO"));
        clippy.args(["clippy", "--quiet", "--offline", "--all-targets", "--", "-D", "warnings"]);
        succeed(clippy.current_dir(folder.path()).env("CARGO_TARGET_DIR", &output));
    }
    for (target, command, flags) in [
        ("aarch64-unknown-linux-gnu", "test", None),
        ("wasm32-wasip1", "test", None),
        ("x86_64-unknown-none", "build", Some("-Dwarnings")),
        ("x86_64-unknown-uefi", "build", Some("-Dwarnings")),
    ] {
        let mut cargo = Command::new(root().join("scripts/cross.sh"));
        cargo.args([target, command, "--quiet", "--offline", "--lib", "--manifest-path"]).arg(&manifest);
        cargo.env("CARGO_TARGET_DIR", &output).envs(flags.map(|flags| ("RUSTFLAGS", flags)));
        let output = cargo.output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(SKIPPED) {
            skip::missing(printed);
        } else {
            assert!(output.status.success(), "{target}: {printed}");
        }
    }
}
