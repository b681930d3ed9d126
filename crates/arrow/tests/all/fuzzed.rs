//! Runs the property of the fuzz target `columns` on seeded bytes.

#[path = "../../../../tests/fuzz/properties/columns.rs"]
mod columns;

use setwise_testkit::random::Sets;

/// Few changes leave most files readable, and many leave none.
#[test]
fn columns_are_read_as_documented_or_named() {
    let mut sets = Sets::seeded(31);
    for round in 0..150 {
        let mut bytes: Vec<u8> = (0..20).flat_map(|_| sets.dense().to_le_bytes()).collect();
        bytes[3] = [0, 1, 2, 3, 15][round % 5];
        let whole = 4 + 4 * usize::from(bytes[3]);
        bytes.truncate(whole + if round % 2 == 0 { 0 } else { round % 50 });
        columns::check(&bytes);
    }
}
