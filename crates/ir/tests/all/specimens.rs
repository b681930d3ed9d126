//! Records and proves the kernels of `tests/specimens` in the same way as the kernels of the library. `spreads.rs` lists the
//! formulas for attacks in `tests/specimens` that can be recorded, and `proofs.rs` proves the library's kernels with these
//! formulas.
//!
//! The specimens `forks_by_pairs` and `forks_by_entries` are loops over the targets of one board. The operations that
//! they execute depend on the board, so neither can be recorded. `tests/specimens/tests/patterns.rs` compares their
//! results with a definition by coordinates.

use setwise_ir::Formula::{Prefix, Shifts};
use setwise_ir::proof::{Proof, equivalent, prove};
use setwise_ir::{Pattern, Program, Record};
use setwise_specimens::patterns::{ForksAsPublished, UnitedDirections};

use crate::specifications::specification;
use crate::spreads::Chosen;

/// A kernel that exists only for comparison.
pub(crate) struct Specimen {
    pub(crate) program: Program,
    /// The equivalent kernel of the library.
    pub(crate) same: Pattern,
}

/// Returns the specimens that can be recorded.
pub(crate) fn specimens() -> [Specimen; 2] {
    let forks = Program::record(ForksAsPublished, Prefix).unwrap();
    let united = Program::record(UnitedDirections, Prefix).unwrap();
    [("forks_as_published", forks, Pattern::Forks), ("united_directions", united, Pattern::KnightAttacks)].map(
        |(name, program, same)| Specimen { program: program.with_names(name, same.inputs(), same.results()), same },
    )
}

/// Returns the proof that a specimen matches its definition by coordinates.
pub(crate) fn proved(Specimen { program, same }: &Specimen) -> Proof {
    prove(program, |boards| specification(*same, boards)).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn every_specimen_is_what_its_coordinates_and_the_kernel_of_the_library_say_for_all_boards() {
    for specimen in specimens() {
        assert_eq!(proved(&specimen).bits, 64);
        let library = specimen.same.record(Prefix).unwrap();
        equivalent(&library, &specimen.program).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

/// The published sequence computes eight images, and then accumulates the images one by one in 19 operations.
#[test]
fn forks_are_accumulated_in_as_many_operations_as_on_the_page() {
    let [forks, _] = specimens().map(|specimen| specimen.program);
    assert_eq!(forks.measure(), "35 operations (12 shift, 11 and, 12 or), depth 11");
}

#[test]
fn united_directions_are_the_formula_of_eight_shifts() {
    let [_, united] = specimens().map(|specimen| specimen.program);
    assert_eq!(united, Pattern::KnightAttacks.record(Shifts).unwrap());
}

/// For kings, the benchmarks show one row for `prefix` and `prefix serial` together, so the two programs must be equal.
#[test]
fn the_serial_formula_differs_from_the_other_one_for_knights_only() {
    let both =
        |kernel: Pattern| [Chosen::Library(Prefix), Chosen::PrefixSerial].map(|spread| kernel.record(spread).unwrap());
    let [kings, serial_kings] = both(Pattern::KingAttacks);
    assert_eq!(kings, serial_kings);
    let [knights, serial_knights] = both(Pattern::KnightAttacks);
    assert_ne!(knights, serial_knights);
}
