//! Checks one pattern on every backend, and says what a backend did wrong.

use std::fmt;

use setwise::backend::Runner;
use setwise::{Bitboard, Kernel, ResultKind};
use setwise_specimens::AnyBackend;

use crate::oracle;
use crate::random::Sets;

/// Compares a kernel with its oracle on random boards and on the given ones, on every backend that is compiled and that this CPU
/// can run, with different boards in all lanes, and also by [`one_board`](setwise::one_board). Compares the totals too, and
/// checks that numbers and flags are within their limits.
///
/// The oracle is called once a board. Tails and alignments do not depend on the kernel;
/// [`Suite::kernel`](super::Suite::kernel) checks them.
///
/// # Errors
///
/// Returns the first board with a wrong result.
///
/// # Panics
///
/// Panics if a total is wrong, or if a number or a flag is greater than its kind allows.
pub fn check_pattern<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: &[[u64; IN]],
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) -> Result<(), Failure> {
    let mut input: [Vec<u64>; IN] = random_boards();
    for sets in boards {
        input.iter_mut().zip(sets).for_each(|(column, set)| column.push(*set));
    }
    let board = |n: usize| -> [u64; IN] { std::array::from_fn(|k| input[k][n]) };
    let expected: Vec<[u64; OUT]> = (0..input[0].len()).map(|n| oracle(board(n))).collect();
    let same = |backend, n: usize, got: [u64; OUT]| {
        let Some(k) = (0..OUT).find(|&k| got[k] != expected[n][k]) else { return Ok(()) };
        Err(Failure {
            backend,
            check: "random and given boards",
            kernel: format!("{kernel:?}"),
            place: format!("board {n}, sets {:#x?}, result {k}", board(n)),
            got: got[k],
            wanted: expected[n][k],
        })
    };
    let totals = totals(K::KINDS, &expected);
    for (entry, backend) in AnyBackend::ready() {
        let mut output: [Vec<u64>; OUT] = std::array::from_fn(|_| vec![0; expected.len()]);
        backend.map(kernel, input.each_ref().map(Vec::as_slice), output.each_mut().map(Vec::as_mut_slice));
        let result = |n: usize| std::array::from_fn(|k| output[k][n]);
        (0..expected.len()).try_for_each(|n| same(entry.name, n, result(n)))?;
        let got = backend.total(kernel, input.each_ref().map(Vec::as_slice));
        assert_eq!(got, totals, "{}: totals of {kernel:?}", entry.name);
    }
    let alone = |n: usize| setwise::one_board(kernel, board(n).map(Bitboard)).map(|set| set.0);
    (0..expected.len()).try_for_each(|n| same("one board", n, alone(n)))
}

/// Returns the sum of each result over all boards: the number of squares of a set, or the sum of the values.
///
/// # Panics
///
/// Panics if a number or a flag is greater than its kind allows.
fn totals<const OUT: usize>(kinds: [ResultKind; OUT], results: &[[u64; OUT]]) -> [u64; OUT] {
    let value = |kind, word: u64| {
        let max = match kind {
            ResultKind::Set => return oracle::coordinates(word).count() as u64,
            ResultKind::Number { max } | ResultKind::NumberOrNone { none: max } => max,
            ResultKind::Flag => 1,
        };
        assert!(word <= max, "a result is {word}, and its kind is {kind:?}");
        word
    };
    std::array::from_fn(|k| results.iter().map(|result| value(kinds[k], result[k])).sum())
}

/// Returns `IN` columns of random boards: dense, sparse, and with few pieces. The number of boards is odd, so that a tail
/// remains.
pub(super) fn random_boards<const IN: usize>() -> [Vec<u64>; IN] {
    let mut sets = Sets::seeded(2);
    std::array::from_fn(|_| {
        let mut column: Vec<u64> = (0..201).map(|_| sets.dense()).collect();
        column.extend((0..201).map(|_| sets.sparse()));
        column.extend((0..201).map(|n| sets.of(n % 12)));
        column
    })
}

/// A wrong result of a backend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The name of the backend.
    pub backend: &'static str,
    /// The check of the suite that failed.
    pub check: &'static str,
    /// The name of the kernel.
    pub kernel: String,
    /// The board, or the place in the output.
    pub place: String,
    /// The result.
    pub got: u64,
    /// The expected result.
    pub wanted: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, check, kernel, place, got, wanted } = self;
        write!(f, "{backend}: {kernel}: {check}: {place}: got {got:#018x}, expected {wanted:#018x}")
    }
}

impl std::error::Error for Failure {}
