//! The page of kernels in the documentation is what the recorded programs say.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use setwise_program::LibraryKernel;

use crate::spreads::{SPREADS, is_loop, record};

const HEAD: &str = "\
# Operations of every kernel

This page lists the number of operations and the depth of every kernel of the library, for each formula for attacks. It is
generated from the recorded kernels (`crates/program`); do not edit it.

Depth is the length of the longest chain of operations in which each needs the result of the one before. A step to the east or
west counts as two operations, a shift and a mask; an instruction set that adds bytes needs only one. The formulas `prefix` and
`shifts` are those of the backends; the other two exist only for comparison. For a loop, the numbers cover one round and the
operations before and after the loop.

Each kernel is proved for all boards in `cargo test`. `cargo xtask prove` also proves the compiled batch loops of
`knight_attacks`, `king_attacks`, `knight_moves` and `fork_squares`, for every instruction set, and prints a table of them.

";

/// Returns the page.
fn page() -> String {
    let mut page = format!(
        "{HEAD}| kernel | inputs | {} | kinds (prefix) |\n|---|---|{}---|\n",
        SPREADS.join(" | "),
        "---|".repeat(4)
    );
    for kernel in LibraryKernel::ALL {
        let rounds = is_loop(*kernel).then_some(1);
        let of = |spread| {
            let program = record(*kernel, spread, rounds).unwrap();
            format!("{}, depth {}", program.total(), program.depth())
        };
        let program = record(*kernel, "prefix", rounds).unwrap();
        let measure = program.measure();
        let kinds = measure.split_once('(').and_then(|(_, kinds)| kinds.split_once(')')).map_or("", |(kinds, _)| kinds);
        let cells = SPREADS.map(of).join(" | ");
        let round = if rounds.is_some() { " (one round)" } else { "" };
        let _ = writeln!(page, "| `{kernel}`{round} | {} | {cells} | {kinds} |", kernel.inputs().join(", "));
    }
    page
}

#[test]
fn the_page_of_kernels_is_fresh() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/kernels.md");
    let page = page();
    if env::var_os("SETWISE_WRITE_PAGES").is_some() {
        fs::write(&file, &page).unwrap();
    }
    assert!(
        fs::read_to_string(&file).is_ok_and(|old| old == page),
        "docs/kernels.md is out of date; fix with: SETWISE_WRITE_PAGES=1 cargo test -p setwise-program page"
    );
}
