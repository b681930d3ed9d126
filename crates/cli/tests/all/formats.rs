//! Tests the text formats: lines of FEN and EPD, and comma-separated values, plain and compressed.

use std::fs;

use setwise_testkit::games::master_fens;

use crate::packed::{DRAWN, PACKED};
use crate::{START, fails, files_in, folder_with, good, path_in, run, zstd_of};

/// Checks that text is compressed as the extension of its file says, and read again. `round_trips.rs` checks conversions
/// between all formats.
#[test]
fn text_is_compressed_as_the_extension_says() {
    let lines = master_fens()[..60].join("\n") + "\n";
    let folder = folder_with(&[("games", lines.as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    for (name, magic) in [
        ("a.fen", &b"rnbq"[..]),
        ("b.epd.zst", &[0x28, 0xB5, 0x2F, 0xFD]),
        ("c.csv.gz", &[0x1F, 0x8B]),
        ("d.FEN.GZ", &[0x1F, 0x8B]),
    ] {
        good(&["convert", &path("games"), &path(name)], "");
        assert!(fs::read(path(name)).unwrap().starts_with(magic), "{name}");
        assert_eq!(good(&["convert", &path(name), "-", "--to", "fen"], ""), lines, "{name}");
    }
}

/// Checks how lines are written: FEN with six fields, EPD with operations, and comma-separated values with a FEN.
#[test]
fn lines_are_written_as_their_format_has_them() {
    let lines = "# comment\n8/8/4k3/8/8/4K3/8/8   w\n8/8/4k3/8/8/4K3/8/8  b\t- - 3 40\n8/8/4k3/8/8/4K3/8/8 w - - 7\n\
        8/8/4k3/8/8/4K3/8/8 w - - fmvn 33; hmvc 7;\n8/8/4k3/8/8/4K3/8/8 b;-,-;\n";
    let to = |format: &str| good(&["convert", "-", "-", "--to", format], lines);
    let board = "8/8/4k3/8/8/4K3/8/8";
    let fens = ["w - - 0 1", "b - - 3 40", "w - - 7 1", "w - - 7 33", "b - - 0 1"];
    let fen = fens.map(|fields| format!("{board} {fields}\n")).concat();
    assert_eq!(to("fen"), fen);
    assert_eq!(to("csv"), format!("fen\n{fen}"));
    let epds = ["w - -", "b - - hmvc 3; fmvn 40;", "w - - hmvc 7;", "w - - fmvn 33; hmvc 7;", "b - -"];
    let epd = epds.map(|fields| format!("{board} {fields}\n")).concat();
    assert_eq!(to("epd"), epd);
    assert_eq!(good(&["convert", "-", "-", "--to", "epd"], &epd), epd);
    assert_eq!(good(&["convert", "-", "-", "--to", "fen"], &epd), fen);
    assert_eq!(good(&["convert", "-", "-", "--from", "csv", "--to", "fen"], to("csv")), fen);
}

/// Checks that operations are kept from EPD to EPD, also after counters, and that a message reports that other formats
/// have none.
#[test]
fn operations_are_kept_or_reported() {
    let board = "8/8/4k3/8/8/4K3/8/8";
    let lines =
        format!("{board} w - -; bm Kd4; id \"a, b\";\n{board} b - - 0 9 bm Kd6; id \"T.001\";\n{board} w - -\n");
    let epd = good(&["convert", "-", "-", "--to", "epd"], &lines);
    let expected = format!(
        "{board} w - - bm Kd4; id \"a, b\";\n{board} b - - hmvc 0; fmvn 9; bm Kd6; id \"T.001\";\n{board} w - -\n"
    );
    assert_eq!(epd, expected);
    assert_eq!(good(&["convert", "-", "-", "--to", "epd"], &epd), epd);
    let note = "2 positions written without operations, which only epd has\n";
    let (code, fens, error) = run(&["convert", "-", "-", "--to", "fen"], &epd);
    assert_eq!((code, &error[..]), (Some(0), note));
    assert_eq!(fens, format!("{board} w - - 0 1\n{board} b - - 0 9\n{board} w - - 0 1\n"));
    let (_, _, error) = run(&["convert", "-", "-", "--to", "csv", "--limit", "1"], &epd);
    assert_eq!(error, note.replace("2 positions", "1 position"));
    good(&["positions", "legal_move_count", "-"], &epd);
}

/// Checks that a line with text other than fields and operations is an error if the output needs this text, and that
/// such text is ignored if only sets are computed.
#[test]
fn text_that_is_no_field_is_refused() {
    let board = "8/8/4k3/8/8/4K3/8/8";
    let folder = folder_with(&[]);
    let columnar: &[&str] = if cfg!(feature = "parquet") { &["parquet", "arrow"] } else { &[] };
    // The second element is the index of the reported text in the fields.
    for (fields, at, reason) in [
        ("w - - zzz", 6, "unexpected text after the fields: 'zzz'"),
        ("w - - 0 1 junk", 10, "unexpected text after the fields: 'junk'"),
        ("w - - 0 1;1-0", 10, "unexpected text after the fields: '1-0'"),
        ("w - - 1,0.5", 8, "unexpected text after the fields: '0.5'"),
        ("w - - 0 1 | 34 | 1.0", 10, "unsupported labels after the fields: '| 34 | 1.0'"),
        ("w - - [0.5] 34", 6, "unsupported labels after the fields: '[0.5] 34'"),
        ("w a,b -", 4, "the en passant field is 'b', expected - or a square such as e3"),
        ("w zz -", 2, "the castling field is 'zz', expected - or letters such as KQkq"),
    ] {
        let (text, expected) =
            (format!("{board} b\n{board} {fields}\n"), format!("-:2:{}: {reason}", board.len() + 2 + at));
        for to in ["fen", "epd", "csv"] {
            assert_eq!(fails(1, &["convert", "-", "-", "--to", to], &text), expected, "{to}");
        }
        let out = path_in(&folder, "out");
        for to in PACKED {
            assert_eq!(fails(1, &[&["convert", "-", &out, "--to", to], &DRAWN[..]].concat(), &text), expected, "{to}");
        }
        for to in columnar {
            assert_eq!(fails(1, &["convert", "-", &out, "--to", to], &text), expected, "{to}");
        }
        for arguments in
            [&["white_king"][..], &["--totals", "legal_move_count"], &["--totals", "white_king", "--where", "ply > 0"]]
        {
            assert_eq!(fails(1, &[&["positions"], arguments, &["-"]].concat(), &text), expected, "{arguments:?}");
        }
        assert!(fails(2, &["show", "legal_move_count", &format!("{board} {fields}")], "").contains(reason));
        good(&["positions", "--totals", "white_king", "-"], &text);
        let (code, fens, error) = run(&["convert", "-", "-", "--to", "fen", "--skip-bad"], &text);
        assert_eq!((code, fens), (Some(0), format!("{board} b - - 0 1\n")), "{error}");
    }
}

/// Checks that the column of FENs is found by its default name, in lower or upper case, or by the name that `--column`
/// gives. The rows that `setwise positions` prints also have a column of FENs.
#[test]
fn the_column_of_a_csv_file_is_found_by_its_name() {
    let king = "8/8/4k3/8/8/4K3/8/8 w - -";
    let expected = format!("fen,white_king\n{king},0x0000000000100000\n");
    for (text, column) in [
        (format!("fen\n{king}\n"), None),
        (format!("\u{FEFF}Id,FEN\r\n1,{king} 0 1\r\n"), None),
        (format!("fen,board,x\nno,\" {king}\",\"a\n\"\"b\"\n"), Some("board")),
        (format!("id,\"fen\"\n\n1,\" {king}\""), None),
        (format!("{expected}\n"), None),
    ] {
        let mut arguments = vec!["positions", "white_king", "--from", "csv", "-"];
        arguments.extend(column.iter().flat_map(|column| ["--column", column]));
        assert_eq!(good(&arguments, &text), expected, "{text}");
    }
}

#[test]
fn wrong_csv_files_are_reported_with_their_line() {
    let king = "8/8/4k3/8/8/4K3/8/8 w - -";
    let rows = |rows: &str| format!("id,fen\n1,{king}\n{rows}\n");
    let endless = rows(&format!("2,\"{}", format!("{king}\n").repeat(100_000)));
    let cases = [
        ("id,board\n".to_string(), "-:1: no column 'fen'; columns are id, board; --column names one of them"),
        (rows("2"), "-:3: the record has 1 fields, the first line has 2"),
        (rows("2,8/8 w"), "-:3: the placement has 2 ranks, not 8"),
        (rows(&format!("\"2\n\",{king}\n3,8/8 w")), "-:5: the placement has 2 ranks, not 8"),
        (rows(&format!("2,{king}\r\n\r\n3,8/8 w")), "-:5: the placement has 2 ranks, not 8"),
        (rows("2,\n3,8/8 w"), "-:3: the field of the FEN is empty"),
        (rows("2,# no\n3,8/8 w"), "-:3: the field of the FEN is a comment"),
        (rows(&format!("2,\"{king}\n{king}\"")), "-:3: the field of the FEN has a line feed, expected one line"),
        (rows(&format!("2,\"{king}\n\"\n3,8/8 w")), "-:3: the field of the FEN has a line feed, expected one line"),
        (endless, "-:3: the record has more than 1048576 bytes; is a quote not closed?"),
        // A quote that is not closed extends its field to the end of the file.
        (rows(&format!("\"2,{king}\n3,{king}\n4,{king}")), "-:3: a quote is not closed"),
    ];
    for (text, expected) in cases {
        assert_eq!(fails(1, &["positions", "--totals", "white_king", "--from", "csv", "-"], &text), expected);
    }
    let error = fails(1, &["positions", "white_king", "--from", "csv", "--column", "Fen", "-"], "fen\n");
    assert!(error.contains("no column 'Fen'"), "{error}");
    // Line numbers continue in the next chunk.
    let many = rows(&(format!("2,{king}\n").repeat(20_000) + "3,x"));
    let error = fails(1, &["positions", "--totals", "white_king", "--from", "csv", "-"], &many);
    assert_eq!(error, "-:20003: 'x' is neither a piece nor a number from 1 to 8");
}

/// Checks that invalid records are skipped, and that all valid records are read.
#[test]
fn bad_records_of_csv_files_are_skipped() {
    let king = "8/8/4k3/8/8/4K3/8/8 w - -";
    let skip = |text: &str, more: &[&str]| {
        run(&[&["positions", "--skip-bad", "white_king", "--from", "csv", "-"], more].concat(), text)
    };
    let text = format!("id,fen\n1\n1,2,3\n2,{king}\n3,\n4,# no\n5,\"{king}\n{king}\"\n6,{king}\n7,x\n8,{king}\n");
    let (code, rows, error) = skip(&text, &[]);
    assert_eq!((code, rows.lines().count()), (Some(0), 4), "{rows}");
    assert_eq!(error, "skipped 6 bad lines, the first: -:2: the record has 1 fields, the first line has 2\n");
    let (code, rows, error) = skip(&text, &["--limit", "2"]);
    assert_eq!((code, rows.lines().count()), (Some(0), 3), "{rows}");
    assert!(error.starts_with("skipped 5 bad lines, the first: -:2: "), "{error}");
    // The reported record must be the first bad record in the file, whatever its error.
    let (.., error) = skip(&format!("id,fen\n1,x\n2\n3,{king}\n"), &[]);
    assert_eq!(error, "skipped 2 bad lines, the first: -:2: 'x' is neither a piece nor a number from 1 to 8\n");
    // Reads a file of several chunks in which most records are bad.
    let many = format!("id,fen\n{}1,{king}\n", "1\n".repeat(20_000));
    let (code, rows, error) = skip(&many, &[]);
    assert_eq!((code, rows.lines().count()), (Some(0), 2));
    assert!(error.starts_with("skipped 20000 bad lines"), "{error}");
    // A quote that is not closed is an error even with `--skip-bad`, because the quoted field could contain the rest of
    // the file.
    let (code, _, error) = skip(&format!("id,fen\n1,{king}\n2,\"{king}\n3,{king}\n"), &[]);
    assert_eq!(code, Some(1));
    assert!(error.starts_with("-:3: a quote is not closed\n"), "{error}");
    let (code, rows, _) = skip(&format!("fen\n{king}\n\"\n\"\n{king}\n\"{king}\""), &[]);
    assert_eq!((code, rows.lines().count()), (Some(0), 4), "quoted records at the end");
}

/// Checks that every format keeps the counters that fit, and that the others refuse them. Columns have 32 bits; packed
/// boards have one byte for the half-move clock and two bytes for the fullmove number.
#[test]
fn counters_are_kept_or_refused() {
    let line = |counters: &str| format!("8/8/4k3/8/8/4K3/8/8 w - - {counters}\n");
    let (largest, clock, number) = (line("255 65535"), line("300 1"), line("0 70000"));
    let folder = folder_with(&[("a.fen", (largest.clone() + &clock + &number + &largest).as_bytes())]);
    let (games, out, again) = (path_in(&folder, "a.fen"), path_in(&folder, "out"), path_in(&folder, "again.fen"));
    let columnar: &[&str] = if cfg!(feature = "parquet") { &["parquet", "arrow"] } else { &[] };
    for to in [&["fen", "epd", "csv"], columnar].concat() {
        good(&["convert", &games, &out, "--to", to], "");
        good(&["convert", &out, &again, "--from", to], "");
        assert_eq!(fs::read(&again).unwrap(), fs::read(&games).unwrap(), "{to}");
    }
    let long = line("999999999999999999999999999999 1");
    fs::remove_file(&out).unwrap();
    for to in columnar {
        let error = fails(1, &["convert", "-", &out, "--to", to], &long);
        let digits = "'999999999999999999999999...'";
        assert_eq!(error, format!("-:1:27: the half-move clock is {digits}, expected 0 to 4294967295"), "{to}");
    }
    for to in ["marlinformat", "viriformat"] {
        let options = [&["--to", to], &DRAWN[..]].concat();
        let error = fails(1, &[&["convert", &games, &out], &options[..]].concat(), "");
        let reason = format!("{to} cannot hold the position: the half-move clock is 300, expected 0 to 255");
        assert_eq!(error, format!("{games}:2:27: {reason}"));
        assert!(!std::path::Path::new(&out).exists(), "{to}");
        let (code, _, error) = run(&[&["convert", &games, &out, "--skip-bad"], &options[..]].concat(), "");
        assert_eq!(error, format!("skipped 2 bad lines, the first: {games}:2:27: {reason}\n"));
        assert_eq!(code, Some(0));
        good(&["convert", &out, &again, "--from", to], "");
        assert_eq!(fs::read_to_string(&again).unwrap(), largest.repeat(2), "{to}");
        fs::remove_file(&out).unwrap();
        let error = fails(1, &[&["convert", "-", &out], &options[..]].concat(), line("0 65536"));
        assert!(error.ends_with("the fullmove number is 65536, expected 0 to 65535"), "{error}");
    }
    // Bulletformat and features have no counters.
    good(&[&["convert", &games, &out, "--to", "bulletformat"], &DRAWN[..]].concat(), "");
    good(&["positions", "--totals", "all", &games], "");
}

/// Checks that the program expands a pattern of file names to the files that it matches, in sorted order. The program
/// receives a pattern if the user quotes it, or if the shell does not expand patterns.
#[test]
fn patterns_stand_for_the_files_they_match_in_order() {
    let line = |n: u32| format!("8/8/4k3/8/8/4K3/8/8 w - - {n} 1");
    let (packed, first, tenth) = (zstd_of(&line(2)), line(1), line(10));
    let files: [(&str, &[u8]); 4] =
        [("b2.fen.zst", &packed), ("b1.fen", first.as_bytes()), ("b[x].fen", tenth.as_bytes()), ("other", b"junk")];
    let folder = folder_with(&files);
    fs::create_dir(folder.path().join("b3.fen")).unwrap();
    let path = |name: &str| path_in(&folder, name);
    let fens = |names: &[&str]| {
        let paths: Vec<String> = names.iter().map(|name| path(name)).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        good(&[&["convert"], &paths[..], &["-", "--to", "fen"]].concat(), "")
    };
    assert_eq!(fens(&["b?.fen*"]), format!("{}\n{}\n", line(1), line(2)));
    assert_eq!(fens(&["b[x].fen", "b[12].fen"]), format!("{}\n{}\n", line(10), line(1)), "a file named like a pattern");
    assert_eq!(good(&["positions", "white_king", &path("b*.fen*")], "").lines().count(), 4);
}

/// Checks that every changed byte of compressed text is detected. Compressed text has a checksum for this purpose,
/// because a FEN with a changed digit may still be a position. The bytes of the header are left out, because some
/// changes in the header have no effect.
#[test]
fn every_change_in_compressed_text_is_found() {
    let folder = folder_with(&[("games.fen", format!("{START}\n").repeat(20).as_bytes())]);
    for name in ["a.fen.zst", "a.fen.gz"] {
        let file = path_in(&folder, name);
        good(&["convert", &path_in(&folder, "games.fen"), &file], "");
        let whole = fs::read(&file).unwrap();
        for at in 10..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&file, bytes).unwrap();
            let error = fails(1, &["convert", &file, &path_in(&folder, "b.fen")], "");
            assert!(error.starts_with(&file), "byte {at}: {error}");
        }
    }
    assert_eq!(files_in(folder.path()), 3, "nothing is written");
}
