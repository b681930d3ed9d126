//! Checks that `docs/kernels.md` matches the recorded programs. Also checks that the arguments of emitted C functions
//! match the installed header.

use std::fmt::Write as _;

use setwise_ir::Formula::Prefix;
use setwise_ir::emit::{InstructionSet, Language, Target, emit, lower};
use setwise_ir::script::{Script, operations};
use setwise_ir::{Program, Record};
use setwise_testkit::generated;

use crate::specimens::{Specimen, proved, specimens};
use crate::{SPREADS, is_loop, of_sets, record, straight};

const HEAD: &str = "\
# Operations of every kernel

This page lists the number of operations and the depth of every pattern whose inputs are sets, for each formula for
attacks. It is generated from the recorded kernels (`crates/ir`); do not edit it.

Depth is the length of the longest chain of operations in which each needs the result of the one before. A step to the east or
west counts as two operations, a shift and a mask; an instruction set that adds bytes needs only one. The formulas `prefix` and
`shifts` are those of the backends; the others exist only for comparison. For a loop, the numbers cover one round and the
operations before and after the loop.

Each kernel is proved for all boards in `cargo test -p setwise-ir --all-features`, and kernels of legality for all boards with
one king of the side. `cargo prove` also proves the compiled batch loops of
`knight_attacks`, `king_attacks`, `knight_moves` and `forks`, for every instruction set, and prints a table of them.

";

const SPECIMENS: &str = "
## Specimens

These kernels are in `tests/specimens` and exist only for comparison. Each has the operations below whatever the formula, and is
proved for all boards against coordinates and against the kernel of the library.

| kernel | inputs | operations | kinds | computes the same as | proved for |
|---|---|---|---|---|---|
";

const LOOPS: &str = "
`forks_by_pairs` and `forks_by_entries` compute `forks` too, by loops over the targets of each board. Which operations they
execute depends on the board, so they cannot be recorded and proved. `tests/specimens/tests/patterns.rs` compares them with
coordinates on every pair of squares, on every three squares that one knight attacks, and on random sets of every size.
";

const LANGUAGES: &str = "\
# Kernels in each language

`setwise gen kernel NAME --lang LANGUAGE` writes a pattern as source code. This page lists, for each pattern of sets without a loop, the number of
instructions for each instruction set of Rust and C, and the number of different operations in each other language. It is
generated from the recorded kernels (`crates/ir`); do not edit it.

A function for an instruction set computes one register of boards. In the other languages, the number includes operations
that replace missing ones: masks before shifts that must not lose a bit, sums of halves where a sum could raise an error,
population counts, and two halves for a 64-bit word. `setwise gen kernel NAME --list` prints these numbers for one pattern.

Before the program writes a file, it proves for all boards that the instructions, or the text itself, compute the recorded
kernel. For legal moves of knights, the proof for all boards is too large. The tests prove each of these patterns for all boards
with the king on one given square. Each file with a function for an instruction set contains a test, except those in the table
below. `cargo test -p setwise-builds scripts` runs most of the texts in this table on positions from real games and compares every
result with the library:

";

/// Returns the page that lists the operations of each pattern in each language.
fn languages() -> String {
    let mut page = String::from(LANGUAGES);
    page += "| language | texts are run by |\n|---|---|\n";
    for script in Script::ALL {
        let run_by = script.run_by().unwrap_or("nothing: read back and proved only");
        let _ = writeln!(page, "| {script} | {run_by} |");
    }
    let heads: Vec<String> = InstructionSet::ALL
        .map(|set| set.to_string())
        .into_iter()
        .chain(Script::ALL.map(Script::short_name).map(String::from))
        .collect();
    let _ = writeln!(page, "\n| pattern | {} |\n|---{}|", heads.join(" | "), "|--:".repeat(heads.len()));
    for pattern in straight() {
        let program = record(pattern, "prefix", None).unwrap();
        let instructions = InstructionSet::ALL.map(|set| lower(&program, set).instructions());
        let cells = instructions.into_iter().chain(Script::ALL.map(|script| operations(&program, script)));
        let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
        let _ = writeln!(page, "| `{pattern}` | {} |", cells.join(" | "));
    }
    page
}

#[test]
fn the_page_of_languages_is_fresh() {
    generated::check("docs/languages.md", &languages(), "-p setwise-ir --all-features --test all fresh");
}

fn page() -> String {
    let specimens: String = specimens().iter().map(row).collect();
    format!("{HEAD}{}{SPECIMENS}{specimens}{LOOPS}", library())
}

/// Returns the table of the library's patterns.
fn library() -> String {
    let lines = "---|".repeat(SPREADS.len());
    let mut page = format!("| kernel | inputs | {} | kinds (prefix) |\n|---|---|{lines}---|\n", SPREADS.join(" | "));
    for kernel in of_sets() {
        let rounds = is_loop(kernel).then_some(1);
        let of = |spread| record(kernel, spread, rounds).unwrap();
        let (cells, kinds) = (SPREADS.map(|spread| size(&of(spread))).join(" | "), kinds(&of("prefix")));
        let round = if rounds.is_some() { " (one round)" } else { "" };
        let _ = writeln!(page, "| `{kernel}`{round} | {} | {cells} | {kinds} |", kernel.inputs().join(", "));
    }
    page
}

/// Returns the table row of a specimen.
fn row(specimen: &Specimen) -> String {
    let (Specimen { program, same }, proof) = (specimen, proved(specimen));
    let (inputs, library) = (same.inputs().join(", "), record(*same, "prefix", None).unwrap());
    format!(
        "| `{}` | {inputs} | {} | {} | `{same}` ({}) | all {} bits, {} nodes |\n",
        program.name(),
        size(program),
        kinds(program),
        size(&library),
        proof.bits,
        proof.nodes
    )
}

fn size(program: &Program) -> String {
    format!("{}, depth {}", program.total(), program.depth())
}

/// Returns the number of operations of each kind.
fn kinds(program: &Program) -> String {
    let measure = program.measure();
    measure
        .split_once('(')
        .and_then(|(_, kinds)| kinds.split_once(')'))
        .map_or_else(String::new, |(kinds, _)| kinds.into())
}

#[test]
fn the_page_of_kernels_is_fresh() {
    generated::check("docs/kernels.md", &page(), "-p setwise-ir --all-features page");
}

const HEADER: &str = include_str!("../../../../bindings/c/include/setwise.h");

/// Returns the arguments of the function whose declaration begins with `start`, each as its type and its name. Returns
/// `None` if the text contains no such declaration.
fn arguments<'a>(text: &'a str, start: &str) -> Option<Vec<(&'a str, &'a str)>> {
    let (_, declaration) = text.split_once(&format!("\n{start}("))?;
    let (arguments, _) = declaration.split_once(')').unwrap();
    Some(arguments.split(',').map(|argument| argument.trim().rsplit_once([' ', '*']).unwrap()).collect())
}

#[test]
fn arguments_are_inputs_then_results_then_the_length() {
    let target = Target::new(Language::C, &[InstructionSet::Scalar]);
    let mut compared = 0;
    for pattern in of_sets().filter(|pattern| !is_loop(*pattern)) {
        let text = emit(&pattern.record(Prefix).unwrap(), &target).unwrap();
        let emitted = arguments(&text, &format!("void {pattern}_scalar")).unwrap();
        let inputs = pattern.inputs().iter().map(|name| format!("in_{name}"));
        let expected = inputs.chain(pattern.results().iter().map(|name| format!("out_{name}")));
        let expected: Vec<String> = expected.chain(["boards".to_string()]).collect();
        assert!(emitted.iter().map(|(_, name)| *name).eq(expected), "{pattern}: {emitted:?}");
        // The header omits patterns with a fixed number, such as `knight_fill3`. It declares the pattern that takes the
        // number as an argument instead.
        let Some(installed) = arguments(HEADER, &format!("int setwise_map_{pattern}")) else { continue };
        let types = |arguments: &[(&str, &str)]| -> Vec<String> {
            arguments.iter().map(|(of, _)| of.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(types(&emitted), types(&installed), "{pattern}");
        compared += 1;
    }
    assert!(compared >= 20, "{compared} patterns are in the header");
}
