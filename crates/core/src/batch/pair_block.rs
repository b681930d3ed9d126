//! The loops that list pairs of squares, each piece with each of its targets, and the kind of each pair if it has one.
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
//! If pairs have kinds, the kernel also computes the digits of the kinds, and step 3 extracts the digits at the targets
//! of the piece. So each pair is visited once for all kinds, and not once for each kind.
//!
//! Without vector instructions, listing the pieces takes longer than mispredicted branches. The portable method therefore
//! lists the pairs by the two loops over pieces and targets.
//!
//! Lists of sources and lists of targets could also be made for each direction, in which every piece has at most one
//! target. But such lists would be ordered by direction.

use core::mem;

use setwise_board::Bitboard;

use super::columns::common_length;
use super::members::{check_offsets, number_at, write_lists, write_one_by_one};
use crate::{Kernel, LIST_ROOM, ListError, ListMembers, Offset, Runner};

/// The number of boards in a block.
const BLOCK: usize = 64;

/// The largest number of targets of one piece.
const MOST_TARGETS: usize = 8;

/// The boards of a block, and the memory for their pairs.
#[doc(hidden)]
#[derive(Debug)]
pub struct PairBlock<'a, 'b, B> {
    pub(super) boards: B,
    pub(super) list: &'a mut Pieces,
    pub(super) sink: &'a mut PairSink<'b>,
}

/// The columns of a block.
#[doc(hidden)]
pub trait PairBoards {
    /// Whether pairs have kinds.
    const HAVE_KINDS: bool;

    /// Returns the pieces of each board.
    fn pieces(&self) -> &[u64];

    /// Returns the targets that the piece on a square of a board attacks.
    fn targets(&self, square: u8, board: usize) -> Targets;
}

/// The targets of a piece. If pairs have no kinds, only the set is used.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Targets {
    /// The squares of the targets.
    pub(super) set: u64,
    /// The binary digits of the kinds of all targets of the board, the lowest first.
    pub(super) digits: [u64; 3],
    /// Eight equal bytes, which are united with the digits of each kind.
    pub(super) piece_kinds: u64,
}

impl Targets {
    /// Returns the kind of the pair with a target.
    #[inline(always)]
    fn kind(self, target: u8) -> u8 {
        self.piece_kinds as u8 | number_at(target, self.digits)
    }
}

/// The memory for the pairs that have not been written yet. If pairs have no kinds, the third column is empty.
#[derive(Debug, Default)]
pub(super) struct PairSink<'b> {
    pub(super) from: &'b mut [u8],
    pub(super) to: &'b mut [u8],
    pub(super) kinds: &'b mut [u8],
}

/// Lists the pairs of all boards. `kernel` computes the columns of a block; its last result is the number of pairs of a
/// board, which is the only result of `count`. There is memory for `room` pairs. Returns the number of pairs.
#[inline(always)]
#[track_caller]
pub(super) fn list_blocks<'b, O: Offset, const IN: usize, const OUT: usize>(
    runner: impl Runner,
    (count, kernel): (impl Kernel<IN, 1>, impl Kernel<IN, OUT>),
    input: [&[u64]; IN],
    (mut sink, room): (PairSink<'b>, usize),
    offsets: &mut [O],
    mut write: impl FnMut([&[u64]; OUT], &mut Pieces, &mut PairSink<'b>),
) -> Result<usize, ListError> {
    let boards = common_length::<u64, IN, 0>(&input, &[]);
    check_offsets(boards, offsets);
    let [count] = runner.total(count, input);
    let count = ListError::check::<O>(count, room)?;
    let (start, ends) = offsets.split_first_mut().expect("there is one more offset than there are boards");
    *start = O::new(0);
    let mut written = 0;
    let mut list = Pieces::new();
    let mut columns = [[0; BLOCK]; OUT];
    for (block, ends) in ends.chunks_mut(BLOCK).enumerate() {
        let first = block * BLOCK;
        let input = input.map(|column| &column[first..first + ends.len()]);
        runner.map(kernel, input, columns.each_mut().map(|column| &mut column[..ends.len()]));
        let columns = columns.each_ref().map(|column| &column[..ends.len()]);
        for (end, count) in ends.iter_mut().zip(columns[OUT - 1]) {
            written += *count as usize;
            *end = O::new(written);
        }
        write(columns, &mut list, &mut sink);
    }
    Ok(count)
}

/// Writes the pairs of a block, and removes their memory from that of the block.
#[doc(hidden)]
#[inline(always)]
pub fn write_pairs<M: ListMembers, B: PairBoards>(method: M, block: PairBlock<'_, '_, B>) {
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
fn write_by_loops<B: PairBoards>(PairBlock { boards, sink, .. }: PairBlock<'_, '_, B>) {
    let PairSink { from, to, kinds } = mem::take(sink);
    let mut count = 0;
    for (board, &pieces) in boards.pieces().iter().enumerate() {
        for piece in Bitboard(pieces) {
            let targets = boards.targets(piece as u8, board);
            for target in Bitboard(targets.set) {
                (from[count], to[count]) = (piece as u8, target as u8);
                if B::HAVE_KINDS {
                    kinds[count] = targets.kind(target as u8);
                }
                count += 1;
            }
        }
    }
    let kinds = if B::HAVE_KINDS { &mut kinds[count..] } else { kinds };
    *sink = PairSink { from: &mut from[count..], to: &mut to[count..], kinds };
}

/// Lists the pieces of all boards, and then the targets of all pieces.
#[inline(always)]
fn write_by_lists<B: PairBoards>(method: impl ListMembers, PairBlock { boards, list, sink }: PairBlock<'_, '_, B>) {
    let count = list.fill(method, boards.pieces());
    // As local variables, these slices stay in CPU registers.
    let PairSink { mut from, mut to, mut kinds } = mem::take(sink);
    for (&square, &board) in list.squares[..count].iter().zip(&list.boards) {
        let targets = boards.targets(square, usize::from(board));
        let rooms = (from.first_chunk_mut::<MOST_TARGETS>(), to.first_chunk_mut(), kinds.first_chunk_mut());
        // The last lines of the two branches are equal. If they were written once after the branches, the slices would need
        // a bounds check in the first branch.
        if let (Some(from_room), Some(to_room), kinds_room) = rooms
            && (kinds_room.is_some() || !B::HAVE_KINDS)
        {
            *from_room = [square; MOST_TARGETS];
            if let Some(room) = kinds_room.filter(|_| B::HAVE_KINDS) {
                method.write_numbers(targets.set, targets.digits, room);
                *room = (u64::from_le_bytes(*room) | targets.piece_kinds).to_le_bytes();
            }
            let count = method.write_eight(targets.set, to_room);
            (from, to) = (&mut from[count..], &mut to[count..]);
            if B::HAVE_KINDS {
                kinds = &mut kinds[count..];
            }
        } else {
            let count = write_one_by_one(targets.set, to);
            from[..count].fill(square);
            if B::HAVE_KINDS {
                for (kind, &target) in kinds.iter_mut().zip(&to[..count]) {
                    *kind = targets.kind(target);
                }
                kinds = &mut kinds[count..];
            }
            (from, to) = (&mut from[count..], &mut to[count..]);
        }
    }
    *sink = PairSink { from, to, kinds };
}

/// The pieces of a block in the order of their boards, and then in the order of squares.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The square of each piece.
    squares: [u8; ROOM],
    /// The board on which each piece stands.
    boards: [u8; ROOM],
    /// The offset of the first piece of each board.
    offsets: [u32; BLOCK + 1],
}

/// The largest number of pieces of a block, and room for the bytes that are written after a list.
const ROOM: usize = BLOCK * 64 + LIST_ROOM;

impl Pieces {
    /// Returns an empty list.
    #[inline(always)]
    fn new() -> Self {
        Self { squares: [0; ROOM], boards: [0; ROOM], offsets: [0; BLOCK + 1] }
    }

    /// Lists the pieces of a block. Returns their number.
    #[inline(always)]
    fn fill(&mut self, method: impl ListMembers, pieces: &[u64]) -> usize {
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
