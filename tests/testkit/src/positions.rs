//! Positions as sets, read from FEN or EPD lines.

/// A piece, in the order of [`Position::pieces`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "six names that say what they are")]
pub enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// The placement of the pieces. The other parts of a position (side to move, castling, clocks) are not stored, because
/// patterns do not use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// The set of each kind of piece in both colours; a1 = bit 0.
    pub pieces: [u64; 6],
    /// The pieces of White, then of Black.
    pub sides: [u64; 2],
}

impl Position {
    /// Returns White's pieces of one kind, then Black's.
    #[must_use]
    pub fn of(&self, piece: Piece) -> [u64; 2] {
        self.sides.map(|side| side & self.pieces[piece as usize])
    }

    /// Returns the position of a FEN or EPD line. Only the first field, the placement, is read.
    ///
    /// # Errors
    ///
    /// Returns an error if the placement is not eight ranks of eight squares, contains two digits in a row, or contains a
    /// letter that is not a piece.
    pub fn from_fen(line: &str) -> Result<Self, String> {
        let placement = line.split_ascii_whitespace().next().unwrap_or_default();
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!("the placement has {} ranks, not 8", ranks.len()));
        }
        let mut position = Self::default();
        for (text, rank) in ranks.into_iter().zip((1..=8).rev()) {
            position.read_rank(text, rank)?;
        }
        Ok(position)
    }

    fn read_rank(&mut self, text: &str, rank: u32) -> Result<(), String> {
        let (mut file, mut after_digit) = (0, false);
        for letter in text.chars() {
            let digit = letter.to_digit(10);
            if digit.is_some() && after_digit {
                return Err(format!("two digits in a row on rank {rank}"));
            }
            after_digit = digit.is_some();
            if let Some(blank @ 1..=8) = digit {
                file += blank;
                continue;
            }
            let piece = "pnbrqk"
                .find(letter.to_ascii_lowercase())
                .ok_or_else(|| format!("{letter:?} is neither a piece nor a number from 1 to 8"))?;
            if file < 8 {
                let square = 1 << (file + 8 * (rank - 1));
                self.pieces[piece] |= square;
                self.sides[usize::from(letter.is_ascii_lowercase())] |= square;
            }
            file += 1;
        }
        if file == 8 { Ok(()) } else { Err(format!("rank {rank} has {file} squares, not 8")) }
    }
}

/// Returns a placement in which each run of digits is replaced by its sum, so that `1112p111` becomes `5p3`.
#[must_use]
pub fn with_runs_joined(placement: &str) -> String {
    let (mut joined, mut empty) = (String::new(), 0);
    for letter in placement.chars().chain(['/']) {
        match letter.to_digit(10) {
            Some(digit) => empty += digit,
            None if empty > 0 => {
                joined.push_str(&format!("{empty}{letter}"));
                empty = 0;
            }
            None => joined.push(letter),
        }
    }
    joined.pop();
    joined
}

/// Reads the positions in the lines of a text. Blank lines and lines that start with `#` are skipped.
///
/// # Errors
///
/// Returns an error with the line number of the first line that is not a position.
pub fn read_lines(text: &str) -> Result<Vec<Position>, String> {
    let lines = text.trim_start_matches('\u{FEFF}').lines().map(str::trim).enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(n, line)| Position::from_fen(line).map_err(|reason| format!("{}: {reason}", n + 1)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn lines_may_be_blank_or_comments_and_end_in_any_way() {
        let text = format!("\u{FEFF}# a comment\r\n\r\n{START}\r\n  \n8/8/8/8/8/8/8/4K2k b - - id \"x\";");
        let positions = read_lines(&text).unwrap();
        assert_eq!((positions.len(), positions[0].sides), (2, [0xFFFF, 0xFFFF << 48]));
        assert_eq!(positions[0].of(Piece::Knight), [0x42, 0x42 << 56]);
        assert_eq!(positions[1].of(Piece::King), [1 << 4, 1 << 7]);
    }

    #[test]
    fn bad_lines_are_named_with_their_reason() {
        let reason = |line: &str| read_lines(&format!("{START}\n\n{line}")).unwrap_err();
        assert_eq!(reason("8/8/8/8/8/8/8 w"), "3: the placement has 7 ranks, not 8");
        assert_eq!(reason("8/8/8/8/8/8/8/7 w"), "3: rank 1 has 7 squares, not 8");
        assert_eq!(reason("8/8/4p4/8/8/8/8/8 w"), "3: rank 6 has 9 squares, not 8");
        assert_eq!(reason("8/8/44/8/8/8/8/8 w"), "3: two digits in a row on rank 6");
        assert_eq!(reason("8/8/8/8/8/8/8/x7 w"), "3: 'x' is neither a piece nor a number from 1 to 8");
        assert_eq!(reason("9/8/8/8/8/8/8/8 w"), "3: '9' is neither a piece nor a number from 1 to 8");
    }
}
