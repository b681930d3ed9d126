//! Three counterexamples in full.

use crate::with_fault;

/// Returns the counterexample for one fault in a recorded loop.
fn refutation(function: &str, from: &str, to: &str) -> String {
    with_fault(function, from, to).prove().unwrap_err().to_string()
}

/// A mask lacks g1, so a knight on h1 is not moved west to g1 and on to g3.
#[test]
fn a_wrong_mask_is_refuted_by_one_knight() {
    let expected = "\
KnightAttacks: lane 0 differs: expected 0x402000, found 0x2000
knights 0         expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . X .   . . . . . . . .
. . . . . . . .   . . . . . X . .   . . . . . X . .
. . . . . . . X   . . . . . . . .   . . . . . . . .
";
    assert_eq!(refutation("avx2_knights", "9187201950435737471", "9187201950435737407"), expected);
}

/// The halves of each half register are exchanged before the store.
#[test]
fn swapped_lanes_are_refuted_by_one_king() {
    let expected = "\
KingAttacks: lane 0 differs: expected 0x0, found 0x70507
kings 0           kings 2           expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   X X X . . . . .
. . . . . . . .   . X . . . . . .   . . . . . . . .   X . X . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   X X X . . . . .
";
    assert_eq!(
        refutation("avx512_kings", "\tvmovdqu64 %zmm1, (", "\tvpermq $78, %zmm1, %zmm1\n\tvmovdqu64 %zmm1, ("),
        expected
    );
}

/// The last table is "in both and in the third" instead of "in both, or in the third".
#[test]
fn a_wrong_table_is_refuted_by_two_targets() {
    let expected = "\
Forks: lane 0 differs: expected 0x8000001, found 0x0
targets 0         expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . X . . . .   . . . . . . . .
. X . . . . . .   . . . . . . . .   . . . . . . . .
. . X . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   X . . . . . . .   . . . . . . . .
";
    assert_eq!(refutation("avx512_forks", "vpternlogq $236", "vpternlogq $128"), expected);
}
