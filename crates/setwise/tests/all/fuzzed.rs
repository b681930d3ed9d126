//! Runs the property of the fuzz target `backends` on seeded bytes.

#[path = "../../../../tests/fuzz/properties/backends.rs"]
mod backends;

use setwise_testkit::random::Sets;

/// Columns of every length up to a few registers, at every offset.
#[test]
fn every_backend_agrees_on_seeded_columns() {
    let mut sets = Sets::seeded(20);
    for words in 0..120 {
        let mut bytes = vec![words as u8, (words / 8) as u8];
        for n in 0..words {
            let word = if n % 3 == 0 { sets.dense() } else { sets.of(n % 7) };
            bytes.extend(word.to_le_bytes());
        }
        backends::check(&bytes);
    }
}
