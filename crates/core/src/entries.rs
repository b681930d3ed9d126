//! Unions of table entries: every square of a set is looked up in a table of sets.
//!
//! ```text
//! knights on b1 and g1                 table[1] | table[6]
//! a knight on b1                       table[1] | table[64]
//! no knight                            table[64] | table[64]
//! three knights, on b1, g1 and e5      table[1] | table[6], then | table[36]
//! ```
//!
//! It is hard to predict whether a side has no, one or two knights, and a wrong prediction takes longer than the lookup.
//! The entries of the first two squares are therefore read without a branch. A set that has fewer squares reads the last
//! entry of the table, which is empty. A third square is rare, so a loop reads the entries of all further squares.

/// Tables of sets for one piece. The indices are the colour of the piece, the side to move, and the square of the piece.
/// Index 64 stands for a missing piece.
#[doc(hidden)]
pub type AreaTables = [[[u64; 65]; 2]; 2];

/// Returns the tables with an empty entry at index 64.
#[doc(hidden)]
#[must_use]
pub const fn with_empty_entry(tables: &[[[u64; 64]; 2]; 2]) -> AreaTables {
    let (mut longer, mut entry) = ([[[0; 65]; 2]; 2], 0);
    while entry < 2 * 2 * 64 {
        let (color, to_move, square) = (entry / 128, entry / 64 % 2, entry % 64);
        longer[color][to_move][square] = tables[color][to_move][square];
        entry += 1;
    }
    longer
}

/// Returns, for each table, the union of the entries of a set's squares. Each table has an entry for each square, followed
/// by an empty entry at index 64.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn union_of_entries<const N: usize>(set: u64, tables: [&[u64; 65]; N]) -> [u64; N] {
    let (first, second) = (set.trailing_zeros() as usize, without_lowest(set).trailing_zeros() as usize);
    let mut unions = [0; N];
    for (union, table) in unions.iter_mut().zip(tables) {
        *union = table[first] | table[second];
    }
    let mut others = without_lowest(without_lowest(set));
    while others != 0 {
        for (union, table) in unions.iter_mut().zip(tables) {
            *union |= table[others.trailing_zeros() as usize];
        }
        others = without_lowest(others);
    }
    unions
}

#[inline(always)]
fn without_lowest(set: u64) -> u64 {
    set & set.wrapping_sub(1)
}
