//! One line: the placement and the side to move.

use setwise::Color;

use crate::Reason;
use crate::placement::{self, Placement};

/// More bytes than any line of a position has.
pub const LONGEST_LINE: usize = 4096;

/// Which positions are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Kings {
    /// One king a side: what chess has.
    #[default]
    One,
    /// Any number, none too.
    Any,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Where the pieces stand.
    pub placement: Placement,
    /// Who is to move.
    pub side_to_move: Color,
}

/// Reads a line without its line end. Blanks before the placement do not matter.
///
/// # Errors
///
/// Why it is no position.
pub fn read_line(line: &[u8], kings: Kings) -> Result<Position, Reason> {
    if line.len() > LONGEST_LINE {
        return Err(Reason::TooLong);
    }
    if memchr::memchr(0, line).is_some() {
        return Err(Reason::Nul);
    }
    let line = line.trim_ascii();
    if memchr::memchr(b'\r', line).is_some() {
        return Err(Reason::CarriageReturn);
    }
    let length = memchr::memchr2(b' ', b'\t', line).unwrap_or(line.len());
    let placement = placement::read(&line[..length])?;
    let rest = line[length..].trim_ascii_start();
    let side_to_move = match rest {
        [] => return Err(Reason::NoSide),
        [b'w'] | [b'w', b' ' | b'\t', ..] => Color::White,
        [b'b'] | [b'b', b' ' | b'\t', ..] => Color::Black,
        // The first byte of what is there instead; of a longer word that which makes it longer.
        [b'w' | b'b', other, ..] | [other, ..] => return Err(Reason::Side(*other)),
    };
    if kings == Kings::One {
        for side in Color::ALL {
            let kings = (placement.kinds[5] & placement.sides[side.index()]).count_ones();
            if kings != 1 {
                return Err(Reason::Kings { side, kings });
            }
        }
    }
    Ok(Position { placement, side_to_move })
}
