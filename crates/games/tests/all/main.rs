//! Tests the reader of games against `cozy-chess`, which plays the same moves from its own lists of legal moves.

mod chess960;
mod plain;
mod played;
mod rows;
mod soup;
mod wrong;

use std::io::Read;

use setwise_games::{BadGame, GameChunk, GameChunks, Plies, Reader, Selection};

/// Reads a text in chunks of `chunk` bytes.
fn read_in_chunks(source: impl Read, chunk: usize, selection: Selection) -> (Plies, Vec<BadGame>) {
    let (mut chunks, mut games) = (GameChunks::with_chunk_size(chunk, source), GameChunk::default());
    let (mut reader, mut plies, mut bad) = (Reader::new(selection), Plies::default(), Vec::new());
    while chunks.read(&mut games).expect("a text in memory") {
        reader.append(&games, &mut plies, |game| bad.push(game));
    }
    (plies, bad)
}

/// Reads a text in chunks of the default size.
fn read(text: &[u8]) -> (Plies, Vec<BadGame>) {
    read_in_chunks(text, 1 << 18, Selection::default())
}

/// Reads a text with one error and returns its message.
fn message(text: &[u8]) -> String {
    let (_, bad) = read(text);
    let [bad] = &bad[..] else { panic!("{} errors", bad.len()) };
    format!("{}: {bad}", bad.line)
}
