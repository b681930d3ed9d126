//! Tests the form of `map` that stores past the caches. `map` itself uses this form only for results that are larger
//! than the last-level cache, so the tests call the form directly, for short columns.

use setwise::backend::{BlockOrder, Job, Runner, Strategy, map_past_caches};
use setwise::{Lanes, Spread, kernel};
use setwise_testkit::random::Sets;
use setwise_testkit::selected;

kernel! {
    /// Two results that differ, so that exchanged columns are found.
    fn AndOr(_spread, a, b) -> [both, either] {
        let both = a & b;
        let either = a | b;
    }
}

/// A job that computes two result columns, and stores them past the caches if they fill a register.
struct PastCaches<'a> {
    order: BlockOrder,
    input: [&'a [u64]; 2],
    output: [&'a mut [u64]; 2],
}

impl Job for PastCaches<'_> {
    type Out = ();

    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        if self.input[0].len() < V::COUNT {
            backend.map(AndOr, self.input, self.output);
        } else {
            map_past_caches(backend, AndOr, self.order, self.input, self.output);
        }
    }
}

/// Tests short columns, columns of about one and two pages, and all alignments of the first result relative to a cache
/// line. The second result has the same alignment as the first in some tests, and another alignment in the others.
#[test]
fn results_of_every_length_and_alignment_are_stored() {
    for (first, second) in (0..8).flat_map(|first| [0, first, 3].map(|second| (first, second))) {
        for boards in (0..=40).step_by(3).chain([511, 512, 519, 528, 1030]) {
            check_all(boards, first, second);
        }
    }
}

/// Tests columns of about four and eight pages, between which the blocks may alternate.
#[test]
fn results_of_several_pages_are_stored() {
    for boards in [2047, 2048, 2064, 2072, 2140, 4112, 4650] {
        check_all(boards, 0, 0);
        check_all(boards, 5, 3);
    }
}

/// Compares the results of every backend, in both orders of blocks, with those of plain words. The columns start at the
/// words `first` and `second`. The words before and after the columns must not change.
fn check_all(boards: usize, first: usize, second: usize) {
    const UNTOUCHED: u64 = 0xDEAD_BEEF_DEAD_BEEF;
    let length = boards + 20;
    let mut sets = Sets::seeded(5);
    let [a, b]: [Vec<u64>; 2] = std::array::from_fn(|_| (0..length).map(|_| sets.dense()).collect());
    let (a, b) = (&a[second..second + boards], &b[first..first + boards]);
    let expected = |start: usize, of: fn(u64, u64) -> u64| {
        let mut column = vec![UNTOUCHED; length];
        (0..boards).for_each(|n| column[start + n] = of(a[n], b[n]));
        column
    };
    let expected = [expected(first, |a, b| a & b), expected(second, |a, b| a | b)];
    for backend in selected::backends() {
        for order in [BlockOrder::ONE_PAGE, BlockOrder::FOUR_PAGES] {
            let [mut both, mut either] = [vec![UNTOUCHED; length], vec![UNTOUCHED; length]];
            let output = [&mut both[first..first + boards], &mut either[second..second + boards]];
            backend.run(PastCaches { order, input: [a, b], output });
            let what = format!("{}: {boards} boards at {first} and {second}, {order:?}", backend.id());
            assert!([both, either] == expected, "{what}");
        }
    }
}
