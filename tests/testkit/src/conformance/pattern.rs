//! Checks one pattern on every backend.

use std::fmt;

use setwise::backend::{Runner, Scalar, ScalarPrefix};
use setwise::{Bitboard, Kernel, ResultKind};

use super::checks::{Failure, array, random_boards};
use crate::{oracle, selected};

/// Compares a kernel with its oracle on random boards and on `boards`. Runs the kernel with
/// [`one_board`](setwise::one_board), and on every [selected](crate::selected) backend of the library. All lanes have
/// different boards. Also compares the totals, and checks that numbers and flags are within their limits.
///
/// The oracle is called once per board. Tails, alignments and the sums of each backend do not depend on the kernel, so
/// [`Suite::kernel`](super::Suite::kernel) checks them. A kernel determines only
/// which of its results are counted as sets, so its totals are compared on one backend. Specimens are other methods of
/// computing attacks, so only [`Suite::attacks`](super::Suite::attacks) checks specimens.
///
/// # Errors
///
/// Returns the first wrong result, with its board.
///
/// # Panics
///
/// Panics if a total is wrong, or if a number or a flag is greater than its kind allows.
pub fn check_pattern<K: Kernel<IN, OUT> + fmt::Debug, const IN: usize, const OUT: usize>(
    kernel: K,
    boards: &[[u64; IN]],
    oracle: impl Fn([u64; IN]) -> [u64; OUT],
) -> Result<(), Failure> {
    let mut input = random_boards(IN);
    for (k, column) in input.iter_mut().enumerate() {
        column.extend(boards.iter().map(|sets| sets[k]));
    }
    let board = |n: usize| -> [u64; IN] { array(input.iter().map(|column| column[n])) };
    let expected = (0..input[0].len()).map(|n| oracle(board(n)).to_vec()).collect();
    let known = Known { kernel: &kernel, input: &input, expected };
    let (columns, totals): ([&[u64]; IN], _) = (array(input.iter().map(Vec::as_slice)), known.totals(&K::KINDS));
    for backend in selected::backends() {
        let name = backend.id().name();
        let mut output: [Vec<u64>; OUT] = std::array::from_fn(|_| vec![0; input[0].len()]);
        backend.map(kernel, columns, output.each_mut().map(Vec::as_mut_slice));
        known.compare(name, &output)?;
    }
    assert_eq!(ScalarPrefix::new(Scalar).total(kernel, columns)[..], totals, "totals of {kernel:?}");
    let alone: Vec<_> = (0..input[0].len()).map(|n| setwise::one_board(kernel, board(n).map(Bitboard))).collect();
    let output: [Vec<u64>; OUT] = std::array::from_fn(|k| alone.iter().map(|results| results[k].0).collect());
    known.compare("one board", &output)
}

/// Boards, and the results that a kernel must compute from them. The type is not generic, so that its methods are
/// compiled only once.
struct Known<'a> {
    kernel: &'a dyn fmt::Debug,
    input: &'a [Vec<u64>],
    /// The results of each board.
    expected: Vec<Vec<u64>>,
}

impl Known<'_> {
    fn compare(&self, backend: &'static str, output: &[Vec<u64>]) -> Result<(), Failure> {
        for (n, results) in self.expected.iter().enumerate() {
            if let Some(k) = (0..output.len()).find(|&k| output[k][n] != results[k]) {
                let sets: Vec<u64> = self.input.iter().map(|column| column[n]).collect();
                return Err(Failure {
                    backend,
                    check: "random and given boards",
                    kernel: format!("{:?}", self.kernel),
                    place: format!("board {n}, sets {sets:#x?}, result {k}"),
                    got: output[k][n],
                    wanted: results[k],
                });
            }
        }
        Ok(())
    }

    /// Returns the total of each result over all boards. A set adds its number of squares, and any other result adds
    /// its value.
    ///
    /// # Panics
    ///
    /// Panics if a number or a flag is greater than its kind allows.
    fn totals(&self, kinds: &[ResultKind]) -> Vec<u64> {
        let value = |kind, word: u64| {
            let max = match kind {
                ResultKind::Set => return oracle::coordinates(word).count() as u64,
                ResultKind::Number { max } | ResultKind::NumberOrNone { none: max } => max,
                ResultKind::Flag => 1,
            };
            assert!(word <= max, "a result is {word}, and its kind is {kind:?}");
            word
        };
        let total =
            |(k, kind): (usize, &ResultKind)| self.expected.iter().map(|results| value(*kind, results[k])).sum();
        kinds.iter().enumerate().map(total).collect()
    }
}
