//! Reads the fields after the side to move in a FEN as labels, and writes positions with their labels as FENs.

use std::fmt::Display;
use std::str::FromStr;

use setwise_positions::packed::LabelRow;
use setwise_positions::placement::Placement;
use setwise_positions::{Position, RightsRow, fen};

/// Reads the fields after the side to move in a line of FEN or EPD. A field that is missing or meaningless is treated
/// as unknown. A counter that does not fit its column is an error.
pub(crate) fn read_fields(line: &[u8], placement: &Placement) -> Result<LabelRow, String> {
    let mut counters = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).skip(4);
    let mut counter = || counters.next().filter(|field| is_counter(field));
    let [clock, number] = counter().zip(counter()).map_or(COUNTERS, |(clock, number)| [clock, number]);
    let RightsRow { unmoved_rooks, en_passant } = RightsRow::read(line, placement);
    Ok(LabelRow {
        halfmove_clock: fitted(clock, "half-move clock", u8::MAX)?,
        fullmove_number: fitted(number, "number of the move", u16::MAX)?,
        en_passant,
        unmoved_rooks,
        ..LabelRow::UNKNOWN
    })
}

/// The half-move clock and the move number of a position whose line has no counters.
pub(crate) const COUNTERS: [&[u8]; 2] = [b"0", b"1"];

/// Returns whether a field consists of decimal digits, as a counter does.
pub(crate) fn is_counter(field: &[u8]) -> bool {
    !field.is_empty() && field.iter().all(u8::is_ascii_digit)
}

/// Parses a counter as a number of the type of its column. The error message states `most`, the largest number of this
/// type.
fn fitted<T: FromStr + Display>(counter: &[u8], name: &str, most: T) -> Result<T, String> {
    let digits = String::from_utf8_lossy(counter);
    digits.parse().map_err(|_| format!("the {name} is {digits}, expected 0 to {most}"))
}

/// Appends the first four fields of a FEN.
pub(crate) fn push_position(out: &mut Vec<u8>, position: &Position, row: &LabelRow) {
    let &LabelRow { unmoved_rooks, en_passant, .. } = row;
    fen::push_position(out, position, &RightsRow { unmoved_rooks, en_passant });
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_positions::{Rules, read_line};

    fn written(line: &str) -> String {
        let position = read_line(line.as_bytes(), Rules::AnyKings).unwrap();
        let row = read_fields(line.as_bytes(), &position.placement).unwrap();
        let mut out = Vec::new();
        push_position(&mut out, &position, &row);
        format!("{} {} {}", String::from_utf8(out).unwrap(), row.halfmove_clock, row.fullmove_number)
    }

    #[test]
    fn fields_without_meaning_are_unknown() {
        let kings = "4k3/8/8/8/8/8/8/4K3";
        for fields in
            ["w", "b KQkq", "w x z9", "w - a1", "b - e4", "b - - bm Kd4;", "w - - 3", "w HAha - x y", "w - - -1 +2"]
        {
            let side = &fields[..1];
            assert_eq!(written(&format!("{kings} {fields}")), format!("{kings} {side} - - 0 1"), "{fields}");
        }
    }
}
