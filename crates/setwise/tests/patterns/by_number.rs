//! Tests that the patterns that read a number from an input column agree with oracles. The lanes of a register have
//! different numbers.

use setwise::Kernel;
use setwise::patterns::by_number::*;
use setwise_testkit::conformance::check_pattern;
use setwise_testkit::oracle::{fork_squares, king_attacks, knight_reach};
use setwise_testkit::random::Sets;

/// The tested numbers: small ones, numbers close to 64 (the number of squares), numbers close to 128 (see [`few`]), and
/// huge ones.
const NUMBERS: [u64; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 62, 63, 64, 127, 128, 129, 1 << 40, u64::MAX];

/// Compares a kernel with its oracle. The last input takes each of [`NUMBERS`]; the other inputs are random sets.
fn check<K, const IN: usize>(kernel: K, oracle: impl Fn([u64; IN]) -> [u64; 1])
where
    K: Kernel<IN, 1> + std::fmt::Debug,
{
    let mut sets = Sets::seeded(33);
    let boards = NUMBERS.iter().cycle().take(8 * NUMBERS.len() + 3).map(|n| {
        let mut input = std::array::from_fn(|_| sets.sparse());
        input[IN - 1] = *n;
        input
    });
    check_pattern(kernel, &boards.collect::<Vec<[u64; IN]>>(), oracle).unwrap_or_else(|failure| panic!("{failure}"));
}

/// Returns `n`, or a smaller number of rounds with the same result. The results of 128 or more rounds depend only on
/// whether the number is even.
fn few(n: u64) -> usize {
    if n < 128 { n as usize } else { 128 + (n % 2) as usize }
}

#[test]
fn forks_of_at_least_and_exactly_n_targets() {
    let least = |targets: u64, n: u64| if n > 8 { 0 } else { fork_squares(targets, n as usize) };
    check(ForksAtLeastBy, |[targets, n]| [least(targets, n)]);
    check(ForksExactlyBy, |[targets, n]| [least(targets, n) & !least(targets, n.saturating_add(1))]);
}

#[test]
fn fills_and_reaches_of_n_moves() {
    check(KnightFillBy, |[knights, n]| [knight_reach(knights, few(n), !0, true)]);
    check(KingFillBy, |[kings, n]| [(0..few(n)).fold(kings, |reached, _| reached | king_attacks(reached))]);
    check(KnightReachWithinBy, |[knights, allowed, n]| [knight_reach(knights, few(n), allowed, true)]);
    check(KnightReachExactlyBy, |[knights, allowed, n]| [knight_reach(knights, few(n), allowed, false)]);
}
