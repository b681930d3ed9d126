//! Patterns that read a number from an input column, such as the forks of at least `n` targets or the squares within
//! `n` moves.
//!
//! In other patterns the number is a constant, as in [`Forks<3>`](super::Forks). Here the number is the last input, so
//! it may differ from board to board. The lanes of a register may then need different numbers of rounds. A mask
//! therefore has all ones in each lane that needs more rounds. As a number, all ones is -1, so adding the mask to the
//! numbers of remaining rounds counts down in exactly these lanes.

use crate::popcount::digits_of_8;
use crate::{Lanes, kernel, knight_directions};

kernel! {
    /// The squares from which a knight attacks at least `n` targets. If `n` is 0, these are all squares.
    ///
    /// The number of targets is compared with `n` digit by digit, the lowest digit first. If two digits differ, they
    /// decide. If they are equal, the result for the lower digits stands. The new result is therefore the majority of
    /// three sets: the digit of the number of targets, the complement of the digit of `n`, and the result for the lower
    /// digits. Below the lowest digit, nothing differs, so the lowest digit's result is the union of the first two sets.
    pub fn ForksAtLeastBy(_spread, targets, n) -> [forks] {
        let [ones, digits @ ..]: [V; 4] = digits_of_8(knight_directions(targets));
        let [no_ones, zeros @ ..] = zeros_of(n);
        let mut forks = ones | no_ones;
        for (digit, unwanted) in digits.iter().zip(&zeros) {
            [_, forks] = digit.add_3(*unwanted, forks);
        }
        forks &= fits(n);
    }
}

kernel! {
    /// The squares from which a knight attacks exactly `n` targets.
    pub fn ForksExactlyBy(_spread, targets, n) -> [forks] {
        let digits: [V; 4] = digits_of_8(knight_directions(targets));
        let mut forks = fits(n);
        for (digit, unwanted) in digits.iter().zip(&zeros_of(n)) {
            forks &= *digit ^ *unwanted;
        }
    }
}

kernel! {
    /// The squares within `n` knight moves on an empty board, including the squares of the knights.
    pub fn KnightFillBy(spread, knights, n) -> [reached] {
        let reached = grow(knights, n, #[inline(always)] |set| spread.knight(set));
    }
}

kernel! {
    /// The squares within `n` king steps on an empty board, including the squares of the kings.
    pub fn KingFillBy(spread, kings, n) -> [reached] {
        let reached = grow(kings, n, #[inline(always)] |set| spread.king(set));
    }
}

kernel! {
    /// The squares reached by at most `n` knight moves, each onto an allowed square, including the squares of the
    /// knights.
    pub fn KnightReachWithinBy(spread, knights, allowed, n) -> [reached] {
        let reached = grow(knights, n, #[inline(always)] |set| spread.knight(set) & allowed);
    }
}

kernel! {
    /// The squares reached by exactly `n` knight moves, each onto an allowed square.
    ///
    /// If `n` is at least 2, the last move started from an allowed square. The knight can move back to that square and
    /// return. Every square of the result is therefore also in the result for two more moves, so the results for 2, 4,
    /// 6, ... moves only grow. They grow at most 63 times, because the board has 64 squares. The same holds for the
    /// results for 3, 5, 7, ... moves. From 128 moves on, the result therefore depends only on whether `n` is even.
    pub fn KnightReachExactlyBy(spread, knights, allowed, n) -> [reached] {
        let few = (n & !127).empty_lanes();
        let mut left = (n & few) | ((n & 1 | !few & 128) & !few);
        let mut reached = knights;
        let mut running = !left.empty_lanes();
        while !running.is_empty() {
            reached = (spread.knight(reached) & allowed & running) | (reached & !running);
            left = left.wrapping_add(running);
            running = !left.empty_lanes();
        }
    }
}

/// Repeats `set |= next(set)` until this has been done `n` times or the set no longer grows.
#[inline(always)]
fn grow<V: Lanes>(mut set: V, n: V, next: impl Fn(V) -> V) -> V {
    let mut left = n;
    let mut running = !left.empty_lanes();
    while !running.is_empty() {
        let grown = set | (next(set) & running);
        left = left.wrapping_add(running);
        running &= !left.empty_lanes() & !grown.equal(set);
        set = grown;
    }
    set
}

/// Returns the complements of the four lowest binary digits of the number in each lane. A complement is all ones in the
/// lanes where the digit is 0, and zero in the other lanes.
#[inline(always)]
fn zeros_of<V: Lanes>(n: V) -> [V; 4] {
    [(n & 1).empty_lanes(), (n & 2).empty_lanes(), (n & 4).empty_lanes(), (n & 8).empty_lanes()]
}

/// Returns all ones in the lanes whose number has at most four binary digits, and zero in the other lanes.
#[inline(always)]
fn fits<V: Lanes>(n: V) -> V {
    (n & !15).empty_lanes()
}
