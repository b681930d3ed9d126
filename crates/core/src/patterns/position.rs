//! All squares that a side attacks. Together with the other side's own pieces, they are the taboo for the other side's
//! king.
//!
//! The attacks of all sliders of a side are computed at once, by occluded fills (Kogge-Stone). A fill in one direction
//! takes three doublings. For rays to the east, they would be:
//!
//! ```text
//! free     = empty & NOT_A              squares that a slider may pass; the mask stops wrapping
//! sliders |= free & (sliders << 1)      one square farther, if it is free
//! free    &= free << 1                  runs of two free squares
//! sliders |= free & (sliders << 2)      two squares farther; then the same with << 2 and << 4
//! attacks  = sliders << 1 & NOT_A       one step farther: the blocker is attacked too
//! ```
//!
//! In fact, rays to the east are computed without doublings: the carries of an addition run along a rank.
//!
//! If one instruction flips a board, rays in the four directions along ranks and files are all computed in this way, on
//! flipped boards. Diagonals remain fills, because making ranks of them takes as many operations as a fill.
//!
//! The fills need no branch and no table, so they run on many boards at once. Magic bitboards compute only one slider
//! at a time, but are faster for one slider on one board.
//!
//! Source: Chess Programming Wiki, Kogge-Stone Algorithm and Fill Algorithms.

use setwise_board::Color;
use setwise_board::masks::{NOT_A, NOT_H};

use crate::{Kernel, Lanes, Spread, kernel};

/// Defines two functions for one direction. The first is an occluded fill by three doublings. The second takes one more
/// step, so it returns the attacked squares. This step is not masked, so the result may have squares that wrapped to
/// the opposite file. The caller removes these squares, by one operation for all directions that need the same mask.
/// The runs of free squares are computed once for all `N` sets of sliders.
macro_rules! ray {
    ($fill:ident, $name:ident, $shift:ident, $one:literal, $two:literal, $four:literal, $mask:expr) => {
        #[inline(always)]
        fn $fill<V: Lanes, const N: usize>(mut sliders: [V; N], empty: V) -> [V; N] {
            let free = empty & $mask;
            let free_two = free & free.$shift::<$one>();
            let free_four = free_two & free_two.$shift::<$two>();
            for sliders in &mut sliders {
                *sliders = sliders.union_within(sliders.$shift::<$one>(), free);
                *sliders = sliders.union_within(sliders.$shift::<$two>(), free_two);
                *sliders = sliders.union_within(sliders.$shift::<$four>(), free_four);
            }
            sliders
        }

        #[inline(always)]
        fn $name<V: Lanes, const N: usize>(sliders: [V; N], empty: V) -> [V; N] {
            let mut reached = $fill(sliders, empty);
            for reached in &mut reached {
                *reached = reached.$shift::<$one>();
            }
            reached
        }
    };
}

ray!(fill_north, north, shl, 8, 16, 32, !0);
ray!(fill_south, south, shr, 8, 16, 32, !0);
ray!(fill_west, west, shr, 1, 2, 4, NOT_H);
ray!(fill_north_east, north_east, shl, 9, 18, 36, NOT_A);
ray!(fill_north_west, north_west, shl, 7, 14, 28, NOT_H);
ray!(fill_south_east, south_east, shr, 7, 14, 28, NOT_A);
ray!(fill_south_west, south_west, shr, 9, 18, 36, NOT_H);

/// Computes the rays to the east, without doublings. The squares of a rank are the bits of a number. When a bit is
/// added at the first square of a ray, the carry passes through the run of free squares to the blocker:
///
/// ```text
/// free      . . . X X . . .      runs end at file g or before, so no carry leaves the rank
/// first     . . . X . . . .      slider c, its first square d
/// sum       . . . . . X . .      the carry has passed d and e, and f blocks
/// sum ^ free
///           . . . X X X . .      all squares that changed are attacked
/// ```
///
/// The square of a slider stops the carry of another slider even if `empty` contains this square. The union of the
/// attacks is still correct, because the slider on this square attacks the squares beyond it.
#[inline(always)]
fn east<V: Lanes, const N: usize>(mut sliders: [V; N], empty: V) -> [V; N] {
    let free = empty & NOT_H;
    for sliders in &mut sliders {
        let free = free & !*sliders;
        *sliders = free.wrapping_add(sliders.east()) ^ free;
    }
    sliders
}

/// Returns the rays toward file h, without doublings. The squares of a rank are the bits of a number. When a bit is
/// subtracted at the first square of a ray, the borrow passes through the free squares to the blocker:
///
/// ```text
/// pieces     . . X . . X . .      the sliders are pieces
/// first      . . . X . . . .      slider c, its first square d
/// difference . . X X X . . .      the borrow has passed d and e, and f is taken
/// difference ^ pieces
///            . . . X X X . .      all squares that changed are attacked
/// ```
///
/// The next slider stops the borrow, so all sliders of a rank are computed at once.
#[inline(always)]
fn toward_h<V: Lanes>(sliders: V, pieces: V) -> V {
    pieces.subtract_in_ranks(sliders.east()) ^ pieces
}

/// Returns the rays toward file a, which are rays toward file h on the mirrored board.
#[inline(always)]
fn toward_a<V: Lanes>(sliders: V, pieces: V) -> V {
    pieces.mirror_horizontal().subtract_in_ranks(sliders.mirror_east()).mirror_horizontal() ^ pieces
}

/// Returns `others` and the rays along ranks.
#[inline(always)]
fn along_ranks<V: Lanes>(sliders: V, pieces: V, others: V) -> V {
    toward_a(sliders, pieces) | (toward_h(sliders, pieces) | others)
}

/// Returns `others` and the rays along ranks and files. Files are ranks of the flipped board.
#[inline(always)]
fn along_ranks_and_files<V: Lanes>(sliders: V, empty: V, others: V) -> V {
    let pieces = !empty | sliders;
    let files = along_ranks(sliders.flip_antidiagonal(), pieces.flip_antidiagonal(), empty.nothing());
    along_ranks(sliders, pieces, others | files.flip_antidiagonal())
}

/// Defines a function for one direction of rooks, which computes rays on flipped boards if this is fastest. Otherwise it
/// computes them by `$fill`. On the flipped board, north is toward file a.
macro_rules! straight_ray {
    ($name:ident, $fill:ident, $toward:ident $(, $flip:ident)?) => {
        #[inline(always)]
        fn $name<V: Lanes, const N: usize>(mut sliders: [V; N], empty: V) -> [V; N] {
            if !V::FLIPS_BY_INSTRUCTION {
                return $fill(sliders, empty);
            }
            for sliders in &mut sliders {
                let pieces = !empty | *sliders;
                *sliders = $toward((*sliders)$(.$flip())?, pieces$(.$flip())?)$(.$flip())?;
            }
            sliders
        }
    };
}

straight_ray!(to_north, north, toward_a, flip_antidiagonal);
straight_ray!(to_south, south, toward_h, flip_antidiagonal);
straight_ray!(to_east, east, toward_h);
straight_ray!(to_west, west, toward_a);

/// The squares that the sliders of one side attack. [`rays`] computes them.
#[derive(Debug, Clone, Copy)]
pub struct Rays<V> {
    /// The attacked squares, up to and including the first piece on each ray.
    pub attacks: V,
    /// For each ray that ends on a king, the square one step beyond the king. With one king, `attacks` and `behind`
    /// together contain every square next to the king that the sliders would attack if the king were removed.
    pub behind: V,
}

/// Computes the rays in the directions that need `$mask`, and adds them to `$all`: the attacks of `$sliders` and the
/// squares one step beyond `$kings`.
macro_rules! add_rays {
    ($all:ident, $kings:ident, $empty:ident, $mask:expr, $($ray:ident of $sliders:ident, $shift:ident $one:literal;)+) => {
        let mut family = [Rays { attacks: $empty.nothing(), behind: $empty.nothing() }; N];
        $(
            let images = $ray($sliders, $empty);
            for ((rays, image), king) in family.iter_mut().zip(&images).zip(&$kings) {
                rays.attacks |= *image;
                rays.behind |= (*image & (*king & $mask)).$shift::<$one>();
            }
        )+
        for (all, rays) in $all.iter_mut().zip(&family) {
            all.attacks |= rays.attacks & $mask;
            all.behind |= rays.behind & $mask;
        }
    };
}

/// Returns the rays of the sliders of `N` sides on the same board. One call for several sides takes fewer operations
/// than one call for each side. For each side, `diagonal` has the bishops and queens, `straight` has the rooks and
/// queens, and `kings` has the kings for [`Rays::behind`].
#[inline(always)]
pub fn rays<V: Lanes, const N: usize>(diagonal: [V; N], straight: [V; N], kings: [V; N], empty: V) -> [Rays<V>; N] {
    let mut all = [Rays { attacks: empty.nothing(), behind: empty.nothing() }; N];
    add_rays!(all, kings, empty, !0, to_north of straight, shl 8; to_south of straight, shr 8;);
    add_rays!(all, kings, empty, NOT_A, to_east of straight, shl 1; north_east of diagonal, shl 9; south_east of diagonal, shr 7;);
    add_rays!(all, kings, empty, NOT_H, to_west of straight, shr 1; north_west of diagonal, shl 7; south_west of diagonal, shr 9;);
    all
}

/// Returns the squares that rooks (and queens) attack, up to and including the first piece on the way.
#[inline(always)]
pub fn orthogonal_attacks<V: Lanes>(sliders: V, occupied: V) -> V {
    if V::FLIPS_BY_INSTRUCTION {
        return along_ranks_and_files(sliders, !occupied, occupied.nothing());
    }
    let (sliders, empty) = ([sliders], !occupied);
    let [[north], [south]] = [north(sliders, empty), south(sliders, empty)];
    let [[east], [west]] = [east(sliders, empty), west(sliders, empty)];
    // Only rays to the west may wrap.
    (north | south) | east | (west & NOT_H)
}

/// Returns the squares that bishops (and queens) attack, up to and including the first piece on the way.
#[inline(always)]
pub fn diagonal_attacks<V: Lanes>(sliders: V, occupied: V) -> V {
    let [east, west] = diagonals(sliders, !occupied);
    (east & NOT_A) | (west & NOT_H)
}

/// Returns the diagonal rays toward file h and the diagonal rays toward file a. The two sets are not masked, so they
/// may have squares that wrapped to the opposite file.
#[inline(always)]
fn diagonals<V: Lanes>(sliders: V, empty: V) -> [V; 2] {
    let [[north_east], [south_east]] = [north_east([sliders], empty), south_east([sliders], empty)];
    let [[north_west], [south_west]] = [north_west([sliders], empty), south_west([sliders], empty)];
    [north_east | south_east, north_west | south_west]
}

kernel! {
    /// The squares that rooks attack: [`orthogonal_attacks`] as a kernel. Inputs: rooks, the pieces of both sides.
    pub fn RookAttacks(_spread, rooks, occupied) -> [attacks] {
        let attacks = orthogonal_attacks(rooks, occupied);
    }
}

kernel! {
    /// The squares that bishops attack: [`diagonal_attacks`] as a kernel. Inputs: bishops, the pieces of both sides.
    pub fn BishopAttacks(_spread, bishops, occupied) -> [attacks] {
        let attacks = diagonal_attacks(bishops, occupied);
    }
}

/// Returns the squares that queens attack along ranks, files, diagonals and antidiagonals, as one set for each kind of
/// line. Each ray ends with the first piece on the way. The order is that of
/// [`LINES_THROUGH`](setwise_board::LINES_THROUGH).
#[inline(always)]
pub fn attacks_by_line<V: Lanes>(queens: V, occupied: V) -> [V; 4] {
    let rays = rays_by_direction([[queens]; 4], !occupied).map(|[ray]| ray);
    let [north, south, east, west, north_east, south_west, south_east, north_west] = rays;
    [east | west, north | south, north_east | south_west, south_east | north_west]
}

/// Returns the rays of `N` sides, one set for each direction. Opposite directions are adjacent: north, south, east, west,
/// north-east, south-west, south-east, north-west. Each side has a set of sliders for each line: file, rank, rising and
/// falling diagonal. Each ray ends with the first piece on the way.
///
/// In one direction, no two rays of a side reach the same square, because each ray ends at the next slider.
#[inline(always)]
pub(super) fn rays_by_direction<V: Lanes, const N: usize>(sliders: [[V; N]; 4], empty: V) -> [[V; N]; 8] {
    #[inline(always)]
    fn masked<V: Lanes, const N: usize>(mut rays: [V; N], mask: u64) -> [V; N] {
        for ray in &mut rays {
            *ray = *ray & mask;
        }
        rays
    }
    let [file, rank, rising, falling] = sliders;
    // Rays to the east need no mask, because they do not wrap.
    [
        to_north(file, empty),
        to_south(file, empty),
        to_east(rank, empty),
        masked(to_west(rank, empty), NOT_H),
        masked(north_east(rising, empty), NOT_A),
        masked(south_west(rising, empty), NOT_H),
        masked(south_east(falling, empty), NOT_A),
        masked(north_west(falling, empty), NOT_H),
    ]
}

/// All squares that a side attacks.
///
/// Inputs: the side's pawns, knights, bishops, rooks, queens, king; all pieces of both sides; and the pieces through
/// which sliders attack. To compute a taboo, pass the other side's king as the last input, because a king cannot flee
/// along the ray that checks it. Otherwise pass an empty set.
///
/// ```text
/// rook e8 attacks through king e4     attacked
/// . . . . R . . .                     X X X X . X X X
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . k . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// . . . . . . . .                     . . . . X . . .
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttackedSquares {
    /// The colour of the side, which determines the direction of its pawn captures.
    pub side: Color,
}

impl Kernel<8, 1> for AttackedSquares {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 8]) -> [V; 1] {
        let [pawns, knights, bishops, rooks, queens, king, occupied, looked_through] = input;
        let empty = !occupied | looked_through;
        let straight = [rooks | queens];
        let [[mut north], [mut south], [east], [west]] = if V::FLIPS_BY_INSTRUCTION {
            [[empty.nothing()]; 4]
        } else {
            [fill_north(straight, empty), fill_south(straight, empty), east(straight, empty), west(straight, empty)]
        };
        let [diagonal_east, diagonal_west] = diagonals(bishops | queens, empty);
        let pawn_files = pawns.east() | pawns.west();
        match self.side {
            Color::White => north |= pawn_files,
            Color::Black => south |= pawn_files,
        }
        let sideways = east | (diagonal_east & NOT_A) | ((west | diagonal_west) & NOT_H);
        let attacks = spread.steps(knights, king, north, south) | sideways;
        let [straight] = straight;
        [if V::FLIPS_BY_INSTRUCTION { along_ranks_and_files(straight, empty, attacks) } else { attacks }]
    }
}
