//! Forks: squares from which a knight attacks several targets.
//!
//! ```text
//! targets             fork squares
//! X . . . X . . .     . . . . . . . .
//! . . . . . . . .     . . X . . . . .      a knight on c7 attacks a8 and e8
//! . . . . . . . .     . . . . . . . .
//! ```
//!
//! The eight knight steps move a set of targets to eight images. Each image contains the squares from which a knight
//! attacks a target in one direction. In each direction, a knight attacks at most one target. The number of images that
//! contain a square is therefore the number of targets that a knight on this square attacks.
//!
//! Knight jumps are symmetric: if the set contains knights instead of targets, the same number says how many of these
//! knights attack the square. One kernel therefore finds fork squares, and also the squares that several knights
//! attack.
//!
//! Source: Chess Programming Wiki, Knight Pattern (forks) and General Setwise Operations (greater one).

use setwise_board::Color;

use crate::patterns::pawn_attacks;
use crate::{Kernel, Lanes, Spread, kernel, knight_directions};

/// Returns the squares that lie in at least `K` of eight sets, or all squares if `K` is 0.
///
/// For each number j up to `K`, the function keeps the squares that are in at least j of the sets read so far. If a
/// square in at least j sets is also in the next set, it is in at least j + 1 sets.
#[inline(always)]
pub fn at_least<const K: usize, V: Lanes>(sets: [V; 8]) -> V {
    let all = sets[0] | !0;
    let mut at_least = [!all; K];
    for set in &sets {
        for j in (1..K).rev() {
            at_least[j] |= at_least[j - 1] & *set;
        }
        if let Some(one) = at_least.first_mut() {
            *one |= *set;
        }
    }
    at_least.last().copied().unwrap_or(all)
}

/// Returns the squares that lie in at least two of the eight images of a set, one image per knight direction.
#[inline(always)]
pub fn at_least_two_images<V: Lanes>(set: V) -> V {
    let [two, _] = at_least_two_and_three_images(set);
    two
}

/// Returns the squares that lie in at least two of the eight images of a set, and the squares that lie in at least
/// three. The set has one image per knight direction. As in [`Prefix`](crate::Prefix), several images share a shift.
///
/// ```text
/// near = one file away, far = two files away, each from the east or from the west
/// a = near, two ranks up    b = near, two ranks down    c = far, one rank up    d = far, one rank down
/// a square reached from both sides is in the set twice
/// at least two:    twice in one set, or in two of the four sets
/// at least three:  twice in one set and also in another set, or in three of the four sets
/// ```
///
/// This takes fewer operations than [`at_least`] on the eight images. Two images share each shift to another file, and
/// part of the counting is done before the shifts to other ranks. If only one result is used, the compiler drops the
/// other.
#[inline(always)]
pub fn at_least_two_and_three_images<V: Lanes>(set: V) -> [V; 2] {
    let ([near, _, near_twice], [far, _, far_twice]) = (set.overlay_one_file(), set.overlay_two_files());
    let (a, b) = (near.shl::<16>(), near.shr::<16>());
    let (c, d) = (far.shl::<8>(), far.shr::<8>());
    let (a_twice, b_twice) = (near_twice.shl::<16>(), near_twice.shr::<16>());
    let (c_twice, d_twice) = (far_twice.shl::<8>(), far_twice.shr::<8>());
    let (near, near_twice, near_both) = (a | b, a_twice | b_twice, a & b);
    let (far, far_twice, far_both) = (c | d, c_twice | d_twice, c & d);
    let two = (near_twice | far_twice) | (near_both | far_both) | (near & far);
    let mostly_near = ((near_twice | near_both) & far).union_within(a_twice, b).union_within(b_twice, a);
    let mostly_far = ((far_twice | far_both) & near).union_within(c_twice, d).union_within(d_twice, c);
    [two, mostly_near | mostly_far]
}

/// Counts, for each square, the images of a set that contain it. The count is the two binary digits ones and twos, plus
/// four for each of the three further sets that contain the square. A square in twos is never in the last of these sets.
///
/// A square one file from the set may be reached from the east, from the west, or from both. The squares reached from
/// exactly one side and the squares reached from both are the binary digits of a number. The same is true two files
/// away. The function moves both numbers up and down to the ranks of the images, and adds the four results. As in
/// [`at_least_two_and_three_images`], several images share a shift.
#[inline(always)]
fn ones_twos_and_fours<V: Lanes>(set: V) -> ([V; 2], [V; 3]) {
    let ([_, near, near_twice], [_, far, far_twice]) = (set.overlay_one_file(), set.overlay_two_files());
    let [ones, twos] = near.shl::<16>().add_3(near.shr::<16>(), far.shl::<8>());
    let last = far.shr::<8>();
    let [twos, a] = twos.add_3(near_twice.shl::<16>(), near_twice.shr::<16>());
    let [more_twos, b] = (ones & last).add_3(far_twice.shl::<8>(), far_twice.shr::<8>());
    ([ones ^ last, twos ^ more_twos], [a, b, twos & more_twos])
}

/// The squares from which a knight attacks at least `K` of the targets. If the targets are knights, these are also the
/// squares that at least `K` of them attack.
///
/// ```
/// # mod setwise { pub use {setwise_board::*, setwise_core::*}; }
/// use setwise::{Bitboard, Square::{A8, C7, E8}, one_board, patterns::Forks};
///
/// let [forks] = one_board(Forks::<2>, [Bitboard::from_squares(&[A8, E8])]);
/// assert_eq!(forks, C7.bitboard());
/// ```
///
/// The result is not restricted to squares to which a knight can move. It may include occupied squares, squares of
/// targets (where a capture forks other targets), and squares that no knight reaches. The caller chooses the targets
/// that are worth a fork, such as the king, queens, rooks and undefended pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Forks<const K: usize>;

impl<const K: usize> Kernel<1, 1> for Forks<K> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [targets]: [V; 1]) -> [V; 1] {
        let [two, three] = at_least_two_and_three_images(targets);
        let ([ones, twos], [a, b, c]) = ones_twos_and_fours(targets);
        let [fours, eights] = a.add_3(b, c);
        [match K {
            2 => two,
            3 => three,
            4 => a.union_3(b, c),
            5 => (fours & (ones | twos)) | eights,
            6 => (fours & twos) | eights,
            7 => (fours & twos & ones) | eights,
            8 => eights,
            _ => at_least::<K, V>(knight_directions(targets)),
        }]
    }
}

/// The squares from which a knight attacks exactly `K` of the targets. For `K` above 8 the result is empty.
///
/// The kernel counts the targets of a knight on each square in binary, and compares the number with `K`. For `K` below 4,
/// it need not add the three sets that stand for four targets each: the square must be in none of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ForksExactly<const K: usize>;

impl<const K: usize> Kernel<1, 1> for ForksExactly<K> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [targets]: [V; 1]) -> [V; 1] {
        let ([ones, twos], [a, b, c]) = ones_twos_and_fours(targets);
        let [fours, eights] = a.add_3(b, c);
        [match K {
            0 => !(ones | twos | a.union_3(b, c)),
            1 => ones & !(twos | a.union_3(b, c)),
            2 => twos & !ones.union_3(a, b),
            3 => (ones & twos) & !(a | b),
            4 => fours & !(ones | twos),
            5 => (ones & fours) & !twos,
            6 => (twos & fours) & !ones,
            7 => (ones & twos) & fours,
            8 => eights,
            _ => targets.nothing(),
        }]
    }
}

kernel! {
    /// The squares from which a knight attacks the king and a queen.
    ///
    /// ```text
    /// . . . q k . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .      d8 and e8 differ in colour: no knight attacks both
    ///
    /// . . q . k . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . X . . . .      d6 attacks c8 and e8
    /// ```
    ///
    /// Inputs: the other side's king, the other side's queens.
    pub fn RoyalForks(spread, king, queens) -> [forks] {
        let forks = spread.knight(king) & spread.knight(queens);
    }
}

kernel! {
    /// The squares from which a knight attacks the king, a queen and a rook at once: a family check.
    ///
    /// ```text
    /// . . q . k . . .     . . . . . . . .
    /// . . . . . . . .     . . . . . . . .
    /// . . . . . . . .     . . . X . . . .      d6 attacks c8, e8 and f5
    /// . . . . . r . .     . . . . . . . .
    /// ```
    ///
    /// Inputs: the other side's king, queens and rooks.
    pub fn FamilyForks(spread, king, queens, rooks) -> [forks] {
        let forks = spread.knight(king) & spread.knight(queens) & spread.knight(rooks);
    }
}

/// The squares to which a knight of the given side can move to fork at least two targets. Squares that a pawn or knight
/// of the other side attacks are excluded.
///
/// ```text
/// targets r and k, own knight N           safe forks
/// r . . . k . . .                         . . . . . . . .
/// . . . . . . . .                         . . X . . . . .
/// . . . . . . . .                         . . . . . . . .
/// . . . N . . . .                         . . . . . . . .
/// ```
///
/// Inputs: targets, own pieces, own knights (which are also own pieces), the other side's pawns, the other side's
/// knights. Attacks by other pieces are ignored, and so are pins of the knight. A result is a candidate, not a proven
/// fork.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ForksSetwiseSafe {
    /// The side of the knights. It also determines the direction in which the other side's pawns attack.
    pub side: Color,
}

impl Kernel<5, 1> for ForksSetwiseSafe {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, input: [V; 5]) -> [V; 1] {
        let [targets, own, own_knights, their_pawns, their_knights] = input;
        let taboo = own | pawn_attacks(their_pawns, !self.side) | spread.knight(their_knights);
        [at_least_two_images(targets) & spread.knight(own_knights) & !taboo]
    }
}
