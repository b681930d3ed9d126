//! `Lanes::load_first` on every backend: slices of every length up to some boards more than a register holds.

use setwise::backend::{Chunk, Job, Strategy};
use setwise::{BackendId, Lanes, Spread};

struct FirstBoards<'a>(&'a [u64]);

impl Job for FirstBoards<'_> {
    type Out = Vec<u64>;

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) -> Vec<u64> {
        let mut lanes = V::Chunk::EMPTY;
        V::load_first(backend.isa(), self.0).store(&mut lanes);
        lanes.as_ref().to_vec()
    }
}

#[test]
fn lanes_without_a_board_are_empty() {
    let boards: Vec<u64> = (1..=16).map(|n| u64::MAX / n).collect();
    for backend in BackendId::ready() {
        for offset in 0..4 {
            for length in 0..=12 {
                let slice = &boards[offset..offset + length];
                let lanes = backend.run(FirstBoards(slice));
                let expected: Vec<u64> = (0..lanes.len()).map(|lane| slice.get(lane).copied().unwrap_or(0)).collect();
                assert_eq!(lanes, expected, "{}, {length} boards from {offset}", backend.id());
            }
        }
    }
}
