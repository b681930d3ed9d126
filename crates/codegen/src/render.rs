//! Tables as Rust source that can be read as boards.
//!
//! A row of sets is drawn first, as comments, one small board above each value, rank 8 on top:
//!
//! ```text
//! // a1                  b1
//! // . . . . . . . .     . . . . . . . .
//! //        ...                 ...
//! // o . . . . . . .     . o . . . . . .
//! 0x0000000000020400, 0x0000000000050800,
//! ```

/// Width of one value with its comma and blank: `0x0123456789ABCDEF, `.
const COLUMN: usize = 20;

/// A row of sets: the `captions`, the boards drawn side by side, and the values below. Each line starts with `indent`.
pub(crate) fn row_of_boards(indent: &str, captions: &[String], origins: &[usize], sets: &[u64]) -> String {
    let mut text = comment(indent, captions.iter().map(String::as_str));
    for rank in (0..8).rev() {
        let drawn: Vec<String> = sets.iter().zip(origins).map(|(&set, &origin)| draw_rank(set, rank, origin)).collect();
        text += &comment(indent, drawn.iter().map(String::as_str));
    }
    text
}

/// The values of a row, each with its comma, on one line of their own.
pub(crate) fn row_of_values(indent: &str, values: impl Iterator<Item = String>) -> String {
    format!("{indent}{},\n", values.collect::<Vec<_>>().join(", "))
}

/// A set as an 18 character literal.
pub(crate) fn hex(set: u64) -> String {
    format!("0x{set:016X}")
}

/// `a1` to `h8` for 0 to 63.
pub(crate) fn square_name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// Rank `rank` of a board: `x` a member, `o` the square the set belongs to, `.` the rest, files a to h.
fn draw_rank(set: u64, rank: usize, origin: usize) -> String {
    let mark = |square: usize| match (square == origin, set >> square & 1 == 1) {
        (true, _) => "o",
        (false, true) => "x",
        (false, false) => ".",
    };
    (0..8).map(|file| mark(8 * rank + file)).collect::<Vec<_>>().join(" ")
}

/// A comment line of columns as wide as the values below it, without trailing blanks.
fn comment<'a>(indent: &str, columns: impl Iterator<Item = &'a str>) -> String {
    let line: String = columns.map(|column| format!("{column:COLUMN$}")).collect();
    format!("{indent}// {}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_1_is_the_last_drawn_and_file_a_the_first() {
        let text = row_of_boards("", &["a1".to_string()], &[0], &[1 << 17 | 1 << 10]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 9);
        assert_eq!(lines[8], "// o . . . . . . .");
        assert_eq!(lines[7], "// . . x . . . . .");
        assert_eq!(lines[6], "// . x . . . . . .");
    }
}
