//! Finds where games begin in a text that arrives in parts.
//!
//! A game begins with its first tag, or with its first move if it has no tags. It ends with its result. If the result is
//! missing, it ends before the tags of the next game. Everything between a result and the next tag or move, such as a
//! comment, belongs to the game before it. Tags, moves and results inside comments do not count, and results inside
//! variations do not count either. A game may have tags only: a tag whose name the game already has begins the next
//! game, and so does the tag `Event` after an empty line, or any tag after two empty lines. A second result before an
//! empty line belongs to the same game.
//!
//! A comment before the first game, or after a result and an empty line, belongs to the next game, because it may state
//! the clock and the evaluation of its start.
//!
//! The scanner keeps its state between the parts, and this state has a fixed size: comments of any length and
//! variations of any depth need no memory.

use crate::bytes::{MARK, ends_word, has_mark, is_blank, may_change, result_at};
use crate::tags::{EVENT, canonical, name_length};

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
    /// The names of the tags of the game.
    names: Names,
    /// The number of line ends that are still missing before something belongs to the next game: a comment or another
    /// result after a result, or a tag after a tag.
    missing_line_ends: usize,
    /// The index of the first comment that belongs to the next game.
    lead: Option<usize>,
}

/// The names of the tags of a game, as hashes. Only the first [`Names::MOST`] names are stored.
#[derive(Debug, Clone, Default)]
struct Names(Vec<u64>);

impl Names {
    const MOST: usize = 1 << 10;

    /// Adds a name. Returns `false` if it has already been added and is not empty.
    fn add(&mut self, name: &[u8]) -> bool {
        // The multiplier is that of FxHash. It spreads each bit over the upper half of the product.
        let hash = name.chunks(8).fold(name.len() as u64, |hash, part| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517C_C1B7_2722_0A95)
        });
        if self.0.contains(&hash) {
            return name.is_empty();
        }
        if self.0.len() < Self::MOST {
            self.0.push(hash);
        }
        true
    }
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
    /// A tag before its value.
    Tag,
    /// A value of a tag, in quotes.
    Quotes,
    /// A value of a tag, after a backslash.
    Escape,
    /// A tag after a quote, which ends the value if a bracket follows.
    Quote,
    /// A word of the moves, which may end with a result.
    Word,
    Glyph,
}

/// The number of bytes after the first byte of a result that show whether it is a result.
const LOOK_AHEAD: usize = 8;

/// The number of bytes, from the bracket of a tag, in which the scanner looks for its name. Of a longer name, only the
/// part in these bytes counts.
const LONGEST_NAME: usize = 1 << 8;

/// Returns the name of the tag at the start of a text, and the number of bytes up to the end of the name.
fn name_of_tag(text: &[u8]) -> (&[u8], usize) {
    let text = &text[..text.len().min(LONGEST_NAME)];
    let is_blank = |byte: &u8| *byte != b'\n' && byte.is_ascii_whitespace();
    let start = 1 + text[1..].iter().take_while(|byte| is_blank(byte)).count();
    let length = name_length(&text[start..]);
    (&text[start..start + length], start + length)
}

fn has_whole_name(text: &[u8]) -> bool {
    name_of_tag(text).1 < text.len()
}

impl Scanner {
    /// Moves the positions that the scanner has stored after the first `bytes` bytes of the text have been removed.
    pub(crate) fn shift(&mut self, bytes: usize) {
        self.lead = self.lead.and_then(|lead| lead.checked_sub(bytes));
    }

    /// Forgets the comments before the next game, because a part of the text after them has been dropped.
    pub(crate) fn forget_lead(&mut self) {
        self.lead = None;
    }

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
                    _ if is_blank(byte) => {
                        let line_ends = usize::from(byte == b'\n');
                        self.missing_line_ends = self.missing_line_ends.saturating_sub(line_ends);
                        *at += 1;
                    }
                    b'{' => self.comment(Inside::Braces, at),
                    b';' => self.comment(Inside::Line, at),
                    b'%' if begins_line => self.enter(Inside::Line, at),
                    b'[' if !is_whole && rest.len() < LONGEST_NAME && !has_whole_name(rest) => {
                        self.in_line = !begins_line;
                        return None;
                    }
                    b'[' => {
                        if let Some(start) = self.tag(rest, at) {
                            return Some(start);
                        }
                    }
                    _ if !is_whole && rest.len() <= LOOK_AHEAD => {
                        self.in_line = !begins_line;
                        return None;
                    }
                    _ if has_mark(rest) => *at += MARK,
                    _ => {
                        if let Some(start) = self.word(rest, at) {
                            return Some(start);
                        }
                    }
                },
                Inside::Word | Inside::Glyph if ends_word(byte) => {
                    (self.inside, self.in_line) = (Inside::Nothing, true);
                }
                Inside::Word if !is_whole && rest.len() <= LOOK_AHEAD => {
                    self.in_line = !begins_line;
                    return None;
                }
                Inside::Word => self.end_of_word(rest, at),
                Inside::Glyph => {
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
                        Some(b'"') => self.inside = Inside::Quote,
                        Some(b'\\') => self.inside = Inside::Escape,
                        _ => {}
                    }
                }
                Inside::Quote => match byte {
                    b']' | b'\n' => self.enter(Inside::Nothing, at),
                    _ if byte.is_ascii_whitespace() => *at += 1,
                    _ => (self.inside, self.in_line) = (Inside::Quotes, true),
                },
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

    /// Enters a comment. A comment at the start of the text, or after a result and an empty line, belongs to the next game.
    fn comment(&mut self, inside: Inside, at: &mut usize) {
        if self.section == Section::Between && self.missing_line_ends == 0 {
            self.lead.get_or_insert(*at);
        }
        // The line end of a comment that ends with its line is a part of the comment.
        self.missing_line_ends = self.most_line_ends() - usize::from(inside == Inside::Line);
        self.enter(inside, at);
    }

    /// Returns the number of line ends that separate games: one ends the line, and each of the others an empty line.
    fn most_line_ends(&self) -> usize {
        if self.section == Section::Tags { 3 } else { 2 }
    }

    /// Enters a tag. Returns the index where a game begins, if the tag begins one.
    fn tag(&mut self, rest: &[u8], at: &mut usize) -> Option<usize> {
        let name = canonical(name_of_tag(rest).0);
        let mut start = (self.section != Section::Tags).then(|| self.lead.take().unwrap_or(*at));
        let is_separate = self.missing_line_ends <= usize::from(name == EVENT);
        if start.is_none() && (is_separate || !self.names.add(name)) {
            start = Some(*at);
        }
        if start.is_some() {
            self.names.0.clear();
            self.names.add(name);
        }
        (self.section, self.depth) = (Section::Tags, 0);
        self.missing_line_ends = self.most_line_ends();
        self.enter(Inside::Tag, at);
        start
    }

    fn end_game(&mut self) {
        self.section = Section::Between;
        self.missing_line_ends = self.most_line_ends();
    }

    /// Continues with another byte of a word. A word may end with a result, such as `Nf3#1-0`.
    fn end_of_word(&mut self, rest: &[u8], at: &mut usize) {
        if self.depth == 0 && self.section == Section::Moves && result_at(rest).is_some() {
            self.end_game();
        }
        let end = rest[1..].iter().position(|byte| may_change(*byte) || ends_word(*byte));
        *at += 1 + end.unwrap_or(rest.len() - 1);
    }

    /// Continues with the first byte of a word or a mark of the moves. Returns its index if a game begins there.
    fn word(&mut self, rest: &[u8], at: &mut usize) -> Option<usize> {
        let mut start = *at;
        let is_glyph = rest[0] == b'$';
        let result = result_at(rest);
        let is_second_result = result.is_some() && self.missing_line_ends > 0 && self.lead.is_none();
        let begins = self.section == Section::Between && !is_glyph && !is_second_result;
        if begins {
            start = self.lead.take().unwrap_or(start);
            (self.section, self.depth) = (Section::Moves, 0);
        } else if self.section == Section::Tags && !is_glyph {
            self.section = Section::Moves;
        } else if is_glyph && self.section == Section::Between {
            // The glyph, and the comments before it, belong to the game before.
            (self.lead, self.missing_line_ends) = (None, 2);
        }
        match rest[0] {
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ if self.depth == 0 && result.is_some() => self.end_game(),
            _ => {}
        }
        *at += 1;
        self.inside = match rest[0] {
            b'$' => Inside::Glyph,
            mark if ends_word(mark) => Inside::Nothing,
            _ => Inside::Word,
        };
        begins.then_some(start)
    }
}
