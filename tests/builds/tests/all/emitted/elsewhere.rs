//! Compiles emitted files for other processors, and as packages of Rust.

use std::fs;
use std::path::Path;
use std::process::Command;

use setwise::backend::Prefix;
use setwise_builds::root;
use setwise_ir::emit::{Language, Target, emit, emit_leaper};
use setwise_ir::{Leaper, Record};
use setwise_testkit::skip::{self, has_programs};
use tempfile::tempdir;

use super::{CRATE, Compiler, KERNELS, compile_with, programs, succeed, write_modules};

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

/// Tests that a package with these modules passes Clippy in two editions, and passes its tests on other processors.
#[test]
#[ignore = "nightly"]
fn a_package_of_modules_passes_clippy_and_its_tests_on_other_processors() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    write_modules(&folder.path().join("src"));
    let manifest = folder.path().join("Cargo.toml");
    for edition in ["2021", "2024"] {
        let package =
            format!("[package]\nname = \"kernels\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n[workspace]\n");
        fs::write(&manifest, package).unwrap();
        let mut clippy = Command::new(env!("CARGO"));
        clippy.args(["clippy", "--quiet", "--offline", "--all-targets", "--", "-D", "warnings"]);
        succeed(clippy.current_dir(folder.path()).env("CARGO_TARGET_DIR", folder.path().join("target")));
    }
    for target in ["aarch64-unknown-linux-gnu", "wasm32-wasip1"] {
        let mut test = Command::new(root().join("scripts/cross.sh"));
        test.args([target, "test", "--quiet", "--offline", "--lib", "--manifest-path"]).arg(&manifest);
        let output = test.env("CARGO_TARGET_DIR", folder.path().join("target")).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(SKIPPED) {
            skip::missing(printed);
        } else {
            assert!(output.status.success(), "{target}: {printed}");
        }
    }
}

/// Tests that files compile for targets of x86-64 that have no SSE2.
#[test]
#[ignore = "nightly"]
fn modules_compile_for_kernels_of_operating_systems_and_for_uefi() {
    if !has_programs(&["rustc"]) {
        return;
    }
    let folder = tempdir().unwrap();
    let source = folder.path().join("lib.rs");
    let mut root = CRATE.to_string();
    for kernel in KERNELS {
        let text = emit(&kernel.record(Prefix).unwrap(), &Target::all(Language::Rust)).unwrap();
        root += &format!("/// {kernel}\npub mod {kernel} {{\n{text}}}\n");
    }
    fs::write(&source, root).unwrap();
    for target in ["x86_64-unknown-none", "x86_64-unknown-uefi"] {
        let library = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output().unwrap();
        if !Path::new(String::from_utf8_lossy(&library.stdout).trim()).exists() {
            skip::missing(format_args!("the target {target} is not installed"));
            continue;
        }
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition=2024", "--crate-type=lib", "-Dwarnings", "--target", target, "--out-dir"]);
        let output = compiler.args([folder.path(), &source]).output().unwrap();
        assert!(output.status.success(), "{target}: {}", String::from_utf8_lossy(&output.stderr));
    }
}
