//! The catalogue of the patterns of setwise: every pattern once, with its name, inputs, results, kernel and definition.
//!
//! ```text
//! list.rs      for_each_pattern!     one entry a pattern
//!   |
//!   +-- Pattern                      the entries as values: name, inputs, results, kinds, definition, section
//!   +-- Pattern::visit(visitor)      the entry's kernel, for code that is generic over kernels
//!   +-- your macro                   the entry as tokens, for code that needs names at compile time, such as exports to C
//! ```
//!
//! Every door of setwise is an expansion of this list: the program, SQL, C, Python, the page and the recorded library of
//! `setwise-program`. What a [`Door`] does not offer it leaves out by a property of the entry, such as [`Inputs`]. So a
//! pattern that is added here appears everywhere.
//!
//! # To add a pattern
//!
//! Write its kernel in `setwise_core::patterns`, an entry in `list.rs`, and a test of the kernel in `crates/setwise/tests`.
//! `SETWISE_WRITE_PAGES=1 cargo test -p setwise-patterns` writes `docs/patterns.md`, and `cargo xtask capi --header` the
//! header of C.
#![forbid(unsafe_code)]

mod door;
mod list;
mod names;
mod pattern;
#[cfg(feature = "kernels")]
mod visit;

pub use door::Door;
pub use names::{UnknownName, nearest};
pub use pattern::{Inputs, ParsePatternError, Pattern, Results};
#[cfg(feature = "kernels")]
pub use visit::Visitor;

/// What the kernels of the entries need in scope.
#[cfg(feature = "kernels")]
pub mod kernels {
    pub use setwise_board::Color::{Black, White};
    pub use setwise_core::patterns::by_number::*;
    pub use setwise_core::patterns::leaper::*;
    pub use setwise_core::patterns::*;
}
