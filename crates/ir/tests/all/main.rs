//! Records and proves the patterns of the catalogue. `Chosen` lists all formulas for attacks that can be recorded:
//! some belong to the library, and the others exist only for comparison. `Lookup` reads tables, and `EightLanes`
//! consists of x86 instructions, so neither can be recorded. The module `features` proves the kernels of setwise-positions,
//! and `names` runs the property of a fuzz target.

mod bound;
mod c_header;
mod counts;
mod faults;
mod features;
mod flips;
mod legal_moves;
mod loops;
mod lowered;
mod names;
mod proofs;
mod races;
mod recording;
mod scripts;
mod specifications;
mod specimens;
mod spreads;
mod steps;

use setwise_ir::{BoundPattern, Formula, Pattern, Program, Record};

/// Records a pattern whose number may be given, such as `knight_fill(2)`, with the default formula.
pub(crate) fn bound(pattern: &str) -> Program {
    pattern.parse::<BoundPattern>().unwrap().record(Formula::Prefix).unwrap()
}

/// Returns whether a kernel is a loop, which cannot be recorded. Loops end when no board needs another round, or after a
/// number of rounds that is an input. `recording.rs` checks the number of loops.
fn is_loop(kernel: Pattern) -> bool {
    kernel.record(Formula::Prefix).is_err()
}

/// Returns whether a pattern is proved only for boards with one king.
pub(crate) fn needs_one_king(kernel: Pattern) -> bool {
    kernel.section() == "5.5"
}

/// Returns the patterns whose inputs are all sets.
pub(crate) fn of_sets() -> impl Iterator<Item = Pattern> {
    Pattern::ALL.iter().copied().filter(|pattern| pattern.takes_sets())
}

/// Returns the patterns of sets whose kernels are not loops.
pub(crate) fn straight() -> impl Iterator<Item = Pattern> {
    of_sets().filter(|kernel| !is_loop(*kernel))
}

/// Returns whether a pattern has too large diagrams if the squares of the kings are not given.
pub(crate) fn has_large_diagrams(pattern: Pattern) -> bool {
    pattern.without_side().is_some_and(|name| name.starts_with("legal_knight"))
}
