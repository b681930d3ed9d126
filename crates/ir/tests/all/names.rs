//! Runs the property of the fuzz target `names` on names and on pseudo-random texts.

#[path = "../../../../tests/fuzz/properties/names.rs"]
mod property;

use setwise::BackendId;
use setwise_positions::features::Feature;
use setwise_testkit::random::Sets;

#[test]
fn names_are_read_or_refused() {
    let mut sets = Sets::seeded(22);
    for id in BackendId::ALL {
        property::check(id.name().as_bytes());
    }
    for feature in Feature::all() {
        property::check(feature.to_string().as_bytes());
    }
    const BYTES: &[u8] = b"0123456789,,,;;=-xkw_ \n";
    for _ in 0..2000 {
        let word = sets.dense();
        let text: Vec<u8> = (0..word % 12).map(|_| BYTES[(sets.dense() % BYTES.len() as u64) as usize]).collect();
        property::check(&text);
    }
    for text in ["3,1", "gnu=3,1;2,1", "camel", "0,0", "7,7;1,0", "a1", "h8", "\u{e4}=1,2"] {
        property::check(text.as_bytes());
    }
}
