//! POPCNT: the members of one word in one instruction. There is no register to it: behind the door `count_ones` is that
//! instruction.

use crate::proof::proof;

cpufeatures::new!(cpu_has_popcnt, "popcnt");

proof! {
    /// Proof that this CPU has POPCNT.
    Popcnt = "popcnt", found by cpu_has_popcnt, enables "popcnt"
}
