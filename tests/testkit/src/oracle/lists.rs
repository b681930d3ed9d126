//! Lists of squares and of pairs of squares, computed by walking coordinates.

use super::{KING, KNIGHT, coordinates, index};

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

/// Returns the pairs `(from, to, kind)` of knights and kings, ordered by `from`, then by `to`. The kind is the number of
/// the first set of targets that contains `to`, plus 8 for a king.
#[must_use]
pub fn pair_kinds(knights: u64, kings: u64, targets: [u64; 8]) -> Vec<(u8, u8, u8)> {
    let sets = targets.map(members);
    let knights = members(knights);
    let (mut all, mut listed) = (Vec::new(), Vec::new());
    for from in 0..64_u8 {
        let of_knight = knights.contains(&from);
        if !of_knight && !members(kings).contains(&from) {
            continue;
        }
        all.clear();
        for (files, ranks) in if of_knight { KNIGHT } else { KING } {
            let to = index(i32::from(from % 8) + files, i32::from(from / 8) + ranks);
            all.extend(to.map(|to| to as u8));
        }
        all.sort_unstable();
        for to in &all {
            let kind = sets.iter().position(|set| set.contains(to));
            listed.extend(kind.map(|kind| (from, *to, kind as u8 + if of_knight { 0 } else { 8 })));
        }
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knights_on_b1_and_g1_have_pairs_in_order() {
        assert_eq!(members(0x42), [1, 6]);
        assert_eq!(pairs(0x42, &KNIGHT, !0x1800), [(1, 16), (1, 18), (6, 21), (6, 23)]);
    }

    #[test]
    fn a_square_in_two_sets_has_the_kind_of_the_first() {
        let targets = [0, 1 << 16, 0, 0, 1 << 18 | 1 << 16, 0, 0, 0x20];
        assert_eq!(pair_kinds(2, 0x10, targets), [(1, 16, 1), (1, 18, 4), (4, 5, 15)]);
    }
}
