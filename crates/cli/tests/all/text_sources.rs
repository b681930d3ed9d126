//! Tests text from foreign systems: marks, carriage returns, padding, compression and other encodings.

use std::fs;

use crate::{START, fails, good, path_in};

/// Each text format, and a text in it with two positions after one move of each side. A line ends with `|`.
const TEXTS: [(&str, &str, &[&str]); 4] = [
    ("fen", "# two|8/8/8/4k3/8/8/4K3/N7 w - - 0 1|8/8/8/4k3/8/8/4K3/N7 b - - 0 1|", &[]),
    ("csv", "fen|8/8/8/4k3/8/8/4K3/N7 w - - 0 1|8/8/8/4k3/8/8/4K3/N7 b - - 0 1|", &[]),
    ("pgn", "[Event \"?\"]||1. e4 ; first|e5 *||[Event \"?\"]||1. d4 d5 *|", &["--last"]),
    ("uci", "e2e4 e7e5|d2d4 d7d5|", &["--last"]),
];

/// Converts a text of a format to FEN.
fn fens(format: &str, text: &[u8], options: &[&str]) -> String {
    good(&[&["convert", "-", "-", "--from", format, "--to", "fen"], options].concat(), text)
}

#[test]
fn marks_and_foreign_ends_say_nothing() {
    for (format, text, options) in TEXTS {
        let usual = text.replace('|', "\n");
        let expected = fens(format, usual.as_bytes(), options);
        assert_eq!(expected.lines().count(), 2, "{format}");
        for (name, foreign) in [
            ("mark", format!("\u{FEFF}{usual}")),
            ("marks", format!("\u{FEFF}\u{FEFF}{usual}")),
            ("end of DOS", format!("{usual}\x1A")),
            ("end of DOS after the last line", usual.trim_end().to_string() + "\x1A"),
            ("end of DOS and a line end", format!("{usual}\x1A\r\n")),
            ("carriage returns", text.replace('|', "\r")),
            ("carriage returns and a mark", format!("\u{FEFF}{}\x1A", text.replace('|', "\r"))),
            ("both", text.replace('|', "\r\n")),
        ] {
            assert_eq!(fens(format, foreign.as_bytes(), options), expected, "{format}: {name}");
        }
        if format != "csv" {
            let joined = format!("\u{FEFF}{usual}\u{FEFF}{usual}\x1A\u{FEFF}{usual}");
            assert_eq!(fens(format, joined.as_bytes(), options), expected.repeat(3), "{format}: joined");
        }
    }
}

#[test]
fn lines_that_end_with_carriage_returns_are_counted() {
    for (format, text, line) in [("fen", "# old|wrong|", 2), ("csv", "fen||wrong|", 3), ("uci", "e2e4||e2e5|", 3)] {
        let error = fails(1, &["convert", "-", "-", "--to", "fen", "--from", format], text.replace('|', "\r"));
        assert!(error.starts_with(&format!("-:{line}:")), "{error}");
    }
    let inside = format!("{START}\n8/8/8\r/8 w\n");
    let error = fails(1, &["convert", "-", "-", "--to", "fen"], inside);
    assert!(error.starts_with("-:2:6: a carriage return inside the line"), "{error}");
    // Otherwise two games would become one.
    let error = fails(1, &["convert", "-", "-", "--to", "fen", "--from", "uci"], "e2e4\n\ne2e4 e7e5\rd2d4 d7d5\n");
    assert!(error.starts_with("-:3: a carriage return inside the line"), "{error}");
}

/// Checks that text in another encoding or compression is refused in one line that says what it is, in every format and
/// also if bad lines are skipped.
#[test]
fn what_is_not_text_is_named() {
    let cases: [(Vec<u8>, &str, &str); 4] = [
        (b"BZh91AY&SY\xE1\xD2\xC3\xB4".to_vec(), "compressed with bzip2", "bzip2 -dc"),
        (b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46".to_vec(), "compressed with xz", "xz -dc"),
        (b"PK\x03\x04\x14\0\0\0\x08\0\0\0".to_vec(), "a ZIP archive", "unzip -p"),
        (
            "\u{FEFF}e4".encode_utf16().flat_map(u16::to_le_bytes).collect(),
            "encoded in UTF-16",
            "iconv -f UTF-16 -t UTF-8",
        ),
    ];
    for (bytes, what, advice) in &cases {
        for (format, ..) in TEXTS {
            let arguments = ["convert", "-", "-", "--to", "fen", "--skip-bad", "--from", format];
            let error = fails(1, &arguments, bytes);
            assert!(error.starts_with(&format!("-: {what}, expected text in UTF-8; ")), "{format}: {error}");
            assert!(error.contains(advice) && error.lines().count() == 1, "{format}: {error}");
        }
    }
}

/// Checks that an empty file of CSV has no positions and no games, like an empty file of FEN.
#[test]
fn an_empty_csv_has_no_positions() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (path_in(&folder, "empty.csv"), path_in(&folder, "out.csv"));
    for text in ["", "\n", "\r\n\r\n", "\u{FEFF}", "\x1A"] {
        fs::write(&file, text).unwrap();
        assert_eq!(good(&["positions", "white_king", &file], ""), "fen,white_king\n", "{text:?}");
        assert_eq!(good(&["positions", "white_king", &file, "--column", "moves"], "").lines().count(), 1);
        assert_eq!(good(&["convert", &file, "-", "--to", "epd"], ""), "");
        good(&["convert", &file, &out, "--games", "--column", "moves"], "");
        assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 1, "the header");
    }
    assert!(fails(1, &["positions", "white_king", "-", "--from", "csv"], "board\n").contains("no column 'fen'"));
}

/// Checks that trailing blanks do not count towards the length of a line, and that blanks before other text do. The result
/// must not depend on how the program divides the file into parts.
#[test]
fn blanks_hide_nothing_that_follows_them() {
    const CHUNK: usize = 1 << 18;
    for blanks in [5000, CHUNK - 44, CHUNK, 3 * CHUNK] {
        let text = format!("{START}{}junk\n{START}\n", " ".repeat(blanks));
        let error = fails(1, &["positions", "white_king", "-"], &text);
        assert_eq!(error, "-:1:4097: more than 4096 bytes in one line", "{blanks} blanks");
        let text = text.replace("junk", "");
        assert_eq!(good(&["positions", "white_king", "-"], text).lines().count(), 3, "{blanks} blanks");
        fails(1, &["sets", "popcount", "-"], format!("42{}junk\n", " ".repeat(blanks)));
    }
}
