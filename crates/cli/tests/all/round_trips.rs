//! Tests that conversions keep boards, castling rights, en passant squares, scores, results and counters, including nulls, if
//! both formats hold them.
//!
//! A table of positions with random labels is written in each format, and each of these files is converted to every
//! format. The labels are read from the bytes of the output, not with the program. [`stored`] says what a format holds.

use std::fs;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, UInt8Type, UInt32Type};
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, UInt16Array};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use setwise_arrow::Format;
use setwise_testkit::games::master_fens;

use crate::packed::{BLACK, DRAWN, PACKED};
use crate::{START, fails, folder_with, good, path_in};

/// Returns the positions of master games, and positions with unusual rights.
fn fens() -> Vec<String> {
    let odd = [
        START,
        BLACK,
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b Kq e3 0 3",
        "rnbqkbnr/pppp1ppp/8/4pP2/8/8/PPPP2PP/RNBQKBNR w Kq e6 0 3",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b KQkq - 3 4",
        "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR w GCkq - 7 123",
        "1rr1k1rr/8/8/8/8/8/8/1RR1K1RR b GCgc - 3 4",
        "8/8/4k3/8/8/4K3/4N3/8 b - - 99 300",
    ];
    // Half of the positions are unusual.
    odd.iter().map(ToString::to_string).cycle().zip(master_fens()).flat_map(|(odd, game)| [odd, game]).collect()
}

/// Returns the first `fields` fields of each line.
fn fields(lines: &str, fields: usize) -> Vec<String> {
    lines.lines().map(|line| line.split(' ').take(fields).collect::<Vec<_>>().join(" ")).collect()
}

/// The labels of a position. A label that is unknown, or that a file lacks, is `None`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Row {
    is_black: bool,
    score: Option<i64>,
    result: Option<i64>,
    clock: Option<i64>,
    number: Option<i64>,
}

/// A table of positions, each given by its index in [`fens`]. The flags say which columns the table has.
#[derive(Debug, Clone)]
struct Table {
    rows: Vec<(usize, Row)>,
    has_scores: bool,
    has_results: bool,
    has_counters: bool,
}

impl Table {
    fn any() -> impl Strategy<Value = Self> {
        let sides: Vec<bool> = fens().iter().map(|fen| fen.contains(" b ")).collect();
        let score = option::weighted(0.8, any::<i16>());
        let labels = (score, option::of(0..3_u8), option::weighted(0.8, any::<u8>()), option::of(any::<u16>()));
        let row = (0..sides.len(), labels).prop_map(move |(fen, (score, result, clock, number))| {
            let [result, clock] = [result, clock].map(|label| label.map(i64::from));
            (
                fen,
                Row { is_black: sides[fen], score: score.map(i64::from), result, clock, number: number.map(i64::from) },
            )
        });
        (vec(row, 1..16), any::<[bool; 3]>()).prop_map(|(rows, [has_scores, has_results, has_counters])| Self {
            rows,
            has_scores,
            has_results,
            has_counters,
        })
    }

    /// Returns the rows without the labels for which the table has no column.
    fn labels(&self) -> Vec<Row> {
        let of = |label: Option<i64>, has| label.filter(|_| has);
        let row = |(_, row): &(usize, Row)| Row {
            score: of(row.score, self.has_scores),
            result: of(row.result, self.has_results),
            clock: of(row.clock, self.has_counters),
            number: of(row.number, self.has_counters),
            ..*row
        };
        self.rows.iter().map(row).collect()
    }

    /// Returns the table as games without moves. They have results, and counters in their FENs, but no scores.
    fn games(&self) -> String {
        let fens = fens();
        let game = |(fen, row): &(usize, Row)| {
            let fields: Vec<_> = fens[*fen].split(' ').take(4).collect();
            let marker = row.result.map_or("*", |result| ["0-1", "1/2-1/2", "1-0"][result as usize]);
            let counters = (row.clock.unwrap_or(0), row.number.unwrap_or(1));
            format!("[FEN \"{} {} {}\"]\n\n{marker}\n\n", fields.join(" "), counters.0, counters.1)
        };
        self.rows.iter().map(game).collect()
    }

    /// Writes the table to a Parquet file, with types that are not those that setwise writes.
    fn write(&self, folder: &tempfile::TempDir) {
        let fens = fens();
        let lines: String = self.rows.iter().map(|(fen, _)| fens[*fen].clone() + "\n").collect();
        fs::write(folder.path().join("lines.fen"), lines).unwrap();
        let file = path_in(folder, "nulls.parquet");
        good(&["convert", &path_in(folder, "lines.fen"), &file], "");
        let sets = crate::columnar::rows(&file).remove(0);
        let labels = ["halfmove_clock", "fullmove_number"];
        let schema = sets.schema();
        let kept = schema.fields().iter().map(|field| field.name().as_str()).zip(sets.columns().iter().cloned());
        let mut columns: Vec<(&str, ArrayRef)> = kept.filter(|(name, _)| !labels.contains(name)).collect();
        let rows = self.labels();
        if self.has_scores {
            columns.push(("score", Arc::new(rows.iter().map(|row| row.score).collect::<Int64Array>())));
        }
        if self.has_results {
            let results = rows.iter().map(|row| row.result.map(|result| result as i32));
            columns.push(("result", Arc::new(results.collect::<Int32Array>())));
        }
        if self.has_counters {
            let clocks = rows.iter().map(|row| row.clock.map(|clock| clock as u16));
            columns.push((labels[0], Arc::new(clocks.collect::<UInt16Array>())));
            columns.push((labels[1], Arc::new(rows.iter().map(|row| row.number).collect::<Int64Array>())));
        }
        crate::columnar::write(Format::Parquet, &file, &RecordBatch::try_from_iter(columns).unwrap());
    }
}

/// Returns the labels that a file of the format `to` holds after a conversion from a source with these labels. If the
/// source is text, each missing counter has its default value.
fn stored(to: &str, rows: &[Row], is_text: bool) -> Vec<Row> {
    let row = |row: &Row| {
        let counted = Row { clock: row.clock.or(Some(0)), number: row.number.or(Some(1)), ..*row };
        let known = Row { score: row.score.or(Some(7)), result: row.result.or(Some(1)), ..counted };
        match to {
            "fen" => Row { score: None, result: None, ..counted },
            "epd" => Row { score: None, result: None, ..*row },
            "jsonl" => Row { clock: None, number: None, ..*row },
            "csv" => counted,
            "parquet" | "arrow" if is_text => counted,
            "parquet" | "arrow" => *row,
            "bulletformat" if row.is_black => Row {
                is_black: false,
                score: known.score.map(|score| (-score).min(i64::from(i16::MAX))),
                result: known.result.map(|result| 2 - result),
                clock: None,
                number: None,
            },
            "bulletformat" => Row { clock: None, number: None, ..known },
            _ => known,
        }
    };
    rows.iter().map(row).collect()
}

/// Reads the labels in a file without the program.
fn read(format: &str, file: &str) -> Vec<Row> {
    let bytes = fs::read(file).unwrap();
    let row = |[score, result, clock, number]: [Option<i64>; 4]| Row { is_black: false, score, result, clock, number };
    let integer = |text: &str| text.parse().ok();
    let lines = || std::str::from_utf8(&bytes).unwrap().lines();
    let packed = |record: &[u8]| {
        let [score, number] = [28, 26].map(|at| [record[at], record[at + 1]]);
        let numbers = [i16::from_le_bytes(score).into(), record[30].into(), record[25].into()];
        let [score, result, clock] = numbers.map(Some);
        row([score, result, clock, Some(u16::from_le_bytes(number).into())])
    };
    match format {
        "fen" => lines()
            .map(|line| line.split(' ').map(integer).collect::<Vec<_>>())
            .map(|fields| row([None, None, fields[4], fields[5]]))
            .collect(),
        "epd" => {
            let counter = |line: &str, opcode: &str| integer(line.split(opcode).nth(1)?.split(';').next()?);
            lines().map(|line| row([None, None, counter(line, " hmvc "), counter(line, " fmvn ")])).collect()
        }
        "csv" => {
            let header: Vec<&str> = lines().next().unwrap().split(',').collect();
            let labels = |line: &str| {
                let fields: Vec<&str> = line.split(',').collect();
                let label = |name: &str| integer(fields[header.iter().position(|column| *column == name)?]);
                let counters: Vec<&str> = fields[0].split(' ').skip(4).collect();
                row([label("score"), label("result"), integer(counters[0]), integer(counters[1])])
            };
            lines().skip(1).map(labels).collect()
        }
        "jsonl" => {
            let object = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
            lines()
                .map(object)
                .map(|object| row([object["score"].as_i64(), object["result"].as_i64(), None, None]))
                .collect()
        }
        "parquet" | "arrow" => crate::columnar::rows(file).iter().flat_map(columns).map(row).collect(),
        "bulletformat" => {
            let labels = |record: &[u8]| {
                [Some(i16::from_le_bytes([record[24], record[25]]).into()), Some(record[26].into()), None, None]
            };
            bytes.chunks(32).map(labels).map(row).collect()
        }
        // A game without moves is a board and the four zeros that end its moves.
        "viriformat" => bytes.chunks(36).map(packed).collect(),
        _ => bytes.chunks(32).map(packed).collect(),
    }
}

/// Returns the labels of each row, in the order of [`Row`].
fn columns(rows: &RecordBatch) -> Vec<[Option<i64>; 4]> {
    macro_rules! values {
        ($name:literal, $type:ty) => {
            rows.column_by_name($name)
                .map(|column| column.as_primitive::<$type>().iter().map(|value| value.map(i64::from)).collect())
        };
    }
    let columns: [Option<Vec<Option<i64>>>; 4] = [
        values!("score", Int16Type),
        values!("result", UInt8Type),
        values!("halfmove_clock", UInt32Type),
        values!("fullmove_number", UInt32Type),
    ];
    (0..rows.num_rows())
        .map(|n| columns.each_ref().map(|column| column.as_ref().and_then(|column| column[n])))
        .collect()
}

/// The formats that are written, apart from rows of JSON.
const FORMATS: [&str; 8] = ["fen", "epd", "csv", "parquet", "arrow", "marlinformat", "bulletformat", "viriformat"];

/// Converts a file to each format, and checks the labels in the output. `rows` are the labels of the file.
fn check(folder: &tempfile::TempDir, from: &str, rows: &[Row], has_labels: bool) {
    let source = path_in(folder, if from == "nulls" { "nulls.parquet" } else { from });
    let is_text = ["fen", "epd", "csv", "pgn", "games"].contains(&from);
    let reading = match from {
        "games" => &["--from", "csv", "--column", "moves"][..],
        "nulls" => &["--from", "parquet"],
        _ => &["--from", from],
    };
    for to in FORMATS.into_iter().chain(["jsonl"]) {
        let out = path_in(folder, &format!("out.{to}"));
        let is_packed = PACKED.contains(&to);
        let loses_side = from == "bulletformat" && !["bulletformat", "parquet", "arrow"].contains(&to);
        let layout = if loses_side { &["--white-to-move"][..] } else { &[] };
        let command = match to {
            "jsonl" => vec!["positions", "white_king", &source, "--out", &out],
            _ => vec!["convert", &source, &out, "--to", to],
        };
        let filled = if is_packed { &["--score", "7", "--result", "draw"][..] } else { &[] };
        let arguments = [&command, filled, reading, layout].concat();
        if from == "csv" && has_labels && !["fen", "epd"].contains(&to) {
            assert!(fails(1, &arguments, "").contains("is a label, and labels in csv files are not read"));
            continue;
        }
        good(&arguments, "");
        let expected: Vec<Row> =
            stored(to, rows, is_text).into_iter().map(|row| Row { is_black: false, ..row }).collect();
        assert_eq!(read(to, &out), expected, "{from} to {to}");
        check_positions(folder, from, to);
    }
}

/// Checks the boards in an output, and their castling rights and en passant squares if both formats hold them.
fn check_positions(folder: &tempfile::TempDir, from: &str, to: &str) {
    let [lines, out, again, boards] =
        ["lines.fen", &format!("out.{to}"), "again.fen", "boards"].map(|name| path_in(folder, name));
    let placements = |file: &str, from: &str| {
        good(&[&["convert", file, &boards, "--to", "bulletformat", "--from", from], &DRAWN[..]].concat(), "");
        fs::read(&boards).unwrap().chunks(32).map(|board| board[..24].to_vec()).collect::<Vec<_>>()
    };
    match (from, to) {
        (_, "jsonl") => {}
        ("bulletformat", "csv") => {
            // A file of comma-separated values with labels is read only as text.
            good(&["convert", &out, &again, "--from", "csv"], "");
            assert!(placements(&again, "fen") == placements(&lines, "fen"), "{from} to {to}");
        }
        ("bulletformat", _) | (_, "bulletformat") => {
            assert!(placements(&out, to) == placements(&lines, "fen"), "{from} to {to}");
        }
        _ => {
            // The reader of games does not keep an en passant square that no pawn attacks.
            let kept = if ["pgn", "games"].contains(&from) { 3 } else { 4 };
            let fens = good(&["convert", &out, "-", "--from", to, "--to", "fen"], "");
            assert_eq!(fields(&fens, kept), fields(&fs::read_to_string(&lines).unwrap(), kept), "{from} to {to}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3,
        max_shrink_iters: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn labels_are_kept_between_all_formats_that_hold_them(table in Table::any()) {
        let folder = folder_with(&[("pgn", table.games().as_bytes())]);
        table.write(&folder);
        // A null counter is read as 0 or 1 if the file has a column for it.
        let labels = table.labels();
        let nulls = if table.has_counters { stored("csv", &labels, false) } else { labels };
        let has_labels = table.has_scores || table.has_results;
        check(&folder, "nulls", &nulls, has_labels);
        for format in FORMATS {
            fs::rename(path_in(&folder, &format!("out.{format}")), path_in(&folder, format)).unwrap();
        }
        for format in FORMATS {
            check(&folder, format, &stored(format, &nulls, false), has_labels);
        }
        let games: Vec<Row> = table.rows.iter().map(|(_, row)| Row { score: None, ..*row }).collect();
        let games = stored("csv", &games, true);
        check(&folder, "pgn", &games, false);
        let [pgn, csv] = ["pgn", "games"].map(|name| path_in(&folder, name));
        good(&["convert", &pgn, &csv, "--from", "pgn", "--games", "--to", "csv"], "");
        check(&folder, "games", &games, false);
    }
}

/// If only one of several inputs has scores, the positions of the others have nulls.
#[test]
fn scores_of_one_input_are_not_given_to_another() {
    let known = Row { is_black: false, score: Some(-5), result: Some(2), clock: Some(9), number: Some(40) };
    let table = Table { rows: vec![(0, known)], has_scores: true, has_results: true, has_counters: true };
    let folder = folder_with(&[]);
    table.write(&folder);
    let [lines, file, out] = ["lines.fen", "nulls.parquet", "out.parquet"].map(|name| path_in(&folder, name));
    good(&["convert", &lines, &file, &lines, &out], "");
    let none = read("fen", &lines)[0];
    assert_eq!(read("parquet", &out), [none, known, none]);
    let error = fails(2, &["convert", &file, &lines, &out, "--to", "viriformat"], "");
    assert!(error.contains(&format!("{lines}: viriformat needs scores and results")), "{error}");
}
