//! Compares leapers on every backend with a walk by coordinates and with the module that the program writes for them.

use std::fmt::Debug;

use setwise::Kernel;
use setwise::patterns::leaper::*;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::leapers;
use setwise_testkit::oracle::leaper_attacks;

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

macro_rules! leapers_agree {
    ($($test:ident: $leaper:ident, $setwise:ident, $lookup:ident;)+) => {$(
        #[test]
        fn $test() {
            let jumps = jumps::<$leaper>();
            let kernel = LeaperAttacks::<$leaper>::new();
            check(kernel, |set| leaper_attacks(set, &jumps));
            check(kernel, leapers::$test::$setwise);
            for square in 0..64 {
                assert_eq!(leapers::$test::$lookup(square), leaper_attacks(1 << square, &jumps));
            }
        }
    )+};
}

leapers_agree! {
    wazir: Wazir, wazir_attacks_setwise, wazir_attacks;
    ferz: Ferz, ferz_attacks_setwise, ferz_attacks;
    king: King, king_attacks_setwise, king_attacks;
    dabbaba: Dabbaba, dabbaba_attacks_setwise, dabbaba_attacks;
    knight: Knight, knight_attacks_setwise, knight_attacks;
    alfil: Alfil, alfil_attacks_setwise, alfil_attacks;
    alibaba: Alibaba, alibaba_attacks_setwise, alibaba_attacks;
    squirrel: Squirrel, squirrel_attacks_setwise, squirrel_attacks;
    threeleaper: Threeleaper, threeleaper_attacks_setwise, threeleaper_attacks;
    camel: Camel, camel_attacks_setwise, camel_attacks;
    zebra: Zebra, zebra_attacks_setwise, zebra_attacks;
    tripper: Tripper, tripper_attacks_setwise, tripper_attacks;
    gnu: Gnu, gnu_attacks_setwise, gnu_attacks;
    bison: Bison, bison_attacks_setwise, bison_attacks;
    buffalo: Buffalo, buffalo_attacks_setwise, buffalo_attacks;
    fourleaper: Fourleaper, fourleaper_attacks_setwise, fourleaper_attacks;
    giraffe: Giraffe, giraffe_attacks_setwise, giraffe_attacks;
    stag: Stag, stag_attacks_setwise, stag_attacks;
    antelope: Antelope, antelope_attacks_setwise, antelope_attacks;
    root50leaper: Root50Leaper, root50leaper_attacks_setwise, root50leaper_attacks;
}

#[test]
fn the_knight_and_the_king_are_those_of_every_backend() {
    check(KnightAttacks, leapers::knight::knight_attacks_setwise);
    check(KingAttacks, leapers::king::king_attacks_setwise);
}
