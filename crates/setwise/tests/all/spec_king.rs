//! Reference values: the king and the lines through a square (`docs/reference.md`, sections 5.1, 5.3 and 3.9).

use setwise::patterns::{KingAttacks, KingFill, king_degree};
use setwise::tables::{KING_ATTACKS, KING_DEGREES, LINES_THROUGH};
use setwise::{BackendId, Bitboard, Square, king_attacks, king_attacks_setwise, one_board};
use setwise_testkit::oracle;
use setwise_testkit::reference::{fnv1a_of_sets, splitmix64};

#[test]
fn the_table_has_the_published_entries_and_checksum() {
    use Square::*;
    for (square, set) in [
        (G2, 0x0000_0000_00E0_A0E0),
        (A1, 0x0000_0000_0000_0302),
        (H1, 0x0000_0000_0000_C040),
        (A8, 0x0203_0000_0000_0000),
        (H8, 0x40C0_0000_0000_0000),
        (B1, 0x0000_0000_0000_0705),
        (A2, 0x0000_0000_0003_0203),
        (B2, 0x0000_0000_0007_0507),
        (D4, 0x0000_001C_141C_0000),
        (E5, 0x0000_3828_3800_0000),
    ] {
        assert_eq!(king_attacks(square), Bitboard(set), "{square}");
    }
    assert_eq!(fnv1a_of_sets(KING_ATTACKS), 0x3E0F_63E0_DC74_F59D);
}

#[test]
fn sets_have_the_published_attacks_on_every_backend() {
    let r = [0, 1, 2].map(splitmix64);
    let cases = [
        (0, 0),
        (1 << 28 | 1 << 36, 0x0000_3838_3838_0000),
        (1 << 4 | 1 << 60, 0x2838_0000_0000_3828),
        (!0, !0),
        (r[0], 0xF5FF_7FFF_FFFF_FFFF),
        (r[2], 0xEFFF_FEFF_7FFF_FFFF),
        (r[0] & r[1] & r[2], 0x051F_1C1C_1FFF_BFEF),
    ];
    let kings = cases.map(|(kings, _)| kings).repeat(3);
    let attacks = cases.map(|(_, attacks)| attacks).repeat(3);
    for backend in BackendId::ready() {
        let mut results = vec![0; kings.len()];
        backend.map(KingAttacks, [&kings], [&mut results]);
        assert!(results == attacks, "{}: {results:#x?}", backend.id());
    }
    for (kings, attacks) in cases {
        assert_eq!(king_attacks_setwise(Bitboard(kings)), Bitboard(attacks));
        assert_eq!(oracle::king_attacks(kings), attacks);
    }
}

#[test]
fn fills_from_e4_reach_the_whole_board_after_four() {
    let e4 = [Square::E4.bitboard()];
    assert_eq!(one_board(KingFill::<1>, e4), [Bitboard(0x0000_0038_3838_0000)]);
    assert_eq!(one_board(KingFill::<2>, e4), [Bitboard(0x0000_7C7C_7C7C_7C00)]);
    assert_eq!(one_board(KingFill::<3>, e4), [Bitboard(0x00FE_FEFE_FEFE_FEFE)]);
    assert_eq!(one_board(KingFill::<4>, e4), [Bitboard::ALL]);
}

#[test]
fn degrees_have_the_published_histogram() {
    let mut histogram = [0; 9];
    for square in Square::ALL {
        let degree = KING_DEGREES[square.index()];
        assert_eq!(u32::from(degree), king_degree(square), "{square}");
        assert_eq!(u32::from(degree), king_attacks(square).count(), "{square}");
        histogram[usize::from(degree)] += 1;
    }
    assert_eq!(histogram, [0, 0, 0, 4, 0, 24, 0, 0, 36]);
    assert_eq!(KING_DEGREES.map(u32::from).iter().sum::<u32>(), 420);
}

#[test]
fn lines_have_the_published_entries_and_checksums() {
    let lines = |square: Square| LINES_THROUGH[square.index()];
    assert_eq!(lines(Square::E1), [0xFF, 0x1010_1010_1010_1010, 0x0000_0000_8040_2010, 0x0000_0001_0204_0810]);
    assert_eq!(lines(Square::D4)[2..], [0x8040_2010_0804_0201, 0x0001_0204_0810_2040]);
    assert_eq!(lines(Square::H1)[2..], [Square::H1.bitboard().0, 0x0102_0408_1020_4080]);
    assert_eq!(lines(Square::A1)[2..], [0x8040_2010_0804_0201, Square::A1.bitboard().0]);
    assert_eq!(fnv1a_of_sets(LINES_THROUGH.into_iter().flatten()), 0x2C94_ABD8_AF6A_495D);
    let checksums = [0, 1, 2, 3].map(|line| fnv1a_of_sets(LINES_THROUGH.map(|lines| lines[line])));
    assert_eq!(
        checksums,
        [0x1C58_9D0A_4D37_0B25, 0xEBC4_69F1_F918_9765, 0x61E8_CEDF_C9A7_D139, 0x33D8_D149_DEA9_EC9D,]
    );
}
