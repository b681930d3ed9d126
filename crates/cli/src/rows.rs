//! Rows of comma-separated values or of JSON.
//!
//! A row of JSON is an object, whose members have the names of the columns:
//!
//! ```text
//! {"fen":"4k3/8/8/8/8/8/8/1N2K3 w - -","white_knight_moves":["a3","c3","d2"],"white_knight_move_count":3}
//! ```

use clap::ValueEnum;
use setwise::{Bitboard, Square};
use setwise_expressions::Type;
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

/// Rows to which values are appended in the order of the columns.
pub(crate) struct Rows {
    out: Vec<u8>,
    form: Form,
    /// The text before the value of each column, if rows are JSON.
    keys: Option<Vec<String>>,
    /// The index of the next column.
    column: usize,
}

impl Rows {
    pub(crate) fn new(format: RowFormat, form: Form, columns: &[String]) -> Self {
        let key = |(n, name): (usize, &String)| format!("{}{}:", if n == 0 { '{' } else { ',' }, quoted(name));
        let keys = (format == RowFormat::Json).then(|| columns.iter().enumerate().map(key).collect());
        Self { out: Vec::new(), form, keys, column: 0 }
    }

    /// Begins the next value. Returns the text to which it is appended, and whether the row is JSON.
    fn begin(&mut self) -> (&mut Vec<u8>, bool) {
        match &self.keys {
            Some(keys) => self.out.extend_from_slice(keys[self.column].as_bytes()),
            None if self.column > 0 => self.out.push(b','),
            None => {}
        }
        self.column += 1;
        (&mut self.out, self.keys.is_some())
    }

    /// Appends the text that `write` writes. In JSON, bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let (out, is_json) = self.begin();
        let start = out.len();
        write(out);
        if is_json {
            let text = quoted(&String::from_utf8_lossy(&out[start..]));
            out.truncate(start);
            out.extend_from_slice(text.as_bytes());
        } else {
            quote(out, start);
        }
    }

    /// Appends a value that is unknown: an empty field, or `null`.
    pub(crate) fn unknown(&mut self) {
        let (out, is_json) = self.begin();
        out.extend_from_slice(if is_json { b"null" } else { b"" });
    }

    pub(crate) fn number(&mut self, number: Option<i64>) {
        match number {
            Some(number) => self.begin().0.extend_from_slice(number.to_string().as_bytes()),
            None => self.unknown(),
        }
    }

    /// Appends the value of a feature or an expression. In JSON, a set is a string of hexadecimal digits or an array of
    /// the names of its squares.
    pub(crate) fn value(&mut self, kind: Type, word: u64) {
        let form = self.form;
        let (out, is_json) = self.begin();
        match (kind, form) {
            (Type::Number, _) => out.extend_from_slice(word.cast_signed().to_string().as_bytes()),
            (Type::Truth, _) if is_json => out.extend_from_slice((word != 0).to_string().as_bytes()),
            (Type::Truth, _) => push_number(out, word),
            (Type::Set, Form::Sets) => {
                out.extend(is_json.then_some(b'"'));
                push_set(out, word);
                out.extend(is_json.then_some(b'"'));
            }
            (Type::Set, Form::Squares) => push_squares(out, word, is_json),
        }
    }

    /// Ends a row and its line.
    pub(crate) fn end(&mut self) {
        self.column = 0;
        self.out.extend_from_slice(if self.keys.is_some() { b"}\n" } else { b"\n" });
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.out
    }
}

/// Appends the names of the squares of a set: joined by spaces, or as an array of JSON.
fn push_squares(out: &mut Vec<u8>, set: u64, is_json: bool) {
    let [first, between, last] = if is_json { [&b"[\""[..], b"\",\"", b"\"]"] } else { [&b""[..], b" ", b""] };
    if set == 0 {
        out.extend_from_slice(if is_json { b"[]" } else { b"" });
        return;
    }
    for (n, square) in Bitboard(set).into_iter().enumerate() {
        out.extend_from_slice(if n > 0 { between } else { first });
        out.extend_from_slice(&name_of(square));
    }
    out.extend_from_slice(last);
}

/// Returns the name of a square, such as `e4`.
fn name_of(square: Square) -> [u8; 2] {
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

/// Appends the first four fields of a line without errors, joined by single spaces.
pub(crate) fn push_fields(out: &mut Vec<u8>, line: &[u8]) {
    let Ok(tail) = Tail::read(line) else { unreachable!("bad lines are dropped before they are written") };
    out.extend_from_slice(placement_of(line));
    for field in [tail.side_to_move, tail.castling, tail.en_passant].into_iter().filter(|field| !field.is_empty()) {
        out.push(b' ');
        out.extend_from_slice(field);
    }
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

/// Returns a text in quotes as JSON has it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("every text can be written as JSON")
}
