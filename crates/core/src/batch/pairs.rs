//! The loops that list pairs of squares: each piece with each of its targets, such as the moves of all knights.
//!
//! ```text
//! knights {b1, g1}      from   1  1  1  6  6  6        one byte per square, a1 = 0
//! onto an empty board   to    11 16 18 12 21 23        ordered by `from`, then by `to`
//! ```
//!
//! The steps are those of [`pair_block`](super::pair_block).

use super::pair_block::{PairBlock, PairBoards, PairSink, Targets, list_blocks};
use crate::patterns::pairs::{CountedPairs, Jumper, PairCount};
use crate::{Kernel, ListError, Offset, Runner, SquareTable};

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

/// The columns of a block, apart from the numbers of pairs, and the squares that a piece attacks.
#[doc(hidden)]
#[derive(Debug)]
pub struct Boards<'a> {
    pieces: &'a [u64],
    targets: &'a [u64],
    table: &'static SquareTable,
}

impl PairBoards for Boards<'_> {
    const HAVE_KINDS: bool = false;

    #[inline(always)]
    fn pieces(&self) -> &[u64] {
        self.pieces
    }

    #[inline(always)]
    fn targets(&self, square: u8, board: usize) -> Targets {
        let set = self.table.sets()[usize::from(square) % 64] & self.targets[board];
        Targets { set, ..Targets::default() }
    }
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
    mut write: impl FnMut(PairBlock<'_, '_, Boards<'_>>),
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
            write(PairBlock { boards: Boards { pieces, targets, table: P::TABLE }, list, sink });
        },
    )
}
