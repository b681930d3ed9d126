//! Reference values: the knight (`docs/reference.md`, sections 3.2 to 3.4 and 3.7 to 3.9).

use setwise::backend::{Runner, Scalar, Strategy, Words};
use setwise::patterns::{
    KingAttacks, KnightAttacks, KnightCaptures, KnightFill, KnightMoves, KnightQuietMoves, knight_degree,
};
use setwise::tables::{KNIGHT_ATTACKS, KNIGHT_DEGREES};
use setwise::{BackendId, Bitboard, Kernel, Square, knight_attacks, knight_attacks_setwise};
use setwise_specimens::FourMasks;
use setwise_testkit::oracle;
use setwise_testkit::reference::{fnv1a_of_sets, splitmix64};

/// Runs one board on every ready backend, in a batch long enough for every register, and checks that all results agree.
fn on_every_backend<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K, input: [u64; IN]) -> [u64; OUT] {
    let columns = input.map(|set| [set; 9]);
    let single = setwise::one_board(kernel, input.map(Bitboard)).map(|set| set.0);
    for backend in BackendId::ready() {
        let mut results = [[0; 9]; OUT];
        backend.map(
            kernel,
            columns.each_ref().map(|column| &column[..]),
            results.each_mut().map(|column| &mut column[..]),
        );
        assert_eq!(results, single.map(|word| [word; 9]), "{}", backend.id());
    }
    single
}

#[test]
fn the_table_has_the_published_entries_and_checksum() {
    use Square::*;
    for (square, set) in [
        (D4, 0x0000_1422_0022_1400),
        (A1, 0x0000_0000_0002_0400),
        (B1, 0x0000_0000_0005_0800),
        (C1, 0x0000_0000_000A_1100),
        (A2, 0x0000_0000_0204_0004),
        (B2, 0x0000_0000_0508_0008),
        (C2, 0x0000_0000_0A11_0011),
        (C3, 0x0000_000A_1100_110A),
        (E5, 0x0028_4400_4428_0000),
        (G7, 0x1000_10A0_0000_0000),
        (H1, 0x0000_0000_0040_2000),
        (A8, 0x0004_0200_0000_0000),
        (H8, 0x0020_4000_0000_0000),
        (G1, 0x0000_0000_00A0_1000),
        (B8, 0x0008_0500_0000_0000),
    ] {
        assert_eq!(knight_attacks(square), Bitboard(set), "{square}");
        assert_eq!(on_every_backend(KnightAttacks, [square.bitboard().0]), [set], "{square}");
    }
    assert_eq!(fnv1a_of_sets(KNIGHT_ATTACKS), 0xBBEB_5CA1_DCF0_D75F);
    assert_eq!(KNIGHT_ATTACKS.iter().map(|set| set.count_ones()).sum::<u32>(), 336);
}

#[test]
fn sets_have_the_published_attacks() {
    let r = [0, 1, 2].map(splitmix64);
    let s = r[0] & r[1] & r[2];
    assert_eq!(s, 0x0200_0808_0009_4504);
    for (knights, attacks) in [
        (0, 0),
        (!0, !0),
        (0x42, 0x0000_0000_00A5_1800),
        (0x42 << 56, 0x0018_A500_0000_0000),
        (1 << 27 | 1 << 44, 0x2844_1466_2822_1400),
        (r[0], 0xDCFE_FFFE_FFFF_FF3F),
        (r[1], !0),
        (r[2], 0xBF7F_7FFF_FEBF_7F17),
        (s, 0x143E_2736_BE1F_3717),
    ] {
        assert_eq!(on_every_backend(KnightAttacks, [knights]), [attacks], "{knights:#x}");
        assert_eq!(knight_attacks_setwise(Bitboard(knights)), Bitboard(attacks));
        assert_eq!(oracle::knight_attacks(knights), attacks);
    }
}

#[test]
fn fills_from_a1_reach_the_whole_board_after_six() {
    let mut set = 1;
    for (stage, count) in [
        (0x0000_0000_0000_0001, 1),
        (0x0000_0000_0002_0401, 3),
        (0x0000_0005_0A13_0C15, 12),
        (0x000A_152F_5F3B_5D3F, 32),
        (0x2A5F_BF7F_FF7F_FF7F, 53),
        (0x7FFF_FFFF_FFFF_FFFF, 63),
        (!0, 64),
        (!0, 64),
    ] {
        assert_eq!(Bitboard(set), Bitboard(stage));
        assert_eq!(Bitboard(set).count(), count);
        [set] = on_every_backend(KnightFill::<1>, [set]);
    }
    for square in Square::ALL {
        assert_eq!(on_every_backend(KnightFill::<6>, [square.bitboard().0]), [!0], "{square}");
    }
    assert_eq!(on_every_backend(KnightFill::<1>, [0]), [0]);
}

#[test]
fn exactly_n_moves_from_a1_alternate_between_the_colours() {
    let mut set = 1;
    for stage in [
        0x0000_0000_0000_0001,
        0x0000_0000_0002_0400,
        0x0000_0005_0A11_0815,
        0x000A_152A_552A_552A,
        0x2A55_AA55_AA55_AA55,
        0x55AA_55AA_55AA_55AA,
        0xAA55_AA55_AA55_AA55,
    ] {
        assert_eq!(Bitboard(set), Bitboard(stage));
        [set] = on_every_backend(KnightAttacks, [set]);
    }
}

#[test]
fn moves_captures_and_quiet_moves_are_attacks_without_or_with_others() {
    // White knights b1 and g1 at the start; a black pawn has come to a3.
    let (knights, own, their) = (0x42, 0xFFFF, 0xFFFF << 48 | 1 << 16);
    let [moves] = on_every_backend(KnightMoves, [knights, own]);
    let [captures] = on_every_backend(KnightCaptures, [knights, their]);
    let [quiet] = on_every_backend(KnightQuietMoves, [knights, own | their]);
    let squares = |list: &[Square]| Bitboard::from_squares(list).0;
    assert_eq!(moves, squares(&[Square::A3, Square::C3, Square::F3, Square::H3]));
    assert_eq!(captures, squares(&[Square::A3]));
    assert_eq!(quiet, squares(&[Square::C3, Square::F3, Square::H3]));
}

#[test]
fn degrees_have_the_published_formula_and_histogram() {
    let near = |coordinate: usize| coordinate.min(7 - coordinate).min(2);
    let by_distance = [[2, 3, 4], [3, 4, 6], [4, 6, 8]];
    let mut histogram = [0; 9];
    for square in Square::ALL {
        let degree = KNIGHT_DEGREES[square.index()];
        assert_eq!(u32::from(degree), knight_degree(square), "{square}");
        let (x, y) = (near(square.file().index()), near(square.rank().index()));
        assert_eq!(degree, by_distance[x][y], "{square}");
        assert_eq!(u32::from(degree), knight_attacks(square).count(), "{square}");
        histogram[usize::from(degree)] += 1;
    }
    assert_eq!(histogram, [0, 0, 4, 8, 20, 0, 16, 0, 16]);
    assert_eq!(KNIGHT_DEGREES.map(u32::from).iter().sum::<u32>(), 336);
    // For several knights the number of attacked squares is not the sum of the degrees: b1 and d1 share c3.
    let two = Square::B1.bitboard() | Square::D1.bitboard();
    assert!(knight_attacks_setwise(two).count() < 3 + 4);
}

/// The form of a blog article: four masks, each on the union of two shifts.
#[test]
fn four_masks_over_unions_of_two_shifts_are_the_attacks() {
    let squares = Square::ALL.map(|square| square.bitboard().0);
    let sets: Vec<u64> = squares.into_iter().chain((0..64).map(splitmix64)).chain([0, !0]).collect();
    let (mut knights, mut kings) = (vec![0; sets.len()], vec![0; sets.len()]);
    let backend = Strategy::<Words<1>, FourMasks>::new(Scalar);
    backend.map(KnightAttacks, [&sets], [&mut knights]);
    backend.map(KingAttacks, [&sets], [&mut kings]);
    for (n, set) in sets.into_iter().enumerate() {
        assert_eq!(knights[n], oracle::knight_attacks(set), "{set:#x}");
        assert_eq!(kings[n], oracle::king_attacks(set), "{set:#x}");
    }
}
