//! Tests the command `sql` without a cluster.

use std::fs;
use std::path::Path;

use crate::start::{answer, failure, folder, run};

#[test]
fn rows_are_printed_as_csv_json_and_a_table() {
    let query = "select square_names(knight_attacks(parse_squares('a1'))) as moves, 2 as n";
    assert_eq!(answer(&["sql", query, "--format", "csv"]), "moves,n\n\"c2,b3\",2\n");
    assert_eq!(answer(&["sql", query, "--format", "json"]), "{\"moves\":\"c2,b3\",\"n\":2}\n");
    assert!(answer(&["sql", query]).contains("| c2,b3 | 2 |"));
    assert_eq!(answer(&["sql", "select 1 as a where false", "--format", "csv"]), "a\n");
}

/// Returns the first query in a document, and the rest of the document.
fn first_query(document: &str) -> (&str, &str) {
    let (_, rest) = document.split_once("```sql\n").expect("a query");
    rest.split_once("```\n").expect("the end of the query")
}

/// Tests that the query in `docs/own-pattern.md` prints the CSV that the document shows.
#[test]
fn the_query_in_the_guide_prints_what_it_shows() {
    let (query, rest) = first_query(include_str!("../../../../../docs/own-pattern.md"));
    let printed = rest.strip_prefix("\n```text\n").and_then(|rest| rest.split("```").next());
    assert_eq!(Some(&*answer(&["sql", query, "--format", "csv"])), printed);
}

#[test]
fn the_first_query_of_the_readme_runs() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (query, _) = first_query(include_str!("../../../README.md"));
    fs::write(path("q.sql"), query.replace("games.parquet", &path("games.parquet"))).unwrap();
    let rows = answer(&["sql", "-f", &path("q.sql"), "--format", "csv"]);
    assert!(rows.starts_with("pieces,positions,forks\n") && rows.lines().count() > 20, "{rows}");
}

#[test]
fn queries_come_from_a_file_and_standard_input() {
    let folder = folder();
    let file = folder.path().join("q.sql");
    fs::write(&file, "select 1 as a; -- a comment\nselect 2 as b;").unwrap();
    assert_eq!(answer(&["sql", "-f", file.to_str().unwrap(), "--format", "csv"]), "a\n1\nb\n2\n");
    let mut command = crate::start::program(&["sql", "--format", "csv"]);
    command.stdin(fs::File::open(&file).unwrap());
    assert_eq!(crate::start::finish(command.spawn().unwrap()).stdout, b"a\n1\nb\n2\n");
}

#[test]
fn rows_are_written_to_parquet_and_read_by_name() {
    let folder = folder();
    let games = folder.path().join("games.parquet");
    let out = folder.path().join("some rows.parquet");
    let query = format!("select knights from '{}' where popcount(knights) = 3", games.display());
    assert_eq!(answer(&["sql", &query, "--out", out.to_str().unwrap()]), "");
    let both = format!("select count(*) from '{}'; select count(*) from ({query}) as t", out.display());
    let counts = answer(&["sql", &both, "--format", "json"]);
    let lines: Vec<&str> = counts.lines().collect();
    assert_eq!(lines[0], lines[1]);
    assert!(!lines[0].contains(":0"), "{counts}");
}

#[test]
fn copy_takes_the_name_of_a_file_as_from_does() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = path("games.parquet");
    answer(&["sql", &format!("copy '{games}' to '{}'", path("all.csv"))]);
    answer(&["sql", &format!("copy (select knights from '{games}' where id < 4) to '{}'", path("some.csv"))]);
    answer(&["sql", &format!("explain copy '{games}' to '{}'", path("none.csv"))]);
    let count = |name: &str| fs::read_to_string(path(name)).unwrap().lines().count();
    assert_eq!((count("all.csv"), count("some.csv")), (1 + count("games.fen"), 1 + 3));
    assert!(!Path::new(&path("none.csv")).exists());
    let (code, line) = failure(&["sql", &format!("copy '{}' to '{}'", path("missing.parquet"), path("x.csv"))]);
    assert!(code == 1 && line.contains("missing.parquet: No such file"), "{line}");
}

/// Tests that an error about a hexadecimal literal explains that SQL treats the literal as a string of bytes.
#[test]
fn a_hexadecimal_number_gets_a_hint() {
    let folder = folder();
    let games = folder.path().join("games.parquet").display().to_string();
    for query in [
        "select knight_attacks(0x42)",
        "select popcount(0x42)",
        "select forks_at_least(66, 0x42)",
        &format!("select count(*) from '{games}' where knights & 0x42 <> 0"),
        &format!("select count(*) from '{games}' where knights = 0x42"),
    ] {
        let (code, line) = failure(&["sql", query]);
        assert!(
            code == 1 && line.contains("in SQL 0x42 is a string of bytes, not a number: write 66"),
            "{query}: {line}"
        );
    }
}

#[test]
fn features_reach_the_columns_and_filters_reach_the_file() {
    let folder = folder();
    let games = folder.path().join("games.parquet");
    let query = format!(
        "explain format indent select bit_xor(knight_attacks(knights)) from '{}' where id < 10",
        games.display()
    );
    let plan = answer(&["sql", &query, "--format", "csv"]);
    assert!(plan.contains("projection=[id, knights]") && plan.contains("predicate=id@0 < 10"), "{plan}");
    let limited = format!("explain format indent select knights from '{}' limit 7", games.display());
    let plan = answer(&["sql", &limited, "--format", "csv"]);
    assert!(plan.contains("limit=7") && plan.contains("projection=[knights]"), "{plan}");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let games = fs::read(path("games.parquet")).unwrap();
    fs::write(path("half.parquet"), &games[..games.len() / 2]).unwrap();
    let from = |name: &str| format!("select nope from '{}'", path(name));
    for (query, expected) in [
        ("select knight_atacks(1)", "'knight_atacks' is not a function; did you mean knight_attacks"),
        ("select knight_attacks('b1')", "knight_attacks: knights is Utf8, expected a set of squares"),
        ("selec 1", "found: selec"),
        (&from("games.parquet"), "No field named nope"),
        (&from("half.parquet"), "half.parquet: not a complete Parquet file"),
        (&from("missing.parquet"), "missing.parquet: No such file"),
        ("select * from nothing", "nothing"),
        ("set setwise.strict = maybe", "expected true or false"),
        ("set setwise.strict = true; select white_forks('x')", "'x' is not a position"),
    ] {
        let (code, line) = failure(&["sql", query]);
        assert_eq!(code, 1, "{query}: {line}");
        assert!(line.starts_with("setwise-engine: ") && line.contains(expected), "{query}: {line}");
    }
    let kept = path("kept.parquet");
    let (_, line) = failure(&[
        "sql",
        "--set",
        "setwise.strict=true",
        "select white_forks(x) from (values ('x')) as t(x)",
        "--out",
        &kept,
    ]);
    assert!(line.contains("is not a position") && !fs::exists(&kept).unwrap(), "{line}");
    let nowhere = path("nowhere/kept.parquet");
    let (_, line) = failure(&["sql", "select 1 as a", "--out", &nowhere]);
    assert_eq!(line, format!("setwise-engine: {nowhere}: No such file or directory (os error 2)\n"));
    assert_eq!(run(&["sql", "--nothing"]).status.code(), Some(2));
    let (code, line) = failure(&["sql", "--set", "strict", "select 1"]);
    assert!(code == 1 && line.contains("expected NAME=VALUE"), "{line}");
}
