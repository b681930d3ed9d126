//! Attacks: the spread itself, as kernels.

use crate::kernel;

kernel! {
    /// The squares that a set of knights attacks, own pieces ignored.
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
    /// The squares that a set of kings attacks, own pieces ignored.
    ///
    /// ```text
    /// kings             attacks
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . X X X . .
    /// . . . . X . . .   . . . X X X . .
    /// . . . . X . . .   . . . X X X . .
    /// . . . . . . . .   . . . X X X . .
    /// . . . . . . . .   . . . . . . . .
    /// . . . . . . . .   . . . . . . . .
    /// ```
    pub fn KingAttacks(spread, kings) -> [attacks] {
        let attacks = spread.king(kings);
    }
}
