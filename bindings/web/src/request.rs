//! Requests of the page about one board. Such a request consists of lines of text, and its first two lines describe the
//! board.

use std::str::Lines;

use setwise_ir::{Pattern, Record};
use setwise_positions::{Position, Reason, RightsRow, Rules, read_line};

/// The board of a request, and the lines after the board.
pub(crate) struct Request<'a> {
    pub(crate) position: Position,
    /// The castling rights and the en passant square, on which only features depend.
    pub(crate) rights: RightsRow,
    /// The painted squares, a1 = bit 0.
    pub(crate) painted: u64,
    pub(crate) rest: Lines<'a>,
}

impl<'a> Request<'a> {
    /// Reads a FEN from the first line and a hexadecimal set from the second. Any piece may be on any square.
    ///
    /// # Errors
    ///
    /// Returns the reason if the lines are not a position and a set.
    pub(crate) fn read(text: &'a str) -> Result<Self, String> {
        let mut rest = text.lines();
        let fen = rest.next().unwrap_or_default();
        let (position, rights) = position(fen)?;
        let painted = rest.next().unwrap_or_default();
        let digits = painted.strip_prefix("0x").unwrap_or(painted);
        let painted = u64::from_str_radix(digits, 16).map_err(|_| format!("'{painted}' is not a hexadecimal set"))?;
        Ok(Self { position, rights, painted, rest })
    }

    /// Returns the inputs of a pattern, taken from the position. The painted squares, if there are any, replace the
    /// first input.
    ///
    /// # Errors
    ///
    /// Returns the reason if the pattern has an input that cannot be taken from a position, such as a number.
    pub(crate) fn inputs(&self, pattern: Pattern) -> Result<Vec<u64>, String> {
        let inputs = pattern.inputs_of(&self.position.placement.kinds, &self.position.placement.sides);
        let mut inputs = inputs.ok_or_else(|| {
            format!("the inputs of {pattern} ({}) cannot be taken from a position", pattern.inputs().join(", "))
        })?;
        if self.painted != 0 {
            inputs[0] = self.painted;
        }
        Ok(inputs)
    }
}

/// Reads a position with its castling rights and its en passant square. Any piece may be on any square.
pub(crate) fn position(fen: &str) -> Result<(Position, RightsRow), String> {
    let read = || {
        let position = read_line(fen.as_bytes(), Rules::AnyPieces)?;
        let rights = RightsRow::read(fen.as_bytes(), &position.placement)?;
        Ok((position, rights))
    };
    read().map_err(|reason: Reason| reason.to_string())
}

/// Returns the two fields of a value: `set` and 16 hexadecimal digits, or `number` and the number with its sign.
pub(crate) fn value(word: u64, is_number: bool) -> String {
    if is_number { format!("number\t{}", word.cast_signed()) } else { format!("set\t{word:#018x}") }
}
