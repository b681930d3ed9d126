//! Files of odd programs: results that compute nothing, inputs that nothing uses, and names that mean something else.
//!
//! Every file is compiled with strict warnings, and passes the test that it contains.

use std::fs;
use std::path::Path;
use std::process::Command;

use setwise::backend::Prefix;
use setwise::kernel;
use setwise_ir::emit::{EmitError, InstructionSet, Language, Target, emit, lower};
use setwise_ir::{Pattern, Program, Record};
use setwise_testkit::skip;

use crate::compiled::folder;

/// The compilers of C and C++, with their flags.
const IN_C: [&[&str]; 4] = [
    &["gcc", "-O1", "-std=gnu11", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
    &["g++", "-O0", "-std=c++17", "-xc++"],
    &["clang", "-O0", "-std=c11"],
    &["clang++", "-O0", "-std=c++17", "-xc++"],
];
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];
const IN_RUST: [&[&str]; 2] = [&["rustc", "--test", "--edition=2021"], &["rustc", "--test", "--edition=2024"]];

/// Compiles a file with every compiler that works here, and runs its test. Prints each compiler that does not.
fn compile(name: &str, language: Language, text: &str) {
    let is_c = language == Language::C;
    let extension = if is_c { "c" } else { "rs" };
    let source = folder().join(format!("{name}.{extension}"));
    fs::write(&source, text).unwrap();
    let empty = source.with_file_name(format!("{name}_empty.{extension}"));
    let (compilers, strict): (&[&[&str]], &[&str]) = if is_c { (&IN_C, &STRICT) } else { (&IN_RUST, &["-Dwarnings"]) };
    for (n, command) in compilers.iter().enumerate().filter(|(_, command)| works(command, &empty)) {
        let tested = folder().join(format!("{name}-{language}-{n}"));
        let test = is_c.then(|| format!("-D{}_TEST", name.to_uppercase()));
        let mut compiler = Command::new(command[0]);
        compiler.args(&command[1..]).args(strict).args(test).arg("-o").args([&tested, &source]);
        let compiled = compiler.output().unwrap();
        assert!(compiled.status.success(), "{command:?}: {}", String::from_utf8_lossy(&compiled.stderr));
        let output = Command::new(&tested).output().unwrap();
        assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Returns whether a command compiles and links an empty program. The compiler may be missing, or its sanitizers, which many
/// systems install separately.
fn works(command: &[&str], empty: &Path) -> bool {
    if !skip::has_programs(&[command[0]]) {
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

/// Compiles the file of a program in both languages, with a function for each instruction set and one that calls the
/// best.
fn compile_all(program: &Program) {
    for language in [Language::C, Language::Rust] {
        compile(program.name(), language, &emit(program, &Target::all(language)).unwrap());
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
fn a_function_of_one_board_may_compute_a_constant_or_a_number() {
    for language in [Language::C, Language::Rust] {
        let target = Target::one_board(language);
        let constant = Program::record(OnlyConstant, Prefix).unwrap().with_names("constant", &["a"], &["set"]);
        compile("constant", language, &emit(&constant, &target).unwrap());
        let count = Program::record(OnlyCount, Prefix).unwrap().with_names("count_of", &["square"], &["boards"]);
        compile("count_of", language, &emit(&count, &target).unwrap());
    }
}

kernel! {
    fn Mixed(_spread, a) -> [mixed] {
        let mixed = (a.east() | a.shr::<8>()) & !a.popcount().equal(a);
    }
}

/// Words of the languages, of their headers, and of the text around the instructions.
const NAMES: &str = "
    a again alignas and asm assert board boards bool char16_t check class co_await concept consteval const constexpr core count
    crate detected do dyn east_leapers errno far fn for found function gen i i386 import in in_a in_leapers int int8x16_t leapers
    linux main mask_000000000000ffff match module mut n near new next not not_file_a not_file_a_2 nothing nullptr odd_names
    odd_names_sse2_count odd_names_scalar_count odd_names_avx2 or out out_a padded printf register restrict result self setwise
    size_t square static_assert std stdin test this u64 uint64_t uint64x2_t uint8x16_t uint8_t unix unused use using v0 v1 v1_2 v128 v128_t
    v128_and vandq_u64 void volatile while wrong xor yield";

#[test]
fn columns_may_have_any_name() {
    let kernel = Program::record(Mixed, Prefix).unwrap();
    let of = |name: &str| kernel.clone().with_names(name, &[name], &["out"]);
    let programs: Vec<Program> = NAMES.split_whitespace().map(of).collect();
    compile_all(&Program::fused("odd_names", &programs));
}

#[test]
fn two_files_are_one_program() {
    let [a, b] = [Pattern::KnightMoveCount, Pattern::KingFiles].map(|kernel| kernel.record(Prefix).unwrap());
    let text = |language| [&a, &b].map(|program| emit(program, &Target::all(language)).unwrap());
    compile("king_files", Language::C, &text(Language::C).concat());
    let [a, b] = text(Language::Rust);
    let only_one = "#![allow(dead_code)]\n";
    compile("modules_of_two", Language::Rust, &format!("{only_one}pub mod a {{\n{a}}}\npub mod b {{\n{b}}}\n"));
}

kernel! {
    /// A union of more sets than any pattern has.
    fn LongUnion(_spread, a, b) -> [union] {
        let (mut union, mut term) = (a, b);
        for _ in 0..2000 {
            term = term.shl::<1>() ^ a;
            union |= term & b;
        }
    }
}

/// A chain has its operands and one line for each of them, not another chain for each operand.
#[test]
fn long_chains_are_lowered_once() {
    let program = Program::record(LongUnion, Prefix).unwrap();
    let lowered = lower(&program, InstructionSet::Avx512);
    assert!(lowered.instructions() <= 6000, "{} instructions", lowered.instructions());
    let boards = [0x1234_5678_9ABC_DEF0, 0x0F0F_3355_6699_A5A5];
    assert_eq!(lowered.program().run(&boards), program.run(&boards));
}

/// A file for several kinds of processors compiles for each of them, even without a dispatcher.
#[test]
fn a_file_for_several_processors_compiles_without_a_choice() {
    let program = Pattern::KnightMoveCount.record(Prefix).unwrap();
    for language in [Language::C, Language::Rust] {
        let sets = InstructionSet::ALL.into_iter().filter(|set| *set != InstructionSet::Scalar).collect::<Vec<_>>();
        let text = emit(&program, &Target::new(language, &sets)).unwrap();
        compile(
            "knight_move_count",
            language,
            &format!("{}{text}", if language == Language::C { "" } else { "#![allow(dead_code)]\n" }),
        );
    }
}

/// Names of programs are names of functions, so they are not changed. Those that cannot be functions are errors.
#[test]
fn programs_may_not_have_every_name() {
    let kernel = Program::record(Mixed, Prefix).unwrap();
    let target = Target::all(Language::C);
    for name in ["while", "self", "main", "char16_t", "uint64_t", "size_t", "linux", "wrong", "square", "co_await"] {
        let program = kernel.clone().with_names(name, &["a"], &["out"]);
        assert_eq!(emit(&program, &target), Err(EmitError::Reserved(name.into())));
    }
    // The parameter for this column would have the name of the function that is called with few boards.
    let program = kernel.with_names("in_a", &["a_avx2"], &["out"]);
    assert_eq!(emit(&program, &target), Err(EmitError::Reserved("in_a_avx2".into())));
}
