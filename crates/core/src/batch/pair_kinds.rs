//! The loops that list pairs of all kinds: each knight and each king with each of its targets, and the kind of the pair.
//!
//! ```text
//! knight b1, king e1       from    1  1  4  4  4        one byte per square, a1 = 0
//! their pawn a3            to     16 18  3  5 12
//! the other targets empty  kind    0  7 15 15 15        8 for a king, plus the number of the set that has the target
//! ```
//!
//! The steps are those of [`pair_block`](super::pair_block).

use setwise_board::{KING_ATTACKS, KNIGHT_ATTACKS};

use super::pair_block::{PairBlock, PairBoards, PairSink, Targets, list_blocks};
use crate::patterns::pair_kinds::{CountedKinds, KindCount};
use crate::{Kernel, ListError, Offset, Runner};

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

/// The columns of a block, apart from the numbers of pairs.
#[doc(hidden)]
#[derive(Debug)]
pub struct KindBoards<'a> {
    pieces: &'a [u64],
    kings: &'a [u64],
    targets: &'a [u64],
    digits: [&'a [u64]; 3],
}

/// The squares that a knight or a king attacks.
static ATTACKS: [[u64; 64]; 2] = [KNIGHT_ATTACKS, KING_ATTACKS];

impl PairBoards for KindBoards<'_> {
    const HAVE_KINDS: bool = true;

    #[inline(always)]
    fn pieces(&self) -> &[u64] {
        self.pieces
    }

    #[inline(always)]
    fn targets(&self, square: u8, board: usize) -> Targets {
        let square = usize::from(square) % 64;
        let is_king = self.kings[board] >> square & 1 == 1;
        Targets {
            set: ATTACKS[usize::from(is_king)][square] & self.targets[board],
            digits: self.digits.map(|column| column[board]),
            piece_kinds: u64::from(is_king) * u64::from_le_bytes([8; 8]),
        }
    }
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
    mut write: impl FnMut(PairBlock<'_, '_, KindBoards<'_>>),
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
            let boards = KindBoards { pieces, kings, targets, digits: [ones, twos, fours] };
            write(PairBlock { boards, list, sink });
        },
    )
}
