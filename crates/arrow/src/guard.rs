//! Panics of Arrow and Parquet on damaged files, as errors.
//!
//! Both libraries return errors for most damage, and panic for some: a type in the metadata that does not exist, for example. A
//! damaged file is no fault of the caller, so it must not end the program.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

use crate::Error;
use crate::error::first_line;

thread_local! {
    /// Whether a panic of this thread becomes an error.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Reads a part of a file. A panic becomes [`Error::Damaged`]; nothing that was being read may be used after an error.
pub(crate) fn guarded<T>(row_group: Option<usize>, read: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    GUARDED.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(false);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let reason = format!("damaged: {}", first_line(&text.unwrap_or("a panic without a message")));
        Err(Error::Damaged { row_group, reason })
    })
}

/// Installs a panic hook that prints nothing for a panic that becomes an error, and otherwise calls the hook before it. A program
/// that reports errors itself calls this once; without it, such a panic is also printed by the usual hook.
pub fn hide_panics_that_become_errors() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !GUARDED.get() {
            before(info);
        }
    }));
}
