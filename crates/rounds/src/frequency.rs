//! The frequency of the core at this moment, without hardware counters, which virtual machines often hide.
//!
//! An addition or an exclusive or of two registers takes one cycle on every CPU of the last decades. In a chain, each one
//! needs the result of the one before, so the chain takes as many cycles as it has links, however wide the core is. The
//! operands are hidden from the compiler, which therefore cannot shorten the chain; alternating the two operations keeps
//! it from merging neighbours. Operands in registers also defeat cores that add small constants while renaming registers.

use std::hint::black_box;

use crate::timing::time;

/// Links that are written out for each turn of the loop, so that the loop's own instructions run beside the chain.
const UNROLLED: u64 = 32;

/// Turns of the loop for one measurement, which takes about 10 microseconds: the clock's resolution is then a fraction of
/// a per cent, and an interruption is unlikely.
const TURNS: u64 = 1000;

/// Measures the frequency of the core in gigahertz, which is cycles per nanosecond.
#[must_use]
pub fn gigahertz() -> f64 {
    let elapsed = time(1, || {
        black_box(chain(black_box(1), black_box(0x5E7), black_box(0xB0A)));
    });
    (TURNS * UNROLLED) as f64 / (elapsed.as_secs_f64() * 1e9).max(1.0)
}

/// Runs the chain.
fn chain(mut link: u64, addend: u64, mask: u64) -> u64 {
    for _ in 0..TURNS {
        for _ in 0..UNROLLED / 2 {
            link = link.wrapping_add(addend) ^ mask;
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only that the chain is computed at all, and whole: what a test could say about time would depend on the machine.
    #[test]
    fn a_chain_has_all_its_links() {
        assert_eq!(chain(0, 1, 0), TURNS * UNROLLED / 2);
        assert_eq!(chain(7, 0, 1), 7, "an even number of flips");
        assert!(gigahertz() > 0.0);
    }
}
