//! The only place in the workspace where a clock measures code.

use std::time::{Duration, Instant};

/// Measures the time for `passes` passes.
#[allow(clippy::disallowed_methods, reason = "the only place in the workspace where a clock measures code")]
pub fn time(passes: u64, mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        pass();
    }
    start.elapsed()
}
