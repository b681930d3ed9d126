//! The backends that tests run.
//!
//! By default, these are all backends that this build contains and this CPU can run. Tests are slow on an emulated CPU, so
//! CI sets `SETWISE_ONLY` there, and most backends run on only one emulated CPU.

use std::env;

use setwise::{Backend, BackendId};
use setwise_specimens::{AnyBackend, Entry};

/// The environment variable that selects backends. Its value is a list of beginnings of names, separated by commas, such as
/// `avx2,sse2`.
pub const ONLY: &str = "SETWISE_ONLY";

/// Returns the selected backends of the library among those that are ready.
///
/// # Panics
///
/// Panics if there are none.
pub fn backends() -> impl Iterator<Item = Backend> {
    not_empty(BackendId::ready().filter(|backend| is_selected(backend.id().name())))
}

/// Returns the selected backends among those that are ready, including specimens, with their entries.
///
/// # Panics
///
/// Panics if there are none.
pub fn entries() -> impl Iterator<Item = (Entry, AnyBackend)> {
    not_empty(AnyBackend::ready().filter(|(entry, _)| is_selected(entry.name)))
}

fn not_empty<T>(selected: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut selected = selected.peekable();
    assert!(selected.peek().is_some(), "{ONLY} selects no backend that is ready");
    selected
}

/// Returns whether tests run the backend with this name, if it is ready.
#[must_use]
pub fn is_selected(name: &str) -> bool {
    let list = env::var(ONLY).ok();
    list.is_none_or(|list| list.split(',').any(|start| !start.is_empty() && name.starts_with(start)))
}
