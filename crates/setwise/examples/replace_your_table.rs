//! Replaces a table of attacks. The results are the same, without a table of your own, its initialisation and the loop
//! over squares.
//!
//! `cargo run --release --example replace_your_table`

use setwise::{Bitboard, Square, knight_attacks, knight_attacks_setwise};

/// Many engines have a table like this, filled at program start.
struct Before {
    table: [u64; 64],
}

impl Before {
    fn new() -> Self {
        let mut table = [0; 64];
        for (square, set) in table.iter_mut().enumerate() {
            for (df, dr) in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] {
                let (file, rank) = (square as i32 % 8 + df, square as i32 / 8 + dr);
                if (0..8).contains(&file) && (0..8).contains(&rank) {
                    *set |= 1 << (file + 8 * rank);
                }
            }
        }
        Self { table }
    }

    fn attacks_of_all(&self, mut knights: u64) -> u64 {
        let mut attacks = 0;
        while knights != 0 {
            attacks |= self.table[knights.trailing_zeros() as usize];
            knights &= knights - 1;
        }
        attacks
    }
}

// The following six lines replace the table. Your types do not change: a square is an index from 0 to 63 with a1 = 0,
// and a set is a word.
fn attacks(square: usize) -> u64 {
    knight_attacks(Square::from_index(square).expect("an index from 0 to 63")).0
}
fn attacks_of_all(knights: u64) -> u64 {
    knight_attacks_setwise(Bitboard(knights)).0
}

fn main() {
    let before = Before::new();
    for square in 0..64 {
        assert_eq!(attacks(square), before.table[square]);
    }
    for knights in [0, 0x42, 0x4200_0000_0000_0000, 0x0123_4567_89AB_CDEF, u64::MAX] {
        assert_eq!(attacks_of_all(knights), before.attacks_of_all(knights));
    }
    println!("the results are the same on every square and for every set tried");
}
