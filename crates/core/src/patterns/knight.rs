//! Knights: attacks, moves, the number of moves, fills, and the squares reached in a given number of moves.
//!
//! Source: Chess Programming Wiki, Knight Pattern. The method of [`KnightMoveCount`] is from an engine's wiki page and
//! a blog article, which `docs/bibliography.md` describes.

use setwise_board::Square;

use crate::{Kernel, Lanes, Spread, kernel, knight_directions, knight_directions_onto};

kernel! {
    /// The squares that a set of knights attacks, including squares with own pieces.
    ///
    /// ```text
    /// knights           attacks
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   X . X . . X . X
    /// . . . . . . . .   . . . X X . . .
    /// . X . . . . X .   . . . . . . . .
    /// ```
    pub fn KnightAttacks(spread, knights) -> [attacks] {
        let attacks = spread.knight(knights);
    }
}

kernel! {
    /// The squares to which knights can move: attacks without the squares of own pieces. Pins and checks are ignored.
    ///
    /// Inputs: knights, own pieces (knights included). A square that two knights can reach is in the set once, so
    /// `counts` and `total` count squares. [`KnightMoveCount`] counts moves.
    ///
    /// ```text
    /// own pieces (N: knights)   moves
    /// . . . . . . . .           . . . . . . . .
    /// . . . . . . . .           . . . . . . . .
    /// . . . . . . . .           . . . . . . . .
    /// . . . . . . . .           . . . . . . . .
    /// . . . . . . . .           . . . . . . . .
    /// . . . . . . . .           X . X . . X . X
    /// X X X X X X X X           . . . . . . . .
    /// X N X X X X N X           . . . . . . . .
    /// ```
    pub fn KnightMoves(spread, knights, own) -> [moves] {
        let moves = spread.knight(knights) & !own;
    }
}

kernel! {
    /// The pieces that knights can capture. Inputs: knights, the other side's pieces.
    ///
    /// ```text
    /// knight N, the other side's p     captures
    /// . . . . . . . .                  . . . . . . . .
    /// . . . p . . . .                  . . . . . . . .
    /// . . p . p . . .                  . . X . X . . .
    /// . . . . . . . .                  . . . . . . . .
    /// . . . N . . . .                  . . . . . . . .
    /// . . . . . p . .                  . . . . . X . .
    /// ```
    pub fn KnightCaptures(spread, knights, their) -> [captures] {
        let captures = spread.knight(knights) & their;
    }
}

kernel! {
    /// The squares to which knights can move without a capture. Inputs: knights, the pieces of both sides.
    ///
    /// ```text
    /// knight N, other pieces o     quiet moves
    /// . . o . o . . .              . . . . . . . .
    /// . . . . . . . .              . X . . . X . .
    /// . . . N . . . .              . . . . . . . .
    /// . . . . . o . .              . X . . . . . .
    /// . . . . . . . .              . . X . X . . .
    /// ```
    pub fn KnightQuietMoves(spread, knights, occupied) -> [quiet] {
        let quiet = spread.knight(knights) & !occupied;
    }
}

kernel! {
    /// The number of knight moves, counted for each knight: if two knights reach the same square, both moves count.
    ///
    /// Inputs: knights, own pieces. The result is a number, 0 to 336. For the number of distinct squares use
    /// `counts(KnightMoves, ..)`. In one direction, different knights reach different squares. The number of moves in a
    /// direction is therefore the number of squares in the image that are free of own pieces.
    pub fn KnightMoveCount(_spread, knights, own) -> [moves: number(336)] {
        let moves = V::popcount_of_8(knight_directions_onto(knights, !own));
    }
}

kernel! {
    /// The squares that knights attack in each of the eight directions, as separate sets. Each square of a set is
    /// attacked by exactly one knight in that direction.
    ///
    /// ```text
    /// . 7 . 0 .
    /// 6 . . . 1      results 0 to 7 of a knight N,
    /// . . N . .      no_no_ea first
    /// 5 . . . 2
    /// . 4 . 3 .
    /// ```
    ///
    /// The sets are in the order of [`Step::KNIGHT`](setwise_board::Step::KNIGHT), clockwise from north-north-east.
    pub fn KnightDirections(_spread, knights) -> [
        no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
    ] {
        let [no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we] = knight_directions(knights);
    }
}

kernel! {
    /// The squares to which knights can move in each of the eight directions, as separate sets: [`KnightDirections`]
    /// without the squares of own pieces. Inputs: knights, own pieces (knights included). Pins and checks are ignored.
    ///
    /// Each square of a set is the target of exactly one move in the direction of the set. The sizes of the sets
    /// therefore add up to the result of [`KnightMoveCount`].
    ///
    /// ```text
    /// . 7 . o .
    /// 6 . . . 1      results 0 to 7 of a knight N with own pieces o:
    /// . . N . .      0 and 5 are empty, the others have one square
    /// o . . . 2
    /// . 4 . 3 .
    /// ```
    pub fn KnightMovesByDirection(_spread, knights, own) -> [
        no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we
    ] {
        let [no_no_ea, no_ea_ea, so_ea_ea, so_so_ea, so_so_we, so_we_we, no_we_we, no_no_we] =
            knight_directions_onto(knights, !own);
    }
}

/// Returns the number of squares that a knight on this square attacks: 2, 3, 4, 6 or 8.
///
/// The number depends only on the distances of the square to the edges. Along one axis, a step by one can go in two
/// directions, or in only one if the square is on an edge. A step by two can go in two directions, or in only one if
/// the square is on an edge or next to it. A knight steps by one along one axis and by two along the other. The numbers
/// 5 and 7 never occur. [`KNIGHT_DEGREES`](setwise_board::KNIGHT_DEGREES) is a table of the same numbers.
///
/// ```text
/// 4 6 8 8 8 8 6 4      ranks 3 to 6
/// 3 4 6 6 6 6 4 3      ranks 2 and 7
/// 2 3 4 4 4 4 3 2      ranks 1 and 8
/// ```
#[inline]
#[must_use]
pub const fn knight_degree(square: Square) -> u32 {
    let (file, rank) = (to_edge(square.file().index()), to_edge(square.rank().index()));
    ways_by_one(file) * ways_by_two(rank) + ways_by_two(file) * ways_by_one(rank)
}

/// Returns the distance to the nearer edge along one axis, 0 to 3.
const fn to_edge(coordinate: usize) -> usize {
    if coordinate < 4 { coordinate } else { 7 - coordinate }
}

const fn ways_by_one(to_edge: usize) -> u32 {
    1 + (to_edge >= 1) as u32
}

const fn ways_by_two(to_edge: usize) -> u32 {
    1 + (to_edge >= 2) as u32
}

/// The squares within `N` knight moves on an empty board, including the squares of the knights. Each of the `N` rounds
/// adds the attacked squares to the set.
///
/// ```text
/// N = 0               N = 1               N = 2
/// . . . . . . . .     . . . . . . . .     . . . . . . . .
/// . . . . . . . .     . . . . . . . .     . . . . . . . .
/// . . . . . . . .     . . . . . . . .     . . . . . . . .
/// . . . . . . . .     . . . . . . . .     X . X . . . . .
/// . . . . . . . .     . . . . . . . .     . X . X . . . .
/// . . . . . . . .     . X . . . . . .     X X . . X . . .
/// . . . . . . . .     . . X . . . . .     . . X X . . . .
/// X . . . . . . .     X . . . . . . .     X . X . X . . .
/// ```
///
/// Any knight reaches all 64 squares in at most six moves. An empty set stays empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KnightFill<const N: usize>;

impl<const N: usize> Kernel<1, 1> for KnightFill<N> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [mut reached]: [V; 1]) -> [V; 1] {
        for _ in 0..N {
            reached = spread.knight_fill(reached);
        }
        [reached]
    }
}

/// The squares reached by exactly `N` knight moves, each onto an allowed square.
///
/// Inputs: knights, allowed squares. The caller chooses the allowed squares, such as the squares that have no own piece
/// and that the other side does not attack. The squares of the knights need not be allowed.
///
/// ```text
/// knight N, not allowed x     N = 2: reached by exactly two moves (through b3, because c2 is not allowed)
/// . . . . . . . .             X . X . . . . .
/// . . . . . . . .             . . . X . . . .
/// . . . . . . . .             . . . . . . . .
/// . . x . . . . .             . . . X . . . .
/// N . . . . . . .             X . X . . . . .
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KnightReachExactly<const N: usize>;

impl<const N: usize> Kernel<2, 1> for KnightReachExactly<N> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [mut reached, allowed]: [V; 2]) -> [V; 1] {
        for _ in 0..N {
            reached = spread.knight(reached) & allowed;
        }
        [reached]
    }
}

/// The squares reached by at most `N` knight moves, each onto an allowed square, including the squares of the knights.
///
/// Inputs: knights, allowed squares.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct KnightReachWithin<const N: usize>;

impl<const N: usize> Kernel<2, 1> for KnightReachWithin<N> {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, spread: S, [mut reached, allowed]: [V; 2]) -> [V; 1] {
        for _ in 0..N {
            reached |= spread.knight(reached) & allowed;
        }
        [reached]
    }
}
