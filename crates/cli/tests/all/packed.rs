//! Tests packed positions: marlinformat, bulletformat and viriformat.

use std::fs;

use setwise_testkit::games::master_fens;

use crate::{START, fails, files_in, folder_with, good, path_in, run};

pub(crate) const PACKED: [&str; 3] = ["marlinformat", "bulletformat", "viriformat"];

/// The options for positions without scores and results.
pub(crate) const DRAWN: [&str; 4] = ["--score", "0", "--result", "draw"];

/// A position in which it is Black's turn, and its mirror image.
pub(crate) const BLACK: &str = "r3k2r/8/8/3pP3/8/8/4N3/4K3 b kq - 3 40";
const MIRRORED: &str = "4k3/4n3/8/8/3Pp3/8/8/R3K2R w - - 0 1";

/// Checks that the features of a position in bulletformat equal those of the mirrored position, because own pieces are
/// treated like White's.
#[test]
fn relative_boards_have_features_of_own_and_their() {
    let folder = folder_with(&[("one.fen", format!("{BLACK}\n").as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    good(&[&["convert", &path("one.fen"), &path("one"), "--to", "bulletformat"], &DRAWN[..]].concat(), "");
    let from = ["--from", "bulletformat"];
    let rows =
        |features: &[&str], more: &[&str]| good(&[&["positions"], features, &[&path("one")], &from, more].concat(), "");
    let own = rows(&["own_king_escapes", "their_knight_moves"], &[]);
    let white = good(&["positions", "white_king_escapes", "black_knight_moves", "-"], MIRRORED);
    let values = |rows: &str| rows.lines().nth(1).unwrap().split_once(',').unwrap().1.to_string();
    assert_eq!(values(&own), values(&white));
    assert_eq!(own.lines().next(), Some("board,own_king_escapes,their_knight_moves"));
    assert!(own.contains("\n4k3/4n3/8/8/3Pp3/8/8/R3K2R,0x"), "{own}");
    let taken = rows(&["white_king_escapes", "black_knight_moves"], &["--white-to-move"]);
    assert_eq!(taken, white);
    let all = rows(&["--totals", "all"], &[]);
    assert!(all.contains("\nown_knights,1,") && all.contains("\ntheir_king,1,") && !all.contains("white"), "{all}");
    let fen = good(&[&["convert", &path("one"), "-", "--to", "fen", "--white-to-move"], &from[..]].concat(), "");
    assert_eq!(fen, format!("{MIRRORED}\n"));
    // Two files of relative boards can be read together.
    let both =
        ["convert", &path("one"), &path("one.bin"), &path("out"), "--from", "bulletformat", "--to", "bulletformat"];
    fs::copy(path("one"), path("one.bin")).unwrap();
    good(&both, "");
}

/// Checks that each invalid input is reported in one line with the file, the number of the record or game, and the
/// reason.
#[test]
fn wrong_records_are_reported_with_their_number() {
    let lines: Vec<String> = master_fens().into_iter().cycle().take(9000).collect();
    let folder = folder_with(&[("games.fen", lines.join("\n").as_bytes())]);
    let games = path_in(&folder, "games.fen");
    for format in PACKED {
        let noun = if format == "viriformat" { "game" } else { "record" };
        let file = path_in(&folder, format);
        good(&[&["convert", &games, &file, "--to", format], &DRAWN[..]].concat(), "");
        let good_bytes = fs::read(&file).unwrap();
        let size = good_bytes.len() / 9000;
        let king = if format == "bulletformat" { "own_king" } else { "white_king" };
        let totals =
            |more: &[&str]| run(&[&["positions", "--totals", king, &file, "--from", format], more].concat(), "");
        // The last record is cut off, or the first piece of a board far into the file is another king or no piece.
        for (code, record) in [(None, 9000), (Some(5), 8501), (Some(7), 8501)] {
            let mut bytes = good_bytes.clone();
            match code {
                None => bytes.truncate(bytes.len() - 5),
                Some(code) => bytes[8500 * size + 8] = bytes[8500 * size + 8] & 0xF0 | code,
            }
            fs::write(&file, bytes).unwrap();
            let (exit, out, error) = totals(&[]);
            assert_eq!((exit, out.as_str(), error.lines().count()), (Some(1), "", 1), "{error}");
            assert!(error.starts_with(&format!("{file}: {noun} {record}: ")), "{error}");
            let (exit, _, skipped) = totals(&["--skip-bad"]);
            assert!(exit == Some(0) && skipped.starts_with("skipped "), "{skipped}");
            let out = path_in(&folder, "out.fen");
            fails(1, &["convert", &file, &out, "--from", format, "--white-to-move"], "");
            assert!(!std::path::Path::new(&out).exists(), "{format}: a file is left");
        }
        fs::write(&file, "").unwrap();
        assert!(totals(&[]).1.contains(",0,0,0,"), "an empty file has no positions");
        fs::write(&file, format!("{START}\n")).unwrap();
        assert_eq!(totals(&[]).0, Some(1), "text is not {format}");
    }
    // A compressed packed file is read if its name has the extension of a compressed file.
    let packed = zstd::encode_all(&b"\0"[..], 3).unwrap();
    fs::write(path_in(&folder, "a.bin.zst"), packed).unwrap();
    let error = fails(1, &["positions", "all", &path_in(&folder, "a.bin.zst"), "--from", "marlinformat"], "");
    assert!(error.ends_with("record 1: the record is incomplete: it has 1 bytes, not 32"), "{error}");
    assert_eq!(files_in(folder.path()), 5);
}

/// Checks that marlinformat keeps every value of the en passant square. Text must contain the square if and only if a
/// pawn can pass over it in a double step. Some programs store 0 if there is no en passant square.
#[test]
fn squares_that_no_pawn_can_pass_are_not_written_as_text() {
    let folder = folder_with(&[("one.fen", MIRRORED.as_bytes())]);
    let [packed, again] = ["one.bin", "again.bin"].map(|name| path_in(&folder, name));
    let fields: Vec<&str> = MIRRORED.split(' ').collect();
    good(&[&["convert", &path_in(&folder, "one.fen"), &packed, "--to", "marlinformat"], &DRAWN[..]].concat(), "");
    let mut board = fs::read(&packed).unwrap();
    for (square, name) in [(0, "-"), (15, "-"), (16, "a3"), (23, "h3"), (24, "-"), (40, "a6"), (48, "-"), (64, "-")] {
        board[24] = board[24] & 0x80 | square;
        fs::write(&packed, &board).unwrap();
        let fen = good(&["convert", &packed, "-", "--from", "marlinformat", "--to", "fen"], "");
        assert_eq!(fen.split(' ').nth(3), Some(name), "square {square}: {fen}");
        assert_eq!(fen.split(' ').next(), Some(fields[0]));
        good(&["convert", &packed, &again, "--from", "marlinformat", "--to", "marlinformat"], "");
        assert!(fs::read(&again).unwrap() == board, "square {square}");
    }
}

/// Checks that the positions of games in viriformat have the numbers of their game and ply, and that the options for games
/// choose them.
#[test]
fn positions_of_packed_games_have_the_numbers_of_their_game_and_ply() {
    // The moves of four games: none, e2e4 and e7e5, g1f3, and none. Each move has a score.
    let moves: [&[u16]; 4] = [&[], &[12 | 28 << 6, 52 | 36 << 6], &[6 | 21 << 6], &[]];
    let folder = folder_with(&[("start.fen", START.as_bytes())]);
    let [start, games] = ["start.vf", "games.vf"].map(|name| path_in(&folder, name));
    good(&[&["convert", &path_in(&folder, "start.fen"), &start, "--to", "viriformat"], &DRAWN[..]].concat(), "");
    let board = fs::read(&start).unwrap()[..32].to_vec();
    let mut bytes = Vec::new();
    for _ in 0..2000 {
        for moves in moves {
            bytes.extend_from_slice(&board);
            for step in moves {
                bytes.extend_from_slice(&step.to_le_bytes());
                bytes.extend_from_slice(&7_i16.to_le_bytes());
            }
            bytes.extend_from_slice(&[0; 4]);
        }
    }
    fs::write(&games, &bytes).unwrap();
    let rows = |options: &[&str]| {
        let output = good(&[&["positions", "white_king", &games, "--from", "viriformat"], options].concat(), "");
        let mut rows = output.lines().map(|row| row.split(',').skip(1).take(2).collect::<Vec<_>>().join(","));
        assert_eq!(rows.next().as_deref(), Some("game,ply"));
        rows.collect::<Vec<_>>()
    };
    // The position after the last move has no score, and is not stored.
    let all: Vec<(usize, usize)> =
        (0..8000).flat_map(|game| (0..moves[game % 4].len().max(1)).map(move |ply| (game + 1, ply))).collect();
    type Keeps = fn(usize, usize) -> bool;
    let cases: [(&[&str], Keeps); 6] = [
        (&[], |_, _| true),
        (&["--threads", "1"], |_, _| true),
        (&["--plies", "1.."], |_, ply| ply >= 1),
        (&["--every", "2"], |_, ply| ply % 2 == 0),
        (&["--last"], |game, ply| ply == usize::from(game % 4 == 2)),
        (&["--last", "--plies", "..0"], |_, ply| ply == 0),
    ];
    for (options, keeps) in cases {
        let expected = all.iter().filter(|(game, ply)| keeps(*game, *ply)).map(|(game, ply)| format!("{game},{ply}"));
        assert!(rows(options).into_iter().eq(expected), "{options:?}");
    }
    assert_eq!(rows(&["--where", "ply > 0"]).len(), 2000);
}

#[test]
fn what_a_format_cannot_hold_is_reported_with_its_place() {
    let crowd = "8/8/4k3/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/4K3 w";
    for format in PACKED {
        let folder = folder_with(&[("crowd.fen", format!("{START}\n{crowd}\n").as_bytes())]);
        let file = path_in(&folder, "crowd.fen");
        let out = path_in(&folder, "out");
        let error = fails(1, &[&["convert", &file, &out, "--to", format], &DRAWN[..]].concat(), "");
        let expected = format!("{file}:2: {format} cannot hold the position: ");
        assert!(error.starts_with(&expected), "{error}");
        assert_eq!(files_in(folder.path()), 1);
    }
}
