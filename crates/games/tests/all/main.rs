//! Tests the reader of games against `cozy-chess`, which plays the same moves from its own lists of legal moves.

mod chess960;
#[path = "../../../../tests/fuzz/properties/games.rs"]
mod games;
mod plain;
mod played;
mod rows;
mod soup;
mod wrong;

use setwise_games::{BadGame, GameChunk, GameChunks, Plies, Reader, Selection};

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

/// Reads a text with a reader, in chunks of `chunk` bytes. Panics if a game has an error.
fn read_good(mut reader: Reader, chunk: usize, mut text: &[u8]) -> Plies {
    let (mut chunks, mut games) = (GameChunks::with_chunk_size(chunk), GameChunk::default());
    let mut plies = Plies::default();
    while chunks.read_from(&mut text, &mut games).unwrap() {
        reader.append(&games, &mut plies, |bad| panic!("{bad}"));
    }
    plies
}
