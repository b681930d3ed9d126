//! Tests that `setwise explain` draws every step of a formula.

use std::fs;

use crate::{good, path_in};
use setwise::patterns::caught_area;
use setwise::{Color, Square};

/// Returns the lines that describe inputs, steps and results, without the boards and the last line.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains(": ") && !line.starts_with("0x")).collect()
}

#[test]
fn a_fill_is_drawn_step_by_step() {
    let text = good(&["explain", "knight_fill(2)", "B1"], "");
    let (first, rest) = text.split_once("\n\n").unwrap();
    assert!(
        first.starts_with("knights: input\n8  ·") && first.ends_with("0x0000000000000002, 1 square: b1"),
        "{first}"
    );
    let east = rest.split("\n\n").next().unwrap();
    let expected = "\
v1 = east(knights): shift by 1, mask file a
8  ·  ·  ·  ·  ·  ·  ·  · 
7  ·  ·  ·  ·  ·  ·  ·  · 
6  ·  ·  ·  ·  ·  ·  ·  · 
5  ·  ·  ·  ·  ·  ·  ·  · 
4  ·  ·  ·  ·  ·  ·  ·  · 
3  ·  ·  ·  ·  ·  ·  ·  · 
2  ·  ·  ·  ·  ·  ·  ·  · 
1  ·  ♘ [·] ·  ·  ·  ·  · 
   a  b  c  d  e  f  g  h
0x0000000000000004, 1 square: c1";
    assert_eq!(east, expected);
    assert!(text.contains("\nv7 = v3 << 16: 2 ranks up\n"), "{text}");
    assert!(text.ends_with("\n36 operations (16 shift, 8 and, 12 or), depth 14\n"), "{text}");
}

#[test]
fn a_fork_and_a_number_end_in_their_result() {
    let forks = good(&["explain", "forks", "a8,e8"], "");
    let last: Vec<&str> = lines(&forks).into_iter().rev().take(1).collect();
    assert_eq!(last, ["forks: 0x0004000000000000, 1 square: c7"]);
    assert!(!forks.contains('♘'), "targets are not knights");
    let last_board = forks.rsplit("forks = ").next().unwrap();
    assert!(last_board.contains("\n8  ○  ·  ·  ·  ○  ·  ·  · \n7  ·  · [·] ·"), "{last_board}");
    let moves = good(&["explain", "knight_move_count", "b1,g1", "d2"], "");
    assert!(moves.contains(" = popcount(v6): number of squares, 2\n"), "{moves}");
    assert!(lines(&moves).last().unwrap().ends_with(": 5"), "{moves}");
}

#[test]
fn a_formula_is_chosen_by_its_name() {
    let shifts = good(&["explain", "king_attacks", "e4", "--spread", "shifts"], "");
    assert!(shifts.contains("\nv1 = kings << 9: 1 rank up, 1 file east\n"), "{shifts}");
    assert!(shifts.contains(" & not file a: without file a\n"), "{shifts}");
    assert!(shifts.ends_with("\n21 operations (8 shift, 6 and, 7 or), depth 5\n"), "{shifts}");
}

/// Checks that the inputs may come from a position, or be given one by one. The rook on e8 attacks e1 through the king
/// on e4, so e1 is taboo.
#[test]
fn inputs_come_from_a_position_or_from_a_set_each() {
    let fen = "4r3/8/8/8/4K3/8/8/k7 w - - 0 1";
    let taboo = good(&["explain", "black_attacked_squares", fen], "");
    let result = lines(&taboo).pop().unwrap();
    assert!(result.starts_with("attacked: ") && result.contains(" e1 ") && result.contains(" h8"), "{result}");
    assert!(taboo.contains("queens: input, empty\n") && taboo.contains('♜'), "{taboo}");
    let escapes = good(&["explain", "king_escapes", fen], "");
    assert!(lines(&escapes).pop().unwrap().ends_with("6 squares: d3 f3 d4 f4 d5 f5"), "{escapes}");
    assert_eq!(
        lines(&good(&["explain", "king_escapes", "e4", "e3,e5"], "")).pop(),
        lines(&good(&["explain", "king_escapes", fen], "")).pop(),
    );
    let unquoted: Vec<&str> = ["explain", "king_escapes"].into_iter().chain(fen.split(' ')).collect();
    assert_eq!(good(&unquoted, ""), escapes);
}

#[test]
fn a_loop_has_as_many_rounds_as_the_board_needs() {
    let result = |path: &str| {
        let text = good(&["explain", "king_steps", "a1", "h8", path], "");
        lines(&text).pop().unwrap().rsplit(' ').next().unwrap().to_string()
    };
    assert_eq!([result("0x8040201008040201"), result("0x8040201008040200")], ["7", "64"]);
    let flood = good(&["explain", "king_flood", "a1", "a1,b2,c3,h8"], "");
    assert!(lines(&flood).pop().unwrap().ends_with("3 squares: a1 b2 c3"), "{flood}");
}

#[test]
fn inputs_may_be_numbers_flags_and_squares() {
    let result = |arguments: &[&str]| {
        let text = good(&[&["explain"], arguments].concat(), "");
        lines(&text).pop().unwrap().to_string()
    };
    assert!(result(&["knight_fill", "a1", "1"]).ends_with("3 squares: a1 c2 b3"));
    assert!(result(&["knight_distance", "a1", "h8"]).ends_with(" 6"));
    for (flag, to_move) in [("0", Color::Black), ("1", Color::White)] {
        let squares = format!(", {} squares: ", caught_area(Color::White, to_move, Square::E1).0.count_ones());
        let area = result(&["white_caught_area", "e1", flag]);
        assert!(area.contains(&squares), "{area}");
    }
}

#[test]
fn all_steps_are_one_picture() {
    let folder = crate::folder_with(&[]);
    let file = path_in(&folder, "fork.svg");
    let text = good(&["explain", "forks", "a8,e8", "--svg", &file], "");
    let steps = text.matches(": input").count() + text.matches(" = ").count();
    let picture = fs::read_to_string(&file).unwrap();
    assert_eq!(picture.matches("<g transform=").count(), steps);
    assert_eq!(picture.matches("<rect").count(), 64 * steps + 1);
    assert!(picture.contains("<title>forks of a8,e8</title>"));
    assert!(picture.contains(">v4 = v1 &amp; v2: squares in both, empty</text>"), "{picture}");
    assert_eq!(good(&["explain", "forks", "a8,e8", "--svg", "-"], ""), picture);
}
