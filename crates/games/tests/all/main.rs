//! Tests the reader of games against `cozy-chess`, which plays the same moves from its own lists of legal moves.

mod chess960;
#[path = "../../../../tests/fuzz/properties/games.rs"]
mod games;
mod plain;
mod played;
mod rows;
mod soup;
mod wrong;

use setwise_games::{BadGame, Plies, Selection};

use games::read_in_chunks;

/// Reads a text in chunks of the default size.
fn read(text: &[u8]) -> (Plies, Vec<BadGame>) {
    read_in_chunks(text, 1 << 18, Selection::default())
}

/// Reads a text with one error and returns its message.
fn message(text: &[u8]) -> String {
    let (_, bad) = read(text);
    let [bad] = &bad[..] else { panic!("{} errors", bad.len()) };
    format!("{}: {bad}", bad.place())
}
