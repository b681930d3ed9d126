//! The property: every backend, every method of computing attacks from squares, and every method of counting set bits
//! returns the results of the oracle, for columns of any content, length and alignment. Nothing is written outside a
//! column.

use std::fmt::Debug;

use setwise::backend::{Prefix, Runner, Strategy};
use setwise::patterns::{AttackedSquares, Forks, KingMoves, KnightMoveCount, KnightMoves, VulnerableLines};
use setwise::popcount::Popcount;
use setwise::{Color, Kernel, Lanes, Square, SquareTable};
use setwise_specimens::AnyBackend;
use setwise_specimens::popcount::{CountingJob, for_each_ready};
use setwise_specimens::squares::{bit_methods, table_methods};
use setwise_testkit::oracle;

/// The value of the words before and after the boards of a column.
const BESIDE: u64 = 0xDEAD_BEEF_DEAD_BEEF;
/// The number of offsets at which a column may start, and the number of guard values after a column.
const MOST: usize = 8;

/// Checks the property. The first byte selects the start of the columns, and the second byte the side of
/// `AttackedSquares`. The other bytes are the words of the columns, and also the squares of a column of squares.
pub(crate) fn check(bytes: &[u8]) {
    let [first, second, rest @ ..] = bytes else { return };
    let (words, _) = rest.as_chunks::<8>();
    let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let (start, side) = (usize::from(*first) % MOST, Color::ALL[usize::from(second % 2)]);
    sets(KnightMoves, &words, start, |[knights, own]| [oracle::knight_attacks(knights) & !own]);
    sets(KingMoves, &words, start, |[kings, own]| [oracle::king_attacks(kings) & !own]);
    sets(Forks::<2>, &words, start, |[targets]| [oracle::fork_squares(targets, 2)]);
    numbers(KnightMoveCount, &words, start, |[knights, own]| [oracle::knight_move_count(knights, own)]);
    numbers(VulnerableLines, &words, start, |[king, taboo]| [oracle::vulnerable_lines(king, taboo)]);
    sets(AttackedSquares { side }, &words, start, |sets| [oracle::attacked_squares(sets, side)]);
    squares(rest, start);
    counting(&words, start);
}

/// A column between guard values that must not be overwritten.
struct Guarded<T> {
    all: Vec<T>,
    start: usize,
    end: usize,
    beside: T,
}

impl<T: Copy + PartialEq + Debug> Guarded<T> {
    fn new(boards: impl ExactSizeIterator<Item = T>, start: usize, beside: T) -> Self {
        let end = start + boards.len();
        let mut all = vec![beside; start];
        all.extend(boards);
        all.extend([beside; MOST]);
        Self { all, start, end, beside }
    }

    fn boards(&self) -> &[T] {
        &self.all[self.start..self.end]
    }

    fn boards_mut(&mut self) -> &mut [T] {
        &mut self.all[self.start..self.end]
    }

    fn assert_untouched_beside(&self, who: &str) {
        let beside = self.all[..self.start].iter().chain(&self.all[self.end..]);
        assert!(beside.into_iter().all(|word| *word == self.beside), "{who} wrote outside its column");
    }
}

/// Checks `map`, `counts`, `total` and `heat` on every backend, for a kernel whose result is a set.
fn sets<K: Kernel<IN, 1> + Debug, const IN: usize>(
    kernel: K,
    words: &[u64],
    start: usize,
    oracle: impl Fn([u64; IN]) -> [u64; 1],
) {
    let columns = Columns::new(words, start, oracle);
    let counts: Vec<u8> = columns.expected.iter().map(|set| set.count_ones() as u8).collect();
    columns.check(kernel, counts.iter().map(|count| u64::from(*count)).sum());
    let mut heat = [0; 64];
    columns.expected.iter().for_each(|set| oracle::add_to_heat(&mut heat, *set));
    for (entry, backend) in AnyBackend::ready() {
        let who = format!("{} with {kernel:?}", entry.name);
        let mut found = Guarded::new(counts.iter().map(|_| 0xFF), start, 0xA5);
        backend.counts(kernel, columns.input(), [found.boards_mut()]);
        assert_eq!(found.boards(), counts, "{who}");
        found.assert_untouched_beside(&who);
        assert_eq!(backend.heat(kernel, columns.input()), [heat], "{who}");
    }
}

/// Checks `map` and `total` on every backend, for a kernel whose result is a number.
fn numbers<K: Kernel<IN, 1> + Debug, const IN: usize>(
    kernel: K,
    words: &[u64],
    start: usize,
    oracle: impl Fn([u64; IN]) -> [u64; 1],
) {
    let columns = Columns::new(words, start, oracle);
    columns.check(kernel, columns.expected.iter().sum());
}

/// The inputs of a kernel and its correct results.
struct Columns<const IN: usize> {
    input: [Guarded<u64>; IN],
    expected: Vec<u64>,
    start: usize,
}

impl<const IN: usize> Columns<IN> {
    fn new(words: &[u64], start: usize, oracle: impl Fn([u64; IN]) -> [u64; 1]) -> Self {
        let (boards, _) = words.as_chunks::<IN>();
        let column = |k| Guarded::new(boards.iter().map(move |board| board[k]), (start + k) % MOST, BESIDE);
        Self {
            input: std::array::from_fn(column),
            expected: boards.iter().map(|board| oracle(*board)[0]).collect(),
            start,
        }
    }

    fn input(&self) -> [&[u64]; IN] {
        self.input.each_ref().map(Guarded::boards)
    }

    /// Checks `map` and `total` on every backend.
    fn check<K: Kernel<IN, 1> + Debug>(&self, kernel: K, sum: u64) {
        for (entry, backend) in AnyBackend::ready() {
            let who = format!("{} with {kernel:?}", entry.name);
            let mut found = Guarded::new(self.expected.iter().map(|_| 0), self.start, BESIDE);
            backend.map(kernel, self.input(), [found.boards_mut()]);
            assert_eq!(found.boards(), self.expected, "{who}");
            found.assert_untouched_beside(&who);
            assert_eq!(backend.total(kernel, self.input()), [sum], "{who}");
        }
    }
}

/// Checks every method of computing attacks from a column of single squares.
fn squares(bytes: &[u8], start: usize) {
    for (table, oracle) in
        [(&SquareTable::KNIGHT, oracle::knight_attacks as fn(u64) -> u64), (&SquareTable::KING, oracle::king_attacks)]
    {
        for (name, sets_from) in table_methods().into_iter().filter_map(|method| Some((method.name, method.sets_from?)))
        {
            attacks(name, bytes, start, oracle, |squares, attacks| sets_from(table, squares, attacks));
        }
    }
    for method in bit_methods() {
        let Some([knights, kings]) = method.knights_and_kings else { continue };
        attacks(method.name, bytes, start, oracle::knight_attacks, knights);
        attacks(method.name, bytes, start, oracle::king_attacks, kings);
    }
}

/// Checks a method of computing attacks from a column of single squares.
fn attacks(name: &str, bytes: &[u8], start: usize, oracle: fn(u64) -> u64, method: impl Fn(&[Square], &mut [u64])) {
    let square = |byte: &u8| Square::from_index(usize::from(byte % 64)).expect("below 64");
    let squares = Guarded::new(bytes.iter().map(square), start, Square::A1);
    let mut attacks = Guarded::new(bytes.iter().map(|_| 0), start, BESIDE);
    method(squares.boards(), attacks.boards_mut());
    for (square, attacks) in squares.boards().iter().zip(attacks.boards()) {
        assert_eq!(*attacks, oracle(square.bitboard().0), "{name} on {square}");
    }
    attacks.assert_untouched_beside(name);
}

/// Checks every method of counting set bits.
fn counting(words: &[u64], start: usize) {
    let column = Guarded::new(words.iter().copied(), start, BESIDE);
    let expected: Vec<u8> = words.iter().map(|word| oracle::coordinates(*word).count() as u8).collect();
    let sum: u64 = expected.iter().map(|count| u64::from(*count)).sum();
    for_each_ready(&mut Counting { column: &column, expected: &expected, sum });
    assert_eq!(setwise::auto_for_counting().total(column.boards()), sum);
}

struct Counting<'a> {
    column: &'a Guarded<u64>,
    expected: &'a [u8],
    sum: u64,
}

impl CountingJob for Counting<'_> {
    fn run<V: Lanes, M: Popcount>(&mut self, name: &'static str, backend: Strategy<V, Prefix>, popcount: M) {
        let words = self.column.boards();
        assert_eq!(backend.count_total(popcount, words), self.sum, "{name}");
        let mut counts = Guarded::new(words.iter().map(|_| 0xFF), self.column.start, 0xA5);
        backend.count_each(popcount, words, counts.boards_mut());
        assert_eq!(counts.boards(), self.expected, "{name}");
        counts.assert_untouched_beside(name);
        if let Some(word) = words.first() {
            assert_eq!(backend.count(popcount, *word), u32::from(self.expected[0]), "{name}");
        }
    }
}
