//! The page of kernels in the documentation is what the recorded programs say.

use std::fmt::Write as _;

use setwise_ir::Program;
use setwise_testkit::generated;

use crate::specimens::{Specimen, proved, specimens};
use crate::spreads::{SPREADS, is_loop, of_sets, record};

const HEAD: &str = "\
# Operations of every kernel

This page lists the number of operations and the depth of every pattern whose inputs are sets, for each formula for
attacks. It is generated from the recorded kernels (`crates/ir`); do not edit it.

Depth is the length of the longest chain of operations in which each needs the result of the one before. A step to the east or
west counts as two operations, a shift and a mask; an instruction set that adds bytes needs only one. The formulas `prefix` and
`shifts` are those of the backends; the others exist only for comparison. For a loop, the numbers cover one round and the
operations before and after the loop.

Each kernel is proved for all boards in `cargo test`. `cargo prove` also proves the compiled batch loops of
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

/// Returns the page.
fn page() -> String {
    let specimens: String = specimens().iter().map(row).collect();
    format!("{HEAD}{}{SPECIMENS}{specimens}{LOOPS}", library())
}

/// Returns the table of the patterns.
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

/// Returns the row of a specimen.
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
