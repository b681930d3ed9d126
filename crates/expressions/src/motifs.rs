//! A library of named motifs, such as `safe_royal_fork` and `knight_outpost`.

use crate::{DefinitionError, Names};

/// The definitions of the motifs. A comment before each definition says what it means, and shows a position where it
/// holds (`# yes:`) and a position where it does not (`# no:`).
pub const MOTIFS: &str = include_str!("motifs.setwise");

impl Names {
    /// Adds the motifs of [`MOTIFS`]. Their names can be used for positions in both layouts.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names};
    ///
    /// let names = Names::default().with_motifs().unwrap();
    /// assert!(Expression::parse_condition("knight_outpost and not bad_bishop", &names).is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a column or a definition already has the name of a motif.
    pub fn with_motifs(self) -> Result<Self, DefinitionError> {
        self.with_definitions(MOTIFS)
    }
}
