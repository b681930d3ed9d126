//! Tests the commands for single squares: degrees, moves, pawns that a piece catches, distances and paths.

use setwise::patterns::pawn_endings::{KingAndPawn, LoneKing, TwoPassers};
use setwise::{Bitboard, Color, Square};
use setwise_testkit::oracle::{king_attacks, knight_attacks};

use crate::good;

type Attacks = fn(u64) -> u64;
const PIECES: [(&str, Attacks); 2] = [("knight", knight_attacks), ("king", king_attacks)];

/// Returns the set in the last line of a drawing, and the drawing.
fn drawn(arguments: &str) -> (u64, String) {
    let drawing = good(&arguments.split(' ').collect::<Vec<_>>(), "");
    let last = drawing.lines().last().unwrap();
    (u64::from_str_radix(&last[2..18], 16).unwrap(), drawing)
}

#[test]
fn the_degree_of_a_square_is_the_number_of_squares_attacked() {
    assert_eq!(good(&["degree", "knight", "b1"], ""), "3\n");
    assert_eq!(good(&["degree", "king", "b1", "A1"], ""), "5\n3\n");
    for (piece, attacks) in PIECES {
        let squares = Square::ALL.map(|square| square.to_string());
        let arguments: Vec<&str> = ["degree", piece].into_iter().chain(squares.iter().map(String::as_str)).collect();
        let expected: String = (0..64).map(|square| format!("{}\n", attacks(1 << square).count_ones())).collect();
        assert_eq!(good(&arguments, ""), expected, "{piece}");
    }
}

#[test]
fn moves_are_printed_one_a_line_without_own_pieces() {
    assert_eq!(good(&["moves", "knight", "b1"], ""), "b1d2\nb1a3\nb1c3\n");
    assert_eq!(good(&["moves", "knight", "b1", "--own", "b1,d2"], ""), "b1a3\nb1c3\n");
    let kings = "a1b1\nb2b1\nb2c1\nb2c2\nb2a3\nb2b3\nb2c3\n";
    assert_eq!(good(&["moves", "king", "a1", "B2", "--own", "a2"], ""), kings);
}

#[test]
fn a_knight_catches_a_lone_pawn() {
    let (area, drawing) = drawn("caught black g5 white --piece knight");
    assert_eq!(area, 0x0000_A8BD_5FFF_FF00);
    assert!(drawing.lines().nth(3).unwrap().contains('♞'), "{drawing}");
    assert_eq!(drawn("caught black g5 black --piece knight").0, 0x00A8_FDBF_FFFF_FF00);
    assert_eq!(drawn("caught white g4 black --piece knight").0, 0x0000_A8BD_5FFF_FF00_u64.swap_bytes());
    assert_eq!(drawn("caught black g5 white --piece king"), drawn("caught black g5 white"));
}

#[test]
fn a_king_catches_two_pawns_or_a_supported_one() {
    for (rule, option) in [(LoneKing::MayPass, ""), (LoneKing::MustMove, " --must-move")] {
        // A king on d8 is in zugzwang between the pawns b6 and d6.
        for (king, pawn) in [(Square::D5, Square::A4), (Square::D8, Square::B6)] {
            let expected = TwoPassers::solve(rule).caught_area(Color::Black, Color::Black, king, pawn);
            let (area, drawing) = drawn(&format!("caught black {king} black --with-pawn {pawn}{option}"));
            assert_eq!(Bitboard(area), expected, "{king} {pawn}{option}");
            assert!(drawing.contains('♙') && drawing.contains('♚'), "{drawing}");
        }
    }
    for to_move in [Color::White, Color::Black] {
        let expected = KingAndPawn::solve().caught_area(Color::Black, to_move, Square::G5, Square::E4);
        let name = if to_move == Color::White { "white" } else { "black" };
        let (area, drawing) = drawn(&format!("caught black g5 {name} --with-king e4"));
        assert_eq!(Bitboard(area), expected, "{name}");
        assert!(drawing.contains('♔') && drawing.contains('♚'), "{drawing}");
    }
}

#[test]
fn distances_and_paths_are_the_shortest() {
    assert_eq!(good(&["distance", "knight", "a1", "h8"], ""), "6\n");
    assert_eq!(good(&["distance", "king", "a1", "h8"], ""), "7\n");
    let caught = good(&["caught", "black", "g5", "white"], "");
    assert!(caught.ends_with(
        "0x000000b8fcfefe00, 24 squares: b2 c2 d2 e2 f2 g2 h2 b3 c3 d3 e3 f3 g3 h3 c4 d4 e4 f4 g4 h4 d5 e5 f5 h5\n"
    ));
    assert!(good(&["path", "a1", "h8"], "").starts_with("7 steps\n"));
    assert!(good(&["path", "a1", "h8", "--blocked", "b2"], "").starts_with("8 steps\n"));
    assert_eq!(good(&["path", "a1", "h8", "--blocked", "a2,b1,b2"], ""), "no path\n");
}
