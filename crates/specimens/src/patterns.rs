//! Published forms of patterns, for comparison with those of the library.
//!
//! - fork squares: [`ForksAsPublished`], [`forks_by_pairs`] and [`forks_by_entries`], for comparison with
//!   [`Forks<2>`](setwise::patterns::Forks);
//! - [`UnitedDirections`], for comparison with [`KnightDirections`](setwise::patterns::KnightDirections), which keeps the
//!   eight directions apart.
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
use setwise::patterns::at_least;
use setwise::{Bitboard, Spread, kernel, knight_attacks};

kernel! {
    /// The squares from which a knight attacks at least two of the targets, by the sequence of the Knight Pattern page.
    ///
    /// The eight images of the targets are accumulated one after the other, in the order of the page: no_no_ea,
    /// no_no_we, so_so_ea, so_so_we, no_ea_ea, no_we_we, so_ea_ea, so_we_we. A square that is in an image and in an
    /// earlier one is a fork square.
    ///
    /// ```text
    /// forks    |= image & attacked      seven times: nothing comes before the first image
    /// attacked |= image                 six times: nothing comes after the last
    /// ```
    ///
    /// That is 19 operations (the first of the seven needs no union), apart from steps and shifts. One step to the east
    /// and one to the west lead to the first four images, a second step in each direction to the others.
    /// [`at_least_two_images`](setwise::patterns::at_least_two_images) needs fewer operations, because it counts part
    /// of the images before ranks are shifted.
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
    /// The squares that a set of knights attacks, whatever the formula of the backend: the union of the eight
    /// directions, each with one shift and one mask.
    pub fn UnitedDirections(_spread, knights) -> [attacks] {
        let attacks = EightShifts.knight(knights);
    }
}

/// Returns the squares from which a knight attacks at least two of the targets: for each pair of targets, the squares
/// that both attack as knights.
///
/// This is the alternative that the Knight Pattern page mentions. n targets need n (n - 1) / 2 intersections, and the
/// branches of both loops depend on the board. So it is not a [`Kernel`](setwise::Kernel) and cannot be recorded as a
/// program. Instead of a proof, tests compare it with coordinates.
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

/// Returns the same as [`forks_by_pairs`] with one read of the table for each target: each entry is
/// intersected with the union of the entries before it.
///
/// This is the loop that a program with tables would use; it is not on the page.
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
