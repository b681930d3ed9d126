//! Rows as JSON: one object on each line, whose members have the names of the columns.
//!
//! ```text
//! {"fen":"4k3/8/8/8/8/8/8/1N2K3 w - -","white_knight_moves":["a3","c3","d2"],"white_knight_move_count":3}
//! ```

use setwise::Bitboard;
use setwise_expressions::Type;

use crate::rows::{Form, name_of, push_set};

/// The keys of the objects: for each column, the text before the value.
#[derive(Debug)]
pub(crate) struct Keys(Vec<String>);

impl Keys {
    pub(crate) fn new(columns: &[String]) -> Self {
        let key = |(n, name): (usize, &String)| format!("{}{}:", if n == 0 { '{' } else { ',' }, quoted(name));
        Self(columns.iter().enumerate().map(key).collect())
    }

    /// Returns an upper bound for the number of bytes of an object, apart from its texts. The bound assumes that each
    /// column is a set.
    pub(crate) fn most_bytes(&self, form: Form) -> usize {
        let value = match form {
            Form::Sets => "\"0x0123456789abcdef\"".len(),
            Form::Squares => 64 * "[\"a1\"".len() + 1,
        };
        self.0.iter().map(|key| key.len() + value).sum::<usize>() + "}\n".len()
    }
}

/// An object to which values are appended in the order of the columns.
pub(crate) struct Object<'a> {
    keys: std::slice::Iter<'a, String>,
    out: &'a mut Vec<u8>,
}

impl<'a> Object<'a> {
    pub(crate) fn new(keys: &'a Keys, out: &'a mut Vec<u8>) -> Self {
        Self { keys: keys.0.iter(), out }
    }

    /// Appends a text, or `null`. Bytes that are not UTF-8 are replaced.
    pub(crate) fn text(&mut self, text: Option<&[u8]>) {
        let value = text.map_or("null".to_string(), |text| quoted(&String::from_utf8_lossy(text)));
        self.key().extend_from_slice(value.as_bytes());
    }

    /// Appends a number, or `null`.
    pub(crate) fn number(&mut self, number: Option<i64>) {
        let value = number.map_or("null".to_string(), |number| number.to_string());
        self.key().extend_from_slice(value.as_bytes());
    }

    /// Appends a value: a set in a form, a number, or a truth value. A set is a string of hexadecimal digits or an
    /// array of the names of its squares.
    pub(crate) fn value(&mut self, kind: Type, word: u64, form: Form) {
        let out = self.key();
        match (kind, form) {
            (Type::Number, _) => out.extend_from_slice(word.cast_signed().to_string().as_bytes()),
            (Type::Truth, _) => out.extend_from_slice((word != 0).to_string().as_bytes()),
            (Type::Set, Form::Sets) => {
                out.push(b'"');
                push_set(out, word);
                out.push(b'"');
            }
            (Type::Set, Form::Squares) => push_squares(out, word),
        }
    }

    /// Ends the object and its line.
    pub(crate) fn end(self) {
        self.out.extend_from_slice(b"}\n");
    }

    /// Appends the key of the next column.
    fn key(&mut self) -> &mut Vec<u8> {
        self.out.extend_from_slice(self.keys.next().expect("a column for each value").as_bytes());
        self.out
    }
}

/// Appends an array of the names of the squares of a set.
fn push_squares(out: &mut Vec<u8>, set: u64) {
    out.push(b'[');
    for (n, square) in Bitboard(set).into_iter().enumerate() {
        out.extend_from_slice(if n > 0 { b",\"" } else { b"\"" });
        out.extend_from_slice(&name_of(square));
        out.push(b'"');
    }
    out.push(b']');
}

/// Returns a text in quotes, in which characters are escaped if necessary.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("every text can be written as JSON")
}
