//! A block of positions. It is so small that a column is usually still in the first-level cache when a kernel needs it
//! again.
//!
//! ```text
//! read (in memory)    white                    black
//! pawns   [64]        knight attacks  [64]     knight attacks  [64]
//! knights [64]        knight moves    [64]     knight moves    [64]
//! ...                 ...  one column for each term  ...
//! ```
//!
//! A column of a block has a fixed length and a fixed address, and every kernel always runs on the whole column. A
//! kernel is therefore a loop over a few registers at constant addresses. The loop compares no lengths, has no tail,
//! and takes hardly any time to start. If the last block is not full, its positions are copied, and empty boards are
//! added.

use std::ops::Range;

use setwise::backend::Chunk;
use setwise::{Color, Lanes};

use super::terms::Term;
use crate::{Columns, ColumnsRef, NO_EN_PASSANT, Rights, RightsRef, RightsRow};

/// The number of positions in a block. On every backend, a column of a block fills a multiple of eight registers.
pub const BLOCK: usize = 64;

/// The positions of a block: six kinds of pieces, the pieces of each side, the side to move, and the rights of each
/// position, if there are any: the rooks that may castle, and the en passant square.
#[derive(Clone, Copy)]
pub(super) struct BlockPositions<'a> {
    words: [&'a [u64; BLOCK]; 8],
    pub(super) to_move: &'a [Color; BLOCK],
    rights: Option<(&'a [u64; BLOCK], &'a [u8; BLOCK])>,
}

impl<'a> BlockPositions<'a> {
    /// Returns the positions of a range without copying them. Returns `None` if the range is shorter than a block.
    pub(super) fn of(columns: &ColumnsRef<'a>, range: Range<usize>) -> Option<Self> {
        let to_move = columns.side_to_move[range.clone()].first_chunk()?;
        let mut words = [&[0; BLOCK]; 8];
        for (words, column) in words.iter_mut().zip(columns.words) {
            *words = column[range.clone()].first_chunk()?;
        }
        let rights = match columns.rights {
            Some(RightsRef { unmoved_rooks, en_passant }) => {
                Some((unmoved_rooks[range.clone()].first_chunk()?, en_passant[range].first_chunk()?))
            }
            None => None,
        };
        Some(Self { words, to_move, rights })
    }

    /// Copies the positions of a range to `block`, adds empty boards until the block is full, and returns the block.
    pub(super) fn filled_up(
        columns: &ColumnsRef<'_>,
        range: Range<usize>,
        (block, rights): &'a mut (Columns, Rights),
    ) -> Self {
        block.clear();
        rights.clear();
        for (block, column) in block.words().into_iter().zip(columns.words) {
            block.extend_from_slice(&column[range.clone()]);
            block.resize(BLOCK, 0);
        }
        block.side_to_move.extend_from_slice(&columns.side_to_move[range.clone()]);
        block.side_to_move.resize(BLOCK, Color::White);
        let mut positions = ColumnsRef::from(&*block);
        if let Some(RightsRef { unmoved_rooks, en_passant }) = columns.rights {
            rights.unmoved_rooks.extend_from_slice(&unmoved_rooks[range.clone()]);
            rights.unmoved_rooks.resize(BLOCK, RightsRow::NONE.unmoved_rooks);
            rights.en_passant.extend_from_slice(&en_passant[range]);
            rights.en_passant.resize(BLOCK, RightsRow::NONE.en_passant);
            positions = positions.with_rights(&*rights);
        }
        Self::of(&positions, 0..BLOCK).expect("a whole block")
    }
}

/// One word for each position of a block, aligned so that no load of a register crosses a cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Column(pub(super) [u64; BLOCK]);

/// The columns of the stored terms of one side, in the order of [`Term`].
pub(super) type Side = [Column; Term::STORED];

/// The columns of positions: six kinds of pieces, the pieces of each side, a word that is 1 if Black is to move, the
/// rooks that may castle, and the en passant square as a set.
pub(super) type PositionColumns = [Column; POSITION_COLUMNS];

/// The number of columns of positions.
pub(super) const POSITION_COLUMNS: usize = 11;

/// Returns the column of positions that is the term, for a term that belongs to no side.
const fn column_of(term: Term) -> Option<usize> {
    Some(match term {
        Term::AllPawns => 0,
        Term::AllKnights => 1,
        Term::AllBishops => 2,
        Term::AllRooks => 3,
        Term::AllQueens => 4,
        Term::AllKings => 5,
        Term::BlackToMove => 8,
        Term::UnmovedRooks => 9,
        Term::EnPassant => 10,
        _ => return None,
    })
}

/// Returns the kinds of pieces of a side that the term contains, as indices into [`PositionColumns`]. Returns `None` for
/// a term that is computed and stored, and for a term of no side. For [`Term::Pieces`] the list is empty, because this
/// term is a column of positions itself.
const fn kinds(term: Term) -> Option<&'static [usize]> {
    Some(match term {
        Term::Pieces => &[],
        Term::Pawns => &[0],
        Term::Knights => &[1],
        Term::Rooks => &[3],
        Term::Queens => &[4],
        Term::King => &[5],
        Term::Diagonal => &[2, 4],
        Term::Straight => &[3, 4],
        Term::Targets => &[3, 4, 5],
        _ => return None,
    })
}

/// Returns a term that is read from columns of positions, given as registers, or `None` for a term that is computed.
pub(super) fn of_columns<V: Lanes>(term: Term, side: Color, columns: &[V; POSITION_COLUMNS]) -> Option<V> {
    if let Some(column) = column_of(term) {
        return Some(columns[column]);
    }
    let (pieces, kinds) = (columns[6 + side.index()], kinds(term)?);
    let of_kind = kinds.iter().map(|kind| columns[*kind]).reduce(|set, kind| set | kind);
    Some(of_kind.map_or(pieces, |set| set & pieces))
}

/// If the term is read from columns of positions, marks these columns as wanted.
pub(super) fn want(wanted: &mut [bool; POSITION_COLUMNS], term: Term, side: Color) {
    if let Some(kinds) = kinds(term) {
        kinds.iter().for_each(|kind| wanted[*kind] = true);
        wanted[6 + side.index()] = true;
    }
    if let Some(column) = column_of(term) {
        wanted[column] = true;
    }
}

/// Copies of the columns of positions of a block, and the terms computed from them.
#[derive(Debug)]
pub(super) struct FeatureBlock {
    read: Box<PositionColumns>,
    sides: [Box<Side>; 2],
}

impl FeatureBlock {
    pub(super) fn new() -> Self {
        let side = || Box::new([Column([0; BLOCK]); Term::STORED]);
        Self { read: Box::new([Column([0; BLOCK]); POSITION_COLUMNS]), sides: [side(), side()] }
    }

    /// Copies the wanted columns of positions. Most columns are read repeatedly, and the copies are faster to read than
    /// the original columns for two reasons. The copies are always aligned. They also do not evict each other from the
    /// first-level cache. Long columns often do, because their addresses are often equal modulo the size of a page.
    #[inline(always)]
    pub(super) fn read<V: Lanes>(
        &mut self,
        isa: V::Isa,
        wanted: [bool; POSITION_COLUMNS],
        positions: &BlockPositions<'_>,
    ) {
        for ((copy, words), wanted) in self.read.iter_mut().zip(positions.words).zip(wanted) {
            if !wanted {
                continue;
            }
            for (copy, words) in V::Chunk::chunks_mut(&mut copy.0).iter_mut().zip(V::Chunk::chunks(words)) {
                V::load(isa, words).store(copy);
            }
        }
        let [.., black_to_move, unmoved_rooks, en_passant] = &mut *self.read;
        let [.., wants_side, wants_rooks, wants_square] = wanted;
        let (rooks, squares) = positions.rights.unwrap_or((&[0; BLOCK], &[NO_EN_PASSANT; BLOCK]));
        if wants_side {
            for (word, color) in black_to_move.0.iter_mut().zip(positions.to_move) {
                *word = u64::from(*color == Color::Black);
            }
        }
        if wants_rooks {
            unmoved_rooks.0 = *rooks;
        }
        if wants_square {
            for (set, square) in en_passant.0.iter_mut().zip(squares) {
                *set = 1_u64.checked_shl(u32::from(*square)).unwrap_or(0);
            }
        }
    }

    /// Returns the column of a term that has been computed.
    pub(super) fn column(&self, term: Term, side: Color) -> &Column {
        &self.sides[side.index()][term.place()]
    }

    /// Sets the values of a term to 0 from position `len` on, so that the empty boards add nothing to totals. Returns
    /// the column of the term.
    #[inline(always)]
    pub(super) fn cleared_from(&mut self, len: usize, term: Term, side: Color) -> &Column {
        let column = &mut self.sides[side.index()][term.place()];
        if len < BLOCK {
            column.0[len..].fill(0);
        }
        column
    }

    /// Returns the block as seen by `side`. The terms of this side are `own`, and the terms of the other side are
    /// `their`.
    #[inline(always)]
    pub(super) fn seen_by<'a, V: Lanes>(
        &'a mut self,
        side: Color,
        to_move: &'a [Color; BLOCK],
        isa: V::Isa,
    ) -> View<'a, V> {
        let [white, black] = &mut self.sides;
        let (own, their) = if side == Color::White { (white, black) } else { (black, white) };
        View { isa, side, to_move, read: &self.read, own, their }
    }
}

/// The side of a term, relative to the side for which a group is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RelativeSide {
    Own,
    Their,
}

impl RelativeSide {
    /// Returns the side that `self` stands for in a group that is computed for `side`.
    pub(super) fn of(self, side: Color) -> Color {
        if self == Self::Own { side } else { !side }
    }
}

/// A block as seen by one side, inside the target-feature boundary of an instruction set.
pub(super) struct View<'a, V: Lanes> {
    pub(super) isa: V::Isa,
    pub(super) side: Color,
    pub(super) to_move: &'a [Color; BLOCK],
    read: &'a PositionColumns,
    pub(super) own: &'a mut Side,
    pub(super) their: &'a mut Side,
}

impl<'a, V: Lanes> View<'a, V> {
    /// The number of registers in a column.
    pub(super) const REGISTERS: usize = BLOCK / V::COUNT;

    /// Loads register `i` of a term. Terms that are not stored are computed here, because an intersection takes no
    /// longer than storing and loading its result.
    #[inline(always)]
    pub(super) fn load(&self, (relative, term): (RelativeSide, Term), i: usize) -> V {
        if let Some(column) = column_of(term) {
            return self.read(&self.read[column], i);
        }
        let (side, stored) =
            if relative == RelativeSide::Own { (self.side, &*self.own) } else { (!self.side, &*self.their) };
        let Some(kinds) = kinds(term) else { return self.read(&stored[term.place()], i) };
        let pieces = self.read(self.pieces(side), i);
        let [first, others @ ..] = kinds else { return pieces };
        let mut of_kind = self.read(&self.read[*first], i);
        for kind in others {
            of_kind |= self.read(&self.read[*kind], i);
        }
        of_kind & pieces
    }

    #[inline(always)]
    fn read(&self, column: &Column, i: usize) -> V {
        V::load(self.isa, &V::Chunk::chunks(&column.0)[i])
    }

    /// Returns the knights of both sides.
    #[inline(always)]
    pub(super) fn knights(&self) -> &'a Column {
        &self.read[1]
    }

    /// Returns the kings of both sides.
    #[inline(always)]
    pub(super) fn kings(&self) -> &'a Column {
        &self.read[5]
    }

    #[inline(always)]
    pub(super) fn pieces(&self, side: Color) -> &'a Column {
        &self.read[6 + side.index()]
    }

    #[inline(always)]
    pub(super) fn store(&mut self, (relative, term): (RelativeSide, Term), i: usize, register: V) {
        let side = if relative == RelativeSide::Their { &mut *self.their } else { &mut *self.own };
        register.store(&mut V::Chunk::chunks_mut(&mut side[term.place()].0)[i]);
    }
}
