//! Tests the features that depend on castling rights and en passant squares, from every format that stores them.

use crate::packed::DRAWN;
use crate::{folder_with, good, path_in, run};

/// Positions with the number of their legal moves. The first two numbers and the last need castling rights, and the third
/// needs the en passant square.
const POSITIONS: [(&str, u64); 6] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
    ("r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1", 25),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 7),
    ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 0),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
    ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", 14),
];

fn text() -> String {
    POSITIONS.map(|(fen, _)| format!("{fen}\n")).concat()
}

#[test]
fn moves_are_counted_with_the_rights_of_every_source() {
    let fen = folder_with(&[("a.fen", text().as_bytes())]);
    let source = path_in(&fen, "a.fen");
    let expected: String = POSITIONS.map(|(_, moves)| format!("{moves}\n")).concat();
    let mut sources = vec![("a.fen", &[][..]), ("a.epd", &[]), ("a.csv", &[]), ("a.bin", &["--from", "marlinformat"])];
    if cfg!(feature = "parquet") {
        sources.extend([("a.parquet", &[][..]), ("a.arrow", &[])]);
    }
    for (name, from) in sources {
        let file = path_in(&fen, name);
        if file != source {
            let to = from.last().copied();
            let options = |format| [&["--to", format], &DRAWN[..]].concat();
            let to: Vec<&str> = to.map(options).unwrap_or_default();
            good(&[&["convert", &source, &file], &to[..]].concat(), "");
        }
        let counts = good(&[&["positions", "legal_move_count", &file, "--no-positions"], from].concat(), "");
        assert_eq!(counts, format!("legal_move_count\n{expected}"), "{name}");
        let mates = [&["positions", "in_check", "stalemate", &file, "--no-positions", "--where", "checkmate"], from];
        assert_eq!(good(&mates.concat(), ""), "in_check,stalemate\n1,0\n", "{name}");
    }
}

#[test]
fn strict_rights_refuse_what_the_position_does_not_allow() {
    let strict = ["positions", "white_king", "-", "--strict-rights"];
    assert_eq!(good(&strict, text()).lines().count(), 1 + POSITIONS.len());
    for (line, column, reason) in [
        ("4k3/8/8/8/8/8/8/4K3 w", 22, "no castling rights or no en passant square after the side to move"),
        ("4k3/8/8/8/8/8/8/R3K3 w K -", 24, "'K' is not a right to castle of a king and a rook"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3", 27, "no pawn can have just passed the en passant square"),
    ] {
        let input = format!("{}{line}\n", text());
        let (code, _, error) = run(&strict, &input);
        assert_eq!(code, Some(1), "{error}");
        assert!(error.trim_end().ends_with(&format!(":7:{column}: {reason}")), "{error}");
        let (code, rows, error) = run(&[&strict[..], &["--skip-bad"]].concat(), &input);
        assert_eq!((code, rows.lines().count()), (Some(0), 1 + POSITIONS.len()), "{error}");
        good(&["positions", "white_king", "-"], &input);
    }
}
