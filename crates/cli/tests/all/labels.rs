//! Tests where scores, results and counters are read, asked for or refused, and that no unknown result silently becomes a
//! draw. `round_trips.rs` tests that conversions keep them.

use std::fs;

#[cfg(feature = "parquet")]
use setwise_arrow::Format;

use crate::packed::{DRAWN, PACKED};
use crate::{START, fails, files_in, folder_with, good, path_in, run};

/// Four games: won by White, won by Black, drawn, and without a result. Each has two positions.
const GAMES: &str = "1. e4 1-0\n\n1. d4 0-1\n\n1. c4 1/2-1/2\n\n1. b4 *\n";

fn text_of(bytes: &[u8]) -> Vec<[u8; 3]> {
    bytes.as_chunks::<32>().0.iter().map(|record| [record[28], record[29], record[30]]).collect()
}

#[test]
fn packed_formats_ask_for_the_labels_that_text_lacks() {
    let folder = folder_with(&[("a.fen", format!("{START}\n").as_bytes())]);
    let [fen, out] = ["a.fen", "out"].map(|name| path_in(&folder, name));
    for format in PACKED {
        let convert = |options: &[&'static str]| [&["convert", &fen, &out, "--to", format], options].concat();
        for (options, what, expected) in [
            (&[][..], "scores and results", "--score N, and --result draw or --result unknown"),
            (&["--result", "draw"], "scores", "--score N"),
            (&["--score", "5"], "results", "--result draw or --result unknown"),
        ] {
            let error = fails(2, &convert(options), "");
            assert_eq!(error, format!("error: {fen}: {format} needs {what}; use {expected}"));
        }
        assert_eq!(files_in(folder.path()), 1, "nothing is written");
        good(&convert(&["--score", "-300", "--result", "draw"]), "");
        let csv = good(&["convert", &out, "-", "--from", format, "--to", "csv", "--white-to-move"], "");
        assert_eq!(csv.lines().next(), Some("fen,score,result"));
        assert!(csv.ends_with(",-300,1\n"), "{csv}");
        let (code, _, error) = run(&convert(&["--score", "0", "--result", "unknown"]), "");
        assert_eq!((code, &error[..]), (Some(0), "1 position left out because the result is unknown\n"));
        assert_eq!(fs::read(&out).unwrap(), b"");
        fs::remove_file(&out).unwrap();
    }
    // The score is White's, so that of the side to move in bulletformat is the opposite if Black is to move.
    let black = START.replace(" w ", " b ");
    good(&[&["convert", "-", &out, "--to", "bulletformat", "--score", "7"], &DRAWN[2..]].concat(), &black);
    assert_eq!(fs::read(&out).unwrap()[24..27], [0xF9, 0xFF, 1]);
}

#[test]
fn games_keep_their_results_in_packed_formats() {
    let folder = folder_with(&[("a.pgn", GAMES.as_bytes())]);
    let [pgn, out] = ["a.pgn", "out"].map(|name| path_in(&folder, name));
    for format in PACKED {
        let error = fails(1, &["convert", &pgn, &out, "--to", format], "");
        let reason = format!("{format} cannot hold the position: the result is unknown; use --result draw or");
        assert_eq!(error, format!("{pgn}: game 4: {reason} --result unknown"));
    }
    assert_eq!(files_in(folder.path()), 1, "nothing is written");
    let (code, _, error) = run(&["convert", &pgn, &out, "--to", "marlinformat", "--result", "draw"], "");
    let note = "8 positions written with the score 0, because games have no scores; --score N gives another\n";
    assert_eq!((code, &error[..]), (Some(0), note));
    let rows = |results: [u8; 8]| results.map(|result| [0, 0, result]).to_vec();
    assert_eq!(text_of(&fs::read(&out).unwrap()), rows([2, 2, 0, 0, 1, 1, 1, 1]));
    let unknown = ["convert", &pgn, &out, "--to", "marlinformat", "--score", "0", "--result", "unknown"];
    let (code, _, error) = run(&unknown, "");
    assert_eq!((code, &error[..]), (Some(0), "2 positions left out because the result is unknown\n"));
    assert_eq!(text_of(&fs::read(&out).unwrap()), rows([2, 2, 0, 0, 1, 1, 0, 0])[..6]);
    let (_, _, error) = run(&[&unknown[..], &["--limit", "6"]].concat(), "");
    assert_eq!(error, "", "what comes after the limit does not count");
}

#[test]
fn rows_have_results_only_in_files() {
    let folder = folder_with(&[("a.pgn", GAMES.as_bytes())]);
    let [pgn, csv] = ["a.pgn", "o.csv"].map(|name| path_in(&folder, name));
    let positions = ["positions", "legal_move_count", &pgn, "--last"];
    assert!(good(&positions, "").starts_with("fen,game,ply,legal_move_count\n"));
    good(&[&positions[..], &["--out", &csv]].concat(), "");
    let rows = fs::read_to_string(&csv).unwrap();
    assert!(rows.starts_with("fen,game,ply,result,legal_move_count\n"), "{rows}");
    assert!(rows.lines().skip(1).map(|row| row.split(',').nth(3).unwrap()).eq(["2", "0", "1", ""]), "{rows}");
}

/// A result that is unknown is neither equal to a number nor different from it.
#[test]
fn conditions_on_results_are_not_true_without_a_result() {
    let folder = folder_with(&[("a.pgn", GAMES.as_bytes())]);
    let pgn = path_in(&folder, "a.pgn");
    let count = |condition: &str| good(&["find", "--count", condition, &pgn], "").trim().parse::<u64>().unwrap();
    for (condition, expected) in [
        ("result = 2", 2),
        ("result != 2", 4),
        ("result >= 0", 6),
        ("not result = 2", 4),
        ("result = 3", 0),
        ("result = 2 or white", 6),
        ("white", 8),
    ] {
        assert_eq!(count(condition), expected, "{condition}");
    }
    let rows = good(&["positions", "--expr", "r=result", &pgn, "--last"], "");
    assert!(rows.lines().skip(1).map(|row| row.rsplit(',').next().unwrap()).eq(["2", "0", "1", ""]), "{rows}");
}

/// Labels in text are not read yet. They must not be lost where the output could hold them.
#[test]
fn labels_in_text_are_refused_where_the_output_holds_labels() {
    let epd = "4k3/8/8/8/8/8/8/4K3 w - - acd 3; c9 \"1-0\"; ce 34;\n";
    let csv = format!("fen,{{}}\n{START},34\n");
    let folder = folder_with(&[]);
    let out = path_in(&folder, "out");
    let columnar: &[&str] = if cfg!(feature = "parquet") { &["parquet", "arrow"] } else { &[] };
    let holding = [columnar, &["csv"]].concat();
    for to in [&PACKED, &holding[..]].concat() {
        let options = if PACKED.contains(&to) { &DRAWN[..] } else { &[] };
        let error = fails(1, &[&["convert", "-", &out, "--to", to], options].concat(), epd);
        assert_eq!(error, "-:1:34: the operation 'c9' is a label, and labels in text are not read", "{to}");
    }
    let columns = ["score", "Result", "RESULT"].into_iter().cycle();
    for (format, column) in [&PACKED, &holding[..]].concat().into_iter().zip(columns) {
        let options = if PACKED.contains(&format) { &DRAWN[..] } else { &[] };
        let arguments = [&["convert", "-", &out, "--from", "csv", "--to", format], options].concat();
        let error = fails(1, &arguments, csv.replace("{}", column));
        assert_eq!(error, format!("-:1: the column '{column}' is a label, and labels in csv files are not read"));
    }
    // Files of features hold labels like conversions, but rows on standard output do not.
    for name in [columnar, &["csv", "jsonl"]].concat() {
        let out = format!("{out}.{name}");
        let error = fails(1, &["positions", "white_king", "-", "--out", &out], epd);
        assert!(error.contains("the operation 'c9' is a label"), "{error}");
        let arguments = ["positions", "white_king", "-", "--from", "csv", "--out", &out];
        assert!(fails(1, &arguments, csv.replace("{}", "score")).contains("the column 'score' is a label"), "{name}");
    }
    assert_eq!(files_in(folder.path()), 0, "nothing is written");
    assert_eq!(good(&["positions", "white_king", "-"], epd).lines().count(), 2);
    assert_eq!(good(&["positions", "white_king", "-", "--from", "csv"], csv.replace("{}", "score")).lines().count(), 2);
    assert_eq!(good(&["convert", "-", "-", "--to", "epd"], epd), epd);
    let (code, fen, error) = run(&["convert", "-", "-", "--to", "fen"], epd);
    assert_eq!((code, &fen[..]), (Some(0), "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"));
    assert_eq!(error, "1 position written without operations, which only epd has\n");
}

/// A column of results is never ignored, whatever its type and the case of its name.
#[cfg(feature = "parquet")]
#[test]
fn columns_of_results_of_games_are_read_or_refused() {
    use arrow_array::{ArrayRef, Float64Array, Int8Array, RecordBatch, StringArray};
    use std::sync::Arc;
    let folder = folder_with(&[]);
    let [file, out] = ["a.parquet", "out"].map(|name| path_in(&folder, name));
    let moves: ArrayRef = Arc::new(StringArray::from(vec!["e4 1-0", "d4"]));
    let results: [(ArrayRef, &str); 3] = [
        (Arc::new(StringArray::from(vec![None, Some("1/2-1/2")])), ""),
        (Arc::new(Int8Array::from(vec![1, 1])), "row group 0, row 1: game 2, ply 2: the result is '1', expected 1-0,"),
        (Arc::new(Float64Array::from(vec![1.0, 0.5])), "column 'result' has the type Float64, expected a text or"),
    ];
    for (results, expected) in results {
        let columns = [("moves", Arc::clone(&moves)), ("result", results)];
        crate::columnar::write(Format::Parquet, &file, &RecordBatch::try_from_iter(columns).unwrap());
        let arguments = ["convert", &file, &out, "--column", "moves", "--to", "marlinformat", "--score", "0"];
        if expected.is_empty() {
            good(&arguments, "");
            assert_eq!(text_of(&fs::read(&out).unwrap()), [2, 2, 1, 1].map(|result| [0, 0, result]));
            fs::remove_file(&out).unwrap();
        } else {
            assert!(fails(1, &arguments, "").starts_with(&format!("{file}: {expected}")), "{expected}");
        }
        assert_eq!(files_in(folder.path()), 1, "nothing is written");
    }
}

/// A FEN in a column is read like a line, so its labels are not lost either.
#[cfg(feature = "parquet")]
#[test]
fn labels_in_columns_of_fens_are_refused_where_the_output_holds_labels() {
    use arrow_array::{ArrayRef, LargeStringArray, RecordBatch, StringArray, StringViewArray};
    use std::sync::Arc;
    let fens = [START, "4k3/8/8/8/8/8/8/4K3 w - - acd 3; c9 \"1-0\";", "4k3/8/8/8/8/8/8/4K3 w - c3 id \"c9 1\";"];
    let folder = folder_with(&[]);
    let out = path_in(&folder, "out");
    let arrays: [ArrayRef; 3] = [
        Arc::new(StringArray::from(fens.to_vec())),
        Arc::new(LargeStringArray::from(fens.to_vec())),
        Arc::new(StringViewArray::from(fens.to_vec())),
    ];
    for (array, format) in arrays.into_iter().zip([Format::Parquet, Format::Arrow, Format::Parquet]) {
        let file = path_in(&folder, if format == Format::Arrow { "a.arrow" } else { "a.parquet" });
        crate::columnar::write(format, &file, &RecordBatch::try_from_iter([("fen", array)]).unwrap());
        for to in PACKED.into_iter().chain(["csv", "arrow"]) {
            let options = if PACKED.contains(&to) { &DRAWN[..] } else { &[] };
            let arguments = [&["convert", &file, &out, "--to", to], options].concat();
            let error = fails(1, &arguments, "");
            let reason = "the operation 'c9' is a label, and labels in text are not read";
            assert_eq!(error, format!("{file}: row group 0, row 1: {reason}"), "{to}");
        }
        let note = "positions written without operations, which are not read from a column of FENs\n";
        for to in ["fen", "epd"] {
            let (code, lines, error) = run(&["convert", &file, "-", "--to", to], "");
            assert_eq!((code, lines.lines().count(), error), (Some(0), 3, format!("2 {note}")), "{to}");
        }
        good(&["convert", &file, "-", "--to", "fen", "--where", "own_queens"], "");
    }
}

/// Counters are kept from games and from a column of FENs, beyond what packed formats hold.
#[test]
fn counters_of_games_do_not_stop() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(17_000);
    let folder = folder_with(&[("a.pgn", format!("{shuffle}1-0\n").as_bytes())]);
    let [pgn, out] = ["a.pgn", "out"].map(|name| path_in(&folder, name));
    let last = good(&["convert", &pgn, "-", "--to", "fen", "--last"], "");
    assert_eq!(last, START.replace("0 1", "68000 34001\n"));
    let packed = ["convert", &pgn, &out, "--to", "marlinformat", "--score", "0"];
    let error = fails(1, &packed, "");
    let reason = "marlinformat cannot hold the position: the half-move clock is 256, expected 0 to 255";
    assert_eq!(error, format!("{pgn}: game 1: {reason}"));
    // The game is skipped as a whole, and the positions of the next game remain.
    let two = path_in(&folder, "b.pgn");
    fs::write(&two, format!("{shuffle}1-0\n\n1. e4 *\n")).unwrap();
    let (code, _, error) =
        run(&[&["convert", &two, &out, "--to", "marlinformat", "--skip-bad"], &DRAWN[..]].concat(), "");
    assert_eq!((code, error), (Some(0), format!("skipped 1 bad game, the first: {two}: game 1: {reason}\n")));
    assert_eq!(fs::read(&out).unwrap().len(), 2 * 32);
}
