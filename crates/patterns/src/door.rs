//! The doors of setwise, and the patterns that each of them offers.

use std::fmt;

use crate::{Inputs, Pattern, Results};

/// A door: an interface through which users reach patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Door {
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

impl Door {
    /// All doors.
    pub const ALL: [Self; 6] = [Self::Program, Self::Rust, Self::C, Self::Python, Self::Sql, Self::Page];

    /// Returns the patterns that this door offers.
    pub fn patterns(self) -> impl Iterator<Item = Pattern> {
        Pattern::ALL.iter().copied().filter(move |pattern| pattern.is_at(self))
    }
}

impl fmt::Display for Door {
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
    /// Returns whether `door` offers the pattern. This depends only on the meaning of the pattern's inputs and results.
    ///
    /// ```
    /// use setwise_patterns::{Door, Pattern};
    ///
    /// assert!(Pattern::KnightFill.is_at(Door::C));
    /// assert!(!Pattern::KnightFill2.is_at(Door::C));
    /// ```
    #[must_use]
    pub const fn is_at(self, door: Door) -> bool {
        let inputs = self.inputs_are();
        match door {
            Door::Program | Door::Rust => true,
            // These doors offer the pattern that takes the number as an input instead.
            Door::C | Door::Python => !matches!(inputs, Inputs::FixedNumber),
            // In SQL a square is a set with one member, so `knight_attacks` also does what `knight_attacks_from` does.
            Door::Sql => match inputs {
                Inputs::Sets | Inputs::SetsAndNumber | Inputs::SetsAndFlag => true,
                Inputs::FixedNumber => false,
                Inputs::Squares => matches!(self.results_are(), Results::Numbers),
            },
            // The page takes inputs from a position, which has only sets.
            Door::Page => self.takes_sets(),
        }
    }
}
