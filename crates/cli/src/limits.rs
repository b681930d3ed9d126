//! Adapts the numbers of threads and open files to the limits of the process.
//!
//! If an allocation fails or a file cannot be opened, the program ends. Under `ulimit -v` or `ulimit -n`, the program
//! therefore starts fewer threads, so that memory and open files remain available for its other work. A limit on the
//! number of threads needs no such care: if the system refuses to start a thread, the program continues without it.

use std::num::NonZeroUsize;

/// Returns the number of threads to start for each kind of work. The number is `wanted`, or smaller if the address
/// space is too small for `wanted` threads, but at least one.
pub(crate) fn threads(wanted: NonZeroUsize) -> NonZeroUsize {
    // The memory for the program and its data in flight, in bytes.
    const PROGRAM: u64 = 128 << 20;
    // The memory for three threads: one to decode, one to evaluate and one to encode. Each needs its stack, the address
    // space that the GNU C library reserves for its heap, and its data.
    const THREADS: u64 = 3 * ((2 + 64) << 20) + (16 << 20);
    let [address_space, _] = limits();
    at_most(wanted, address_space.map(|bytes| bytes.saturating_sub(PROGRAM) / THREADS))
}

/// Returns the number of files to keep open: `wanted`, but at most a quarter of the files that the process may open,
/// and at least one.
#[allow(dead_code, reason = "only a program with columnar formats keeps several files open")]
pub(crate) fn files(wanted: NonZeroUsize) -> NonZeroUsize {
    let [_, files] = limits();
    at_most(wanted, files.map(|files| files / 4))
}

fn at_most(wanted: NonZeroUsize, most: Option<u64>) -> NonZeroUsize {
    let most = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    NonZeroUsize::new(most).map_or(NonZeroUsize::MIN, |most| most.min(wanted))
}

/// Returns the limits on bytes of address space and on open files.
#[cfg(target_os = "linux")]
fn limits() -> [Option<u64>; 2] {
    use rustix::process::{Resource, getrlimit};
    [Resource::As, Resource::Nofile].map(|resource| getrlimit(resource).current)
}

#[cfg(not(target_os = "linux"))]
fn limits() -> [Option<u64>; 2] {
    [None; 2]
}
