//! The kernels of the list: those of the library, and others that only bindings need. The latter wrap formulas of the
//! library as kernels, or take a number from a column.
//!
//! In Rust the number of a pattern is a constant, as in `ForkSquares<3>`. A binding takes it as one more column, so it may differ
//! from board to board. Lanes then need different numbers of rounds. The mask of running lanes is all ones, which is -1, in each
//! lane that is still running. Adding the mask therefore counts down exactly these lanes.

pub use setwise::Color::{Black, White};
use setwise::backend::knight_directions;
pub use setwise::patterns::leaper::*;
pub use setwise::patterns::*;
use setwise::popcount::digits_of_8;
use setwise::{Bitboard, Color, Kernel, Lanes, Spread, Square, kernel};

kernel! {
    /// The squares from which a knight attacks at least two targets.
    pub fn Forks(_spread, targets) -> [forks] { let forks = at_least_two_images(targets); }
}

kernel! {
    /// The squares from which a knight attacks at least `n` targets. The numbers of targets and `n` are compared digit by digit,
    /// the lowest first.
    pub fn ForksAtLeast(_spread, targets, n) -> [forks] {
        let digits: [V; 4] = digits_of_8(knight_directions(targets));
        let mut forks = !n.nothing();
        for (digit, wanted) in digits.into_iter().zip(digits_of(n)) {
            forks = (digit & !wanted) | (forks & !(digit ^ wanted));
        }
        forks &= fits(n);
    }
}

kernel! {
    /// The squares from which a knight attacks exactly `n` targets.
    pub fn ForksExactly(_spread, targets, n) -> [forks] {
        let digits: [V; 4] = digits_of_8(knight_directions(targets));
        let mut forks = fits(n);
        for (digit, wanted) in digits.into_iter().zip(digits_of(n)) {
            forks &= !(digit ^ wanted);
        }
    }
}

kernel! {
    /// The squares within `n` knight moves on an empty board.
    pub fn KnightFillBy(spread, knights, n) -> [reached] {
        let reached = grow(knights, n, #[inline(always)] |set| spread.knight(set));
    }
}

kernel! {
    /// The squares within `n` king steps on an empty board.
    pub fn KingFillBy(spread, kings, n) -> [reached] {
        let reached = grow(kings, n, #[inline(always)] |set| spread.king(set));
    }
}

kernel! {
    /// The squares reached by at most `n` knight moves, each onto an allowed square.
    pub fn KnightReachWithinBy(spread, knights, allowed, n) -> [reached] {
        let reached = grow(knights, n, #[inline(always)] |set| spread.knight(set) & allowed);
    }
}

kernel! {
    /// The squares reached by exactly `n` knight moves, each onto an allowed square.
    ///
    /// After the first move, every square of a set is in the set two moves later, since a knight can move back and forth. So
    /// the sets after 1, 3, 5, ... moves only grow, at most 63 times, and so do those after 2, 4, 6, ... moves. From 128 moves
    /// on, the result depends only on whether `n` is even.
    pub fn KnightReachExactlyBy(spread, knights, allowed, n) -> [reached] {
        let few = (n & !127).empty_lanes();
        let mut left = (n & few) | ((n & 1 | !few & 128) & !few);
        let mut reached = knights;
        let mut running = !left.empty_lanes();
        while !running.is_empty() {
            reached = (spread.knight(reached) & allowed & running) | (reached & !running);
            left = left.add(running);
            running = !left.empty_lanes();
        }
    }
}

/// Unites the set with `next(set)`, `n` times or until the set no longer grows.
#[inline(always)]
fn grow<V: Lanes>(mut set: V, n: V, next: impl Fn(V) -> V) -> V {
    let mut left = n;
    let mut running = !left.empty_lanes();
    while !running.is_empty() {
        let grown = set | (next(set) & running);
        left = left.add(running);
        running &= !left.empty_lanes() & !grown.equal(set);
        set = grown;
    }
    set
}

/// Returns the four lowest binary digits of a number. A digit is all ones in the lanes where it is 1.
#[inline(always)]
fn digits_of<V: Lanes>(n: V) -> [V; 4] {
    [!(n & 1).empty_lanes(), !(n & 2).empty_lanes(), !(n & 4).empty_lanes(), !(n & 8).empty_lanes()]
}

/// Returns all ones in the lanes whose number has at most four binary digits.
#[inline(always)]
fn fits<V: Lanes>(n: V) -> V {
    (n & !15).empty_lanes()
}

kernel! {
    /// The squares that rooks attack.
    pub fn RookAttacks(_spread, rooks, occupied) -> [attacks] { let attacks = orthogonal_attacks(rooks, occupied); }
}

kernel! {
    /// The squares that bishops attack.
    pub fn BishopAttacks(_spread, bishops, occupied) -> [attacks] { let attacks = diagonal_attacks(bishops, occupied); }
}

kernel! {
    /// All squares of the files of a set.
    pub fn FileFill(_spread, set) -> [files] { let files = file_fill(set); }
}

kernel! {
    /// A set and all squares north of it.
    pub fn FillUp(_spread, set) -> [filled] { let filled = fill_up(set); }
}

kernel! {
    /// A set and all squares south of it.
    pub fn FillDown(_spread, set) -> [filled] { let filled = fill_down(set); }
}

kernel! {
    /// A set reflected in the diagonal from a1 to h8.
    pub fn FlipDiagonal(_spread, set) -> [flipped] { let flipped = flip_diagonal(set); }
}

kernel! {
    /// The set itself, so that its squares can be counted.
    pub fn Identity(_spread, set) -> [same] { let same = set; }
}

/// The squares that the pawns of one side attack.
#[derive(Debug, Clone, Copy)]
pub struct PawnAttacks(pub Color);

impl Kernel<1, 1> for PawnAttacks {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [pawns]: [V; 1]) -> [V; 1] {
        [pawn_attacks(pawns, self.0)]
    }
}

/// A distance between squares. It is not a kernel, because it uses only one square of each set.
#[derive(Debug, Clone, Copy)]
pub struct Distance(pub fn(Square, Square) -> u32);

impl Distance {
    /// Returns the distance between the squares in two sets of one square, or [`NO_WAY`] if a set is empty.
    pub(crate) fn of(self, a: u64, b: u64) -> u64 {
        Bitboard(a).first().zip(Bitboard(b).first()).map_or(NO_WAY, |(a, b)| (self.0)(a, b).into())
    }
}

/// The squares on which a lone passed pawn is caught by a piece of this side: by a king, or by a knight. It is not a kernel,
/// because it reads a table for each piece.
#[derive(Debug, Clone, Copy)]
pub struct Caught(pub Color, pub fn(Color, Color, Square) -> Bitboard);

impl Caught {
    /// Returns the squares on which any of the pieces catches the pawn alone.
    pub(crate) fn by(self, pieces: u64, white_to_move: bool) -> u64 {
        let to_move = if white_to_move { White } else { Black };
        Bitboard(pieces).iter().fold(0, |caught, piece| caught | (self.1)(self.0, to_move, piece).0)
    }
}
