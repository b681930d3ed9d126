//! The catalogue of the patterns of setwise: every pattern once, with its name, inputs, results, kernel and definition.
//!
//! ```text
//! list.rs      for_each_pattern!     one entry per pattern
//!   |
//!   +-- Pattern                      the entries as values: name, inputs, results, kinds, definition, section
//!   +-- Pattern::visit(visitor)      the entry's kernel, for code that is generic over kernels
//!   +-- your macro                   the entry as tokens, for code that needs kernels at compile time, such as the table of C
//! ```
//!
//! The pattern functions of the program, of SQL, C and Python, and of the web page are generated from this list. The
//! kernels whose operations `setwise-ir` records are also taken from it.
//!
//! An [`Interface`] is a way to call patterns: the program, Rust, C, Python, SQL or the page. Some interfaces cannot offer
//! every pattern. They omit patterns by a property of the entries, such as [`Inputs`], and never by name. A pattern that is
//! added to the list is therefore available through every interface that can offer it.
//!
//! To add a pattern, follow "Your first pattern in five minutes" in CONTRIBUTING.md.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod inputs;
mod list;
mod names;
mod pattern;
#[cfg(feature = "kernels")]
mod visit;

use std::fmt;

pub use names::{UnknownName, nearest};
pub use pattern::{Inputs, ParsePatternError, Pattern, Results, number};
#[cfg(feature = "kernels")]
pub use visit::Visitor;

/// The items that the kernel expressions of the entries use. Import them where your macro expands an entry.
#[cfg(feature = "kernels")]
pub mod kernels {
    pub use setwise_board::Color::{Black, White};
    pub use setwise_core::patterns::by_number::*;
    pub use setwise_core::patterns::leaper::*;
    pub use setwise_core::patterns::*;
}

/// An interface through which users reach patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Interface {
    /// The program: `setwise sets`, `show` and `explain`.
    Program,
    /// The kernels of the Rust library.
    Rust,
    /// The functions of the C library.
    C,
    /// The functions of the Python package.
    Python,
    /// The SQL functions.
    Sql,
    /// The web page, which shows patterns of a position.
    Page,
}

impl Interface {
    /// All interfaces.
    pub const ALL: [Self; 6] = [Self::Program, Self::Rust, Self::C, Self::Python, Self::Sql, Self::Page];

    /// Returns the patterns that this interface offers.
    pub fn patterns(self) -> impl Iterator<Item = Pattern> {
        Pattern::ALL.iter().copied().filter(move |pattern| pattern.is_at(self))
    }
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Program => "program",
            Self::Rust => "Rust",
            Self::C => "C",
            Self::Python => "Python",
            Self::Sql => "SQL",
            Self::Page => "page",
        })
    }
}

impl Pattern {
    /// Returns whether `interface` offers the pattern. Apart from [`LegalMoveCount`](Self::LegalMoveCount), which is a feature
    /// of positions in Python and SQL, the answer depends only on the values of [`inputs_are`](Self::inputs_are) and
    /// [`results_are`](Self::results_are).
    ///
    /// ```
    /// use setwise_patterns::{Interface, Pattern};
    ///
    /// assert!(Pattern::KnightFill.is_at(Interface::C));
    /// assert!(!Pattern::KnightFill.is_at(Interface::Page));
    /// ```
    #[must_use]
    pub const fn is_at(self, interface: Interface) -> bool {
        match interface {
            Interface::Python | Interface::Sql if matches!(self, Self::LegalMoveCount) => false,
            Interface::Program | Interface::Rust | Interface::C | Interface::Python => true,
            // In SQL a square is a set with one member, so `knight_attacks` also does what `knight_attacks_from` does.
            Interface::Sql => match self.inputs_are() {
                Inputs::Sets | Inputs::SetsAndNumber | Inputs::SetsAndFlag => true,
                Inputs::Squares => matches!(self.results_are(), Results::Numbers),
            },
            // The page takes all inputs from a position, which provides only sets.
            Interface::Page => self.takes_sets(),
        }
    }
}

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
