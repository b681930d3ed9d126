//! Splits the text of one game into its tags, moves, comments and result.
//!
//! Variations are skipped with a counter of their depth, and comments with a search for their end, so neither needs
//! recursion or memory.

use crate::bytes::{MARK, Outcome, ends_word, has_mark, is_blank, result_at, word_length};
use crate::error::Fault;
use crate::tags::{name_length, value_of_tag};

/// The tokens of a game.
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    /// The index of the last token.
    last: usize,
    /// If the game is a row of a table, the index where its last line begins.
    last_line: Option<usize>,
}

/// A part of a game that has a meaning for the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A tag: its name, its value with the backslashes that the text has, and its line. The value is `None` if the tag is
    /// not of the form `[Name "value"]`.
    Tag(&'a [u8], Option<&'a [u8]>, &'a [u8]),
    /// A word that should be a move.
    Word(&'a [u8]),
    /// The number 1 with one dot, which is the number of White's first move.
    First,
    /// The text of a comment, without its braces or its semicolon.
    Comment(&'a [u8]),
    Result(Outcome),
}

/// An error, and the text that begins where it is.
pub(crate) type Wrong<'a> = (Fault, &'a [u8]);

impl<'a> Tokens<'a> {
    /// Splits the text of a game. `is_row` says whether the game is a row of a table.
    pub(crate) fn new(text: &'a [u8], is_row: bool) -> Self {
        let line_end = || memchr::memrchr(b'\n', text.trim_ascii_end());
        Self { text, at: 0, last: 0, last_line: is_row.then(|| line_end().map_or(0, |end| end + 1)) }
    }

    /// Returns the text that has not been split.
    fn rest(&self) -> &'a [u8] {
        &self.text[self.at..]
    }

    /// Returns the text from the last token on.
    pub(crate) fn since_last(&self) -> &'a [u8] {
        &self.text[self.last..]
    }

    /// Returns the next token, or `None` at the end of the game.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Result<Option<Token<'a>>, Wrong<'a>> {
        loop {
            let Some(&byte) = self.text.get(self.at) else { return Ok(None) };
            if is_blank(byte) {
                self.at += 1;
                continue;
            }
            self.last = self.at;
            if byte.is_ascii_alphabetic() {
                return Ok(Some(Token::Word(self.word())));
            }
            match byte {
                b'0'..=b'9' | b'*' => {
                    if let Some(token) = self.number_or_result() {
                        return Ok(Some(token));
                    }
                }
                // Dots after the number of a move, and marks such as ! that are separate from their move.
                b'.' | b'!' | b'?' => self.skip_while(|byte| matches!(byte, b'.' | b'!' | b'?')),
                b'{' => return self.comment().map(|comment| Some(Token::Comment(comment))),
                b';' if self.separates_moves() => self.at += 1,
                b';' => return Ok(Some(Token::Comment(self.line()))),
                b'%' if self.begins_line() => {
                    self.line();
                }
                b'$' => self.glyph()?,
                b'(' => self.skip_variation()?,
                b')' => return Err((Fault::Parenthesis, self.rest())),
                b'[' => return self.tag().map(Some),
                _ if self.last_line.is_none() && has_mark(self.rest()) => self.at += MARK,
                _ => return Ok(Some(Token::Word(self.word()))),
            }
        }
    }

    /// Skips the next token if it is this word. Returns whether it is.
    pub(crate) fn skip_word(&mut self, word: &[u8]) -> bool {
        let mut after = self.clone();
        let is_next = after.next() == Ok(Some(Token::Word(word)));
        if is_next {
            *self = after;
        }
        is_next
    }

    /// Returns the next word, which has at least one byte.
    #[inline(always)]
    fn word(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let length = word_length(rest).max(1);
        self.at += length;
        &rest[..length]
    }

    /// Skips the number of a move with its dots. Returns [`Token::First`] for the number of White's first move, and
    /// `None` for other numbers. Any other word that begins with a digit is a result or a move, such as castling with
    /// zeros.
    #[inline(always)]
    fn number_or_result(&mut self) -> Option<Token<'a>> {
        let rest = self.rest();
        let digits = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        match rest.get(digits) {
            Some(b'.') if rest[0] == b'0' && result_at(rest).is_some() => {}
            Some(b'.') => {
                self.at += digits + 1;
                let is_first = digits == 1 && rest[0] == b'1' && self.text.get(self.at) != Some(&b'.');
                self.skip_while(|byte| byte == b'.');
                return is_first.then_some(Token::First);
            }
            // Zeros only are castling or a null move, without hyphens.
            _ if matches!(&rest[..digits], b"00" | b"000" | b"0000") => {}
            byte if digits > 0 && byte.is_none_or(|byte| ends_word(*byte)) => {
                self.at += digits;
                return None;
            }
            _ => {}
        }
        if let Some((outcome, length)) = result_at(rest) {
            self.at += length;
            return Some(Token::Result(outcome));
        }
        Some(Token::Word(self.word()))
    }

    #[inline(always)]
    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|byte| is_skipped(*byte)) {
            self.at += 1;
        }
    }

    /// Returns whether the previous byte ends a line. The first byte of a game never begins a line with `%`.
    fn begins_line(&self) -> bool {
        self.at > 0 && self.text[self.at - 1] == b'\n'
    }

    /// Returns whether the next byte, a semicolon, separates moves, as in `e2e4;e7e5`. In a row of a table it does,
    /// unless the semicolon follows a blank and a later line continues the game.
    #[cold]
    fn separates_moves(&self) -> bool {
        let begins_word = self.at == 0 || is_blank(self.text[self.at - 1]);
        self.last_line.is_some_and(|last_line| !begins_word || self.at >= last_line)
    }

    /// Skips a comment in braces and returns its text.
    #[inline(always)]
    fn comment(&mut self) -> Result<&'a [u8], Wrong<'a>> {
        let rest = self.rest();
        let end = memchr::memchr(b'}', rest).ok_or((Fault::Comment, rest))?;
        self.at += end + 1;
        Ok(&rest[1..end])
    }

    /// Skips the rest of the line, and returns it without its first byte.
    fn line(&mut self) -> &'a [u8] {
        let rest = self.rest();
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        self.at += end;
        &rest[1..end]
    }

    /// Skips a numeric annotation glyph.
    fn glyph(&mut self) -> Result<(), Wrong<'a>> {
        let rest = self.rest();
        let digits = rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 || !rest.get(1 + digits).is_none_or(|byte| ends_word(*byte)) {
            return Err((Fault::Glyph, rest));
        }
        self.at += 1 + digits;
        Ok(())
    }

    /// Skips a variation with all variations inside it.
    fn skip_variation(&mut self) -> Result<(), Wrong<'a>> {
        let start = self.rest();
        let mut depth = 0_usize;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' => {
                    self.comment()?;
                    continue;
                }
                b';' if !self.separates_moves() => {
                    self.line();
                    continue;
                }
                b'%' if self.begins_line() => {
                    self.line();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
        Err((Fault::Variation, start))
    }

    /// Returns a tag, which must end in its line.
    #[cold]
    fn tag(&mut self) -> Result<Token<'a>, Wrong<'a>> {
        let start = self.rest();
        let line = &start[..memchr::memchr(b'\n', start).unwrap_or(start.len())];
        let (value, length) = value_of_tag(line);
        let inner = line[1..].trim_ascii_start();
        let (name, rest) = inner.split_at(name_length(inner));
        let is_named = rest.first().is_some_and(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b']'));
        if name.is_empty() || name[0] == b'%' || !is_named || !line[..length].trim_ascii_end().ends_with(b"]") {
            return Err((Fault::Tag, line));
        }
        self.at += length;
        let before = rest.trim_ascii_start();
        Ok(Token::Tag(name, value.filter(|_| before.starts_with(b"\"")), line))
    }
}
