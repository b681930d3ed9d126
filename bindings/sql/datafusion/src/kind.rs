//! The kinds of parameters, and the types that each kind accepts.

use std::fmt;

use arrow::datatypes::DataType;

/// What an argument means. The meaning determines which types are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A set of squares, a1 = bit 0. An `Int64` stands for the `UInt64` with the same bits.
    Set,
    /// Text, which may be different in each row.
    Text,
    /// A whole number that is not negative.
    Number,
    /// A square as a number from 0 to 63.
    Square,
    /// A boolean.
    Flag,
    /// A struct with the columns of a position.
    Position,
    /// A text or a whole number that is the same in all rows.
    Constant,
}

impl Kind {
    /// Returns whether an argument must be the same in all rows.
    pub(crate) fn is_constant(self) -> bool {
        self == Self::Constant
    }

    /// Returns the type to which an argument of the type `found` is converted, or `None` if this kind does not accept
    /// `found`. A type that needs no conversion is returned unchanged.
    pub(crate) fn accept(self, found: &DataType) -> Option<DataType> {
        use DataType::{
            Boolean, Int8, Int16, Int32, Int64, LargeUtf8, Null, Struct, UInt8, UInt16, UInt32, UInt64, Utf8, Utf8View,
        };
        match (self, found) {
            (Self::Set | Self::Number, UInt64 | Int64)
            | (Self::Text | Self::Constant, Utf8 | LargeUtf8 | Utf8View)
            | (Self::Square | Self::Constant, Int64)
            | (Self::Flag, Boolean)
            | (Self::Position, Struct(_))
            | (Self::Constant, Null) => Some(found.clone()),
            (Self::Set | Self::Number, Null | UInt8 | UInt16 | UInt32) => Some(UInt64),
            (Self::Set | Self::Number, Int8 | Int16 | Int32)
            | (Self::Square, Null | UInt8 | UInt16 | UInt32 | UInt64 | Int8 | Int16 | Int32)
            | (Self::Constant, UInt8 | UInt16 | UInt32 | UInt64 | Int8 | Int16 | Int32) => Some(Int64),
            (Self::Text, Null) => Some(Utf8),
            (Self::Flag, Null) => Some(Boolean),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Set => "a set of squares (UInt64 or Int64)",
            Self::Text => "text",
            Self::Number => "a whole number, 0 or more",
            Self::Square => "a square as a number from 0 (a1) to 63 (h8)",
            Self::Flag => "a boolean",
            Self::Position => "a position, as fen_columns returns it",
            Self::Constant => "a constant",
        })
    }
}
