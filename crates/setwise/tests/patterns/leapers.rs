//! Tests that leapers agree with an oracle by coordinates on every backend. For three leapers, every backend must also
//! agree with the modules that `setwise gen` writes.

use std::fmt::Debug;

use setwise::Kernel;
use setwise::patterns::leaper::*;
use setwise::patterns::{KingAttacks, KnightAttacks};
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::leapers;
use setwise_testkit::oracle::leaper_attacks;

/// Compares a kernel with its oracle on all sets of one square and on random sets.
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

#[test]
fn every_named_leaper_attacks_what_its_jumps_reach() {
    macro_rules! check_each {
        ($($leaper:ident)+) => {$({
            let jumps = jumps::<$leaper>();
            check(LeaperAttacks::<$leaper>::new(), |set| leaper_attacks(set, &jumps));
        })+};
    }
    check_each!(Wazir Ferz King Dabbaba Knight Alfil Alibaba Squirrel Threeleaper Camel);
    check_each!(Zebra Tripper Gnu Bison Buffalo Fourleaper Giraffe Stag Antelope Root50Leaper);
}

#[test]
fn generated_modules_compute_what_every_backend_does() {
    check(KnightAttacks, leapers::knight::knight_attacks_setwise);
    check(KingAttacks, leapers::king::king_attacks_setwise);
    check(LeaperAttacks::<Camel>::new(), leapers::camel::camel_attacks_setwise);
}
