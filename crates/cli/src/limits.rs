//! Adapts the numbers of threads and open files to the limits of the process.
//!
//! If an allocation fails or a file cannot be opened, the program ends. Under `ulimit -v` or `ulimit -n`, threads must
//! therefore leave memory and files for the rest of the work. A limit on the number of threads needs no such care: if
//! the system refuses to start a thread, the program continues without it.

use std::num::NonZeroUsize;

/// Returns the number of threads to start for each kind of work if `wanted` threads are requested. It is at least one,
/// and no more than fit into the address space.
pub(crate) fn threads(wanted: NonZeroUsize) -> NonZeroUsize {
    // The bytes of the program and of its data in flight.
    const PROGRAM: u64 = 128 << 20;
    // Three threads: one to decode, one to evaluate and one to encode. Each needs its stack, the address space that the
    // GNU C library reserves for its heap, and its data.
    const THREADS: u64 = 3 * ((2 + 64) << 20) + (16 << 20);
    let [address_space, _] = limits();
    at_most(wanted, address_space.map(|bytes| bytes.saturating_sub(PROGRAM) / THREADS))
}

/// Returns the number of files to keep open if `wanted` files are requested. It is at least one, and at most a quarter
/// of the allowed number.
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
