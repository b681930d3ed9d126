//! Checks the sets of columns of squares on every backend.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::patterns::leaper::{Camel, Giraffe, Leaper};
use setwise::{Square, SquareTable};
use setwise_testkit::oracle::{king_attacks, knight_attacks, leaper_attacks};
use setwise_testkit::selected;

/// Tests every square in every lane, with other squares in the other lanes, and all lengths from 0 to 200.
#[test]
fn every_ready_backend_agrees_with_the_oracle() {
    const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
    let squares: Vec<Square> = (0..16).flat_map(|turn| Square::ALL.into_iter().cycle().skip(turn).take(67)).collect();
    for backend in selected::backends() {
        for offset in 0..8 {
            for length in (0..=200).chain([squares.len() - offset]) {
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

/// Tests leapers with long jumps. Neither table has a form of 16 bytes, and the table of the giraffe also needs more
/// than 64 bytes.
#[test]
fn every_ready_backend_looks_up_other_leapers() {
    const CAMEL: SquareTable = SquareTable::leaper::<Camel>();
    const GIRAFFE: SquareTable = SquareTable::leaper::<Giraffe>();
    for (table, steps) in [(&CAMEL, Camel::STEPS), (&GIRAFFE, Giraffe::STEPS)] {
        let jumps: Vec<(i32, i32)> = steps
            .iter()
            .flat_map(|&(a, b)| [(a, b), (b, a)])
            .map(|(files, ranks)| (i32::from(files), i32::from(ranks)))
            .flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b)])
            .collect();
        let expected = Square::ALL.map(|square| leaper_attacks(square.bitboard().0, &jumps));
        for backend in selected::backends() {
            let mut sets = [0; 64];
            backend.sets_from(table, &Square::ALL, &mut sets);
            assert_eq!(sets, expected, "{}: {steps:?}", backend.id());
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic cannot be caught there")]
fn unequal_lengths_panic_before_the_first_write() {
    for backend in selected::backends() {
        for (inputs, outputs) in [(9, 12), (12, 9), (0, 1), (1, 0), (2, 3), (100, 64), (64, 100)] {
            let mut sets = vec![7; outputs];
            let squares = vec![Square::A1; inputs];
            let run = AssertUnwindSafe(|| backend.sets_from(&SquareTable::KING, &squares, &mut sets));
            let panic = catch_unwind(run).expect_err("unequal lengths must panic");
            let expected = format!("{inputs} squares, but room for {outputs} sets");
            assert_eq!(panic.downcast_ref::<String>().unwrap(), &expected);
            assert_eq!(sets, vec![7; outputs], "{}", backend.id());
        }
    }
}
