//! Checks the sets of columns of squares on every backend.

use std::panic::{AssertUnwindSafe, catch_unwind};

use setwise::patterns::leaper::{Camel, Giraffe};
use setwise::{Square, SquareTable};
use setwise_testkit::oracle::{king_attacks, knight_attacks, leaper_attacks};
use setwise_testkit::selected;

/// Tests the choice of a method. `tests/specimens` tests every method with columns of all lengths. The camel's table has
/// no form of 16 bytes, and the giraffe's also needs more than 64 bytes.
#[test]
fn every_ready_backend_looks_up_columns_of_squares() {
    const CAMEL: SquareTable = SquareTable::leaper::<Camel>();
    const GIRAFFE: SquareTable = SquareTable::leaper::<Giraffe>();
    let jumps = |(a, b): (i32, i32)| [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
    let [camels, giraffes] = [(3, 1), (4, 1)].map(jumps);
    let squares: Vec<Square> = (0..16).flat_map(|turn| Square::ALL.into_iter().cycle().skip(turn).take(67)).collect();
    for backend in selected::backends() {
        for length in (0..=70).chain([squares.len()]) {
            let squares = &squares[squares.len() - length..];
            let mut sets = vec![0; length];
            let mut check = |list: &dyn Fn(&mut [u64]), oracle: &dyn Fn(u64) -> u64| {
                list(&mut sets);
                let expected = squares.iter().map(|square| oracle(square.bitboard().0));
                assert!(sets.iter().copied().eq(expected), "{}: {length}", backend.id());
            };
            check(&|sets| backend.knight_attacks_from(squares, sets), &knight_attacks);
            check(&|sets| backend.king_attacks_from(squares, sets), &king_attacks);
            check(&|sets| backend.sets_from(&CAMEL, squares, sets), &|set| leaper_attacks(set, &camels));
            check(&|sets| backend.sets_from(&GIRAFFE, squares, sets), &|set| leaper_attacks(set, &giraffes));
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
