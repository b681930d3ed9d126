//! Whatever the bytes: the reader of blocks takes the lines that the reader of one line takes, and gives the same positions; both
//! take what the test kit's plain reader takes. Features of what was read are the same on every backend.

use setwise::{BackendId, Color};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::{BadLine, Columns, Position, Rules, Text, lines, read_line};
use setwise_testkit::positions::Position as PlainPosition;

/// Any text of lines.
pub(crate) fn check(bytes: &[u8]) {
    for rules in Rules::ALL {
        blocks_and_lines_agree(bytes, rules);
    }
    pieces_are_the_whole(bytes);
    let mut columns = Columns::default();
    columns.append(bytes, 1, Rules::AnyPieces, |_| ());
    backends_agree(&columns);
}

fn blocks_and_lines_agree(bytes: &[u8], rules: Rules) {
    let (mut columns, mut bad) = (Columns::default(), Vec::new());
    let next = columns.append(bytes, 7, rules, |line| bad.push(line));
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    let whole = bytes.is_empty() || bytes.ends_with(b"\n") || bytes == b"\xEF\xBB\xBF";
    assert_eq!(next, 7 + ends + usize::from(!whole), "every line is counted");
    let (mut good, mut expected_bad): (Vec<Position>, Vec<BadLine>) = (Vec::new(), Vec::new());
    for (line, text) in lines(bytes, 7) {
        match read_line(text, rules) {
            Ok(position) => {
                agrees_with_the_plain_reader(text, &position);
                good.push(position);
            }
            Err(reason) => {
                assert!(!reason.to_string().contains('\n'));
                expected_bad.push(BadLine { line, reason });
            }
        }
    }
    assert_eq!(bad, expected_bad);
    assert_eq!(columns.len(), good.len());
    for (n, position) in good.iter().enumerate() {
        assert_eq!(columns.get(n), Some(*position), "position {n}");
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

/// Read by pieces of whole lines, a text is what it is.
fn pieces_are_the_whole(bytes: &[u8]) {
    let (mut text, mut piece, mut all) = (Text::new(bytes), Vec::new(), Vec::new());
    while text.read(&mut piece).unwrap() {
        all.extend_from_slice(&piece);
    }
    assert_eq!(all, bytes);
}

fn backends_agree(columns: &Columns) {
    let features: Vec<Feature> = Feature::all().collect();
    let values_on = |backend| {
        let mut all: Vec<Vec<u64>> = vec![Vec::new(); features.len()];
        Evaluator::new(backend, &features).for_each_block(columns, |_, values| {
            all.iter_mut().zip(values).for_each(|(all, values)| all.extend_from_slice(values));
        });
        all
    };
    let expected = values_on(BackendId::ScalarPrefix.detect().unwrap());
    assert_eq!(values_on(setwise::auto()), expected);
}
