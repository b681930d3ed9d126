//! The functions of single squares, against definitions by coordinates.

mod sql;

use setwise::{Color, Square, patterns};
use setwise_testkit::oracle::coordinates;
use sql::{boards, failure, rows, session, words};

type Coordinates = (i32, i32);

const MOVES: [bool; 2] = [false, true];

/// Returns a table of all squares and both sides to move, as text of a query.
fn squares_and_moves() -> String {
    let row = |square: u64, white| format!("({square}, {}, {white})", (1_u64 << square).cast_signed());
    let rows: Vec<String> = (0..64).flat_map(|square| MOVES.map(|white| row(square, white))).collect();
    format!("(values {}) as t(square, s, white_to_move)", rows.join(", "))
}

/// Returns whether a king catches a lone passed pawn that moves up: the king's way to the promotion square is not longer than the
/// pawn's, or it takes the pawn at once.
fn catches((file, rank): Coordinates, (pawn_file, pawn_rank): Coordinates, king_to_move: bool) -> bool {
    let steps = (file - pawn_file).abs().max(7 - rank);
    let moves = (7 - pawn_rank).min(5);
    let is_beside = (file - pawn_file).abs().max((rank - pawn_rank).abs()) == 1;
    steps <= moves + i32::from(king_to_move) || king_to_move && is_beside
}

/// Returns the squares of pawns that a king catches. For a white king the pawns move down.
fn caught(king: Coordinates, white_king: bool, white_to_move: bool) -> u64 {
    let up = |(file, rank): Coordinates| if white_king { (file, 7 - rank) } else { (file, rank) };
    let is_caught = |pawn: &Coordinates| {
        (1..=6).contains(&pawn.1) && *pawn != king && catches(up(king), up(*pawn), white_king == white_to_move)
    };
    coordinates(!0).filter(is_caught).fold(0, |all, (file, rank)| all | 1 << (8 * rank + file))
}

#[tokio::test]
async fn kings_catch_the_pawns_that_they_reach_in_time() {
    let session = session();
    let pawns = 0x0012_4881_0300_ff00_u64;
    for (side, is_white) in [("white", true), ("black", false)] {
        let sql = format!(
            "select caught_area(s, white_to_move, '{side}'), uncatchable({pawns}, s, white_to_move, '{side}') \
             from {} order by square, white_to_move",
            squares_and_moves()
        );
        let found = rows(&session, &sql).await;
        let each = coordinates(!0).flat_map(|king| MOVES.map(|white| caught(king, is_white, white)));
        let expected: Vec<u64> = each.collect();
        assert_eq!(words(found.column(0)), expected.iter().map(|area| Some(*area)).collect::<Vec<_>>(), "{side}");
        assert_eq!(words(found.column(1)), expected.iter().map(|area| Some(pawns & !area)).collect::<Vec<_>>());
    }
}

/// The table has its own proof. Here each row has to reach the right entry.
#[tokio::test]
async fn knights_catch_the_pawns_of_the_table() {
    let session = session();
    let sql = format!(
        "select caught_by_knight(s, white_to_move, 'black') from {} order by square, white_to_move",
        squares_and_moves()
    );
    let found = rows(&session, &sql).await;
    let entry = |square: Square, to_move| patterns::caught_by_knight(Color::Black, to_move, square).0;
    let expected: Vec<Option<u64>> = Square::ALL
        .into_iter()
        .flat_map(|square| [Color::Black, Color::White].map(|to_move| Some(entry(square, to_move))))
        .collect();
    assert_eq!(words(found.column(0)), expected);
}

/// Returns the number of the six squares ahead of a king on files a to c or f to h that have a pawn.
fn shield(king_file: i32, pawns: u64, ranks: [i32; 2]) -> Option<u64> {
    let first = match king_file {
        0..=2 => 0,
        3 | 4 => return None,
        _ => 5,
    };
    let squares = ranks.into_iter().flat_map(|rank| (first..first + 3).map(move |file| (file, rank)));
    let has_pawn = |square: Coordinates| coordinates(pawns).any(|pawn| pawn == square);
    Some(squares.enumerate().filter(|(_, square)| has_pawn(*square)).map(|(n, _)| 1 << n).sum())
}

#[tokio::test]
async fn shields_are_numbered_by_the_squares_ahead_of_the_king() {
    let session = session();
    for ((n, king), row) in coordinates(!0).enumerate().zip(boards(&session, 80)) {
        let [square, pawns] = [1_u64 << n, row[1]].map(u64::cast_signed);
        let call = |side| format!("shield_index({square}, {pawns}, '{side}')");
        let found = rows(&session, &format!("select {}, {}", call("white"), call("black"))).await;
        assert_eq!(words(found.column(0)), [shield(king.0, row[1], [1, 2])], "{king:?}");
        assert_eq!(words(found.column(1)), [shield(king.0, row[1], [6, 5])], "{king:?}");
    }
}

#[tokio::test]
async fn manhattan_distances_are_sums_of_differences() {
    let session = session();
    let expected = boards(&session, 200).into_iter().map(|[a, b, ..]| {
        let pairs = coordinates(a).flat_map(|(f, r)| coordinates(b).map(move |(file, rank)| (f - file, r - rank)));
        pairs.map(|(files, ranks)| u64::from(files.unsigned_abs() + ranks.unsigned_abs())).min()
    });
    let mut expected: Vec<Option<u64>> = expected.collect();
    let found = rows(&session, "select manhattan_distance(a, b) from boards where a is not null").await;
    let mut found = words(found.column(0));
    // The order of rows of two partitions is not defined.
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    let far = rows(&session, "select manhattan_distance(parse_squares('a1'), parse_squares('h8,h7'))").await;
    assert_eq!(words(far.column(0)), [Some(13)]);
}

#[tokio::test]
async fn anything_but_one_king_is_null_and_wrong_sides_are_named() {
    let session = session();
    for call in [
        "caught_area(null, true, 'white')",
        "caught_area(1, null, 'white')",
        "uncatchable(null, 1, true, 'white')",
        "uncatchable(256, 3, true, 'white')",
        "shield_index(1, null, 'white')",
        "manhattan_distance(0, 1)",
        "manhattan_distance(null, 1)",
    ] {
        let found = rows(&session, &format!("select {call}")).await;
        assert_eq!(words(found.column(0)), [None], "{call}");
    }
    for call in ["caught_area(1, true, 'red')", "uncatchable(1, 1, true, 'red')", "shield_index(1, 1, 'red')"] {
        let message = failure(&session, &format!("select {call}")).await;
        assert!(message.contains("side is 'red', expected white, black"), "{message}");
    }
}
