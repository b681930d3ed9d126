//! Finds where games begin in a text that arrives in parts.
//!
//! A game begins with its first tag, or with its first move if it has no tags. It ends with its result. If the result is
//! missing, it ends before the tags of the next game. Everything between a result and the next tag or move, such as a
//! comment, belongs to the game before it. Tags, moves and results inside comments do not count, and results inside
//! variations do not count either.
//!
//! The scanner keeps its state between the parts, and this state has a fixed size: comments of any length and
//! variations of any depth need no memory.

use crate::bytes::{ends_word, is_blank, may_change, result_at};

/// Finds the beginnings of games.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scanner {
    section: Section,
    inside: Inside,
    /// The number of variations that have begun and not ended.
    depth: usize,
    /// The number of bytes of the comment that the next byte continues.
    comment: usize,
    /// Whether the last byte did not end a line. `%` begins a comment only at the start of a line.
    in_line: bool,
}

/// The part of a game that has been scanned last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Section {
    Tags,
    Moves,
    /// After the result of a game, or before the first game.
    #[default]
    Between,
}

/// What the next byte continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Inside {
    #[default]
    Nothing,
    /// A comment in braces.
    Braces,
    /// A comment that ends with its line.
    Line,
    Tag,
    /// A value of a tag, in quotes.
    Quotes,
    /// A value of a tag, after a backslash.
    Escape,
    Word,
}

/// The number of bytes after the first byte of a word that show whether the word is a result.
const LOOK_AHEAD: usize = 8;

impl Scanner {
    /// Returns whether the next byte continues a comment in braces.
    pub(crate) fn is_in_comment(&self) -> bool {
        self.inside == Inside::Braces
    }

    /// If the text ends inside a comment with more than `most` bytes, returns the number of bytes above `most`. The caller
    /// drops these bytes, so they do not count any more.
    pub(crate) fn drop_comment(&mut self, most: usize) -> usize {
        let is_comment = matches!(self.inside, Inside::Braces | Inside::Line);
        let excess = if is_comment { self.comment.saturating_sub(most) } else { 0 };
        self.comment -= excess;
        excess
    }

    /// Continues at `*at`, until a game begins or the text ends. If a game begins, returns the index of its first byte.
    /// `*at` is then the index after this byte, so that the next call continues the game. If there is no such game,
    /// `*at` is the end of the text, or a few bytes before it if more bytes are needed and the text `is_whole`.
    pub(crate) fn next_game(&mut self, text: &[u8], at: &mut usize, is_whole: bool) -> Option<usize> {
        while *at < text.len() {
            self.skip_moves(text, at);
            let Some(&byte) = text.get(*at) else { break };
            let rest = &text[*at..];
            let begins_line = !self.in_line;
            self.in_line = byte != b'\n';
            match self.inside {
                Inside::Nothing => match byte {
                    _ if is_blank(byte) => *at += 1,
                    b'{' => self.enter(Inside::Braces, at),
                    b';' => self.enter(Inside::Line, at),
                    b'%' if begins_line => self.enter(Inside::Line, at),
                    b'[' => {
                        let begins = self.section != Section::Tags;
                        (self.section, self.depth) = (Section::Tags, 0);
                        self.enter(Inside::Tag, at);
                        if begins {
                            return Some(*at - 1);
                        }
                    }
                    _ if !is_whole && rest.len() <= LOOK_AHEAD => {
                        self.in_line = !begins_line;
                        return None;
                    }
                    _ => {
                        if let Some(start) = self.word(rest, at) {
                            return Some(start);
                        }
                    }
                },
                Inside::Word if ends_word(byte) => (self.inside, self.in_line) = (Inside::Nothing, true),
                Inside::Word => {
                    *at += rest.iter().position(|byte| ends_word(*byte)).unwrap_or(rest.len());
                }
                Inside::Braces => self.skip_to(memchr::memchr(b'}', rest), rest, at),
                Inside::Line => self.skip_to(memchr::memchr(b'\n', rest), rest, at),
                Inside::Tag => {
                    let end = memchr::memchr3(b']', b'"', b'\n', rest);
                    self.skip_to(end, rest, at);
                    if end.is_some_and(|end| rest[end] == b'"') {
                        self.inside = Inside::Quotes;
                    }
                }
                Inside::Quotes => {
                    let end = memchr::memchr3(b'"', b'\\', b'\n', rest);
                    self.skip_to(end, rest, at);
                    match end.map(|end| rest[end]) {
                        Some(b'"') => self.inside = Inside::Tag,
                        Some(b'\\') => self.inside = Inside::Escape,
                        _ => {}
                    }
                }
                Inside::Escape => self.enter(if byte == b'\n' { Inside::Nothing } else { Inside::Quotes }, at),
            }
        }
        None
    }

    /// Skips bytes of moves and blanks up to the next byte that may change the state. Most bytes are skipped here, one
    /// after another, with one look at a table.
    #[inline(always)]
    fn skip_moves(&mut self, text: &[u8], at: &mut usize) {
        if self.section != Section::Moves || !matches!(self.inside, Inside::Nothing | Inside::Word) {
            return;
        }
        let rest = &text[*at..];
        let skipped = rest.iter().position(|byte| may_change(*byte)).unwrap_or(rest.len());
        if let Some(last) = skipped.checked_sub(1).map(|last| rest[last]) {
            self.inside = if ends_word(last) { Inside::Nothing } else { Inside::Word };
            self.in_line = last != b'\n';
            *at += skipped;
        }
    }

    fn enter(&mut self, inside: Inside, at: &mut usize) {
        (self.inside, self.comment) = (inside, 0);
        *at += 1;
    }

    /// Skips the rest of a comment or a tag up to its last byte, or all of `rest` if there is no such byte.
    fn skip_to(&mut self, end: Option<usize>, rest: &[u8], at: &mut usize) {
        let length = end.map_or(rest.len(), |end| end + 1);
        self.in_line = rest[length - 1] != b'\n';
        if end.is_some() {
            self.inside = Inside::Nothing;
        }
        self.comment += length;
        *at += length;
    }

    /// Continues with the first byte of a word or a mark of the moves. Returns its index if a game begins there.
    fn word(&mut self, rest: &[u8], at: &mut usize) -> Option<usize> {
        let start = *at;
        let is_glyph = rest[0] == b'$';
        let begins = self.section == Section::Between && !is_glyph;
        if begins {
            (self.section, self.depth) = (Section::Moves, 0);
        } else if self.section == Section::Tags && !is_glyph {
            self.section = Section::Moves;
        }
        match rest[0] {
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ if self.depth == 0 && result_at(rest).is_some() => self.section = Section::Between,
            _ => {}
        }
        let is_single = ends_word(rest[0]) && !is_glyph;
        *at += 1;
        self.inside = if is_single { Inside::Nothing } else { Inside::Word };
        begins.then_some(start)
    }
}
