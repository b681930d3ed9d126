//! Lists all columns that files of positions may have, except the columns of features. Each column has a name, a type
//! and a meaning. A test checks `docs/columns.md` against this list.

use std::fmt;

use crate::features::Feature;

/// The point of view from which the sets of a position are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// As seen by White, with the columns `white`, `black` and `white_to_move`.
    #[default]
    Absolute,
    /// As seen by the side to move, with the columns `own` and `their`. If Black is to move, the board is flipped
    /// vertically, so the pawns of the side to move always move up the board. The colour of the side to move is not
    /// stored.
    Relative,
}

impl Layout {
    /// Both layouts.
    pub const ALL: [Self; 2] = [Self::Absolute, Self::Relative];

    /// Returns the names of the two sides, which are also the names of their columns.
    #[must_use]
    pub fn sides(self) -> [&'static str; 2] {
        match self {
            Self::Absolute => ["white", "black"],
            Self::Relative => ["own", "their"],
        }
    }

    /// Returns the names of the eight columns of sets: six kinds of pieces, then two sides.
    #[must_use]
    pub fn sets(self) -> [&'static str; 8] {
        let [first, second] = self.sides();
        ["pawns", "knights", "bishops", "rooks", "queens", "kings", first, second]
    }

    /// Returns the name of a feature's column: the name of the side in this layout, an underscore, and the feature's
    /// name without the side. A feature of the side to move has the same name in both layouts.
    ///
    /// In the relative layout, a feature of White becomes a feature of the side to move, because the pawns of that side
    /// move up the board, as White's pawns do.
    #[must_use]
    pub fn name(self, feature: Feature) -> String {
        match feature.side() {
            Some(side) => format!("{}_{}", self.sides()[side.index()], feature.name()),
            None => feature.name().to_string(),
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Absolute => "absolute",
            Self::Relative => "relative",
        })
    }
}

/// The files in which a column occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum In {
    /// In all files of positions.
    All,
    /// In all files of one layout.
    Layout(Layout),
    /// Only in files whose source contained the values of the column.
    Some,
}

impl fmt::Display for In {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.pad("all"),
            Self::Layout(layout) => layout.fmt(f),
            Self::Some => f.pad("some"),
        }
    }
}

/// The type of a column, with the name that Arrow uses. `Display` writes this name in lower case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are those of Arrow")]
pub enum ColumnType {
    Boolean,
    Int16,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Utf8,
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

impl Feature {
    /// Returns the smallest type of a column for the values: `UInt64` for sets, `Boolean` for a number that is 0 or 1, and
    /// `UInt8` or `UInt16` for other numbers.
    #[must_use]
    pub fn column_type(self) -> ColumnType {
        match self.largest_number() {
            None => ColumnType::UInt64,
            Some(..=1) => ColumnType::Boolean,
            Some(..=0xFF) => ColumnType::UInt8,
            Some(_) => ColumnType::UInt16,
        }
    }
}

/// A column that files of positions may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: &'static str,
    /// The type. Sets may also be stored as `Int64`, with the same bits.
    pub column_type: ColumnType,
    /// The files that have the column.
    pub found: In,
    /// The meaning of the column, as a phrase in lower case.
    pub meaning: &'static str,
}

macro_rules! columns {
    ($($found:expr => { $($name:literal $column_type:ident $meaning:literal;)+ })+) => {
        [$($(Column { name: $name, column_type: ColumnType::$column_type, found: $found, meaning: $meaning },)+)+]
    };
}

/// All columns of positions, in the order in which they are stored in files.
pub const COLUMNS: [Column; 22] = columns! {
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
        "score" Int16 "an evaluation in centipawns, from the point of view that the source defines; null if it is unknown";
        "result" UInt8 "the result of the game: 0 lost, 1 drawn, 2 won, by White or, in a relative layout, by the side to move; null if it is unknown";
        "halfmove_clock" UInt32 "the number of half-moves since the last capture or pawn move";
        "fullmove_number" UInt32 "the fullmove number, from 1";
        "en_passant" UInt8 "the en passant square from 0 (a1) to 63 (h8); 64 if there is none";
        "unmoved_rooks" UInt64 "the rooks that still have the right to castle, in Chess960 on any files";
        "extra" UInt32 "the extra bytes of the source, the first byte lowest";
        "fen" Utf8 "the position as FEN text";
        "file" Utf8 "the name of the file of games, if the games of several files are in one table";
        "game" UInt32 "the number of the game in its file, from 1";
        "ply" UInt32 "the number of moves by either side that led to the position, 0 for the start of a game";
    }
};

/// The names of the label columns, which positions may have in addition to the pieces and the side to move.
pub const LABELS: [&str; 7] = {
    let mut names = [""; 7];
    let (mut n, mut label) = (0, 0);
    while label < names.len() {
        if matches!(COLUMNS[n].found, In::Some) {
            names[label] = COLUMNS[n].name;
            label += 1;
        }
        n += 1;
    }
    names
};

/// The names of the columns that say where a position occurs in a file of games.
pub const GAMES: [&str; 2] = ["game", "ply"];

/// The name of the column that names the file of each game, if games come from several files.
pub const FILE: &str = "file";

/// The names of the label columns that are castling rights and en passant squares: see [`Rights`](crate::Rights).
pub const RIGHTS: [&str; 2] = ["unmoved_rooks", "en_passant"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_has_its_sets_in_the_order_of_the_list() {
        for layout in Layout::ALL {
            let is_set = |column: &&Column| {
                column.column_type == ColumnType::UInt64 && [In::All, In::Layout(layout)].contains(&column.found)
            };
            assert!(COLUMNS.iter().filter(is_set).map(|column| column.name).eq(layout.sets()));
        }
        assert_eq!((LABELS[0], LABELS[6]), ("score", "extra"));
        assert!(RIGHTS.iter().all(|name| LABELS.contains(name)));
        assert!(COLUMNS[20..].iter().map(|column| column.name).eq(GAMES));
    }
}
