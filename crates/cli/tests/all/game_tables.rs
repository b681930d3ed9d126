//! Tests whole games as rows of tables, as output and as input, and games as lines of UCI.

use setwise_testkit::pgn::{MoveStyle, RandomGame, STARTS, Style, text};
use setwise_testkit::random::Sets;

use crate::{fails, folder_with, good, path_in, run};

const UCI: Style = Style { moves: MoveStyle::Uci, ..Style::EXPORT };

/// Returns random games and their text as PGN.
fn random_games(games: usize, moves: usize) -> (Vec<RandomGame>, String) {
    let mut random = Sets::seeded(4130);
    let games: Vec<_> = (0..games).map(|_| RandomGame::new(&mut random, moves)).collect();
    let mut pgn = String::new();
    games.iter().for_each(|game| game.write(Style::EXPORT, &mut random, &mut pgn));
    (games, pgn)
}

/// Returns the moves of a game in a style.
fn words(game: &RandomGame, style: Style) -> Vec<String> {
    game.boards.iter().zip(&game.moves).map(|(board, step)| text(board, *step, style)).collect()
}

#[test]
fn each_game_is_a_row_of_csv_with_its_tags_and_moves() {
    let (games, pgn) = random_games(120, 60);
    let folder = folder_with(&[("a.pgn", pgn.as_bytes())]);
    let [path, out] = ["a.pgn", "o.csv"].map(|name| path_in(&folder, name));
    for threads in ["1", "3"] {
        good(&["convert", &path, &out, "--games", "--tags", "White,SetUp", "--threads", threads], "");
        let mut reader = csv::Reader::from_path(&out).unwrap();
        let header: Vec<String> = reader.headers().unwrap().iter().map(String::from).collect();
        let expected = "game,Event,Site,Date,Round,White,Black,Result,FEN,Variant,SetUp,moves";
        assert_eq!(header.join(","), expected);
        let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), games.len());
        for ((number, game), record) in (1..).zip(&games).zip(&records) {
            let is_set_up = game.boards[0].to_string() != STARTS[0];
            assert_eq!(
                (&record[0], &record[1], &record[2], &record[10]),
                (&*format!("{number}"), "a \"random\" game [1-0] {", "", if is_set_up { "1" } else { "" })
            );
            // The tag is `*`, so the result is that after the moves.
            assert!(["1-0", "0-1", "1/2-1/2", "*"].contains(&&record[7]), "{record:?}");
            assert_eq!(record[11], words(game, UCI).join(" "));
        }
        // The program reads the same games again. Without the moves as they were written, their rows are the same.
        let rows = |arguments: &[&str]| {
            let tags = ["positions", "white_king", "--moves", "--tags", "Event,Result"];
            let rows = good(&[&tags, arguments].concat(), "");
            let without_san = |row: &str| {
                let mut fields: Vec<String> = row.split(',').map(String::from).collect();
                fields.remove(3);
                fields
            };
            rows.lines().map(without_san).collect::<Vec<_>>()
        };
        let of_pgn = rows(&[&path]);
        assert_eq!(of_pgn.len(), 1 + games.iter().map(|game| game.boards.len()).sum::<usize>());
        assert!(rows(&[&out, "--column", "moves"]) == of_pgn);
    }
    let limited = good(&["convert", &path, "-", "--to", "csv", "--games", "--limit", "7"], "");
    assert_eq!(limited.lines().count(), 8);
}

/// Checks that tables and lines have the positions of the games that they were made from.
#[test]
fn rows_of_csv_and_lines_of_uci_are_games() {
    let (games, pgn) = random_games(150, 50);
    let (mut san, mut other, mut lines) =
        ("id,Fen,MOVES\n".to_string(), "pgn,begin\n".to_string(), "# games\n\n".to_string());
    for (number, game) in games.iter().enumerate() {
        let fen = game.boards[0].to_string();
        let start = if fen == STARTS[0] { "" } else { &*fen };
        san += &format!("{number},{start},{}\r\n", words(game, Style::EXPORT).join(" "));
        other += &format!("\"{}\n{{, \"\"comment}} *\",{fen}\n", words(game, Style { zeros: true, ..UCI }).join("\n"));
        let moves = words(game, UCI).join(" ");
        lines += &if start.is_empty() { moves + "\n" } else { format!("position fen {fen} moves {moves}\n") };
    }
    let folder = folder_with(&[
        ("a.pgn", pgn.as_bytes()),
        ("san.csv", san.as_bytes()),
        ("other.csv", other.as_bytes()),
        ("lines.uci", lines.as_bytes()),
    ]);
    let rows = |name: &str, options: &[&str]| {
        good(&[&["positions", "white_king", &*path_in(&folder, name), "--every", "3"], options].concat(), "")
    };
    let expected = rows("a.pgn", &[]);
    for threads in ["1", "3"] {
        assert!(rows("san.csv", &["--column", "MOVES", "--threads", threads]) == expected);
        let columns = ["--moves-column", "pgn", "--start-column", "begin", "--threads", threads];
        assert!(rows("other.csv", &columns) == expected);
        // A game without moves from the start position is an empty line, which is not a game.
        let uci = rows("lines.uci", &["--threads", threads]);
        assert_eq!(games.iter().filter(|game| game.moves.is_empty()).count(), 0);
        assert!(uci == expected);
    }
    let from_stdin = good(&["positions", "white_king", "-", "--every", "3", "--from", "uci"], &lines);
    assert!(from_stdin == expected);
}

#[test]
fn errors_in_tables_and_lines_name_the_row_the_ply_the_move_and_the_position() {
    let after_e4 = "in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let csv = "moves,White\ne4,a\n\"e4 {two\nlines} e5\",b\ne4 Ke2,c\ne4,d,e\ne4 e5 *,f\n";
    let folder = folder_with(&[
        ("a.csv", csv.as_bytes()),
        ("b.csv", b"moves\ne4\ne4,e5\n"),
        ("c.uci", b"e2e4 e7e5\n\n# none\nposition startpos moves e2e4 e7e6 e1e3\n"),
        ("d.uci", b"position fen 8/8 w moves e2e4\n"),
    ]);
    let path = |name: &str| path_in(&folder, name);
    let of = |name: &str| run(&["positions", "white_king", &path(name), "--column", "moves"], "");
    let message = format!("{}:5: game 3, ply 2: 'Ke2' is not a legal move {after_e4}", path("a.csv"));
    let (code, rows, error) = of("a.csv");
    assert_eq!((code, error, rows.lines().count()), (Some(1), format!("{message}\n"), 6));
    let arguments =
        ["positions", "white_king", &path("a.csv"), "--column", "moves", "--skip-bad-games", "--tags", "White"];
    let (code, rows, error) = run(&arguments, "");
    assert_eq!((code, error), (Some(0), format!("skipped 2 bad games, the first: {message}\n")));
    let last = rows.lines().last().unwrap();
    assert!(last.contains(",5,2,f,"), "{last}");
    let message = format!("{}:3: the record has 2 fields, the first line has 1", path("b.csv"));
    assert_eq!(of("b.csv").2, format!("{message}\n"));
    for (name, expected) in [
        (
            "c.uci",
            ":4:35: game 2, ply 3: 'e1e3' is not a legal move in rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        ),
        (
            "d.uci",
            ":1:14: game 1, ply 1: the FEN is '8/8 w': the placement has 2 ranks, not 8, in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
    ] {
        assert_eq!(fails(1, &["positions", "white_king", &path(name)], ""), format!("{}{expected}", path(name)));
    }
    for (arguments, reason) in [
        (&["a.csv", "--moves-column", "none"][..], "no column 'none'; columns are moves, White; --moves-column"),
        (&["a.csv", "--column", "moves", "--start-column", "none"], "no column 'none'"),
        (&["a.csv", "--column", "moves", "--tags", "Black"], "no column 'Black'"),
    ] {
        let file = path(arguments[0]);
        let error = fails(1, &[&["positions", "white_king", &file], &arguments[1..]].concat(), "");
        assert!(error.contains(reason), "{error}");
    }
    let long = path("long.uci");
    std::fs::write(&long, "e2e4 ".repeat(1 << 20)).unwrap();
    assert_eq!(
        fails(1, &["positions", "white_king", &long], ""),
        format!("{long}:1: the line has more than 4194304 bytes")
    );
}

#[cfg(feature = "parquet")]
mod columnar {
    use std::sync::Arc;

    use arrow_array::builder::{LargeListBuilder, ListBuilder, StringBuilder};
    use arrow_array::{ArrayRef, Int16Array, LargeListArray, ListArray, RecordBatch, StringArray, UInt64Array};
    use arrow_schema::DataType;
    use setwise_arrow::{ColumnSelection, Format, Input, ReadOptions, Source};

    use super::*;
    use crate::columnar::write;

    /// Checks that a file of games has a list of moves in each row, and the same positions as the games.
    #[test]
    fn each_game_is_a_row_with_a_list_of_moves() {
        let (_, pgn) = random_games(200, 60);
        let folder = folder_with(&[("a.pgn", pgn.as_bytes())]);
        let path = |name: &str| path_in(&folder, name);
        let of_pgn = good(&["positions", "white_king", &path("a.pgn"), "--tags", "Event,Result"], "");
        for (name, options) in [("o.parquet", &["--row-group", "70"][..]), ("o.arrow", &[])] {
            let out = path(name);
            good(&[&["convert", &path("a.pgn"), &out, "--games"], options].concat(), "");
            let format = if name == "o.arrow" { Format::Arrow } else { Format::Parquet };
            let options = ReadOptions { source: Source::None, others: ColumnSelection::All, ..ReadOptions::default() };
            let schema = Input::open(format, std::fs::File::open(&out).unwrap(), &options).unwrap().schema();
            let names: Vec<_> = schema.fields().iter().map(|field| field.name().clone()).collect();
            assert_eq!(names.join(","), "game,Event,Site,Date,Round,White,Black,Result,FEN,Variant,moves");
            assert!(matches!(schema.field_with_name("moves").unwrap().data_type(), DataType::List(_)));
            for threads in ["1", "3"] {
                let reading = ["--column", "moves", "--tags", "Event,Result", "--threads", threads];
                let again = good(&[&["positions", "white_king", &out], &reading[..]].concat(), "");
                assert!(again == of_pgn, "{name}, {threads} threads");
            }
        }
    }

    fn lists(games: &[RandomGame]) -> ListArray {
        let mut lists = ListBuilder::new(StringBuilder::new());
        games.iter().for_each(|game| lists.append_value(words(game, UCI).into_iter().map(Some)));
        lists.finish()
    }

    fn large_lists(games: &[RandomGame]) -> LargeListArray {
        let mut lists = LargeListBuilder::new(StringBuilder::new());
        games.iter().for_each(|game| lists.append_value(words(game, Style::EXPORT).into_iter().map(Some)));
        lists.finish()
    }

    #[test]
    fn texts_and_lists_of_other_programs_are_games() {
        let (games, pgn) = random_games(300, 40);
        let folder = folder_with(&[("a.pgn", pgn.as_bytes())]);
        let expected = good(&["positions", "white_king", &path_in(&folder, "a.pgn"), "--last"], "");
        let fens: ArrayRef =
            Arc::new(StringArray::from_iter_values(games.iter().map(|game| game.boards[0].to_string())));
        let elo = Int16Array::from_iter((0..games.len()).map(|n| (n % 3 > 0).then_some(2000 + n as i16)));
        let elo: ArrayRef = Arc::new(elo);
        let san = games.iter().map(|game| words(game, Style::EXPORT).join(" "));
        let texts: [ArrayRef; 3] =
            [Arc::new(StringArray::from_iter_values(san)), Arc::new(lists(&games)), Arc::new(large_lists(&games))];
        for (n, moves) in texts.into_iter().enumerate() {
            for format in [Format::Parquet, Format::Arrow] {
                let rows = RecordBatch::try_from_iter([
                    ("WhiteElo", elo.clone()),
                    ("m", moves.clone()),
                    ("FEN", fens.clone()),
                ]);
                let out = path_in(&folder, if format == Format::Arrow { "o.arrow" } else { "o.parquet" });
                write(format, &out, &rows.unwrap());
                let arguments = ["positions", "white_king", &out, "--moves-column", "m", "--last"];
                assert!(good(&arguments, "") == expected, "{n}, {format}");
                let with_elo = good(&[&arguments[..], &["--tags", "WhiteElo"]].concat(), "");
                for (n, row) in with_elo.lines().skip(1).enumerate() {
                    let elo = if n % 3 > 0 { format!("{}", 2000 + n) } else { String::new() };
                    assert_eq!(row.split(',').nth(3), Some(&*elo), "{row}");
                }
            }
        }
    }

    #[test]
    fn errors_name_the_row_group_and_the_row() {
        let folder = folder_with(&[]);
        let out = path_in(&folder, "o.parquet");
        let mut lists = ListBuilder::new(StringBuilder::new());
        for moves in [Some(vec![Some("e4")]), None, Some(vec![Some("e4"), None]), Some(vec![Some("e4"), Some("Ke3")])] {
            lists.append_option(moves);
        }
        let lists: ArrayRef = Arc::new(lists.finish());
        let numbers: ArrayRef = Arc::new(UInt64Array::from(vec![1; 4]));
        write(Format::Parquet, &out, &RecordBatch::try_from_iter([("moves", lists.clone()), ("n", numbers)]).unwrap());
        let arguments = ["positions", "white_king", &out, "--column", "moves"];
        assert_eq!(fails(1, &arguments, ""), format!("{out}: row group 0, row 1: the moves are null"));
        let (code, rows, error) = run(&[&arguments[..], &["--skip-bad"]].concat(), "");
        let first = format!("{out}: row group 0, row 1: the moves are null");
        assert_eq!((code, error), (Some(0), format!("skipped 3 bad games, the first: {first}\n")));
        assert_eq!(rows.lines().count(), 3);
        let error = fails(1, &["positions", "white_king", &out, "--moves-column", "n"], "");
        assert!(error.contains("column 'n'") && error.contains("a text or a list of texts"), "{error}");
        let error = fails(1, &["positions", "white_king", &out, "--moves-column", "x"], "");
        assert!(error.contains("no column 'x'; the columns are moves, n; --moves-column names one of them"), "{error}");
        let error = fails(2, &["find", "--sql", "white_king", &out, "--column", "moves"], "");
        assert!(error.contains("--sql cannot read parquet; convert it first"), "{error}");
        let one = RecordBatch::try_from_iter([("moves", lists.slice(3, 1))]).unwrap();
        write(Format::Parquet, &out, &one);
        let expected = ": row group 0, row 0: game 1, ply 2: 'Ke3' is not a legal move in \
                        rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(fails(1, &arguments, ""), format!("{out}{expected}"));
    }
}
