//! The boards in the table and in the test of an emitted file, with the results that the recorded kernel computes for
//! them.

use super::module::Module;

/// The number of boards of the test: two registers of eight boards, and a tail.
pub(super) const TEST_BOARDS: usize = 19;

impl Module<'_> {
    /// Returns a row of the table for each rank. A row consists of a name, such as `a1 to h1`, and the results for the
    /// eight squares of the rank, file a first.
    pub(super) fn table(&self) -> impl Iterator<Item = (String, [u64; 8])> {
        (0..8).map(|rank| {
            let of = |file: u32| self.program.run(&[1 << (8 * rank + file)])[0];
            (format!("a{0} to h{0}", rank + 1), std::array::from_fn(|file| of(file as u32)))
        })
    }

    /// Returns the sets for the test of functions for one board, each followed by its result. For a leaper, three more
    /// words follow: the squares that at least two members attack, a path, and the squares reached within this path.
    pub(super) fn sets_of_one_board(&self) -> Vec<Vec<u64>> {
        let (inputs, results) = self.test_boards();
        let pairs = inputs[0].iter().zip(&results[0]).map(|(set, result)| vec![*set, *result]);
        let Some((_, at_least_two)) = self.leaper else { return pairs.collect() };
        let with = |(n, pair): (usize, Vec<u64>)| {
            let word = spread(2 * TEST_BOARDS + n);
            let path = word | word.rotate_left(21);
            [pair.clone(), at_least_two.run(&pair[..1]), vec![path, self.reached(pair[0], path)]].concat()
        };
        pairs.enumerate().map(with).collect()
    }

    /// Returns the squares of `path` that the members of `start` reach by moves within the path.
    fn reached(&self, start: u64, path: u64) -> u64 {
        let mut reached = start & path;
        loop {
            let grown = (reached | self.program.run(&[reached])[0]) & path;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    /// Returns the boards of the test: the input columns, and the result columns that the recorded kernel computes.
    ///
    /// Board 0 is empty and board 1 is full. The next six boards have one member each. The six boards after these have
    /// few members. All other boards are pseudo-random.
    pub(super) fn test_boards(&self) -> (Vec<Vec<u64>>, Vec<Vec<u64>>) {
        let inputs = self.program.inputs().len();
        let set = |board: usize, input: usize| {
            let word = spread(1 + board * inputs + input);
            match board {
                0 => 0,
                1 => !0,
                2..8 => 1 << (word >> 58),
                8..14 => word & word.rotate_left(21) & word.rotate_left(42),
                _ => word,
            }
        };
        let boards = |board: usize| -> Vec<u64> { (0..inputs).map(|input| set(board, input)).collect() };
        let columns = (0..inputs).map(|input| (0..TEST_BOARDS).map(|board| set(board, input)).collect());
        let found: Vec<Vec<u64>> = (0..TEST_BOARDS).map(|board| self.program.run(&boards(board))).collect();
        let results = (0..self.program.results().len()).map(|n| found.iter().map(|words| words[n]).collect());
        (columns.collect(), results.collect())
    }
}

/// Returns a pseudo-random word that depends only on `number`.
fn spread(number: usize) -> u64 {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let word = SPREAD.wrapping_mul(number as u64);
    (word ^ word >> 29).wrapping_mul(SPREAD)
}
