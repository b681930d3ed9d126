//! Tests expressions in the commands of the program.

use std::fs;
use std::path::Path;

use setwise_expressions::MOTIFS;
use setwise_testkit::games::master_fens;

use crate::packed::DRAWN;
use crate::{REPOSITORY, START, fails, folder_with, good, path_in};

/// A safe royal fork on f6, found in a game, and a position without one.
const FORK: &str = "r3k2r/1pp5/1p1p1p2/4p1pN/1PPPq1P1/P7/6PN/R4RK1 w kq - 0 22";

#[test]
fn found_positions_are_printed_counted_and_drawn() {
    let lines = format!("{START}\n{FORK}\n");
    let question = "own_royal_forks & own_forks_safe";
    assert_eq!(good(&["find", question, "-"], &lines), format!("{FORK}\n"));
    assert_eq!(good(&["find", "--count", question, "-"], &lines), "1\n");
    assert_eq!(good(&["find", "--count", "white_to_move", "--limit", "1", "-"], &lines), "1\n");
    let drawn = good(&["find", "--draw", question, "-"], &lines);
    assert!(
        drawn.starts_with(FORK) && drawn.contains("6  ·  ♟  ·  ♟  · [♟] ·  ·") && !drawn.contains(START),
        "{drawn}"
    );
    let drawn = good(&["find", "--draw", "count(pawns) = 16", "-"], &lines);
    assert!(drawn.starts_with(START) && !drawn.contains(['[', 'x']), "a truth value marks no squares: {drawn}");
}

/// The tests of the SQL functions check that such queries find the same positions.
#[test]
fn a_question_is_written_in_sql() {
    let folder = folder_with(&[("a 'b'.fen", FORK.as_bytes()), ("c.bin", &[])]);
    let file = |name: &str| path_in(&folder, name);
    let fen = file("a 'b'.fen");
    let table = format!("read_fen('{}')", fen.replace('\'', "''"));
    let condition = "case when white_to_move then white_royal_forks(fen) else black_royal_forks(fen) end <> 0";
    assert_eq!(
        good(&["find", "--sql", "own_royal_forks", &fen, "--where", "not in_check", "--limit", "3"], ""),
        format!("select * from {table}\nwhere (not in_check(fen))\n  and ({condition})\nlimit 3;\n")
    );
    assert_eq!(
        good(&["find", "--sql", "--count", "kings", &fen, "--limit", "3"], ""),
        format!("select count(*) from (select 1 from {table}\nwhere (kings <> 0)\nlimit 3);\n")
    );
    let packed = file("c.bin");
    assert_eq!(
        good(&["find", "--sql", "legal_move_count > -5 and score = 7", &packed, "--from", "marlinformat"], ""),
        format!(
            "select * from read_packed('{packed}', 'marlinformat')\nwhere (((-5) < legal_move_count(pawns, knights, bishops, \
             rooks, queens, kings, white, black, white_to_move, unmoved_rooks, en_passant)) and (\"score\" = 7));\n"
        )
    );
    let relative = good(&["find", "--sql", "own_forks", &packed, "--from", "bulletformat"], "");
    assert!(relative.ends_with("(own_forks(pawns, knights, bishops, rooks, queens, kings, own, their) <> 0);\n"));
}

/// Checks the columns of expressions in rows and totals. Later expressions and conditions use earlier ones by name.
#[test]
fn columns_have_the_values_of_expressions() {
    let lines = format!("{START}\n{FORK}\n");
    let columns = [
        "--expr",
        "attacked=knight_attacks(own_knights)",
        "--expr",
        "n=count(attacked)",
        "--expr",
        "mate=checkmate",
        "--expr",
        "half=ply",
    ];
    let rows = good(&[&["positions"], &columns[..], &["white_king", "-", "--where", "n > 5"]].concat(), &lines);
    let expected = format!(
        "fen,white_king,attacked,n,mate,half\n{},0x0000000000000010,0x0000000000a51800,6,0,0\n{},{}\n",
        &START[..START.len() - 4],
        &FORK[..FORK.len() - 5],
        "0x0000000000000040,0x0050880088f02000,10,0,42",
    );
    assert_eq!(rows.lines().next(), expected.lines().next());
    assert_eq!(rows.lines().count(), 3, "{rows}");
    assert!(rows.lines().nth(2).unwrap().ends_with(",0,42"), "{rows}");
    let totals = good(&[&["positions", "--totals"], &columns[..], &["-"]].concat(), &lines);
    assert!(totals.lines().any(|line| line.starts_with("half,2,") && line.ends_with(",42")), "{totals}");
    let heat = good(&["positions", "--heat", "--expr", "all=white", "-"], &lines);
    assert!(heat.contains("all,f2,1,0.5") && heat.contains("all,g2,2,1.0"), "{heat}");
}

/// Compares conditions on all columns of numbers with rows of the same columns.
#[test]
fn numbers_of_training_data_can_be_compared() {
    let folder = folder_with(&[("games.fen", (master_fens()[..300].join("\n") + "\n").as_bytes())]);
    let (games, packed) = (path_in(&folder, "games.fen"), path_in(&folder, "games.bin"));
    good(&[&["convert", &games, &packed, "--to", "marlinformat"], &DRAWN[..]].concat(), "");
    let from = ["--from", "marlinformat"];
    let count = |question: &str, file: &str, from: &[&str]| {
        good(&[&["find", "--count", question, file], from].concat(), "").trim().parse::<usize>().unwrap()
    };
    for question in ["ply >= 40", "fullmove_number < 10", "halfmove_clock = 0", "ply = 3 or ply = 5"] {
        let found = count(question, &games, &[]);
        assert!((1..300).contains(&found), "{question}: {found}");
        assert_eq!(count(question, &packed, &from), found, "{question}");
    }
    assert_eq!(count("score = 0 and result = 1", &packed, &from), 300);
    assert_eq!(count("score > -1 and not score > 0", &packed, &from), 300);

    // The first two records get other scores, in bytes 28 and 29 of their 32.
    let mut records = fs::read(&packed).unwrap();
    for (record, score) in [-700_i16, 300].iter().enumerate() {
        records[32 * record + 28..32 * record + 30].copy_from_slice(&score.to_le_bytes());
    }
    fs::write(&packed, records).unwrap();
    assert_eq!(count("score < 0 or score = 300", &packed, &from), 2);
    let totals = good(&[&["positions", "--totals", "--expr", "s=score", &packed], &from[..]].concat(), "");
    assert!(totals.lines().any(|line| line.starts_with("s,300,") && line.ends_with(",-400")), "{totals}");
}

#[test]
fn a_file_of_definitions_gives_names_to_expressions() {
    let text = "# a comment\nlet far = own_knights & rank(5)\nlet lone = count(far) = 1\n  and white_to_move\n";
    let folder =
        folder_with(&[("my.setwise", text.as_bytes()), ("wrong.setwise", b"let a = pawns\nlet b = count(a) & a")]);
    let file = path_in(&folder, "my.setwise");
    assert_eq!(good(&["find", "--count", "lone", "--definitions", &file, "-"], format!("{START}\n{FORK}\n")), "1\n");
    let error = fails(2, &["find", "pawns", "--definitions", &path_in(&folder, "wrong.setwise"), "-"], START);
    assert!(error.contains("wrong.setwise:line 2: b: column 1: count(a) is a number"), "{error}");
}

#[test]
fn equal_expressions_are_proved_and_others_refuted() {
    let equal = good(&["prove", "knight_attacks(a | b)", "=", "knight_attacks(a) | knight_attacks(b)"], "");
    assert_eq!(equal, "equal for all 2^128 inputs\n");
    good(&["prove", "knight_fill(a, 2)", "=", "a | knight_attacks(a) | knight_attacks(knight_attacks(a))"], "");
    good(&["prove", "count(a) < 3", "=", "not count(a) >= 3"], "");
    good(&["prove", "own_knights | their_knights", "=", "knights & (white | black)"], "");
    good(&["prove", "white_forks_reachable", "=", "white_forks & (knight_attacks(knights & white) - white)"], "");
    let differs = fails(1, &["prove", "a - b", "=", "a ^ b"], "");
    assert_eq!(differs, "not equal: for a = {}, b = {a1}, the left side is {} and the right side is {a1}");
}

#[test]
fn the_page_of_expressions_lists_every_motif() {
    let page = fs::read_to_string(Path::new(REPOSITORY).join("docs/expressions.md")).unwrap();
    let names: Vec<&str> = MOTIFS.lines().filter_map(|line| line.strip_prefix("let ")?.split(' ').next()).collect();
    assert!(page.contains("Twenty motifs") && names.len() == 20, "{names:?}");
    assert!(names.iter().all(|name| page.contains(&format!("`{name}`"))), "{names:?}");
}
