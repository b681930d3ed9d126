//! Reads what follows the placement in a line of FEN or EPD.
//!
//! ```text
//! 4k3/8/8/8/3pP3/8/8/4K2R b K e3 7 33 bm dxe3; id "an example";
//! placement               |  |  | |    operations
//!                      side  |  | counters
//!                     castling  en passant
//! ```
//!
//! Blanks separate the fields. A `;`, `|` or `,` also ends a field, because many programs write one of them directly
//! after a field. Only blanks may come before a counter, because a number after another separator is a label, such as a
//! score. Only operations may follow the fields. Any other text is an error, so no text is ignored.

use crate::excerpt::Excerpt;
use crate::{Reason, usual_tail};

/// The fields and the operations after the placement of a line. A missing field is empty.
///
/// ```
/// use setwise_positions::Tail;
///
/// let tail = Tail::read(b"4k3/8/8/8/8/8/8/4K2R w K -; hmvc 7; bm O-O;").unwrap();
/// assert_eq!((tail.castling, tail.en_passant, tail.halfmove_clock), (&b"K"[..], &b"-"[..], &b"7"[..]));
/// assert_eq!(tail.operations, b"hmvc 7; bm O-O;");
/// assert!(Tail::read(b"4k3/8/8/8/8/8/8/4K2R w K - | 34 | 1.0").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail<'a> {
    /// The side to move.
    pub side_to_move: &'a [u8],
    /// The castling rights: `-`, or letters from `KQkqABCDEFGHabcdefgh`.
    pub castling: &'a [u8],
    /// The en passant square: `-`, or the name of any square.
    pub en_passant: &'a [u8],
    /// The digits of the half-move clock, from the fifth field or from the operation `hmvc`.
    pub halfmove_clock: &'a [u8],
    /// The digits of the fullmove number, from the sixth field or from the operation `fmvn`.
    pub fullmove_number: &'a [u8],
    /// The operations, without blanks at either end.
    pub operations: &'a [u8],
}

impl<'a> Tail<'a> {
    /// The opcodes of the operations that are counters: the half-move clock and the number of the full move.
    pub const COUNTERS: [&'static str; 2] = ["hmvc", "fmvn"];

    /// Reads the fields of a line that [`read_line`](crate::read_line) accepts. The line must not have a line end.
    ///
    /// # Errors
    ///
    /// Returns the reason if a field is malformed, if an operation contradicts a counter, or if the fields are followed
    /// by text other than operations.
    pub fn read(line: &'a [u8]) -> Result<Self, Reason> {
        Self::read_inline(line)
    }

    /// Works like [`read`](Self::read), but is inlined: storing the fields in memory and loading them again would take longer
    /// than reading them.
    #[inline(always)]
    pub(crate) fn read_inline(line: &'a [u8]) -> Result<Self, Reason> {
        let line = line.trim_ascii();
        let end = memchr::memchr2(b' ', b'\t', line).unwrap_or(line.len());
        if let [b' ', side, b' ', fields @ ..] = &line[end..]
            && let Some(fields) = usual_tail::read(line, fields.len())
        {
            let [castling, en_passant, halfmove_clock, fullmove_number] = fields;
            let (side_to_move, operations) = (std::slice::from_ref(side), &line[line.len()..]);
            return Ok(Self { side_to_move, castling, en_passant, halfmove_clock, fullmove_number, operations });
        }
        Self::read_with_loops(line, end)
    }

    /// Reads the fields after the placement, the first `end` bytes of the line. The line has no blanks at either end.
    #[inline(never)]
    pub(crate) fn read_with_loops(line: &'a [u8], end: usize) -> Result<Self, Reason> {
        let mut rest = &line[end..];
        let [side_to_move, castling, en_passant] = [(); 3].map(|()| field(&mut rest));
        check(castling, line, "castling field", "- or letters such as KQkq", |field| {
            field.iter().all(|letter| matches!(letter.to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H'))
        })?;
        check(en_passant, line, "en passant field", "- or a square such as e3", |field| {
            matches!(field, [b'a'..=b'h', b'1'..=b'8'])
        })?;
        let halfmove_clock = counter(&mut rest, CLOCK)?;
        let fullmove_number = if halfmove_clock.is_empty() { halfmove_clock } else { counter(&mut rest, NUMBER)? };
        let operations = &line[line.len()..];
        let fields = Self { side_to_move, castling, en_passant, halfmove_clock, fullmove_number, operations };
        if rest.is_empty() { Ok(fields) } else { fields.with_rest(rest.trim_ascii()) }
    }

    /// Returns the fields with the operations in `rest`, the text after them. The operations `hmvc` and `fmvn` set the
    /// counters that the fields lack. The errors are those of [`read`](Self::read).
    #[cold]
    fn with_rest(mut self, rest: &'a [u8]) -> Result<Self, Reason> {
        let skipped = rest.iter().take_while(|byte| is_blank(**byte) || matches!(byte, b';' | b',')).count();
        let text = &rest[skipped..];
        match text {
            _ if rest.iter().all(|byte| is_end(*byte)) => return Ok(self),
            [b'|' | b'[', ..] => return Err(Reason::Label(Excerpt::of(text))),
            [b'a'..=b'z' | b'A'..=b'Z', ..] if rest.contains(&b';') || is_standard(first_word(text)) => {}
            _ => return Err(Reason::Rest(Excerpt::of(text))),
        }
        self.operations = text;
        let open = text.iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        if let Some(quote) = memchr::memrchr(b'"', text).filter(|quote| open && text[*quote..].contains(&b';')) {
            return Err(Reason::Quote(Excerpt::of(&text[quote..])));
        }
        for (opcode, operand) in self.operations() {
            let (counter, name) = match opcode {
                b"hmvc" => (&mut self.halfmove_clock, CLOCK),
                b"fmvn" => (&mut self.fullmove_number, NUMBER),
                _ => continue,
            };
            let is_other = !counter.is_empty() && without_zeros(counter) != without_zeros(operand);
            if is_other || operand.is_empty() || !operand.iter().all(u8::is_ascii_digit) {
                let expected = if is_other { "the same number as before" } else { A_NUMBER };
                return Err(Reason::Field { name, found: Excerpt::of_part(operand, text), expected });
            }
            *counter = operand;
        }
        Ok(self)
    }

    /// Returns an iterator over the operations: the opcode and the operand of each, which may be empty. A `;` inside
    /// quotes belongs to the operand.
    ///
    /// ```
    /// use setwise_positions::Tail;
    ///
    /// let tail = Tail::read(b"8/8/8/8/8/8/8/8 w - - noop; id \"a;b\";").unwrap();
    /// assert!(tail.operations().eq([(&b"noop"[..], &b""[..]), (b"id", b"\"a;b\"")]));
    /// ```
    pub fn operations(&self) -> impl Iterator<Item = (&'a [u8], &'a [u8])> + use<'a> {
        let mut rest = self.operations;
        std::iter::from_fn(move || {
            let start = rest.iter().position(|byte| !is_blank(*byte) && *byte != b';')?;
            let text = &rest[start..];
            let mut quoted = false;
            let is_last = |byte: &u8| {
                quoted ^= *byte == b'"';
                *byte == b';' && !quoted
            };
            let end = text.iter().position(is_last).unwrap_or(text.len());
            rest = &text[end..];
            let opcode = first_word(&text[..end]);
            Some((opcode, text[opcode.len()..end].trim_ascii()))
        })
    }

    /// Returns the half-move clock and the fullmove number. Missing counters are 0 and 1.
    ///
    /// # Errors
    ///
    /// Returns the reason if a counter is 2^32 or more.
    pub fn counters(&self) -> Result<[u32; 2], Reason> {
        let number = |digits, missing, name| number(digits, missing, name, self.operations);
        Ok([number(self.halfmove_clock, 0, CLOCK)?, number(self.fullmove_number, 1, NUMBER)?])
    }

    /// Checks that no operation is a label: the evaluation `ce`, or the result `c9`. A comment `c9` with letters is not a
    /// result. Use this method where positions are stored with labels, because the labels of text are not read.
    ///
    /// ```
    /// use setwise_positions::Tail;
    ///
    /// assert!(Tail::read(b"8/8/8/8/8/8/8/8 w - - bm Kd2;").unwrap().check_labels().is_ok());
    /// assert!(Tail::read(b"8/8/8/8/8/8/8/8 w - - bm Kd2; c9 \"1-0\";").unwrap().check_labels().is_err());
    /// assert!(Tail::read(b"8/8/8/8/8/8/8/8 w - - bm Kd2; c9 \"d1d2 d1e1\";").unwrap().check_labels().is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason if there is a label.
    pub fn check_labels(&self) -> Result<(), Reason> {
        let is_label = |(opcode, operand): &(&[u8], &[u8])| match *opcode {
            b"ce" => true,
            b"c9" => !operand.iter().any(u8::is_ascii_alphabetic),
            _ => false,
        };
        let label = self.operations().find(is_label);
        label.map_or(Ok(()), |(opcode, _)| Err(Reason::Operation(Excerpt::of_part(opcode, self.operations))))
    }

    /// Returns whether there are operations other than the counters `hmvc` and `fmvn`.
    #[must_use]
    pub fn has_other_operations(&self) -> bool {
        self.operations().any(|(opcode, _)| !Self::COUNTERS.iter().any(|counter| counter.as_bytes() == opcode))
    }

    /// Returns whether an operation has this opcode.
    #[must_use]
    pub fn has(&self, opcode: &str) -> bool {
        self.operations().any(|(found, _)| found == opcode.as_bytes())
    }
}

/// The names of the counters.
const CLOCK: &str = "half-move clock";
const NUMBER: &str = "fullmove number";
const A_NUMBER: &str = "a number";

/// Parses the digits of a counter, which is `missing` if there are none. `rest` reaches to the end of the line.
///
/// # Errors
///
/// Returns the reason if the number is 2^32 or more.
fn number(digits: &[u8], missing: u32, name: &'static str, rest: &[u8]) -> Result<u32, Reason> {
    if digits.is_empty() {
        return Ok(missing);
    }
    let next = |number: u32, digit: &u8| number.checked_mul(10)?.checked_add(u32::from(digit - b'0'));
    let too_large = || Reason::Field { name, found: Excerpt::of_part(digits, rest), expected: "0 to 4294967295" };
    digits.iter().try_fold(0, next).ok_or_else(too_large)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns whether a byte ends a field.
pub(crate) fn is_end(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b';' | b'|' | b',')
}

/// Removes the next field from a text and returns it. Also removes the blanks and separators before it.
fn field<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let start = rest.iter().position(|byte| !is_end(*byte)).unwrap_or(rest.len());
    let text = &rest[start..];
    let (field, after) = text.split_at(text.iter().position(|byte| is_end(*byte)).unwrap_or(text.len()));
    *rest = after;
    field
}

/// Removes a counter from a text and returns it. Returns an empty field if no digit comes next.
fn counter<'a>(rest: &mut &'a [u8], name: &'static str) -> Result<&'a [u8], Reason> {
    let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
    if !rest.get(blanks).is_some_and(u8::is_ascii_digit) {
        return Ok(b"");
    }
    let counter = field(rest);
    check(counter, rest, name, A_NUMBER, |counter| counter.iter().all(u8::is_ascii_digit))?;
    Ok(counter)
}

/// Returns an error unless a field is empty, is `-`, or satisfies `is_right`. `line` reaches to the end of the line.
#[inline]
fn check(
    field: &[u8],
    line: &[u8],
    name: &'static str,
    expected: &'static str,
    is_right: impl Fn(&[u8]) -> bool,
) -> Result<(), Reason> {
    if matches!(field, b"" | b"-") || is_right(field) {
        return Ok(());
    }
    Err(Reason::Field { name, found: Excerpt::of_part(field, line), expected })
}

fn first_word(text: &[u8]) -> &[u8] {
    &text[..text.iter().position(|byte| is_blank(*byte) || *byte == b';').unwrap_or(text.len())]
}

fn without_zeros(digits: &[u8]) -> &[u8] {
    &digits[digits.iter().take_while(|digit| **digit == b'0').count()..]
}

/// Returns whether the EPD standard has this opcode. Only such an operation may lack the `;` after it.
fn is_standard(opcode: &[u8]) -> bool {
    match opcode {
        [b'c' | b'v', b'0'..=b'9'] => true,
        _ => OPCODES.split(' ').any(|known| known.as_bytes() == opcode),
    }
}

/// The opcodes of the standard without a digit.
const OPCODES: &str = "acd acn acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc id nic noop pm \
                       pv rc resign sm tcgs tcri tcsi";

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fields: &str) -> Result<[String; 5], String> {
        let line = format!("4k3/8/8/8/8/8/8/4K3 {fields}");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Tail::read(line.as_bytes())
            .map(|tail| {
                [tail.castling, tail.en_passant, tail.halfmove_clock, tail.fullmove_number, tail.operations].map(text)
            })
            .map_err(|reason| reason.to_string())
    }

    #[test]
    fn fields_end_at_separators() {
        for (fields, expected) in [
            ("w", ["", "", "", "", ""]),
            ("w KQkq e3 7 33", ["KQkq", "e3", "7", "33", ""]),
            ("w\tKQkq  e3 7\t33 ", ["KQkq", "e3", "7", "33", ""]),
            ("w;KQkq,e3;", ["KQkq", "e3", "", "", ""]),
            ("w - - 7 33;", ["-", "-", "7", "33", ""]),
            ("w - - 7 33 | ", ["-", "-", "7", "33", ""]),
            ("w - - 7", ["-", "-", "7", "", ""]),
            ("w - -;bm Kd2;", ["-", "-", "", "", "bm Kd2;"]),
            ("w - - 0 1 ;D1 5 ;D2 25", ["-", "-", "0", "1", "D1 5 ;D2 25"]),
            ("w - - bm Kd2", ["-", "-", "", "", "bm Kd2"]),
            ("w - - c0 5\"", ["-", "-", "", "", "c0 5\""]),
            ("w - - fmvn 33; hmvc 7;", ["-", "-", "7", "33", "fmvn 33; hmvc 7;"]),
            ("w - - 7 33 hmvc 07;", ["-", "-", "07", "33", "hmvc 07;"]),
            ("w - - id \"hmvc 3; fmvn 4\"; v9 1", ["-", "-", "", "", "id \"hmvc 3; fmvn 4\"; v9 1"]),
        ] {
            assert_eq!(read(fields).unwrap(), expected.map(String::from), "{fields}");
        }
    }

    #[test]
    fn what_is_no_field_and_no_operation_is_an_error() {
        for (fields, expected) in [
            ("w zz -", "the castling field is 'zz', expected - or letters such as KQkq"),
            ("w K-Q -", "the castling field is 'K-Q', expected - or letters such as KQkq"),
            ("w - zz", "the en passant field is 'zz', expected - or a square such as e3"),
            ("w - e9", "the en passant field is 'e9', expected - or a square such as e3"),
            ("w 0 1", "the castling field is '0', expected - or letters such as KQkq"),
            ("w - bm Kd2;", "the en passant field is 'bm', expected - or a square such as e3"),
            ("w - - 7x 1", "the half-move clock is '7x', expected a number"),
            ("w - - 1-0", "the half-move clock is '1-0', expected a number"),
            ("w - - 7 1.5", "the fullmove number is '1.5', expected a number"),
            ("w - - zzz", "unexpected text after the fields: 'zzz'"),
            ("w - - zzz 1", "unexpected text after the fields: 'zzz 1'"),
            ("w - - -1 +2", "unexpected text after the fields: '-1 +2'"),
            ("w - - 0 1 junk", "unexpected text after the fields: 'junk'"),
            ("w - - 0 1;1-0", "unexpected text after the fields: '1-0'"),
            ("w - - 1,0.5", "unexpected text after the fields: '0.5'"),
            ("w - - 0 1 2", "unexpected text after the fields: '2'"),
            ("w - -;7;33", "unexpected text after the fields: '7;33'"),
            ("w - - | 34 | 1", "unsupported labels after the fields: '| 34 | 1'"),
            ("w - - 0 1 [0.5] 34", "unsupported labels after the fields: '[0.5] 34'"),
            ("w - - hmvc x;", "the half-move clock is 'x', expected a number"),
            ("w - - fmvn;", "the fullmove number is '', expected a number"),
            ("w - - 7 33 fmvn 34;", "the fullmove number is '34', expected the same number as before"),
            ("w - - id \"a; hmvc 7;", "the quote before a semicolon is not closed: '\\\"a; hmvc 7;'"),
            ("w - - hmvc 1; hmvc 2;", "the half-move clock is '2', expected the same number as before"),
        ] {
            assert_eq!(read(fields).unwrap_err(), expected, "{fields}");
        }
    }
}
