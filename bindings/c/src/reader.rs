//! The reader of FEN and EPD lines into columns of the caller.
//!
//! The reader of Rust appends to vectors. So a text is read in pieces whose positions stay in the second-level cache until they
//! are copied, which takes a small part of the time of reading:
//!
//! ```text
//! while there is text, and space in the columns:
//!     take as many lines as there is space for, but at most 1024
//!     read them; report those that are not positions; copy the others
//! ```
//!
//! A piece never has more lines than the columns have space, so nothing that has been read is ever dropped.

use std::ffi::{CString, c_char, c_int, c_void};

use setwise_positions::{BadLine, Columns as Positions, Reader, Rules, lines, without_mark};

use crate::backend::{self, Backend};
use crate::column::{Region, array, check_apart, write};
use crate::error::{Error, status};
use crate::positions::Columns;

/// The largest number of lines in a piece.
const LINES: usize = 1024;

/// `setwise_on_bad_line` of `setwise.h`.
pub type OnBadLine = Option<unsafe extern "C" fn(*mut c_void, usize, *const c_char) -> c_int>;

/// `setwise_progress` of `setwise.h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(C)]
pub struct Progress {
    /// The number of bytes that were read.
    pub bytes: usize,
    /// The number of lines among them.
    pub lines: usize,
    /// The number of positions among them.
    pub positions: usize,
}

/// `setwise_count_lines` of `setwise.h`.
///
/// # Safety
///
/// If the text is not null, it must have `bytes` bytes, which no other thread writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_lines(text: *const c_char, bytes: usize) -> usize {
    // SAFETY: the caller promises the bytes of the text.
    unsafe { array(text.cast::<u8>(), bytes) }.map_or(0, count_lines)
}

fn count_lines(text: &[u8]) -> usize {
    memchr::memchr_iter(b'\n', text).count() + usize::from(text.last().is_some_and(|last| *last != b'\n'))
}

/// `setwise_read_fen` of `setwise.h`.
///
/// # Safety
///
/// The text must have `bytes` bytes, and each column `capacity` elements, as the section "Columns" of `setwise.h` says. The
/// place of the progress must be writable. The callback must return.
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
        let rules = usize::try_from(rules).ok().and_then(|rules| Rules::ALL.get(rules)).ok_or(Error::UnknownRules)?;
        let reader = Reader::new(backend::or_auto(backend)?, *rules);
        Region::of(columns, 1)?;
        // SAFETY: the caller promises the pointers to the columns.
        let columns = unsafe { columns.read() };
        let place = Region::of(progress.cast_const(), 1)?;
        check_apart(&[Region::of(text.cast::<u8>(), bytes)?, place], &columns.regions(capacity)?)?;
        // SAFETY: the caller promises the bytes of the text, which is apart from the columns.
        let text = unsafe { array(text.cast::<u8>(), bytes) }?;
        let report = |BadLine { line, reason }| {
            let Some(on_bad_line) = on_bad_line else { return false };
            let reason = CString::new(reason.to_string()).unwrap_or_default();
            // SAFETY: the caller promises a function of this type that returns.
            unsafe { on_bad_line(context, line, reason.as_ptr()) == 0 }
        };
        let (done, result) = read(reader, text, capacity, report, |start, positions| {
            // SAFETY: the columns have been checked with the capacity, and `read` never stores more; the caller promises their
            // elements.
            unsafe { columns.write(start, positions) };
        });
        // SAFETY: the caller promises a place to write to.
        unsafe { write(progress, done) }?;
        result
    })
}

/// Reads a text until it ends, `capacity` positions have been stored, or `report` returns `false` for a line that is not a
/// position. `store` receives positions and the number of those before them.
fn read(
    mut reader: Reader,
    text: &[u8],
    capacity: usize,
    report: impl Fn(BadLine) -> bool,
    store: impl Fn(usize, &Positions),
) -> (Progress, Result<(), Error>) {
    let mut positions = Positions::default();
    let mut bad = Vec::new();
    let mut rest = without_mark(text);
    let mut done = Progress { bytes: text.len() - rest.len(), ..Progress::default() };
    while !rest.is_empty() {
        let space = capacity - done.positions;
        if space == 0 && lines(rest, 1).next().is_some() {
            return (done, Err(Error::Full));
        }
        // Without space, the rest is lines that are skipped.
        let (piece, after) = split_after_lines(rest, if space == 0 { LINES } else { space.min(LINES) });
        positions.clear();
        bad.clear();
        let next = reader.append(piece, done.lines + 1, &mut positions, |line| bad.push(line));
        if let Some(BadLine { line, .. }) = bad.iter().find(|line| !report(**line)) {
            // The piece is read again, up to the line: only now is it known that reading stops there.
            let (before, from_line) = split_after_lines(piece, line - done.lines - 1);
            positions.clear();
            reader.append(before, 1, &mut positions, drop);
            store(done.positions, &positions);
            done.bytes += before.len() + split_after_lines(from_line, 1).0.len();
            done.lines = *line;
            done.positions += positions.len();
            return (done, Err(Error::BadLine));
        }
        store(done.positions, &positions);
        done.bytes += piece.len();
        done.lines = next - 1;
        done.positions += positions.len();
        rest = after;
    }
    (done, Ok(()))
}

/// Splits a text after a number of lines, or at its end if it has fewer.
fn split_after_lines(text: &[u8], count: usize) -> (&[u8], &[u8]) {
    let last = count.checked_sub(1).map(|before| memchr::memchr_iter(b'\n', text).nth(before));
    text.split_at(last.map_or(0, |end| end.map_or(text.len(), |end| end + 1)))
}
