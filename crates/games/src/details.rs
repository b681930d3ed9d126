//! What else is stored for each position on request: the move, tags of the game, and the clock and the evaluation that a
//! comment states.

use std::borrow::Cow;
use std::sync::Arc;

use setwise::Color;
use setwise_positions::moves::Move;

use crate::bytes::is_blank;

/// A column that is stored on request.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Detail {
    /// The value of the tag with this name. The names `FEN`, `Variant` and `Result` also stand for tags in another case.
    /// `Result` is the result that counts, even if the tag is missing or has another value.
    Tag(String),
    /// The move that led to the position, as the text has it, without `!` and `?`.
    Move,
    /// The move that led to the position, as in UCI. In Chess960, castling is a move of the king to its rook.
    Uci,
    /// The time on the clock after the move, in milliseconds, from a comment such as `[%clk 0:03:00]`.
    Clock,
    /// The evaluation of the position in centipawns, from a comment such as `[%eval 0.17]`. It is positive if the
    /// position is good for White. A mate by White in `n` moves, `[%eval #n]`, is 100,000 - `n`, and a mate by Black,
    /// `[%eval #-n]`, is `n` - 100,000. `#0` means that the side to move is mated.
    Eval,
}

impl Detail {
    /// Returns the detail whose column has this name. A name that is not `move`, `uci`, `clock_ms` or `eval_cp` is the
    /// name of a tag.
    ///
    /// ```
    /// use setwise_games::Detail;
    ///
    /// assert_eq!(Detail::named("clock_ms"), Detail::Clock);
    /// assert_eq!(Detail::named("WhiteElo"), Detail::Tag("WhiteElo".to_string()));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Self {
        let others = [Self::Move, Self::Uci, Self::Clock, Self::Eval];
        others.into_iter().find(|detail| detail.name() == name).unwrap_or_else(|| Self::Tag(name.to_string()))
    }

    /// Returns the name of the column.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Tag(name) => name,
            Self::Move => "move",
            Self::Uci => "uci",
            Self::Clock => "clock_ms",
            Self::Eval => "eval_cp",
        }
    }

    /// Returns whether the column has texts. Otherwise it has numbers.
    #[must_use]
    pub fn is_text(&self) -> bool {
        !matches!(self, Self::Clock | Self::Eval)
    }
}

/// The values of a [`Detail`]. A value that the game does not have is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DetailColumn {
    /// Texts. A text that is not UTF-8 is read as ISO 8859-1, which is the character set of PGN.
    Text(Vec<Option<Arc<str>>>),
    /// Numbers.
    Number(Vec<Option<i64>>),
}

impl DetailColumn {
    /// Returns an empty column.
    pub(crate) fn new(detail: &Detail) -> Self {
        if detail.is_text() { Self::Text(Vec::new()) } else { Self::Number(Vec::new()) }
    }

    /// Removes all values except the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        match self {
            Self::Text(values) => values.truncate(len),
            Self::Number(values) => values.truncate(len),
        }
    }
}

/// What the text says about a position, apart from the position itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Annotations<'a> {
    /// The move that led to the position, as text and as move.
    pub(crate) step: Option<(&'a [u8], Move)>,
    pub(crate) clock: Option<i64>,
    pub(crate) eval: Option<i64>,
}

impl Annotations<'_> {
    /// Notes the clock and the evaluation that a comment states about a position with this side to move.
    pub(crate) fn note(&mut self, comment: &[u8], side_to_move: Color) {
        if let Some(clock) = command(comment, b"[%clk").and_then(milliseconds) {
            self.clock = Some(clock);
        }
        if let Some(eval) = command(comment, b"[%eval").and_then(|text| centipawns(text, side_to_move)) {
            self.eval = Some(eval);
        }
    }
}

/// Returns the argument of a command in a comment, up to the next bracket. A blank or a line end separates the argument
/// from the name.
fn command<'a>(comment: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let after = |at: usize| &comment[at + name.len()..];
    let is_command = |at: &usize| after(*at).first().is_some_and(|byte| is_blank(*byte));
    let rest = after(memchr::memmem::find_iter(comment, name).find(is_command)?);
    Some(rest[..memchr::memchr(b']', rest)?].trim_ascii())
}

/// Returns a time such as `1:02:03.4` in milliseconds. Only the first number may have more than two digits, and only the
/// seconds may have decimal places.
fn milliseconds(text: &[u8]) -> Option<i64> {
    let mut parts = str::from_utf8(text).ok()?.rsplit(':').peekable();
    let (mut time, mut scale) = (0_i64, 1);
    for places in [3, 0, 0] {
        let Some(part) = parts.next() else { break };
        let digits = part.split('.').next().map_or(0, str::len);
        if digits > 2 && parts.peek().is_some() || places == 0 && digits < part.len() {
            return None;
        }
        time = time.checked_add(scaled(part, places)?.checked_mul(scale)?)?;
        scale = if places == 0 { 60 * scale } else { 60_000 };
    }
    parts.next().is_none().then_some(time)
}

/// Returns an evaluation such as `-0.17` or `#-3` in centipawns, as seen by White. A comma and the depth of the search may
/// follow.
fn centipawns(text: &[u8], side_to_move: Color) -> Option<i64> {
    const MATE: i64 = 100_000;
    let text = str::from_utf8(text).ok()?.split(',').next()?.trim_ascii_end();
    let (is_mate, text) = text.strip_prefix('#').map_or((false, text), |text| (true, text));
    let (sign, text) = text.strip_prefix('-').map_or((1, text.strip_prefix('+').unwrap_or(text)), |text| (-1, text));
    if !is_mate {
        return Some(sign * scaled(text, 2)?);
    }
    match scaled(text, 0).filter(|moves| *moves < MATE && !text.contains('.'))? {
        0 => Some(if side_to_move == Color::White { -MATE } else { MATE }),
        moves => Some(sign * (MATE - moves)),
    }
}

/// Reads a decimal number and returns it times 10 to the power of `places`. Further decimal places are dropped.
fn scaled(text: &str, places: usize) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || whole.len() > 12 || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    let fraction = fraction.bytes().chain(std::iter::repeat(b'0')).take(places);
    Some(whole.bytes().chain(fraction).fold(0, |number, digit| number * 10 + i64::from(digit - b'0')))
}

/// Decodes bytes as UTF-8 or, if they are not UTF-8, as ISO 8859-1, which the PGN standard prescribes. In ISO 8859-1,
/// each byte is a character, so different names remain different.
///
/// ```
/// assert_eq!(setwise_games::decode(b"Gr\xFCn"), "Gr\u{FC}n");
/// assert_eq!(setwise_games::decode("Gr\u{FC}n".as_bytes()), "Gr\u{FC}n");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

/// Returns the text of a tag or a move, in which a backslash before a quote or a backslash is dropped.
pub(crate) fn text_of(value: &[u8]) -> Arc<str> {
    let text = decode(value);
    if !text.contains('\\') {
        return text.into();
    }
    let (mut plain, mut letters) = (String::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some('"' | '\\') if letter == '\\' => plain.extend(letters.next()),
            _ => plain.push(letter),
        }
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_evaluations_become_whole_numbers() {
        for (comment, clock, eval) in [
            ("[%clk 0:03:00]", Some(180_000), None),
            (" text [%eval 0.17] [%clk 1:59:58.7]", Some(7_198_700), Some(17)),
            ("[%eval -3.2,18]", None, Some(-320)),
            ("[%eval #5]", None, Some(99_995)),
            ("[%eval #-1] [%clk 7]", Some(7000), Some(-99_999)),
            ("[%eval +12]", None, Some(1200)),
            ("[%clk 1:1:1:1] [%eval x]", None, None),
            ("[%clk 1:-1] [%eval ]", None, None),
            ("[%clk 0:03:00 [%eval 0.17", None, None),
            ("[%clk 99999999999999999999:0:0]", None, None),
            ("[%clk\r\n1:31:15] [%eval\n0.17]", Some(5_475_000), Some(17)),
            ("[%clks 1] [%clk \t 0:0:2 ] [%clk 3]", Some(2000), None),
            ("[%eval .5] [%clk 0:.5]", Some(500), Some(50)),
            ("[%eval -.05]", None, Some(-5)),
            ("[%eval .] [%clk .]", None, None),
            ("[%clk 1.55:05]", None, None),
            ("[%clk 0:05:00,25] [%eval 0.3 , 18]", None, Some(30)),
            ("[%clk 1:2.5:05]", None, None),
            ("[%clk 0:0250.5]", None, None),
            ("[%clk 0:100:00]", None, None),
            ("[%clk 100:00]", Some(6_000_000), None),
            ("[%eval #0]", None, Some(-100_000)),
            ("[%eval #-0]", None, Some(-100_000)),
            ("[%eval #1.5] [%eval 1]", None, None),
            ("[%eval #100000]", None, None),
        ] {
            let mut annotations = Annotations::default();
            annotations.note(comment.as_bytes(), Color::White);
            assert_eq!((annotations.clock, annotations.eval), (clock, eval), "{comment}");
        }
        let mut annotations = Annotations::default();
        annotations.note(b"[%eval #0]", Color::Black);
        assert_eq!(annotations.eval, Some(100_000));
    }

    #[test]
    fn backslashes_before_quotes_are_dropped() {
        assert_eq!(&*text_of(br#"a \"b\" \\ \c \"#), r#"a "b" \ \c \"#);
    }
}
