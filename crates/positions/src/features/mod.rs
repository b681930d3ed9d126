//! Computes features of positions, such as the squares that knights attack or the squares to which a king can escape.
//! The values of each feature form a column.
//!
//! Features are selected by name. Intermediate results that several features need, such as all squares that a side
//! attacks, are computed once.
//!
//! ```
//! use setwise_positions::features::{Evaluator, Feature};
//! use setwise_positions::{Columns, Reader, Rules};
//!
//! let mut columns = Columns::default();
//! let mut reader = Reader::new(setwise::auto(), Rules::Chess);
//! reader.append(b"r3k3/8/8/3N4/8/8/8/4K3 w - -", 1, &mut columns, |bad| panic!("{bad}"));
//!
//! let features: [Feature; 2] = ["white_knight_attacks".parse().unwrap(), "white_forks_safe".parse().unwrap()];
//! let mut evaluator = Evaluator::new(setwise::auto(), &features);
//! evaluator.for_each_block(&columns, |_, values| {
//!     assert_eq!(values[0], [0x0014_2200_2214_0000]);
//!     assert_eq!(values[1], [1 << 50]); // from c7 a knight attacks king and rook
//! });
//! ```

mod block;
mod evaluator;
mod groups;
mod heat;
#[doc(hidden)]
pub mod kernels;
#[doc(hidden)]
pub mod legality;
mod on_lanes;
mod order;
mod special;
mod tally;
mod terms;

use std::fmt;
use std::str::FromStr;

use setwise::patterns::LegalMoveCount;
use setwise::{Color, Kernel, ResultKind};
use setwise_patterns::UnknownName;

pub use block::BLOCK;
pub use evaluator::{Evaluator, features_of};
pub use on_lanes::{POSITION_INPUTS, features_on_lanes, inputs_read};
pub use tally::Totals;

use block::RelativeSide;
use terms::Term;

/// A feature of a position, for one side, such as `white_knight_moves`, or for the side to move, such as `in_check`. Its
/// value is a number, or a set of squares with a1 in bit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Feature {
    /// The side, or White for a feature of the side to move.
    side: Color,
    term: Term,
}

impl Feature {
    /// Returns all features: White's, Black's, and those of the side to move.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |side| move |&(term, ..): &(Term, _, _)| Self { side, term };
        let of_sides = Color::ALL.into_iter().flat_map(move |side| Term::FEATURES.iter().map(of(side)));
        of_sides.chain(Term::OF_SIDE_TO_MOVE.iter().map(of(Color::White)))
    }

    /// Returns the side for which the feature is computed, or `None` for a feature of the side to move.
    #[must_use]
    pub fn side(self) -> Option<Color> {
        let is_of_mover = Term::OF_SIDE_TO_MOVE.iter().any(|(term, ..)| *term == self.term);
        (!is_of_mover).then_some(self.side)
    }

    /// Returns the name without the side, such as `knight_moves`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns the definition, which may refer to other features by name.
    #[must_use]
    pub fn definition(self) -> &'static str {
        self.entry().2.trim_ascii_start()
    }

    /// Returns a bound that no value exceeds if the values are numbers, and `None` if they are sets.
    #[must_use]
    pub fn largest_number(self) -> Option<u64> {
        match self.term {
            Term::InCheck | Term::Checkmate | Term::Stalemate => Some(1),
            Term::KingEscapeLines => Some(15),
            Term::ShieldIndex => Some(64),
            // Knights on all light squares have this number of moves.
            Term::KnightMoveCount | Term::LegalKnightMoveCount => Some(168),
            Term::LegalMoveCount => Some(MOST_MOVES),
            _ => None,
        }
    }

    /// Returns whether the value is a number rather than a set.
    #[must_use]
    pub fn is_number(self) -> bool {
        self.largest_number().is_some()
    }

    /// Returns whether the value depends on the side to move.
    #[must_use]
    pub fn needs_side_to_move(self) -> bool {
        self.side().is_none() || matches!(self.term, Term::UncatchablePassers | Term::KnightUncatchablePassers)
    }

    /// Returns whether the value depends on castling rights and en passant squares.
    #[must_use]
    pub fn needs_rights(self) -> bool {
        matches!(self.term, Term::LegalMoveCount | Term::Checkmate | Term::Stalemate)
    }

    fn entry(self) -> &'static (Term, &'static str, &'static str) {
        let mut entries = Term::FEATURES.iter().chain(Term::OF_SIDE_TO_MOVE);
        entries.find(|(term, ..)| *term == self.term).expect("a feature is made from its entry")
    }
}

/// The bound of the kernel. A side with many queens has more than 255 moves.
const MOST_MOVES: u64 = match LegalMoveCount::KINDS {
    [ResultKind::Number { max }] => max,
    _ => panic!("the kernel returns a number"),
};

/// Writes the name in the absolute layout, such as `white_knight_moves` or `in_check`.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side() {
            Some(Color::White) => f.pad(&format!("white_{}", self.name())),
            Some(Color::Black) => f.pad(&format!("black_{}", self.name())),
            None => f.pad(self.name()),
        }
    }
}

/// Parses a name such as `white_knight_moves`: the side, an underscore, and the name without the side. A feature of the
/// side to move has only its name.
impl FromStr for Feature {
    type Err = ParseFeatureError;

    fn from_str(name: &str) -> Result<Self, ParseFeatureError> {
        let unknown = || ParseFeatureError(UnknownName::new("feature", name, &Self::all().collect::<Vec<_>>()));
        Self::all().find(|feature| feature.to_string() == name).ok_or_else(unknown)
    }
}

/// The error returned for a name that no feature has. The message contains the most similar names, if any are similar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseFeatureError(UnknownName);

impl fmt::Display for ParseFeatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ParseFeatureError {}
