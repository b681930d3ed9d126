//! The one place of the workspace where a clock measures code.

use std::time::{Duration, Instant};

/// The time of so many passes.
#[allow(clippy::disallowed_methods, reason = "the one place of the workspace where a clock measures code")]
pub fn time(passes: u64, mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        pass();
    }
    start.elapsed()
}
