//! Two forms of a kernel, for the program and for its build script.

use setwise::kernel;

kernel! {
    /// Squares that the knights of exactly one side attack, computed as the union of two differences.
    pub fn AttackedByOne(spread, white, black) -> [squares] {
        let (by_white, by_black) = (spread.knight(white), spread.knight(black));
        let squares = (by_white & !by_black) | (by_black & !by_white);
    }
}

kernel! {
    /// Squares that the knights of exactly one side attack, computed by one symmetric difference.
    pub fn Faster(spread, white, black) -> [squares] {
        let squares = spread.knight(white) ^ spread.knight(black);
    }
}
