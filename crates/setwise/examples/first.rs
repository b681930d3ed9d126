//! A first program: the attacks of one board's knights, then of a column of boards on the best backend of this CPU.
//!
//! `cargo run --release --example first`

use setwise::patterns::KnightAttacks;
use setwise::{Bitboard, Square, knight_attacks_setwise};

fn main() {
    let knights = Bitboard::from_squares(&[Square::B1, Square::G1]);
    println!("knights on b1 and g1\n{knights}\n\nattack\n{}\n", knight_attacks_setwise(knights));

    // A column: one word a board. Here a knight on every square in turn.
    let boards: Vec<u64> = Square::ALL.iter().map(|square| square.bitboard().0).collect();
    let mut attacks = vec![0; boards.len()];
    let backend = setwise::auto(); // ask once, pass it on
    backend.map(KnightAttacks, [&boards], [&mut attacks]);

    let targets: u32 = attacks.iter().map(|set| set.count_ones()).sum();
    println!("{}: {} boards, {targets} attacked squares in all", backend.id(), boards.len());
}
