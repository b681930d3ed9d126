//! Distant checks: the lines on which a king is vulnerable, combined with the sliders that can check along them.
//!
//! ```text
//! 5  . . . r . . . .      white king g1: its only flight squares, f1 and h1, are on the first rank
//! 4  . . . . . . . .
//! 3  . . . . . . . .      x: the rook can move to d1, where it checks along that rank.
//! 2  . . . . . P P P      On a1, b1, c1 and e1 it would check too, but it cannot move there
//! 1  . . . x . f K f
//! ```
//!
//! The kernel intersects rays from the king with rays from the sliders. The rays from the king, one set per line,
//! contain the squares from which a slider would check the king. The rays from the sliders contain the squares that the
//! sliders attack. A rook or a queen checks along ranks and files, a bishop or a queen along diagonals. A queen may
//! arrive along a line of one kind and check along a line of the other kind:
//!
//! ```text
//! checks along ranks and files    moves of rooks and queens along ranks and files, of queens along diagonals
//! checks along diagonals          moves of bishops and queens along diagonals, of queens along ranks and files
//! ```
//!
//! Pins are ignored, and so are lines that the slider opens or blocks by its own move. A result is a candidate for a
//! mating check, not a proven mate: the check may be blocked, and the checking slider may be captured.
//!
//! Source: Chess Programming Wiki, King Pattern. The page suggests testing whether a slider can check the king along a
//! vulnerable line, but leaves the exact definition open. The definition used here is ours.

use crate::patterns::{attacks_by_line, lines_of_flights, rays};
use crate::{Lanes, kernel};

kernel! {
    /// The squares to which a slider of the other side can move to check the king along one of the king's [vulnerable
    /// lines](crate::patterns::VulnerableLines). Squares next to the king are excluded. The slider's move may be a
    /// capture, and no piece stands between its new square and the king.
    ///
    /// Inputs: the king, taboo; the other side's bishops and queens, its rooks and queens, all its pieces; the pieces
    /// of both sides. Without a king the result is empty. With several kings, a line is vulnerable if every flight
    /// square is next to a king along that line, as in [`lines_of_flights`].
    ///
    /// ```text
    /// king e1, flight squares f     distant checks
    /// 4  . q . . . . . .            . . . . . . . .
    /// 3  . . . . . . . .            . . . . . . . .      the queen arrives along the file
    /// 2  . . . P P P . .            . . . . . . . .      and checks along the rank
    /// 1  . . . f K f . .            . X . . . . . .
    /// ```
    pub fn DistantChecks(spread, king, taboo, their_diagonal, their_straight, their, occupied) -> [checks] {
        let lines = lines_of_flights(king, spread.king(king) & !taboo);
        let [checks] = ChecksOnLines.eval(spread, [king, lines, their_diagonal, their_straight, their, occupied]);
    }
}

kernel! {
    /// Computes [`DistantChecks`] from the king's vulnerable lines instead of the taboo. [`lines_of_flights`] computes
    /// these lines.
    ///
    /// Inputs: the king; its vulnerable lines (a number); the other side's bishops and queens, its rooks and queens,
    /// all its pieces; the pieces of both sides.
    pub fn ChecksOnLines(spread, king, lines, their_diagonal, their_straight, their, occupied) -> [checks] {
        let [rank, file, diagonal, antidiagonal] = attacks_by_line(king, occupied);
        let queens = their_diagonal & their_straight;
        let [to_straight, to_diagonal] =
            rays([queens, their_diagonal], [their_straight, queens], [king.nothing(); 2], !occupied);
        let straight = (only_if(lines, 1, rank) | only_if(lines, 2, file)) & to_straight.attacks;
        let diagonal = (only_if(lines, 4, diagonal) | only_if(lines, 8, antidiagonal)) & to_diagonal.attacks;
        let checks = (straight | diagonal) & !(spread.king(king) | their);
    }
}

/// Returns `ray` on boards whose `lines` include `line`, and the empty set on other boards.
#[inline(always)]
fn only_if<V: Lanes>(lines: V, line: u64, ray: V) -> V {
    ray & !(lines & line).empty_lanes()
}
