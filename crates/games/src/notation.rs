//! The forms in which a move is written, before it is known which moves are legal.

use setwise::{File, Rank, Square};
use setwise_positions::placement::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// A move as a text describes it.
pub(crate) enum Text {
    Castling {
        /// Whether the rook is to the east of the king.
        east: bool,
    },
    Move(Described),
}

pub(crate) struct Described {
    /// The kind of the piece, or `None` if the text has no letter.
    pub(crate) kind: Option<usize>,
    /// The squares from which the piece may move: all squares, a file, a rank or one square.
    pub(crate) from: u64,
    pub(crate) to: Square,
    pub(crate) promotion: Option<usize>,
}

impl Text {
    #[inline(always)]
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let mut rest = without_suffixes(text);
        match rest {
            b"O-O" | b"0-0" => return Some(Self::Castling { east: true }),
            b"O-O-O" | b"0-0-0" => return Some(Self::Castling { east: false }),
            _ => {}
        }
        let mut promotion = None;
        if let [before @ .., last] = rest
            && !last.is_ascii_digit()
        {
            promotion = Some(kind(last.to_ascii_uppercase()).filter(|kind| (KNIGHT..=QUEEN).contains(kind))?);
            rest = before.strip_suffix(b"=").unwrap_or(before);
        }
        let [before @ .., file, rank] = rest else { return None };
        let to = square(*file, *rank)?;
        let (kind, origin) = match before {
            [letter @ b'A'..=b'Z', rest @ ..] => (Some(kind(*letter)?), rest),
            rest => (None, rest),
        };
        let origin = origin.strip_suffix(b"x").or_else(|| origin.strip_suffix(b"-")).unwrap_or(origin);
        let from = match *origin {
            [] => !0,
            [file @ b'a'..=b'h'] => File::ALL[usize::from(file - b'a')].bitboard().0,
            [rank @ b'1'..=b'8'] => Rank::ALL[usize::from(rank - b'1')].bitboard().0,
            [file, rank] => square(file, rank)?.bitboard().0,
            _ => return None,
        };
        Some(Self::Move(Described { kind, from, to, promotion }))
    }
}

/// Returns the text of a move without `+`, `#`, `!` and `?` at its end.
#[inline(always)]
pub(crate) fn without_suffixes(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let [before @ .., b'+' | b'#' | b'!' | b'?'] = rest {
        rest = before;
    }
    rest
}

/// Returns the text of a move without `!` and `?` at its end.
#[inline(always)]
pub(crate) fn without_marks(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let [before @ .., b'!' | b'?'] = rest {
        rest = before;
    }
    rest
}

/// Returns the kind that an upper-case letter denotes.
#[inline(always)]
fn kind(letter: u8) -> Option<usize> {
    Some(match letter {
        b'N' => KNIGHT,
        b'B' => BISHOP,
        b'R' => ROOK,
        b'Q' => QUEEN,
        b'K' => KING,
        b'P' => PAWN,
        _ => return None,
    })
}

#[inline(always)]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file < 8 && rank < 8 { Square::from_index(usize::from(8 * rank + file)) } else { None }
}
