//! Random legal games in every style, compared with the boards of `cozy-chess`.

use std::num::NonZeroUsize;

use cozy_chess::{Board, Piece};
use setwise_games::{Detail, DetailColumn, GameChunk, GameChunks, Plies, Reader, Selection};
use setwise_positions::packed::LabelRow;
use setwise_positions::{NO_EN_PASSANT, Position, RightsRow};
use setwise_testkit::pgn::{MoveStyle, RandomGame, STARTS, Style, text};
use setwise_testkit::random::Sets;

use crate::{read, read_in_chunks};

/// Returns all styles.
pub(crate) fn styles() -> Vec<Style> {
    let mut styles = Vec::new();
    for moves in [MoveStyle::San, MoveStyle::FullSan, MoveStyle::Long, MoveStyle::Uci] {
        for bits in 0..16 {
            let [zeros, decorated, narrow, crlf] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1);
            let columns = narrow.then_some(80);
            styles.push(Style { moves, zeros, terse: zeros ^ crlf, decorated, columns, crlf });
        }
    }
    styles
}

/// Returns the en passant square of a board if an enemy pawn is next to the pawn that passed it, as the reader does.
fn en_passant(board: &Board) -> u8 {
    let square = RightsRow::from(board).en_passant;
    if square == NO_EN_PASSANT {
        return square;
    }
    let passed = cozy_chess::Square::index(usize::from(square ^ 8));
    let next = [-1, 1].into_iter().filter_map(|file| passed.try_offset(file, 0));
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
    if next.into_iter().any(|square| pawns.has(square)) { square } else { NO_EN_PASSANT }
}

/// Compares the positions that were read with those that were played. A game from a FEN keeps the en passant square of
/// the FEN.
pub(crate) fn compare(plies: &Plies, games: &[RandomGame], keeps: impl Fn(usize, usize) -> bool) {
    let mut n = 0;
    for (number, game) in games.iter().enumerate() {
        for (ply, board) in game.boards.iter().enumerate().filter(|(ply, _)| keeps(*ply, game.moves.len())) {
            assert_eq!((plies.game[n], plies.ply[n]), (number as u32 + 1, ply as u32));
            assert_eq!(plies.columns.get(n), Some(Position::from(board)), "game {number}, ply {ply}: {board}");
            let LabelRow { unmoved_rooks, en_passant: passed, halfmove_clock, fullmove_number, .. } =
                plies.labels.get(n).unwrap();
            assert_eq!(unmoved_rooks, RightsRow::from(board).unmoved_rooks, "{board}");
            assert_eq!(passed, en_passant(board), "{board}");
            // cozy-chess counts only to 100.
            assert_eq!(halfmove_clock.min(100), board.halfmove_clock(), "{board}");
            assert_eq!(fullmove_number, board.fullmove_number(), "{board}");
            n += 1;
        }
    }
    assert_eq!(n, plies.len());
}

#[test]
fn games_in_every_style_have_the_positions_that_cozy_chess_plays() {
    let mut random = Sets::seeded(4101);
    let mut special = [0; 3];
    for style in styles() {
        let games: Vec<RandomGame> = (0..12).map(|_| RandomGame::new(&mut random, 120)).collect();
        for (board, step) in games.iter().flat_map(|game| game.boards.iter().zip(&game.moves)) {
            special[0] += usize::from(board.color_on(step.from) == board.color_on(step.to));
            special[1] += usize::from(step.promotion.is_some());
            let passes = board.piece_on(step.from) == Some(Piece::Pawn) && step.from.file() != step.to.file();
            special[2] += usize::from(passes && board.piece_on(step.to).is_none());
        }
        let mut text = String::new();
        games.iter().for_each(|game| game.write(style, &mut random, &mut text));
        for chunk in [16, 1000, 1 << 18] {
            let (plies, bad) = read_in_chunks(text.as_bytes(), chunk, Selection::default());
            assert!(bad.is_empty(), "{style:?}: line {}: {}", bad[0].line, bad[0]);
            compare(&plies, &games, |_, _| true);
        }
    }
    assert!(special.iter().all(|number| *number > 100), "castlings, promotions, en passant: {special:?}");
}

#[test]
fn chosen_plies_are_those_of_all_plies() {
    let mut random = Sets::seeded(4102);
    let games: Vec<RandomGame> = (0..30).map(|n| RandomGame::new(&mut random, n)).collect();
    let mut text = String::new();
    games.iter().for_each(|game| game.write(Style::EXPORT, &mut random, &mut text));
    for every in [1, 2, 7] {
        for (first, last) in [(0, usize::MAX), (3, 10), (5, 5), (9, 2)] {
            let every_nth = NonZeroUsize::new(every).unwrap();
            let mut selection = Selection { every: every_nth, plies: (first, last), last: false };
            let keeps = |ply: usize| ply.is_multiple_of(every) && (first..=last).contains(&ply);
            compare(&read_in_chunks(text.as_bytes(), 999, selection).0, &games, |ply, _| keeps(ply));
            selection.last = true;
            let is_last = |ply: usize, moves: usize| keeps(ply) && (ply + 1..=moves).all(|later| !keeps(later));
            compare(&read_in_chunks(text.as_bytes(), 999, selection).0, &games, is_last);
        }
    }
}

#[test]
fn details_are_those_of_the_text() {
    let mut random = Sets::seeded(4106);
    let details = ["Event", "FEN", "None"].map(|name| Detail::Tag(name.to_string()));
    let details = [&details[..], &[Detail::Move, Detail::Uci, Detail::Clock]].concat();
    let games: Vec<RandomGame> = (0..60).map(|_| RandomGame::new(&mut random, 80)).collect();
    let mut pgn = String::new();
    games.iter().for_each(|game| game.write(Style::EXPORT, &mut random, &mut pgn));
    let (mut chunks, mut chunk, mut plies) = (GameChunks::new(pgn.as_bytes()), GameChunk::default(), Plies::default());
    let mut reader = Reader::new(Selection::default()).with_details(&details);
    while chunks.read(&mut chunk).unwrap() {
        reader.append(&chunk, &mut plies, |bad| panic!("{bad}"));
    }
    let mut n = 0;
    for game in &games {
        for ply in 0..game.boards.len() {
            let texts = plies.details.iter().map(|column| match column {
                DetailColumn::Text(values) => values[n].as_deref().map(str::to_string),
                DetailColumn::Number(values) => values[n].map(|number| number.to_string()),
            });
            let start = game.boards[0].to_string();
            let step = ply.checked_sub(1).map(|before| (&game.boards[before], game.moves[before]));
            let of_style = |style| step.map(|(board, step)| text(board, step, style));
            let expected = [
                Some("a \"random\" game [1-0] {".to_string()),
                Some(start).filter(|start| start != STARTS[0]),
                None,
                of_style(Style::EXPORT),
                of_style(Style { moves: MoveStyle::Uci, ..Style::EXPORT }),
                None,
            ];
            assert!(texts.eq(expected), "{ply} of {:?}", game.moves);
            n += 1;
        }
    }
    assert_eq!(n, plies.len());
}

#[test]
fn a_clock_belongs_to_the_position_before_its_comment() {
    let pgn = b"1. e4 {[%clk 0:00:03]} e5 {[%eval 0.5]} 2. d4 ({[%clk 0:00:09]}) (2. c4) {[%clk 0:00:02.5]} *";
    let (mut chunk, mut plies) = (GameChunk::default(), Plies::default());
    GameChunks::new(&pgn[..]).read(&mut chunk).unwrap();
    for last in [false, true] {
        plies.clear();
        let reader = Reader::new(Selection { last, ..Selection::default() });
        reader.with_details(&[Detail::Clock, Detail::Eval]).append(&chunk, &mut plies, |bad| panic!("{bad}"));
        let expected = [&[None, Some(3000), None, Some(2500)][..], &[None, None, Some(50), None]];
        let kept = if last { 3.. } else { 0.. };
        assert_eq!(plies.details, expected.map(|values| DetailColumn::Number(values[kept.clone()].to_vec())));
    }
}

#[test]
fn every_position_of_a_game_has_its_result() {
    let (plies, bad) = read(b"1. e4 1-0 0-1 {no moves} 1. d4 (1. c4 1-0) d5 1/2-1/2 1. a3 * $3 ;end\n");
    assert!(bad.is_empty(), "{}", bad[0]);
    assert_eq!(plies.game, [1, 1, 2, 3, 3, 3, 4, 4]);
    assert_eq!(plies.labels.result, [2, 2, 0, 1, 1, 1, 1, 1]);
}

#[test]
fn a_text_without_games_has_none() {
    for text in ["", "\n\n", "{a comment}", "; a comment\n% [Event \"\"]\n", "\u{FEFF}\r\n", "$5"] {
        assert_eq!(read(text.as_bytes()), Default::default(), "{text:?}");
    }
}
