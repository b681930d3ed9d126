//! Compares the published forms of patterns with the oracle or with the library.
//!
//! The loops over targets branch on the board, so they cannot be recorded and proved like kernels
//! (`crates/ir/tests/all/specimens.rs`). The result of each loop is a union over pairs of targets. Sets of two targets
//! therefore test every intersection, and larger sets test that the loops visit every pair.

use setwise::patterns::{caught_area, knight_distance, vulnerable_lines};
use setwise::{Bitboard, Color, Square, king_attacks, one_board};
use setwise_specimens::patterns::{
    ForksAsPublished, caught_area_by_wedges, forks_by_entries, forks_by_pairs, knight_distance_by_ceilings,
    knight_distance_by_floors, vulnerable_lines_branchy,
};
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;

/// Compares all forms of fork squares with the oracle.
fn check(targets: u64) {
    let expected = Bitboard(oracle::fork_squares(targets, 2));
    assert_eq!(one_board(ForksAsPublished, [Bitboard(targets)]), [expected], "as published: {targets:#x}");
    assert_eq!(forks_by_pairs(Bitboard(targets)), expected, "by pairs: {targets:#x}");
    assert_eq!(forks_by_entries(Bitboard(targets)), expected, "by entries: {targets:#x}");
}

#[test]
fn every_set_of_at_most_two_targets() {
    check(0);
    for a in 0..64 {
        (a..64).for_each(|b| check(1 << a | 1 << b));
    }
}

/// Compares the forms on every set of three targets that one knight attacks, on sets of every size, and on dense sets.
#[test]
fn more_than_two_targets() {
    for square in 0..64 {
        let around: Vec<u64> =
            oracle::coordinates(oracle::knight_attacks(1 << square)).map(|(f, r)| 1 << (f + 8 * r)).collect();
        for (n, a) in around.iter().enumerate() {
            for (m, b) in around[..n].iter().enumerate() {
                around[..m].iter().for_each(|c| check(a | b | c));
            }
        }
    }
    let mut sets = Sets::seeded(33);
    for pieces in 0..=64 {
        (0..20).for_each(|_| check(sets.of(pieces)));
    }
    (0..500).for_each(|_| check(sets.dense()));
}

#[test]
fn both_closed_forms_are_the_knight_distance_of_every_pair() {
    for a in Square::ALL {
        for b in Square::ALL {
            let distance = knight_distance(a, b);
            assert_eq!(knight_distance_by_ceilings(a, b), distance, "{a} {b}");
            assert_eq!(knight_distance_by_floors(a, b), distance, "{a} {b}");
        }
    }
}

#[test]
fn branches_find_the_lines_of_every_king_and_every_set_of_flight_squares() {
    let mut pairs = 0;
    for king in Square::ALL {
        let attacks = king_attacks(king).0;
        // The loop visits every subset of the attacks, from the empty set to the whole set.
        let mut flights = 0_u64;
        loop {
            let taboo = !Bitboard(flights);
            assert_eq!(vulnerable_lines_branchy(king, taboo), vulnerable_lines(king, taboo), "{king} {flights:#x}");
            pairs += 1;
            flights = flights.wrapping_sub(attacks) & attacks;
            if flights == 0 {
                break;
            }
        }
    }
    assert_eq!(pairs, 10016);
}

#[test]
fn wedges_equal_the_search_for_every_king_colour_and_side_to_move() {
    for king_color in Color::ALL {
        for to_move in Color::ALL {
            for king in Square::ALL {
                let area = caught_area(king_color, to_move, king);
                assert_eq!(caught_area_by_wedges(king_color, to_move, king), area, "{king_color} {to_move} {king}");
            }
        }
    }
}
