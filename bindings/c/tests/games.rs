//! Reads a long text of games in parts, and takes the positions in batches. Checks that no position is lost and that the
//! positions that have been taken are freed.
#![allow(unsafe_code, reason = "calls of a C interface, and an allocator that counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

use setwise_c::error::OK;
use setwise_c::games::{
    GameColumns, Games, setwise_games_end, setwise_games_free, setwise_games_new, setwise_games_push,
    setwise_games_take,
};
use setwise_c::positions::Columns;
use setwise_testkit::pgn::{RandomGame, Style};
use setwise_testkit::random::Sets;

thread_local! {
    /// The number of bytes that this thread has allocated and not freed.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Counts the bytes of each thread.
struct Counting;

// SAFETY: `System` allocates and frees. Counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get().wrapping_add_unsigned(layout.size()));
        // SAFETY: the caller makes the promises that `System` requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.set(HELD.get().wrapping_sub_unsigned(layout.size()));
        // SAFETY: the place came from `alloc`, which returned a place of `System`.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// A position as the C interface returns it: the sets, the side to move, game, ply, rights and result.
type Row = ([u64; 8], u8, u32, u32, u64, u8, u8);

/// The byte after the columns of bytes, which must not be written.
const UNTOUCHED: u8 = 0xA5;

/// A reader of games, the positions that have been taken from it, and the bytes that its functions hold.
struct Reading {
    games: *mut Games,
    left: usize,
    rows: Vec<Row>,
    held: isize,
}

impl Reading {
    fn new() -> Self {
        let (mut games, before) = (ptr::null_mut(), HELD.get());
        // SAFETY: the pointer points to a variable.
        assert_eq!(unsafe { setwise_games_new(ptr::null(), &mut games) }, OK);
        Self { games, left: 0, rows: Vec::new(), held: HELD.get() - before }
    }

    /// Pushes a part of the text, or ends the text if there is no part.
    fn push(&mut self, part: Option<&[u8]>) {
        let (before, none) = (HELD.get(), ptr::null_mut());
        let code = match part {
            // SAFETY: the games have not been freed, and the part has this length.
            Some(part) => unsafe {
                setwise_games_push(self.games, part.as_ptr().cast(), part.len(), None, none, &mut self.left)
            },
            // SAFETY: the games have not been freed.
            None => unsafe { setwise_games_end(self.games, None, none, &mut self.left) },
        };
        assert_eq!(code, OK);
        self.held += HELD.get() - before;
    }

    /// Takes at most this number of positions.
    fn take(&mut self, capacity: usize) {
        let mut words = [(); 8].map(|()| vec![0_u64; capacity]);
        let (mut unmoved_rooks, mut game, mut ply) = (vec![0; capacity], vec![0; capacity], vec![0; capacity]);
        let mut bytes = [(); 3].map(|()| vec![UNTOUCHED; capacity + 1]);
        let [sides, squares, result] = bytes.each_mut().map(Vec::as_mut_ptr);
        let columns = Columns::new(words.each_mut().map(Vec::as_mut_ptr), sides, unmoved_rooks.as_mut_ptr(), squares);
        let more = GameColumns { game: game.as_mut_ptr(), ply: ply.as_mut_ptr(), result };
        let (mut taken, before) = (0, HELD.get());
        // SAFETY: the games have not been freed, and every column has `capacity` elements.
        assert_eq!(unsafe { setwise_games_take(self.games, &columns, &more, capacity, &mut taken) }, OK);
        self.held += HELD.get() - before;
        assert_eq!(taken, capacity.min(self.left));
        self.left -= taken;
        assert!(bytes.iter().all(|column| column[taken..].iter().all(|byte| *byte == UNTOUCHED)));
        let [sides, squares, result] = &bytes;
        self.rows.extend((0..taken).map(|n| {
            let sets = words.each_ref().map(|column| column[n]);
            (sets, sides[n], game[n], ply[n], unmoved_rooks[n], squares[n], result[n])
        }));
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        // SAFETY: the games have not been freed, and are not used again.
        unsafe { setwise_games_free(self.games) };
    }
}

#[test]
fn a_caller_of_full_batches_gets_all_positions_and_they_are_freed() {
    const BATCH: usize = 1000;
    let (mut random, mut text) = (Sets::seeded(4140), String::new());
    for number in 0..100 {
        let style = Style { decorated: number % 2 == 0, crlf: number % 3 == 0, ..Style::EXPORT };
        RandomGame::new(&mut random, 60).write(style, &mut random, &mut text);
    }
    let text = text.repeat((3 << 19) / text.len() + 1);
    assert!(text.len() > 1 << 20);

    let mut whole = Reading::new();
    whole.push(Some(text.as_bytes()));
    whole.push(None);
    let (all, held_by_all) = (whole.left, whole.held);
    whole.take(all);
    assert!(whole.rows.len() == all && all > 100 * BATCH);
    assert!(whole.held < held_by_all / 4, "{} bytes are held after all positions were taken", whole.held);

    let (mut batches, mut most_held) = (Reading::new(), 0);
    for part in text.as_bytes().chunks(50_000) {
        batches.push(Some(part));
        while batches.left >= BATCH {
            batches.take(BATCH);
        }
        most_held = most_held.max(batches.held);
    }
    assert!(most_held < held_by_all / 4, "{most_held} bytes are held, and {held_by_all} by all positions");
    batches.push(None);
    while batches.left > 0 {
        batches.take(BATCH);
    }
    assert!(batches.rows == whole.rows, "other positions");
}
