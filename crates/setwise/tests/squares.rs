//! Single squares in bulk: every way gives the table's entries.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::{Role, Square, SquareBackendId, auto_for_squares};
use setwise_testkit::oracle::{king_attacks, knight_attacks};
use setwise_testkit::random::Sets;

/// Every square in every lane, with other squares beside it, and all lengths from 0 to 67.
#[test]
fn every_ready_backend_agrees_with_the_oracle() {
    const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
    let mut sets = Sets::seeded(8);
    let random = (0..4096).map(|_| Square::from_index((sets.dense() >> 58) as usize).unwrap());
    let squares: Vec<Square> =
        (0..16).flat_map(|turn| Square::ALL.into_iter().cycle().skip(turn).take(67)).chain(random).collect();
    for backend in SquareBackendId::ready() {
        for offset in 0..8 {
            for length in (0..=67).chain([squares.len() - offset]) {
                let squares = &squares[offset..offset + length];
                let mut attacks = vec![UNTOUCHED; length + 2];
                backend.knight_attacks(squares, &mut attacks[1..=length]);
                let expected = squares.iter().map(|square| knight_attacks(square.bitboard().0));
                assert!(attacks[1..=length].iter().copied().eq(expected), "{}: {length}", backend.id());
                backend.king_attacks(squares, &mut attacks[1..=length]);
                let expected = squares.iter().map(|square| king_attacks(square.bitboard().0));
                assert!(attacks[1..=length].iter().copied().eq(expected), "{}: {length}", backend.id());
                assert_eq!((attacks[0], attacks[length + 1]), (UNTOUCHED, UNTOUCHED), "{}", backend.id());
            }
        }
    }
    for reason in SquareBackendId::ALL.iter().filter_map(|id| id.detect().err()) {
        println!("skipped: {reason}");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn unequal_lengths_panic_before_the_first_write() {
    for backend in SquareBackendId::ready() {
        let mut attacks = [7; 12];
        let run = AssertUnwindSafe(|| backend.knight_attacks(&[Square::A1; 9], &mut attacks));
        let panic = catch_unwind(run).expect_err("unequal lengths must panic");
        assert_eq!(panic.downcast_ref::<String>().unwrap(), "9 squares, but room for the attacks of 12");
        assert_eq!(attacks, [7; 12]);
    }
}

#[test]
fn auto_is_the_first_choice_that_is_ready() {
    let first = SquareBackendId::ready().find(|backend| backend.id().role() == Role::Choice).unwrap();
    assert_eq!(auto_for_squares().id(), first.id());
    assert_eq!(SquareBackendId::SquareTable.role(), Role::Choice, "the table is the floor");
}
