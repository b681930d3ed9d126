//! Positions in the caller's columns: eight columns of words and one column of bytes, and optional columns of castling
//! rights and en passant squares.

use setwise::Color;
use setwise_positions::{Columns as Positions, ColumnsRef, NO_EN_PASSANT, Rights, RightsRef};

use crate::column::{Region, column, copy, optional, regions};
use crate::error::Error;

/// Pointers to the columns of positions. The columns of rights may be null.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[allow(missing_docs, reason = "the names of pieces say what they are")]
pub struct Pointers<Word, Byte> {
    pub pawns: Word,
    pub knights: Word,
    pub bishops: Word,
    pub rooks: Word,
    pub queens: Word,
    pub kings: Word,
    pub white: Word,
    pub black: Word,
    /// 0 for White, any other number for Black. The reader writes 1 for Black.
    pub side_to_move: Byte,
    /// The rooks that may castle.
    pub unmoved_rooks: Word,
    /// The en passant squares.
    pub en_passant: Byte,
}

/// The type `setwise_columns` of `setwise.h`.
pub type Columns = Pointers<*mut u64, *mut u8>;

/// The type `setwise_const_columns` of `setwise.h`.
pub type ConstColumns = Pointers<*const u64, *const u8>;

/// The largest number of positions that are read at once.
const CHUNK: usize = 4096;

impl<Word: Copy, Byte: Copy> Pointers<Word, Byte> {
    /// Returns the pointers of these columns. `words` are the six columns of pieces, then White and Black.
    #[must_use]
    pub fn new(words: [Word; 8], side_to_move: Byte, unmoved_rooks: Word, en_passant: Byte) -> Self {
        let [pawns, knights, bishops, rooks, queens, kings, white, black] = words;
        Self { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move, unmoved_rooks, en_passant }
    }

    fn words(&self) -> [Word; 8] {
        let Self { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = *self;
        [pawns, knights, bishops, rooks, queens, kings, white, black]
    }
}

impl Columns {
    /// Returns the same columns as pointers to constant elements.
    #[must_use]
    pub fn as_const(self) -> ConstColumns {
        let [side_to_move, en_passant] = [self.side_to_move, self.en_passant].map(<*mut u8>::cast_const);
        let words = self.words().map(<*mut u64>::cast_const);
        Pointers::new(words, side_to_move, self.unmoved_rooks.cast_const(), en_passant)
    }

    /// Returns whether there is a column of rights.
    pub(crate) fn has_rights(&self) -> bool {
        self.as_const().has_rights()
    }

    /// Copies positions to the columns, starting at the element `start`. Also copies the rights to the columns of rights
    /// that exist.
    ///
    /// # Panics
    ///
    /// Panics if the positions extend beyond `capacity`, or if the columns that are copied have different lengths.
    ///
    /// # Safety
    ///
    /// [`ConstColumns::regions`] must have accepted the columns with a length of `capacity`. Each column must have
    /// `capacity` elements, which can be written and do not overlap the positions.
    pub(crate) unsafe fn write(self, capacity: usize, start: usize, positions: &Positions, rights: &Rights) {
        let (length, words) = (positions.len(), words(positions));
        let Rights { unmoved_rooks, en_passant } = rights;
        let has_rights = [unmoved_rooks.len(), en_passant.len()] == [length; 2];
        assert!(
            words.iter().all(|column| column.len() == length) && (has_rights || !self.has_rights()),
            "columns of different lengths"
        );
        for (to, from) in self.words().into_iter().zip(words) {
            // SAFETY: the caller promises that the column has `capacity` elements, which can be written.
            unsafe { copy(to, capacity, start, from) };
        }
        let sides: Vec<u8> = positions.side_to_move.iter().map(|side| *side as u8).collect();
        // SAFETY: the caller promises that the column has `capacity` elements, which can be written.
        unsafe { copy(self.side_to_move, capacity, start, &sides) };
        // SAFETY: the caller promises that the column is null or has `capacity` elements, which can be written.
        unsafe { copy(self.unmoved_rooks, capacity, start, unmoved_rooks) };
        // SAFETY: the caller promises that the column is null or has `capacity` elements, which can be written.
        unsafe { copy(self.en_passant, capacity, start, en_passant) };
    }
}

impl ConstColumns {
    /// Returns whether there is a column of rights.
    fn has_rights(&self) -> bool {
        !(self.unmoved_rooks.is_null() && self.en_passant.is_null())
    }

    /// Checks the columns, each of which must have `length` elements, and returns their ranges of addresses.
    pub(crate) fn regions(&self, length: usize) -> Result<Vec<Region>, Error> {
        let mut all = regions(self.words(), length)?.to_vec();
        all.push(Region::of(self.side_to_move, length)?);
        all.push(optional(self.unmoved_rooks, length)?);
        all.push(optional(self.en_passant, length)?);
        Ok(all)
    }

    /// Calls `each` for each chunk of positions, in order. Passes the index of the chunk's first position, and the positions.
    /// They have rights if there is a column of rights. The columns are read in chunks, because their sides to move are
    /// converted from bytes.
    ///
    /// # Safety
    ///
    /// [`Self::regions`] must have accepted the columns with this length. Each column must have an initialised element for
    /// each position, which nothing may write during the call.
    pub(crate) unsafe fn for_each_chunk(self, length: usize, mut each: impl FnMut(usize, ColumnsRef<'_>)) {
        static NO_ROOKS: [u64; CHUNK] = [0; CHUNK];
        static NO_SQUARES: [u8; CHUNK] = [NO_EN_PASSANT; CHUNK];
        let mut sides = Vec::with_capacity(length.min(CHUNK));
        for start in (0..length).step_by(CHUNK) {
            let length = CHUNK.min(length - start);
            let words = self.words().map(|words| {
                // SAFETY: the caller promises that the column has these elements.
                unsafe { column(words.wrapping_add(start), length) }
            });
            // SAFETY: the caller promises that the column has these elements.
            let black = unsafe { column(self.side_to_move.wrapping_add(start), length) };
            sides.clear();
            sides.extend(black.iter().map(|black| if *black == 0 { Color::White } else { Color::Black }));
            let mut positions = ColumnsRef::from_words(words, &sides);
            if self.has_rights() {
                // A column that the caller does not have is replaced by a column without rights.
                let (mut unmoved_rooks, mut en_passant) = (&NO_ROOKS[..length], &NO_SQUARES[..length]);
                if !self.unmoved_rooks.is_null() {
                    // SAFETY: the caller promises that the column has these elements.
                    unmoved_rooks = unsafe { column(self.unmoved_rooks.wrapping_add(start), length) };
                }
                if !self.en_passant.is_null() {
                    // SAFETY: the caller promises that the column has these elements.
                    en_passant = unsafe { column(self.en_passant.wrapping_add(start), length) };
                }
                positions = positions.with_rights(RightsRef { unmoved_rooks, en_passant });
            }
            each(start, positions);
        }
    }
}

fn words(positions: &Positions) -> [&[u64]; 8] {
    let Positions { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = positions;
    [pawns, knights, bishops, rooks, queens, kings, white, black]
}
