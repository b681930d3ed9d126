//! Walks the tree of legal moves with cozy-chess alone.

use cozy_chess::{Board, Move};

/// Returns the number of leaf positions after `depth` moves, without the kernel. The moves of the last ply are counted
/// but not played.
pub(super) fn leaves(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    match depth {
        0 => count = 1,
        1 => {
            board.generate_moves(|moves| {
                count += moves.len() as u64;
                false
            });
        }
        _ => each_move(board, |_, next| count += leaves(next, depth - 1)),
    }
    count
}

/// Calls `visit` with each legal move and the position after it.
#[inline(always)]
pub(super) fn each_move(board: &Board, mut visit: impl FnMut(Move, &Board)) {
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            visit(mv, &next);
        }
        false
    });
}
