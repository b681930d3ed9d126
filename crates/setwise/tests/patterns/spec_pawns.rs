//! Tests what `docs/reference.md`, sections 3.6 and 6, says about pawns against a king or a knight. `reference.rs`
//! compares the values in the tables.

use setwise::patterns::pawn_endings::{KingAndPawn, LoneKing, TwoPassers};
use setwise::patterns::{CaughtArea, CaughtByKnight, caught_area, king_distance, uncatchable};
use setwise::{Bitboard, Color, Kernel, Rank, Square};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::oracle::pawn_endings::{Passers, Supported, ToMove, is_legal};
use setwise_testkit::oracle::{caught_by_king, caught_by_knights, coordinates};

#[test]
fn uncatchable_pawns_are_all_but_those_caught() {
    for king in Square::ALL {
        let area = caught_area(Color::Black, Color::Black, king);
        assert_eq!(uncatchable(Bitboard::ALL, Color::Black, Color::Black, king), !area);
    }
}

/// Counts the errors of the formula from the page "Rule of the Square" (see `docs/bibliography.md`). If the king is to
/// move, the formula overlooks that the king may capture the pawn.
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

/// Returns sets of pieces: none, all squares, each single piece, and pairs.
fn pieces() -> impl Iterator<Item = u64> {
    let single = (0..64).map(|square| 1 << square);
    let pairs = (0..63).map(|square| 1 << square | 1 << ((5 * square + 11) % 64));
    [0, u64::MAX].into_iter().chain(single).chain(pairs)
}

/// Tests that a kernel agrees with its oracle for one piece and for several pieces. The flags are also tested with
/// values other than 0 and 1.
fn check_caught(kernel: impl Kernel<2, 1> + std::fmt::Debug, oracle: impl Fn(u64, Color) -> u64) {
    let boards: Vec<[u64; 2]> = pieces().flat_map(|pieces| [0, 1, 2, u64::MAX].map(|flag| [pieces, flag])).collect();
    let to_move = |flag| if flag == 0 { Color::Black } else { Color::White };
    check_pattern(kernel, &boards, |[pieces, flag]| [oracle(pieces, to_move(flag))])
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Tests that the area of several kings is the union of the areas of the single kings, without the squares of the
/// kings.
#[test]
fn pawns_are_caught_by_any_king() {
    for side in Color::ALL {
        check_caught(CaughtArea { side }, |kings, to_move| {
            coordinates(kings).fold(0, |area, king| area | caught_by_king(king, side, to_move)) & !kings
        });
    }
}

#[test]
fn pawns_are_caught_by_any_knight_alone() {
    for side in Color::ALL {
        check_caught(CaughtByKnight { side }, |knights, to_move| caught_by_knights(knights, side, to_move));
    }
}

/// The side to move, for the library and for the oracle. White has the pawns.
const TURNS: [(Color, ToMove); 2] = [(Color::White, ToMove::Pawns), (Color::Black, ToMove::LoneKing)];

pub(crate) fn pawns() -> impl Iterator<Item = Square> + Clone {
    Square::ALL.into_iter().skip(8).take(48)
}

/// Returns the pairs of pawns in ascending order.
pub(crate) fn pairs() -> impl Iterator<Item = [Square; 2]> {
    pawns().flat_map(|first| {
        pawns().filter(move |second| second.index() > first.index()).map(move |second| [first, second])
    })
}

fn place(square: Square) -> (i32, i32) {
    (square.file().index() as i32, square.rank().index() as i32)
}

#[test]
fn two_passers_agree_with_a_search_by_coordinates() {
    for (rule, may_pass) in [(LoneKing::MayPass, true), (LoneKing::MustMove, false)] {
        let (table, search) = (TwoPassers::solve(rule), Passers::search(may_pass));
        for (to_move, turn) in TURNS {
            for pawns in pairs() {
                let catching = table.catching_kings(Color::Black, to_move, pawns);
                for king in Square::ALL.into_iter().filter(|king| !pawns.contains(king)) {
                    let won = search.is_won(turn, pawns.map(|pawn| Some(place(pawn))), place(king));
                    assert_eq!(!catching.contains(king), won, "{rule:?} {to_move} {pawns:?} {king}");
                }
            }
        }
    }
}

#[test]
fn king_and_pawn_agree_with_a_search_by_coordinates() {
    let (table, search) = (KingAndPawn::solve(), Supported::search());
    for (to_move, turn) in TURNS {
        for (pawn, own) in pawns().flat_map(|pawn| Square::ALL.map(|own| (pawn, own))) {
            let lost = table.losing_kings(Color::White, to_move, pawn, own);
            let legal = KingAndPawn::legal_kings(Color::White, to_move, pawn, own);
            for king in Square::ALL {
                let [p, o, k] = [pawn, own, king].map(place);
                assert_eq!(lost.contains(king), search.is_won(turn, p, o, k), "{to_move} {pawn} {own} {king}");
                assert_eq!(legal.contains(king), is_legal(turn, p, o, k), "{to_move} {pawn} {own} {king}");
            }
        }
    }
}

/// Tests that flipping a board with white pawns gives the results for black pawns. Also tests that the order of two
/// pawns does not matter.
#[test]
fn colours_are_exchanged_by_a_flip() {
    let (two, supported) = (TwoPassers::solve(LoneKing::MayPass), KingAndPawn::solve());
    for (to_move, _) in TURNS {
        for pair in pairs() {
            let flipped = two.catching_kings(Color::White, !to_move, pair.map(Square::flip_vertical));
            assert_eq!(flipped.flip_vertical(), two.catching_kings(Color::Black, to_move, pair), "{pair:?}");
            let swapped = two.catching_kings(Color::Black, to_move, [pair[1], pair[0]]);
            assert_eq!(swapped, two.catching_kings(Color::Black, to_move, pair), "{pair:?}");
        }
        for (pawn, own) in pawns().flat_map(|pawn| Square::ALL.map(|own| (pawn, own))) {
            let [p, o] = [pawn, own].map(Square::flip_vertical);
            let flipped = supported.losing_kings(Color::Black, !to_move, p, o).flip_vertical();
            assert_eq!(flipped, supported.losing_kings(Color::White, to_move, pawn, own), "{pawn} {own}");
        }
    }
}

/// Tests that the area of a king contains a pawn if and only if the set of kings that draw against the pawn contains
/// the king.
#[test]
fn areas_have_the_pawns_whose_kings_draw() {
    let (two, supported) = (TwoPassers::solve(LoneKing::MayPass), KingAndPawn::solve());
    for king_color in Color::ALL {
        for (king, other) in [(Square::D5, Square::A4), (Square::G5, Square::E4), (Square::C3, Square::H7)] {
            let both = two.caught_area(king_color, Color::Black, king, other);
            let drawn = supported.caught_area(king_color, Color::Black, king, other);
            for pawn in Square::ALL {
                let kings = two.catching_kings(king_color, Color::Black, [other, pawn]);
                assert_eq!(both.contains(pawn), kings.contains(king), "{king_color} {king} {other} {pawn}");
                let legal = KingAndPawn::legal_kings(!king_color, Color::Black, pawn, other);
                let lost = supported.losing_kings(!king_color, Color::Black, pawn, other);
                assert_eq!(drawn.contains(pawn), (legal & !lost).contains(king), "{king_color} {king} {other} {pawn}");
            }
        }
    }
}

#[test]
fn pictures_in_the_documentation_are_right() {
    use Square::{B4, D3, D4, D5, D7, D8, E4, E5, E7, E8, F4, F7, F8};
    let two = TwoPassers::solve(LoneKing::MayPass);
    let around = |square| setwise::king_attacks(square);
    assert_eq!(two.catching_kings(Color::Black, Color::Black, [B4, F4]), around(B4) | around(F4));
    let by_rule = |king| caught_area(Color::Black, Color::Black, king);
    assert!([D3, D4, D5].into_iter().all(|king| Bitboard::from_squares(&[B4, F4]).is_subset(by_rule(king))));
    let supported = KingAndPawn::solve();
    for (to_move, drawn) in [(Color::White, vec![E7]), (Color::Black, vec![D8, E8, F8, D7, F7])] {
        let lost = supported.losing_kings(Color::White, to_move, E4, E5);
        assert_eq!(KingAndPawn::legal_kings(Color::White, to_move, E4, E5) & !lost, Bitboard::from_squares(&drawn));
    }
}

/// Tests that the sets of kings are empty for a pawn on rank 1 or 8, and for two pawns on one square.
#[test]
fn impossible_pawns_have_no_kings() {
    let (two, supported) = (TwoPassers::solve(LoneKing::MustMove), KingAndPawn::solve());
    for (to_move, _) in TURNS {
        for pawns in [[Square::E1, Square::E2], [Square::E2, Square::E8], [Square::E2, Square::E2]] {
            assert!(two.catching_kings(Color::Black, to_move, pawns).is_empty());
        }
        for pawn in [Square::A1, Square::H8] {
            assert!(supported.losing_kings(Color::White, to_move, pawn, Square::E4).is_empty());
            assert!(KingAndPawn::legal_kings(Color::White, to_move, pawn, Square::E4).is_empty());
        }
    }
}
