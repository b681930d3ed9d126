//! Compiles emitted files with the compilers of this machine, and runs them. A missing compiler is reported and
//! skipped.
//!
//! `cargo xtask kernels` compiles more kernels with more compilers, for other processors too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use setwise::Color::{Black, White};
use setwise::backend::Prefix;
use setwise::kernel;
use setwise_ir::emit::{Language, Target, emit};
use setwise_ir::{Pattern, Program, Record};
use setwise_testkit::games::master_positions;
use setwise_testkit::oracle;
use setwise_testkit::skip::has_programs;
use setwise_testkit::view::View;

const KERNELS: [Pattern; 10] = [
    Pattern::KnightAttacks,
    Pattern::KnightMoves,
    Pattern::KnightMoveCount,
    Pattern::Forks,
    Pattern::WhiteForksSetwiseSafe,
    Pattern::KingMoves,
    Pattern::VulnerableLines,
    Pattern::KingFiles,
    Pattern::KnightDistanceDigits,
    Pattern::WhiteAttackedSquares,
];

/// Returns the inputs of a kernel in a position, and what it computes by coordinates.
fn expected(kernel: Pattern, view: &View) -> (Vec<u64>, Vec<u64>) {
    use Pattern as K;
    let View { own, knights, king, pawns, their_pawns, their_knights, .. } = *view;
    let (targets, attackers, taboo) = (view.targets(), view.attackers(), view.taboo());
    let attacks = oracle::knight_attacks(knights);
    match kernel {
        K::KnightAttacks => (vec![knights], vec![attacks]),
        K::KnightMoves => (vec![knights, own], vec![attacks & !own]),
        K::KnightMoveCount => (vec![knights, own], vec![oracle::knight_move_count(knights, own)]),
        K::Forks => (vec![targets], vec![oracle::fork_squares(targets, 2)]),
        K::WhiteForksSetwiseSafe => {
            let inputs = [targets, own, knights, their_pawns, their_knights];
            (inputs.to_vec(), vec![oracle::forks_setwise_safe(inputs, Black)])
        }
        K::KingMoves => (vec![king, own], vec![oracle::king_attacks(king) & !own]),
        K::VulnerableLines => (vec![king, taboo], vec![oracle::vulnerable_lines(king, taboo)]),
        K::KingFiles => (vec![king, pawns, their_pawns], oracle::king_files(king, pawns, their_pawns).to_vec()),
        K::KnightDistanceDigits => (vec![knights], oracle::distance_digits(knights, oracle::knight_attacks).to_vec()),
        K::WhiteAttackedSquares => (attackers.to_vec(), vec![oracle::attacked_squares(attackers, White)]),
        other => panic!("{other} has no oracle here"),
    }
}

/// Returns the boards of all inputs, column after column, then what the oracle computes from them. Checks that the
/// interpreter computes the same.
fn columns(program: &Program, kernel: Pattern, views: &[View]) -> Vec<u64> {
    let (inputs, results): (Vec<Vec<u64>>, Vec<Vec<u64>>) = views.iter().map(|view| expected(kernel, view)).unzip();
    inputs.iter().zip(&results).for_each(|(inputs, results)| assert_eq!(program.run(inputs), *results, "{kernel}"));
    let column = |rows: &[Vec<u64>], n: usize| rows.iter().map(|row| row[n]).collect::<Vec<u64>>();
    let of_inputs = (0..program.inputs().len()).flat_map(|n| column(&inputs, n));
    of_inputs.chain((0..program.results().len()).flat_map(|n| column(&results, n))).collect()
}

/// Returns the part of a program in C that reads columns, computes the results with every function, and compares them.
fn driver(program: &Program, boards: usize) -> String {
    let (name, inputs, results) = (program.name(), program.inputs().len(), program.results().len());
    let columns = |what: &str, count: usize| (0..count).map(|n| format!("{what}[{n}]")).collect::<Vec<_>>().join(", ");
    let arguments = format!("{}, {}", columns("in", inputs), columns("found", results));
    let mut text = format!(
        "static int compare_{name}(void) {{
    static uint64_t in[{inputs}][{boards}], expected[{results}][{boards}], found[{results}][{boards}];
    int right = fread(in, sizeof in, 1, stdin) == 1 && fread(expected, sizeof expected, 1, stdin) == 1;
"
    );
    let call = |function: &str| {
        format!(
            "{{ memset(found, 0, sizeof found); {function}({arguments}, {boards});
      const int same = memcmp(found, expected, sizeof found) == 0; right &= same;
      printf(\"{function} %s\\n\", same ? \"right\" : \"wrong\"); }}
"
        )
    };
    text += &(call(&format!("{name}_scalar")) + &call(name));
    if cfg!(target_arch = "x86_64") {
        for (set, feature) in [("sse2", "sse2"), ("avx2", "avx2"), ("avx512", "avx512bw")] {
            let function = format!("{name}_{set}");
            text += &format!("    if (__builtin_cpu_supports(\"{feature}\")) {}", call(&function));
            text += &format!("    else printf(\"{function} skipped, the processor lacks it\\n\");\n");
        }
    }
    text + "    return right;\n}\n"
}

pub(crate) fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("emitted");
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn functions_in_c_compute_what_the_oracle_says_in_master_games() {
    if !has_programs(&["cc"]) {
        return;
    }
    let views: Vec<View> = master_positions().iter().map(|position| View::new(position, White)).collect();
    let mut text = "#include <stdio.h>\n#include <string.h>\n".to_string();
    let (mut main, mut input) = ("int main(void) {\n    int right = 1;\n".to_string(), Vec::new());
    for kernel in KERNELS {
        let program = kernel.record(Prefix).unwrap();
        text += &emit(&program, &Target::all(Language::C)).unwrap();
        text += &driver(&program, views.len());
        main += &format!("    right &= compare_{kernel}();\n");
        input.extend(columns(&program, kernel, &views).into_iter().flat_map(u64::to_ne_bytes));
    }
    text += &(main + "    return right ? 0 : 1;\n}\n");
    let (source, data) = (folder().join("kernels.c"), folder().join("boards"));
    fs::write(&source, text).unwrap();
    fs::write(&data, input).unwrap();
    let program = folder().join("kernels");
    let strict = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"];
    let compiled = Command::new("cc").args(strict).arg("-o").args([&program, &source]).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(program).stdin(Stdio::from(fs::File::open(data).unwrap())).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    print!("{printed}");
    assert!(output.status.success(), "{printed}");
    assert!(printed.lines().filter(|line| line.ends_with(" right")).count() >= 2 * KERNELS.len(), "{printed}");
}

#[test]
fn modules_in_rust_pass_their_tests() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    if !has_programs(&[&rustc]) {
        return;
    }
    let mut root = "//! Kernels.\n#![no_std]\n#![warn(missing_docs, unreachable_pub, unused)]\n".to_string();
    for kernel in KERNELS {
        let program = kernel.record(Prefix).unwrap();
        fs::write(folder().join(format!("{kernel}.rs")), emit(&program, &Target::all(Language::Rust)).unwrap())
            .unwrap();
        root += &format!("/// {kernel}\npub mod {kernel};\n");
    }
    let source = folder().join("lib.rs");
    fs::write(&source, root).unwrap();
    let program = folder().join("modules");
    let mut command = Command::new(rustc);
    command
        .args(["--edition", "2024", "-D", "warnings", "--test", "-C", "opt-level=1", "-o"])
        .args([&program, &source]);
    let compiled = command.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

kernel! {
    /// Inputs with the names of keywords, of variables of the file, and of lines.
    fn Names(spread, a, b, c, d) -> [e, f] {
        let e = (spread.knight(a) & !b) | c.east();
        let f = spread.king(d).popcount();
    }
}

/// The names of columns are free, as long as they are identifiers.
#[test]
fn names_of_columns_may_be_words_of_the_language() {
    let program = Program::record(Names, Prefix).unwrap();
    let program = program.with_names("names", &["while", "board", "v1", "not_file_h"], &["fn", "count"]);
    for (language, extension) in [(Language::C, "c"), (Language::Rust, "rs")] {
        let source = folder().join(format!("names.{extension}"));
        fs::write(&source, emit(&program, &Target::all(language)).unwrap()).unwrap();
        let compiler = if extension == "c" { "cc" } else { "rustc" };
        if !has_programs(&[compiler]) {
            continue;
        }
        let tested = folder().join(format!("names-{extension}"));
        let options = if extension == "c" {
            ["-DNAMES_TEST", "-Werror", "-Wall"]
        } else {
            ["--test", "-Dwarnings", "--edition=2021"]
        };
        let compiled = Command::new(compiler).args(options).arg("-o").args([&tested, &source]).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        assert!(Command::new(tested).output().unwrap().status.success());
    }
}

/// A file with a wrong instruction does not pass its own test.
#[test]
fn the_test_of_a_file_finds_a_wrong_instruction() {
    if !has_programs(&["cc"]) {
        return;
    }
    let program = Pattern::KnightMoves.record(Prefix).unwrap();
    let text = emit(&program, &Target::all(Language::C)).unwrap();
    for (number, (right, wrong)) in
        [("knights << 1;", "knights << 2;"), ("& ~own", "& own"), ("& not_file_h;", "& not_files_gh;")]
            .into_iter()
            .enumerate()
    {
        assert!(text.contains(right), "{text}");
        let (source, tested) = (folder().join(format!("wrong{number}.c")), folder().join(format!("wrong{number}")));
        fs::write(&source, text.replacen(right, wrong, 1)).unwrap();
        let compiled =
            Command::new("cc").arg("-DKNIGHT_MOVES_TEST").arg("-o").args([&tested, &source]).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        let output = Command::new(tested).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && printed.contains("knight_moves_scalar: wrong"), "{right}: {printed}");
    }
}
