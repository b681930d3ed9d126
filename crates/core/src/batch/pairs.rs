//! The loops that list pairs of squares: each piece with each of its targets, such as the moves of all knights.
//!
//! ```text
//! knights {b1, g1}      from   1  1  1  6  6  6        one byte per square, a1 = 0
//! onto an empty board   to    11 16 18 12 21 23        ordered by `from`, then by `to`
//! ```
//!
//! A loop over the pieces of a board, with a loop over the targets of each piece inside, would end both loops with
//! branches that the CPU cannot predict. Boards are therefore processed in blocks, and each block in three steps without
//! such branches:
//!
//! ```text
//! 1. kernel            pieces and targets of each board, and the number of pairs: one register of boards at a time
//! 2. list of pieces    the square of each piece, and the board on which it stands: one board at a time
//! 3. list of targets   the attacks of the piece (from a table) that are targets: one piece at a time
//! ```
//!
//! Without vector instructions, listing the pieces takes longer than mispredicted branches. The portable method therefore
//! lists the pairs by the two loops over pieces and targets.
//!
//! Lists of sources and lists of targets could also be made for each direction, in which every piece has at most one
//! target. But such lists would be ordered by direction.

use core::mem;

use setwise_board::Bitboard;

use super::columns::common_length;
use super::members::{check_offsets, write_lists, write_one_by_one};
use crate::patterns::pairs::{CountedPairs, Jumper, PairCount};
use crate::{Kernel, LIST_ROOM, ListError, ListMembers, Offset, Runner, SquareTable};

/// The memory for lists of pairs of squares. Each square is one byte, a1 = 0, h8 = 63. The pairs of board `i` are those
/// at the indices from `offsets[i]` up to, but not including, `offsets[i + 1]`.
#[derive(Debug)]
pub struct Pairs<'a, O> {
    /// The first square of each pair, on which the piece stands.
    pub from: &'a mut [u8],
    /// The second square of each pair, which the piece attacks.
    pub to: &'a mut [u8],
    /// The offset of the first pair of each board, and after the last board the number of all pairs.
    pub offsets: &'a mut [O],
}

/// The number of boards in a block.
pub(super) const BLOCK: usize = 64;

/// The boards of a block, and the memory for their pairs.
#[doc(hidden)]
#[derive(Debug)]
pub struct PairBlock<'a, 'b> {
    table: &'static SquareTable,
    pieces: &'a [u64],
    targets: &'a [u64],
    list: &'a mut Pieces,
    from: &'a mut &'b mut [u8],
    to: &'a mut &'b mut [u8],
}

/// Lists each piece with each target that it attacks. The kernel returns the pieces and the targets of each board.
/// Returns the number of pairs. `write` must call [`write_pairs`] with some method.
///
/// # Errors
///
/// Returns an error if `from` or `to` is too short, or if an offset is too large for `O`. Nothing is written then.
///
/// # Panics
///
/// Panics if the input columns do not all have the same length, or if there is not exactly one offset more than there
/// are boards. Nothing is written in that case.
#[inline(always)]
#[track_caller]
pub fn list_pairs<P: Jumper, K: Kernel<IN, 2>, O: Offset, const IN: usize>(
    runner: impl Runner,
    piece: P,
    kernel: K,
    input: [&[u64]; IN],
    pairs: Pairs<'_, O>,
    mut write: impl FnMut(PairBlock<'_, '_>),
) -> Result<usize, ListError> {
    let boards = common_length::<u64, IN, 0>(&input, &[]);
    let Pairs { mut from, mut to, offsets } = pairs;
    check_offsets(boards, offsets);
    let [count] = runner.total(PairCount::new(piece, kernel), input);
    let count = ListError::check::<O>(count, from.len().min(to.len()))?;
    let (start, ends) = offsets.split_first_mut().expect("there is one more offset than there are boards");
    *start = O::new(0);
    let mut written = 0;
    let mut list = Pieces::new();
    let [mut pieces, mut targets, mut counts] = [[0; BLOCK]; 3];
    for (block, ends) in ends.chunks_mut(BLOCK).enumerate() {
        let first = block * BLOCK;
        let input = input.map(|column| &column[first..first + ends.len()]);
        let [pieces, targets, counts] =
            [&mut pieces, &mut targets, &mut counts].map(|column| &mut column[..ends.len()]);
        runner.map(CountedPairs::new(piece, kernel), input, [&mut *pieces, &mut *targets, &mut *counts]);
        write_ends(ends, counts, &mut written);
        write(PairBlock { table: P::TABLE, pieces, targets, list: &mut list, from: &mut from, to: &mut to });
    }
    Ok(count)
}

/// Writes the offset of the end of each list. `written` is the number of elements before the first list, and afterwards
/// after the last.
#[inline(always)]
pub(super) fn write_ends<O: Offset>(ends: &mut [O], counts: &[u64], written: &mut usize) {
    for (end, count) in ends.iter_mut().zip(counts) {
        *written += *count as usize;
        *end = O::new(*written);
    }
}

/// Writes the pairs of a block, and removes them from the memory of the block.
#[doc(hidden)]
#[inline(always)]
pub fn write_pairs<M: ListMembers>(method: M, block: PairBlock<'_, '_>) {
    method.enter(
        #[inline(always)]
        move || {
            if M::PAIRS_BY_LOOPS {
                write_by_loops(block);
            } else {
                write_by_lists(method, block);
            }
        },
    );
}

/// Lists one pair after another.
#[inline(always)]
fn write_by_loops(PairBlock { table, pieces, targets, from, to, .. }: PairBlock<'_, '_>) {
    let mut count = 0;
    for (&pieces, &targets) in pieces.iter().zip(targets) {
        for piece in Bitboard(pieces) {
            for target in table.set(piece) & Bitboard(targets) {
                (from[count], to[count]) = (piece as u8, target as u8);
                count += 1;
            }
        }
    }
    *from = &mut mem::take(from)[count..];
    *to = &mut mem::take(to)[count..];
}

/// Lists the pieces of all boards, and then the targets of all pieces.
#[inline(always)]
fn write_by_lists(method: impl ListMembers, block: PairBlock<'_, '_>) {
    let PairBlock { table, pieces, targets, list, from, to } = block;
    let count = list.fill(method, pieces);
    // As local variables, these slices stay in CPU registers.
    let (mut from_rest, mut to_rest) = (mem::take(from), mem::take(to));
    for (&square, &board) in list.squares[..count].iter().zip(&list.boards) {
        let targets = table.sets()[usize::from(square) % 64] & targets[usize::from(board)];
        match (from_rest.first_chunk_mut::<MOST_TARGETS>(), to_rest.first_chunk_mut::<MOST_TARGETS>()) {
            (Some(from_room), Some(to_room)) => {
                *from_room = [square; MOST_TARGETS];
                let count = method.write_eight(targets, to_room);
                (from_rest, to_rest) = (&mut from_rest[count..], &mut to_rest[count..]);
            }
            _ => {
                let count = write_one_by_one(targets, to_rest);
                from_rest[..count].fill(square);
                (from_rest, to_rest) = (&mut from_rest[count..], &mut to_rest[count..]);
            }
        }
    }
    (*from, *to) = (from_rest, to_rest);
}

/// The largest number of targets of one piece.
pub(super) const MOST_TARGETS: usize = 8;

/// The pieces of a block in the order of their boards, and then in the order of squares.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The square of each piece.
    pub(super) squares: [u8; ROOM],
    /// The board on which each piece stands.
    pub(super) boards: [u8; ROOM],
    /// The offset of the first piece of each board.
    offsets: [u32; BLOCK + 1],
}

/// The largest number of pieces of a block, and room for the bytes that are written after a list.
const ROOM: usize = BLOCK * 64 + LIST_ROOM;

impl Pieces {
    /// Returns an empty list.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { squares: [0; ROOM], boards: [0; ROOM], offsets: [0; BLOCK + 1] }
    }

    /// Lists the pieces of a block. Returns their number.
    #[inline(always)]
    pub(super) fn fill(&mut self, method: impl ListMembers, pieces: &[u64]) -> usize {
        /// The number of pieces for which the board is always written. Few boards have more pieces of one kind.
        const FEW: usize = 8;
        let offsets = &mut self.offsets[..=pieces.len()];
        write_lists(method, pieces, &mut self.squares, offsets);
        let mut start = 0;
        for (board, end) in offsets[1..].iter().enumerate() {
            let end = *end as usize;
            self.boards[start..start + FEW].fill(board as u8);
            if end > start + FEW {
                self.boards[start + FEW..end].fill(board as u8);
            }
            start = end;
        }
        start
    }
}
