//! Rows of comma-separated values. Rows of JSON are in `json.rs`.

use clap::ValueEnum;
use setwise::{Bitboard, Square};
use setwise_positions::Tail;

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    Csv,
    Json,
}

/// How the features that are sets are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    Sets,
    Squares,
}

/// Returns the function that appends a set in this form.
pub(crate) fn push_in(form: Form) -> fn(&mut Vec<u8>, u64) {
    match form {
        Form::Sets => push_set,
        Form::Squares => push_squares,
    }
}

/// Appends the names of the squares of a set, joined by spaces.
fn push_squares(out: &mut Vec<u8>, set: u64) {
    for (n, square) in Bitboard(set).into_iter().enumerate() {
        if n > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(&name_of(square));
    }
}

/// Returns the name of a square, such as `e4`.
pub(crate) fn name_of(square: Square) -> [u8; 2] {
    [b'a' + square.file().index() as u8, b'1' + square.rank().index() as u8]
}

/// Appends a set as `0x` and 16 hexadecimal digits.
pub(crate) fn push_set(out: &mut Vec<u8>, set: u64) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.extend_from_slice(b"0x");
    for byte in set.to_be_bytes() {
        out.extend_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

pub(crate) fn push_number(out: &mut Vec<u8>, number: u64) {
    out.extend_from_slice(number.to_string().as_bytes());
}

/// Returns an upper bound for the number of bytes in `rows` rows. Each row has `values` sets or numbers of up to 18
/// characters. `positions` is the number of bytes of all positions together, without quotes.
pub(crate) fn most_bytes_of_rows(positions: usize, rows: usize, values: usize, form: Form) -> usize {
    let value = match form {
        Form::Sets => ",0x0123456789abcdef".len(),
        Form::Squares => 64 * ",a1".len(),
    };
    positions + rows * (1 + values * value)
}

/// Appends the first four fields of a line without errors, joined by single spaces.
pub(crate) fn push_fields(out: &mut Vec<u8>, line: &[u8]) {
    let Ok(tail) = Tail::read(line) else { unreachable!("bad lines are dropped before they are written") };
    out.extend_from_slice(placement_of(line));
    for field in [tail.side_to_move, tail.castling, tail.en_passant].into_iter().filter(|field| !field.is_empty()) {
        out.push(b' ');
        out.extend_from_slice(field);
    }
}

/// Appends a text, in quotes if it contains a comma or a quote.
pub(crate) fn push_quoted(out: &mut Vec<u8>, text: &str) {
    let start = out.len();
    out.extend_from_slice(text.as_bytes());
    quote(out, start);
}

/// Returns the placement, the first field of a line.
pub(crate) fn placement_of(line: &[u8]) -> &[u8] {
    &line[..memchr::memchr2(b' ', b'\t', line).unwrap_or(line.len())]
}

/// Quotes the text from `start` to the end if it contains a comma or a quote.
pub(crate) fn quote(out: &mut Vec<u8>, start: usize) {
    if out[start..].iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        let quoted = String::from_utf8_lossy(&out[start..]).replace('"', "\"\"");
        out.truncate(start);
        out.extend_from_slice(format!("\"{quoted}\"").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_no_more_bytes_than_they_are_counted_for() {
        let line = "8/8/8/4k3/8/8/4K3/N7 w - -";
        let cases = [(1, 1), (1000, 1), (1000, 68)].map(|case| [(case, Form::Sets), (case, Form::Squares)]);
        for ((lines, values), form) in cases.into_iter().flatten() {
            let text = format!("{line}\n").repeat(lines);
            let mut rows = Vec::new();
            for _ in 0..lines {
                push_fields(&mut rows, line.as_bytes());
                for _ in 0..values {
                    rows.push(b',');
                    push_in(form)(&mut rows, !0);
                }
                rows.push(b'\n');
            }
            let most = most_bytes_of_rows(text.len(), lines, values, form);
            let one_row = rows.len() / lines;
            assert!((rows.len()..=rows.len() + lines + one_row).contains(&most), "{most} for {}", rows.len());
        }
    }
}
