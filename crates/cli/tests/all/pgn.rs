//! Tests games in PGN: their positions, the choice of plies, and games with errors.

use setwise_testkit::pgn::{RandomGame, Style};
use setwise_testkit::random::Sets;

use crate::{fails, files_in, folder_with, good, path_in, run, zstd_of};

/// Returns random games as PGN, and the FEN of each of their positions without its en passant square, with the number of
/// the game and of the ply. The reader does not keep an en passant square that no pawn attacks, and `cozy-chess` does.
fn random_games(games: usize, moves: usize) -> (String, Vec<[String; 3]>) {
    let mut random = Sets::seeded(4104);
    let (mut text, mut rows) = (String::new(), Vec::new());
    for number in 1..=games {
        let game = RandomGame::new(&mut random, moves);
        game.write(Style { decorated: number % 2 == 0, ..Style::EXPORT }, &mut random, &mut text);
        for (ply, board) in game.boards.iter().enumerate() {
            rows.push([without_en_passant(&board.to_string()), number.to_string(), ply.to_string()]);
        }
    }
    (text, rows)
}

/// Returns the placement, the side to move and the castling rights of a FEN.
fn without_en_passant(fen: &str) -> String {
    fen.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// Returns the position without its en passant square, the game and the ply of a row.
fn fields(row: &str) -> [String; 3] {
    let mut fields = row.split(',');
    let mut next = || fields.next().unwrap_or_default().to_string();
    [without_en_passant(&next()), next(), next()]
}

#[test]
fn positions_of_games_have_the_numbers_of_their_game_and_ply() {
    let (text, expected) = random_games(300, 60);
    let gzip = {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        std::io::Write::write_all(&mut encoder, text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    assert!(text.len() > 200_000, "several chunks");
    let folder = folder_with(&[("a.pgn", text.as_bytes()), ("b.pgn.zst", &zstd_of(&text)), ("c.PGN.gz", &gzip)]);
    let features = ["white_knight_moves", "legal_move_count"];
    for (file, threads) in [("a.pgn", "1"), ("a.pgn", "3"), ("b.pgn.zst", "2"), ("c.PGN.gz", "2")] {
        let path = path_in(&folder, file);
        let rows = good(&[&["positions"], &features[..], &[&path, "--threads", threads]].concat(), "");
        let mut lines = rows.lines();
        assert_eq!(lines.next(), Some("fen,game,ply,white_knight_moves,legal_move_count"));
        assert!(lines.map(fields).eq(expected.iter().cloned()), "{file}");
        // The features are those of the same positions as FENs.
        let fens: String = rows.lines().skip(1).map(|row| row.split(',').next().unwrap().to_string() + "\n").collect();
        let of_fens = good(&[&["positions"], &features[..], &["-", "--no-positions"]].concat(), fens);
        assert_eq!(good(&[&["positions"], &features[..], &[&path, "--no-positions"]].concat(), ""), of_fens);
    }
    // From standard input, the format must be named.
    let rows = good(&["positions", "white_king", "-", "--from", "pgn"], &text);
    assert_eq!(rows.lines().count(), expected.len() + 1);
}

#[cfg(feature = "parquet")]
#[test]
fn columnar_files_have_the_columns_of_games() {
    let (text, expected) = random_games(40, 60);
    let folder = folder_with(&[("a.pgn", text.as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    for out in ["o.parquet", "o.arrow"].map(path) {
        good(&["convert", &path("a.pgn"), &out, "--moves", "--tags", "Event"], "");
        let schema = crate::columnar::rows(&out)[0].schema();
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).skip(9).collect();
        let labels = "result halfmove_clock fullmove_number en_passant unmoved_rooks game ply move uci Event";
        assert_eq!(names.join(" "), labels);
        let rows = good(&["positions", "white_king", &out], "");
        let positions = rows.lines().skip(1).map(|row| without_en_passant(row.split(',').next().unwrap()));
        assert!(positions.eq(expected.iter().map(|[fen, ..]| fen.clone())));
    }
}

#[test]
fn options_choose_plies() {
    let (text, expected) = random_games(30, 20);
    let folder = folder_with(&[("a.pgn", text.as_bytes())]);
    let path = path_in(&folder, "a.pgn");
    let ply = |row: &[String; 3]| row[2].parse::<usize>().unwrap();
    let is_last = |rows: &[[String; 3]], n: usize| rows.get(n + 1).is_none_or(|next| next[1] != rows[n][1]);
    type Keeps = fn(usize) -> bool;
    let cases: [(&[&str], Keeps); 6] = [
        (&["--plies", "3..7"], |ply| (3..=7).contains(&ply)),
        (&["--plies", "18.."], |ply| ply >= 18),
        (&["--plies", "..2"], |ply| ply <= 2),
        (&["--every", "5"], |ply| ply.is_multiple_of(5)),
        (&["--every", "4", "--plies", "1..12"], |ply| [4, 8, 12].contains(&ply)),
        (&[], |_| true),
    ];
    for (options, keeps) in cases {
        let kept: Vec<_> = expected.iter().filter(|row| keeps(ply(row))).cloned().collect();
        let rows = good(&[&["positions", "white_king", &path], options].concat(), "");
        assert!(rows.lines().skip(1).map(fields).eq(kept.iter().cloned()), "{options:?}");
        let rows = good(&[&["positions", "white_king", &path, "--last"], options].concat(), "");
        let last = (0..kept.len()).filter(|n| is_last(&kept, *n)).map(|n| kept[n].clone());
        assert!(rows.lines().skip(1).map(fields).eq(last), "{options:?}");
        let rows = good(&[&["positions", "white_king", &path, "--limit", "7"], options].concat(), "");
        assert!(rows.lines().skip(1).map(fields).eq(kept.iter().take(7).cloned()), "{options:?}");
    }
}

#[test]
fn details_are_columns_of_rows() {
    let game = "[White \"A, \\\"b\\\"\"]\n[Result \"1-0\"]\n\n1. e4! {[%clk 0:03:00] [%eval 0.17]} e5 {[%eval #-2]} 1-0\n\n1. d4 *\n";
    let folder = folder_with(&[("a.pgn", game.as_bytes())]);
    let path = path_in(&folder, "a.pgn");
    let arguments = ["positions", "white_king", &path, "--moves", "--clocks", "--evals", "--tags", "White,Result"];
    let rows = good(&arguments, "");
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows[0], "fen,game,ply,move,uci,clock_ms,eval_cp,White,Result,white_king");
    let after_fen = |row: &str| row.split_once(" -,").unwrap().1.to_string();
    for (row, expected) in rows[1..].iter().zip([
        "1,0,,,,,\"A, \"\"b\"\"\",1-0,0x0000000000000010",
        "1,1,e4,e2e4,180000,17,\"A, \"\"b\"\"\",1-0,0x0000000000000010",
        "1,2,e5,e7e5,,-99998,\"A, \"\"b\"\"\",1-0,0x0000000000000010",
        "2,0,,,,,,*,0x0000000000000010",
        "2,1,d4,d2d4,,,,*,0x0000000000000010",
    ]) {
        assert_eq!(after_fen(row), expected);
    }
    let selected = good(&[&arguments[..], &["--where", "white_king", "--plies", "2..2"]].concat(), "");
    assert_eq!(selected.lines().nth(1), Some(rows[3]));
}

#[test]
fn games_without_a_result_need_an_option() {
    let book = "[ECO \"A00\"]\n[Result \"1-0\"]\n\n1. b4 e5\n\n[ECO \"A01\"]\n\n1. b3\n\n[ECO \"A02\"]\n";
    let folder = folder_with(&[("a.pgn", book.as_bytes())]);
    let path = path_in(&folder, "a.pgn");
    let arguments = ["convert", &path, "-", "--to", "csv", "--games", "--tags", "ECO"];
    assert!(fails(1, &arguments, "").contains("use the option `unfinished` to read it"));
    let rows = good(&[&arguments[..], &["--unfinished"]].concat(), "");
    let expected = ["1,,,,,,,1-0,,,A00,b2b4 e7e5", "2,,,,,,,,,,A01,b2b3", "3,,,,,,,,,,A02,"];
    assert_eq!(rows.lines().skip(1).collect::<Vec<_>>(), expected);
}

#[test]
fn chess960_follows_from_the_tags_the_fen_or_the_option() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let shredder = fen.replace("KQkq", "HAha");
    let pgn = |tags: &str, fen: &str| format!("{tags}[FEN \"{fen}\"]\n\n1. O-O *\n");
    let row = |fen: &str| format!("fen,moves,Variant\n{fen},e1g1,\n");
    let cases = [
        ("a.pgn", pgn("", fen), "e1g1"),
        ("b.pgn", pgn("", &shredder), "e1h1"),
        ("c.pgn", pgn("[Variant \"Chess960\"]\n", fen), "e1h1"),
        ("d.uci", format!("position fen {fen} moves e1g1\n"), "e1g1"),
        ("e.uci", format!("position fen {shredder} moves e1h1\n"), "e1h1"),
        ("f.csv", row(fen), "e1g1"),
        ("g.csv", row(&shredder), "e1h1"),
    ];
    let files = cases.each_ref().map(|(name, text, _)| (*name, text.as_bytes()));
    let folder = folder_with(&files);
    for (name, _, expected) in &cases {
        let path = path_in(&folder, name);
        let mut arguments = vec!["positions", "white_king", &path, "--moves", "--last", "--format", "json"];
        arguments.extend(name.ends_with(".csv").then_some("--column=moves"));
        assert!(good(&arguments, "").contains(&format!("\"uci\":\"{expected}\"")), "{name}");
        arguments.push("--chess960");
        assert!(good(&arguments, "").contains("\"uci\":\"e1h1\""), "{name}");
    }
}

#[test]
fn columns_of_moves_keep_names_and_results() {
    let table = b"White,moves,Result\nGr\xFCn,e2e4;e7e5,1-0\nGr\xE4n,e4 0-1,\n";
    let folder = folder_with(&[("a.csv", table)]);
    let path = path_in(&folder, "a.csv");
    let rows = good(&["convert", &path, "-", "--to", "csv", "--games", "--column", "moves"], "");
    let expected = ["1,,,,,Gr\u{FC}n,,1-0,,,e2e4 e7e5", "2,,,,,Gr\u{E4}n,,0-1,,,e2e4"];
    assert_eq!(rows.lines().skip(1).collect::<Vec<_>>(), expected);
    let table = b"Gr\xE4n,Gr\xFCn,moves\nwrong,right,e4\n";
    let arguments = ["positions", "white_king", "-", "--from", "csv", "--column", "moves", "--last", "--start-column"];
    let error = fails(1, &[&arguments[..], &["Gr\u{FC}n"]].concat(), table);
    assert!(error.contains("the FEN is 'right'"), "{error}");
    for result in ["1:0", "White", "2"] {
        let table = format!("moves,Result\ne4,{result}\n");
        let error = fails(1, &["positions", "white_king", "-", "--from", "csv", "--column", "moves"], table);
        assert!(error.contains(&format!("the result is '{result}', expected 1-0, 0-1, 1/2-1/2 or *")), "{error}");
    }
}

#[test]
fn a_bad_game_is_reported_with_its_line_and_may_be_skipped() {
    let (text, expected) = random_games(200, 40);
    let bad = "[Event \"bad\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n";
    let cut = "[Event \"cut off\"]\n\n1. d4 (1. c4";
    let text = format!("{text}{bad}{text}{cut}");
    let folder = folder_with(&[("a.pgn", text.as_bytes())]);
    let path = path_in(&folder, "a.pgn");
    let line = text[..text.find("1. e4 e5 2. Ke3").unwrap()].lines().count() + 1;
    let message = format!(
        "{path}:{line}:13: game 201, ply 3: 'Ke3' is not a legal move in \
         rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    for threads in ["1", "2"] {
        let (code, rows, error) = run(&["positions", "white_king", &path, "--threads", threads], "");
        assert_eq!((code, error), (Some(1), format!("{message}\n")));
        assert!(rows.lines().skip(1).map(fields).eq(expected.iter().cloned()), "the games before it");
        for option in ["--skip-bad", "--skip-bad-games"] {
            let arguments = ["positions", "white_king", &path, "--threads", threads, option];
            let (code, rows, error) = run(&arguments, "");
            assert_eq!((code, error), (Some(0), format!("skipped 2 bad games, the first: {message}\n")));
            assert_eq!(rows.lines().count(), 1 + 2 * expected.len());
        }
    }
    let out = path_in(&folder, "out.fen");
    let files = files_in(folder.path());
    assert_eq!(fails(1, &["convert", &path, &out], ""), message);
    assert_eq!(files_in(folder.path()), files, "no output");
}
