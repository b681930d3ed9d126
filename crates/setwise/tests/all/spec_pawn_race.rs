//! Reference values: the set-wise rule of the square (`docs/reference.md`, section 6), and the
//! knight against a lone passer (section 3.6).

use setwise::patterns::{caught_area, caught_by_knight, king_distance, uncatchable};
use setwise::tables::{CAUGHT_AREA, CAUGHT_BY_KNIGHT};
use setwise::{Bitboard, Color, Rank, Square};
use setwise_testkit::reference::fnv1a_of_sets;

#[test]
fn the_table_has_the_published_checksums() {
    let [[white_white, white_black], [black_white, black_black]] = CAUGHT_AREA;
    assert_eq!(fnv1a_of_sets(black_white), 0x22AF_D4AE_B131_4832);
    assert_eq!(fnv1a_of_sets(black_black), 0xDDC4_ADBE_AD36_D683);
    assert_eq!(fnv1a_of_sets(white_white), 0xC74C_528E_FB1C_BBA3);
    assert_eq!(fnv1a_of_sets(white_black), 0x39C4_3901_B28C_F900);
    assert_eq!(fnv1a_of_sets(CAUGHT_AREA.into_iter().flatten().flatten()), 0x2858_3A42_D814_9D03);
    let by_rank = |areas: [u64; 64]| -> Vec<u32> {
        areas.chunks(8).map(|rank| rank.iter().map(|area| area.count_ones()).sum()).collect()
    };
    assert_eq!(by_rank(black_white), [0, 0, 108, 160, 204, 238, 260, 268]);
    assert_eq!(by_rank(black_black), [22, 116, 174, 226, 270, 304, 304, 312]);
}

#[test]
fn samples_are_the_published_ones() {
    for (king, pawn_to_move, king_to_move) in [
        ("e1", 0, 0x0000_0000_0000_3800),
        ("a1", 0, 0x300),
        ("e2", 0, 0x0000_0000_00FF_EF00),
        ("a2", 0, 0x0000_0000_007F_7E00),
        ("e3", 0x0000_0000_00EF_FF00, 0x0000_0000_FFEF_FF00),
        ("e4", 0x0000_0000_EFFF_FF00, 0x0000_00FF_EFFF_FF00),
        ("e5", 0x0000_00EE_FFFF_FF00, 0x0000_FEEF_FFFF_FF00),
        ("e6", 0x0000_6CFE_FFFF_FF00, 0x007C_EEFF_FFFF_FF00),
        ("e7", 0x0028_7CFE_FFFF_FF00, 0x006C_FEFF_FFFF_FF00),
        ("e8", 0x0038_7CFE_FFFF_FF00, 0x007C_FEFF_FFFF_FF00),
        ("c6", 0x0000_1B3F_7FFF_FF00, 0x001F_3B7F_FFFF_FF00),
        ("h8", 0x00C0_E0F0_F8FC_FC00, 0x00E0_F0F8_FCFE_FE00),
        ("a8", 0x0003_070F_1F3F_3F00, 0x0007_0F1F_3F7F_7F00),
        ("g5", 0x0000_00B8_FCFE_FE00, 0x0000_F8BC_FEFF_FF00),
    ] {
        let king: Square = king.parse().unwrap();
        assert_eq!(caught_area(Color::Black, Color::White, king), Bitboard(pawn_to_move), "{king}");
        assert_eq!(caught_area(Color::Black, Color::Black, king), Bitboard(king_to_move), "{king}");
    }
    assert_eq!(caught_area(Color::White, Color::Black, Square::G4), Bitboard(0x00FE_FEFC_B800_0000));
    assert_eq!(caught_area(Color::White, Color::White, Square::G4), Bitboard(0x00FF_FFFE_BCF8_0000));
}

#[test]
fn areas_of_the_colours_are_mirrored() {
    for king_color in Color::ALL {
        for to_move in Color::ALL {
            for king in Square::ALL {
                let area = caught_area(king_color, to_move, king);
                let other = caught_area(!king_color, !to_move, king.flip_vertical());
                assert_eq!(area.flip_vertical(), other, "{king}");
            }
        }
    }
}

#[test]
fn a_move_in_hand_never_catches_less_and_uncatchable_is_the_rest() {
    for king in Square::ALL {
        let with = caught_area(Color::Black, Color::Black, king);
        assert!(caught_area(Color::Black, Color::White, king).is_subset(with), "{king}");
        assert_eq!(uncatchable(Bitboard::ALL, Color::Black, Color::Black, king), !with);
    }
}

#[test]
fn the_knight_catches_the_published_pawns() {
    let [[white_white, white_black], [black_white, black_black]] = CAUGHT_BY_KNIGHT;
    assert_eq!(fnv1a_of_sets(black_white), 0x3003_A00B_92FF_CCF1);
    assert_eq!(fnv1a_of_sets(black_black), 0xB50B_FC09_F572_3C7A);
    for (knight, pawn_to_move, knight_to_move) in [
        (Square::G5, 0x0000_A8BD_5FFF_FF00, 0x00A8_FDBF_FFFF_FF00),
        (Square::A1, 0x0000_0000_2A7F_7F00, 0x0000_002A_7FFF_FF00),
        (Square::E4, 0x0000_54FE_EFD7_FF00, 0x0054_FEFF_EFFF_FF00),
    ] {
        assert_eq!(caught_by_knight(Color::Black, Color::White, knight), Bitboard(pawn_to_move), "{knight}");
        assert_eq!(caught_by_knight(Color::Black, Color::Black, knight), Bitboard(knight_to_move), "{knight}");
    }
    for knight in Square::ALL {
        let other = knight.flip_vertical().index();
        assert_eq!(black_white[knight.index()], white_black[other].swap_bytes(), "{knight}");
        assert_eq!(black_black[knight.index()], white_white[other].swap_bytes(), "{knight}");
    }
}

/// With the king to move, the formula of the Rule of the Square page misses that a king may simply capture the pawn.
#[test]
fn the_published_formula_misses_22_pairs() {
    let missed = |to_move: Color| {
        let pairs = Square::ALL.into_iter().flat_map(|king| Square::ALL.map(|pawn| (king, pawn)));
        let wrong = pairs.filter(|&(king, pawn)| {
            let goal = Square::new(pawn.file(), Rank::Eighth);
            let in_hand = u32::from(to_move == Color::Black);
            let caught = king_distance(pawn, goal).min(5) + in_hand >= king_distance(king, goal);
            let pawn_is_possible = king != pawn && (8..56).contains(&pawn.index());
            pawn_is_possible && caught != caught_area(Color::Black, to_move, king).contains(pawn)
        });
        wrong.inspect(|(king, pawn)| assert!(king.index() < 8 && pawn.index() < 16)).count()
    };
    assert_eq!((missed(Color::White), missed(Color::Black)), (0, 22));
}
