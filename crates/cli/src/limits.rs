//! How many threads the limits of the process leave room for.
//!
//! An allocation that fails ends the program, and so does a file that cannot be opened. Under `ulimit -v` or `ulimit -n`, threads
//! must therefore leave memory and files for the rest of the work. A limit on the number of threads needs no estimate: a thread
//! that the system refuses is done without.

use std::num::NonZeroUsize;

/// Returns the number of threads to start for each kind of work if `wanted` are wanted: at least one, and not more than the address
/// space has room for.
pub(crate) fn threads(wanted: NonZeroUsize) -> NonZeroUsize {
    // The program with what it has in flight.
    const PROGRAM: u64 = 128 << 20;
    // Three threads, which decode, evaluate and encode: the stacks, the address space that the GNU C library reserves for the
    // heap of each, and what they hold.
    const THREADS: u64 = 3 * ((2 + 64) << 20) + (16 << 20);
    let [address_space, _] = limits();
    at_most(wanted, address_space.map(|bytes| bytes.saturating_sub(PROGRAM) / THREADS))
}

/// Returns the number of files to keep open if `wanted` are wanted: at least one, and at most a quarter of those that are allowed.
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
