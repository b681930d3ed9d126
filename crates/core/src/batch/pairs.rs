//! The loops that list pairs of squares: each piece with each of its targets, such as the moves of all knights, and the
//! kind of each pair if it has one.
//!
//! ```text
//! knights {b1, g1}         from    1  1  1  6  6  6     one byte per square, a1 = 0
//! onto an empty board      to     11 16 18 12 21 23     ordered by `from`, then by `to`
//!
//! knight b1, king e1       from    1  1  4  4  4
//! their pawn a3            to     16 18  3  5 12
//! the other targets empty  kind    0  7 15 15 15        8 for a king, plus the number of the set that has the target
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
//! If pairs have kinds, the kernel also computes the digits of the kinds, and step 3 extracts the digits at the targets
//! of the piece. So each pair is visited once for all kinds, and not once for each kind.
//!
//! Without vector instructions, listing the pieces takes longer than mispredicted branches. The portable method therefore
//! lists the pairs by the two loops over pieces and targets.
//!
//! Lists of sources and lists of targets could also be made for each direction, in which every piece has at most one
//! target. But such lists would be ordered by direction.

use core::mem;

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS};

use super::columns::common_length;
use super::members::{check_offsets, number_at, write_lists, write_one_by_one};
use crate::patterns::leaper::Knight;
use crate::patterns::pair_kinds::{CountedKinds, KindCount};
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

/// The memory for lists of pairs of squares with their kinds, as in [`Pairs`].
#[derive(Debug)]
pub struct PairKinds<'a, O> {
    /// The first square of each pair, on which the piece stands.
    pub from: &'a mut [u8],
    /// The second square of each pair, which the piece attacks.
    pub to: &'a mut [u8],
    /// The kind of each pair: the number of the set of targets that contains the target, plus 8 if the piece is a king.
    pub kinds: &'a mut [u8],
    /// The offset of the first pair of each board, and after the last board the number of all pairs.
    pub offsets: &'a mut [O],
}

/// The number of boards in a block.
const BLOCK: usize = 64;

/// The largest number of targets of one piece.
const MOST_TARGETS: usize = 8;

/// The boards of a block, and the memory for their pairs. `KINDS` says whether pairs have kinds.
#[doc(hidden)]
#[derive(Debug)]
pub struct PairBlock<'a, 'b, const KINDS: bool> {
    boards: Boards<'a, KINDS>,
    list: &'a mut Pieces,
    sink: &'a mut PairSink<'b>,
}

/// The columns of a block, apart from the numbers of pairs.
#[derive(Debug)]
struct Boards<'a, const KINDS: bool> {
    pieces: &'a [u64],
    targets: &'a [u64],
    /// The squares that a piece attacks, if pairs have no kinds.
    table: &'static SquareTable,
    /// The kings among the pieces, and the binary digits of the kinds of all targets, the lowest first. These columns are
    /// empty if pairs have no kinds.
    kings: &'a [u64],
    digits: [&'a [u64]; 3],
}

impl<const KINDS: bool> Boards<'_, KINDS> {
    /// Returns the targets that the piece on a square of a board attacks.
    #[inline(always)]
    fn targets(&self, square: u8, board: usize) -> Targets {
        /// The squares that a knight or a king attacks.
        static ATTACKS: [[u64; 64]; 2] = [KNIGHT_ATTACKS, KING_ATTACKS];
        let square = usize::from(square) % 64;
        if !KINDS {
            return Targets { set: self.table.sets()[square] & self.targets[board], ..Targets::default() };
        }
        let is_king = self.kings[board] >> square & 1 == 1;
        Targets {
            set: ATTACKS[usize::from(is_king)][square] & self.targets[board],
            digits: self.digits.map(|column| column[board]),
            piece_kinds: u64::from(is_king) * u64::from_le_bytes([8; 8]),
        }
    }
}

/// The targets of a piece. If pairs have no kinds, only the set is used.
#[derive(Debug, Clone, Copy, Default)]
struct Targets {
    /// The squares of the targets.
    set: u64,
    /// The binary digits of the kinds of all targets of the board, the lowest first.
    digits: [u64; 3],
    /// Eight equal bytes, which are united with the digits of each kind.
    piece_kinds: u64,
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
struct PairSink<'b> {
    from: &'b mut [u8],
    to: &'b mut [u8],
    kinds: &'b mut [u8],
}

/// Lists each piece with each target that it attacks. The kernel returns the pieces and the targets of each board.
/// Returns the number of pairs. `write` must call `write_pairs` with some method.
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
    mut write: impl FnMut(PairBlock<'_, '_, false>),
) -> Result<usize, ListError> {
    let Pairs { from, to, offsets } = pairs;
    let room = from.len().min(to.len());
    let kernels = (PairCount::new(piece, kernel), CountedPairs::new(piece, kernel));
    let sink = PairSink { from, to, kinds: &mut [] };
    list_blocks(
        runner,
        kernels,
        input,
        (sink, room),
        offsets,
        #[inline(always)]
        |[pieces, targets, _], list, sink| {
            let boards = Boards { pieces, targets, table: P::TABLE, kings: &[], digits: [&[]; 3] };
            write(PairBlock { boards, list, sink });
        },
    )
}

/// Lists each knight and each king with each target that it attacks. The kernel returns the knights, the kings and eight
/// sets of targets of each board. Returns the number of pairs. `write` must call `write_pairs` with one of the
/// methods.
///
/// # Errors
///
/// Returns an error if the memory for the pairs is too short, or if an offset is too large for `O`. In that case,
/// nothing is written.
///
/// # Panics
///
/// Panics if the input columns do not all have the same length, or if there is not exactly one offset more than there
/// are boards. In that case, nothing is written.
#[inline(always)]
#[track_caller]
pub fn list_pair_kinds<K: Kernel<IN, 10>, O: Offset, const IN: usize>(
    runner: impl Runner,
    kernel: K,
    input: [&[u64]; IN],
    pairs: PairKinds<'_, O>,
    mut write: impl FnMut(PairBlock<'_, '_, true>),
) -> Result<usize, ListError> {
    let PairKinds { from, to, kinds, offsets } = pairs;
    let room = from.len().min(to.len()).min(kinds.len());
    let sink = PairSink { from, to, kinds };
    list_blocks(
        runner,
        (KindCount(kernel), CountedKinds(kernel)),
        input,
        (sink, room),
        offsets,
        #[inline(always)]
        |[pieces, kings, targets, ones, twos, fours, _], list, sink| {
            let boards = Boards { pieces, targets, table: Knight::TABLE, kings, digits: [ones, twos, fours] };
            write(PairBlock { boards, list, sink });
        },
    )
}

/// Lists the pairs of all boards. `kernel` computes the columns of a block; its last result is the number of pairs of a
/// board, which is the only result of `count`. There is memory for `room` pairs. Returns the number of pairs.
#[inline(always)]
#[track_caller]
fn list_blocks<'b, O: Offset, const IN: usize, const OUT: usize>(
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
pub fn write_pairs<M: ListMembers, const KINDS: bool>(method: M, block: PairBlock<'_, '_, KINDS>) {
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
fn write_by_loops<const KINDS: bool>(PairBlock { boards, sink, .. }: PairBlock<'_, '_, KINDS>) {
    let PairSink { from, to, kinds } = mem::take(sink);
    let mut count = 0;
    for (board, &pieces) in boards.pieces.iter().enumerate() {
        for piece in Bitboard(pieces) {
            let targets = boards.targets(piece as u8, board);
            for target in Bitboard(targets.set) {
                (from[count], to[count]) = (piece as u8, target as u8);
                if KINDS {
                    kinds[count] = targets.kind(target as u8);
                }
                count += 1;
            }
        }
    }
    let kinds = if KINDS { &mut kinds[count..] } else { kinds };
    *sink = PairSink { from: &mut from[count..], to: &mut to[count..], kinds };
}

/// Lists the pieces of all boards, and then the targets of all pieces.
#[inline(always)]
fn write_by_lists<const KINDS: bool>(
    method: impl ListMembers,
    PairBlock { boards, list, sink }: PairBlock<'_, '_, KINDS>,
) {
    let count = list.fill(method, boards.pieces);
    // As local variables, these slices stay in CPU registers.
    let PairSink { mut from, mut to, mut kinds } = mem::take(sink);
    for (&square, &board) in list.squares[..count].iter().zip(&list.boards) {
        let targets = boards.targets(square, usize::from(board));
        let rooms = (from.first_chunk_mut::<MOST_TARGETS>(), to.first_chunk_mut(), kinds.first_chunk_mut());
        // The last lines of the two branches are equal. If they were written once after the branches, the slices would need
        // a bounds check in the first branch.
        if let (Some(from_room), Some(to_room), kinds_room) = rooms
            && (kinds_room.is_some() || !KINDS)
        {
            *from_room = [square; MOST_TARGETS];
            if let Some(room) = kinds_room.filter(|_| KINDS) {
                method.write_numbers(targets.set, targets.digits, room);
                *room = (u64::from_le_bytes(*room) | targets.piece_kinds).to_le_bytes();
            }
            let count = method.write_eight(targets.set, to_room);
            (from, to) = (&mut from[count..], &mut to[count..]);
            if KINDS {
                kinds = &mut kinds[count..];
            }
        } else {
            let count = write_one_by_one(targets.set, to);
            from[..count].fill(square);
            if KINDS {
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
struct Pieces {
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
