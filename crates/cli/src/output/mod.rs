//! Standard output, files, and the lines written to them.

mod file;
mod lines;
mod rows;
mod shape;

use std::io::{self, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use file::{Form, Output, write_file};
pub(crate) use lines::Lines;
pub(crate) use rows::{most_bytes_of_rows, push_fields, push_number, push_set};
pub(crate) use shape::{ColumnarOptions, Shape, Sink};

/// Whether standard output was closed when the program started (`>&-`).
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Checks before `main` whether standard output is closed. Rust's runtime opens /dev/null in its place, which looks like a
/// redirection to /dev/null. The check exists only on Linux; on other systems, output to a closed standard output is lost.
#[cfg(target_os = "linux")]
#[ctor::ctor]
fn look_at_standard_output() {
    let exists = |path| std::fs::exists(path).unwrap_or(true);
    IS_CLOSED.store(exists("/proc/self/fd") && !exists("/proc/self/fd/1"), Ordering::Relaxed);
}

/// Returns standard output, or an error if it was closed when the program started.
pub(crate) fn stdout() -> io::Result<Stdout> {
    if IS_CLOSED.load(Ordering::Relaxed) { Err(io::Error::other("closed")) } else { Ok(io::stdout()) }
}
