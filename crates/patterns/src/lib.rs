//! The catalogue of the patterns of setwise: every pattern once, with its name, inputs, results, kernel and definition.
//!
//! ```text
//! list.rs      for_each_pattern!     one entry per pattern
//!   |
//!   +-- Pattern                      the entries as values: name, inputs, results, kinds, definition, section
//!   +-- Pattern::visit(visitor)      the entry's kernel, for code that is generic over kernels
//!   +-- your macro                   the entry as tokens, for code that needs names at compile time, such as C exports
//! ```
//!
//! Every door of setwise is generated from this list: the program, SQL, C, Python and the page. So are the recorded programs of
//! `setwise-ir`. A [`Door`] leaves out patterns by a property of their entries, such as [`Inputs`], never by name. So
//! a pattern that is added here appears at every door that can offer it.
//!
//! To add a pattern, follow "Your first pattern in five minutes" in CONTRIBUTING.
#![forbid(unsafe_code)]

mod door;
pub mod inputs;
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

/// The items that the kernel expressions of the entries use. Import them where you expand an entry.
#[cfg(feature = "kernels")]
pub mod kernels {
    pub use setwise_board::Color::{Black, White};
    pub use setwise_core::patterns::by_number::*;
    pub use setwise_core::patterns::leaper::*;
    pub use setwise_core::patterns::*;
}
