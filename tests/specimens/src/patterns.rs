//! Published forms of patterns, for comparison with the forms in the library.
//!
//! - fork squares: [`ForksAsPublished`], [`forks_by_pairs`] and [`forks_by_entries`], for comparison with
//!   [`Forks<2>`](setwise::patterns::Forks);
//! - [`UnitedDirections`], for comparison with [`KnightDirections`](setwise::patterns::KnightDirections), which keeps
//!   the eight directions apart;
//! - functions of single squares: [`knight_distance_by_ceilings`] and [`knight_distance_by_floors`], without a table;
//!   [`vulnerable_lines_branchy`], with branches; [`caught_area_by_wedges`], with 16 constants instead of 256 sets.
//!
//! ```
//! use setwise::{Bitboard, Square, one_board};
//! use setwise_specimens::patterns::{ForksAsPublished, forks_by_entries, forks_by_pairs};
//!
//! let targets = Bitboard::from_squares(&[Square::A8, Square::E8]);
//! assert_eq!(one_board(ForksAsPublished, [targets]), [Square::C7.into()]);
//! assert_eq!(forks_by_pairs(targets), Square::C7.into());
//! assert_eq!(forks_by_entries(targets), Square::C7.into());
//! ```

use setwise::backend::EightShifts;
use setwise::masks::PAWN_RANKS;
use setwise::patterns::at_least;
use setwise::tables::{KING_ATTACKS, LINES_THROUGH};
use setwise::{Bitboard, Color, Spread, Square, kernel, knight_attacks};

kernel! {
    /// The squares from which a knight attacks at least two of the targets, computed as on the page "Knight Pattern" of
    /// the Chess Programming Wiki.
    ///
    /// The eight images of the targets are accumulated one by one, in the order of the page: no_no_ea, no_no_we,
    /// so_so_ea, so_so_we, no_ea_ea, no_we_we, so_ea_ea, so_we_we. A square that is in two images is a fork square.
    ///
    /// ```text
    /// forks    |= image & attacked      seven times: nothing comes before the first image
    /// attacked |= image                 six times: nothing comes after the last
    /// ```
    ///
    /// This sequence has 19 operations: seven intersections, six unions with `forks` (the first update needs none), and
    /// six unions with `attacked`. The operations that compute the images are not counted. The first four images are
    /// computed from the targets after one step to the east or west. The other four images are computed after a second
    /// step in the same direction. [`at_least_two_images`](setwise::patterns::at_least_two_images) needs fewer
    /// operations, because it counts some of the images before they are shifted by ranks.
    ///
    /// ```text
    /// targets             fork squares
    /// X . . . X . . .     . . . . . . . .
    /// . . . . . . . .     . . X . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// ```
    pub fn ForksAsPublished(_spread, targets) -> [forks] {
        let (east, west) = (targets.east(), targets.west());
        let (two_east, two_west) = (east.east(), west.west());
        let near = [east.shl::<16>(), west.shl::<16>(), east.shr::<16>(), west.shr::<16>()];
        let far = [two_east.shl::<8>(), two_west.shl::<8>(), two_east.shr::<8>(), two_west.shr::<8>()];
        let forks = at_least::<2, _>([near[0], near[1], near[2], near[3], far[0], far[1], far[2], far[3]]);
    }
}

kernel! {
    /// The squares that a set of knights attacks: the union of the eight directions, each with one shift and one mask.
    /// The backend's own formula is not used.
    pub fn UnitedDirections(_spread, knights) -> [attacks] {
        let attacks = EightShifts.knight(knights);
    }
}

/// Returns the squares from which a knight attacks at least two of the targets. For each pair of targets, adds the
/// squares that are a knight move from both.
///
/// The Knight Pattern page mentions this alternative. `n` targets need `n (n - 1) / 2` intersections, and the branches
/// of both loops depend on the board. The function is therefore not a [`Kernel`](setwise::Kernel) and cannot be
/// recorded as a program. Its results are not proved; tests compare them with the oracle.
#[inline]
#[must_use]
pub fn forks_by_pairs(targets: Bitboard) -> Bitboard {
    let (mut forks, mut rest) = (Bitboard::EMPTY, targets);
    for a in targets {
        rest ^= a.into();
        for b in rest {
            forks |= knight_attacks(a) & knight_attacks(b);
        }
    }
    forks
}

/// Returns the same squares as [`forks_by_pairs`], from one entry of the attack table for each target. Each entry is
/// intersected with the union of the entries before it.
///
/// A program with attack tables would use this loop. The Knight Pattern page does not mention it.
#[inline]
#[must_use]
pub fn forks_by_entries(targets: Bitboard) -> Bitboard {
    let (mut forks, mut attacked) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in targets {
        forks |= knight_attacks(square) & attacked;
        attacked |= knight_attacks(square);
    }
    forks
}

/// Returns the [`knight_distance`](setwise::patterns::knight_distance), computed from the larger and the smaller
/// difference of coordinates, with three corrections.
#[must_use]
pub const fn knight_distance_by_ceilings(a: Square, b: Square) -> u32 {
    let (x, y) = larger_and_smaller(a, b);
    let halves = x.div_ceil(2);
    let thirds = (x + y).div_ceil(3);
    let moves = if halves > thirds { halves } else { thirds };
    let moves = moves + (moves + x + y) % 2;
    let near_and_far = (x == 1 && y == 0) || (x == 2 && y == 2) || (x == 1 && y == 1 && (is_corner(a) || is_corner(b)));
    moves + if near_and_far { 2 } else { 0 }
}

/// Returns the [`knight_distance`](setwise::patterns::knight_distance), with three special cases. All other distances
/// are computed from the smaller difference of coordinates and the amount by which the larger one exceeds it.
#[must_use]
pub const fn knight_distance_by_floors(a: Square, b: Square) -> u32 {
    let (x, y) = larger_and_smaller(a, b);
    match (x, y) {
        (1, 0) => 3,
        (2, 2) => 4,
        (1, 1) if is_corner(a) || is_corner(b) => 4,
        _ => {
            let (e, y) = ((x - y).cast_signed(), y.cast_signed());
            let divisor = if y > e { 3 } else { 4 };
            (e - 2 * (e - y).div_euclid(divisor)).cast_unsigned()
        }
    }
}

/// Returns the differences of files and ranks, the larger one first.
const fn larger_and_smaller(a: Square, b: Square) -> (u32, u32) {
    let files = a.file().index().abs_diff(b.file().index()) as u32;
    let ranks = a.rank().index().abs_diff(b.rank().index()) as u32;
    if files > ranks { (files, ranks) } else { (ranks, files) }
}

const fn is_corner(square: Square) -> bool {
    matches!(square, Square::A1 | Square::H1 | Square::A8 | Square::H8)
}

/// Returns the [`vulnerable_lines`](setwise::patterns::vulnerable_lines), computed with branches: all four lines if
/// there are no flight squares, otherwise the first line that contains the king and all flight squares. If no line
/// contains all these squares, the result is 0.
#[must_use]
pub const fn vulnerable_lines_branchy(king: Square, taboo: Bitboard) -> u8 {
    let flights = Bitboard(KING_ATTACKS[king.index()] & !taboo.0);
    let pattern = flights.with(king);
    let [rank, file, diagonal, antidiagonal] = LINES_THROUGH[king.index()];
    if flights.is_empty() {
        15
    } else if pattern.is_subset(Bitboard(rank)) {
        1
    } else if pattern.is_subset(Bitboard(file)) {
        2
    } else if pattern.is_subset(Bitboard(diagonal)) {
        4
    } else if pattern.is_subset(Bitboard(antidiagonal)) {
        8
    } else {
        0
    }
}

/// Returns the [`caught_area`](setwise::patterns::caught_area), computed without the table of 256 sets. For a black
/// king above rank 2, the area is the wedge for the king's file, cut off above the king's rank. If the king is to move,
/// the wedge is one file wider on each side, and is cut off one rank higher. For a white king, the same rule applies to
/// the vertically flipped board.
#[must_use]
pub const fn caught_area_by_wedges(king_color: Color, to_move: Color, king: Square) -> Bitboard {
    match king_color {
        Color::Black => caught_by_black(matches!(to_move, Color::Black), king),
        Color::White => caught_by_black(matches!(to_move, Color::White), king.flip_vertical()).flip_vertical(),
    }
}

/// The wedges: one set of pawn squares for each file of the king. A wedge contains the pawns whose distance in files
/// from the king is at most the number of moves that they need to promote.
const WEDGES: [u64; 8] = wedges(0);
/// The wedges if the king is to move. They are one file wider on each side.
const WEDGES_TO_MOVE: [u64; 8] = wedges(1);

const fn caught_by_black(king_to_move: bool, king: Square) -> Bitboard {
    let (file, rank) = (king.file().index(), king.rank().index());
    let area = match (king_to_move, rank) {
        (false, 0 | 1) => 0,
        (false, _) => WEDGES[file] & up_to_rank(rank),
        (true, 0) => KING_ATTACKS[king.index()] & PAWN_RANKS,
        (true, 7) => WEDGES_TO_MOVE[file],
        (true, _) => WEDGES_TO_MOVE[file] & up_to_rank(rank + 1),
    };
    Bitboard(area).without(king)
}

/// Returns the squares of all ranks up to `rank`, from 0 to 7.
const fn up_to_rank(rank: usize) -> u64 {
    !0 >> (8 * (7 - rank))
}

const fn wedges(in_hand: usize) -> [u64; 8] {
    let mut wedges = [0; 8];
    let mut file = 0_usize;
    while file < 8 {
        let mut pawn = 8;
        while pawn < 56 {
            let to_go = 7 - pawn / 8;
            let moves = if to_go > 5 { 5 } else { to_go };
            if file.abs_diff(pawn % 8) <= moves + in_hand {
                wedges[file] |= 1 << pawn;
            }
            pawn += 1;
        }
        file += 1;
    }
    wedges
}
