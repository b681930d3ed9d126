//! Castling of Chess960, which is read if the tags, the FEN or the user names this variant.

use cozy_chess::{Board, Color, Piece};
use setwise_games::{Castling, Detail, DetailColumn, Reader, Selection};
use setwise_positions::{Position, RightsRow};
use setwise_testkit::pgn::{Style, legal_moves, text};

use crate::{message, read, read_good};

/// For each of the 960 starts, removes all pieces between the rooks, and castles in each legal way.
#[test]
fn every_castling_of_the_960_starts_is_that_of_cozy_chess() {
    let mut castlings = 0;
    for start in 0..960 {
        let full = shredded(&Board::chess960_startpos(start));
        // Only kings, rooks, and the rights.
        let (_, rest) = full.split_once(' ').unwrap();
        let rank = full[..8].replace(['n', 'b', 'q'], "1");
        let thin = format!("{rank}/8/8/8/8/8/8/{} {rest}", rank.to_uppercase());
        let mut board = Board::from_fen(&thin, true).unwrap_or_else(|error| panic!("{thin}: {error}"));
        // White castles first in one game and second in another game.
        for side in [Color::White, Color::Black] {
            if board.side_to_move() != side {
                board = board.null_move().unwrap_or(board);
            }
            for step in legal_moves(&board) {
                let is_castling = board.piece_on(step.from) == Some(Piece::King)
                    && board.color_on(step.to) == board.color_on(step.from);
                if !is_castling {
                    continue;
                }
                castlings += 1;
                let mut next = board.clone();
                next.play(step);
                let [san, uci] = [text(&board, step, Style::EXPORT), format!("{}{}", step.from, step.to)];
                for word in [san, uci] {
                    let game = format!("[Variant \"Chess960\"]\n[FEN \"{}\"]\n\n1. {word} *\n", shredded(&board));
                    let (plies, bad) = read(game.as_bytes());
                    assert!(bad.is_empty(), "{game}: {}", bad[0]);
                    assert_eq!(plies.columns.get(1), Some(Position::from(&next)), "{game}");
                    assert_eq!(plies.labels.unmoved_rooks[1], RightsRow::from(&next).unmoved_rooks, "{game}");
                }
            }
        }
    }
    assert!(castlings > 1500, "{castlings}");
}

/// Returns a FEN whose castling field names the files of the rooks.
fn shredded(board: &Board) -> String {
    format!("{board:#}")
}

/// Returns how a reader writes the first move of a game.
fn first_move(reader: Reader, game: &str) -> Option<String> {
    let plies = read_good(reader.with_details(&[Detail::Uci]), 1 << 18, game.as_bytes());
    let DetailColumn::Text(moves) = &plies.details[0] else { panic!("moves are texts") };
    moves[1].as_deref().map(str::to_string)
}

#[test]
fn the_fen_or_the_user_may_say_chess960() {
    let reader = Reader::new(Selection::default());
    for (fen, expected, in_chess960) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1h1", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w;HAha;- 0 1", "e1h1", "e1h1"),
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "e1g1", "e1h1"),
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1h1", "e1h1"),
        ("3k3r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "e1h1", "e1h1"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "e1g1", "e1g1"),
    ] {
        let game = format!("[Fen \"{fen}\"]\n[SETUP \"1\"]\n\n1. O-O *");
        assert_eq!(first_move(reader.clone(), &game).as_deref(), Some(expected), "{fen}");
        let reader = reader.clone().with_castling(Castling::Chess960);
        assert_eq!(first_move(reader, &game).as_deref(), Some(in_chess960), "{fen}");
    }
}

#[test]
fn variants_other_than_chess960_are_refused() {
    let game = "[FEN \"1r2k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\n\n1. O-O *\n";
    assert!(read(game.as_bytes()).1.is_empty());
    for variant in ["Chess960", "chess 960", "Fischerandom"] {
        let (plies, bad) = read(format!("[Variant \"{variant}\"]\n{game}").as_bytes());
        assert!(bad.is_empty() && plies.columns.kings[1] == 1 << 6 | 1 << 60);
    }
    assert_eq!(
        message(format!("[Variant \"Atomic\"]\n{game}").as_bytes()),
        "1:11: game 1, ply 1: the variant 'Atomic' is neither chess nor Chess960, \
         in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn castling_through_an_attack_is_illegal() {
    for (fen, word) in [
        ("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/6r1/4K2R w K - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O"),
        ("4k3/8/8/8/8/8/3p4/R3K3 w Q - 0 1", "0-0-0"),
    ] {
        let text = message(format!("[FEN \"{fen}\"]\n1. {word} *").as_bytes());
        assert_eq!(text, format!("2:4: game 1, ply 1: '{word}' is not a legal move in {fen}"));
    }
    // The rook on b1 protects its king from the rook on a1, and castling takes it away.
    let fen = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/rRK5 w B - 0 1\"]\n1. O-O-O *";
    assert!(message(fen.as_bytes()).starts_with("3:4: game 1, ply 1: 'O-O-O' is not a legal move"));
    // An attack on the rook, or on b1, does not matter.
    let fen = "[FEN \"4k3/8/8/8/8/8/rr6/R3K3 w Q - 0 1\"]\n1. O-O-O *";
    assert!(read(fen.as_bytes()).1.is_empty());
}
