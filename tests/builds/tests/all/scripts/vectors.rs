//! Runs the texts in C with vectors under emulation, with two lengths of vectors where they vary, and on this CPU.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use setwise_ir::script::Script;
use setwise_testkit::skip;

use super::python::python_with;
use super::{Case, cases, printed};

/// The columns of results, and the function that compares one with the expected results. The word after the last result
/// must not change.
const CHECK: &str = "\
static uint64_t out[16][31 + 1];
static void clear(size_t boards) {
    for (int n = 0; n < 16; n++) {
        memset(out[n], 0, sizeof out[n]);
        out[n][boards] = 77;
    }
}
static void check(const char *pattern, const uint64_t *found, const uint64_t *expected, size_t boards) {
    if (memcmp(found, expected, boards * sizeof *found) != 0 || found[boards] != 77) {
        fprintf(stderr, \"%s is wrong\\n\", pattern);
        exit(1);
    }
}
";

/// Compiles all functions for C with vectors into one program, and runs it under an emulator, or on this CPU if there is
/// none. If the number of boards is not a multiple of the register's length, the last register is only partly used.
fn run_in_c(script: Script, compiler: &[&str], emulators: &[&[&str]]) {
    let programs: Vec<&str> =
        [compiler[0]].into_iter().chain(emulators.iter().filter_map(|emulator| emulator.first().copied())).collect();
    if !skip::has_programs(&programs) {
        return;
    }
    let set = script.name().1.unwrap();
    let (mut functions, mut checks) = (String::new(), String::new());
    for Case { name, text, rows, .. } in cases(script) {
        functions += &text;
        let rows: Vec<_> = rows.iter().step_by(rows.len() / 31).take(31).collect();
        let column = |place: usize, is_result: bool| {
            let words = rows.iter().map(|row| if is_result { row.1[place] } else { row.0[place] });
            words.map(|word| format!("{word}u")).collect::<Vec<_>>().join(", ")
        };
        let (inputs, results) = (rows[0].0.len(), rows[0].1.len());
        let columns: Vec<String> =
            (0..inputs).map(|n| column(n, false)).chain((0..results).map(|n| column(n, true))).collect();
        let arguments: Vec<String> = (0..inputs)
            .map(|n| format!("{name}_columns[{n}]"))
            .chain((0..results).map(|n| format!("out[{n}]")))
            .collect();
        writeln!(functions, "static const uint64_t {name}_columns[][31] = {{{{{}}}}};", columns.join("}, {")).unwrap();
        let arguments = arguments.join(", ");
        // A partly used last register, full registers only, fewer boards than a register holds, and none.
        for boards in [31, 30, 24, 3, 1, 0] {
            writeln!(checks, "    clear({boards});\n    {name}_{set}({arguments}, {boards});").unwrap();
            for n in 0..results {
                let expected = format!("{name}_columns[{}]", inputs + n);
                writeln!(checks, "    check(\"{name}\", out[{n}], {expected}, {boards});").unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let [source, program] = ["kernels.c", "kernels"].map(|name| folder.path().join(name));
    let main = format!("{CHECK}int main(void) {{\n{checks}    return 0;\n}}\n");
    fs::write(&source, format!("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{functions}{main}"))
        .unwrap();
    let (compiler, options) = compiler.split_first().unwrap();
    printed(
        Command::new(compiler)
            .args(options)
            .args(["-O1", "-static", "-Wall", "-Wextra", "-Werror", "-o"])
            .arg(&program)
            .arg(&source),
    );
    for emulator in emulators {
        let (emulator, options) = emulator.split_first().unwrap();
        printed(Command::new(emulator).args(options).arg(&program));
    }
    if emulators.is_empty() {
        printed(&mut Command::new(&program));
    }
}

#[test]
#[ignore = "nightly"]
fn sve_computes_every_pattern_at_two_lengths() {
    let compiler = ["aarch64-linux-gnu-gcc", "-march=armv8.2-a+sve"];
    let emulators: [&[&str]; 2] =
        [&["qemu-aarch64", "-cpu", "max,sve128=on,sve256=off"], &["qemu-aarch64", "-cpu", "max,sve-max-vq=4"]];
    run_in_c(Script::Sve, &compiler, &emulators);
}

#[test]
#[ignore = "nightly"]
fn rvv_computes_every_pattern_at_two_lengths() {
    // clang uses the libraries of the cross compiler.
    if !skip::has_programs(&["riscv64-linux-gnu-gcc"]) {
        return;
    }
    let compiler = ["clang-16", "--target=riscv64-linux-gnu", "-march=rv64gcv"];
    let emulators: [&[&str]; 2] = [
        &["qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0,vlen=128"],
        &["qemu-riscv64", "-cpu", "rv64,v=true,vext_spec=v1.0,vlen=512"],
    ];
    run_in_c(Script::Rvv, &compiler, &emulators);
}

#[test]
#[ignore = "nightly"]
fn vectors_of_gcc_compute_every_pattern_on_three_processors() {
    run_in_c(Script::Vector128, &["gcc"], &[]);
    run_in_c(Script::Vector256, &["gcc"], &[]);
    run_in_c(Script::Vector128, &["powerpc64le-linux-gnu-gcc", "-mcpu=power9"], &[&["qemu-ppc64le", "-cpu", "power9"]]);
    run_in_c(Script::Vector128, &["s390x-linux-gnu-gcc", "-march=z14"], &[&["qemu-s390x", "-cpu", "max"]]);
}

/// Returns whether an emulator is installed and has at least this version.
fn is_at_least(emulator: &str, oldest: [u32; 2]) -> bool {
    let Ok(output) = Command::new(emulator).arg("--version").output() else { return false };
    let text = String::from_utf8_lossy(&output.stdout);
    let version = text.split_once("version ").map_or("", |(_, rest)| rest);
    let parts: Vec<u32> = version.split('.').map_while(|part| part.parse().ok()).collect();
    parts >= oldest.to_vec()
}

/// A vector of LSX holds two boards, and one of LASX four. The compiler in the package `ziglang` supports both.
#[test]
#[ignore = "nightly"]
fn lsx_and_lasx_compute_every_pattern() {
    let emulator = "qemu-loongarch64";
    if !is_at_least(emulator, [8, 2]) {
        skip::missing("qemu-loongarch64 8.2 or later, which supports LSX and LASX, is not installed");
        return;
    }
    let Some(python) = python_with("import ziglang") else { return };
    let python = python.to_str().unwrap();
    let compiler = [python, "-m", "ziglang", "cc", "--target=loongarch64-linux-musl", "-mcpu=la464"];
    for script in [Script::Vector128, Script::Vector256] {
        run_in_c(script, &compiler, &[&[emulator, "-cpu", "la464"]]);
    }
}

/// A program in C that calls a function of a file in C++. The knights are on b1 and h8, and an own piece is on d2.
const CALLER: &str = "\
#include <stddef.h>
#include <stdint.h>
void NAME(const uint64_t *, const uint64_t *, uint64_t *, size_t);
int main(void) {
    const uint64_t knights[3] = {UINT64_C(1) << 1, UINT64_C(1) << 63, 0}, own[3] = {1 << 11, 1 << 11, 1 << 11};
    uint64_t moves[3];
    NAME(knights, own, moves, 3);
    return moves[0] != (1 << 16 | 1 << 18) || moves[1] != (UINT64_C(1) << 46 | UINT64_C(1) << 53) || moves[2] != 0;
}
";

/// Patterns that together need every operation, with one result and with several.
const COMPILED: [&str; 4] = ["knight_moves", "knight_move_count", "vulnerable_lines", "knight_distance_digits"];

/// Tests that files with vectors compile as C and as C++ with strict warnings, and without an option for the instruction
/// set. Compilers warn about vectors that are passed by value, because the processor may have no such registers. The
/// functions can be called from C.
#[test]
#[ignore = "nightly"]
fn vectors_of_gcc_compile_as_c_and_cpp_without_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [Script::Vector128, Script::Vector256].map(|script| (script, cases(script)));
    for (compiler, standard) in [("gcc", "c11"), ("g++", "c++17"), ("clang", "c11"), ("clang++", "c++17")] {
        if !skip::has_programs(&[compiler]) {
            continue;
        }
        for (script, cases) in &cases {
            let name = script.short_name();
            let source = folder.path().join(format!("{name}.{}", if standard == "c11" { "c" } else { "cpp" }));
            let chosen = cases.iter().filter(|case| COMPILED.contains(&case.name.as_str()));
            let texts: String = chosen.map(|case| case.text.as_str()).collect();
            fs::write(&source, texts).unwrap();
            let object = source.with_extension("o");
            for level in ["-O0", "-O2"] {
                let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", level, "-c", "-o"];
                printed(Command::new(compiler).arg(format!("-std={standard}")).args(strict).args([&object, &source]));
            }
            let caller = folder.path().join("caller.c");
            fs::write(&caller, CALLER.replace("NAME", &format!("knight_moves_{name}"))).unwrap();
            let of_c = if compiler.starts_with('g') { "gcc" } else { "clang" };
            let program = folder.path().join("caller");
            printed(Command::new(of_c).arg("-o").args([&program, &caller, &object]));
            printed(&mut Command::new(&program));
        }
    }
}
