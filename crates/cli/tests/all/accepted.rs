//! Tests which positions and texts the program accepts.

use std::fs;
use std::path::Path;

use crate::{START, fails, good};

fn write(folder: &Path, text: &[u8]) -> String {
    let file = folder.join("positions.fen");
    fs::write(&file, text).unwrap();
    file.display().to_string()
}

#[test]
fn pawns_on_ranks_1_and_8_are_refused_unless_any_pieces_are_asked_for() {
    const PAWN_ON_8: &str = "1Pk5/8/7p/P1K5/1n1p1N2/P7/8/2n5 b";
    const PAWN_ON_1_NO_KINGS: &str = "8/8/8/8/8/8/8/7p w";
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), format!("{PAWN_ON_8}\n{PAWN_ON_1_NO_KINGS}\n").as_bytes());
    for flags in [&[][..], &["--any-kings"]] {
        let error = fails(1, &[&["positions", "white_passers", &file], flags].concat(), "");
        assert_eq!(error, format!("{file}:1:1: white has a pawn on rank 8"), "{flags:?}");
    }
    for flags in [&["--any-pieces"][..], &["--any-pieces", "--any-kings"]] {
        let rows = good(&[&["positions", "white_passers", &file], flags].concat(), "");
        let expected =
            format!("fen,white_passers\n{PAWN_ON_8},0x0200000100010000\n{PAWN_ON_1_NO_KINGS},0x0000000000000000\n");
        assert_eq!(rows, expected, "{flags:?}");
    }
    let error = fails(2, &["show", "white_passers", PAWN_ON_8], "");
    assert_eq!(error, format!("error: '{PAWN_ON_8}' is not a position: white has a pawn on rank 8"));
    let drawn = good(&["show", "--any-pieces", "white_passers", PAWN_ON_8], "");
    assert!(drawn.ends_with("0x0200000100010000, 3 squares: a3 a5 b8\n"), "{drawn}");
}

/// The number of bytes that the program reads at once.
const CHUNK: usize = 1 << 18;

/// Checks that trailing blanks do not count towards the length of a line, and that blanks before other text do. The
/// result must not depend on where the chunks of the file end.
#[test]
fn blanks_hide_nothing_that_follows_them() {
    let folder = tempfile::tempdir().unwrap();
    for blanks in [5000, 262_100, CHUNK, 3 * CHUNK] {
        let file = write(folder.path(), format!("{START}{}junk\n{START}\n", " ".repeat(blanks)).as_bytes());
        let error = fails(1, &["positions", "white_king", &file], "");
        assert_eq!(error, format!("{file}:1:4097: more than 4096 bytes in one line"), "{blanks} blanks");
        let file = write(folder.path(), format!("{START}{}\n{START}\n", " ".repeat(blanks)).as_bytes());
        assert_eq!(good(&["positions", "white_king", &file], "").lines().count(), 3, "{blanks} blanks");
        let file = write(folder.path(), format!("42{}junk\n", " ".repeat(blanks)).as_bytes());
        fails(1, &["sets", "popcount", &file], "");
    }
}

/// Checks that a byte order mark is dropped at the start of a file, and at the start of a line, wherever chunks end.
#[test]
fn a_byte_order_mark_belongs_to_the_start_of_a_line() {
    let folder = tempfile::tempdir().unwrap();
    for blanks in [0, 1, CHUNK - 3, CHUNK, 3 * CHUNK] {
        let file = write(folder.path(), format!("\u{FEFF}{}{START}\n", " ".repeat(blanks)).as_bytes());
        assert_eq!(good(&["positions", "white_king", &file, &file], "").lines().count(), 3, "{blanks} blanks");
    }
    for before in CHUNK - 3..=CHUNK {
        let first = format!("{START}{}\n", " ".repeat(before - START.len() - 1));
        let file = write(folder.path(), format!("{first}\u{FEFF}{START}\n").as_bytes());
        assert_eq!(good(&["positions", "white_king", &file], "").lines().count(), 3, "{before}");
        let file = write(folder.path(), format!("{first} \u{FEFF}{START}\n").as_bytes());
        let refused = format!("{file}:2:2: byte 0xef is neither a piece nor a number from 1 to 8");
        assert_eq!(fails(1, &["positions", "white_king", &file], ""), refused, "{before}");
    }
}
