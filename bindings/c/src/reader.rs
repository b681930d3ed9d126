//! Reads FEN and EPD lines into the caller's columns.
//!
//! The Rust reader appends positions to vectors, and this module copies them to the caller's columns. A text is read in
//! chunks, so that the positions are still in the second-level cache when they are copied. Copying takes a small part
//! of the total time. These are the steps:
//!
//! ```text
//! while there is text, and space in the columns:
//!     take as many lines as there is space for, but at most 1024, and at most one more than have been read so far
//!     remove traces of foreign systems, which needs no copy of the usual text
//!     read them; report those that are not positions; copy the positions
//! ```
//!
//! A chunk never has more lines than the columns have space for, so every position that is read can be stored. If
//! reading stops at a bad line, the lines after it in the chunk have been read in vain. To limit this waste, the first
//! chunks of a call are short: they have 1, 2, 4 lines and so on. The number of lines read in vain is therefore at most
//! about the number of lines read before the chunk.

use std::ffi::{CString, c_char, c_int, c_void};

use setwise_positions::{BadLine, Columns as Positions, LineEnds, Reader, Rights, Rules, lines, plain_text};

use crate::backend::{self, Backend};
use crate::column::{self, Region, array, check_apart, write};
use crate::error::{Error, status};
use crate::positions::Columns;

/// The largest number of lines in a chunk.
const LINES: usize = 1024;

/// The type `setwise_on_bad_line` of `setwise.h`.
///
/// `setwise.h` forbids the callback from throwing an exception. If it throws one nevertheless, the exception reaches
/// the place where panics are caught, because this type allows unwinding. The process aborts there. With `extern "C"`,
/// the behaviour would be undefined.
pub type OnBadLine =
    Option<unsafe extern "C-unwind" fn(*mut c_void, usize, *const c_char, usize, *const c_char) -> c_int>;

/// The type `setwise_progress` of `setwise.h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct Progress {
    /// The number of bytes that were read.
    pub bytes: usize,
    /// The number of lines that were read.
    pub lines: usize,
    /// The number of positions that were read.
    pub positions: usize,
}

impl Progress {
    /// Adds the numbers of bytes, lines and positions in the next part of the text to the progress.
    fn after(self, Self { bytes, lines, positions }: Self) -> Self {
        Self { bytes: self.bytes + bytes, lines: self.lines + lines, positions: self.positions + positions }
    }
}

/// Implements `setwise_count_lines` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_lines(text: *const c_char, bytes: usize) -> usize {
    // SAFETY: the caller promises that the text has `bytes` bytes, which no other thread writes.
    unsafe { array(text.cast::<u8>(), bytes) }.map_or(0, |text| count_lines(text, LineEnds::of(text)))
}

/// Returns the number of lines. The last of them need not have a line end.
fn count_lines(text: &[u8], ends: LineEnds) -> usize {
    let is_end = |byte: &u8| *byte == b'\n' || *byte == b'\r' && ends == LineEnds::Returns;
    ends.find(text).count() + usize::from(text.last().is_some_and(|last| !is_end(last)))
}

/// Implements `setwise_read_fen` of `setwise.h`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the signature is that of setwise.h")]
pub unsafe extern "C" fn setwise_read_fen(
    backend: *const Backend,
    rules: c_int,
    text: *const c_char,
    bytes: usize,
    columns: *const Columns,
    capacity: usize,
    on_bad_line: OnBadLine,
    context: *mut c_void,
    progress: *mut Progress,
) -> c_int {
    status(|| {
        let reader = Reader::new(backend::or_auto(backend)?, rules_of(rules)?);
        // SAFETY: the caller promises that the pointer points to the columns.
        let columns = unsafe { column::read(columns) }?;
        let place = Region::of(progress.cast_const(), 1)?;
        let written = columns.as_const().regions(capacity)?;
        check_apart(&[Region::of(text.cast::<u8>(), bytes)?, place], &written)?;
        // SAFETY: the caller promises that the text has `bytes` bytes, which no other thread writes. It does not
        // overlap the columns, as checked above.
        let text = unsafe { array(text.cast::<u8>(), bytes) }?;
        plain_text(first_lines(text, 1, LineEnds::of(text))).map_err(|_| Error::NotText)?;
        let report = |BadLine { line, reason, .. }, text: &[u8]| {
            let Some(on_bad_line) = on_bad_line else { return false };
            let reason = CString::new(reason.to_string()).unwrap_or_default();
            // SAFETY: the caller promises that `on_bad_line` has this signature, returns normally and keeps the text.
            unsafe { on_bad_line(context, line, text.as_ptr().cast(), text.len(), reason.as_ptr()) == 0 }
        };
        let mut part = Part::new(reader, columns.has_rights());
        let (done, result) = read(&mut part, text, capacity, report, |start, part| {
            // SAFETY: the columns have been checked with the capacity. The caller promises that their elements exist.
            unsafe { columns.write(capacity, start, &part.positions, &part.rights) };
        });
        // SAFETY: the caller promises that the pointer is null or writable.
        unsafe { write(progress, done) }?;
        result
    })
}

/// The positions of a chunk of text, and their rights if these are wanted.
struct Part {
    reader: Reader,
    has_rights: bool,
    positions: Positions,
    rights: Rights,
}

impl Part {
    fn new(reader: Reader, has_rights: bool) -> Self {
        Self { reader, has_rights, positions: Positions::default(), rights: Rights::default() }
    }

    /// Replaces the positions by those in a text, and calls `bad` for each line that is not a position. Returns the number
    /// of the line that follows the text.
    fn read(&mut self, text: &[u8], first_line: usize, bad: impl FnMut(BadLine)) -> usize {
        let Self { reader, has_rights, positions, rights } = self;
        positions.clear();
        rights.clear();
        reader.append_with(text, first_line, positions, has_rights.then_some(rights), bad)
    }
}

/// Returns the rules that have this value in `enum setwise_rules`, or an error if no rules have it.
fn rules_of(number: c_int) -> Result<Rules, Error> {
    match number {
        0 => Ok(Rules::Chess),
        1 => Ok(Rules::AnyKings),
        2 => Ok(Rules::AnyPieces),
        _ => Err(Error::UnknownRules),
    }
}

/// Reads a text until it ends, `capacity` positions have been stored, or `report` returns `false`. Calls `report` for
/// each line that is not a position, with the line's number, its fault and its text. Calls `store` with the number of
/// positions that have already been stored, and with the next positions.
fn read(
    part: &mut Part,
    text: &[u8],
    capacity: usize,
    report: impl Fn(BadLine, &[u8]) -> bool,
    store: impl Fn(usize, &Part),
) -> (Progress, Result<(), Error>) {
    let (mut done, ends) = (Progress::default(), LineEnds::of(text));
    while done.bytes < text.len() {
        let space = capacity - done.positions;
        let most = if space == 0 { LINES } else { space.min(LINES) };
        let chunk = first_lines(&text[done.bytes..], most.min(done.lines + 1), ends);
        if space == 0 {
            if lines(&ends.plain(chunk), 1).next().is_some() {
                return (done, Err(Error::Full));
            }
            done = done.after(Progress { bytes: chunk.len(), lines: count_lines(chunk, ends), positions: 0 });
            continue;
        }
        let (progress, result) = read_chunk(part, chunk, ends, done.lines + 1, &report);
        store(done.positions, part);
        done = done.after(progress);
        if result.is_err() {
            return (done, result);
        }
    }
    (done, Ok(()))
}

/// Reads the positions in a chunk of text. `first_line` is the number of the chunk's first line. Returns the progress.
/// If `report` returns `false` for a line, the progress ends after that line, and an error is returned as well.
fn read_chunk(
    part: &mut Part,
    chunk: &[u8],
    ends: LineEnds,
    first_line: usize,
    report: impl Fn(BadLine, &[u8]) -> bool,
) -> (Progress, Result<(), Error>) {
    let mut bad = Vec::new();
    let plain = ends.plain(chunk);
    let next_line = part.read(&plain, first_line, |line| bad.push(line));
    let mut texts = lines(&plain, first_line);
    let stops = |bad: &BadLine| {
        let (_, text) = texts.find(|(line, _)| *line == bad.line).unwrap_or_default();
        !report(*bad, text)
    };
    let Some(BadLine { line, .. }) = bad.into_iter().find(stops) else {
        let (lines, positions) = (next_line - first_line, part.positions.len());
        return (Progress { bytes: chunk.len(), lines, positions }, Ok(()));
    };
    // The positions after the bad line must be removed, so the lines before it are read again.
    let before = line - first_line;
    part.read(first_lines(&plain, before, LineEnds::Feeds), first_line, drop);
    let bytes = first_lines(chunk, before + 1, ends).len();
    (Progress { bytes, lines: before + 1, positions: part.positions.len() }, Err(Error::BadLine))
}

/// Returns the first `count` lines of a text with their line ends, or the whole text if it has fewer.
fn first_lines(text: &[u8], count: usize, ends: LineEnds) -> &[u8] {
    let Some(last) = count.checked_sub(1) else { return &[] };
    ends.find(text).nth(last).map_or(text, |end| &text[..=end])
}
