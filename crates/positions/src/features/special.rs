//! Terms that are computed without a kernel. A kernel receives one register of each input, but these terms use single
//! boards or several registers at once.

use setwise::Lanes;
use setwise::backend::{AreaTables, no_revectorize, union_of_entries, with_empty_entry};
use setwise::tables::{CAUGHT_AREA, CAUGHT_BY_KNIGHT};

use super::block::RelativeSide::{Own, Their};
use super::block::{BLOCK, View};
use super::kernels::step;
use super::terms::Term;

static BY_KING: AreaTables = with_empty_entry(&CAUGHT_AREA);
static BY_KNIGHT: AreaTables = with_empty_entry(&CAUGHT_BY_KNIGHT);

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

/// Computes the passers that no knight of the other side catches.
#[inline(always)]
pub(super) fn knight_uncatchable_passers<V: Lanes>(view: &mut View<'_, V>) {
    let caught = &BY_KNIGHT[(!view.side).index()];
    let (knights, their, to_move) = (view.knights(), view.pieces(!view.side), view.to_move);
    for n in 0..BLOCK {
        let [areas] = union_of_entries(knights.0[n] & their.0[n], [&caught[to_move[n].index()]]);
        let passers = view.own[Term::Passers.place()].0[n];
        view.own[Term::KnightUncatchablePassers.place()].0[n] = passers & !areas;
    }
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
