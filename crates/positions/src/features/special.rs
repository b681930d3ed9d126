//! Terms that are computed without a kernel. A kernel receives one register of each input, but these terms use single
//! boards or several registers at once.

use setwise::Lanes;
use setwise::backend::no_revectorize;
use setwise::tables::{CAUGHT_AREA, CAUGHT_BY_KNIGHT};

use super::block::RelativeSide::{Own, Their};
use super::block::{BLOCK, View};
use super::kernels::step;
use super::terms::Term;

/// The squares on which a lone passed pawn is caught by a piece. The indices are the colour of the piece, the side to
/// move, and the square of the piece. Index 64, which stands for a missing piece, has the empty set.
type Caught = [[[u64; 65]; 2]; 2];

static BY_KING: Caught = with_no_piece(&CAUGHT_AREA);
static BY_KNIGHT: Caught = with_no_piece(&CAUGHT_BY_KNIGHT);

const fn with_no_piece(areas: &[[[u64; 64]; 2]; 2]) -> Caught {
    let mut caught = [[[0; 65]; 2]; 2];
    let mut n = 0;
    while n < 2 * 2 * 64 {
        let (color, to_move, square) = (n / 128, n / 64 % 2, n % 64);
        caught[color][to_move][square] = areas[color][to_move][square];
        n += 1;
    }
    caught
}

/// Computes the passers that the other side's king does not catch. If the other side has several kings, the king on the
/// lowest square counts. A passer on rank 1 or 8 is never caught. Without a king, no passer is caught.
///
/// For each board, the function reads a set of squares from a table, without a branch. A formula on registers would
/// take longer.
#[inline(always)]
pub(super) fn uncatchable_passers<V: Lanes>(view: &mut View<'_, V>) {
    let caught = &BY_KING[(!view.side).index()];
    let (kings, their, to_move) = (view.kings(), view.pieces(!view.side), view.to_move);
    for n in 0..BLOCK {
        let king = (kings.0[n] & their.0[n]).trailing_zeros() as usize;
        let passers = view.own[Term::Passers.place()].0[n];
        view.own[Term::UncatchablePassers.place()].0[n] = passers & !caught[to_move[n].index()][king];
    }
}

/// Computes the passers that no knight of the other side catches. A side seldom has more than two knights, so the sets
/// for the first two are read without a branch, and only further knights need a loop.
#[inline(always)]
pub(super) fn knight_uncatchable_passers<V: Lanes>(view: &mut View<'_, V>) {
    let caught = &BY_KNIGHT[(!view.side).index()];
    let (knights, their, to_move) = (view.knights(), view.pieces(!view.side), view.to_move);
    for n in 0..BLOCK {
        let caught = &caught[to_move[n].index()];
        let first = knights.0[n] & their.0[n];
        let second = without_lowest(first);
        let mut areas = caught[first.trailing_zeros() as usize] | caught[second.trailing_zeros() as usize];
        let mut others = without_lowest(second);
        while others != 0 {
            areas |= caught[others.trailing_zeros() as usize];
            others = without_lowest(others);
        }
        let passers = view.own[Term::Passers.place()].0[n];
        view.own[Term::KnightUncatchablePassers.place()].0[n] = passers & !areas;
    }
}

fn without_lowest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}

/// Computes the squares that kings reach over empty squares that the other side does not attack.
///
/// Each round of the flood needs the result of the previous round, and the number of rounds cannot be predicted.
/// Therefore several registers are flooded at once, so that their rounds overlap. Each iteration of the loop makes two
/// rounds. The loop ends when the second round changes no register.
#[inline(always)]
pub(super) fn king_flood<V: Lanes>(view: &mut View<'_, V>) {
    const AT_ONCE: usize = 4;
    for first in (0..View::<V>::REGISTERS).step_by(AT_ONCE) {
        no_revectorize::<V>();
        let mut reached = [view.load((Own, Term::King), first); AT_ONCE];
        let mut path = reached;
        for (k, (reached, path)) in reached.iter_mut().zip(&mut path).enumerate() {
            *reached = view.load((Own, Term::King), first + k);
            let occupied = view.load((Own, Term::Pieces), first + k) | view.load((Their, Term::Pieces), first + k);
            *path = *reached | !(occupied | view.load((Their, Term::Attacks), first + k));
        }
        loop {
            let mut added = path[0].nothing();
            for (reached, path) in reached.iter_mut().zip(&path) {
                let once = step(*reached, *path);
                *reached = step(once, *path);
                added |= *reached ^ once;
            }
            if added.is_empty() {
                break;
            }
        }
        for (k, reached) in reached.iter().enumerate() {
            view.store((Own, Term::KingFlood), first + k, *reached);
        }
    }
}
