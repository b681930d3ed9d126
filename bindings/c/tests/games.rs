//! Compares the reader of games in the C interface with the Rust library, on random games and parts of random lengths.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CStr, c_char, c_void};
use std::ptr;

use setwise_c::error::OK;
use setwise_c::games::{
    GameColumns, Games, PlySelection, setwise_games_end, setwise_games_free, setwise_games_new, setwise_games_push,
    setwise_games_take,
};
use setwise_c::positions::Columns;
use setwise_games::{GameChunk, GameChunks, Plies, Reader, Selection};
use setwise_testkit::pgn::{RandomGame, Style};
use setwise_testkit::random::Sets;

/// A bad game: its line, its number, the ply, and the message.
type Bad = (usize, usize, usize, String);

unsafe extern "C-unwind" fn report(context: *mut c_void, line: usize, game: usize, ply: usize, message: *const c_char) {
    // SAFETY: `read` passes a pointer to a list and uses the list only after the call.
    let bad = unsafe { &mut *context.cast::<Vec<Bad>>() };
    // SAFETY: the header says that the message is a text.
    let message = unsafe { CStr::from_ptr(message) };
    bad.push((line, game, ply, message.to_str().unwrap().to_string()));
}

/// A position as the C interface returns it: the sets, the side to move, game, ply, rights and result.
type Row = ([u64; 8], u8, u32, u32, u64, u8, u8);

/// Takes all positions that can be taken.
fn take_all(games: *mut Games, capacity: usize, rows: &mut Vec<Row>) {
    let mut words = [const { Vec::new() }; 8].map(|_: Vec<u64>| vec![0; capacity]);
    let (mut sides, mut en_passant, mut result) = (vec![0; capacity], vec![0; capacity], vec![0; capacity]);
    let (mut game, mut ply, mut unmoved_rooks) = (vec![0; capacity], vec![0; capacity], vec![0; capacity]);
    loop {
        let sets = words.each_mut().map(Vec::as_mut_ptr);
        let (rooks, squares) = (unmoved_rooks.as_mut_ptr(), en_passant.as_mut_ptr());
        let columns = Columns::new(sets, sides.as_mut_ptr(), rooks, squares);
        let more = GameColumns { game: game.as_mut_ptr(), ply: ply.as_mut_ptr(), result: result.as_mut_ptr() };
        let mut taken = 0;
        // SAFETY: every column has `capacity` elements.
        assert_eq!(unsafe { setwise_games_take(games, &columns, &more, capacity, &mut taken) }, OK);
        for n in 0..taken {
            let sets = words.each_ref().map(|column| column[n]);
            rows.push((sets, sides[n], game[n], ply[n], unmoved_rooks[n], en_passant[n], result[n]));
        }
        if taken < capacity {
            return;
        }
    }
}

#[test]
fn games_in_parts_have_the_positions_of_the_rust_library() {
    let mut random = Sets::seeded(4140);
    let mut text = String::new();
    for number in 0..120 {
        let style = Style { decorated: number % 2 == 0, crlf: number % 3 == 0, ..Style::EXPORT };
        RandomGame::new(&mut random, 60).write(style, &mut random, &mut text);
        if number % 10 == 9 {
            text += "1. e4 Ke6 *\n\n";
        }
    }
    let text = text.as_bytes();
    let (mut chunk, mut plies, mut expected_bad) = (GameChunk::default(), Plies::default(), Vec::new());
    let (mut chunks, mut rest) = (GameChunks::default(), text);
    while chunks.read_from(&mut rest, &mut chunk).unwrap() {
        let bad = |bad: setwise_games::BadGame| expected_bad.push((bad.line, bad.game, bad.ply, bad.to_string()));
        Reader::new(Selection::default()).append(&chunk, &mut plies, bad);
    }
    assert!(plies.len() > 3000 && expected_bad.len() == 12);
    let mut expected = Vec::new();
    for n in 0..plies.len() {
        let position = plies.columns.get(n).unwrap();
        let ([pawns, knights, bishops, rooks, queens, kings], [white, black]) =
            (position.placement.kinds, position.placement.sides);
        let labels = plies.labels.get(n).unwrap();
        expected.push((
            [pawns, knights, bishops, rooks, queens, kings, white, black],
            position.side_to_move as u8,
            plies.game[n],
            plies.ply[n],
            labels.unmoved_rooks,
            labels.en_passant,
            labels.result,
        ));
    }
    for (most, capacity) in [(1, 1000), (50, 7), (5000, 64), (1 << 20, 100_000)] {
        let (mut rows, mut bad): (Vec<Row>, Vec<Bad>) = (Vec::new(), Vec::new());
        let mut games = ptr::null_mut();
        let all = PlySelection { every: 1, first: 0, last: usize::MAX, only_last: 0 };
        // SAFETY: both pointers point to variables.
        assert_eq!(unsafe { setwise_games_new(&all, &mut games) }, OK);
        let (mut rest, mut positions, mut most_positions) = (text, 0, 0);
        while !rest.is_empty() {
            let part;
            (part, rest) = rest.split_at((1 + random.dense() as usize % most).min(rest.len()));
            let context = (&raw mut bad).cast();
            // SAFETY: the games are new, and the text has this length.
            let error = unsafe {
                setwise_games_push(games, part.as_ptr().cast(), part.len(), Some(report), context, &mut positions)
            };
            assert_eq!(error, OK);
            most_positions = most_positions.max(positions);
            take_all(games, capacity, &mut rows);
        }
        let context = (&raw mut bad).cast();
        // SAFETY: the games have not been freed.
        assert_eq!(unsafe { setwise_games_end(games, Some(report), context, &mut positions) }, OK);
        take_all(games, capacity, &mut rows);
        // SAFETY: the games have not been freed, and are not used again.
        unsafe { setwise_games_free(games) };
        assert!(rows == expected, "parts of at most {most} bytes");
        assert_eq!(bad, expected_bad);
        // With short parts, the positions of few games wait to be taken.
        assert!(most > 5000 || most_positions < 2000, "{most_positions} positions");
    }
}
