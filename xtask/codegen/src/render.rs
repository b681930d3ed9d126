//! Writes tables as Rust source that can be read as boards.
//!
//! Each row of sets is drawn in comments, one small board above each value, rank 8 on top:
//!
//! ```text
//! // a1                  b1
//! // . . . . . . . .     . . . . . . . .
//! //        ...                 ...
//! // o . . . . . . .     . o . . . . . .
//! 0x0000000000020400, 0x0000000000050800,
//! ```

/// The width of a value with the comma and the blank after it: `0x0123456789ABCDEF, `.
const COLUMN: usize = 20;

/// Returns the comments for a row of sets: the `captions`, and the boards drawn side by side. Each line starts with
/// `indent`.
pub(crate) fn row_of_boards(indent: &str, captions: &[String], origins: &[usize], sets: &[u64]) -> String {
    let mut text = comment(indent, captions.iter().map(String::as_str));
    for rank in (0..8).rev() {
        let drawn: Vec<String> = sets.iter().zip(origins).map(|(&set, &origin)| draw_rank(set, rank, origin)).collect();
        text += &comment(indent, drawn.iter().map(String::as_str));
    }
    text
}

/// Returns the values of a row on one line, each with a comma.
pub(crate) fn row_of_values(indent: &str, values: impl Iterator<Item = String>) -> String {
    format!("{indent}{},\n", values.collect::<Vec<_>>().join(", "))
}

/// Writes a set as a literal of 18 characters.
pub(crate) fn hex(set: u64) -> String {
    format!("0x{set:016X}")
}

/// Returns the name of a square, from `a1` for 0 to `h8` for 63.
pub(crate) fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// Draws rank `rank` of a board, files a to h: `x` for a square in the set, `o` for the square to which the set
/// belongs, `.` for any other square.
fn draw_rank(set: u64, rank: usize, origin: usize) -> String {
    let mark = |square: usize| match (square == origin, set >> square & 1 == 1) {
        (true, _) => "o",
        (false, true) => "x",
        (false, false) => ".",
    };
    (0..8).map(|file| mark(8 * rank + file)).collect::<Vec<_>>().join(" ")
}

/// Returns a comment line whose columns are as wide as the values in the row below. Trailing blanks are removed.
fn comment<'a>(indent: &str, columns: impl Iterator<Item = &'a str>) -> String {
    let line: String = columns.map(|column| format!("{column:COLUMN$}")).collect();
    format!("{indent}// {}\n", line.trim_end())
}
