//! The published forms of patterns, compared with coordinates.
//!
//! The loops over targets branch on the board, so they cannot be recorded and proved like kernels
//! (`crates/program/tests/all/specimens.rs`). Their results are unions over pairs of targets. The tests of
//! every pair of squares cover the intersections. Larger sets cover the choice of pairs that the loops visit.

use setwise::backend::{Prefix, Scalar, Strategy, Words};
use setwise::{Bitboard, one_board};
use setwise_specimens::patterns::{ForksAsPublished, UnitedDirections, forks_by_entries, forks_by_pairs};
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;

/// Compares all forms of fork squares with coordinates.
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

/// Every three targets that one knight attacks, sets of every size, and dense sets.
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

/// A different board in every lane.
#[test]
fn kernels_keep_boards_apart() {
    let mut sets = Sets::seeded(34);
    let boards: Vec<u64> = (0..67).map(|n| if n % 2 == 0 { sets.dense() } else { sets.sparse() }).collect();
    let (mut forks, mut attacks) = (vec![0; boards.len()], vec![0; boards.len()]);
    let backend = Strategy::<Words<8>, Prefix>::new(Scalar);
    backend.map(ForksAsPublished, [&boards], [&mut forks]);
    backend.map(UnitedDirections, [&boards], [&mut attacks]);
    for (n, board) in boards.iter().enumerate() {
        assert_eq!(forks[n], oracle::fork_squares(*board, 2), "{board:#x}");
        assert_eq!(attacks[n], oracle::knight_attacks(*board), "{board:#x}");
    }
}
