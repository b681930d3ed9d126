//! The loops that list pairs of all kinds: each knight and each king with each of its targets, and the kind of the pair.
//!
//! ```text
//! knight b1, king e1       from    1  1  4  4  4        one byte per square, a1 = 0
//! their pawn a3            to     16 18  3  5 12
//! the other targets empty  kind    0  7 15 15 15        8 for a king, plus the number of the set that has the target
//! ```
//!
//! The steps are those of [`pairs`](super::pairs), and the kernel also computes the digits of the kinds. For each piece,
//! one further step extracts the digits at its targets. So each pair is visited once for all kinds, and not once for
//! each kind.

use core::mem;

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS};

use super::columns::common_length;
use super::members::{check_offsets, number_at, write_one_by_one};
use super::pairs::{BLOCK, MOST_TARGETS, Pieces, write_ends};
use crate::patterns::pair_kinds::{CountedKinds, KindCount};
use crate::{Kernel, ListError, ListMembers, Offset, Runner};

/// The memory for lists of pairs of squares with their kinds. Each square is one byte, a1 = 0, h8 = 63. The pairs of
/// board `i` are at the indices from `offsets[i]` up to, but not including, `offsets[i + 1]`.
#[derive(Debug)]
pub struct PairKinds<'a, O> {
    /// The first square of each pair, on which the piece stands.
    pub from: &'a mut [u8],
    /// The second square of each pair, which the piece attacks.
    pub to: &'a mut [u8],
    /// The kind of each pair: the number of the set of targets that contains the target, plus 8 if the piece is a king.
    pub kinds: &'a mut [u8],
    /// The offset of the first pair of each board, followed by the number of pairs of all boards.
    pub offsets: &'a mut [O],
}

/// The boards of a block, and the memory for their pairs.
#[doc(hidden)]
#[derive(Debug)]
pub struct KindBlock<'a, 'b> {
    boards: Boards<'a>,
    list: &'a mut Pieces,
    rest: &'a mut Rest<'b>,
}

/// The columns of a block, apart from the numbers of pairs.
#[derive(Debug, Clone, Copy)]
struct Boards<'a> {
    pieces: &'a [u64],
    kings: &'a [u64],
    targets: &'a [u64],
    digits: [&'a [u64]; 3],
}

/// The memory for the pairs that have not been written yet.
#[derive(Debug, Default)]
struct Rest<'b> {
    from: &'b mut [u8],
    to: &'b mut [u8],
    kinds: &'b mut [u8],
}

/// Lists each knight and each king with each target that it attacks. The kernel returns the knights, the kings and eight
/// sets of targets of each board. Returns the number of pairs. `write` must call [`write_kinds`] with one of the
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
    mut write: impl FnMut(KindBlock<'_, '_>),
) -> Result<usize, ListError> {
    let boards = common_length::<u64, IN, 0>(&input, &[]);
    let PairKinds { from, to, kinds, offsets } = pairs;
    check_offsets(boards, offsets);
    let [count] = runner.total(KindCount(kernel), input);
    let count = ListError::check::<O>(count, from.len().min(to.len()).min(kinds.len()))?;
    let mut rest = Rest { from, to, kinds };
    let (start, ends) = offsets.split_first_mut().expect("there is one more offset than there are boards");
    *start = O::new(0);
    let mut written = 0;
    let mut list = Pieces::new();
    let mut columns = [[0; BLOCK]; 7];
    for (block, ends) in ends.chunks_mut(BLOCK).enumerate() {
        let first = block * BLOCK;
        let input = input.map(|column| &column[first..first + ends.len()]);
        runner.map(CountedKinds(kernel), input, columns.each_mut().map(|column| &mut column[..ends.len()]));
        let [pieces, kings, targets, ones, twos, fours, counts] =
            columns.each_ref().map(|column| &column[..ends.len()]);
        write_ends(ends, counts, &mut written);
        let boards = Boards { pieces, kings, targets, digits: [ones, twos, fours] };
        write(KindBlock { boards, list: &mut list, rest: &mut rest });
    }
    Ok(count)
}

/// Writes the pairs of a block, and removes their memory from that of the block.
#[doc(hidden)]
#[inline(always)]
pub fn write_kinds<M: ListMembers>(method: M, block: KindBlock<'_, '_>) {
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

/// The squares that a knight or a king attacks.
static ATTACKS: [[u64; 64]; 2] = [KNIGHT_ATTACKS, KING_ATTACKS];

impl Boards<'_> {
    /// Returns whether the piece on a square of a board is a king, and the targets that it attacks.
    #[inline(always)]
    fn piece(&self, square: u8, board: usize) -> (bool, u64) {
        let square = usize::from(square) % 64;
        let is_king = self.kings[board] >> square & 1 == 1;
        (is_king, ATTACKS[usize::from(is_king)][square] & self.targets[board])
    }

    /// Returns the digits of the kinds of a board's targets.
    #[inline(always)]
    fn digits(&self, board: usize) -> [u64; 3] {
        self.digits.map(|column| column[board])
    }
}

impl Rest<'_> {
    /// Removes the memory of `count` pairs, which have been written.
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        let Self { from, to, kinds } = self;
        for memory in [from, to, kinds] {
            *memory = &mut mem::take(memory)[count..];
        }
    }
}

/// Lists one pair after another.
#[inline(always)]
fn write_by_loops(KindBlock { boards, rest, .. }: KindBlock<'_, '_>) {
    let mut count = 0;
    for (board, &pieces) in boards.pieces.iter().enumerate() {
        for piece in Bitboard(pieces) {
            let (is_king, targets) = boards.piece(piece as u8, board);
            for target in Bitboard(targets) {
                (rest.from[count], rest.to[count]) = (piece as u8, target as u8);
                rest.kinds[count] = king_kinds(is_king) as u8 | number_at(target as u8, boards.digits(board));
                count += 1;
            }
        }
    }
    rest.skip(count);
}

/// Lists the pieces of all boards, and then the targets of all pieces.
#[inline(always)]
fn write_by_lists(method: impl ListMembers, KindBlock { boards, list, rest }: KindBlock<'_, '_>) {
    let count = list.fill(method, boards.pieces);
    // As local variables, these slices stay in CPU registers.
    let Rest { mut from, mut to, mut kinds } = mem::take(rest);
    for (&square, &board) in list.squares[..count].iter().zip(&list.boards) {
        let board = usize::from(board);
        let (is_king, targets) = boards.piece(square, board);
        let (digits, king_kinds) = (boards.digits(board), king_kinds(is_king));
        let rooms = (from.first_chunk_mut(), to.first_chunk_mut(), kinds.first_chunk_mut());
        let count = if let (Some(from_room), Some(to_room), Some(kinds_room)) = rooms {
            *from_room = [square; MOST_TARGETS];
            method.write_numbers(targets, digits, kinds_room);
            *kinds_room = (u64::from_le_bytes(*kinds_room) | king_kinds).to_le_bytes();
            method.write_eight(targets, to_room)
        } else {
            let count = write_one_by_one(targets, to);
            from[..count].fill(square);
            for (kind, &target) in kinds.iter_mut().zip(&to[..count]) {
                *kind = king_kinds as u8 | number_at(target, digits);
            }
            count
        };
        (from, to, kinds) = (&mut from[count..], &mut to[count..], &mut kinds[count..]);
    }
    *rest = Rest { from, to, kinds };
}

/// Returns eight bytes, each of which is 8 for a king and 0 for a knight.
#[inline(always)]
fn king_kinds(is_king: bool) -> u64 {
    u64::from(is_king) * u64::from_le_bytes([8; 8])
}
