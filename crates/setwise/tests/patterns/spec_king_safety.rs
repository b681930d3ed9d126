//! Tests what `docs/reference.md`, sections 5.2 to 5.4, says about pawn shields, vulnerable lines and distant checks.
//! `reference.rs` compares the values in the tables.

use std::iter::successors;

use setwise::backend::{Scalar, vulnerable_lines_of_each};
use setwise::patterns::{
    DistantChecks, FourLines, NO_SHIELD, ShieldIndex, VulnerableLines, Wing, pawn_shield_entry, shield_index,
    vulnerable_lines,
};
use setwise::tables::{KING_ATTACKS, LINES_THROUGH};
use setwise::{Bitboard, Color, File, Square, one_board};
use setwise_testkit::oracle;
use setwise_testkit::random::Sets;
use setwise_testkit::random::fnv1a;
use setwise_testkit::skip;

fn set(squares: &str) -> Bitboard {
    squares.split_whitespace().map(|square| square.parse::<Square>().unwrap()).collect()
}

/// Tests that each of the 64 pawn patterns of a wing has the correct index, for both colours and with other pawns on
/// the board.
#[test]
fn every_pattern_has_the_index_of_its_squares() {
    let mut sets = Sets::seeded(10);
    for (king, wing) in [(Square::G1, Wing::Kingside), (Square::B1, Wing::Queenside)] {
        let squares: Vec<Square> = wing.shield(Color::White).iter().collect();
        for index in 0..64 {
            let shield: Bitboard =
                squares.iter().enumerate().filter(|(n, _)| index >> n & 1 == 1).map(|(_, s)| *s).collect();
            let pawns = shield | (Bitboard(sets.dense()) - wing.shield(Color::White));
            assert_eq!(shield_index(king, pawns, Color::White), index);
            assert_eq!(shield_index(king.flip_vertical(), pawns.flip_vertical(), Color::Black), index);
        }
    }
    let table: [usize; 65] = std::array::from_fn(|n| 2 * n);
    for file in File::ALL {
        let king = Square::new(file, setwise::Rank::First);
        let index = shield_index(king, Bitboard::ALL, Color::White);
        assert_eq!(index, if matches!(file, File::D | File::E) { NO_SHIELD } else { 63 }, "{king}");
        assert_eq!(pawn_shield_entry(&table, king, Bitboard::ALL, Color::White), 2 * index);
    }
}

/// Tests that the king's rank does not affect the index, and that the kernel returns the same index as the function for
/// a single king.
#[test]
fn a_king_of_any_rank_has_the_index_of_its_file() {
    let mut sets = Sets::seeded(11);
    for (king, side) in Square::ALL.into_iter().flat_map(|king| Color::ALL.map(|side| (king, side))) {
        let pawns = Bitboard(sets.dense());
        let on_first_rank = Square::new(king.file(), setwise::Rank::First);
        let index = shield_index(king, pawns, side);
        assert_eq!(index, shield_index(on_first_rank, pawns, side), "{side} {king}");
        assert_eq!(one_board(ShieldIndex { side }, [king.into(), pawns]), [Bitboard(index as u64)], "{side} {king}");
    }
    let in_zone = |king: &str| {
        let king = set(king) & set("f1 g1 h1 f2 g2 h2");
        one_board(ShieldIndex { side: Color::White }, [king, set("f2 g3 h2")])[0].0
    };
    assert_eq!(["g1", "h2", "g6", "b1"].map(in_zone), [21, 21, NO_SHIELD as u64, NO_SHIELD as u64]);
}

/// Tests that a check along the back rank is found, and that no check is found if one of its conditions is not
/// satisfied.
#[test]
fn a_slider_that_can_check_along_a_vulnerable_line_is_found() {
    let checks = |taboo: &str, bishops: &str, rooks: &str, queens: &str, own: &str| {
        let [bishops, rooks, queens] = [bishops, rooks, queens].map(set);
        let (king, their) = (set("g1"), bishops | rooks | queens);
        let input = [king, set(taboo), bishops | queens, rooks | queens, their, king | their | set(own)];
        one_board(DistantChecks, input)[0]
    };
    let pawns = "f2 g2 h2";
    assert_eq!(checks(pawns, "", "d5", "", pawns), set("d1"));
    assert_eq!(checks(pawns, "", "", "d5", pawns), set("d1"), "a queen on d5 does not reach h1 through g2");
    assert_eq!(checks(pawns, "", "", "b2", pawns), set("a1 b1 c1"), "a queen arrives along a diagonal too");
    assert_eq!(checks(pawns, "", "d5", "", "f2 g2 h2 d1"), set("d1"), "a capture");
    assert_eq!(checks(pawns, "d1", "d5", "", pawns), set(""), "a piece of its own side");
    assert_eq!(checks(pawns, "", "d5", "", "f2 g2 h2 d3"), set(""), "the rank cannot be reached");
    assert_eq!(checks(pawns, "", "d5", "", "f2 g2 h2 e1"), set(""), "the rank is blocked");
    assert_eq!(checks(pawns, "d4", "", "", pawns), set(""), "a bishop does not check along a rank");
    assert_eq!(checks("f2 g2", "", "d5", "", "f2 g2"), set(""), "h2 is a flight square");
    assert_eq!(checks(pawns, "", "f5", "", "g2 h2"), set(""), "f1 is next to the king");
}

/// Returns all 10,016 pairs of a king and a subset of its attacks. The subsets of one king are in ascending order as
/// numbers, from the empty set to all attacks.
pub(crate) fn kings_with_flights() -> impl Iterator<Item = (Square, u64)> {
    Square::ALL.into_iter().flat_map(|king| {
        let attacks = KING_ATTACKS[king.index()];
        let next = move |flights: &u64| Some(flights.wrapping_sub(attacks) & attacks).filter(|flights| *flights != 0);
        successors(Some(0), next).map(move |flights| (king, flights))
    })
}

#[test]
fn lines_agree_with_coordinates_on_every_subset_of_every_king() {
    for (king, flights) in kings_with_flights() {
        let lines = u64::from(vulnerable_lines(king, !Bitboard(flights)));
        assert_eq!(lines, oracle::vulnerable_lines(king.bitboard().0, !flights), "{king} {flights:#x}");
    }
    assert_eq!(kings_with_flights().count(), 10016);
    assert_eq!(one_board(VulnerableLines, [Bitboard::EMPTY; 2]), [Bitboard(15)], "without a king, all lines");
}

/// Tests the implementation `P` on all 10,016 pairs by a loop over columns. Also tests it on arbitrary patterns,
/// including the empty one, by single calls.
fn check_form<P: FourLines>() {
    let Some(isa) = P::detect() else { return skip::not_on_this_cpu(P::NAME) };
    let (kings, taboo): (Vec<Square>, Vec<u64>) = kings_with_flights().map(|(king, flights)| (king, !flights)).unzip();
    let mut lines = vec![0xFF; kings.len()];
    vulnerable_lines_of_each(isa, &kings, &taboo, &mut lines);
    assert_eq!(fnv1a(lines), 0x1A76_C74A_F7E6_73FD, "{}", P::NAME);

    let mut sets = Sets::seeded(12);
    for square in Square::ALL {
        let [rank, file, diagonal, antidiagonal] = LINES_THROUGH[square.index()];
        let whole = [0, !0, square.bitboard().0, rank, file, diagonal, antidiagonal];
        let random = (0..200).map(|_| sets.dense());
        let on_lines: Vec<u64> = random.flat_map(|set| whole.map(|line| line & set)).collect();
        for pattern in whole.into_iter().chain(on_lines).map(Bitboard) {
            let form = isa.enter(|| isa.lines_that_hold(square, pattern));
            assert_eq!(form, Scalar.lines_that_hold(square, pattern), "{} {square} {pattern:?}", P::NAME);
        }
    }
}

#[test]
fn every_instruction_set_holds_the_same_lines() {
    check_form::<Scalar>();
    #[cfg(target_arch = "x86_64")]
    {
        check_form::<setwise_specimens::simd::Sse41>();
        check_form::<setwise_specimens::simd::Avx2>();
        check_form::<setwise_specimens::simd::Avx512>();
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
#[should_panic(expected = "2 kings, taboo for 2 and room for the lines of 1")]
fn unequal_columns_of_kings_panic() {
    vulnerable_lines_of_each(Scalar, &[Square::A1, Square::B2], &[0, 0], &mut [0]);
}

/// Counts the errors of the published expression for vulnerable lines. By the precedence rules of C, the expression
/// compares the line with the pattern before it computes the intersection. The result is wrong for 588 of the 9,952
/// pairs with a flight square.
#[test]
fn the_published_precedence_fails_where_it_is_said_to() {
    let literal = |king: Square, pattern: u64| {
        let line = |n: usize| pattern & u64::from(LINES_THROUGH[king.index()][n] == pattern) != 0;
        u8::from(line(0)) | u8::from(line(1)) << 1 | u8::from(line(2)) << 2 | u8::from(line(3)) << 3
    };
    let is_wrong = |&(king, flights): &(Square, u64)| {
        let pattern = Bitboard(flights).with(king);
        flights != 0 && literal(king, pattern.0) != Scalar.lines_that_hold(king, pattern)
    };
    assert_eq!(kings_with_flights().filter(is_wrong).count(), 588);
    assert_eq!(Scalar.lines_that_hold(Square::E4, Bitboard::EMPTY), 15);
}
