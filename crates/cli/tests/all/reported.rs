//! Tests what is reported about the inputs: tags that no game has, the list of what is skipped, and the names of files.

use std::fs;

use crate::{START, fails, folder_with, good, path_in, run};

const GAMES: &str = "[White \"A\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n";

#[test]
fn a_tag_that_no_game_has_is_an_error() {
    let many = GAMES.repeat(3000) + "[Late \"x\"]\n\n1. c4 *\n";
    let folder = folder_with(&[
        ("a.pgn", many.as_bytes()),
        ("b.pgn", GAMES.as_bytes()),
        ("c.uci", b"e2e4 e7e5\n"),
        ("empty.pgn", b""),
    ]);
    let [a, b, c, empty] = ["a.pgn", "b.pgn", "c.uci", "empty.pgn"].map(|name| path_in(&folder, name));
    let missing = |file: &str, tag: &str, more: &str| format!("{file}: no game has the tag '{tag}'{more}");
    for threads in ["1", "2"] {
        let tags = |tags, files: &[&str]| {
            let arguments = ["positions", "white_king", "--threads", threads, "--tags", tags];
            let files: Vec<&str> = arguments.iter().chain(files).copied().collect();
            run(&files, "")
        };
        for (names, files, expected) in [
            ("WhiteElO", &[&*a][..], missing(&a, "WhiteElO", "; did you mean WhiteElo?")),
            ("White,whiteelo", &[&*a], missing(&a, "whiteelo", "; did you mean WhiteElo?")),
            ("Xyz", &[&*a], missing(&a, "Xyz", "")),
            ("Late", &[&*b], missing(&b, "Late", "")),
            ("White", &[&*c], missing(&c, "White", "")),
            ("Late2", &[&*b, &*a], missing("--tags", "Late2", "; did you mean Late?")),
        ] {
            let (code, _, error) = tags(names, files);
            assert_eq!((code, error), (Some(1), expected + "\n"), "{names}, {threads}");
        }
        for (names, files) in [("Late,White,WhiteElo", &[&*b, &*a][..]), ("White", &[&*b, &*c]), ("Late", &[&*empty])] {
            assert_eq!(tags(names, files).0, Some(0), "{names}");
        }
    }
    for out in ["out.csv", "out.parquet"].iter().take(if cfg!(feature = "parquet") { 2 } else { 1 }) {
        let out = path_in(&folder, out);
        for games in [&["positions", "white_king", &*b, "--out", &*out][..], &["convert", &*b, &*out, "--games"]] {
            let error = fails(1, &[games, &["--tags", "Elo"]].concat(), "");
            assert!(error.starts_with(&missing(&b, "Elo", "")), "{error}");
            assert!(!fs::exists(&out).unwrap(), "an output with an error");
        }
    }
    // With a limit, games that are not read may have the tag.
    good(&["positions", "white_king", &a, "--tags", "Late", "--limit", "5"], "");
    // A tag counts even if no position of its game is selected.
    good(&["positions", "white_king", &b, "--tags", "WhiteElo", "--plies", "9.."], "");
}

/// Checks that every bad line, record, game and row is listed, in the order of the input, as in the message for the first.
#[test]
fn everything_that_is_skipped_is_listed() {
    let good_lines = format!("{START}\n").repeat(5000);
    let fen = format!("{good_lines}wrong\n{good_lines}# comment\n8/8 w\n\u{1}\r{START}\n");
    let pgn = format!("{}1. e5 *\n\n{}[FEN \"8/8\"]\n\n1. e4 *\n", GAMES.repeat(2000), GAMES.repeat(2000));
    let csv = format!("id,fen\n1,{START}\n2\n3,\n4,{START}\n5,8 w\n");
    let folder = folder_with(&[("a.fen", fen.as_bytes()), ("b.pgn", pgn.as_bytes()), ("c.csv", csv.as_bytes())]);
    let [a, b, c, list, out] = ["a.fen", "b.pgn", "c.csv", "list", "out.csv"].map(|name| path_in(&folder, name));
    for (file, noun, places) in [
        (&a, "line", &[5001, 10_003, 10_004][..]),
        (&b, "game", &[2000 * 8 + 1, 2000 * 16 + 3]),
        (&c, "line", &[3, 4, 6]),
    ] {
        for threads in ["1", "2"] {
            let arguments = ["positions", "white_king", file, "--skip-bad", "--threads", threads, "--out", &out];
            let (code, _, error) = run(&[&arguments[..], &["--skipped", &list]].concat(), "");
            assert_eq!(code, Some(0), "{error}");
            let listed = fs::read_to_string(&list).unwrap();
            let lines: Vec<&str> = listed.lines().collect();
            let count = places.len();
            assert_eq!(error, format!("skipped {count} bad {noun}s, the first: {}\n", lines[0]), "{threads}");
            let begin = |line: &&str, place: &usize| line.starts_with(&format!("{file}:{place}:"));
            assert!(
                lines.len() == count && lines.iter().zip(places).all(|(line, place)| begin(line, place)),
                "{listed}"
            );
            assert_eq!(run(&[&arguments[..], &["--skipped", "-"]].concat(), "").1, listed);
        }
    }
    // Nothing is listed if nothing is skipped, or after a limit.
    for more in [&["--limit", "0"][..], &["--limit", "5000"]] {
        good(&[&["positions", "white_king", &*a, "--skip-bad", "--skipped", &*list][..], more].concat(), "");
        assert_eq!(fs::read_to_string(&list).unwrap(), "");
    }
}

/// Checks that rows of several files of games have the name of their file, because games are counted in each file.
#[test]
fn games_of_several_files_have_the_name_of_their_file() {
    let folder = folder_with(&[("a.pgn", GAMES.as_bytes()), ("b,\".pgn", GAMES.as_bytes())]);
    let [a, b] = ["a.pgn", "b,\".pgn"].map(|name| path_in(&folder, name));
    let quoted = format!("\"{}\"", b.replace('"', "\"\""));
    let pattern = path_in(&folder, "*.pgn");
    let rows = good(&["positions", "white_king", &a, &b], "");
    assert!(rows.starts_with("fen,file,game,ply,white_king\n"), "{rows}");
    let first = |name: &str, game: usize| rows.contains(&format!(" KQkq -,{name},{game},0,0x"));
    assert!([1, 2].into_iter().all(|game| first(&a, game) && first(&quoted, game)), "{rows}");
    assert_eq!(good(&["positions", "white_king", &pattern], ""), rows);
    let json = good(&["positions", "white_king", &a, &b, "--format", "json"], "");
    assert!(json.lines().next().unwrap().contains(&format!("\"file\":\"{a}\",\"game\":1,\"ply\":0")), "{json}");
    let games = good(&["convert", &a, &b, "-", "--to", "csv", "--games"], "");
    let lines: Vec<&str> = games.lines().collect();
    assert!(lines[0].starts_with("file,game,Event,") && lines.len() == 5, "{games}");
    assert!(lines[1].starts_with(&format!("{a},1,")) && lines[4].starts_with(&format!("{quoted},2,")), "{games}");
    // One file needs no name, and positions that are not from games have no file.
    assert!(good(&["positions", "white_king", &a], "").starts_with("fen,game,ply,white_king\n"));
    assert!(
        good(&["positions", "white_king", "-", &a, "--from", "fen", "--skip-bad", "--limit", "0"], "")
            .starts_with("fen,white_king\n")
    );
}

#[cfg(feature = "parquet")]
#[test]
fn tables_of_several_files_are_read_again() {
    let folder = folder_with(&[("a.pgn", GAMES.as_bytes()), ("b.pgn", GAMES.as_bytes())]);
    let [a, b] = ["a.pgn", "b.pgn"].map(|name| path_in(&folder, name));
    let expected = good(&["convert", &a, &b, "-", "--to", "fen"], "");
    for format in ["parquet", "arrow"] {
        let out = path_in(&folder, &format!("out.{format}"));
        good(&["convert", &a, &b, &out], "");
        assert_eq!(good(&["convert", &out, "-", "--to", "fen"], ""), expected);
        good(&["convert", &a, &b, &out, "--games"], "");
        assert_eq!(good(&["convert", &out, "-", "--to", "fen", "--column", "moves"], ""), expected);
    }
}
