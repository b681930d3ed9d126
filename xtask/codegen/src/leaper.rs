//! Leapers as lists of deltas. The attacks of a leaper are computed by adding the deltas to coordinates.

/// A piece with fixed jumps: its name and its deltas as (files to the east, ranks to the north).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaper {
    name: &'static str,
    deltas: &'static [(i8, i8)],
}

/// The knight: two squares along one axis and one along the other.
pub const KNIGHT: Leaper =
    Leaper { name: "knight", deltas: &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] };

/// The king: one square along one axis or both.
pub const KING: Leaper =
    Leaper { name: "king", deltas: &[(1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)] };

impl Leaper {
    /// Returns the name, an identifier in lower case, such as `knight`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name
    }

    /// Returns the squares that this leaper attacks from `(file, rank)` on an empty board. Each square is a pair (file,
    /// rank). The squares are in the order of the deltas.
    pub fn targets(&self, file: i8, rank: i8) -> impl Iterator<Item = (i8, i8)> {
        self.deltas.iter().map(move |(df, dr)| (file + df, rank + dr)).filter(|&(file, rank)| on_board(file, rank))
    }

    /// Returns the attack set of each square, from a1 to h8. In each set, a1 is bit 0 and h8 is bit 63.
    #[must_use]
    pub fn attacks(&self) -> [u64; 64] {
        for_each_square(|file, rank| set_of(self.targets(file, rank)))
    }

    /// Returns the minimum number of moves between every pair of squares on an empty board, or 255 if there is no path.
    ///
    /// A breadth-first search from each square finds the distances in waves. Each wave contains the squares that one
    /// more move reaches, apart from those of earlier waves.
    #[must_use]
    pub fn distances(&self) -> [[u8; 64]; 64] {
        for_each_square(|file, rank| {
            let mut distances = [u8::MAX; 64];
            let mut wave = vec![(file, rank)];
            for moves in 0.. {
                wave.retain(|&(file, rank)| distances[(file + 8 * rank) as usize] == u8::MAX);
                if wave.is_empty() {
                    break;
                }
                for &(file, rank) in &wave {
                    distances[(file + 8 * rank) as usize] = moves;
                }
                wave = wave.iter().flat_map(|&(file, rank)| self.targets(file, rank)).collect();
            }
            distances
        })
    }

    /// Returns the number of squares that the leaper attacks from each square, a1 to h8.
    #[must_use]
    pub fn degrees(&self) -> [u8; 64] {
        for_each_square(|file, rank| self.targets(file, rank).map(|_| 1).sum())
    }
}

/// Returns the squares reached from `(file, rank)` by any number of steps `step`, or by any number of opposite steps.
/// The start is included.
pub(crate) fn line_through(file: i8, rank: i8, step: (i8, i8)) -> u64 {
    let walk = |sign: i8| {
        (0..8).map(move |n| (file + sign * n * step.0, rank + sign * n * step.1)).filter(|&(f, r)| on_board(f, r))
    };
    set_of(walk(1).chain(walk(-1)))
}

/// Returns a value for each square, in the order a1, b1, ..., h8.
pub(crate) fn for_each_square<T>(value: impl Fn(i8, i8) -> T) -> [T; 64] {
    std::array::from_fn(|square| value((square % 8) as i8, (square / 8) as i8))
}

fn set_of(squares: impl Iterator<Item = (i8, i8)>) -> u64 {
    squares.fold(0, |set, (file, rank)| set | 1 << (file + 8 * rank))
}

fn on_board(file: i8, rank: i8) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}
