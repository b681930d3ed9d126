//! Computes a pattern of your own from several input columns. One pass writes several output columns.
//!
//! `cargo run --release --example columns`

use setwise::patterns::{at_least_two_images, pawn_attacks};
use setwise::{Bitboard, Color, kernel};

kernel! {
    /// The squares to which White's knights can move without being captured by a pawn, and the fork squares among them.
    fn SafeMovesAndForks(spread, knights, own, black_pawns, targets) -> [moves, forks] {
        let moves = spread.knight(knights) & !(own | pawn_attacks(black_pawns, Color::Black));
        let forks = moves & at_least_two_images(targets);
    }
}

fn main() {
    // Each column has one word per board; word n of every column belongs to position n.
    let knights = [1 << 35, 0x42, 1 << 21]; // d5; b1 and g1; f3
    let own = [1 << 35, 0xFFFF, 1 << 21];
    let black_pawns = [0, 0x00FF_0000_0000_0000, 1 << 36]; // none; rank 7; e5
    let targets = [0x1100_0000_0000_0000, 0, 1 << 51 | 1 << 53]; // a8 and e8; none; d7 and f7
    let (mut moves, mut forks) = ([0; 3], [0; 3]);

    let backend = setwise::auto();
    backend.map(SafeMovesAndForks, [&knights, &own, &black_pawns, &targets], [&mut moves, &mut forks]);

    println!("backend {}", backend.id());
    for (n, (moves, forks)) in moves.into_iter().zip(forks).enumerate() {
        println!("position {n}: {} safe moves, forks on {:?}", Bitboard(moves).count(), squares(forks));
    }
    // `total` returns only the sums and stores no set.
    let [all_moves, all_forks] = backend.total(SafeMovesAndForks, [&knights, &own, &black_pawns, &targets]);
    println!("in all: {all_moves} moves, {all_forks} forks");
}

fn squares(set: u64) -> Vec<String> {
    Bitboard(set).iter().map(|square| square.to_string()).collect()
}
