//! Tests the functions that convert sets to text and text to sets.

use crate::sql::{failure, rows, session, texts, words};

#[tokio::test]
async fn names_of_squares_become_sets_and_back() {
    let session = session();
    for (names, set, back) in
        [("b1,g1", 0x42, "b1,g1"), ("H8 a1", 1 << 63 | 1, "a1,h8"), ("", 0, ""), ("c3, c3", 1 << 18, "c3")]
    {
        let sql = format!("select parse_squares('{names}'), square_names(parse_squares('{names}'))");
        let found = rows(&session, &sql).await;
        assert_eq!(words(found.column(0)), [Some(set)], "{names}");
        assert_eq!(texts(found.column(1)), [Some(back.to_string())], "{names}");
    }
    let message = failure(&session, "select parse_squares('b1,j9')").await;
    assert!(message.contains("parse_squares: 'j9' is not a square, expected squares from a1 to h8"), "{message}");
}

#[tokio::test]
async fn a_square_has_a_name_and_other_numbers_have_none() {
    let session = session();
    let found = rows(&session, "select square_name(x) from (values (0), (63), (10), (64), (-1), (null)) as t(x)").await;
    let expected = [Some("a1"), Some("h8"), Some("c2"), None, None, None];
    assert_eq!(texts(found.column(0)), expected.map(|name| name.map(String::from)));
}

#[tokio::test]
async fn boards_are_drawn_with_rank_8_first() {
    let session = session();
    let found =
        rows(&session, "select board(parse_squares('a8,h1')), svg_board(parse_squares('a8,h1')), board(null)").await;
    let board = texts(found.column(0))[0].clone().unwrap();
    let lines: Vec<&str> = board.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[7]), (8, "X . . . . . . .", ". . . . . . . X"));
    let svg = texts(found.column(1))[0].clone().unwrap();
    assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
    assert!(svg.contains("<circle cx=\"0.5\" cy=\"0.5\"") && svg.contains("<circle cx=\"7.5\" cy=\"7.5\""), "{svg}");
    // The square a1 is dark, and h1 is light.
    assert!(svg.contains("M0 7h1") && !svg.contains("M7 7h1"), "{svg}");
    assert_eq!(texts(found.column(2)), [None]);
}

#[tokio::test]
async fn settings_are_listed_with_their_prefix_and_checked() {
    let session = session();
    let entries = session.copied_config().options().entries();
    assert!(entries.iter().any(|entry| entry.key == "setwise.strict" && entry.value.as_deref() == Some("false")));
    for (setting, expected) in
        [("setwise.strict = 'maybe'", "expected true or false"), ("setwise.strikt = true", "not a setting")]
    {
        let message = failure(&session, &format!("set {setting}")).await;
        assert!(message.contains(expected), "{message}");
    }
}
