//! Reads a text in chunks that consist of whole lines.

use std::io::{self, Read};
use std::mem;

use crate::{LONGEST_LINE, TextSource};

/// Reads text in chunks of whole lines into a buffer that can be reused. The text is read through [`TextSource`].
///
/// ```
/// use setwise_positions::LineChunks;
///
/// let mut text = LineChunks::new(&b"one\ntwo\nthree"[..]);
/// let mut buffer = Vec::new();
/// assert!(text.read(&mut buffer)?);
/// assert_eq!(buffer, b"one\ntwo\nthree");
/// assert!(!text.read(&mut buffer)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct LineChunks<R> {
    source: TextSource<R>,
    /// The largest chunk, in bytes.
    chunk_size: usize,
    /// The text after the last whole line of a chunk. It has been read but not returned.
    rest: Vec<u8>,
    /// Whether the next text continues a line that is too long. The beginning of this line has already been returned.
    skipping: bool,
}

/// The default size of a chunk in bytes. A chunk of this size fits into a second-level cache, and contains several
/// thousand lines, so the work per chunk hardly matters.
const CHUNK: usize = 1 << 18;

/// The smallest size of a chunk, in bytes. After a line has been shortened to `LONGEST_LINE` + 1 bytes, almost half of
/// a chunk of this size is free for more text.
const SMALLEST_CHUNK: usize = 2 * LONGEST_LINE;

impl<R: Read> LineChunks<R> {
    /// Creates a reader of `source`, which need not be buffered.
    pub fn new(source: R) -> Self {
        Self::with_chunk_size(CHUNK, source)
    }

    /// Creates a reader of `source` with chunks of at most `bytes` bytes. A line end that is appended to a shortened
    /// line is not counted. If `bytes` is less than twice [`LONGEST_LINE`], twice [`LONGEST_LINE`] is used instead.
    pub fn with_chunk_size(bytes: usize, source: R) -> Self {
        let source = TextSource::new(source);
        Self { source, chunk_size: bytes.max(SMALLEST_CHUNK), rest: Vec::new(), skipping: false }
    }

    /// Replaces the content of the buffer with the next lines. Returns `false` if there are no more lines.
    ///
    /// A line that fits into a chunk together with its line end is returned unchanged. A longer line may lose blanks at
    /// either end. If the line without these blanks is longer than [`LONGEST_LINE`], it may be shortened further. If
    /// its end is cut off, a line end is added. The shortened line is also longer than [`LONGEST_LINE`], so it is still
    /// reported as too long. The chunk size therefore affects neither the line numbers nor which lines are accepted as
    /// positions.
    ///
    /// # Errors
    ///
    /// Returns the error of the source, and leaves the buffer empty. The bytes read so far are kept inside the reader
    /// for the next call. After an error such as [`WouldBlock`](io::ErrorKind::WouldBlock), the next call continues
    /// where the failed call stopped.
    pub fn read(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        buffer.clear();
        buffer.append(&mut self.rest);
        loop {
            let ended = self.fill(buffer)?;
            if self.skipping {
                self.skip(buffer);
                if buffer.is_empty() && !ended {
                    continue;
                }
            }
            if !ended {
                match memchr::memrchr(b'\n', buffer) {
                    Some(newline) => self.rest.extend(buffer.drain(newline + 1..)),
                    None if buffer.len() < self.chunk_size => continue,
                    None => {
                        self.skipping = shorten(buffer);
                        if !self.skipping {
                            continue;
                        }
                    }
                }
            }
            return Ok(!buffer.is_empty());
        }
    }

    /// Reads until the buffer contains a full chunk or the source ends. Returns whether the source ended before the
    /// chunk was full. After an error, all bytes read so far are in `rest`.
    fn fill(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let read = self.source.append(buffer, self.chunk_size - buffer.len());
        if read.is_err() {
            mem::swap(buffer, &mut self.rest);
        }
        read
    }

    /// Removes from the buffer the rest of a line that has been returned as too long.
    fn skip(&mut self, buffer: &mut Vec<u8>) {
        match memchr::memchr(b'\n', buffer) {
            Some(newline) => {
                buffer.drain(..=newline);
                self.skipping = false;
            }
            None => buffer.clear(),
        }
    }
}

/// Shortens a line whose end has not been read. If the text read so far makes the line too long, appends a line end and
/// returns `true`.
///
/// Otherwise keeps at most [`LONGEST_LINE`] + 1 bytes of the line. This cuts off only blanks. If blanks at the end are
/// cut off, `LONGEST_LINE` + 1 bytes remain, so the line is too long if more text follows. If only blanks follow, the
/// line is not too long, because blanks at the end of a line are trimmed later.
fn shorten(line: &mut Vec<u8>) -> bool {
    let blanks = line.len() - line.trim_ascii_start().len();
    line.drain(..blanks);
    let without_blanks = line.trim_ascii_end().len();
    let too_long = without_blanks > LONGEST_LINE;
    if too_long {
        line.truncate(without_blanks);
        line.push(b'\n');
    } else {
        line.truncate(LONGEST_LINE + 1);
    }
    too_long
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halting::Halting;

    /// Reads a text in chunks of `chunk_size` bytes, which may be less than `SMALLEST_CHUNK`. Continues after each
    /// error.
    fn chunks(text: &[u8], chunk_size: usize) -> Vec<Vec<u8>> {
        let mut source = LineChunks { chunk_size, ..LineChunks::new(Halting::new(text, 7)) };
        let (mut chunks, mut buffer) = (Vec::new(), b"old".to_vec());
        loop {
            match source.read(&mut buffer) {
                Ok(true) => chunks.push(buffer.clone()),
                Ok(false) => return chunks,
                Err(error) => assert!(buffer.is_empty() && error.kind() == io::ErrorKind::WouldBlock),
            }
        }
    }

    /// Reads a text in chunks of the smallest size and returns its lines.
    fn lines_of(text: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let all = chunks(text, SMALLEST_CHUNK).concat();
        crate::lines(&all, 1).map(|(number, line)| (number, line.to_vec())).collect()
    }

    /// The source returns an error at every other call, after which reading must continue.
    #[test]
    fn chunks_end_where_lines_end_and_nothing_is_lost() {
        let text = b"one\ntwo\n\nthree and four\nfive";
        for chunk in 15..40 {
            let chunks = chunks(text, chunk);
            assert_eq!(chunks.concat(), text, "{chunk}");
            let (_, whole) = chunks.split_last().unwrap();
            assert!(whole.iter().all(|chunk| chunk.ends_with(b"\n")), "{chunk}");
        }
        assert_eq!(chunks(b"", 10), Vec::<Vec<u8>>::new());
        assert_eq!(chunks(b"\n", 10), [b"\n"]);
    }

    /// A line that is too long must be cut off after its beginning, and the next line must keep its line number.
    #[test]
    fn a_line_too_long_is_cut_and_passed_over() {
        // With some lengths close to `2 * 4500`, the next line starts just before the end of a chunk and is split
        // between two chunks.
        for length in [5000, 20_000, 100_000].into_iter().chain(2 * 4500 - 20..2 * 4500) {
            let text = [b"first\n".to_vec(), vec![b'x'; length], b"\nlast\n".to_vec()].concat();
            let got = chunks(&text, 4500);
            assert!(got.iter().all(|chunk| chunk.len() <= 4500 + 1), "a chunk and a line end");
            assert_eq!(got.concat().iter().filter(|byte| **byte == b'\n').count(), 3, "{length}");
            assert_eq!(got.last().unwrap(), b"last\n");
        }
        assert!(chunks(&[b'x'; 9000], 4500) == [[vec![b'x'; 4500], vec![b'\n']].concat()]);
    }

    /// Returns runs of blanks of several lengths, some of which end a few bytes before or after the end of a chunk.
    fn blanks() -> impl Iterator<Item = Vec<u8>> {
        let numbers = [0, 5000, 100_000].into_iter();
        let numbers = numbers.chain((1..4).flat_map(|n| n * SMALLEST_CHUNK - 10..n * SMALLEST_CHUNK + 2));
        numbers.map(|number| b" \t\r ".iter().copied().cycle().take(number).collect())
    }

    #[test]
    fn blanks_before_and_after_a_line_do_not_make_it_too_long() {
        for blanks in blanks() {
            let text = [b"first\n", &blanks[..], b"here", &blanks, b"\n", &blanks, b"\nlast", &blanks].concat();
            let expected = [(1, b"first".to_vec()), (2, b"here".to_vec()), (4, b"last".to_vec())];
            assert_eq!(lines_of(&text), expected, "{} blanks", blanks.len());
            assert_eq!(lines_of(&blanks), []);
        }
    }

    /// A line must be too long if more than `LONGEST_LINE` blanks separate two parts of its text.
    #[test]
    fn text_after_many_blanks_makes_a_line_too_long() {
        for blanks in blanks().filter(|blanks| blanks.len() > LONGEST_LINE) {
            let got = lines_of(&[b"#\nhere", &blanks[..], b"junk\nlast"].concat());
            assert_eq!((got.len(), &got[1]), (2, &(3, b"last".to_vec())), "{} blanks", blanks.len());
            let line = &got[0].1;
            assert!(line.len() > LONGEST_LINE && line.starts_with(b"here"), "{} blanks", blanks.len());
        }
    }

    #[test]
    fn line_numbers_are_those_of_the_source() {
        for blanks in blanks().filter(|blanks| blanks.len() < 1 << 10) {
            let text = ["\u{FEFF}".as_bytes(), &blanks, b"one\n", "\u{FEFF}two\n\x1A".as_bytes()].concat();
            let expected = [(1, b"one".to_vec()), (2, b"two".to_vec())];
            assert_eq!(lines_of(&text), expected, "{} blanks", blanks.len());
        }
        assert_eq!(lines_of(b"one\r\rthree\r"), [(1, b"one".to_vec()), (3, b"three".to_vec())]);
    }
}
