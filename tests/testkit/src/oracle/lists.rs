//! Lists of squares and of pairs of squares, computed by walking coordinates.

use super::{coordinates, index};

/// Returns the members of a set in ascending order, as indices of squares: a1 = 0, h8 = 63.
#[must_use]
pub fn members(set: u64) -> Vec<u8> {
    coordinates(set).map(|(file, rank)| (file + 8 * rank) as u8).collect()
}

/// Returns a pair `(from, to)` for each jump of a piece onto one of the targets, ordered by `from`, then by `to`. The
/// `jumps` are given as (files to the east, ranks to the north).
#[must_use]
pub fn pairs(pieces: u64, jumps: &[(i32, i32)], targets: u64) -> Vec<(u8, u8)> {
    let targets = members(targets);
    let of_piece = |(file, rank): (i32, i32)| {
        let landings = jumps.iter().filter_map(move |(files, ranks)| index(file + files, rank + ranks));
        let from = (file + 8 * rank) as u8;
        landings.map(|to| to as u8).filter(|to| targets.contains(to)).map(move |to| (from, to)).collect::<Vec<_>>()
    };
    let mut pairs: Vec<(u8, u8)> = coordinates(pieces).flat_map(of_piece).collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::KNIGHT;
    use super::*;

    #[test]
    fn knights_on_b1_and_g1_have_pairs_in_order() {
        assert_eq!(members(0x42), [1, 6]);
        assert_eq!(pairs(0x42, &KNIGHT, !0x1800), [(1, 16), (1, 18), (6, 21), (6, 23)]);
    }
}
