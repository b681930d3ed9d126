//! A library without the standard library: it runs its own kernel on every backend that its features compile in.
#![no_std]

use setwise::BackendId;

setwise::kernel! {
    /// Knight attacks without the squares of own pieces.
    pub fn KnightMoves(spread, knights, own) -> [moves] {
        let moves = spread.knight(knights) & !own;
    }
}

/// Calls `ran` for each backend that has computed the moves of knights on b1 and g1, in the order of the choice.
pub fn run_on_each_backend(ran: impl Fn(BackendId)) {
    let (knights, own) = ([0x42; 100], [0xFFFF; 100]);
    for backend in BackendId::ready() {
        let mut moves = [0; 100];
        backend.map(KnightMoves, [&knights, &own], [&mut moves]);
        assert_eq!(moves, [0x00A5_0000; 100]);
        ran(backend.id());
    }
}
