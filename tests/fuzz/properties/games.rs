//! The property: for any bytes and chunks of any size, the reader of games finds the same games, positions and errors
//! as the plain reader of the tests, which reads one byte after another. A text that starts like a file of another
//! format is refused.

use std::io::{ErrorKind, Read};

use setwise_games::{BadGame, GameChunk, GameChunks, Plies, Reader, Selection};
use setwise_positions::{Position, plain_text};

use crate::plain;

pub(crate) fn check(bytes: &[u8]) {
    let chunk = SMALLEST_CHUNK + bytes.len() % 100;
    match plain_text(bytes) {
        Ok(_) => drop(compare(bytes, chunk)),
        Err(_) => {
            let read = GameChunks::with_chunk_size(chunk).read_from(&mut &bytes[..], &mut GameChunk::default());
            assert_eq!(read.unwrap_err().kind(), ErrorKind::InvalidData);
        }
    }
}

/// The size of the smallest chunk in which a text is read, in bytes.
pub(crate) const SMALLEST_CHUNK: usize = 16;

/// Reads a text in chunks of `chunk` bytes.
pub(crate) fn read_in_chunks(mut source: impl Read, chunk: usize, selection: Selection) -> (Plies, Vec<BadGame>) {
    let (mut chunks, mut games) = (GameChunks::with_chunk_size(chunk), GameChunk::default());
    let (mut reader, mut plies, mut bad) = (Reader::new(selection), Plies::default(), Vec::new());
    while chunks.read_from(&mut source, &mut games).expect("a text in memory") {
        reader.append(&games, &mut plies, |game| bad.push(game));
    }
    (plies, bad)
}

/// Pushes a text in parts of `size` bytes, and takes the games that are complete after each part.
fn read_in_parts(text: &[u8], size: usize) -> (Plies, Vec<BadGame>) {
    let (mut chunks, mut games) = (GameChunks::default(), GameChunk::default());
    let (mut reader, mut plies, mut bad) = (Reader::new(Selection::default()), Plies::default(), Vec::new());
    let mut take = |chunks: &mut GameChunks| {
        while chunks.take(&mut games) {
            reader.append(&games, &mut plies, |game| bad.push(game));
        }
    };
    for part in text.chunks(size) {
        chunks.push(part).expect("a text");
        take(&mut chunks);
    }
    chunks.finish().expect("a text");
    take(&mut chunks);
    (plies, bad)
}

/// Compares the games, positions and errors of a text with those of the plain reader, whether the text is read or pushed.
/// Returns the number of games without
/// an error and the number of games with an error.
pub(crate) fn compare(text: &[u8], chunk: usize) -> [usize; 2] {
    let (plies, bad) = read_in_chunks(text, chunk, Selection::default());
    assert_eq!(
        read_in_parts(text, 1 + text.len() % 37),
        (plies.clone(), bad.clone()),
        "{}",
        String::from_utf8_lossy(text)
    );
    let games = plain::games(&plain_text(text).expect("a text"));
    let shown = || String::from_utf8_lossy(text).into_owned();
    let mut positions = 0;
    for (number, game) in (1..).zip(&games) {
        let error = bad.iter().find(|bad| bad.game == number);
        match (game, error) {
            (Ok(boards), None) => {
                for board in boards {
                    assert_eq!(plies.game.get(positions), Some(&(number as u32)), "{}", shown());
                    assert_eq!(plies.columns.get(positions), Some(Position::from(board)), "{}", shown());
                    positions += 1;
                }
            }
            (&Err(plain::UNUSUAL), _) => positions += plies.game.iter().filter(|game| **game == number as u32).count(),
            (Err(ply), Some(bad)) => assert_eq!(*ply, bad.ply, "{bad}\n{}", shown()),
            (expected, got) => panic!("{:?}\n{got:?}\n{}", expected.as_ref().map(Vec::len), shown()),
        }
    }
    assert_eq!(positions, plies.len(), "{}", shown());
    assert!(bad.iter().all(|bad| bad.game <= games.len()), "{}", shown());
    [games.len() - bad.len(), bad.len()]
}
