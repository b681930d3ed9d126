//! Games as rows of a table and as lines of UCI, compared with the boards of `cozy-chess`.

use setwise_games::{BadGame, Detail, DetailColumn, GameChunk, Plies, Reader, Selection};
use setwise_positions::packed::NO_RESULT;
use setwise_testkit::pgn::{RandomGame, STARTS, Style, text};
use setwise_testkit::random::Sets;

use crate::played::{compare, styles};

fn read(chunk: &GameChunk) -> (Plies, Vec<BadGame>) {
    let (mut plies, mut bad) = (Plies::default(), Vec::new());
    Reader::new(Selection::default()).append(chunk, &mut plies, |game| bad.push(game));
    (plies, bad)
}

/// Reads one row and returns the message of its error.
fn message(tags: &[(&str, &str)], moves: &[&str]) -> String {
    let mut chunk = GameChunk::default();
    chunk.push_row(7, 12, tags.iter().copied(), moves.iter().map(|text| text.as_bytes()));
    let (plies, bad) = read(&chunk);
    let [bad] = &bad[..] else { panic!("{} errors", bad.len()) };
    assert!(plies.is_empty());
    format!("{}: {bad}", bad.place())
}

/// Returns the moves of a game in a style.
fn words(game: &RandomGame, style: Style) -> Vec<String> {
    game.boards.iter().zip(&game.moves).map(|(board, step)| text(board, *step, style)).collect()
}

#[test]
fn rows_and_lines_have_the_positions_that_cozy_chess_plays() {
    let mut random = Sets::seeded(4120);
    for style in styles() {
        let games: Vec<RandomGame> = (0..12).map(|_| RandomGame::new(&mut random, 100)).collect();
        let [mut whole, mut listed, mut joined, mut uci] = [(); 4].map(|()| GameChunk::default());
        for (number, game) in (1..).zip(&games) {
            let (fen, words) = (game.boards[0].to_string(), words(game, style));
            let mut pgn = String::new();
            game.write(style, &mut random, &mut pgn);
            whole.push_row(number, number, [], [pgn.as_bytes()]);
            listed.push_row(number, number, [("FEN", &*fen)], words.iter().map(|word| word.as_bytes()));
            joined.push_row(number, number, [("FEN", &*fen)], [words.join(" ").as_bytes()]);
            let line = if fen == STARTS[0] {
                ["", "position startpos moves ", "startpos moves ", "moves "][number % 4].to_string() + &words.join(" ")
            } else {
                let moves = if words.is_empty() { "" } else { " moves " };
                format!("position  fen {fen}{moves}{}\r\n", words.join("  "))
            };
            uci.push_uci(number, number, line.as_bytes());
        }
        for chunk in [whole, listed, joined, uci] {
            let (plies, bad) = read(&chunk);
            assert!(bad.is_empty(), "{style:?}: line {}: {}", bad[0].line, bad[0]);
            compare(&plies, &games, |_, _| true);
        }
    }
}

#[test]
fn a_row_is_one_game() {
    let start = "in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let after_e4 = "in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let second = "begins a second game in the same row,";
    for (moves, expected) in [
        (&["e2e4", "e7e6x"][..], format!("ply 2: 'e7e6x' is not a move {after_e4}")),
        (&["e4", "", "Nf3"], format!("ply 2: 'Nf3' is not a legal move {after_e4}")),
        (&["1. e4 1-0 e5"], format!("ply 2: 'e5' {second} {after_e4}")),
        (&["1. e4 1-0 {a comment}", "1. d4"], format!("ply 2: '1. d4' {second} {after_e4}")),
        (&["1. e4 1-0", "0-1"], format!("ply 2: '0-1' is not the result that comes before it, {after_e4}")),
        (&["e4\u{FEFF}e5"], format!("ply 2: '\u{FFFD}' is not a move {after_e4}")),
        (&["1. e4", "[White \"b\"] e5"], format!("ply 2: '[White \"b\"] e5' {second} {after_e4}")),
        (&["* [White \"b\"]"], format!("ply 1: '[White \"b\"]' {second} {start}")),
        (&["e4 {", "e5"], format!("ply 2: the comment '{{' has no end, {after_e4}")),
        (&["(e4 e5"], format!("ply 1: the variation '(e4 e5' has no end, {start}")),
    ] {
        assert_eq!(message(&[], moves), format!("12: game 7, {expected}"));
    }
    let fen = |value| message(&[("FEN", value)], &["e4"]);
    assert_eq!(
        fen("8/8 w"),
        format!("12: game 7, ply 1: the FEN is '8/8 w': the placement has 2 ranks, not 8, {start}")
    );
    assert!(fen("8/8\n w").starts_with("12: game 7, ply 1: '[FEN \"8/8' is not a tag"));
    let message = message(&[("Variant", "Atomic")], &["e4"]);
    assert_eq!(message, format!("12: game 7, ply 1: the variant 'Atomic' is neither chess nor Chess960, {start}"));
}

#[test]
fn a_bad_row_is_skipped_and_has_its_number() {
    let mut chunk = GameChunk::default();
    for (number, moves) in [(3, "e4 e5"), (5, "e4 e6 Ke3"), (6, ""), (9, "d4 *")] {
        chunk.push_row(number, 10 * number, [], [moves.as_bytes()]);
    }
    let (plies, bad) = read(&chunk);
    assert_eq!(plies.game, [3, 3, 3, 6, 9, 9]);
    assert_eq!(bad.iter().map(|bad| (bad.game, bad.line, bad.ply)).collect::<Vec<_>>(), [(5, 50, 3)]);
}

#[test]
fn tags_of_rows_are_details_and_results() {
    let mut chunk = GameChunk::default();
    let white = "a \"b\" \\ ]";
    for (result, moves) in [("0-1", "e4"), ("1-0", "e4 0-1"), ("*", "e4"), ("?", "e4"), ("1/2", ""), ("1-0", "*")] {
        chunk.push_row(1, 1, [("White", white), ("Result", result)], [moves.as_bytes()]);
    }
    let details = ["White", "Result"].map(|name| Detail::Tag(name.to_string()));
    let mut plies = Plies::default();
    Reader::new(Selection::default()).with_details(&details).append(&chunk, &mut plies, |bad| panic!("{bad}"));
    assert_eq!(plies.labels.result, [0, 0, 0, 0, NO_RESULT, NO_RESULT, NO_RESULT, NO_RESULT, 1, 2]);
    assert_eq!(plies.details[0], DetailColumn::Text(vec![Some(white.into()); 10]));
    let results = ["0-1", "0-1", "0-1", "0-1", "*", "*", "?", "?", "1/2", "1-0"].map(|text| Some(text.into()));
    assert_eq!(plies.details[1], DetailColumn::Text(results.to_vec()));
    for wrong in ["1:0", "White", "none", "1-0 "] {
        if wrong.trim() == wrong {
            let expected = format!("the result is '{wrong}', expected 1-0, 0-1, 1/2-1/2 or *,");
            assert!(message(&[("Result", wrong)], &["e4"]).contains(&expected));
        }
        // The result after the moves counts.
        chunk = GameChunk::default();
        chunk.push_row(1, 1, [("Result", wrong)], [&b"e4 1-0"[..]]);
        assert_eq!(read(&chunk).0.labels.result, [2, 2]);
    }
    // A result in PGN counts only where the game ends.
    let mut pgn = GameChunk::default();
    let text = b"[Result \"1-0\"]\n\n1. e4\n";
    assert!(setwise_games::GameChunks::default().read_from(&mut &text[..], &mut pgn).unwrap());
    assert!(read(&pgn).1[0].to_string().contains("without a result"));
}

#[test]
#[should_panic(expected = "the chunk has games from a text")]
fn a_chunk_has_rows_or_a_text() {
    let mut chunk = GameChunk::default();
    assert!(setwise_games::GameChunks::default().read_from(&mut &b"1. e4 *"[..], &mut chunk).unwrap());
    chunk.push_row(1, 1, [], [&b"e4"[..]]);
}

#[test]
fn a_semicolon_between_moves_separates_them() {
    for text in [
        "e2e4;e7e5;g1f3",
        "e2e4; e7e5; g1f3",
        "e2e4 ; e7e5 ; g1f3;",
        ";e4;e5;Nf3",
        "e4 ; note\ne5 Nf3",
        "(d4;d5) e4;e5;Nf3",
    ] {
        let mut chunk = GameChunk::default();
        chunk.push_row(1, 1, [], [text.as_bytes()]);
        chunk.push_uci(2, 2, text.as_bytes());
        let (plies, bad) = read(&chunk);
        assert!(bad.is_empty(), "{text:?}: {}", bad[0]);
        assert_eq!(plies.ply, [0, 1, 2, 3, 0, 1, 2, 3], "{text:?}");
    }
    assert!(message(&[], &["e4 e5 ; note"]).contains("ply 3: 'note' is not a move"));
}

#[test]
fn uci_castling_of_lines_follows_the_variant() {
    let mut chunk = GameChunk::default();
    let fen = "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1";
    chunk.push_row(1, 1, [("FEN", fen), ("Variant", "chess960")], [&b"f1b1"[..]]);
    chunk.push_uci(2, 2, format!("position fen {fen} moves f1b1").as_bytes());
    let (plies, bad) = read(&chunk);
    assert_eq!(plies.columns.kings[1] & plies.columns.white[1], 1 << 2);
    assert!(bad.is_empty(), "{}", bad[0]);
    assert_eq!(plies.columns.kings[3] & plies.columns.white[3], 1 << 2);
}
