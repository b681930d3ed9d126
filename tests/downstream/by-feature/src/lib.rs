//! A `no_std` library that runs its own kernel on every backend that its features enable.
#![no_std]

use setwise::BackendId;

setwise::kernel! {
    /// Knight attacks without the squares of own pieces.
    pub fn KnightMoves(spread, knights, own) -> [moves] {
        let moves = spread.knight(knights) & !own;
    }
}

/// Computes the moves of knights on b1 and g1 on each backend, in the order of the automatic choice. Calls `ran` after
/// each backend.
pub fn run_on_each_backend(ran: impl Fn(BackendId)) {
    let (knights, own) = ([0x42; 100], [0xFFFF; 100]);
    for backend in BackendId::ready() {
        let mut moves = [0; 100];
        backend.map(KnightMoves, [&knights, &own], [&mut moves]);
        assert_eq!(moves, [0x00A5_0000; 100]);
        ran(backend.id());
    }
}
