//! Removes byte order marks and other traces of foreign systems from text. The module `text_source` lists them.

use std::borrow::Cow;

use crate::lines::MARK;
use crate::not_text::{LONGEST_MAGIC, NotText};

/// The byte that ends a text in DOS.
pub(crate) const DOS_END: u8 = 0x1A;

/// The number of bytes, from the first carriage return, that are searched for a line feed. A run of at least this many
/// bytes 0x1A is kept, unless it is at the start of a line.
pub(crate) const LOOK_AHEAD: usize = 1 << 12;

/// Removes what [`TextSource`](crate::TextSource) removes, from a text that arrives in parts.
///
/// ```
/// use setwise_positions::TextFilter;
///
/// let (mut filter, mut text) = (TextFilter::default(), Vec::new());
/// for (part, has_ended) in [(&b"\xEF\xBB\xBFone line\x1A"[..], false), (b"\n", true)] {
///     let start = text.len();
///     text.extend_from_slice(part);
///     filter.apply(&mut text, start, has_ended)?;
/// }
/// assert_eq!(text, b"one line\n");
/// # Ok::<(), setwise_positions::NotText>(())
/// ```
#[derive(Debug)]
pub struct TextFilter {
    /// Whether the first bytes have been checked.
    is_checked: bool,
    /// What ends the lines of the text, or `None` as long as this is open.
    line_ends: Option<LineEnds>,
    /// The place of the next byte.
    place: Place,
    /// The bytes that have been read, and whose meaning depends on later bytes.
    held: Vec<u8>,
    /// Whether the byte before the next one was a carriage return that is now a line feed.
    after_return: bool,
}

/// What ends the lines of a text. A program that reads a text in memory in parts of whole lines uses this type instead of
/// [`plain_text`](crate::plain_text), which does not show how many bytes of the original text belong to a line.
///
/// ```
/// use setwise_positions::LineEnds;
///
/// let text = b"8/8 w\r8/8 b\r\x1A";
/// let ends = LineEnds::of(text);
/// assert_eq!(ends, LineEnds::Returns);
/// assert_eq!(ends.find(text).collect::<Vec<_>>(), [5, 11]);
/// assert_eq!(*ends.plain(&text[6..]), *b"8/8 b\n");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LineEnds {
    /// Line feeds, possibly after carriage returns.
    Feeds,
    /// Carriage returns and line feeds. A line feed after a carriage return ends the same line.
    Returns,
}

impl LineEnds {
    /// Returns what ends the lines of a text. `text` must contain the first line and at least 4 KiB after it, or the
    /// whole text if it is shorter.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let mut filter = TextFilter::default();
        filter.decide(text, true);
        filter.line_ends.unwrap_or(Self::Feeds)
    }

    /// Returns the index of the last byte of each line end, in ascending order.
    #[must_use]
    pub fn find(self, text: &[u8]) -> Box<dyn Iterator<Item = usize> + '_> {
        let is_last = |end: &usize| text[*end] == b'\n' || text.get(end + 1) != Some(&b'\n');
        match self {
            Self::Feeds => Box::new(memchr::memchr_iter(b'\n', text)),
            Self::Returns => Box::new(memchr::memchr2_iter(b'\r', b'\n', text).filter(is_last)),
        }
    }

    /// Returns whole lines of a text as [`plain_text`](crate::plain_text) returns them, with the same number of lines. The
    /// usual text is not copied. The first bytes are not checked for other formats.
    #[must_use]
    pub fn plain(self, lines: &[u8]) -> Cow<'_, [u8]> {
        let mut filter = TextFilter { is_checked: true, line_ends: Some(self), ..TextFilter::default() };
        if filter.passes(lines) {
            return lines.into();
        }
        let mut plain = Vec::new();
        match filter.push(lines, true, &mut plain) {
            Ok(()) => plain.into(),
            Err(_) => unreachable!("the first bytes are not checked"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    LineStart,
    Inside,
    /// Inside a line, in a run of the byte 0x1A that is too long to be removed.
    LongRun,
}

impl Default for TextFilter {
    fn default() -> Self {
        Self { is_checked: false, line_ends: None, place: Place::LineStart, held: Vec::new(), after_return: false }
    }
}

impl TextFilter {
    /// Filters the next part of the text, which is the end of `text` from the index `start` on. The usual part is
    /// left unchanged and not copied. Bytes whose meaning depends on later bytes are held back until the next part.
    /// `has_ended` says that no text follows.
    ///
    /// # Errors
    ///
    /// Returns an error, and removes the part, if the text starts like a file of another format.
    pub fn apply(&mut self, text: &mut Vec<u8>, start: usize, has_ended: bool) -> Result<(), NotText> {
        if self.passes(&text[start..]) {
            return Ok(());
        }
        let part = text.split_off(start);
        self.push(&part, has_ended, text)
    }

    /// Returns whether the next part of the text remains as it is. Otherwise, it must be passed to [`push`](Self::push).
    pub(crate) fn passes(&mut self, part: &[u8]) -> bool {
        let Some(last) = part.last() else { return self.held.is_empty() };
        if !self.held.is_empty() || !self.is_checked && (part.len() < LONGEST_MAGIC || NotText::of(part).is_some()) {
            return false;
        }
        self.decide(part, false);
        let is_usual = match self.line_ends {
            Some(LineEnds::Returns) => false,
            Some(LineEnds::Feeds) => true,
            None => memchr::memchr(b'\r', part).is_none(),
        };
        let passes = is_usual && memchr::memchr2(MARK[0], DOS_END, part).is_none();
        if passes {
            self.is_checked = true;
            self.place = if *last == b'\n' { Place::LineStart } else { Place::Inside };
        }
        passes
    }

    /// Decides what ends the lines, if this is still open and the text contains enough for it. `has_ended` says that no
    /// text follows.
    fn decide(&mut self, text: &[u8], has_ended: bool) {
        if self.line_ends.is_none()
            && let Some(end) = memchr::memchr2(b'\r', b'\n', text)
        {
            let after = &text[end..];
            let near = &after[..after.len().min(LOOK_AHEAD)];
            if memchr::memchr(b'\n', near).is_some() {
                self.line_ends = Some(LineEnds::Feeds);
            } else if has_ended || near.len() == LOOK_AHEAD {
                self.line_ends = Some(LineEnds::Returns);
            }
        }
    }

    /// Appends the next part of the text to `out`, except for what is removed or held. If the text `has_ended`, nothing
    /// is held.
    #[cold]
    pub(crate) fn push(&mut self, part: &[u8], has_ended: bool, out: &mut Vec<u8>) -> Result<(), NotText> {
        let was_open = self.line_ends.is_none();
        self.hold(part);
        if !self.is_checked {
            if self.held.len() < LONGEST_MAGIC && !has_ended {
                return Ok(());
            }
            NotText::of(&self.held).map_or(Ok(()), Err)?;
            self.is_checked = true;
        }
        let mut held = std::mem::take(&mut self.held);
        self.decide(&held, has_ended);
        if was_open && self.line_ends == Some(LineEnds::Returns) {
            self.hold(&held);
            held = std::mem::take(&mut self.held);
        }
        // As long as the meaning of a carriage return is open, it waits with all text after it.
        let open = memchr::memchr(b'\r', &held).filter(|_| self.line_ends.is_none()).unwrap_or(held.len());
        let waits_at = open - self.filter(&held[..open], has_ended || open < held.len(), out);
        self.held = held.split_off(waits_at);
        Ok(())
    }

    /// Appends text to the text that is held. If carriage returns end the lines, replaces them by line feeds. A line feed
    /// after a carriage return ends the same line.
    fn hold(&mut self, part: &[u8]) {
        if self.line_ends != Some(LineEnds::Returns) {
            self.held.extend_from_slice(part);
            return;
        }
        for byte in part {
            if *byte != b'\n' || !self.after_return {
                self.held.push(if *byte == b'\r' { b'\n' } else { *byte });
            }
            self.after_return = *byte == b'\r';
        }
    }

    /// Appends `text` to `out` without marks and without bytes 0x1A at the start or at the end of a line. Returns the
    /// number of bytes at the end of `text` whose meaning depends on later bytes. `is_whole` says that a line end or the
    /// end of the text follows.
    fn filter(&mut self, text: &[u8], is_whole: bool, out: &mut Vec<u8>) -> usize {
        let mut rest = text;
        while !rest.is_empty() {
            let ends = rest.iter().take_while(|byte| **byte == DOS_END).count();
            let length = match self.place {
                Place::LineStart if rest.starts_with(MARK) => {
                    rest = &rest[MARK.len()..];
                    continue;
                }
                Place::LineStart if !is_whole && MARK.starts_with(rest) => return rest.len(),
                Place::LineStart if ends > 0 => {
                    rest = &rest[ends..];
                    continue;
                }
                Place::LongRun if ends > 0 => ends,
                _ if ends >= LOOK_AHEAD => {
                    self.place = Place::LongRun;
                    ends
                }
                _ if ends > 0 => match rest[ends..] {
                    [] if !is_whole => return ends,
                    [] | [b'\r' | b'\n', ..] => {
                        rest = &rest[ends..];
                        continue;
                    }
                    _ => ends,
                },
                _ => {
                    let length = memchr::memchr2(MARK[0], DOS_END, &rest[1..]).map_or(rest.len(), |at| at + 1);
                    self.place = if rest[length - 1] == b'\n' { Place::LineStart } else { Place::Inside };
                    length
                }
            };
            let (kept, after) = rest.split_at(length);
            out.extend_from_slice(kept);
            rest = after;
        }
        0
    }
}
