//! Reference values: knight forks (`docs/reference.md`, section 4).

use setwise::patterns::{FamilyForks, Forks, ForksSetwiseSafe, RoyalForks};
use setwise::{Bitboard, Color, Square, one_board};
use setwise_specimens::patterns::{ForksAsPublished, forks_by_entries, forks_by_pairs};
use setwise_testkit::reference::{fnv1a_of_sets, splitmix64};

/// Returns the fork squares, on which all forms agree.
fn forks(targets: u64) -> u64 {
    let targets = Bitboard(targets);
    let [forks] = one_board(Forks::<2>, [targets]);
    let [as_published] = one_board(ForksAsPublished, [targets]);
    assert_eq!([as_published, forks_by_pairs(targets), forks_by_entries(targets)], [forks; 3], "{targets:?}");
    forks.0
}

fn set(squares: &str) -> Bitboard {
    squares.split_whitespace().map(|square| square.parse::<Square>().unwrap()).collect()
}

#[test]
fn targets_have_the_published_fork_squares() {
    for (targets, expected) in [
        ("", ""),
        ("a1", ""),
        ("a8 e8", "c7"),
        ("e8 h8", ""),
        ("e8 g8", "f6"),
        ("a8 d8 e8 h8", "c7 f7"),
        ("d8 f7 h8", "f7"),
        ("d5 f5", "e3 e7"),
        ("c7 e7", "d5"),
        ("a1 c1", "b3"),
        ("c3 f6", "e4 d5"),
        ("d4 d6", "b5 f5"),
        ("d5 e5", ""),
        ("d5 d6", ""),
        ("a1 a2", ""),
        ("b1 g1", ""),
        ("a1 h8", ""),
        ("a1 h1 a8 h8", ""),
    ] {
        assert_eq!(Bitboard(forks(set(targets).0)), set(expected), "{targets}");
    }
    let r = [0, 1, 2].map(splitmix64);
    for (targets, expected) in [
        (0x00FF_0000_0000_0000, 0x3C00_3C7E_0000_0000),
        (r[0], 0x50BA_FFFE_FE7F_FF3E),
        (r[1], 0x7EFF_FEFE_FEFD_FE5C),
        (r[2], 0x3A3D_7776_AE3F_3614),
        (r[0] & r[1] & r[2], 0x0000_0002_2614_0014),
        (!0, !0),
    ] {
        assert_eq!(forks(targets), expected, "{targets:#x}");
    }
    let [three] = one_board(Forks::<3>, [Bitboard::ALL]);
    assert_eq!(three.0, 0x7EFF_FFFF_FFFF_FF7E);
}

#[test]
fn the_forks_of_all_pairs_have_the_published_number_and_checksum() {
    let pairs = || (0..64).flat_map(|a| (a + 1..64).map(move |b| 1_u64 << a | 1 << b));
    assert_eq!(pairs().count(), 2016);
    assert_eq!(pairs().filter(|&pair| forks(pair) != 0).count(), 540);
    assert_eq!(fnv1a_of_sets(pairs().map(forks)), 0x2FC2_F9EB_4B17_CFB9);
}

#[test]
fn safe_forks_have_the_published_values() {
    let safe = |targets, own, own_knights, pawns, knights| {
        let input = [targets, own, own_knights, pawns, knights].map(set);
        let [safe] = one_board(ForksSetwiseSafe { side: Color::White }, input);
        safe
    };
    assert_eq!(safe("a8 e8", "d5", "d5", "", ""), set("c7"));
    assert_eq!(safe("a8 e8", "d5", "d5", "", "e6"), set(""));
    assert_eq!(safe("a8 e8", "d4", "d4", "", ""), set(""));
    assert_eq!(safe("a8 e8", "d5 c7", "d5", "", ""), set(""));
    assert_eq!(safe("d5 f5", "g4", "g4", "", ""), set("e3"));
    assert_eq!(safe("d5 f5", "g4", "g4", "d4", ""), set(""));
    assert_eq!(safe("d5 f5", "g4 c6", "g4 c6", "d4", ""), set("e7"));
}

#[test]
fn a_royal_fork_attacks_the_king_and_a_queen() {
    let [royal] = one_board(RoyalForks, [set("e8"), set("a8 d5")]);
    assert_eq!(royal, set("c7 f6"));
}

#[test]
fn a_family_fork_attacks_a_rook_as_well() {
    let family = |rooks| one_board(FamilyForks, [set("e8"), set("c8"), set(rooks)])[0];
    assert_eq!(family("f5"), set("d6"));
    assert_eq!(family("a1 f5"), set("d6"));
    assert_eq!(family("a1"), set(""));
    assert_eq!(family(""), set(""));
}
