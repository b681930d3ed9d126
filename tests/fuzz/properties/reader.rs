//! The property: for any bytes, the reader of blocks accepts the same lines as the reader of single lines, and returns
//! the same positions. This is true for every strategy that this CPU supports. The test kit's plain reader also accepts
//! these lines.

#[path = "../../../crates/positions/src/halting.rs"]
mod halting;

use std::io;
use std::iter::repeat_n;

use setwise::Color;
use setwise_positions::{
    BadLine, Columns, LONGEST_LINE, LineChunks, Position, ReadStrategy, Reader, Rules, lines, plain_text, read_line,
};
use setwise_testkit::positions::Position as PlainPosition;

use halting::Halting;

pub(crate) fn check(bytes: &[u8]) {
    for rules in Rules::ALL {
        blocks_and_lines_agree(bytes, rules);
    }
    chunks_are_the_whole(&with_long_lines(bytes), SMALLEST_CHUNK + bytes.len() % 1000);
}

fn blocks_and_lines_agree(bytes: &[u8], rules: Rules) {
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    let whole = bytes.is_empty() || bytes.ends_with(b"\n");
    let (mut good, mut expected_bad) = (Columns::default(), Vec::new());
    for (line, text) in lines(bytes, 7) {
        match read_line(text, rules) {
            Ok(position) => {
                agrees_with_the_plain_reader(text, &position);
                good.push(&position);
            }
            Err(reason) => {
                assert!(!reason.to_string().contains('\n'));
                let untrimmed = bytes.split(|byte| *byte == b'\n').nth(line - 7).unwrap_or_default();
                expected_bad.push(BadLine { line, column: reason.column(untrimmed), reason });
            }
        }
    }
    for strategy in ReadStrategy::ready() {
        let mut reader = Reader::with_strategy(strategy, setwise::auto(), rules).expect("the strategy is ready");
        let (mut columns, mut bad) = (Columns::default(), Vec::new());
        let next = reader.append(bytes, 7, &mut columns, |line| bad.push(line));
        assert_eq!(next, 7 + ends + usize::from(!whole), "{strategy}: every line is counted");
        assert_eq!(bad, expected_bad, "{strategy}");
        assert_eq!(columns.len(), good.len(), "{strategy}");
        for n in 0..good.len() {
            assert_eq!(columns.get(n), good.get(n), "{strategy}: position {n}");
        }
    }
}

fn agrees_with_the_plain_reader(line: &[u8], position: &Position) {
    let text = std::str::from_utf8(line).map_or_else(|_| String::from_utf8_lossy(line).into_owned(), str::to_string);
    let placement = text.split([' ', '\t']).next().unwrap_or_default();
    let plain = PlainPosition::from_fen(placement).unwrap();
    assert_eq!((plain.pieces, plain.sides), (position.placement.kinds, position.placement.sides), "{text}");
    let side = text[placement.len()..].trim_start().chars().next();
    assert_eq!(side, Some(if position.side_to_move == Color::White { 'w' } else { 'b' }));
}

/// The size of the smallest chunk in which a text is read, in bytes.
const SMALLEST_CHUNK: usize = 2 * LONGEST_LINE;

/// Returns a text that is four times the size of the smallest chunk. The text repeats `bytes`, with many blanks for
/// each tab and many letters for each NUL. Some lines can therefore be longer than a chunk.
fn with_long_lines(bytes: &[u8]) -> Vec<u8> {
    let run = |byte: u8| match byte {
        b'\t' => repeat_n(b' ', 10_000),
        0 => repeat_n(b'x', 10_000),
        other => repeat_n(other, 1),
    };
    bytes.iter().copied().flat_map(run).cycle().take(4 * SMALLEST_CHUNK).collect()
}

/// Checks that reading a text in chunks returns the same positions, and the same bad lines with the same numbers, as
/// reading the text at once. The columns must also be the same, unless a line that does not fit into a chunk has lost
/// blanks at its start. A text that starts like a file of another format must be refused by both.
fn chunks_are_the_whole(bytes: &[u8], chunk: usize) {
    let (mut whole, mut bad_of_whole) = (Columns::default(), Vec::new());
    let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    let plain = plain_text(bytes);
    reader.append(plain.as_deref().unwrap_or_default(), 1, &mut whole, |bad| bad_of_whole.push(bad));
    let mut text = LineChunks::with_chunk_size(chunk, Halting::new(bytes, 1000));
    let (mut columns, mut bad, mut line, mut buffer) = (Columns::default(), Vec::new(), 1, Vec::new());
    loop {
        match text.read(&mut buffer) {
            Ok(true) => {
                assert!(buffer.len() <= chunk + 1, "a chunk and a line end");
                line = reader.append(&buffer, line, &mut columns, |line| bad.push(line));
            }
            Ok(false) => break,
            Err(error) => {
                assert_eq!(buffer, b"");
                if error.kind() == io::ErrorKind::InvalidData {
                    assert!(plain.is_err(), "{error}");
                    return;
                }
            }
        }
    }
    assert_eq!(plain.err(), None);
    if bytes.split(|byte| *byte == b'\n').any(|line| line.len() >= chunk) {
        bad.iter_mut().chain(&mut bad_of_whole).for_each(|bad| bad.column = 1);
    }
    assert_eq!(bad, bad_of_whole, "chunks of {chunk} bytes");
    assert!(columns == whole, "chunks of {chunk} bytes give other positions");
}
