//! Reports the name of the CPU, and measures the time that code takes and the current frequency of the core. The
//! frequency is measured without hardware counters, because virtual machines often hide them.
//!
//! On current CPUs, adding two registers takes one cycle, and so does computing their exclusive or. To measure the
//! frequency, a chain of these operations is timed. In a chain, each operation needs the result of the previous one.
//! The chain therefore takes as many cycles as it has links, even on a core that executes several operations per cycle.
//! The operands are hidden from the compiler, so the compiler cannot shorten the chain. The two operations alternate,
//! so the compiler cannot merge two links into one. The operands are in registers: some cores add small constants while
//! they rename registers, and such an addition takes no cycle.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// The number of links in one iteration of the loop. The loop also has instructions that count and branch. The number
/// of links is large enough that these instructions run in parallel with the chain and take no additional time.
const UNROLLED: u64 = 32;

/// The number of iterations for one measurement, which takes about 10 microseconds. The resolution of the clock is then
/// a fraction of a per cent of this time, and an interruption is unlikely.
const TURNS: u64 = 1000;

/// Measures the frequency of the core in gigahertz, which is cycles per nanosecond.
#[must_use]
pub fn gigahertz() -> f64 {
    of_chain(time(1, || {
        black_box(chain(black_box(1), black_box(0x5E7), black_box(0xB0A)));
    }))
}

/// Returns the frequency in gigahertz of a core that takes this time for the chain.
fn of_chain(elapsed: Duration) -> f64 {
    (TURNS * UNROLLED) as f64 / (elapsed.as_secs_f64() * 1e9).max(1.0)
}

fn chain(mut link: u64, addend: u64, mask: u64) -> u64 {
    for _ in 0..TURNS {
        for _ in 0..UNROLLED / 2 {
            link = link.wrapping_add(addend) ^ mask;
        }
    }
    link
}

/// Runs `passes` passes and returns the time that they take.
#[allow(clippy::disallowed_methods, reason = "the only place in the workspace where a clock measures code")]
pub fn time(passes: u64, mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        pass();
    }
    start.elapsed()
}

/// Returns the name of the CPU from `/proc/cpuinfo`. If there is no such file, or if it contains no name, returns a
/// text with the name of the architecture, such as `unnamed aarch64 CPU`.
#[must_use]
pub fn cpu_name() -> String {
    cpu_name_in(&std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

/// Returns the name of the CPU in the text of `/proc/cpuinfo`. If `cpuinfo` contains no name, returns a text with the
/// name of the architecture, such as `unnamed aarch64 CPU`.
#[must_use]
pub fn cpu_name_in(cpuinfo: &str) -> String {
    cpuinfo_field(cpuinfo, "model name").unwrap_or_else(|| format!("unnamed {} CPU", std::env::consts::ARCH))
}

/// Returns the first value of a key in the text of `/proc/cpuinfo`, with whitespace collapsed. Returns `None` if the
/// key is missing or its first value is empty.
#[must_use]
pub fn cpuinfo_field(cpuinfo: &str, key: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.split(':').next().is_some_and(|found| found.trim() == key))?;
    let value = line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" ");
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every link of the chain is computed.
    #[test]
    fn a_chain_has_all_its_links() {
        assert_eq!(chain(0, 1, 0), TURNS * UNROLLED / 2);
        assert_eq!(chain(7, 0, 1), 7, "an even number of flips");
    }

    #[test]
    fn a_frequency_is_cycles_per_nanosecond() {
        assert_eq!(of_chain(Duration::from_micros(10)), 3.2);
        assert!(of_chain(Duration::ZERO).is_finite(), "a clock that stood still");
    }

    #[test]
    fn a_cpu_has_its_name_or_that_of_its_architecture() {
        assert_eq!(cpu_name_in("processor\t: 0\nmodel name\t: A (R)  CPU @ 2 GHz\n"), "A (R) CPU @ 2 GHz");
        assert_eq!(cpu_name_in("model name\t: \n"), format!("unnamed {} CPU", std::env::consts::ARCH));
    }
}
