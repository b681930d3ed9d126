//! Labels: the values that marlinformat and viriformat store with a position, in addition to its pieces and the side to
//! move.

use std::iter;

use setwise::Color;

use super::Reason;
use super::reader::PackedLabels;
use crate::columns::{RightsRef, columns};
use crate::placement::Placement;
use crate::{NO_EN_PASSANT, RightsRow, Tail};

columns! {
    /// The labels of positions with absolute colours, as columns. Element `i` of each column belongs to position `i` of
    /// the [`Columns`](crate::Columns) that were read together with the labels.
    pub struct Labels of new
    /// One row of [`Labels`].
    LabelRow {
        /// The scores in centipawns. A positive score is good for White.
        pub score: i16,
        /// The results of the games: 0 if Black won, 1 for a draw, 2 if White won, or [`NO_RESULT`].
        pub result: u8,
        /// The numbers of moves by either side since the last capture or pawn move.
        pub halfmove_clock: u32,
        /// The fullmove numbers, as in a FEN line.
        pub fullmove_number: u32,
        /// The en passant squares, 0 (a1) to 63 (h8), or [`NO_EN_PASSANT`].
        pub en_passant: u8,
        /// The sets of rooks that may castle, a1 = bit 0.
        pub unmoved_rooks: u64,
        /// A byte without a defined meaning.
        pub extra: u8,
    }
}

/// The number that stands for an unknown result in the column of results.
pub const NO_RESULT: u8 = 3;

impl LabelRow {
    /// The labels of a position about which nothing is known: score 0, an unknown result, half-move clock 0, fullmove
    /// number 1, no en passant square, and no rook that may castle.
    pub const UNKNOWN: Self = Self {
        score: 0,
        result: NO_RESULT,
        halfmove_clock: 0,
        fullmove_number: 1,
        en_passant: NO_EN_PASSANT,
        unmoved_rooks: 0,
        extra: 0,
    };

    /// Reads the castling rights, the en passant square and the counters from a line of FEN or EPD with this placement.
    /// Rights are read as by [`RightsRow::read`]. Missing counters are 0 and 1, and all other labels are unknown.
    ///
    /// ```
    /// use setwise_positions::packed::LabelRow;
    /// use setwise_positions::{Rules, read_line};
    ///
    /// let line = b"4k3/8/8/8/8/8/8/4K3 w - - hmvc 7; fmvn 33;";
    /// let position = read_line(line, Rules::Chess)?;
    /// let row = LabelRow::of_line(line, &position.placement)?;
    /// assert_eq!((row.halfmove_clock, row.fullmove_number), (7, 33));
    /// # Ok::<(), setwise_positions::Reason>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tail::read`] and [`Tail::counters`].
    pub fn of_line(line: &[u8], placement: &Placement) -> Result<Self, crate::Reason> {
        let tail = Tail::read(line)?;
        let RightsRow { unmoved_rooks, en_passant } = RightsRow::of(tail.castling, tail.en_passant, placement);
        let [halfmove_clock, fullmove_number] = tail.counters()?;
        Ok(Self { halfmove_clock, fullmove_number, en_passant, unmoved_rooks, ..Self::UNKNOWN })
    }

    /// Reads the side to move and the labels from the last eight bytes of a record.
    pub(super) fn read(tail: u64, unmoved_rooks: u64) -> Result<(Color, Self), Reason> {
        let [side, halfmove_clock, full_0, full_1, score_0, score_1, result, extra] = tail.to_le_bytes();
        let row = Self {
            score: i16::from_le_bytes([score_0, score_1]),
            result,
            halfmove_clock: halfmove_clock.into(),
            fullmove_number: u16::from_le_bytes([full_0, full_1]).into(),
            en_passant: side & !BLACK,
            unmoved_rooks,
            extra,
        };
        row.check()?;
        Ok((if side & BLACK == 0 { Color::White } else { Color::Black }, row))
    }

    /// Returns the last eight bytes of a record with this side to move and these labels.
    pub(super) fn write(&self, side_to_move: Color) -> Result<[u8; 8], Reason> {
        self.check()?;
        let halfmove_clock =
            u8::try_from(self.halfmove_clock).map_err(|_| Reason::HalfmoveClock(self.halfmove_clock))?;
        let fullmove_number =
            u16::try_from(self.fullmove_number).map_err(|_| Reason::FullmoveNumber(self.fullmove_number))?;
        let side = if side_to_move == Color::Black { BLACK } else { 0 } | self.en_passant;
        let ([full_0, full_1], [score_0, score_1]) = (fullmove_number.to_le_bytes(), self.score.to_le_bytes());
        Ok([side, halfmove_clock, full_0, full_1, score_0, score_1, self.result, self.extra])
    }

    fn check(&self) -> Result<(), Reason> {
        if self.en_passant > NO_EN_PASSANT {
            Err(Reason::EnPassant(self.en_passant))
        } else if self.result > 2 {
            Err(Reason::Result(self.result))
        } else {
            Ok(())
        }
    }
}

/// The bit that is 1 if Black is to move, in byte 24 of a record.
const BLACK: u8 = 0x80;

/// Returns a word that is 0 if the last eight bytes of a record are valid.
#[inline(always)]
pub(super) fn is_wrong(tail: u64) -> u64 {
    // Bit 7 of `en_passant` is 1 if the square is more than 64. Bit 8 of `result` is 1 if the result is more than 2.
    let en_passant = (tail & 0x7F) + (0x7F - 64);
    let result = (tail >> 48 & 0xFF) + (0xFF - 2);
    (en_passant & 0x80) | (result & 0x100)
}

/// Returns the side to move from the last eight bytes of a record.
#[inline(always)]
pub(super) fn side_to_move(tail: u64) -> Color {
    Color::ALL[usize::from(tail & u64::from(BLACK) != 0)]
}

/// Labels contain rights.
impl<'a> From<&'a Labels> for RightsRef<'a> {
    fn from(Labels { unmoved_rooks, en_passant, .. }: &'a Labels) -> Self {
        Self { unmoved_rooks, en_passant }
    }
}

impl Labels {
    /// Returns `rows` rows of [`LabelRow::UNKNOWN`].
    #[must_use]
    pub fn unknown(rows: usize) -> Self {
        iter::repeat_n(LabelRow::UNKNOWN, rows).collect()
    }

    /// Appends the labels of a block of boards.
    pub(super) fn extend_packed(&mut self, packed: &PackedLabels<'_>) {
        let tails = || packed.tails.iter().copied();
        self.score.extend(tails().map(|tail| ((tail >> 32) as u16).cast_signed()));
        self.result.extend(tails().map(|tail| (tail >> 48) as u8));
        self.halfmove_clock.extend(tails().map(|tail| u32::from((tail >> 8) as u8)));
        self.fullmove_number.extend(tails().map(|tail| u32::from((tail >> 16) as u16)));
        self.en_passant.extend(tails().map(|tail| tail as u8 & !BLACK));
        self.unmoved_rooks.extend_from_slice(packed.unmoved_rooks);
        self.extra.extend(tails().map(|tail| (tail >> 56) as u8));
    }
}
