//! Cuts a text into words, numbers and symbols. Comments are left out.

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, with the dots inside it, such as `np.uint64`.
    Word(String),
    /// A number and its suffix.
    Number(u64, &'static str),
    /// A text in quotation marks, without them.
    Quoted(String),
    /// An operator or another sign.
    Symbol(&'static str),
    /// The end of a line.
    Newline,
}

/// The signs, longer ones before their beginnings.
const SYMBOLS: [&str; 31] = [
    ">>>", "===", "\"\"\"", "<<", ">>", "==", "::", "->", "$$", "&", "|", "^", "~", "#", "+", "-", "*", "=", "(", ")",
    "[", "]", "{", "}", ",", ";", ":", "?", "<", ">", ".",
];

/// Returns the tokens of a text. `comment` is the beginning of a comment that ends with the line.
pub(super) fn tokens(text: &str, comment: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if rest.starts_with(comment) {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(end) = rest.strip_prefix("/*").and_then(|inside| inside.find("*/")) {
            rest = &rest[end + 4..];
        } else if let Some(end) = rest.strip_prefix("\"\"\"").and_then(|inside| inside.find("\"\"\"")) {
            rest = &rest[end + 6..];
        } else if first == '\n' {
            tokens.push(Token::Newline);
            rest = &rest[1..];
        } else if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
        } else if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            tokens.push(number(&rest[..length])?);
            rest = &rest[length..];
        } else if first.is_ascii_alphabetic() || first == '_' {
            let length =
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..length].to_string()));
            rest = &rest[length..];
        } else if first == '\'' || first == '"' {
            let length = rest[1..].find(first).ok_or("a quotation mark has no end")?;
            tokens.push(Token::Quoted(rest[1..=length].to_string()));
            rest = &rest[length + 2..];
        } else {
            let symbol = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol));
            let symbol = symbol.ok_or_else(|| format!("unknown sign '{first}'"))?;
            tokens.push(Token::Symbol(symbol));
            rest = &rest[symbol.len()..];
        }
    }
    Ok(tokens)
}

/// Parses a number with one of the suffixes of C, WGSL, JavaScript and Spark, or without one.
fn number(text: &str) -> Result<Token, String> {
    let suffix = ["ull", "n", "u", "L"].into_iter().find(|suffix| text.ends_with(suffix)).unwrap_or("");
    let digits = text.strip_suffix(suffix).unwrap_or(text);
    let parsed = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    parsed.map(|number| Token::Number(number, suffix)).map_err(|_| format!("'{text}' is not a number of 64 bits"))
}
