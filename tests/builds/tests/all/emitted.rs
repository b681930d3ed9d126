//! Compiles emitted files as users do, with strict warnings, and runs the tests in the files. Missing compilers are
//! reported and skipped.
//!
//! ```text
//! every push   gcc, clang and rustc on this machine
//! nightly      names of all kinds; packages with Clippy; AArch64 under qemu, WebAssembly in node, x86-64 without SSE2
//! ```
//!
//! `crates/ir/tests/all/lowered.rs` proves the instructions of a file correct for all boards. The test in an emitted
//! file finds mistakes in the text that is written for these instructions. Some programs here are unusual: they have
//! results without a computation, unused inputs, or names with other meanings in C, C++ or Rust.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use setwise::backend::Prefix;
use setwise::kernel;
use setwise_builds::root;
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
    here(&["clang", "-O2", "-std=c11"]),
    here(&["clang++", "-O0", "-std=c++17", "-xc++"]),
];

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

/// The exit code of `scripts/cross.sh` if there is no compiler for the target.
const SKIPPED: i32 = 77;

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

kernel! {
    fn Mixed(_spread, a) -> [mixed] {
        let mixed = (a.east() | a.shr::<8>()) & !a.popcount().equal(a);
    }
}

/// Names that are keywords in C, C++ or Rust, or that C headers or the emitted text already use.
const NAMES: &str = "
    a again alignas and asm assert board boards bool char16_t check class co_await concept consteval const constexpr core count
    crate detected do dyn east_leapers errno far fn for found function gen i i386 import in in_a in_leapers int int8x16_t leapers
    linux main mask_000000000000ffff match module mut n near new next not not_file_a not_file_a_2 nothing nullptr odd_names
    odd_names_sse2_count odd_names_scalar_count odd_names_avx2 or out out_a padded printf register restrict result self setwise
    size_t square static_assert std stdin test this u64 uint64_t uint64x2_t uint8x16_t uint8_t unix unused use using v0 v1 v1_2 v128 v128_t
    v128_and vandq_u64 void volatile while wrong xor yield";

#[test]
#[ignore = "nightly"]
fn columns_may_have_any_name() {
    let kernel = Program::record(Mixed, Prefix).unwrap();
    let of_inputs = |name: &str| kernel.clone().with_names(&format!("mixed_{name}"), &[name], &["mixed"]);
    let of_results = |name: &str| kernel.clone().with_names(name, &["of_all_names"], &["mixed"]);
    for named in [&of_inputs as &dyn Fn(&str) -> Program, &of_results] {
        let programs: Vec<Program> = NAMES.split_whitespace().map(named).collect();
        compile_all(&Program::fused("odd_names", &programs));
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

/// Returns the words of a text that are names in snake case, without those in comments and strings.
fn words(text: &str) -> BTreeSet<&str> {
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.ends_with('_') && !word.contains("__")
    };
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(is_name);
    words.filter(|word| word.chars().all(|c| !c.is_ascii_uppercase())).collect()
}

/// Tests that a file may have each word of another file as its name, unless `emit` refuses the name.
#[test]
#[ignore = "nightly"]
fn a_file_may_have_any_name() {
    let program = |name: &str| Program::record(Mixed, Prefix).unwrap().with_names(name, &["knights"], &["mixed"]);
    for language in [Language::C, Language::Rust] {
        let text = emit(&program("neutral"), &Target::all(language)).unwrap();
        let folder = tempdir().unwrap();
        let (mut files, mut modules) = (Vec::new(), String::from("#![allow(dead_code)]\n"));
        for (n, name) in words(&text).into_iter().enumerate() {
            let Ok(text) = emit(&program(name), &Target::all(language)) else { continue };
            modules += &format!("pub mod module_{n} {{\n{text}}}\n");
            let source = folder.path().join(format!("{n}.c"));
            fs::write(&source, format!("#define {}_TEST\n{text}", name.to_uppercase())).unwrap();
            files.push(source);
        }
        assert!(files.len() > 50, "{} names", files.len());
        let mut command = if language == Language::C {
            let mut command = Command::new("cc");
            command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).args(files);
            command
        } else {
            let source = folder.path().join("lib.rs");
            fs::write(&source, modules).unwrap();
            let mut command = Command::new("rustc");
            command.args(["--edition=2024", "--test", "--emit=metadata", "--out-dir"]).args([folder.path(), &source]);
            command
        };
        if has_programs(&[command.get_program().to_str().unwrap()]) {
            let output = command.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
