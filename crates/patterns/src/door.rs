//! Where patterns can be used, and which of them each place offers.

use std::fmt;

use crate::{Inputs, Pattern, Results};

/// A way in which users reach patterns.
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
    /// The functions of SQL.
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
    /// Returns whether `door` offers the pattern. What it leaves out follows from the meaning of inputs and results.
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
            // The pattern that takes the number as an input is offered instead.
            Door::C | Door::Python => !matches!(inputs, Inputs::FixedNumber),
            // In SQL a square is its set, so `knight_attacks` is `knight_attacks_from`.
            Door::Sql => match inputs {
                Inputs::Sets | Inputs::SetsAndNumber | Inputs::SetsAndFlag => true,
                Inputs::FixedNumber => false,
                Inputs::Squares => matches!(self.results_are(), Results::Numbers),
            },
            // A position has sets, but no number to take as an input.
            Door::Page => self.takes_sets(),
        }
    }
}
