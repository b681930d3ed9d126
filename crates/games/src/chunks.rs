//! Cuts a text of games into chunks that consist of whole games.

use std::collections::VecDeque;
use std::io::{self, Read};

use setwise_positions::{NotText, TextFilter, column};

use crate::scan::Scanner;

/// Whole games, cut from a text by [`GameChunks`], or collected from the rows of a table by
/// [`push_row`](GameChunk::push_row).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameChunk {
    /// The text of the games.
    pub(crate) text: Vec<u8>,
    /// The index in `text` where each game begins.
    pub(crate) starts: Vec<usize>,
    /// The number and the line of each game if the games are rows, otherwise empty.
    pub(crate) rows: Vec<(usize, usize)>,
    /// The number of the first game, and of the first line, counted from 1.
    first_game: usize,
    first_line: usize,
    /// The column of the first byte, counted from 1 in its line, or `None` if it is unknown.
    first_column: Option<usize>,
    /// The columns of some bytes, if the games are rows: the index in `text` and the column in the line of the row. From
    /// each of these bytes to the next one or to the end of the line, `text` is a copy of a part of the row.
    pub(crate) columns: Vec<(usize, usize)>,
    /// The parts of the text that were dropped.
    dropped: Vec<Dropped>,
}

/// A part of a text that was dropped because it was too long to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dropped {
    /// The index in the remaining text.
    at: usize,
    lines: usize,
    /// Whether the part is from a comment. Otherwise, its game cannot be read.
    is_comment: bool,
}

/// Cuts a text that arrives in parts into chunks of whole games, so that chunks can be read on several threads. The parts
/// are [pushed](Self::push), or [read from a source](Self::read_from). They may end anywhere, and pass through a
/// [`TextFilter`].
///
/// A comment of which more than [`LONGEST_COMMENT`] bytes have arrived is shortened, because only the first part of a
/// comment can be of interest. A game that is longer than [`LONGEST_GAME`] without that is reported as an error by
/// [`Reader`](crate::Reader). The memory is therefore bounded if the length of the parts is.
///
/// ```
/// use setwise_games::{GameChunk, GameChunks};
///
/// let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
/// chunks.push(b"1. e4 e5 1-0\n[Event \"b\"]\n1. d")?;
/// assert!(chunks.take(&mut chunk));
/// assert_eq!(chunk.games().collect::<Vec<_>>(), [(1, &b"1. e4 e5 1-0\n"[..])]);
/// chunks.push(b"4 *")?;
/// assert!(!chunks.take(&mut chunk)); // the second game may continue
/// chunks.finish()?;
/// assert!(chunks.take(&mut chunk));
/// assert_eq!(chunk.games().collect::<Vec<_>>(), [(2, &b"[Event \"b\"]\n1. d4 *"[..])]);
/// # Ok::<(), setwise_positions::NotText>(())
/// ```
#[derive(Debug)]
pub struct GameChunks {
    filter: TextFilter,
    chunk_size: usize,
    /// The text that has arrived but has not been taken.
    text: Vec<u8>,
    has_ended: bool,
    starts: Vec<usize>,
    dropped: Vec<Dropped>,
    /// Chunks that have been cut from a long part.
    ready: VecDeque<GameChunk>,
    scanner: Scanner,
    /// An error of a source that came after games, which are returned first.
    error: Option<io::Error>,
    /// The index in `text` of the next byte to scan.
    at: usize,
    next_game: usize,
    next_line: usize,
    next_column: Option<usize>,
}

/// The default size of a chunk, in bytes. It contains a few hundred games.
const CHUNK: usize = 1 << 18;

/// The smallest size of a chunk, in bytes.
const SMALLEST_CHUNK: usize = 16;

/// The number of bytes that are always kept of a comment.
pub const LONGEST_COMMENT: usize = 1 << 16;

/// The largest number of bytes of a game, not counting the dropped parts of long comments.
pub const LONGEST_GAME: usize = 1 << 22;

impl Default for GameChunks {
    fn default() -> Self {
        Self::with_chunk_size(CHUNK)
    }
}

impl GameChunks {
    /// Creates an empty text, of which [`read_from`](Self::read_from) reads `bytes` bytes at a time.
    #[must_use]
    pub fn with_chunk_size(bytes: usize) -> Self {
        Self {
            filter: TextFilter::default(),
            chunk_size: bytes.max(SMALLEST_CHUNK),
            text: Vec::new(),
            has_ended: false,
            starts: Vec::new(),
            dropped: Vec::new(),
            ready: VecDeque::new(),
            scanner: Scanner::default(),
            error: None,
            at: 0,
            next_game: 1,
            next_line: 1,
            next_column: Some(1),
        }
    }

    /// Adds the next part of the text, which may end anywhere and have any length. To bound the memory, take the games
    /// that are complete after each part.
    ///
    /// # Errors
    ///
    /// Returns an error if the text starts like a file of another format.
    ///
    /// # Panics
    ///
    /// Panics if the text has been [finished](Self::finish).
    pub fn push(&mut self, part: &[u8]) -> Result<(), NotText> {
        assert!(!self.has_ended, "a part after the end of the text");
        for step in part.chunks(self.chunk_size) {
            if self.text.len() >= self.chunk_size {
                let mut chunk = GameChunk::default();
                self.cut_complete(&mut chunk);
                self.ready.extend((!chunk.is_empty()).then_some(chunk));
            }
            let start = self.text.len();
            self.text.extend_from_slice(step);
            self.filter_and_scan(start)?;
        }
        Ok(())
    }

    /// Ends the text, so that its last game is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the text starts like a file of another format.
    pub fn finish(&mut self) -> Result<(), NotText> {
        self.has_ended = true;
        self.filter_and_scan(self.text.len())
    }

    /// Replaces the chunk with the next games that are complete, and returns whether there are any. A game is complete
    /// if the next game has begun, or if the text has been [finished](Self::finish).
    pub fn take(&mut self, chunk: &mut GameChunk) -> bool {
        if let Some(ready) = self.ready.pop_front() {
            *chunk = ready;
            return true;
        }
        *chunk = GameChunk { text: std::mem::take(&mut chunk.text), ..GameChunk::default() };
        chunk.text.clear();
        self.cut_complete(chunk);
        !chunk.is_empty()
    }

    /// Replaces the chunk with the next games of `source`, which need not be buffered. Reads parts of the source until a
    /// game is complete or the source ends. Returns `false` if there are no more games.
    ///
    /// # Errors
    ///
    /// Returns the error of the source, or [`NotText`] in an error of the kind
    /// [`InvalidData`](io::ErrorKind::InvalidData), and leaves the chunk empty. Games that have arrived before the error
    /// are returned before it. The next call continues where this call stopped.
    pub fn read_from(&mut self, source: &mut impl Read, chunk: &mut GameChunk) -> io::Result<bool> {
        loop {
            if self.take(chunk) {
                return Ok(true);
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if self.has_ended {
                return Ok(false);
            }
            // A source may return an error in the middle of a part, so what it has returned is kept.
            let start = self.text.len();
            let read = source.by_ref().take(self.chunk_size as u64).read_to_end(&mut self.text);
            self.has_ended = matches!(read, Ok(bytes) if bytes < self.chunk_size);
            let filtered = self.filter_and_scan(start);
            self.error = filtered.map_err(io::Error::from).and(read).err();
        }
    }

    /// Filters the text from the index `start` on, finds the games that begin there, and drops what is too long.
    fn filter_and_scan(&mut self, start: usize) -> Result<(), NotText> {
        self.filter.apply(&mut self.text, start, self.has_ended)?;
        while let Some(start) = self.scanner.next_game(&self.text, &mut self.at, self.has_ended) {
            self.starts.push(start);
        }
        if !self.has_ended {
            self.shorten();
        } else if self.starts.is_empty() && self.next_game == 1 && self.scanner.is_in_comment() {
            // A comment without an end has hidden all games. It is returned as a game, so that the reader reports it.
            self.starts.push(0);
        }
        Ok(())
    }

    /// Moves the games that are complete to the chunk, which is empty.
    fn cut_complete(&mut self, chunk: &mut GameChunk) {
        if self.has_ended {
            self.cut(self.text.len(), self.starts.len(), chunk);
        } else if let [_, .., last] = self.starts[..] {
            self.cut(last, self.starts.len() - 1, chunk);
        }
    }

    /// Moves the text before `end`, with its first `games` games, to the chunk.
    fn cut(&mut self, end: usize, games: usize, chunk: &mut GameChunk) {
        let rest = self.text.split_off(end);
        std::mem::swap(&mut chunk.text, &mut self.text);
        self.text = rest;
        chunk.starts = self.starts.drain(..games).collect();
        self.starts.iter_mut().for_each(|start| *start -= end);
        // A long comment before the next game may have been shortened already.
        let dropped = self.dropped.partition_point(|part| part.at <= end);
        chunk.dropped = self.dropped.drain(..dropped).collect();
        self.dropped.iter_mut().for_each(|part| part.at -= end);
        self.at -= end;
        self.scanner.shift(end);
        (chunk.first_game, chunk.first_line, chunk.first_column) = (self.next_game, self.next_line, self.next_column);
        self.next_game += games;
        self.next_line += chunk.lines();
        self.next_column = chunk.column_at(chunk.text.len());
    }

    /// Drops the end of the comment or of the game that continues, if it is too long.
    fn shorten(&mut self) {
        let game = self.starts.last().copied().unwrap_or(0);
        let comment = self.scanner.drop_comment(LONGEST_COMMENT);
        let (excess, is_comment) =
            if comment > 0 { (comment, true) } else { ((self.at - game).saturating_sub(LONGEST_GAME), false) };
        if excess > 0 {
            if !is_comment {
                self.scanner.forget_lead();
            }
            let from = self.at - excess;
            let lines = count_lines(&self.text[from..self.at]);
            self.text.drain(from..self.at);
            self.at = from;
            match self.dropped.last_mut() {
                Some(last) if (last.at, last.is_comment) == (from, is_comment) => last.lines += lines,
                _ => self.dropped.push(Dropped { at: from, lines, is_comment }),
            }
        }
    }
}

impl GameChunk {
    /// Returns the games with their numbers, which are counted from 1 in the whole text.
    pub fn games(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let ends = self.starts.iter().skip(1).copied().chain([self.text.len()]);
        let texts = self.starts.iter().zip(ends).map(|(start, end)| &self.text[*start..end]);
        texts.enumerate().map(|(n, text)| (self.rows.get(n).map_or(self.first_game + n, |(number, _)| *number), text))
    }

    /// Returns the number of lines of the whole text that the chunk covers.
    #[must_use]
    pub fn lines(&self) -> usize {
        let dropped: usize = self.dropped.iter().map(|dropped| dropped.lines).sum();
        count_lines(&self.text) + dropped
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the number of bytes of the chunk.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.text.capacity() + size_of_val(&self.starts[..])
    }

    /// Returns the line at which a part of a game begins, counted from 1 in the whole text, and the column in this line,
    /// counted from 1, or `None` if the column is unknown.
    #[cold]
    #[inline(never)]
    pub(crate) fn place_of(&self, part: &[u8]) -> (usize, Option<usize>) {
        let at = part.as_ptr().addr() - self.text.as_ptr().addr();
        let game = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        if let Some((_, line)) = self.rows.get(game) {
            let known = self.columns.iter().filter(|(known, _)| (self.starts[game]..=at).contains(known)).max();
            return (*line, known.map(|(known, first)| first - 1 + column(&self.text[*known..], at - known)));
        }
        let before = self.dropped.iter().filter(|dropped| dropped.at <= at).map(|dropped| dropped.lines);
        (self.first_line + count_lines(&self.text[..at]) + before.sum::<usize>(), self.column_at(at))
    }

    /// Returns the column of the byte with the index `at`, or `None` if a part of its line before it was dropped.
    #[cold]
    #[inline(never)]
    fn column_at(&self, at: usize) -> Option<usize> {
        let end = memchr::memrchr(b'\n', &self.text[..at]);
        let start = end.map_or(0, |end| end + 1);
        let first = if end.is_none() { self.first_column } else { Some(1) };
        let is_whole = !self.dropped.iter().any(|dropped| (start..=at).contains(&dropped.at));
        first.filter(|_| is_whole).map(|first| first - 1 + column(&self.text[start..], at - start))
    }

    /// Returns whether this game of a text is longer than [`LONGEST_GAME`]. Dropped parts count, except parts of comments.
    pub(crate) fn is_too_long(&self, game: &[u8]) -> bool {
        let start = game.as_ptr().addr() - self.text.as_ptr().addr();
        let within = start..start + game.len() + 1;
        let is_long = game.len() > LONGEST_GAME && self.rows.is_empty();
        is_long || self.dropped.iter().any(|dropped| !dropped.is_comment && within.contains(&dropped.at))
    }
}

fn count_lines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns at most `most` bytes at a time, and an error at every other call.
    struct Halting<'a> {
        text: &'a [u8],
        most: usize,
        halts: bool,
    }

    impl Read for Halting<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.halts = !self.halts;
            let few = buffer.len().min(self.most);
            if self.halts { Err(io::ErrorKind::WouldBlock.into()) } else { self.text.read(&mut buffer[..few]) }
        }
    }

    #[test]
    fn the_memory_for_a_long_comment_is_bounded() {
        for [begin, end] in [["1. e4 {", "} *"], ["1. e4 ;", "\n*"], ["{", "} 1. e4 *"]] {
            let mut source = begin.as_bytes().chain(io::repeat(b'x').take(8 << 20)).chain(end.as_bytes());
            let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
            assert!(chunks.read_from(&mut source, &mut chunk).unwrap());
            assert!(chunk.text.len() > LONGEST_COMMENT && chunk.text.capacity() < 4 * CHUNK);
            assert!(chunk.text.ends_with(b"*") && chunk.starts.len() == 1 && chunk.dropped.len() == 1);
            assert!(!chunks.read_from(&mut source, &mut chunk).unwrap());
        }
    }

    /// The length of the parts changes neither which games are too long nor the length of the chunks.
    #[test]
    fn a_part_may_be_longer_than_games_and_chunks() {
        let long = format!("1. e4 {} *\n", "(1. d4) ".repeat(LONGEST_GAME / 8));
        let text = long + &"1. d4 *\n".repeat(4 * CHUNK / 8);
        let (mut chunks, mut chunk, mut lengths) = (GameChunks::default(), GameChunk::default(), Vec::new());
        chunks.push(text.as_bytes()).unwrap();
        chunks.finish().unwrap();
        while chunks.take(&mut chunk) {
            let too_long = chunk.games().filter(|(_, game)| chunk.is_too_long(game)).map(|(number, _)| number);
            assert_eq!(too_long.collect::<Vec<_>>(), if lengths.is_empty() { &[1][..] } else { &[] });
            lengths.push(chunk.text.len());
        }
        assert!(lengths.len() > 2 && lengths[1..].iter().all(|length| *length <= 2 * CHUNK), "{lengths:?}");
    }

    /// The end of a long comment before a game is dropped before the game in front of it is taken.
    #[test]
    fn dropped_text_belongs_to_the_game_after_it() {
        let (mut chunks, mut chunk) = (GameChunks::default(), GameChunk::default());
        let long = "x\n".repeat(LONGEST_COMMENT);
        let mut taken = Vec::new();
        for part in ["1. e4 *\n\n{", &long, "} 1. e5 *\n\n", "[A \"b\"]\n1. d4 *"] {
            chunks.push(part.as_bytes()).unwrap();
            while chunks.take(&mut chunk) {
                taken.push((chunk.first_line, chunk.lines(), chunk.dropped.len()));
            }
        }
        assert_eq!(taken, [(1, 2, 0), (3, LONGEST_COMMENT + 2, 1)]);
        chunks.finish().unwrap();
        assert!(chunks.take(&mut chunk));
        assert_eq!((chunk.first_line, chunk.lines()), (LONGEST_COMMENT + 5, 1));
    }

    /// Games that arrive before an error must be returned before it, and reading must continue after it.
    #[test]
    fn an_error_of_the_source_loses_no_game() {
        let text = b"\xEF\xBB\xBF1. e4 *\n[A \"b\"]\n1. d4 {\n} d5 1/2-1/2\n1. c4 1-0\n";
        for (few, size) in [(7, 16), (1, CHUNK)] {
            let mut source = Halting { text, most: few, halts: false };
            let (mut chunks, mut chunk) = (GameChunks::with_chunk_size(size), GameChunk::default());
            let (mut read, mut games, mut lines, mut errors) = (Vec::new(), Vec::new(), 0, 0);
            loop {
                match chunks.read_from(&mut source, &mut chunk) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        assert!(chunk.text.is_empty() && error.kind() == io::ErrorKind::WouldBlock);
                        errors += 1;
                        continue;
                    }
                }
                assert_eq!(chunk.first_line, 1 + lines);
                lines += chunk.lines();
                read.extend_from_slice(&chunk.text);
                games.extend(chunk.games().map(|(number, game)| (number, game.len(), errors)));
            }
            assert_eq!((&read[..], lines), (&text[3..], 5));
            assert!(games.iter().map(|(number, length, _)| (*number, *length)).eq([(1, 8), (2, 29), (3, 10)]));
            // The first game is returned before the end of the source, although a part of the default size never
            // arrives.
            assert!(errors > 3 && games[0].2 < errors - 1, "{games:?}, {errors} errors");
        }
    }
}
