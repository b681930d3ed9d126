//! Reads text from files of other programs: [`TextSource`].
//!
//! Text from foreign systems may contain bytes that say nothing about positions:
//!
//! - a byte order mark at the start of the text, or at the start of a line if files with marks have been joined;
//! - the byte 0x1A, with which DOS ended texts, at the start or at the end of a line;
//! - carriage returns as line ends, as on old Macs. A text has such line ends if a carriage return is its first line end
//!   and no line feed follows within the next 4 KiB. Carriage returns in other texts remain.
//!
//! Marks and bytes 0x1A are removed here, and carriage returns that end lines become line feeds, before any reader sees
//! the text. The usual text is not copied: after one search for two rare bytes, 0x1A and the first byte of a mark, it
//! remains where the source has stored it. The result does not depend on the size of the parts in which the source
//! returns the text.

use std::borrow::Cow;
use std::io::{self, Read};

use crate::not_text::NotText;
use crate::text_filter::TextFilter;

/// Reads text without the traces of foreign systems. Byte order marks at the start of a line, and bytes 0x1A at the
/// start or at the end of a line, are removed. Carriage returns become line feeds if the first line ends with one and
/// no line feed follows within 4 KiB. Text in UTF-16, compressed text and files of other formats are errors.
///
/// ```
/// use std::io::Read;
///
/// use setwise_positions::TextSource;
///
/// let mut text = String::new();
/// TextSource::new(&b"\xEF\xBB\xBFone\rtwo\r\x1A"[..]).read_to_string(&mut text)?;
/// assert_eq!(text, "one\ntwo\n");
/// let error = TextSource::new(&b"BZh91AY&SY"[..]).read_to_string(&mut text).unwrap_err();
/// assert!(error.to_string().contains("compressed with bzip2"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct TextSource<R> {
    source: R,
    filter: TextFilter,
    /// Text that has been filtered, and the number of its bytes that have been returned.
    ready: Vec<u8>,
    returned: usize,
    ended: bool,
}

impl<R: Read> TextSource<R> {
    /// Creates a reader of the text in `source`, which need not be buffered.
    pub fn new(source: R) -> Self {
        Self { source, filter: TextFilter::default(), ready: Vec::new(), returned: 0, ended: false }
    }

    /// Appends the next `bytes` bytes to `text`, or fewer if the text ends earlier. Returns whether it has ended
    /// earlier.
    ///
    /// # Errors
    ///
    /// Returns the error of the source, or [`NotText`] in an error of the kind
    /// [`InvalidData`](io::ErrorKind::InvalidData). The bytes that have been read before the error are appended. The
    /// next call continues after them.
    pub fn append(&mut self, text: &mut Vec<u8>, bytes: usize) -> io::Result<bool> {
        let end = text.len() + bytes;
        loop {
            self.take_ready(text, end);
            if text.len() == end || self.ended {
                return Ok(text.len() < end);
            }
            let (start, wanted) = (text.len(), end - text.len());
            let read = self.source.by_ref().take(wanted as u64).read_to_end(text);
            self.ended = matches!(read, Ok(bytes) if bytes < wanted);
            if !self.filter.passes(&text[start..]) {
                let part = text.split_off(start);
                self.filter(&part)?;
                self.take_ready(text, end);
            }
            read?;
        }
    }

    /// Appends text that is ready, until `text` has `end` bytes.
    fn take_ready(&mut self, text: &mut Vec<u8>, end: usize) {
        let ready = &self.ready[self.returned..];
        let ready = &ready[..ready.len().min(end - text.len())];
        text.extend_from_slice(ready);
        self.returned += ready.len();
    }

    /// Filters a part of the text, after all text that is ready has been returned.
    fn filter(&mut self, part: &[u8]) -> Result<(), NotText> {
        (self.returned, self.ready) = (0, Vec::new());
        self.filter.push(part, self.ended, &mut self.ready)
    }
}

impl<R: Read> Read for TextSource<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.returned == self.ready.len() && !self.ended && !buffer.is_empty() {
            let bytes = self.source.read(buffer)?;
            self.ended = bytes == 0;
            if self.filter.passes(&buffer[..bytes]) {
                return Ok(bytes);
            }
            self.filter(&buffer[..bytes])?;
        }
        let ready = &self.ready[self.returned..];
        let bytes = ready.len().min(buffer.len());
        buffer[..bytes].copy_from_slice(&ready[..bytes]);
        self.returned += bytes;
        Ok(bytes)
    }
}

/// Returns a text in memory without the traces of foreign systems, as [`TextSource`] returns it. The usual text is not
/// copied.
///
/// ```
/// use setwise_positions::{lines, plain_text};
///
/// let text = plain_text("\u{FEFF}8/8 w\n".as_bytes())?;
/// assert_eq!(lines(&text, 1).next(), Some((1, &b"8/8 w"[..])));
/// # Ok::<(), setwise_positions::NotText>(())
/// ```
///
/// # Errors
///
/// Returns [`NotText`] if the text starts like a file of another format.
pub fn plain_text(text: &[u8]) -> Result<Cow<'_, [u8]>, NotText> {
    let (mut filter, mut plain) = (TextFilter::default(), Vec::new());
    if filter.passes(text) {
        return Ok(text.into());
    }
    filter.push(text, true, &mut plain)?;
    Ok(plain.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halting::Halting;
    use crate::text_filter::{DOS_END, LOOK_AHEAD};

    /// Reads a text with `append` in steps of `step` bytes, from a source that returns `most` bytes at a time.
    fn appended(text: &[u8], most: usize, step: usize) -> Result<Vec<u8>, NotText> {
        let (mut source, mut all) = (TextSource::new(Halting::new(text, most)), Vec::new());
        loop {
            let before = all.len();
            let read = source.append(&mut all, step);
            assert!(all.len() <= before + step, "more bytes than were requested");
            match read {
                Ok(true) => return Ok(all),
                Ok(false) => assert_eq!(all.len(), before + step),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(*error.get_ref().unwrap().downcast_ref().unwrap()),
            }
        }
    }

    /// Reads a text with `read`.
    fn read(text: &[u8], most: usize) -> io::Result<Vec<u8>> {
        let (mut source, mut all) = (TextSource::new(Halting::new(text, most)), Vec::new());
        loop {
            match source.read_to_end(&mut all) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return other.map(|_| all),
            }
        }
    }

    /// Checks that a text is read as `expected` in every way of reading it.
    fn check(text: &[u8], expected: &[u8]) {
        let shown = String::from_utf8_lossy(&text[..text.len().min(80)]);
        assert!(*plain_text(text).unwrap() == *expected, "{shown:?}");
        for most in [1, 2, 3, 7, 8, 9, 1000, usize::MAX].into_iter().skip(if text.len() > 1000 { 3 } else { 0 }) {
            for step in [1, 5, 4096, 1 << 20].into_iter().skip(if text.len() > 1000 { 2 } else { 0 }) {
                assert!(appended(text, most, step).unwrap() == *expected, "{shown:?}, {most}, {step}");
            }
            assert!(read(text, most).unwrap() == *expected, "{shown:?}, {most}");
        }
    }

    #[test]
    fn the_usual_text_is_neither_changed_nor_copied() {
        for text in
            ["", "8/8 w\n", "8/8 w\n\n# comment\r\n  8 b", "\n\r\n", "caf\u{E9} \u{FF01} \u{FEFF}\n", "a\rb\nc\r\n"]
        {
            check(text.as_bytes(), text.as_bytes());
        }
        assert!(matches!(plain_text(b"8/8 w - -\r\n8/8 b - -\r\n"), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn marks_are_removed_at_the_start_of_a_line_and_nowhere_else() {
        let mark = |text: &str| text.replace('^', "\u{FEFF}").into_bytes();
        for (text, expected) in [
            ("^8/8 w\n", "8/8 w\n"),
            ("^", ""),
            ("^^a", "a"),
            ("^\n^\n", "\n\n"),
            ("one\n^two\r\n^three", "one\ntwo\r\nthree"),
            ("one ^two\n ^three^\n", "one ^two\n ^three^\n"),
            ("^one\r^two", "one\ntwo"),
        ] {
            check(&mark(text), &mark(expected));
        }
        for part in [&b"\xEF"[..], b"\xEF\xBB", b"a\n\xEF", b"\xEF\xBBa and more", b"\xBB\xBF"] {
            check(part, part);
        }
    }

    #[test]
    fn the_end_of_a_dos_text_is_removed_at_the_start_or_the_end_of_a_line() {
        for (text, expected) in [
            ("1. e4 *\n\x1A", "1. e4 *\n"),
            ("1. e4 *\x1A", "1. e4 *"),
            ("1. e4 *\r\n\x1A\r\n", "1. e4 *\r\n\r\n"),
            ("1. e4 *\x1A\r\n", "1. e4 *\r\n"),
            ("1. e4 *\n\x1A\x1A\x1A", "1. e4 *\n"),
            ("1. e4 *\n\x1A\u{FEFF}1. d4 *\n\x1A", "1. e4 *\n1. d4 *\n"),
            ("\x1A", ""),
            ("a\x1Ab\n", "a\x1Ab\n"),
            ("old\rmac\r\x1A", "old\nmac\n"),
        ] {
            check(text.as_bytes(), expected.as_bytes());
        }
        for length in [100, LOOK_AHEAD - 1, LOOK_AHEAD, 3 * LOOK_AHEAD] {
            let run = vec![DOS_END; length];
            let text = [b"text", &run[..]].concat();
            check(&text, if length < LOOK_AHEAD { b"text" } else { &text });
            check(&[b"text\n", &run[..], b"8"].concat(), b"text\n8");
        }
    }

    #[test]
    fn carriage_returns_end_lines_only_if_no_line_feed_does() {
        for (text, expected) in [
            ("one\rtwo\r", "one\ntwo\n"),
            ("one\r\rtwo", "one\n\ntwo"),
            ("\r\r", "\n\n"),
            ("one\rtwo\nthree", "one\rtwo\nthree"),
            ("one\r\r\ntwo\r\r\n", "one\r\r\ntwo\r\r\n"),
            ("one\ntwo\rthree", "one\ntwo\rthree"),
        ] {
            check(text.as_bytes(), expected.as_bytes());
        }
        let long = |between: usize| [b"one\r", &vec![b'x'; between][..], b"\rtwo\r\nthree\n\n"].concat();
        let feeds = |between: usize| [b"one\n", &vec![b'x'; between][..], b"\ntwo\nthree\n\n"].concat();
        check(&long(LOOK_AHEAD - 7), &long(LOOK_AHEAD - 7));
        check(&long(LOOK_AHEAD - 6), &feeds(LOOK_AHEAD - 6));
        check(&long(2 * LOOK_AHEAD), &feeds(2 * LOOK_AHEAD));
    }

    #[test]
    fn other_formats_are_refused_by_name() {
        for (text, what) in [
            (&b"BZh91AY&SY\xE1\xD2"[..], "compressed with bzip2"),
            (b"\xFD7zXZ\0\0\x04\xE6\xD6", "compressed with xz"),
            (b"PK\x03\x04\x14\0\0\0\x08\0", "a ZIP archive"),
            (b"\x1F\x8B\x08\0\0\0\0\0", "compressed with gzip"),
            (b"\x28\xB5\x2F\xFD\x04\0\0\0", "compressed with zstd"),
            (b"\xFF\xFE8\0/\08\0", "encoded in UTF-16"),
            (b"\xFE\xFF\08\0/\08", "encoded in UTF-16"),
            (b"8\0/\08\0 \0w\0", "encoded in UTF-16"),
            (b"\0[\0E\0v\0e\0n", "encoded in UTF-16"),
            (b"\xFF\xFE\0\0[\0\0\0", "encoded in UTF-32"),
            (b"\xFF\xFE", "encoded in UTF-16"),
        ] {
            for most in [1, 3, usize::MAX] {
                assert_eq!(appended(text, most, 1000).unwrap_err().what(), what);
                assert_eq!(read(text, most).unwrap_err().kind(), io::ErrorKind::InvalidData, "{what}");
            }
            assert_eq!(plain_text(text).unwrap_err().what(), what);
        }
        for text in [&b"BZh"[..], b"BZhx", b"8\08\0", b"PK", b"8/8 w\0\0"] {
            let is_utf_16 = text == b"8\08\0";
            assert_eq!(plain_text(text).is_err(), is_utf_16, "{text:?}");
        }
    }
}
