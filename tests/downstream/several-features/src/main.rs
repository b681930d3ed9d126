//! Several features: the documented order decides, and every compiled backend runs this crate's own kernel.

use setwise::BackendId;

setwise::kernel! {
    /// Knight attacks without the squares of own pieces.
    fn KnightMoves(spread, knights, own) -> [moves] {
        let moves = spread.knight(knights) & !own;
    }
}

fn main() {
    let (knights, own) = (vec![0x42_u64; 100], vec![0xFFFF_u64; 100]);
    for backend in BackendId::ready() {
        let mut moves = vec![0; 100];
        backend.map(KnightMoves, [&knights, &own], [&mut moves]);
        assert_eq!(moves, [0x00A5_0000; 100]);
        println!("ran {}", backend.id());
    }
    println!("auto {}", setwise::auto().id());
}
