//! Compiles emitted files as users do, with strict warnings, and runs the tests in the files. Missing compilers are
//! reported and skipped.
//!
//! ```text
//! mod.rs         gcc, clang and rustc on this machine; two of these tests run at every push
//! elsewhere.rs   AArch64 under qemu, WebAssembly in node, x86-64 without SSE2; a package, with Clippy
//! names.rs       names that have other meanings in these languages
//! ```
//!
//! `crates/ir/tests/all/lowered.rs` proves the instructions of a file correct for all boards. The test in an emitted
//! file finds mistakes in the text that is written for these instructions. Some programs here are unusual: they have
//! results without a computation, or unused inputs.

mod elsewhere;
mod names;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use setwise::backend::Prefix;
use setwise::kernel;
use setwise_ir::emit::{InstructionSet, Language, Target, emit, emit_leaper};
use setwise_ir::{Leaper, Pattern, Program, Record};
use setwise_testkit::skip::{self, has_programs};
use tempfile::tempdir;

/// Kernels with one input and with many, with several results, and with counts, comparisons or additions.
const KERNELS: [Pattern; 11] = [
    Pattern::KnightAttacks,
    Pattern::KnightMoves,
    Pattern::KnightMoveCount,
    Pattern::KnightDirections,
    Pattern::Forks,
    Pattern::WhiteForksSetwiseSafe,
    Pattern::KingMoves,
    Pattern::VulnerableLines,
    Pattern::KingFiles,
    Pattern::KnightDistanceDigits,
    Pattern::WhiteAttackedSquares,
];

/// A compiler with its flags, and the command that runs a compiled program. The command is empty if this CPU runs it.
struct Compiler {
    command: &'static [&'static str],
    runner: &'static [&'static str],
}

const fn here(command: &'static [&'static str]) -> Compiler {
    Compiler { command, runner: &[] }
}

/// The compilers of C and C++ for this machine.
const IN_C: [Compiler; 4] = [
    here(&["gcc", "-O1", "-std=gnu11", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]),
    here(&["g++", "-O0", "-std=c++17", "-xc++"]),
    here(&["clang", "-O0", "-std=c11"]),
    here(&["clang++", "-O0", "-std=c++17", "-xc++"]),
];

const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];
const IN_RUST: [Compiler; 2] =
    [here(&["rustc", "--test", "--edition=2021"]), here(&["rustc", "--test", "--edition=2024"])];

/// Compiles a file with the compilers for this machine, and runs the test in the file.
fn compile(name: &str, language: Language, text: &str) {
    compile_with(if language == Language::C { &IN_C } else { &IN_RUST }, name, language, text);
}

/// Compiles a file with every listed compiler that works here, and runs the test in the file. Prints the compilers that
/// do not work. Tests run at the same time, and several of them compile a file of the same name, so each call has its own
/// folder.
fn compile_with(compilers: &[Compiler], name: &str, language: Language, text: &str) {
    let is_c = language == Language::C;
    let extension = if is_c { "c" } else { "rs" };
    let folder = tempdir().unwrap();
    let source = folder.path().join(format!("{name}.{extension}"));
    fs::write(&source, text).unwrap();
    let empty = source.with_file_name(format!("{name}_empty.{extension}"));
    let strict: &[&str] = if is_c { &STRICT } else { &["-Dwarnings"] };
    for (n, Compiler { command, runner }) in compilers.iter().enumerate().filter(|(_, one)| works(one, &empty)) {
        let tested = folder.path().join(format!("{name}-{language}-{n}"));
        let test = is_c.then(|| format!("-D{}_TEST", name.to_uppercase()));
        let mut compiler = Command::new(command[0]);
        succeed(compiler.args(&command[1..]).args(strict).args(test).arg("-o").args([&tested, &source]));
        let words = runner.iter().map(OsStr::new).chain([tested.as_os_str()]).collect::<Vec<_>>();
        succeed(Command::new(words[0]).args(&words[1..]));
    }
}

/// Runs a command that must succeed, and returns its output.
fn succeed(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [printed, errors] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}: {printed}{errors}");
    printed
}

/// Returns whether a compiler compiles and links an empty program, and the program's runner is installed. The compiler
/// may be missing. Its linker or its sanitizers may also be missing, because many systems install them separately.
fn works(Compiler { command, runner }: &Compiler, empty: &Path) -> bool {
    if !has_programs(&[&command[..1], &runner[..runner.len().min(1)]].concat()) {
        return false;
    }
    fs::write(empty, if empty.extension() == Some("c".as_ref()) { "int main(void) { return 0; }\n" } else { "\n" })
        .unwrap();
    let mut compiler = Command::new(command[0]);
    let output = compiler.args(&command[1..]).arg("-o").args([&empty.with_extension("out"), empty]).output().unwrap();
    if !output.status.success() {
        skip::missing(format_args!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    output.status.success()
}

/// Compiles the file of a program in both languages. The file has a function for each instruction set, and a function
/// that calls the best of these functions.
fn compile_all(program: &Program) {
    for language in [Language::C, Language::Rust] {
        compile(program.name(), language, &emit(program, &Target::all(language)).unwrap());
    }
}

/// The beginning of a crate whose modules are emitted files.
const CRATE: &str = "//! Kernels and leapers.\n#![no_std]\n#![warn(missing_docs, unreachable_pub, unused, clippy::undocumented_unsafe_blocks)]\n";

/// Returns the kernels, and the attacks of a leaper that is given by name and of one that is given by its steps.
fn programs() -> Vec<Program> {
    let leapers = ["zebra", "gnu=3,1;2,1"].map(|leaper| leaper.parse::<Leaper>().unwrap().attacks());
    KERNELS.map(|kernel| kernel.record(Prefix).unwrap()).into_iter().chain(leapers).collect()
}

#[test]
fn files_of_kernels_pass_their_tests_in_c() {
    for program in programs() {
        compile(program.name(), Language::C, &emit(&program, &Target::all(Language::C)).unwrap());
    }
}

/// Writes `lib.rs` and a module for each kernel and each leaper into a folder. Returns the names of the modules.
fn write_modules(folder: &Path) -> Vec<String> {
    let kernels = programs()
        .into_iter()
        .map(|program| (program.name().to_string(), emit(&program, &Target::all(Language::Rust)).unwrap()));
    let leapers = Leaper::built_in()
        .map(|leaper| (leaper.name().to_string(), emit_leaper(&leaper, &Target::one_board(Language::Rust))));
    let mut root = CRATE.to_string();
    let write = |(name, text): (String, String)| {
        fs::write(folder.join(format!("{name}.rs")), text).unwrap();
        root += &format!("/// {name}\npub mod {name};\n");
        name
    };
    let names = kernels.chain(leapers).map(write).collect();
    fs::write(folder.join("lib.rs"), root).unwrap();
    names
}

#[test]
fn modules_of_kernels_and_of_all_leapers_pass_their_tests_in_one_crate() {
    if !has_programs(&["rustc"]) {
        return;
    }
    let folder = tempdir().unwrap();
    let names = write_modules(folder.path());
    let (source, program) = (folder.path().join("lib.rs"), folder.path().join("modules"));
    let options = ["--edition", "2024", "-D", "warnings", "--test", "-C", "opt-level=1", "-o"];
    succeed(Command::new("rustc").args(options).args([&program, &source]));
    let printed = succeed(&mut Command::new(program));
    for name in names {
        assert!(printed.contains(&format!("test {name}::tests::")), "{name}: {printed}");
    }
}

kernel! {
    fn Odd(_spread, a, b, unused) -> [copy, again, constant, nothing, sum, same, other] {
        let (copy, again) = (a, a);
        let (constant, nothing) = (a.nothing() | 0x81, unused & a.nothing());
        let sum = a.east() | b;
        let (same, other) = (sum, !b);
    }
}

#[test]
#[ignore = "nightly"]
fn results_may_be_inputs_constants_and_each_other_and_an_input_may_have_no_use() {
    let names = ["copy", "again", "constant", "nothing", "sum", "same", "other"];
    compile_all(&Program::record(Odd, Prefix).unwrap().with_names("odd", &["a", "b", "unused"], &names));
}

kernel! {
    fn OnlyConstant(_spread, a) -> [constant] {
        let constant = a.nothing() | 0x81;
    }
}

kernel! {
    fn OnlyCount(_spread, a) -> [count] {
        let count = a.popcount();
    }
}

#[test]
#[ignore = "nightly"]
fn a_function_of_one_board_may_compute_a_constant_or_a_number() {
    for language in [Language::C, Language::Rust] {
        let target = Target::one_board(language);
        let constant = Program::record(OnlyConstant, Prefix).unwrap().with_names("constant", &["a"], &["set"]);
        compile("constant", language, &emit(&constant, &target).unwrap());
        let count = Program::record(OnlyCount, Prefix).unwrap().with_names("count_of", &["square"], &["boards"]);
        compile("count_of", language, &emit(&count, &target).unwrap());
    }
}

#[test]
#[ignore = "nightly"]
fn two_files_are_one_program() {
    let [a, b] = [Pattern::KnightMoveCount, Pattern::KingFiles].map(|kernel| kernel.record(Prefix).unwrap());
    let text = |language| [&a, &b].map(|program| emit(program, &Target::all(language)).unwrap());
    compile("king_files", Language::C, &text(Language::C).concat());
    let [a, b] = text(Language::Rust);
    let only_one = "#![allow(dead_code)]\n";
    compile("modules_of_two", Language::Rust, &format!("{only_one}pub mod a {{\n{a}}}\npub mod b {{\n{b}}}\n"));
}

/// Tests that a file for several architectures compiles even without a scalar form and a dispatcher.
#[test]
#[ignore = "nightly"]
fn a_file_for_several_processors_compiles_without_a_choice() {
    let program = Pattern::KnightMoveCount.record(Prefix).unwrap();
    for language in [Language::C, Language::Rust] {
        let sets = InstructionSet::ALL.into_iter().filter(|set| *set != InstructionSet::Scalar).collect::<Vec<_>>();
        let only_one = if language == Language::C { "" } else { "#![allow(dead_code)]\n" };
        let text = emit(&program, &Target::new(language, &sets)).unwrap();
        compile("knight_move_count", language, &format!("{only_one}{text}"));
    }
}

/// Tests that a file with a wrong instruction fails its own test.
#[test]
#[ignore = "nightly"]
fn the_test_of_a_file_finds_a_wrong_instruction() {
    if !has_programs(&["cc"]) {
        return;
    }
    let program = Pattern::KnightMoves.record(Prefix).unwrap();
    let text = emit(&program, &Target::all(Language::C)).unwrap();
    let folder = tempdir().unwrap();
    let (source, tested) = (folder.path().join("wrong.c"), folder.path().join("wrong"));
    for (right, wrong) in
        [("knights << 1;", "knights << 2;"), ("& ~own", "& own"), ("& not_file_h;", "& not_files_gh;")]
    {
        assert!(text.contains(right), "{text}");
        fs::write(&source, text.replacen(right, wrong, 1)).unwrap();
        let compiled =
            Command::new("cc").arg("-DKNIGHT_MOVES_TEST").arg("-o").args([&tested, &source]).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let output = Command::new(&tested).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && printed.contains("knight_moves_scalar: wrong"), "{right}: {printed}");
    }
}
