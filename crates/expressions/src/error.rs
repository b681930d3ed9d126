//! The error for text that is not an expression.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// The number of characters that a message shows before and after the place of an error.
const AROUND: usize = 36;

/// The error for text that is not an expression: what is wrong, and where.
///
/// Its message has three lines: the error with its column, the part of the text around the place, and a caret below the
/// place.
///
/// ```
/// use setwise_expressions::{Expression, Names};
///
/// let error = Expression::parse("white_knights & whte_queens", &Names::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "column 17: 'whte_queens' is not a name; did you mean white_queens, their_queens or white_checkers?\n\
///      | white_knights & whte_queens\n\
///      |                 ^^^^^^^^^^^"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionError {
    /// The part of the text that is shown.
    excerpt: String,
    /// The characters of the excerpt that are wrong.
    marked: Range<usize>,
    column: usize,
    message: String,
}

impl ExpressionError {
    /// Returns the error for the bytes `span` of `text`.
    pub(crate) fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let line_start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        let before = text[line_start..span.start].chars().count();
        let length = text[span.start..span.end.min(line_start + line.len()).max(span.start)].chars().count();
        let first = before.saturating_sub(AROUND);
        let excerpt: String = line.chars().skip(first).take(before - first + length.min(AROUND) + AROUND).collect();
        let shown = length.clamp(1, AROUND);
        let marked = before - first..before - first + shown;
        Self { excerpt, marked, column: before + 1, message: message.into() }
    }

    /// Returns the first line of the message: the column, counted from 1, and what is wrong.
    #[must_use]
    pub fn line(&self) -> String {
        format!("column {}: {}", self.column, self.message)
    }
}

/// Returns the text as a message shows it: shortened if it is long.
pub(crate) fn shortened(text: &str) -> String {
    let short: String = text.chars().take(AROUND).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    short + dots
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { excerpt, marked, .. } = self;
        let (gap, carets) = (" ".repeat(marked.start), "^".repeat(marked.len()));
        write!(f, "{}\n| {excerpt}\n| {gap}{carets}", self.line())
    }
}

impl Error for ExpressionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_shown_around_the_place() {
        let text = format!("{}ä?{}", "x".repeat(1000), "y".repeat(1000));
        let error = ExpressionError::new(&text, 1002..1003, "wrong");
        let lines: Vec<String> = error.to_string().lines().map(str::to_string).collect();
        assert_eq!(lines[0], "column 1002: wrong");
        assert_eq!(lines[1], format!("| {}ä?{}", "x".repeat(35), "y".repeat(36)));
        assert_eq!(lines[2], format!("| {}^", " ".repeat(36)));
    }

    #[test]
    fn the_end_of_the_text_and_a_later_line_are_places() {
        assert_eq!(ExpressionError::new("a &", 3..3, "m").to_string(), "column 4: m\n| a &\n|    ^");
        assert_eq!(ExpressionError::new("a\nbc d", 5..6, "m").to_string(), "column 4: m\n| bc d\n|    ^");
    }
}
