//! Compares the kernels of caught pawns with the oracles by coordinates, for one and several kings and knights, and for flags
//! other than 0 and 1.

use setwise::patterns::{CaughtArea, CaughtByKnight};
use setwise::{Color, Kernel};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::oracle::{caught_by_king, caught_by_knights, coordinates};

/// No piece, each single piece, pairs on all ranks, and all squares.
fn pieces() -> impl Iterator<Item = u64> {
    let single = (0..64).map(|square| 1 << square);
    let pairs = (0..63).map(|square| 1 << square | 1 << ((5 * square + 11) % 64));
    [0, u64::MAX].into_iter().chain(single).chain(pairs)
}

fn check(kernel: impl Kernel<2, 1> + std::fmt::Debug, oracle: impl Fn(u64, Color) -> u64) {
    let boards: Vec<[u64; 2]> = pieces().flat_map(|pieces| [0, 1, 2, u64::MAX].map(|flag| [pieces, flag])).collect();
    let to_move = |flag| if flag == 0 { Color::Black } else { Color::White };
    check_pattern(kernel, &boards, |[pieces, flag]| [oracle(pieces, to_move(flag))])
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// With several kings, the area has the squares on which any of them catches the pawn, without the squares of the kings.
#[test]
fn pawns_are_caught_by_any_king() {
    for side in Color::ALL {
        check(CaughtArea { side }, |kings, to_move| {
            coordinates(kings).fold(0, |area, king| area | caught_by_king(king, side, to_move)) & !kings
        });
    }
}

#[test]
fn pawns_are_caught_by_any_knight_alone() {
    for side in Color::ALL {
        check(CaughtByKnight { side }, |knights, to_move| caught_by_knights(knights, side, to_move));
    }
}
