//! POPCNT: counts the members of one word in one instruction. This module has no register type: inside the
//! target-feature boundary, `count_ones` compiles to the instruction POPCNT.
//!
//! Entering the boundary needs a function call, which takes longer than the instruction. For a single word, use
//! [`Popcnt::count`], which contains the instruction in assembly and can be inlined everywhere.

use core::arch::asm;
use core::hint::assert_unchecked;

use crate::proof::proof;

cpufeatures::new!(cpu_has_popcnt, "popcnt");

proof! {
    /// Proof that this CPU has POPCNT.
    Popcnt = "popcnt", found by cpu_has_popcnt, enables "popcnt"
}

impl Popcnt {
    /// Returns the number of members of one word, 0 to 64, without a function call.
    #[inline(always)]
    #[must_use]
    pub fn count(self, word: u64) -> u32 {
        if cfg!(target_feature = "popcnt") {
            return word.count_ones();
        }
        // Input and output use the same register, because some CPUs otherwise wait until the old value of the output
        // register is known.
        let mut count = word;
        // SAFETY: `self` proves POPCNT. The instruction changes only this register and the flags.
        unsafe { asm!("popcnt {0}, {0}", inout(reg) count, options(pure, nomem, nostack)) };
        // SAFETY: POPCNT has returned the number of set bits in a word of 64 bits.
        unsafe { assert_unchecked(count <= 64) };
        count as u32
    }
}
