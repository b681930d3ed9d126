//! Standard output. Writing to it is an error if it was closed when the program started.
//!
//! Before `main`, the runtime of Rust opens `/dev/null` in place of a closed standard stream, so that no other file gets its
//! number. In `main`, a closed output therefore looks the same as a null device that the caller has opened, as Python's
//! `subprocess.DEVNULL` does, and all results would be lost without an error. On Linux, the loader calls [`note`] before the
//! runtime, so that the program sees the stream as the caller left it. This needs the only unsafe attribute of the program.
//! On other systems, results for a closed output are lost.

use std::io::{self, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output was closed when the program started.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns standard output.
///
/// # Errors
///
/// Returns an error if standard output was closed when the program started.
pub(crate) fn stdout() -> io::Result<Stdout> {
    if IS_CLOSED.load(Ordering::Relaxed) { Err(io::Error::other("it is closed")) } else { Ok(io::stdout()) }
}

// SAFETY: the loader, or the start code of a static program, calls each function in this section once before `main`. glibc
// passes three arguments and musl none; a C function may leave its arguments unread. `note` only makes a system call and
// stores a `bool`. It does not need the runtime, and it cannot panic.
#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "only such a function runs before the runtime of Rust")]
#[unsafe(link_section = ".init_array")]
#[used]
static NOTE: extern "C" fn() = note;

/// Notes whether standard output is closed.
#[cfg(target_os = "linux")]
extern "C" fn note() {
    IS_CLOSED.store(rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err(), Ordering::Relaxed);
}
