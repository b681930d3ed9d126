//! POPCNT: counts the members of one word in one instruction. It has no register type: inside the target-feature
//! boundary `count_ones` compiles to that instruction.

use crate::proof::proof;

cpufeatures::new!(cpu_has_popcnt, "popcnt");

proof! {
    /// Proof that this CPU has POPCNT.
    Popcnt = "popcnt", found by cpu_has_popcnt, enables "popcnt"
}
