//! Compares the reader with other readers, and tests it on wrong lines of every kind.

use proptest::prelude::*;
use setwise::{BackendId, Color};
use setwise_positions::placement::Placement;
use setwise_positions::{
    BadLine, Columns, LONGEST_LINE, Position, ReadStrategy, Reader, Reason, Rules, lines, read_line, without_mark,
};
use setwise_testkit::games::master_fens;
use setwise_testkit::positions::Position as OtherPosition;
use setwise_testkit::skip;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn read(line: &str) -> Result<Position, Reason> {
    read_line(line.as_bytes(), Rules::Chess)
}

/// Reads a text with each strategy that this CPU supports, as one text and as separate lines with and without line ends,
/// and checks that the results are the same. Returns the columns, the lines that are not positions and the number of the
/// line after the last.
fn read_each_way(text: &[u8], rules: Rules) -> (Columns, Vec<BadLine>, usize) {
    let read = |strategy| {
        let (mut columns, mut bad) = (Columns::default(), Vec::new());
        let mut reader = Reader::with_strategy(strategy, setwise::auto(), rules)?;
        let next = reader.append(text, 1, &mut columns, |line| bad.push(line));
        Some((columns, bad, next))
    };
    let portable = read(ReadStrategy::Portable).expect("every CPU supports the portable strategy");
    let read_lines = |strategy, without: &[u8]| {
        let (mut columns, mut bad) = (Columns::default(), Vec::new());
        let mut reader = Reader::with_strategy(strategy, setwise::auto(), rules)?;
        let lines = text.split_inclusive(|byte| *byte == b'\n').map(|line| line.strip_suffix(without).unwrap_or(line));
        let next = reader.append_lines(lines, 1, &mut columns, |line| bad.push(line));
        Some((columns, bad, next))
    };
    for strategy in ReadStrategy::ready() {
        assert!(read(strategy).as_ref() == Some(&portable), "{strategy}: {}", String::from_utf8_lossy(text));
        for without in [&b""[..], b"\n"] {
            let separate = read_lines(strategy, without);
            assert!(
                separate.as_ref() == Some(&portable),
                "{strategy}, separate lines: {}",
                String::from_utf8_lossy(text)
            );
        }
    }
    portable
}

/// Reads a text without wrong lines with each strategy.
fn read_good(text: &[u8], rules: Rules) -> (Columns, usize) {
    let (columns, bad, next) = read_each_way(text, rules);
    assert_eq!(bad, []);
    (columns, next)
}

#[test]
fn the_best_strategy_is_chosen_and_others_are_named() {
    let ready: Vec<ReadStrategy> = ReadStrategy::ready().collect();
    for strategy in ReadStrategy::ALL {
        if !ready.contains(&strategy) {
            skip::not_on_this_cpu(format_args!("the strategy {strategy}"));
        }
        let reader = Reader::with_strategy(strategy, setwise::auto(), Rules::Chess);
        assert_eq!(reader.map(|reader| reader.clone().strategy()), ready.contains(&strategy).then_some(strategy));
    }
    assert_eq!(Reader::new(setwise::auto(), Rules::Chess).strategy(), ready[0]);
    assert_eq!(ready.last(), Some(&ReadStrategy::Portable));
}

/// For every position of the embedded games, `cozy-chess` writes the line, and both this crate and the test kit's plain reader
/// read it.
#[test]
fn real_positions_are_read_as_others_read_them() {
    let (mut expected, mut text) = (Vec::new(), String::new());
    for line in master_fens() {
        let board: cozy_chess::Board = line.parse().unwrap();
        let side = if board.side_to_move() == cozy_chess::Color::White { Color::White } else { Color::Black };
        expected.push((OtherPosition::from_fen(&line).unwrap(), side));
        text += &format!("{line}\n");
    }
    let (columns, next) = read_good(text.as_bytes(), Rules::Chess);
    assert_eq!((columns.len(), next), (expected.len(), expected.len() + 1));
    for (n, (other, side)) in expected.iter().enumerate() {
        let Position { placement: Placement { kinds, sides }, side_to_move } = columns.get(n).unwrap();
        assert_eq!((kinds, sides, side_to_move), (other.pieces, other.sides, *side), "position {n}");
    }
    assert_eq!(columns.get(expected.len()), None);
}

/// Only separate lines can have a line feed inside. The lines around it are read, and numbers count lines of the caller.
#[test]
fn a_line_feed_inside_a_separate_line_is_refused() {
    let good = "8/8/4k3/8/8/4K3/8/8 w";
    for strategy in ReadStrategy::ready() {
        for (inside, at) in
            [(format!("{good}\n{good}"), 0), (format!("{good} -\n-"), 63), (format!("# one\n{good}"), 70)]
        {
            let mut lines = vec![good.as_bytes(); 130];
            lines[at] = inside.as_bytes();
            let (mut columns, mut bad) = (Columns::default(), Vec::new());
            let mut reader = Reader::with_strategy(strategy, setwise::auto(), Rules::Chess).unwrap();
            assert_eq!(reader.append_lines(lines, 7, &mut columns, |line| bad.push(line)), 137, "{strategy}");
            let expected = vec![BadLine { line: 7 + at, reason: Reason::LineFeed }];
            assert_eq!((columns.len(), bad), (129, expected), "{strategy}: {inside:?}");
        }
    }
}

/// The reader runs on the backend that it was given, and it reads the same positions on all of them.
#[test]
fn every_backend_reads_the_same() {
    let text = master_fens().join("\n");
    let read = |strategy, backend| {
        let mut columns = Columns::default();
        let mut reader = Reader::with_strategy(strategy, backend, Rules::Chess).unwrap();
        reader.append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
        columns
    };
    let expected = read(ReadStrategy::Portable, BackendId::ScalarPrefix.detect().unwrap());
    assert!(expected.len() > 3000);
    for (strategy, backend) in
        ReadStrategy::ready().flat_map(|strategy| BackendId::ready().map(move |backend| (strategy, backend)))
    {
        assert!(read(strategy, backend) == expected, "{strategy} and {}", backend.id());
    }
}

#[test]
fn fields_behind_the_second_do_not_matter() {
    let wanted = read(&format!("{START} w KQkq - 0 1")).unwrap();
    for rest in ["w", "w ", "w - -", "w\tKQkq", "w KQkq e9 x y", "w - - bm Nf3; id \"a; b\";"] {
        assert_eq!(read(&format!("{START} {rest}")).unwrap(), wanted, "{rest}");
    }
    assert_eq!(read(&format!("  {START}   b")).unwrap().side_to_move, Color::Black);
}

#[test]
fn lines_may_be_blank_comments_and_end_in_any_way() {
    let text = format!("\u{FEFF}# games\r\n\r\n{START} w - -\r\n   \n\t{START} b  \r\n{START} w");
    let (mut columns, next) = read_good(without_mark(text.as_bytes()), Rules::Chess);
    assert_eq!((columns.len(), next), (3, 7));
    assert_eq!(columns.side_to_move, [Color::White, Color::Black, Color::White]);
    assert!(!columns.is_empty());
    columns.clear();
    columns.reserve(1000);
    assert!(columns.pawns.capacity() >= 1000 && columns.side_to_move.capacity() >= 1000);
    assert!(columns.is_empty() && columns.pawns.is_empty() && columns.black.is_empty());
}

#[test]
fn wrong_lines_have_their_reason_and_add_nothing() {
    let long = format!("{START} w {}", "x".repeat(5000));
    let cases: [(&str, &str); 19] = [
        ("8/8/8/8/8/8/8 w", "2: the placement has 7 ranks, not 8"),
        ("8/8/8/8/8/8/8/8/8 w", "2: the placement has 9 ranks, not 8"),
        ("7/8/8/8/8/8/8/8 w", "2: rank 8 has 7 squares, not 8"),
        ("8/8/44p/8/8/8/8/8 w", "2: rank 6 has 9 squares, not 8"),
        ("8/8/8/8/8/8/8/7 w", "2: rank 1 has 7 squares, not 8"),
        ("8/8/8/8/8/8/8/88888888888 w", "2: rank 1 has 88 squares, not 8"),
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
        assert_eq!(bad.iter().map(BadLine::to_string).collect::<Vec<_>>(), [reason]);
        assert_eq!(columns.len(), 2, "the other lines are read: {reason}");
    }
    assert_eq!(read("8/8/4k3/8/8/3KK3/8/8 w"), Err(Reason::Kings { side: Color::White, kings: 2 }));
    assert!(read_line(b"8/8/8/8/8/3KK3/8/8 w", Rules::AnyPieces).is_ok());
}

/// Reads a line alone and in a block, and checks that both results are the same.
fn read_both_ways(line: &[u8], rules: Rules) -> Result<Position, Reason> {
    let alone = read_line(line, rules);
    let (columns, bad, _) = read_each_way(line, rules);
    match alone {
        Ok(position) => assert_eq!((columns.get(0), columns.len(), bad), (Some(position), 1, vec![])),
        Err(reason) => assert_eq!((columns.len(), bad), (0, vec![BadLine { line: 1, reason }])),
    }
    alone
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

/// Long texts in which every block has unusual lines and wrong lines. No position is lost, and lines keep their numbers.
#[test]
fn lines_of_all_kinds_are_told_apart_in_blocks() {
    let fens = master_fens();
    let (mut text, mut good, mut wrong) = (String::new(), Vec::new(), Vec::new());
    for (n, fen) in fens.iter().take(1000).enumerate() {
        let line = n + 1;
        match n * 7919 % 97 {
            0 => text += "# a comment\n",
            1 => text += " \r\n",
            2 => {
                text += &fen.replacen('/', "//", 1);
                wrong.push(line);
                text += "\n";
            }
            3 => {
                text += &fen.replace(['k', 'K'], "q");
                wrong.push(line);
                text += "\n";
            }
            other => {
                good.push(read(fen).unwrap());
                text += &if other == 4 { format!("  {fen}\r\n") } else { format!("{fen}\n") };
            }
        }
    }
    let (columns, bad, next) = read_each_way(text.as_bytes(), Rules::Chess);
    assert_eq!(next, 1001);
    assert_eq!(bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), wrong);
    assert!(wrong.len() > 10 && good.len() > 900);
    for (n, position) in good.iter().enumerate() {
        assert_eq!(columns.get(n), Some(*position), "position {n}");
    }
    assert_eq!(columns.len(), good.len());
}

/// `append` may be called with a part of a text, so it refuses a byte order mark before any line.
#[test]
fn a_mark_is_refused_unless_it_is_taken_off_the_start() {
    for before in [0, 1, 63, 64, 65, 128] {
        let text = format!("{START} w\n").repeat(before) + &format!("\u{FEFF}{START} b\n");
        let (columns, bad, _) = read_each_way(text.as_bytes(), Rules::Chess);
        let refused = format!("{}: byte 0xef is neither a piece nor a number from 1 to 8", before + 1);
        let bad: Vec<String> = bad.iter().map(BadLine::to_string).collect();
        assert_eq!((bad, columns.len()), (vec![refused], before), "{before} lines before it");
        assert!(without_mark(text.as_bytes()).starts_with(START.as_bytes()), "{before} lines before it");
    }
    assert_eq!(without_mark("\u{FEFF}\u{FEFF}8".as_bytes()), "\u{FEFF}8".as_bytes(), "one mark");
    assert_eq!(without_mark(b"\xEF\xBB"), b"\xEF\xBB", "no mark");
}

/// The limit holds for a line alone and in a text, with and without its line end.
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

/// A text may end after any byte of a line, and the last line may start anywhere in the bytes that are searched at once.
#[test]
fn a_text_may_end_anywhere() {
    let fens = master_fens();
    let line_ends = ["\n", "\r\n", " \n", "\n\n", "\n# \n", "\r"];
    for (n, end) in (0..20).chain(62..66).zip(line_ends.into_iter().cycle()) {
        let text: String = fens[n..].iter().take(n).flat_map(|fen| [fen, end]).collect();
        let whole = text + &fens[n];
        for cut in 0..whole.len().min(90) {
            let text = &whole.as_bytes()[..whole.len() - cut];
            let (columns, bad, _) = read_each_way(text, Rules::AnyKings);
            let (mut good, mut expected) = (Vec::new(), Vec::new());
            for (line, bytes) in lines(text, 1) {
                match read_line(bytes, Rules::AnyKings) {
                    Ok(position) => good.push(position),
                    Err(reason) => expected.push(BadLine { line, reason }),
                }
            }
            assert_eq!(bad, expected, "{n} lines, {cut} bytes cut off");
            assert_eq!(good.len(), columns.len(), "{n} lines, {cut} bytes cut off");
            assert!((0..good.len()).all(|n| columns.get(n) == Some(good[n])), "{n} lines, {cut} bytes cut off");
        }
    }
}

/// Two wrong letters on the same file: the error of one must not hide that of the other.
#[test]
fn two_wrong_letters_are_as_wrong_as_one() {
    for (one, other) in (0..8).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let ranks: Vec<&str> = (0..8).map(|rank| if rank == one || rank == other { "3x4" } else { "8" }).collect();
        let line = format!("{} w", ranks.join("/"));
        assert_eq!(read_both_ways(line.as_bytes(), Rules::AnyPieces), Err(Reason::Letter(b'x')), "{line}");
    }
}

/// Wrong placements that fill 64 squares or more, so that the sum of the squares does not reveal the error.
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
        // If the pawns are read as two full ranks, the number of letters read is as expected.
        &format!("{}/8/8/8/8/8/8", "p".repeat(17)),
    ] {
        assert!(read_both_ways(format!("{placement} w").as_bytes(), Rules::AnyPieces).is_err(), "{placement}");
    }
    assert!(read_both_ways(b"8/8/8/8/8/8/8/8 w", Rules::AnyPieces).is_ok());
}

proptest! {
    /// Any bytes give a position or a reason and never a panic, and all lines are counted.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let (columns, bad, next) = read_each_way(&bytes, Rules::AnyPieces);
        let ends = bytes.iter().filter(|&&byte| byte == b'\n').count();
        prop_assert!(next == ends + 1 || next == ends + 2);
        prop_assert!(columns.len() + bad.len() <= ends + 1);
    }

    /// A good line with one byte changed.
    #[test]
    fn one_wrong_byte_is_seen_both_ways_alike(at in 0..60_usize, byte in any::<u8>().prop_filter("one line", |byte| *byte != b'\n')) {
        let mut line = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1".to_vec();
        line[at] = byte;
        let blank = line.trim_ascii().is_empty() || line.trim_ascii()[0] == b'#';
        if !blank {
            for rules in Rules::ALL {
                let _ = read_both_ways(line.trim_ascii(), rules);
            }
        }
    }

    /// Random placements of valid letters are accepted if and only if the plain reader accepts them, with the same sets.
    #[test]
    fn the_plain_reader_agrees(placement in "[pnbrqkPNBRQK1-8/]{8,40}") {
        let ours = read_both_ways(format!("{placement} w").as_bytes(), Rules::AnyPieces);
        match OtherPosition::from_fen(&placement) {
            Ok(other) => {
                let Placement { kinds, sides } = ours.unwrap().placement;
                prop_assert_eq!((kinds, sides), (other.pieces, other.sides));
            }
            Err(_) => prop_assert!(ours.is_err()),
        }
    }
}
