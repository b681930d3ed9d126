//! Compares the reader with other readers, and tests invalid lines of every kind.

mod wrong;

use proptest::prelude::*;
use setwise::{BackendId, Color};
use setwise_positions::placement::Placement;
use setwise_positions::{BadLine, Columns, Position, ReadStrategy, Reader, Reason, Rights, Rules, lines, read_line};
use setwise_testkit::games::master_fens;
use setwise_testkit::positions::Position as OtherPosition;
use setwise_testkit::{selected, skip};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn read(line: &str) -> Result<Position, Reason> {
    read_line(line.as_bytes(), Rules::Chess)
}

/// Reads a text with each strategy that this CPU supports: as one text, and as separate lines with and without line
/// ends. Checks that all these readings agree. Returns the columns, the lines that are not positions, and the line
/// number after the last line.
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
        let next = reader.append_lines(lines, 1, &mut columns, None::<&mut Rights>, |line| bad.push(line));
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

/// Reads a text with each strategy. Panics if a line is not a position. Returns the columns, and the line number after
/// the last line.
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

/// Reads every position of the embedded games. The placements must be those of the test kit's plain reader, and the
/// sides to move must be those of `cozy-chess`.
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

/// Tests that the reader reads the same positions with every strategy on every backend.
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
        ReadStrategy::ready().flat_map(|strategy| selected::backends().map(move |backend| (strategy, backend)))
    {
        assert!(read(strategy, backend) == expected, "{strategy} and {}", backend.id());
    }
}

#[test]
fn blanks_and_fields_after_the_second_do_not_matter() {
    let wanted = read(&format!("{START} w KQkq - 0 1"));
    for rest in [" w", "  w", "\tw", " w ", " w - -", " w\tKQkq", " w KQkq e9 x y", " w - - bm Nf3; id \"a; b\";"] {
        assert_eq!(read_both_ways(format!("{START}{rest}").as_bytes(), Rules::Chess), wanted, "{rest}");
    }
    let black = read_both_ways(format!("  {START}   b").as_bytes(), Rules::Chess);
    assert_eq!(black.unwrap().side_to_move, Color::Black);
}

#[test]
fn lines_may_be_blank_comments_and_end_in_any_way() {
    let text = format!("# games\r\n\r\n{START} w - -\r\n   \n\t{START} b  \r\n{START} w");
    let (mut columns, next) = read_good(text.as_bytes(), Rules::Chess);
    assert_eq!((columns.len(), next), (3, 7));
    assert_eq!(columns.side_to_move, [Color::White, Color::Black, Color::White]);
    assert!(!columns.is_empty());
    columns.clear();
    columns.reserve(1000);
    assert!(columns.pawns.capacity() >= 1000 && columns.side_to_move.capacity() >= 1000);
    assert!(columns.is_empty() && columns.pawns.is_empty() && columns.black.is_empty());
}

/// Reads a line with `read_line` and with the reader, and checks that both return the same position or error.
fn read_both_ways(line: &[u8], rules: Rules) -> Result<Position, Reason> {
    let alone = read_line(line, rules);
    let (columns, bad, _) = read_each_way(line, rules);
    match alone {
        Ok(position) => assert_eq!((columns.get(0), columns.len(), bad), (Some(position), 1, vec![])),
        Err(reason) => {
            assert_eq!((columns.len(), bad), (0, vec![BadLine { line: 1, column: reason.column(line), reason }]));
        }
    }
    alone
}

/// The reader must agree with `read_line` on texts that are cut off after any byte of their last lines. The texts have
/// different numbers of lines, so their last lines start at different places in the chunks that the reader searches for
/// line ends.
#[test]
fn a_text_may_end_anywhere() {
    let fens = master_fens();
    let line_ends = ["\n", "\r\n", " \n", "\n\n", "\n# \n", "\r"];
    for (n, end) in (0..12).chain(63..65).zip(line_ends.into_iter().cycle()) {
        let text: String = fens[n..].iter().take(n).flat_map(|fen| [fen, end]).collect();
        let whole = text + &fens[n];
        for cut in 0..whole.len().min(90) {
            let text = &whole.as_bytes()[..whole.len() - cut];
            let (columns, bad, _) = read_each_way(text, Rules::AnyKings);
            let (mut good, mut expected) = (Vec::new(), Vec::new());
            for (line, bytes) in lines(text, 1) {
                match read_line(bytes, Rules::AnyKings) {
                    Ok(position) => good.push(position),
                    Err(reason) => expected.push(BadLine { line, column: reason.column(bytes), reason }),
                }
            }
            assert_eq!(bad, expected, "{n} lines, {cut} bytes cut off");
            assert_eq!(good.len(), columns.len(), "{n} lines, {cut} bytes cut off");
            assert!((0..good.len()).all(|n| columns.get(n) == Some(good[n])), "{n} lines, {cut} bytes cut off");
        }
    }
}

proptest! {
    /// Random placements of valid letters must be accepted if and only if the plain reader accepts them. If they are
    /// accepted, both readers must return the same sets.
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
