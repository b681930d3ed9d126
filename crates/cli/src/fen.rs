//! Reads the fields after the side to move in a FEN as labels, and writes positions with their labels as FENs.
//!
//! Castling rights are stored as the set of rooks that may castle. In the castling field (X-FEN), `K` and `Q` denote
//! the outermost rooks on the two sides of the king. Any other rook is denoted by its file.

use std::fmt::Display;
use std::str::FromStr;

use setwise::masks::RANK_1;
use setwise::{Bitboard, Color, Square};
use setwise_positions::Position;
use setwise_positions::packed::{LabelRow, NO_EN_PASSANT};
use setwise_positions::placement::Placement;

/// The letters of the black pieces, from pawn to king.
const LETTERS: &[u8; 6] = b"pnbrqk";

/// The squares that a pawn can pass over in a double step. Any other en passant square is treated as none, because some
/// programs store 0, which is a1, if there is none.
const EN_PASSANT: Bitboard = Bitboard(RANK_1 << 16 | RANK_1 << 40);

/// The indices of rooks and kings among the kinds of pieces.
const ROOKS: usize = 3;
const KINGS: usize = 5;

/// Reads the fields after the side to move in a line of FEN or EPD. A field that is missing or meaningless is treated
/// as unknown. A counter that does not fit its column is an error.
pub(crate) fn read_fields(line: &[u8], placement: &Placement) -> Result<LabelRow, String> {
    let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).skip(2);
    let (castling, en_passant) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let mut counter = || fields.next().filter(|field| is_counter(field));
    let [clock, number] = counter().zip(counter()).map_or(COUNTERS, |(clock, number)| [clock, number]);
    let square = str::from_utf8(en_passant).ok().and_then(|name| name.parse::<Square>().ok());
    let square = square.filter(|square| EN_PASSANT.contains(*square));
    Ok(LabelRow {
        halfmove_clock: fitted(clock, "half-move clock", u8::MAX)?,
        fullmove_number: fitted(number, "number of the move", u16::MAX)?,
        en_passant: square.map_or(NO_EN_PASSANT, |square| square.index() as u8),
        unmoved_rooks: castling
            .iter()
            .filter_map(|letter| rook(*letter, placement))
            .fold(0, |rooks, rook| rooks | rook),
        ..LabelRow::UNKNOWN
    })
}

/// The half-move clock and the move number of a position whose line has no counters.
pub(crate) const COUNTERS: [&[u8]; 2] = [b"0", b"1"];

/// Returns whether a field consists of decimal digits, as a counter does.
pub(crate) fn is_counter(field: &[u8]) -> bool {
    !field.is_empty() && field.iter().all(u8::is_ascii_digit)
}

/// Parses a counter as a number of the type of its column. The error message states `most`, the largest number of this
/// type.
fn fitted<T: FromStr + Display>(counter: &[u8], name: &str, most: T) -> Result<T, String> {
    let digits = String::from_utf8_lossy(counter);
    digits.parse().map_err(|_| format!("the {name} is {digits}, expected 0 to {most}"))
}

/// Returns the rook that a letter of the castling field denotes, or `None` if there is no such rook.
fn rook(letter: u8, placement: &Placement) -> Option<u64> {
    let side = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let home = Home::of(side, placement)?;
    let bit = match letter.to_ascii_uppercase() {
        b'K' => home.kingside().last(),
        b'Q' => home.queenside().last(),
        file @ b'A'..=b'H' => Some(usize::from(file - b'A')),
        _ => None,
    };
    bit.filter(|file| home.rooks >> file & 1 == 1).map(|file| 1 << (home.shift + file as u32))
}

/// The king and the rooks of a side on its first rank.
struct Home {
    /// The files of own rooks on this rank, one bit per file.
    rooks: u8,
    /// The file of the king.
    king: usize,
    /// The number of the first square of this rank.
    shift: u32,
}

impl Home {
    /// Returns the king and the rooks of a side on its first rank. Returns `None` unless the side has exactly one king
    /// on this rank.
    fn of(side: Color, Placement { kinds, sides }: &Placement) -> Option<Self> {
        let shift = if side == Color::White { 0 } else { 56 };
        let on_rank = |kind: usize| (kinds[kind] & sides[side.index()]) >> shift & 0xFF;
        let king = on_rank(KINGS);
        (king.count_ones() == 1).then(|| Self {
            rooks: on_rank(ROOKS) as u8,
            king: king.trailing_zeros() as usize,
            shift,
        })
    }

    /// Returns the files of rooks on the king's side, from the king outwards.
    fn kingside(&self) -> impl DoubleEndedIterator<Item = usize> {
        (self.king + 1..8).filter(|file| self.rooks >> file & 1 == 1)
    }

    /// Returns the files of rooks on the queen's side, from the king outwards.
    fn queenside(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.king).rev().filter(|file| self.rooks >> file & 1 == 1)
    }
}

/// Appends the placement of a FEN.
pub(crate) fn push_placement(out: &mut Vec<u8>, Placement { kinds, sides }: &Placement) {
    let mut letters = [0; 64];
    for (kind, letter) in kinds.iter().zip(LETTERS) {
        for (side, letter) in sides.iter().zip([letter.to_ascii_uppercase(), *letter]) {
            Bitboard(kind & side).into_iter().for_each(|square| letters[square.index()] = letter);
        }
    }
    for (n, rank) in letters.as_chunks::<8>().0.iter().rev().enumerate() {
        if n > 0 {
            out.push(b'/');
        }
        let mut empty = 0;
        for letter in rank {
            if *letter == 0 {
                empty += 1;
            } else {
                push_empty(out, empty);
                empty = 0;
                out.push(*letter);
            }
        }
        push_empty(out, empty);
    }
}

/// Appends the number of consecutive empty squares as a digit, unless the number is 0.
fn push_empty(out: &mut Vec<u8>, empty: u8) {
    if empty > 0 {
        out.push(b'0' + empty);
    }
}

/// Appends the first four fields of a FEN.
pub(crate) fn push_position(out: &mut Vec<u8>, position: &Position, row: &LabelRow) {
    push_placement(out, &position.placement);
    out.extend_from_slice(if position.side_to_move == Color::White { b" w " } else { b" b " });
    push_castling(out, &position.placement, row.unmoved_rooks);
    out.push(b' ');
    match Square::ALL.get(usize::from(row.en_passant)) {
        Some(square) if EN_PASSANT.contains(*square) => out.extend_from_slice(square.to_string().as_bytes()),
        _ => out.push(b'-'),
    }
}

/// Appends the castling field: the rights of White, then of Black, each from the king's side to the queen's side.
fn push_castling(out: &mut Vec<u8>, placement: &Placement, unmoved: u64) {
    let start = out.len();
    for side in Color::ALL {
        let Some(home) = Home::of(side, placement) else { continue };
        let files = [(home.kingside().last(), b'K'), (home.queenside().last(), b'Q')];
        for file in home.kingside().rev().chain(home.queenside().rev()) {
            if unmoved >> (home.shift + file as u32) & 1 == 0 {
                continue;
            }
            let outermost = files.iter().find(|(outermost, _)| *outermost == Some(file));
            let letter = outermost.map_or(b'A' + file as u8, |(_, letter)| *letter);
            out.push(if side == Color::White { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if out.len() == start {
        out.push(b'-');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_positions::{Rules, read_line};

    fn written(line: &str) -> String {
        let position = read_line(line.as_bytes(), Rules::AnyKings).unwrap();
        let row = read_fields(line.as_bytes(), &position.placement).unwrap();
        let mut out = Vec::new();
        push_position(&mut out, &position, &row);
        format!("{} {} {}", String::from_utf8(out).unwrap(), row.halfmove_clock, row.fullmove_number)
    }

    #[test]
    fn castling_rights_are_those_of_the_outermost_or_of_the_named_rook() {
        let rooks = |line: &str| {
            let position = read_line(line.as_bytes(), Rules::AnyKings).unwrap();
            read_fields(line.as_bytes(), &position.placement).unwrap().unmoved_rooks
        };
        assert_eq!(rooks("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w Kq"), 1 << 7 | 1 << 57);
        assert_eq!(rooks("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w Cg"), 1 << 2 | 1 << 62);
    }

    #[test]
    fn fields_without_meaning_are_unknown() {
        let kings = "4k3/8/8/8/8/8/8/4K3";
        for fields in
            ["w", "b KQkq", "w x z9", "w - a1", "b - e4", "b - - bm Kd4;", "w - - 3", "w HAha - x y", "w - - -1 +2"]
        {
            let side = &fields[..1];
            assert_eq!(written(&format!("{kings} {fields}")), format!("{kings} {side} - - 0 1"), "{fields}");
        }
    }
}
