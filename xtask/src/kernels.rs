//! `cargo xtask kernels c|rust`: compiles emitted kernels as users do, and runs the test that each file contains.
//!
//! The program `setwise` writes the files. If SETWISE is set, it is the path of this program; otherwise the task builds the
//! program. In this way xtask itself need not depend on a crate that contains generated files.
//!
//! ```text
//! c      gcc and clang, as C11 and as C++17, warnings as errors; natively, for AArch64 under qemu, for WebAssembly in node
//! rust   editions 2021 and 2024 without std, and Clippy; natively, and for AArch64 and WebAssembly by scripts/cross.sh
//! ```
//!
//! If a compiler or an emulator is missing, the task prints the name of the program and skips the checks that need the
//! program. If `SETWISE_NO_SKIP` is set, the task fails instead.

use std::env;
use std::fs;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use setwise_files::ending::print_line;

use crate::ci::{NO_SKIP, SKIPPED};
use crate::limit::status_within;

/// The language of emitted files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    Rust,
    C,
}

/// The kernels that are compiled. The list includes kernels with one input and with many, kernels with several results,
/// and kernels that use counts, comparisons or additions. It also includes leapers given by name, leapers given by
/// steps, and modules of leapers. Each entry is a command of `setwise gen`, the argument of the command, and the name
/// of the function.
const KERNELS: [(&str, &str, &str); 17] = [
    ("kernel", "knight_attacks", "knight_attacks"),
    ("kernel", "knight_moves", "knight_moves"),
    ("kernel", "knight_move_count", "knight_move_count"),
    ("kernel", "knight_directions", "knight_directions"),
    ("kernel", "knight_distance_digits", "knight_distance_digits"),
    ("kernel", "forks", "forks"),
    ("kernel", "forks_exactly2", "forks_exactly2"),
    ("kernel", "white_forks_setwise_safe", "white_forks_setwise_safe"),
    ("kernel", "king_moves", "king_moves"),
    ("kernel", "vulnerable_lines", "vulnerable_lines"),
    ("kernel", "king_files", "king_files"),
    ("kernel", "white_attacked_squares", "white_attacked_squares"),
    ("kernel", "zebra", "zebra_attacks"),
    ("kernel", "gnu=3,1;2,1", "gnu_attacks"),
    ("leaper", "camel", "camel_attacks"),
    ("leaper", "fourleaper", "fourleaper_attacks"),
    ("leaper", "root50leaper", "root50leaper_attacks"),
];

/// The time limit for compiling or testing one file. This usually takes seconds, but Clang 14 hangs on some kernels for
/// WebAssembly.
const COMPILER: Duration = Duration::from_secs(600);

/// The time limit for a build of many files.
const BUILD: Duration = Duration::from_secs(3600);

/// Strict flags, which make every warning an error.
const STRICT: [&str; 6] = ["-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];

/// Writes, compiles and runs all kernels in a temporary folder.
pub(crate) fn check(root: &Path, language: Language) -> Result<()> {
    let folder = tempfile::tempdir()?;
    match language {
        Language::C => check_c(root, folder.path()),
        Language::Rust => check_rust(root, folder.path()),
    }
}

/// Writes the file of every kernel. Returns the path of each file with the name of its function.
fn write(root: &Path, folder: &Path, language: Language, extension: &str) -> Result<Vec<(PathBuf, &'static str)>> {
    let program = program(root)?;
    let mut files = Vec::new();
    for (command, argument, name) in KERNELS {
        let path = folder.join(name).with_extension(extension);
        let language = if language == Language::C { "c" } else { "rust" };
        run(Command::new(&program).args(["gen", command, argument, "--lang", language, "--out"]).arg(&path))?;
        files.push((path, name));
    }
    Ok(files)
}

/// Returns the path of the program `setwise`: the value of SETWISE, or the program that this function builds if SETWISE is
/// not set.
fn program(root: &Path) -> Result<PathBuf> {
    if let Some(program) = env::var_os("SETWISE") {
        return Ok(root.join(program));
    }
    run_within(Command::new("cargo").args(["build", "--quiet", "-p", "setwise-cli"]).current_dir(root), BUILD)?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    Ok(target.join("debug").join("setwise"))
}

fn check_c(root: &Path, folder: &Path) -> Result<()> {
    let files = write(root, folder, Language::C, "c")?;
    for compiler in ["gcc", "clang"] {
        each(compiler, &[compiler], &files, |file, name| {
            let program = file.with_extension("bin");
            run(c(compiler, name).arg(file).args(["-std=c11", "-o"]).arg(&program))?;
            run(&mut Command::new(program))?;
            // Without `-xc++`, the compiler would treat the file as C, because its name ends in `.c`.
            run(c(compiler, name).arg("-xc++").arg(file).args(["-std=c++17", "-fsyntax-only"]))
        })?;
    }
    let arm = "aarch64-linux-gnu-gcc";
    each("AArch64 under qemu", &[arm, "qemu-aarch64"], &files, |file, name| {
        let program = file.with_extension("arm");
        run(c(arm, name).arg(file).args(["-std=c11", "-static", "-o"]).arg(&program))?;
        run(Command::new("qemu-aarch64").arg(program))
    })?;
    each("WebAssembly in node", &["clang", "wasm-ld", "node"], &files, |file, name| {
        let module = file.with_extension("wasm");
        let target = ["--target=wasm32", "-msimd128", "-mbulk-memory", "-std=c11", "-ffreestanding", "-nostdlib"];
        let linked = ["-Dmain=test_main", "-Wl,--no-entry", "-Wl,--export=test_main", "-o"];
        run(c("clang", name).arg(file).args(target).args(linked).arg(&module))?;
        run(Command::new("node").args(["-e", IN_NODE]).arg(module))
    })
}

/// A script that runs the test of a WebAssembly module. The exit code is the result of `test_main`.
const IN_NODE: &str = "
    const module = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));
    process.exit(new WebAssembly.Instance(module, {}).exports.test_main());
";

fn check_rust(root: &Path, folder: &Path) -> Result<()> {
    let sources = folder.join("src");
    fs::create_dir(&sources)?;
    let files = write(root, &sources, Language::Rust, "rs")?;
    let modules: String = files.iter().map(|(_, name)| format!("/// {name}\npub mod {name};\n")).collect();
    let lints = "missing_docs, unreachable_pub, unused, clippy::undocumented_unsafe_blocks";
    fs::write(sources.join("lib.rs"), format!("//! Kernels.\n#![no_std]\n#![warn({lints})]\n{modules}"))?;
    let manifest = folder.join("Cargo.toml");
    for edition in ["2021", "2024"] {
        let package =
            format!("[package]\nname = \"kernels\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n[workspace]\n");
        fs::write(&manifest, package)?;
        let cargo = |task: &str| {
            let mut command = Command::new("cargo");
            command.args([task, "--quiet", "--offline", "--all-targets"]).current_dir(folder);
            command.env_remove("CARGO_TARGET_DIR").env("RUSTFLAGS", "-D warnings");
            command
        };
        run_within(cargo("clippy").args(["--", "-D", "warnings"]), BUILD)?;
        run_within(&mut cargo("test"), BUILD)?;
        print_line(format_args!(
            "edition {edition}: {} kernels compile without a warning and pass their tests",
            files.len()
        ))?;
    }
    for target in ["aarch64-unknown-linux-gnu", "wasm32-wasip1"] {
        let mut command = Command::new(root.join("scripts/cross.sh"));
        command.args([target, "test", "--quiet", "--offline", "--lib", "--manifest-path"]).arg(&manifest);
        let status = status_within(command.current_dir(root), BUILD)?;
        match status.code() {
            Some(SKIPPED) => ensure_may_skip()?,
            Some(0) => print_line(format_args!("{target}: {} kernels pass their tests", files.len()))?,
            _ => bail!("{target}: {status}"),
        }
    }
    Ok(())
}

/// Calls `of` for every file if all programs in `needs` are installed. Otherwise prints the name of the missing
/// program, and returns an error if `SETWISE_NO_SKIP` is set.
fn each(
    what: &str,
    needs: &[&str],
    files: &[(PathBuf, &'static str)],
    of: impl Fn(&Path, &str) -> Result<()>,
) -> Result<()> {
    if let Some(missing) = needs.iter().find(|program| !is_there(program)) {
        print_line(format_args!("skipped: {what} needs {missing}"))?;
        return ensure_may_skip();
    }
    files.iter().try_for_each(|(file, name)| of(file, name))?;
    print_line(format_args!("{what}: {} kernels compile without a warning and pass their tests", files.len()))?;
    Ok(())
}

/// Returns an error if `SETWISE_NO_SKIP` is set.
fn ensure_may_skip() -> Result<()> {
    ensure!(env::var_os(NO_SKIP).is_none(), "this machine must have everything that the checks need");
    Ok(())
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns the command of a C compiler with strict flags, and with the macro that adds the test to a file.
fn c(compiler: &str, name: &str) -> Command {
    let mut command = Command::new(compiler);
    command.args(STRICT).arg(format!("-D{}_TEST", name.to_uppercase()));
    command
}

/// Runs a compiler or a compiled test. If it fails, returns an error with its output.
fn run(command: &mut Command) -> Result<()> {
    run_within(command, COMPILER)
}

fn run_within(command: &mut Command, limit: Duration) -> Result<()> {
    let mut output = tempfile::tempfile()?;
    command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
    let status = status_within(command, limit)?;
    if !status.success() {
        let mut text = Vec::new();
        output.rewind()?;
        output.read_to_end(&mut text)?;
        bail!("{command:?}: {status}\n{}", String::from_utf8_lossy(&text));
    }
    Ok(())
}
