//! Tests invalid lines of every kind. Every strategy must report the reason for each invalid line, and read the other
//! lines.

use setwise::Color;
use setwise_positions::packed::Labels;
use setwise_positions::{
    BadLine, Columns, LONGEST_LINE, ReadStrategy, Reader, Reason, Rights, RightsRow, Rules, Tail, read_line,
};

use crate::{START, read, read_both_ways, read_each_way};

#[test]
fn wrong_lines_have_their_reason_and_add_nothing() {
    let long = format!("{START} w {}", "x".repeat(5000));
    let cases: [(&str, &str); 20] = [
        ("8/8/8/8/8/8/8 w", "2: the placement has 7 ranks, not 8"),
        ("8/8/8/8/8/8/8/8/8 w", "2: the placement has 9 ranks, not 8"),
        ("7/8/8/8/8/8/8/8 w", "2: rank 8 has 7 squares, not 8"),
        ("8/8/44p/8/8/8/8/8 w", "2: two digits in a row, 44, expected one"),
        ("8/8/8/8/8/8/8/7 w", "2: rank 1 has 7 squares, not 8"),
        ("8/8/8/8/8/8/8/88888888888 w", "2: two digits in a row, 88, expected one"),
        ("8/8/4k4/8/8/8/8/8 w", "2: rank 6 has 9 squares, not 8"),
        ("8//8/8/8/8/8/8 w", "2: rank 7 has 0 squares, not 8"),
        ("8/8/8/8/8/8/8/x7 w", "2: 'x' is neither a piece nor a number from 1 to 8"),
        ("9/8/8/8/8/8/8/8 w", "2: '9' is neither a piece nor a number from 1 to 8"),
        ("8/8/8/8/8/8/8/\u{e4}7 w", "2: byte 0xc3 is neither a piece nor a number from 1 to 8"),
        ("8/8/4k3/8/8/4K3/8/8", "2: no side to move after the placement"),
        ("8/8/4k3/8/8/4K3/8/8 x", "2: the side to move is w or b, not 'x'"),
        ("8/8/4k3/8/8/4K3/8/8 white", "2: the side to move is w or b, not 'h'"),
        ("8/8/8/8/8/4K3/8/8 w", "2: black has 0 kings, not 1"),
        ("8/8/4k3/8/8/3KK3/8/8 w\0", "2: a NUL byte"),
        (&long, "2: more than 4096 bytes in one line"),
        (
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1\r8/8/4k3/8/8/4K3/8/8 b",
            "2: a carriage return inside the line; lines end with line feeds",
        ),
        ("8/8/4k3/8/8/4K3/8/8 w\r8/8", "2: a carriage return inside the line; lines end with line feeds"),
        ("8 w", "2: the placement has 1 rank, not 8"),
    ];
    for (line, reason) in cases {
        let text = format!("{START} w\n{line}\n{START} b");
        let (columns, bad, _) = read_each_way(text.as_bytes(), Rules::Chess);
        let without_column = |bad: &BadLine| format!("{}: {}", bad.line, bad.reason);
        assert_eq!(bad.iter().map(without_column).collect::<Vec<_>>(), [reason]);
        assert_eq!(columns.len(), 2, "the other lines are read: {reason}");
    }
    assert_eq!(read("8/8/4k3/8/8/3KK3/8/8 w"), Err(Reason::Kings { side: Color::White, kings: 2 }));
    assert!(read_line(b"8/8/8/8/8/3KK3/8/8 w", Rules::AnyPieces).is_ok());
}

#[test]
fn pawns_on_the_first_and_last_rank_are_refused_unless_any_piece_is_accepted() {
    let refused = |side, rank| Err(Reason::Pawn { side, rank });
    let accepted = |line: &str, rules| read_both_ways(line.as_bytes(), rules).map(|_| ());
    for (ranks, reason, message) in [
        ("P3k3/8/8/8/8/8/8/4K3", refused(Color::White, 8), "white has a pawn on rank 8"),
        ("4k3/8/8/8/8/8/8/4K2P", refused(Color::White, 1), "white has a pawn on rank 1"),
        ("4k2p/8/8/8/8/8/8/4K3", refused(Color::Black, 8), "black has a pawn on rank 8"),
        ("4k3/8/8/8/8/8/8/p3K3", refused(Color::Black, 1), "black has a pawn on rank 1"),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2P", refused(Color::White, 1), "white has a pawn on rank 1"),
    ] {
        let line = format!("{ranks} w - -");
        assert_eq!(accepted(&line, Rules::Chess), reason);
        assert_eq!(accepted(&line, Rules::AnyKings), reason);
        assert_eq!(accepted(&line, Rules::AnyPieces), Ok(()));
        assert_eq!(accepted(&line, Rules::Chess).unwrap_err().to_string(), message);
    }
    let all_on_their_ranks = format!("4k3/{0}/{0}/{0}/{0}/{0}/{0}/4K3 b", "pPpPpPpP");
    assert_eq!(accepted(&all_on_their_ranks, Rules::Chess), Ok(()));
    let without_kings = "8/8/8/8/8/8/8/8 b";
    let no_king = Err(Reason::Kings { side: Color::White, kings: 0 });
    assert_eq!(Rules::ALL.map(|rules| accepted(without_kings, rules)), [no_king, Ok(()), Ok(())]);
}

/// If one of several separate lines contains a line feed, all other lines must be read. The error must have the number
/// of that line, counted from the number of the first line.
#[test]
fn a_line_feed_inside_a_separate_line_is_refused() {
    let good = "8/8/4k3/8/8/4K3/8/8 w";
    for strategy in ReadStrategy::ready() {
        for (inside, at) in
            [(format!("{good}\n{good}"), 0), (format!("{good} -\n-"), 63), (format!("# one\n{good}"), 70)]
        {
            let mut lines = vec![good.as_bytes(); 130];
            lines[at] = inside.as_bytes();
            let feed = inside.find('\n').unwrap();
            let (mut columns, mut bad) = (Columns::default(), Vec::new());
            let mut reader = Reader::with_strategy(strategy, setwise::auto(), Rules::Chess).unwrap();
            assert_eq!(
                reader.append_lines(lines, 7, &mut columns, None::<&mut Rights>, |line| bad.push(line)),
                137,
                "{strategy}"
            );
            let expected = vec![BadLine { line: 7 + at, column: 1 + feed, reason: Reason::LineFeed }];
            assert_eq!((columns.len(), bad), (129, expected), "{strategy}: {inside:?}");
        }
    }
}

/// A byte order mark before any line must be an error. `append` does not drop the mark, because its text may be a part
/// of a longer text.
#[test]
fn a_byte_order_mark_is_refused() {
    for before in [0, 1, 63, 64, 65, 128] {
        let text = format!("{START} w\n").repeat(before) + &format!("\u{FEFF}{START} b\n");
        let (columns, bad, _) = read_each_way(text.as_bytes(), Rules::Chess);
        let refused = format!("{}:1: byte 0xef is neither a piece nor a number from 1 to 8", before + 1);
        let bad: Vec<String> = bad.iter().map(BadLine::to_string).collect();
        assert_eq!((bad, columns.len()), (vec![refused], before), "{before} lines before it");
    }
}

/// The longest allowed line must have `LONGEST_LINE` bytes, whether it is passed separately or in a text. Its line end
/// must not count.
#[test]
fn a_line_has_at_most_so_many_bytes() {
    for (bytes, answer) in [(LONGEST_LINE, None), (LONGEST_LINE + 1, Some(Reason::TooLong))] {
        let line = format!("{START} w {}", "x".repeat(bytes - START.len() - 3));
        assert_eq!(line.len(), bytes);
        assert_eq!(read_both_ways(line.as_bytes(), Rules::Chess).err(), answer);
        let (columns, bad, _) = read_each_way(format!("{line}\n").as_bytes(), Rules::Chess);
        assert_eq!(bad.first().map(|bad| bad.reason), answer);
        assert_eq!(columns.len(), usize::from(answer.is_none()));
    }
}

/// Two digits in a row must be refused wherever they are in the placement, even if the rank has eight squares. The test
/// cuts each number of empty squares in two parts.
#[test]
fn two_digits_in_a_row_are_refused_everywhere() {
    let ranks = ["rnbqkbnr", "8", "p1p1p1p1", "1p1p1p1p", "2pppppp", "pppppp2", "p2p4", "PPPP4"];
    for turn in 0..8 {
        let placement = (0..8).map(|n| ranks[(n + turn) % 8]).collect::<Vec<_>>().join("/");
        assert!(read_both_ways(format!("{placement} w - - 12 34").as_bytes(), Rules::AnyPieces).is_ok(), "{placement}");
        for (at, digit) in placement.char_indices().filter(|(_, byte)| matches!(byte, '2'..='8')) {
            for part in 1..digit.to_digit(10).unwrap() {
                let parts = [part, digit.to_digit(10).unwrap() - part].map(|part| b'0' + part as u8);
                let digits = std::str::from_utf8(&parts).unwrap();
                let line = format!("{}{digits}{} w - - 0 1", &placement[..at], &placement[at + 1..]);
                assert_eq!(read_both_ways(line.as_bytes(), Rules::AnyPieces), Err(Reason::Digits(parts)), "{line}");
            }
        }
    }
}

/// Two wrong letters on the same file must not cancel each other out.
#[test]
fn two_wrong_letters_are_as_wrong_as_one() {
    for (one, other) in (0..8).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let ranks: Vec<&str> = (0..8).map(|rank| if rank == one || rank == other { "3x4" } else { "8" }).collect();
        let line = format!("{} w", ranks.join("/"));
        assert_eq!(read_both_ways(line.as_bytes(), Rules::AnyPieces), Err(Reason::Letter(b'x')), "{line}");
    }
}

/// Invalid placements must be refused, even if the total number of squares is 64.
#[test]
fn ranks_that_make_up_for_each_other_are_refused() {
    let eights = "8".repeat(32);
    for placement in [
        "88//8/8/8/8/8/8",
        "7/81/8/8/8/8/8/8",
        "81/7/8/8/8/8/8/8",
        "8p/7/8/8/8/8/8/8",
        "8/8/8/8/8/8/71p/7",
        "8///8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8/",
        "/8/8/8/8/8/8/8/8",
        "9/7/8/8/8/8/8/8",
        &format!("{eights}8/8/8/8/8/8/8/8"),
        &format!("8/8/8/8/8/8/8/8{eights}"),
        "8/8/8/8/8/8/8/8\u{1}",
        // The 17 pawns have as many letters as two ranks of pawns with a slash between them.
        &format!("{}/8/8/8/8/8/8", "p".repeat(17)),
    ] {
        assert!(read_both_ways(format!("{placement} w").as_bytes(), Rules::AnyPieces).is_err(), "{placement}");
    }
    assert!(read_both_ways(b"8/8/8/8/8/8/8/8 w", Rules::AnyPieces).is_ok());
}

#[test]
#[should_panic(expected = "columns of different lengths")]
fn rights_of_other_positions_are_refused() {
    let (mut columns, _) = crate::read_good(format!("{START} w").as_bytes(), Rules::Chess);
    let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    reader.append_with(b"", 1, &mut columns, Some(&mut Rights::default()), |bad| panic!("{bad}"));
}

/// The column is that of the `^` in the line below. A tab or a letter outside ASCII counts as one character.
#[test]
fn each_error_has_the_column_where_it_begins() {
    let column = |mark: &str| mark.len();
    for [line, mark] in [
        ["8/8/4k3/8/9/4K3/8/8 w", "          ^"],
        ["8/8/4k3/8/44/4K3/8/8 w", "          ^"],
        ["8/8/4k3/8/7/4K3/8/8 w", "          ^"],
        ["9/8/4k3/8/8/4K3/8/8 w", "^"],
        ["7/8/4k3/8/8/4K3/8/8 w", "^"],
        ["  8/8/4k3/8 w", "  ^"],
        ["\t8/8/4k3/8/8/4K3/8/8  x", "                      ^"],
        ["8/8/4k3/8/8/4K3/8/8 white", "                     ^"],
        ["8/8/4k3/8/8/4K3/8/8  ", "                   ^"],
        ["8/8/8/8/8/4K3/8/8 w", "^"],
        ["8/8/4k3/8/8/4K3/8/7P w", "                  ^"],
        ["8/8/4k3/8/8/4K3/8/8 w\0", "                     ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - x", "                        ^"],
        ["8/8/4k3/8/8/4K3/8/8 w x -", "                      ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - 0x 1", "                          ^"],
        [" 8/8/4k3/8/8/4K3/8/8 w - - 0 1x ", "                             ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - 4294967296 1", "                          ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - 0 4294967296;", "                            ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - 0 1 junk", "                              ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - 0 1 | 5", "                              ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - 7 33 hmvc 33;", "                                    ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - id \"\u{e4}\u{20ac}\"; fmvn x;", "                                        ^"],
        ["8/8/4k3/8/8/4K3/8/8 w - - id \"a; c0 b;", "                             ^"],
    ] {
        let mut reader = Reader::new(setwise::auto(), Rules::Chess);
        let text = format!("{START} w - - 0 1\n# a comment\n{line}\n");
        let (mut columns, mut labels, mut bad) = (Columns::default(), Labels::default(), Vec::new());
        reader.append_with(text.as_bytes(), 1, &mut columns, Some(&mut labels), |line| bad.push(line));
        let places: Vec<_> = bad.iter().map(|bad| (bad.line, bad.column)).collect();
        assert_eq!(places, [(3, column(mark))], "{line}");
        let (mut columns, mut rights, mut bad) = (Columns::default(), Rights::default(), Vec::new());
        let lines = [line.as_bytes()].into_iter().filter(|_| !line.contains("4294967296"));
        reader.append_lines(lines, 3, &mut columns, Some(&mut rights), |line| bad.push(line));
        assert!(bad.iter().all(|bad| (bad.line, bad.column) == (3, column(mark))), "{line}: {bad:?}");
    }
    let strictly = |line: &str| {
        let position = read_line(line.as_bytes(), Rules::Chess).unwrap();
        RightsRow::read_strictly(line.as_bytes(), &position).unwrap_err().column(line.as_bytes())
    };
    assert_eq!(strictly("4k3/8/8/8/8/8/8/4K2R w Kk - 0 1"), column("                        ^"));
    assert_eq!(strictly("4k3/8/8/8/8/8/8/4K2R w K e6 0 1"), column("                         ^"));
    assert_eq!(strictly("4k3/8/8/8/8/8/8/4K2R w K"), column("                        ^"));
    let line = b"8/8/8/8/8/8/8/8 w - - id \"ce\"; ce 5;";
    let label = Tail::read(line).unwrap().check_labels().unwrap_err();
    assert_eq!(label.column(line), column("                               ^"));
}
