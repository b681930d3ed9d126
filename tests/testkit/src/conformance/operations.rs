//! A kernel that uses every operation of lanes, and its expected results.

use setwise::kernel;
use setwise::masks::RANK_1;

use crate::oracle;

kernel! {
    /// Applies each operation of the lanes separately. Sets are shifted by 0, by 63, and by every number of places that
    /// a step needs.
    pub(super) fn EveryOperation(_spread, a, b) -> [
        and, or, xor, not, and_word, or_word, xor_word, and_assigned, or_assigned, xor_assigned,
        up_0, up_1, up_2, up_6, up_7, up_8, up_9, up_10, up_15, up_16, up_17, up_63,
        down_0, down_1, down_2, down_6, down_7, down_8, down_9, down_10, down_15, down_16, down_17, down_63,
        north, south, east, west, sum, members, same, equal, rounds, odd, majority, mirrored, mirrored_east, flipped,
        widened, copied, differences
    ] {
        let (and, or, xor, not) = (a & b, a | b, a ^ b, !a);
        let (and_word, or_word, xor_word) = (a & WORD, a | WORD, a ^ WORD);
        let (mut and_assigned, mut or_assigned, mut xor_assigned) = (a, a, a);
        and_assigned &= b;
        or_assigned |= b;
        xor_assigned ^= b;
        let (up_0, up_1, up_2, up_6, up_7, up_8) =
            (a.shl::<0>(), a.shl::<1>(), a.shl::<2>(), a.shl::<6>(), a.shl::<7>(), a.shl::<8>());
        let (up_9, up_10, up_15, up_16, up_17, up_63) =
            (a.shl::<9>(), a.shl::<10>(), a.shl::<15>(), a.shl::<16>(), a.shl::<17>(), a.shl::<63>());
        let (down_0, down_1, down_2, down_6, down_7, down_8) =
            (a.shr::<0>(), a.shr::<1>(), a.shr::<2>(), a.shr::<6>(), a.shr::<7>(), a.shr::<8>());
        let (down_9, down_10, down_15, down_16, down_17, down_63) =
            (a.shr::<9>(), a.shr::<10>(), a.shr::<15>(), a.shr::<16>(), a.shr::<17>(), a.shr::<63>());
        let (north, south, east, west) = (a.north(), a.south(), a.east(), a.west());
        let (sum, members) = (a.wrapping_add(b), a.popcount());
        let (same, equal) = ((a & 1).equal(b & 1), a.equal(a & b));
        let [odd, majority] = a.add_3(b, a.shl::<9>());
        let (mirrored, mirrored_east, flipped) = (a.mirror_horizontal(), a.mirror_east(), a.flip_antidiagonal());
        let (widened, copied, differences) = (a.widen(), (a & RANK_1).copy_rank_1(), a.subtract_in_ranks(b));
        // Each round of this loop moves all squares one file west, until all lanes are empty. The lanes become empty in
        // different rounds.
        let (mut rounds, mut rest) = (a.nothing(), a);
        while !rest.is_empty() {
            rounds = rounds.wrapping_add(!rest.empty_lanes() & 1);
            rest = rest.west();
        }
    }
}

/// The constant operand of `&`, `|` and `^`: a word without any symmetry.
const WORD: u64 = 0x0123_4567_89AB_CDEF;

/// Returns the expected results of [`EveryOperation`]. Steps are computed by coordinates, and most other results by
/// operations on single words.
pub(super) fn every_operation(a: u64, b: u64) -> [u64; 51] {
    const PLACES: [u32; 12] = [0, 1, 2, 6, 7, 8, 9, 10, 15, 16, 17, 63];
    let step = |df, dr| oracle::moved(a, |file, rank| (file + df, rank + dr));
    let mut results = vec![a & b, a | b, a ^ b, !a, a & WORD, a | WORD, a ^ WORD, a & b, a | b, a ^ b];
    results.extend(PLACES.map(|places| a << places));
    results.extend(PLACES.map(|places| a >> places));
    results.extend([step(0, 1), step(0, -1), step(1, 0), step(-1, 0)]);
    results.extend([a.wrapping_add(b), oracle::coordinates(a).count() as u64]);
    let all_if = |condition: bool| if condition { !0 } else { 0 };
    let last_file = oracle::coordinates(a).map(|(file, _)| file as u64 + 1).max();
    results.extend([all_if(a % 2 == b % 2), all_if(a == a & b), last_file.unwrap_or(0)]);
    let three = [a, b, a << 9];
    let in_how_many = |square: &u32| three.iter().filter(|set| **set >> square & 1 == 1).count();
    let union = |squares: Vec<u32>| squares.into_iter().fold(0, |set, square| set | 1 << square);
    results.push(union((0..64).filter(|square| in_how_many(square) % 2 == 1).collect()));
    results.push(union((0..64).filter(|square| in_how_many(square) >= 2).collect()));
    let moved = |to: fn(i32, i32) -> (i32, i32)| oracle::moved(a, to);
    results.push(moved(|file, rank| (7 - file, rank)));
    results.push(moved(|file, rank| (7 - file + 1, rank)));
    results.push(moved(|file, rank| (7 - rank, 7 - file)));
    results.push(a | step(1, 0) | step(-1, 0));
    let [a, b] = [a, b].map(u64::to_le_bytes);
    results.push(u64::from_le_bytes([a[0]; 8]));
    results.push(u64::from_le_bytes(std::array::from_fn(|rank| a[rank].wrapping_sub(b[rank]))));
    std::array::from_fn(|n| results[n])
}
