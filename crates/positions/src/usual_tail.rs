//! Reads the usual fields of a line without a loop over their bytes.
//!
//! Almost every line ends with fields like `KQkq - 0 1` after the side to move: two or four fields with single spaces
//! between them, and at most 16 bytes in all. The lengths of the fields differ from line to line, so the CPU cannot
//! predict where a loop over their bytes ends. Here, the bytes are the lanes of one number, and each step acts on all of
//! them. All other fields are read by the loops of [`Tail::read`](crate::Tail::read), which also report errors.

/// The castling field, the en passant field, the half-move clock and the fullmove number. Both counters may be empty.
type Fields<'a> = [&'a [u8]; 4];

/// The largest number of bytes of usual fields.
const WIDTH: usize = 16;

/// Reads the fields in the last `length` bytes of a line without NUL bytes. Returns `None` unless they are well-formed and
/// usual.
#[inline(always)]
pub(crate) fn read(line: &[u8], length: usize) -> Option<Fields<'_>> {
    if !(1..=WIDTH).contains(&length) {
        return None;
    }
    let text = u128::from_le_bytes(*line.last_chunk()?) >> (8 * (WIDTH - length));
    let blanks = equal(text, b' ');
    let (first, blanks) = take_first(blanks);
    let (second, blanks) = take_first(blanks);
    let (third, blanks) = take_first(blanks);
    let [second, third] = [second, third].map(|end| end.min(length));
    let all = &line[line.len() - length..];
    let field = |start: usize, end: usize| all.get(start..end).unwrap_or_default();
    let fields = [field(0, first), field(first + 1, second), field(second + 1, third), field(third + 1, length)];
    let [_, en_passant, clock, number] = fields;

    let lack_counters = second == length;
    let has_counters = !clock.is_empty() && !number.is_empty();
    let is_usual = blanks == 0
        && is_castling(text, first)
        && matches!(en_passant, b"-" | [b'a'..=b'h', b'1'..=b'8'])
        && (lack_counters || has_counters && are_digits(text >> (8 * second), length - second));
    is_usual.then_some(fields)
}

/// Returns a number whose bytes all have this value.
const fn every(byte: u8) -> u128 {
    u128::from_le_bytes([byte; WIDTH])
}

/// Returns a number in which the highest bit of each byte says whether this byte of `text` has the value.
#[inline(always)]
fn equal(text: u128, value: u8) -> u128 {
    let differences = text ^ every(value);
    // The sum of two numbers with seven bits has eight bits, so nothing is carried into the next byte.
    let sums = (differences & every(0x7F)) + every(0x7F);
    !(sums | differences | every(0x7F))
}

/// Returns the index of the first byte in which a bit is set, and the other bits. Returns [`WIDTH`] if there is none.
#[inline(always)]
fn take_first(bits: u128) -> (usize, u128) {
    (bits.trailing_zeros() as usize / 8, bits & bits.wrapping_sub(1))
}

/// Returns whether the first `length` bytes of `text` are a castling field of at most four bytes.
#[inline(always)]
fn is_castling(text: u128, length: usize) -> bool {
    const IS_LETTER: [bool; 256] = {
        let mut is_letter = [false; 256];
        let mut letters: &[u8] = b"\0KQABCDEFGHkqabcdefgh";
        while let [letter, rest @ ..] = letters {
            is_letter[*letter as usize] = true;
            letters = rest;
        }
        is_letter
    };
    if !(1..=4).contains(&length) {
        return false;
    }
    // The bytes after the field become 0, which counts as a letter.
    let field = text as u32 & u32::MAX >> (8 * (4 - length));
    field == u32::from(b'-') || field.to_le_bytes().iter().fold(true, |all, byte| all & IS_LETTER[usize::from(*byte)])
}

/// Returns whether each of the first `length` bytes of `text` is a digit or a blank.
#[inline(always)]
fn are_digits(text: u128, length: usize) -> bool {
    let digits = text | equal(text, b' ') >> 3; // A blank becomes the digit 0.
    let bytes = u128::MAX >> (8 * (WIDTH - length));
    // Both a digit and the sum of a digit and 6 are from 0x30 to 0x3F.
    let (low, high) = (digits ^ every(b'0'), digits.wrapping_add(every(6)) ^ every(b'0'));
    (low | high) & every(0xF0) & bytes == 0
}

#[cfg(test)]
mod tests {
    use crate::Tail;

    /// Returns all texts that consist of one part from each group.
    fn texts(groups: &[&[&str]]) -> Vec<String> {
        let start = vec![String::new()];
        groups.iter().fold(start, |texts, group| {
            texts.iter().flat_map(|text| group.iter().map(move |part| format!("{text}{part}"))).collect()
        })
    }

    const PLACEMENT: &str = "4k3/8/8/8/8/8/8/4K3";

    /// Reads fields after the side to move. Panics if the loops find other fields or an error.
    fn is_usual(fields: &str) -> bool {
        let line = format!("{PLACEMENT} w {fields}");
        let Some(fields) = super::read(line.as_bytes(), fields.len()) else { return false };
        let tail = Tail::read_with_loops(line.as_bytes(), PLACEMENT.len()).unwrap();
        assert_eq!(fields, [tail.castling, tail.en_passant, tail.halfmove_clock, tail.fullmove_number], "{line}");
        assert_eq!((tail.side_to_move, tail.operations), (&b"w"[..], &b""[..]), "{line}");
        true
    }

    #[test]
    fn usual_fields_are_not_left_to_the_loops() {
        let [castling, en_passant] = [&["-", "KQkq", "Kq", "HAha", "k"][..], &["-", "e3", "h8", "a1"]];
        let [clock, number] = [&["0", "12", "100"][..], &["1", "33", "9999"]];
        for fields in texts(&[castling, &[" "], en_passant]) {
            assert!(is_usual(&fields), "{fields}");
        }
        for fields in texts(&[castling, &[" "], en_passant, &[" "], clock, &[" "], number]) {
            assert_eq!(is_usual(&fields), fields.len() <= super::WIDTH, "{fields}");
        }
    }

    #[test]
    fn fields_that_are_read_at_once_are_those_that_the_loops_find() {
        let castling = &["-", "KQkq", "", "KQkqK", "K-", "-K", "0", "\u{e9}"][..];
        let en_passant = &["-", "e3", "", "i3", "e9", "e33", "--"][..];
        let clock = &["0", "12", "", "1x", "/", ":", "\u{ff}", "-"][..];
        let number = &["1", "33", "", "1;", "1/", ":", "id", "1 2"][..];
        let (separators, few) = (&[" ", "\t", "  ", ";", ""][..], &[" ", "", "|"][..]);
        let texts = texts(&[castling, separators, en_passant, separators, clock, few, number]);
        let usual = texts.iter().filter(|fields| !fields.ends_with([' ', '\t']) && is_usual(fields)).count();
        assert!((16..texts.len() / 100).contains(&usual), "{usual} of {}", texts.len());
    }
}
