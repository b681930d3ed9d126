//! Tests that every backend computes attacks from columns of single squares correctly.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::{BackendId, Square};
use setwise_testkit::oracle::{king_attacks, knight_attacks};

/// Tests every square in every lane, with other squares in the other lanes, and all lengths from 0 to 67.
#[test]
fn every_ready_backend_agrees_with_the_oracle() {
    const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
    let squares: Vec<Square> = (0..16).flat_map(|turn| Square::ALL.into_iter().cycle().skip(turn).take(67)).collect();
    for backend in BackendId::ready() {
        for offset in 0..8 {
            for length in (0..=67).chain([squares.len() - offset]) {
                let squares = &squares[offset..offset + length];
                let mut attacks = vec![UNTOUCHED; length + 2];
                backend.knight_attacks_from(squares, &mut attacks[1..=length]);
                let expected = squares.iter().map(|square| knight_attacks(square.bitboard().0));
                assert!(attacks[1..=length].iter().copied().eq(expected), "{}: {length}", backend.id());
                backend.king_attacks_from(squares, &mut attacks[1..=length]);
                let expected = squares.iter().map(|square| king_attacks(square.bitboard().0));
                assert!(attacks[1..=length].iter().copied().eq(expected), "{}: {length}", backend.id());
                assert_eq!((attacks[0], attacks[length + 1]), (UNTOUCHED, UNTOUCHED), "{}", backend.id());
            }
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn unequal_lengths_panic_before_the_first_write() {
    for backend in BackendId::ready() {
        let mut attacks = [7; 12];
        let run = AssertUnwindSafe(|| backend.knight_attacks_from(&[Square::A1; 9], &mut attacks));
        let panic = catch_unwind(run).expect_err("unequal lengths must panic");
        assert_eq!(panic.downcast_ref::<String>().unwrap(), "9 squares, but room for the attacks of 12");
        assert_eq!(attacks, [7; 12]);
    }
}
