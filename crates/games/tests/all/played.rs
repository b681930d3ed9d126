//! Random legal games in every style, compared with the boards of `cozy-chess`.

use std::num::NonZeroUsize;

use cozy_chess::{Board, Piece};
use setwise_games::{Detail, DetailColumn, Plies, Reader, Selection};
use setwise_positions::packed::{LabelRow, NO_RESULT};
use setwise_positions::{NO_EN_PASSANT, Position, RightsRow};
use setwise_testkit::pgn::{MoveStyle, RandomGame, STARTS, Style, text};
use setwise_testkit::random::Sets;

use crate::{read, read_good, read_in_chunks};

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
            assert_eq!(halfmove_clock.min(100), u32::from(board.halfmove_clock()), "{board}");
            assert_eq!(fullmove_number, u32::from(board.fullmove_number()), "{board}");
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
    let plies = read_good(Reader::new(Selection::default()).with_details(&details), 1 << 18, pgn.as_bytes());
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
    for last in [false, true] {
        let reader = Reader::new(Selection { last, ..Selection::default() });
        let plies = read_good(reader.with_details(&[Detail::Clock, Detail::Eval]), 1 << 18, pgn);
        let expected = [&[None, Some(3000), None, Some(2500)][..], &[None, None, Some(50), None]];
        let kept = if last { 3.. } else { 0.. };
        assert_eq!(plies.details, expected.map(|values| DetailColumn::Number(values[kept.clone()].to_vec())));
    }
}

#[test]
fn every_position_of_a_game_has_its_result() {
    let (plies, bad) = read(b"1. e4 1-0\n\n0-1 {no moves} 1. d4 (1. c4 1-0) d5 1/2-1/2 1. a3 * $3 ;end\n");
    assert!(bad.is_empty(), "{}", bad[0]);
    assert_eq!(plies.game, [1, 1, 2, 3, 3, 3, 4, 4]);
    assert_eq!(plies.labels.result, [2, 2, 0, 1, 1, 1, NO_RESULT, NO_RESULT]);
}

/// A result that is repeated before an empty line belongs to the same game.
#[test]
fn a_repeated_result_is_no_game() {
    for text in
        ["1. e4 1-0 1-0", "1. e4 1-0 {White wins}\n1-0\n", "1. e4 1-0 * ; end\n1-0", "1. e4 * 1-0", "1. e41-0 1-0"]
    {
        for chunk in [16, 1 << 18] {
            let text = format!("{text}\n\n1. d4 0-1");
            let (plies, bad) = read_in_chunks(text.as_bytes(), chunk, Selection::default());
            assert!(bad.is_empty(), "{text}: {}", bad[0]);
            assert_eq!((plies.game, plies.labels.result), (vec![1, 1, 2, 2], vec![2, 2, 0, 0]), "{text}");
        }
    }
    for text in ["1-0\n\n1-0", "1-0\n\n{a comment} 1-0", "{a comment} 1-0 ; end\n\n1-0"] {
        assert_eq!(read(text.as_bytes()).0.game, [1, 2], "{text}");
    }
}

/// Texts with byte order marks may have been joined without a line end between them.
#[test]
fn byte_order_marks_between_games_are_skipped() {
    let [first, second] =
        ["1. e4 1-0", "[White \"\u{FEFF}A\"]\n\n1. d4 {\u{FEFF}} d5\u{FEFF}*"].map(|game| format!("\u{FEFF}{game}"));
    for chunk in 16..50 {
        let (plies, bad) =
            read_in_chunks(format!("{first}{second}{first}\u{FEFF}").as_bytes(), chunk, Selection::default());
        assert!(bad.is_empty(), "{}", bad[0]);
        assert_eq!(plies.game, [1, 1, 2, 2, 2, 3, 3]);
    }
}

/// Returns the results of a text in which each game has one position, and the column of the tag `Result`.
fn results(reader: Reader, text: &str) -> (Vec<u8>, Vec<Option<String>>) {
    let mut plies = read_good(reader.with_details(&[Detail::named("Result")]), 1 << 18, text.as_bytes());
    let DetailColumn::Text(texts) = plies.details.remove(0) else { panic!("results are texts") };
    (plies.labels.result, texts.into_iter().map(|text| text.map(|text| text.to_string())).collect())
}

#[test]
fn the_result_after_the_moves_counts_unless_it_is_unknown() {
    let first = || Reader::new(Selection { plies: (0, 0), ..Selection::default() });
    for (tag, marker, expected, text) in [
        ("1-0", "0-1", 0, Some("0-1")),
        ("0-1", "*", 0, Some("0-1")),
        ("", "1-0", 2, Some("1-0")),
        ("*", "e41/2", 1, Some("1/2-1/2")),
        ("1/2", "1/2-1/2", 1, Some("1/2")),
        ("0.5-0.5", "0.5-0.5", 1, Some("0.5-0.5")),
        ("?", "*", NO_RESULT, Some("?")),
        ("White", "*", NO_RESULT, Some("White")),
        ("1:0", "1-0", 2, Some("1-0")),
        ("1-0", "", 2, Some("1-0")),
        ("?", "", NO_RESULT, Some("?")),
    ] {
        let game = format!("[RESULT \"{tag}\"]\n\n{marker}\n");
        let found = results(first().with_unfinished(marker.is_empty()), &game);
        assert_eq!(found, (vec![expected], vec![text.map(str::to_string)]), "{game}");
    }
    let games = "[A \"\"]\n\n*\n\n[A \"\"]\n\n1-0 [A \"\"]";
    let texts = [Some("*"), Some("1-0"), None].map(|text| text.map(str::to_string));
    assert_eq!(results(first().with_unfinished(true), games), (vec![NO_RESULT, 2, NO_RESULT], texts.to_vec()));
}

#[test]
fn tags_without_moves_are_a_game() {
    let empty = "\r\n \n";
    for (first, gap, second) in [
        (r#"[Event "A"]"#, "\n", r#"[Event "B"]"#),
        (r#"[Event "A"]"#, "\n\n\n", r#"[Event "B"]"#),
        (r#"[Event "A"]"#, "\r\n", r#"[Event "B"]"#),
        (r#"[Event "A"]"#, " {a comment}\n", r#"[Event "B"]"#),
        (r#"[Event "A"]"#, " ", r#"[Event "B"]"#),
        (r#"[SetUp "1"]"#, empty, r#"[Event "B"]"#),
        (r#"[SetUp "1"]"#, "\n{a comment}\n\n", r#"[Event "B"]"#),
        (r#"[SetUp "1"]"#, "\n; a comment\n% another\n\n", r#"[Event "B"]"#),
        (r#"[SetUp "1"]"#, "\n\n\n", r#"[Site "B"]"#),
        (r#"[SetUp "1"]"#, "\n\n; a comment\n\n\n", r#"[Site "B"]"#),
    ] {
        let text = format!("{first}\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]{gap}{second}\n\n1. e4 *");
        for chunk in [16, 1 << 18] {
            let (plies, bad) = read_in_chunks(text.as_bytes(), chunk, Selection::default());
            assert_eq!((&plies.game[..], bad.len(), bad[0].game), (&[2, 2][..], 1, 1), "{text}");
            assert_eq!(plies.columns.get(0), Some(Position::from(&Board::default())), "{text}");
        }
        let reader = Reader::new(Selection::default()).with_unfinished(true).with_details(&[Detail::named("FEN")]);
        let plies = read_good(reader, 1 << 18, text.as_bytes());
        let [DetailColumn::Text(fens)] = &plies.details[..] else { panic!("a column of texts") };
        assert_eq!(fens.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, false], "{text}");
    }
}

/// A single empty line may separate the tags of one game, as in texts with double line spacing.
#[test]
fn one_empty_line_does_not_separate_tags() {
    for gap in ["\n\n", "\r\n\r\n", "\n; a comment\n\n", "\n\n{a comment}\n\n", "\n%\n\n"] {
        let text = ["[Event \"A\"]", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]", "[Event2 \"\"]", "1. e4 *"].join(gap);
        let (plies, bad) = read(text.as_bytes());
        assert!(bad.is_empty(), "{text}: {}", bad[0]);
        assert_eq!(plies.columns.kings[..], [1 << 4 | 1 << 60; 2], "{text}");
    }
}

#[test]
fn names_of_tags_may_have_any_letters() {
    for name in ["Er\u{F6}ffnung", "White.Title", "White'sElo", "Result/2", "*"] {
        let (plies, bad) = read(format!("[Result \"1-0\"]\n[{name} \"x\"]\n[White x]\n\n1. e4 *").as_bytes());
        assert!(bad.is_empty(), "{name}: {}", bad[0]);
        assert_eq!((plies.game, plies.labels.result), (vec![1, 1], vec![2, 2]), "{name}");
    }
}

#[test]
fn tags_that_say_nothing_are_ignored() {
    let (plies, bad) = read(b"[FEN \"\"]\n[Variant \" Standard \"]\n\n1. e4 *\n\n[FEN \" \"]\n\n1. d4 *");
    assert!(bad.is_empty(), "{}", bad[0]);
    assert_eq!(plies.game, [1, 1, 2, 2]);
}

#[test]
fn values_of_tags_may_have_quotes_backslashes_and_any_bytes() {
    for (text, value) in [
        (&b"Open \"Summer\""[..], "Open \"Summer\""),
        (b"A \"B\" C", "A \"B\" C"),
        (b"\"\"", "\"\""),
        (b"C:\\", "C:\\"),
        (b"a\\\\", "a\\"),
        (b"say \\\"x\\\"", "say \"x\""),
        (b"[1] \"2\" [3]", "[1] \"2\" [3]"),
        (b"Caf\xE9", "Caf\u{E9}"),
        (b"Gr\xE4n", "Gr\u{E4}n"),
        ("Gr\u{E4}n".as_bytes(), "Gr\u{E4}n"),
    ] {
        for end in ["\"]\n\n1. e4 *", "\" ] \r\n[Result \"*\"]\r\n1. e4 *\r\n"] {
            let pgn = [b"[Event \"", text, end.as_bytes()].concat();
            let reader = Reader::new(Selection { last: true, ..Selection::default() });
            let plies = read_good(reader.with_details(&[Detail::named("Event")]), 16, &pgn);
            assert_eq!((plies.ply, plies.details), (vec![1], vec![DetailColumn::Text(vec![Some(value.into())])]));
        }
    }
}

#[test]
fn rare_forms_of_moves_and_results_are_read() {
    for (text, plies) in [
        ("1.e4 e5 2.Nf3 Nc6*", 4),
        ("1.e4 e5 2.Nf3 Nc6!*1. d4 *", 4),
        ("1. e4 e5 2. Nf3!1-0", 3),
        ("1. e4 e5 2. Nf3 1/2", 3),
        ("1. e4 e50.5-0.5", 2),
        ("1. e4 e5 2.1/2-1/2", 2),
        ("1. e4 e5 2. Ba6 Ke71/2", 4),
        ("1. e4 e5 $1* ", 2),
        ("1. e4 a6 2. e5 d5 3. exd6ep *", 5),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. *", 5),
        ("1. e4 a6 2. e5 d5 3. exd6 {c} e. p. *", 5),
        ("1. e4 a6 2. e5 d5 3. exd6e.p.! cxd6 *", 6),
        ("1. e4 a6 2. e5 d5 3. exd6ep1-0", 5),
        ("1. e4 a6 2. e5 d5 3. exd6 ep1-0", 5),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. o-o 0-0 *", 8),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. OO 00 *", 8),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O0-1", 7),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-01-0", 7),
    ] {
        for chunk in [16, 1 << 18] {
            let (found, bad) = read_in_chunks(text.as_bytes(), chunk, Selection::default());
            assert!(bad.is_empty(), "{text}: {}", bad[0]);
            assert_eq!(found.game.iter().filter(|game| **game == 1).count(), plies + 1, "{text}");
        }
    }
    let reader = Reader::new(Selection { last: true, ..Selection::default() }).with_details(&[Detail::Move]);
    let plies = read_good(reader, 1 << 18, b"1. f3 e5 2. g4 Qh4#!0-1");
    assert_eq!(plies.details, [DetailColumn::Text(vec![Some("Qh4#".into())])]);
    for wrong in ["1. e4 d5 2. exd5ep *", "1. e4 e.p. *", "1. e4 d5 2. exd5 ep *"] {
        assert_eq!(read(wrong.as_bytes()).1.len(), 1, "{wrong}");
    }
}

#[test]
fn a_comment_before_a_game_belongs_to_its_start() {
    let start = "{[%eval 0.2] [%clk 0:05:00]}";
    for text in [
        format!("{start} 1. e4 *"),
        format!("% a line\n{start}\n% [Event \"no\"]\n\n[Event \"\"]\n1. e4 *"),
        format!("[Event \"\"]\n\n{start}\n1. e4 *"),
        format!("{start} {{another}} ; and another\n\n1. e4 *"),
        format!("*\n\n{start}\n1. e4 *"),
        format!("* ; end\r\n \r\n{start}\r\n[Event \"\"]\r\n1. e4 *"),
    ] {
        for chunk in [16, 1 << 18] {
            let reader = Reader::new(Selection::default()).with_details(&[Detail::Clock, Detail::Eval]);
            let plies = read_good(reader, chunk, text.as_bytes());
            let expected = [&[None, Some(300_000), None][..], &[None, Some(20), None]];
            let skipped = if text.starts_with('*') { 0.. } else { 1.. };
            assert_eq!(plies.details, expected.map(|values| DetailColumn::Number(values[skipped.clone()].to_vec())));
        }
    }
}

#[test]
fn a_text_without_games_has_none() {
    for text in ["", "\n\n", "{a comment}", "; a comment\n% [Event \"\"]\n", "\u{FEFF}\r\n", "$5"] {
        assert_eq!(read(text.as_bytes()), Default::default(), "{text:?}");
    }
}
