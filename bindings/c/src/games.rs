//! Reads games as text into the caller's columns.
//!
//! The caller pushes a text in parts of any length. Each push plays the games that are complete and stores their
//! positions. If the caller takes the positions after each push, the memory is bounded by the length of the parts and
//! of the longest game:
//!
//! ```text
//! push(part)   text -> GameChunks -> whole games -> Reader -> Plies
//! take         the first positions of Plies -> columns of the caller
//! ```

use std::collections::VecDeque;
use std::ffi::{CString, c_char, c_int, c_void};
use std::num::NonZeroUsize;
use std::ptr;

use setwise_games::{BadGame, Castling, GameChunk, GameChunks, Plies, Reader, Selection};
use setwise_positions::{NotText, Rights};

use crate::column::{Region, array, borrow, check_apart, copy, free, optional, read, write};
use crate::error::{Error, status};
use crate::positions::Columns;

/// The type `setwise_games` of `setwise.h`. In C, the type is opaque.
pub struct Games {
    chunks: GameChunks,
    chunk: GameChunk,
    reader: Reader,
    /// The positions of each part of the text. A part is freed when all its positions have been taken.
    parts: VecDeque<Plies>,
    /// The number of positions in the first part that have been taken.
    taken: usize,
    /// The number of positions in all parts that have not been taken.
    left: usize,
}

/// The type `setwise_ply_selection` of `setwise.h`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct PlySelection {
    /// Keeps the plies that are a multiple of this number. 0 is the same as 1.
    pub every: usize,
    /// The first ply to keep.
    pub first: usize,
    /// The last ply to keep.
    pub last: usize,
    /// Whether only the last of these positions is kept.
    pub only_last: c_int,
}

/// The type `setwise_game_columns` of `setwise.h`. Each pointer may be null.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct GameColumns {
    /// The numbers of the games.
    pub game: *mut u32,
    /// The numbers of the plies.
    pub ply: *mut u32,
    /// The results of the games, or [`NO_RESULT`](setwise_positions::packed::NO_RESULT).
    pub result: *mut u8,
}

/// The type `setwise_on_bad_game` of `setwise.h`. As for [`OnBadLine`](crate::reader::OnBadLine), unwinding is allowed.
pub type OnBadGame = Option<unsafe extern "C-unwind" fn(*mut c_void, usize, usize, usize, *const c_char)>;

/// The largest part of a text that is read at once, in bytes. It fits into the second-level cache.
const PART: usize = 1 << 18;

impl Games {
    fn new(selection: Selection) -> Self {
        let (chunks, chunk, reader) = (GameChunks::default(), GameChunk::default(), Reader::new(selection));
        Self { chunks, chunk, reader, parts: VecDeque::new(), taken: 0, left: 0 }
    }

    /// Adds a part of the text, and reads the games that are complete. Calls `bad` for each game with an error.
    fn push(&mut self, text: &[u8], bad: &mut dyn FnMut(BadGame)) -> Result<(), NotText> {
        for part in text.chunks(PART) {
            self.chunks.push(part)?;
            self.read(bad);
        }
        Ok(())
    }

    /// Ends the text, and reads its last game. The next push begins another text.
    fn finish(&mut self, bad: &mut dyn FnMut(BadGame)) -> Result<(), NotText> {
        let finished = self.chunks.finish();
        if finished.is_ok() {
            self.read(bad);
        }
        self.chunks = GameChunks::default();
        finished
    }

    /// Reads the games that are complete.
    fn read(&mut self, bad: &mut dyn FnMut(BadGame)) {
        while self.chunks.take(&mut self.chunk) {
            let mut part = Plies::default();
            self.reader.append(&self.chunk, &mut part, &mut *bad);
            if !part.is_empty() {
                self.left += part.len();
                self.parts.push_back(part);
            }
        }
    }
}

/// Implements `setwise_games_new` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_games_new(selection: *const PlySelection, games: *mut *mut Games) -> c_int {
    status(|| {
        // A null pointer is refused before the games are allocated. Otherwise the games would leak.
        Region::of(games.cast_const(), 1)?;
        let mut wanted = Selection::default();
        if !selection.is_null() {
            // SAFETY: the caller promises that the pointer is readable.
            let PlySelection { every, first, last, only_last } = unsafe { read(selection) }?;
            let every = NonZeroUsize::new(every).unwrap_or(NonZeroUsize::MIN);
            wanted = Selection { every, plies: (first, last), last: only_last != 0 };
        }
        // SAFETY: the caller promises that the pointer is null or writable.
        unsafe { write(games, Box::into_raw(Box::new(Games::new(wanted)))) }
    })
}

/// Implements `setwise_games_set_options` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_games_set_options(games: *mut Games, unfinished: c_int, chess960: c_int) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the games are not in use.
        let games = unsafe { borrow(games) }?;
        let castling = if chess960 != 0 { Castling::Chess960 } else { Castling::Standard };
        games.reader = games.reader.clone().with_unfinished(unfinished != 0).with_castling(castling);
        Ok(())
    })
}

/// Implements `setwise_games_push` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_games_push(
    games: *mut Games,
    text: *const c_char,
    bytes: usize,
    on_bad_game: OnBadGame,
    context: *mut c_void,
    positions: *mut usize,
) -> c_int {
    // SAFETY: the caller makes the promises that `push` requires.
    status(|| unsafe { push(games, text, bytes, false, on_bad_game, context, positions) })
}

/// Implements `setwise_games_end` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_games_end(
    games: *mut Games,
    on_bad_game: OnBadGame,
    context: *mut c_void,
    positions: *mut usize,
) -> c_int {
    // SAFETY: the caller makes the promises that `push` requires. The text is empty.
    status(|| unsafe { push(games, ptr::null(), 0, true, on_bad_game, context, positions) })
}

/// Checks all arguments, and reads a part of a text.
///
/// # Safety
///
/// The requirements are those of [`setwise_games_push`].
unsafe fn push(
    games: *mut Games,
    text: *const c_char,
    bytes: usize,
    has_ended: bool,
    on_bad_game: OnBadGame,
    context: *mut c_void,
    positions: *mut usize,
) -> Result<(), Error> {
    // SAFETY: the caller promises that the games are not in use.
    let games = unsafe { borrow(games) }?;
    check_apart(&[Region::of(text, bytes)?], &[Region::of(positions.cast_const(), 1)?])?;
    // SAFETY: the caller promises that the text has `bytes` bytes, which no other thread writes.
    let text = unsafe { array(text.cast::<u8>(), bytes) }?;
    let mut is_unreported = false;
    let report = &mut |bad: BadGame| {
        let Some(on_bad_game) = on_bad_game else {
            is_unreported = true;
            return;
        };
        let message = CString::new(bad.to_string()).unwrap_or_default();
        // SAFETY: the caller promises that `on_bad_game` has this signature and returns normally.
        unsafe { on_bad_game(context, bad.line, bad.game, bad.ply, message.as_ptr()) };
    };
    let read = if has_ended { games.finish(report) } else { games.push(text, report) };
    // SAFETY: the caller promises that the pointer is null or writable.
    unsafe { write(positions, games.left) }?;
    read.map_err(|_| Error::NotText)?;
    if is_unreported { Err(Error::BadGame) } else { Ok(()) }
}

/// Implements `setwise_games_take` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_games_take(
    games: *mut Games,
    columns: *const Columns,
    more: *const GameColumns,
    capacity: usize,
    taken: *mut usize,
) -> c_int {
    status(|| {
        // SAFETY: the caller promises that the games are not in use.
        let games = unsafe { borrow(games) }?;
        // SAFETY: the caller promises that the pointer points to the columns.
        let columns = unsafe { read(columns) }?;
        let mut other = GameColumns { game: ptr::null_mut(), ply: ptr::null_mut(), result: ptr::null_mut() };
        if !more.is_null() {
            // SAFETY: the caller promises that the pointer points to the columns.
            other = unsafe { read(more) }?;
        }
        let GameColumns { game, ply, result } = other;
        let mut written = columns.as_const().regions(capacity)?;
        written.push(optional(game.cast_const(), capacity)?);
        written.push(optional(ply.cast_const(), capacity)?);
        written.push(optional(result.cast_const(), capacity)?);
        check_apart(&[Region::of(taken.cast_const(), 1)?], &written)?;
        let mut start = 0;
        while start < capacity
            && let Some(part) = games.parts.front()
        {
            let range = games.taken..part.len().min(games.taken.saturating_add(capacity - start));
            let Plies { columns: positions, labels, game: games_of, ply: plies_of, .. } = part;
            let positions = range.clone().filter_map(|n| positions.get(n)).collect();
            let rights = Rights {
                unmoved_rooks: labels.unmoved_rooks[range.clone()].to_vec(),
                en_passant: labels.en_passant[range.clone()].to_vec(),
            };
            // SAFETY: the columns have been checked with the capacity. The caller promises that their elements exist.
            unsafe { columns.write(capacity, start, &positions, &rights) };
            // SAFETY: the column has been checked with the capacity. The caller promises that its elements exist.
            unsafe { copy(game, capacity, start, &games_of[range.clone()]) };
            // SAFETY: the column has been checked with the capacity. The caller promises that its elements exist.
            unsafe { copy(ply, capacity, start, &plies_of[range.clone()]) };
            // SAFETY: the column has been checked with the capacity. The caller promises that its elements exist.
            unsafe { copy(result, capacity, start, &labels.result[range.clone()]) };
            start += range.len();
            games.left -= range.len();
            games.taken = range.end;
            if range.end == part.len() {
                games.parts.pop_front();
                games.taken = 0;
            }
        }
        // SAFETY: the caller promises that the pointer is null or writable.
        unsafe { write(taken, start) }
    })
}

/// Implements `setwise_games_free` of `setwise.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_games_free(games: *mut Games) {
    // SAFETY: the caller promises that the pointer is null or came from `setwise_games_new`, and is not used again.
    unsafe { free(games) }
}
