//! Compares leapers on every backend with a walk by coordinates and with the module that the program writes for them.

use std::collections::BTreeSet;
use std::fmt::Debug;

use setwise::Kernel;
use setwise::patterns::leaper::*;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::leapers;
use setwise_testkit::oracle::leaper_attacks;
use setwise_testkit::random::Sets;

/// Checks a kernel on every single square and on random sets.
fn check<K: Kernel<1, 1> + Debug>(kernel: K, oracle: impl Fn(u64) -> u64) {
    let singles: Vec<[u64; 1]> = (0..64).map(|square| [1 << square]).collect();
    check_pattern(kernel, &singles, |[set]| [oracle(set)]).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Returns all jumps of a leaper: its steps in every direction.
fn jumps<L: Leaper>() -> Vec<(i32, i32)> {
    let both = |(a, b): (u8, u8)| [(i32::from(a), i32::from(b)), (i32::from(b), i32::from(a))];
    let all = |(a, b): (i32, i32)| [(a, b), (a, -b), (-a, b), (-a, -b)];
    L::STEPS.iter().copied().flat_map(both).flat_map(all).collect()
}

/// Returns the squares from which at least two jumps lead to a member of a set, by coordinates.
fn attacks_at_least_two(set: u64, jumps: &[(i32, i32)]) -> u64 {
    let jumps: BTreeSet<&(i32, i32)> = jumps.iter().collect();
    let attacks = |square: &i32| {
        let members = jumps.iter().filter(|(df, dr)| {
            let (file, rank) = (square % 8 + df, square / 8 + dr);
            (0..8).contains(&file) && (0..8).contains(&rank) && set >> (8 * rank + file) & 1 == 1
        });
        members.count() >= 2
    };
    (0..64).filter(attacks).fold(0, |squares, square| squares | 1 << square)
}

/// Returns the squares of a path that members of a set reach within it, square after square.
fn flood(start: u64, path: u64, jumps: &[(i32, i32)]) -> u64 {
    let (mut reached, mut open) = (0, (0..64).filter(|square| start & path & 1 << square != 0).collect::<Vec<_>>());
    while let Some(square) = open.pop() {
        reached |= 1 << square;
        let next = leaper_attacks(1 << square, jumps) & path & !reached;
        open.extend((0..64).filter(|square| next >> square & 1 == 1));
    }
    reached
}

/// The functions of a module beside those for attacks.
struct Module {
    at_least_two: fn(u64) -> u64,
    fill: fn(u64) -> u64,
    flood: fn(u64, u64) -> u64,
}

/// Checks them on every single square, and on random sets and paths.
fn check_module(module: &Module, jumps: &[(i32, i32)]) {
    let mut random = Sets::seeded(7);
    let single = (0..64).map(|square| 1 << square);
    let sets: Vec<u64> = single.chain((0..200).map(|_| random.dense() & random.dense())).collect();
    for set in sets {
        assert_eq!((module.at_least_two)(set), attacks_at_least_two(set, jumps), "{set:#x}");
        assert_eq!((module.fill)(set), set | leaper_attacks(set, jumps), "{set:#x}");
        for path in [0, !0, random.dense(), random.dense() | random.dense()] {
            assert_eq!((module.flood)(set, path), flood(set, path, jumps), "{set:#x} {path:#x}");
        }
    }
}

macro_rules! leapers_agree {
    ($($test:ident: $leaper:ident, $lookup:ident, $setwise:ident, $at_least_two:ident, $fill:ident, $flood:ident;)+) => {$(
        #[test]
        fn $test() {
            let jumps = jumps::<$leaper>();
            let kernel = LeaperAttacks::<$leaper>::new();
            check(kernel, |set| leaper_attacks(set, &jumps));
            check(kernel, leapers::$test::$setwise);
            let module = Module {
                at_least_two: leapers::$test::$at_least_two,
                fill: leapers::$test::$fill,
                flood: leapers::$test::$flood,
            };
            check_module(&module, &jumps);
            for square in 0..64 {
                assert_eq!(leapers::$test::$lookup(square), leaper_attacks(1 << square, &jumps));
            }
        }
    )+};
}

leapers_agree! {
    wazir: Wazir, wazir_attacks, wazir_attacks_setwise, wazir_attacks_at_least_two, wazir_fill, wazir_flood;
    ferz: Ferz, ferz_attacks, ferz_attacks_setwise, ferz_attacks_at_least_two, ferz_fill, ferz_flood;
    king: King, king_attacks, king_attacks_setwise, king_attacks_at_least_two, king_fill, king_flood;
    dabbaba: Dabbaba, dabbaba_attacks, dabbaba_attacks_setwise, dabbaba_attacks_at_least_two, dabbaba_fill, dabbaba_flood;
    knight: Knight, knight_attacks, knight_attacks_setwise, knight_attacks_at_least_two, knight_fill, knight_flood;
    alfil: Alfil, alfil_attacks, alfil_attacks_setwise, alfil_attacks_at_least_two, alfil_fill, alfil_flood;
    alibaba: Alibaba, alibaba_attacks, alibaba_attacks_setwise, alibaba_attacks_at_least_two, alibaba_fill, alibaba_flood;
    squirrel: Squirrel, squirrel_attacks, squirrel_attacks_setwise, squirrel_attacks_at_least_two, squirrel_fill, squirrel_flood;
    threeleaper: Threeleaper, threeleaper_attacks, threeleaper_attacks_setwise, threeleaper_attacks_at_least_two, threeleaper_fill, threeleaper_flood;
    camel: Camel, camel_attacks, camel_attacks_setwise, camel_attacks_at_least_two, camel_fill, camel_flood;
    zebra: Zebra, zebra_attacks, zebra_attacks_setwise, zebra_attacks_at_least_two, zebra_fill, zebra_flood;
    tripper: Tripper, tripper_attacks, tripper_attacks_setwise, tripper_attacks_at_least_two, tripper_fill, tripper_flood;
    gnu: Gnu, gnu_attacks, gnu_attacks_setwise, gnu_attacks_at_least_two, gnu_fill, gnu_flood;
    bison: Bison, bison_attacks, bison_attacks_setwise, bison_attacks_at_least_two, bison_fill, bison_flood;
    buffalo: Buffalo, buffalo_attacks, buffalo_attacks_setwise, buffalo_attacks_at_least_two, buffalo_fill, buffalo_flood;
    fourleaper: Fourleaper, fourleaper_attacks, fourleaper_attacks_setwise, fourleaper_attacks_at_least_two, fourleaper_fill, fourleaper_flood;
    giraffe: Giraffe, giraffe_attacks, giraffe_attacks_setwise, giraffe_attacks_at_least_two, giraffe_fill, giraffe_flood;
    stag: Stag, stag_attacks, stag_attacks_setwise, stag_attacks_at_least_two, stag_fill, stag_flood;
    antelope: Antelope, antelope_attacks, antelope_attacks_setwise, antelope_attacks_at_least_two, antelope_fill, antelope_flood;
    root50leaper: Root50Leaper, root50leaper_attacks, root50leaper_attacks_setwise, root50leaper_attacks_at_least_two, root50leaper_fill, root50leaper_flood;
}

#[test]
fn the_knight_and_the_king_are_those_of_every_backend() {
    check(KnightAttacks, leapers::knight::knight_attacks_setwise);
    check(KingAttacks, leapers::king::king_attacks_setwise);
}
