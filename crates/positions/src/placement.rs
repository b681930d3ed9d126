//! The first field of a line, the placement. It is read square by square here, so that an error can be named. Usual lines are
//! read many at once by `scalar_block.rs`.

use crate::Reason;
use crate::letters::{BLACK, CODES, FILLS, STROKE, WRONG};

/// The pieces of a position, both colours; a1 = bit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Placement {
    /// Pawns, knights, bishops, rooks, queens, kings.
    pub kinds: [u64; 6],
    /// The pieces of white, then of black.
    pub sides: [u64; 2],
}

/// Reads a placement, which must take up all of `field`.
///
/// # Errors
///
/// If the placement does not have eight ranks of eight squares, or has a letter that is neither a piece nor a digit from 1 to
/// 8. The first error from left to right is returned.
pub fn read(field: &[u8]) -> Result<Placement, Reason> {
    let mut placement = Placement::default();
    let (mut rank, mut squares) = (8, 0);
    let mut ranks = 1;
    for &byte in field {
        let (code, fills) = (CODES[usize::from(byte)], FILLS[usize::from(byte)]);
        match code {
            _ if byte == 0 || code == WRONG => return Err(Reason::Letter(byte)),
            STROKE if squares != 8 => return Err(Reason::Rank { rank, squares }),
            // A ninth rank is counted for the error message, but its pieces are not stored.
            STROKE => (rank, ranks, squares) = ((rank - 1).max(1), ranks + 1, 0),
            _ => {
                if code != 0 && squares < 8 && ranks <= 8 {
                    let bit = 1 << (8 * (rank - 1) + squares);
                    placement.kinds[usize::from(code & !BLACK) - 1] |= bit;
                    placement.sides[usize::from(code & BLACK != 0)] |= bit;
                }
                squares += u32::from(fills);
            }
        }
    }
    if ranks != 8 {
        Err(Reason::Ranks(ranks))
    } else if squares != 8 {
        Err(Reason::Rank { rank, squares })
    } else {
        Ok(placement)
    }
}
