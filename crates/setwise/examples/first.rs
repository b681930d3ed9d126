//! A first program. It computes the knight attacks of one board, and then of a column of boards on the best backend for
//! this CPU.
//!
//! `cargo run --release --example first`

use setwise::patterns::KnightAttacks;
use setwise::{Bitboard, Square, knight_attacks_setwise};

fn main() {
    let knights = Bitboard::from_squares(&[Square::B1, Square::G1]);
    println!("knights on b1 and g1\n{knights}\n\nattack\n{}\n", knight_attacks_setwise(knights));

    // A column: one word per board. Here board n has one knight, on square n.
    let boards: Vec<u64> = Square::ALL.iter().map(|square| square.bitboard().0).collect();
    let mut attacks = vec![0; boards.len()];
    let backend = setwise::auto(); // choose once, pass it on
    backend.map(KnightAttacks, [&boards], [&mut attacks]);

    let targets: u32 = attacks.iter().map(|set| set.count_ones()).sum();
    println!("{}: {} boards, {targets} attacked squares in all", backend.id(), boards.len());
}
