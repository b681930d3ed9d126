//! Tests rows and moves as JSON against the same rows and moves as text.

use serde_json::{Value, json};

use crate::{START, games, good, path_in};

/// Returns the value that a cell of a row of comma-separated values has in JSON. Sets are lists of names if `lists` is
/// set.
fn expected(cell: &str, lists: bool, is_set: bool) -> Value {
    match (is_set, lists) {
        (true, true) => json!(cell.split_whitespace().collect::<Vec<&str>>()),
        (true, false) => json!(cell),
        (false, _) => json!(cell.parse::<i64>().expect("a number")),
    }
}

const FEATURES: [&str; 3] = ["white_knight_moves", "black_knight_move_count", "white_forks"];

#[test]
fn rows_are_those_of_csv() {
    let (_folder, games) = games(400);
    for (form, lists) in [("sets", false), ("squares", true)] {
        for positions in [&[][..], &["--no-positions"]] {
            let arguments = [&["positions", "--as", form], positions, &FEATURES, &[&games]].concat();
            let csv = good(&arguments, "");
            let rows = good(&[&arguments[..], &["--format", "json"]].concat(), "");
            let (header, csv) = csv.split_once('\n').unwrap();
            let names: Vec<&str> = header.split(',').collect();
            assert_eq!((csv.lines().count(), rows.lines().count()), (400, 400));
            for (csv, row) in csv.lines().zip(rows.lines()) {
                let object: Value = serde_json::from_str(row).unwrap();
                assert_eq!(object.as_object().unwrap().len(), names.len());
                for (name, cell) in names.iter().zip(csv.split(',')) {
                    let value = match *name {
                        "fen" => json!(cell),
                        name => expected(cell, lists, !name.ends_with("_count")),
                    };
                    assert_eq!(object[name], value, "{row}");
                }
            }
        }
    }
}

#[test]
fn a_row_has_the_order_of_the_columns() {
    let expressions = ["--expr", "check=black_checkers", "--expr", "few=count(white_knights) < 3"];
    let names = ["white_knight_moves", "black_knight_move_count"];
    let arguments = [&["positions", "--format", "json", "--as", "squares"], &expressions[..], &names, &["-"]].concat();
    let fields = START.strip_suffix(" 0 1").unwrap();
    assert_eq!(
        good(&arguments, START),
        format!(
            "{{\"fen\":\"{fields}\",\"white_knight_moves\":[\"a3\",\"c3\",\"f3\",\"h3\"],\"black_knight_move_count\":4,\
             \"check\":[],\"few\":true}}\n"
        )
    );
}

#[test]
fn texts_and_missing_details_of_games() {
    let (folder, pgn) = ("[White \"A \\\"B\\\", C\"]\n\n1. e4 *\n\n1. d4 *\n", tempfile::tempdir().unwrap());
    let file = path_in(&pgn, "games.pgn");
    std::fs::write(&file, folder).unwrap();
    let rows = good(&["positions", "--tags", "White", "--format", "json", "white_knight_move_count", &file], "");
    let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let seen: Vec<Value> = rows.iter().map(|row| json!([row["game"], row["ply"], row["White"]])).collect();
    assert_eq!(
        seen,
        [json!([1, 0, "A \"B\", C"]), json!([1, 1, "A \"B\", C"]), json!([2, 0, null]), json!([2, 1, null])]
    );
}

#[test]
fn the_extension_chooses_the_format() {
    let (folder, games) = games(50);
    let rows = good(&["positions", "white_forks", &games, "--format", "json"], "");
    for name in ["a.jsonl", "a.ndjson"] {
        let file = path_in(&folder, name);
        good(&["positions", "white_forks", &games, "--out", &file], "");
        assert_eq!(std::fs::read_to_string(file).unwrap(), rows);
    }
    let file = path_in(&folder, "a.jsonl.gz");
    good(&["positions", "white_forks", &games, "--out", &file], "");
    assert_eq!(std::fs::read(file).unwrap()[..2], [0x1F, 0x8B]);
    assert_eq!(good(&["positions", "white_forks", &games, "--format", "json", "--out", "-"], ""), rows);
}

#[test]
fn moves_are_those_of_the_lines() {
    for arguments in [&["moves", START][..], &["moves", START, "--kings"], &["moves", "knight", "b1,g1", "--own", "a3"]]
    {
        let lines = good(arguments, "");
        let array: Value = serde_json::from_str(&good(&[arguments, &["--format", "json"]].concat(), "")).unwrap();
        let moves: Vec<Value> = lines.lines().map(|line| json!({"from": line[..2], "to": line[2..]})).collect();
        assert_eq!(array, json!(moves));
    }
    assert_eq!(
        good(&["moves", "knight", "a1", "--format", "json"], ""),
        "[{\"from\":\"a1\",\"to\":\"c2\"},{\"from\":\"a1\",\"to\":\"b3\"}]\n"
    );
}
