//! Castling rights and en passant squares, which only the number of legal moves depends on.
//!
//! Castling rights are stored as the set of rooks that may castle. In the castling field of a FEN (X-FEN), `K` and `Q`
//! denote the outermost rooks on the two sides of the king. Any rook may be denoted by its file, as in Shredder-FEN.
//! When rights are written, only a rook that is not outermost is denoted by its file.

use setwise::masks::RANK_1;
use setwise::{Bitboard, Color, Square};

use crate::columns::{RightsRef, columns};
use crate::placement::{KING, PAWN, Placement, ROOK};
use crate::{Position, Reason, Tail};

/// The number that means "no en passant square" in the column of en passant squares.
pub const NO_EN_PASSANT: u8 = 64;

columns! {
    /// Castling rights and en passant squares as columns. Element `i` of each column belongs to position `i` of the
    /// [`Columns`](crate::Columns) that were read together with the rights.
    pub struct Rights of new
    /// One row of [`Rights`].
    RightsRow {
        /// The sets of rooks that may castle, a1 = bit 0.
        pub unmoved_rooks: u64,
        /// The en passant squares, 0 (a1) to 63 (h8), or [`NO_EN_PASSANT`].
        pub en_passant: u8,
    }
}

impl<'a> From<&'a Rights> for RightsRef<'a> {
    fn from(Rights { unmoved_rooks, en_passant }: &'a Rights) -> Self {
        Self { unmoved_rooks, en_passant }
    }
}

impl RightsRow {
    /// No castling, and no en passant square.
    pub const NONE: Self = Self { unmoved_rooks: 0, en_passant: NO_EN_PASSANT };

    /// Reads the castling field and the en passant field from a line of FEN or EPD with this placement. A missing field
    /// stands for no rights, and so does a right that the placement does not allow.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tail::read`].
    ///
    /// ```
    /// use setwise_positions::{RightsRow, Rules, read_line};
    ///
    /// let line = b"4k3/8/8/8/8/8/8/R3K3 w KQ -";
    /// let position = read_line(line, Rules::Chess).unwrap();
    /// assert_eq!(RightsRow::read(line, &position.placement).unwrap().unmoved_rooks, 1 << 0); // no rook on h1
    /// assert!(RightsRow::read_strictly(line, &position).is_err());
    /// ```
    pub fn read(line: &[u8], placement: &Placement) -> Result<Self, Reason> {
        let Tail { castling, en_passant, .. } = Tail::read_inline(line)?;
        Ok(Self::of(castling, en_passant, placement))
    }

    /// Returns the rights that the two fields of a line with this placement stand for.
    pub(crate) fn of(castling: &[u8], en_passant: &[u8], placement: &Placement) -> Self {
        let mut unmoved_rooks = 0;
        if castling != b"-" {
            let homes = Color::ALL.map(|side| Home::of(side, placement));
            castling.iter().for_each(|letter| unmoved_rooks |= rook(*letter, &homes));
        }
        Self { unmoved_rooks, en_passant: square(en_passant) }
    }

    /// Reads both fields like [`read`](Self::read), but refuses rights that the position does not allow.
    ///
    /// # Errors
    ///
    /// Returns the reason if a field is malformed or missing, or if [`check`](Self::check) refuses what the field says.
    pub fn read_strictly(line: &[u8], position: &Position) -> Result<Self, Reason> {
        let Tail { castling, en_passant, .. } = Tail::read(line)?;
        if en_passant.is_empty() {
            return Err(Reason::NoRights);
        }
        let homes = Color::ALL.map(|side| Home::of(side, &position.placement));
        let has_no_rook = |letter: &&u8| rook(**letter, &homes) == 0;
        if let Some(letter) = castling.iter().find(has_no_rook).filter(|_| castling != b"-") {
            return Err(Reason::Castling(*letter));
        }
        let row = Self::of(castling, en_passant, &position.placement);
        if en_passant != b"-" && row.en_passant == NO_EN_PASSANT {
            return Err(Reason::EnPassant);
        }
        row.check(position)?;
        Ok(row)
    }

    /// Checks that each rook that may castle is on the first rank of its side, with the only king of this side, and that
    /// a pawn of the other side can have just passed the en passant square.
    ///
    /// # Errors
    ///
    /// Returns the reason if the position does not allow these rights.
    pub fn check(&self, position: &Position) -> Result<(), Reason> {
        let placement = &position.placement;
        let of_side = |side| Home::of(side, placement).rooks_on_board();
        let allowed = Color::ALL.into_iter().fold(0, |all, side| all | of_side(side));
        if let Some(rook) = Bitboard(self.unmoved_rooks & !allowed).into_iter().next() {
            return Err(Reason::Rook(rook));
        }
        self.check_en_passant(position)
    }

    /// Checks only the en passant square.
    ///
    /// # Errors
    ///
    /// Returns the reason if no pawn of the other side can have just passed this square.
    #[inline]
    pub fn check_en_passant(&self, Position { placement, side_to_move }: &Position) -> Result<(), Reason> {
        let Some(passed) = Square::ALL.get(usize::from(self.en_passant)) else { return Ok(()) };
        let (ahead, behind, rank) = match side_to_move {
            Color::White => (8, -8, 5),
            Color::Black => (-8, 8, 2),
        };
        let at = |step: i32| 1 << (passed.index() as i32 + step);
        let [white, black] = placement.sides;
        let their_pawns = placement.kinds[PAWN] & placement.sides[(!*side_to_move).index()];
        let is_passed =
            passed.index() / 8 == rank && their_pawns & at(behind) != 0 && (white | black) & (at(0) | at(ahead)) == 0;
        if is_passed { Ok(()) } else { Err(Reason::EnPassant) }
    }

    /// Appends the castling field, a space, and the en passant field of a FEN with this placement. A right without its
    /// rook or its king is left out. An en passant square on another rank than 3 or 6 is written as `-`.
    pub fn push(&self, out: &mut Vec<u8>, placement: &Placement) {
        push_castling(out, placement, self.unmoved_rooks);
        out.push(b' ');
        match Square::ALL.get(usize::from(self.en_passant)) {
            Some(square) if EN_PASSANT.contains(*square) => out.extend_from_slice(square.to_string().as_bytes()),
            _ => out.push(b'-'),
        }
    }
}

/// The squares that a pawn can pass over in a double step. Any other en passant square is treated as none, because some
/// programs store 0, which is a1, if there is none.
const EN_PASSANT: Bitboard = Bitboard(RANK_1 << 16 | RANK_1 << 40);

/// Returns the number of the en passant square that a field denotes, or [`NO_EN_PASSANT`] if no pawn can pass it.
fn square(field: &[u8]) -> u8 {
    match *field {
        [file @ b'a'..=b'h', rank @ (b'3' | b'6')] => (rank - b'1') * 8 + (file - b'a'),
        _ => NO_EN_PASSANT,
    }
}

/// Returns the rook that a letter of the castling field denotes, or an empty set if there is no such rook. `homes` are
/// the first ranks of White and of Black.
fn rook(letter: u8, homes: &[Home; 2]) -> u64 {
    let home = &homes[usize::from(letter.is_ascii_lowercase())];
    let file = match letter.to_ascii_uppercase() {
        b'K' => home.kingside().checked_ilog2().unwrap_or(8),
        b'Q' => home.queenside().trailing_zeros(),
        file @ b'A'..=b'H' => u32::from(file - b'A'),
        _ => 8,
    };
    (u64::from(home.rooks) & 1 << file) << home.shift
}

/// The king and the rooks of a side on its first rank.
struct Home {
    /// The files of own rooks on this rank, one bit per file. There are none unless the side has exactly one king on this
    /// rank.
    rooks: u8,
    /// The file of the king, one bit per file.
    king: u8,
    /// The number of the first square of this rank.
    shift: u32,
}

impl Home {
    fn of(side: Color, Placement { kinds, sides }: &Placement) -> Self {
        let shift = if side == Color::White { 0 } else { 56 };
        let on_rank = |kind: usize| ((kinds[kind] & sides[side.index()]) >> shift) as u8;
        let king = on_rank(KING);
        Self { rooks: if king.is_power_of_two() { on_rank(ROOK) } else { 0 }, king, shift }
    }

    fn rooks_on_board(&self) -> u64 {
        u64::from(self.rooks) << self.shift
    }

    /// Returns the files of rooks on the king's side.
    fn kingside(&self) -> u8 {
        self.rooks & !(self.king | self.king.wrapping_sub(1))
    }

    /// Returns the files of rooks on the queen's side.
    fn queenside(&self) -> u8 {
        self.rooks & self.king.wrapping_sub(1)
    }
}

/// Appends the castling field: the rights of White, then of Black, each from file h to file a.
fn push_castling(out: &mut Vec<u8>, placement: &Placement, unmoved: u64) {
    let start = out.len();
    for side in Color::ALL {
        let home = Home::of(side, placement);
        let (kingside, queenside) = (home.kingside().checked_ilog2(), home.queenside().trailing_zeros());
        for file in (0..8).rev().filter(|file| home.rooks_on_board() & unmoved & 1 << (home.shift + file) != 0) {
            let letter = match file {
                _ if kingside == Some(file) => b'K',
                _ if queenside == file => b'Q',
                _ => b'A' + file as u8,
            };
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
    use crate::{Rules, read_line};

    fn read(line: &str) -> (Position, RightsRow) {
        let position = read_line(line.as_bytes(), Rules::AnyKings).unwrap();
        (position, RightsRow::read(line.as_bytes(), &position.placement).unwrap())
    }

    #[test]
    fn castling_rights_are_those_of_the_outermost_or_of_the_named_rook() {
        let rooks = |line: &str| read(line).1.unmoved_rooks;
        assert_eq!(rooks("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w Kq"), 1 << 7 | 1 << 57);
        assert_eq!(rooks("1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w Cg"), 1 << 2 | 1 << 62);
        assert_eq!(rooks("rrrrkrrr/8/8/8/8/8/8/RRRRKRRR w ABCDFGHabcdfgh"), 0xEF00_0000_0000_00EF);
    }

    #[test]
    fn blanks_and_tabs_separate_the_fields() {
        let (_, row) = read("r3k2r/8/8/8/8/8/8/R3K2R\tw\tKq \t e6\t0");
        assert_eq!(row, RightsRow { unmoved_rooks: 1 << 7 | 1 << 56, en_passant: 44 });
    }

    /// A letter of a file becomes `K` or `Q` if it denotes the same rook, and each rook has one letter.
    #[test]
    fn rights_are_written_as_in_x_fen() {
        for (line, written) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq", "KQkq"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w Qk", "Qk"),
            ("5rkr/8/8/8/8/8/8/5RKR w HFhf", "KQkq"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w AHah", "KQkq"),
            ("4k3/8/8/8/8/8/8/4KR1R w HF", "KF"),
            ("4k3/8/8/8/8/8/8/4KR1R w F", "F"),
            ("rr2k3/8/8/8/8/8/8/4K3 w bq", "bq"),
            ("4k3/8/8/8/8/8/8/4K1R1 w GKG", "K"),
        ] {
            let (position, row) = read(line);
            let mut out = Vec::new();
            row.push(&mut out, &position.placement);
            assert_eq!(String::from_utf8(out).unwrap(), format!("{written} -"), "{line}");
        }
    }

    #[test]
    fn only_squares_on_ranks_3_and_6_are_read_and_written_as_en_passant_squares() {
        for square in Square::ALL {
            let number = square.index() as u8;
            let (position, row) = read(&format!("4k3/8/8/8/8/8/8/4K3 w - {square}"));
            let mut out = Vec::new();
            RightsRow { en_passant: number, ..RightsRow::NONE }.push(&mut out, &position.placement);
            let (read, written) = match number / 8 {
                2 | 5 => (number, format!("- {square}")),
                _ => (NO_EN_PASSANT, "- -".to_string()),
            };
            assert_eq!((row.en_passant, String::from_utf8(out).unwrap()), (read, written));
        }
    }

    /// Each refused line must be accepted after its last field or one letter has been corrected.
    #[test]
    fn strict_reading_refuses_rights_that_the_position_does_not_allow() {
        let strictly = |line: &str| {
            let position = read_line(line.as_bytes(), Rules::AnyKings).unwrap();
            RightsRow::read_strictly(line.as_bytes(), &position).map(|_| ())
        };
        for (line, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", Ok(())),
            ("r3k2r/8/8/8/8/8/8/R3K2R w", Err(Reason::NoRights)),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq", Err(Reason::NoRights)),
            ("r3k3/8/8/8/8/8/8/R3K2R w KQkq -", Err(Reason::Castling(b'k'))),
            ("r3k2r/8/8/8/8/8/R3K3/7R w K -", Err(Reason::Castling(b'K'))),
            ("r3k2r/8/8/8/8/8/4K3/R6R w Q -", Err(Reason::Castling(b'Q'))),
            ("r3k2r/8/8/8/8/8/8/R3KK2 w Q -", Err(Reason::Castling(b'Q'))),
            ("r3k2r/8/8/8/8/8/8/r3K3 w Q -", Err(Reason::Castling(b'Q'))),
            ("r3k2r/8/8/8/8/8/8/R3K2R w A -", Ok(())),
            ("r3k2r/8/8/8/8/8/8/R3K2R w B -", Err(Reason::Castling(b'B'))),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", Ok(())),
            ("4k3/8/8/3pP3/8/8/8/4K3 b - d6", Err(Reason::EnPassant)),
            ("4k3/8/8/3PP3/8/8/8/4K3 w - d6", Err(Reason::EnPassant)),
            ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6", Err(Reason::EnPassant)),
            ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6", Err(Reason::EnPassant)),
            ("4k3/8/8/8/8/8/3p4/4K3 w - d3", Err(Reason::EnPassant)),
            ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3", Ok(())),
            ("4k3/8/8/8/3Pp3/8/8/4K3 b - d4", Err(Reason::EnPassant)),
        ] {
            assert_eq!(strictly(line), expected, "{line}");
        }
        let (position, _) = read("r3k2r/8/8/8/8/8/8/R3K2R w - -");
        let row = RightsRow { unmoved_rooks: 1 | 1 << 8, ..RightsRow::NONE };
        assert_eq!(row.check(&position), Err(Reason::Rook(Square::ALL[8])));
    }
}
