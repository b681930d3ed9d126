//! Whole lines from a file, a buffer at a time.

use std::io::{self, Read};

use crate::LONGEST_LINE;

/// Reads text in pieces of whole lines, into a buffer that is used again.
///
/// ```
/// use setwise_positions::Text;
///
/// let mut text = Text::new(&b"one\ntwo\nthree"[..]);
/// let mut buffer = Vec::new();
/// assert!(text.read(&mut buffer)?);
/// assert_eq!(buffer, b"one\ntwo\nthree");
/// assert!(!text.read(&mut buffer)?);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Text<R> {
    source: R,
    /// Bytes a piece.
    piece: usize,
    /// What stands behind the last whole line.
    rest: Vec<u8>,
    /// Whether what comes next belongs to a line too long to be a position, whose beginning was given.
    skipping: bool,
}

/// Bytes a piece: some thousand lines, so that what is done once a piece is done seldom, and few enough for a second-level
/// cache.
const PIECE: usize = 1 << 18;

impl<R: Read> Text<R> {
    /// Reads from `source`, which need not be buffered.
    pub fn new(source: R) -> Self {
        Self { source, piece: PIECE, rest: Vec::new(), skipping: false }
    }

    /// Puts the next lines into the buffer, in place of what it has. Whether there were any.
    ///
    /// Lines are whole, but for one that has no end within a piece: blanks that it begins with are passed over, and if that is
    /// not enough, its beginning is given, more than [`LONGEST_LINE`], with a line end, and the rest is passed over. So lines
    /// keep their numbers.
    ///
    /// # Errors
    ///
    /// What the source cannot give. The buffer is empty then.
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
                    None if buffer.len() < self.piece => continue,
                    None if buffer[0].is_ascii_whitespace() => {
                        let blanks = buffer.len() - buffer.trim_ascii_start().len();
                        buffer.drain(..blanks);
                        continue;
                    }
                    None => {
                        buffer.truncate(LONGEST_LINE + 1);
                        buffer.push(b'\n');
                        self.skipping = true;
                    }
                }
            }
            return Ok(!buffer.is_empty());
        }
    }

    /// Fills the buffer up to a piece. Whether the source has ended.
    fn fill(&mut self, buffer: &mut Vec<u8>) -> io::Result<bool> {
        let wanted = self.piece - buffer.len();
        match self.source.by_ref().take(wanted as u64).read_to_end(buffer) {
            Ok(bytes) => Ok(bytes < wanted),
            Err(error) => {
                buffer.clear();
                Err(error)
            }
        }
    }

    /// Takes the rest of a line that was too long off the buffer.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives a few bytes at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let few = buffer.len().min(3);
            self.0.read(&mut buffer[..few])
        }
    }

    fn pieces(text: &[u8], piece: usize) -> Vec<Vec<u8>> {
        let mut source = Text { piece, ..Text::new(Slow(text)) };
        let (mut pieces, mut buffer) = (Vec::new(), Vec::new());
        while source.read(&mut buffer).unwrap() {
            pieces.push(buffer.clone());
        }
        pieces
    }

    #[test]
    fn pieces_end_where_lines_end_and_nothing_is_lost() {
        let text = b"one\ntwo\n\nthree and four\nfive";
        for piece in 15..40 {
            let pieces = pieces(text, piece);
            assert_eq!(pieces.concat(), text, "{piece}");
            let (_, whole) = pieces.split_last().unwrap();
            assert!(whole.iter().all(|piece| piece.ends_with(b"\n")), "{piece}");
        }
        assert_eq!(pieces(b"", 10), Vec::<Vec<u8>>::new());
        assert_eq!(pieces(b"\n", 10), [b"\n"]);
    }

    /// Of a line without an end in sight only the beginning is kept, and the next line has its right number.
    #[test]
    fn a_line_too_long_is_cut_and_passed_over() {
        // The last of them end so close to a piece's end that the next line is cut.
        for length in [5000, 20_000, 100_000].into_iter().chain(2 * 4500 - 20..2 * 4500) {
            let text = [b"first\n".to_vec(), vec![b'x'; length], b"\nlast\n".to_vec()].concat();
            let got = pieces(&text, 4500);
            assert!(got.iter().all(|piece| piece.len() <= 4500));
            assert_eq!(got.concat().iter().filter(|byte| **byte == b'\n').count(), 3, "{length}");
            assert_eq!(got.last().unwrap(), b"last\n");
        }
        assert_eq!(pieces(&[b'x'; 9000], 4500), [[vec![b'x'; LONGEST_LINE + 1], vec![b'\n']].concat()]);
    }

    /// However many blanks a line begins with, what stands behind them is read.
    #[test]
    fn blanks_before_a_line_do_not_make_it_too_long() {
        for blanks in [4480, 4499, 4500, 4501, 9000, 100_000] {
            let text = [b"first\n".to_vec(), vec![b' '; blanks], b"here\nlast".to_vec()].concat();
            let all = pieces(&text, 4500).concat();
            let lines: Vec<_> = crate::lines(&all, 1).collect();
            assert_eq!(lines, [(1, &b"first"[..]), (2, b"here"), (3, b"last")], "{blanks}");
        }
        assert_eq!(pieces(&[b' '; 9000], 4500).concat().trim_ascii(), b"");
    }

    #[test]
    fn an_error_of_the_source_leaves_nothing() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut buffer = b"old".to_vec();
        assert!(Text::new(Broken).read(&mut buffer).is_err());
        assert!(buffer.is_empty());
    }
}
