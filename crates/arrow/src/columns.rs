//! The one list of columns, with names, types and meanings. `docs/columns.md` is checked against it.

use std::collections::HashMap;

use arrow_schema::{DataType, Field, Schema};
use setwise_positions::features::Feature;

/// The version of the list of columns. It increases when the meaning or the type of a column changes, not when a column is added.
pub const SCHEMA_VERSION: u32 = 1;

/// The metadata key for [`SCHEMA_VERSION`].
pub const SCHEMA_KEY: &str = "setwise.schema";

/// The metadata key for the version of this crate.
pub const VERSION_KEY: &str = "setwise.version";

/// The point of view from which the sets of a position are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Seen by White: the columns `white`, `black` and `white_to_move`.
    #[default]
    Absolute,
    /// Seen by the side to move: the columns `own` and `their`. If it was Black's turn, the board is flipped vertically, so own
    /// pawns move up the board. Which side that was is not stored.
    Relative,
}

impl Layout {
    /// Returns the names of the eight columns of sets: six kinds of pieces, then two sides.
    #[must_use]
    pub fn sets(self) -> [&'static str; 8] {
        let [own, their] = match self {
            Self::Absolute => ["white", "black"],
            Self::Relative => ["own", "their"],
        };
        ["pawns", "knights", "bishops", "rooks", "queens", "kings", own, their]
    }

    /// Returns the prefixes of the names of features: those of the first side, then those of the second.
    #[must_use]
    pub fn prefixes(self) -> [&'static str; 2] {
        match self {
            Self::Absolute => ["white_", "black_"],
            Self::Relative => ["own_", "their_"],
        }
    }

    /// Returns the name of the column of a feature: its prefix and the name without the side.
    pub(crate) fn name(self, feature: Feature) -> String {
        format!("{}{}", self.prefixes()[feature.side().index()], feature.name())
    }
}

/// The files in which a column occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum In {
    /// In all files of positions.
    All,
    /// In all files of one layout.
    Layout(Layout),
    /// In some files: those whose source has such values.
    Some,
}

/// A column: its name, its type, and its meaning.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type. Sets may also be stored as `Int64`, with the same bits.
    pub data_type: DataType,
    /// The files in which it occurs.
    pub found: In,
    /// The meaning, as a phrase in lower case.
    pub meaning: &'static str,
}

macro_rules! columns {
    ($($found:expr => { $($name:literal $data_type:ident $meaning:literal;)+ })+) => {
        &[$($(Column { name: $name, data_type: DataType::$data_type, found: $found, meaning: $meaning },)+)+]
    };
}

/// All columns of positions, in the order in which files have them.
pub static COLUMNS: &[Column] = columns! {
    In::All => {
        "pawns" UInt64 "all pawns";
        "knights" UInt64 "all knights";
        "bishops" UInt64 "all bishops";
        "rooks" UInt64 "all rooks";
        "queens" UInt64 "all queens";
        "kings" UInt64 "all kings";
    }
    In::Layout(Layout::Absolute) => {
        "white" UInt64 "all white pieces";
        "black" UInt64 "all black pieces";
        "white_to_move" Boolean "whether it is White's turn";
    }
    In::Layout(Layout::Relative) => {
        "own" UInt64 "all pieces of the side to move";
        "their" UInt64 "all pieces of the other side";
    }
    In::Some => {
        "score" Int16 "an evaluation in centipawns, from the point of view that the source defines";
        "result" UInt8 "the result of the game: 0 lost, 1 drawn, 2 won, by White or, in a relative layout, by the side to move";
        "halfmove_clock" UInt8 "the number of half-moves since the last capture or pawn move";
        "fullmove_number" UInt16 "the number of the move, from 1";
        "en_passant" UInt8 "the en passant square from 0 (a1) to 63 (h8); 64 if there is none";
        "unmoved_rooks" UInt64 "the rooks that still have the right to castle";
        "extra" UInt32 "the extra bytes of the source, the first byte lowest";
        "fen" Utf8 "the position as FEN text";
    }
};

/// Returns the schema of positions in a layout: the columns that all its files have, none of them nullable, and the metadata.
#[must_use]
pub fn schema(layout: Layout) -> Schema {
    let has = |column: &&Column| column.found == In::All || column.found == In::Layout(layout);
    let field = |column: &Column| Field::new(column.name, column.data_type.clone(), false);
    Schema::new_with_metadata(COLUMNS.iter().filter(has).map(field).collect::<Vec<_>>(), metadata())
}

/// Returns the metadata of every file: the version of this crate and [`SCHEMA_VERSION`].
#[must_use]
pub fn metadata() -> HashMap<String, String> {
    let version = (VERSION_KEY.to_string(), env!("CARGO_PKG_VERSION").to_string());
    HashMap::from([version, (SCHEMA_KEY.to_string(), SCHEMA_VERSION.to_string())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_has_its_sets_in_the_order_of_the_list() {
        for layout in [Layout::Absolute, Layout::Relative] {
            let schema = schema(layout);
            let sets = schema.fields().iter().filter(|field| *field.data_type() == DataType::UInt64);
            assert_eq!(sets.map(|field| field.name().as_str()).collect::<Vec<_>>(), layout.sets());
            assert_eq!(schema.index_of("white_to_move").is_ok(), layout == Layout::Absolute);
        }
    }
}
