//! Proves every pattern that takes only sets and is not a loop, for all boards and with every formula of `Chosen`.
//! Patterns of legality are proved for all boards with one king, and with one formula.

use setwise::kernel;
use setwise_ir::Formula::Prefix;
use setwise_ir::proof::{AllBoards, Failure, Undecided, Word, equivalent, prove, prove_on};
use setwise_ir::{Program, Record};

use crate::specifications::{legality, specification};
use crate::spreads::Chosen;
use crate::{needs_one_king, of_sets, straight};

/// The command `cargo test -p setwise-ir every_straight -- --nocapture` prints one row for each proof.
#[test]
fn every_straight_kernel_is_what_its_coordinates_say_for_all_boards_and_every_spread() {
    println!("| kernel | spread | bits | nodes |\n|---|---|---|---|");
    for kernel in straight().filter(|kernel| !needs_one_king(*kernel)) {
        for spread in Chosen::ALL {
            let program = kernel.record(spread).unwrap();
            match prove(&program, |boards| specification(kernel, boards)) {
                Ok(proof) => println!("| {kernel} | {spread:?} | {} | {} |", proof.bits, proof.nodes),
                Err(failure) => panic!("{kernel}, {spread:?}: {failure}"),
            }
        }
    }
}

#[test]
fn checks_and_pins_of_white_are_what_their_coordinates_say_for_all_boards_with_one_king() {
    prove_with_one_king("white");
}

#[test]
fn checks_and_pins_of_black_are_what_their_coordinates_say_for_all_boards_with_one_king() {
    prove_with_one_king("black");
}

/// Proves the patterns about a king in check for all boards with one king, one square of the king after the other. With
/// any number of kings, the diagrams would be too large.
fn prove_with_one_king(side: &str) {
    println!("| kernel | bits | nodes |\n|---|---|---|");
    for pattern in of_sets().filter(|pattern| needs_one_king(*pattern) && pattern.name().starts_with(side)) {
        let program = pattern.record(Prefix).unwrap();
        let mut nodes = 0;
        for square in 0..64 {
            let boards = AllBoards::new(pattern.inputs().len()).given(legality::place(pattern, "king"), 1 << square);
            match prove_on(&boards, &program, |boards| legality::specification(pattern, boards)) {
                Ok(proof) => nodes += proof.nodes,
                Err(failure) => panic!("{pattern}, king on square {square}: {failure}"),
            }
        }
        println!("| {pattern} | 6 + {} | {nodes} |", 64 * (pattern.inputs().len() - 1));
    }
}

kernel! {
    fn Numbers(_spread, a, b) -> [sum, count, parts] {
        let (sum, count) = (a.wrapping_add(b), a.popcount());
        let parts = (a & !b).popcount().wrapping_add((a & b).popcount());
    }
}

kernel! {
    /// Adds by carries, and counts the members of `a` by adding bits, pairs of bits, groups of four bits, and bytes.
    fn NumbersByHand(_spread, a, b) -> [sum, count, parts] {
        let mut sum = a ^ b;
        let mut carry = (a & b).shl::<1>();
        for _ in 0..64 {
            let next = (sum & carry).shl::<1>();
            sum ^= carry;
            carry = next;
        }
        let pairs = (a & 0x5555_5555_5555_5555).wrapping_add(a.shr::<1>() & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333).wrapping_add(pairs.shr::<2>() & 0x3333_3333_3333_3333);
        let bytes = fours.wrapping_add(fours.shr::<4>()) & 0x0F0F_0F0F_0F0F_0F0F;
        let words = bytes.wrapping_add(bytes.shr::<8>());
        let words = words.wrapping_add(words.shr::<16>());
        let count = words.wrapping_add(words.shr::<32>()) & 0x7F;
        let parts = a.popcount();
    }
}

kernel! {
    fn NorthernCount(_spread, a, b) -> [sum, count, parts] {
        let (sum, count) = (a.wrapping_add(b), a.popcount());
        let parts = a.north().popcount();
    }
}

#[test]
fn sums_and_population_counts_are_compared_by_their_digits() {
    let numbers = Program::record(Numbers, Prefix).unwrap();
    equivalent(&numbers, &Program::record(NumbersByHand, Prefix).unwrap()).unwrap();
    let failure = equivalent(&numbers, &Program::record(NorthernCount, Prefix).unwrap()).unwrap_err();
    let Failure::Differs(counterexample) = failure else { panic!("{failure}") };
    assert_eq!((counterexample.expected, counterexample.found), (1, 0));
}

#[test]
fn a_diagram_that_becomes_too_large_is_not_a_proof() {
    kernel! {
        /// Computes whether a square of `a` is four ranks above a square of `b`. The diagram becomes too large, because
        /// it must distinguish all values of half a board.
        fn MeetsFarAway(_spread, a, b) -> [meets] {
            let mut meets = a & b.shl::<32>();
            meets |= meets.shr::<1>();
            meets |= meets.shr::<2>();
            meets |= meets.shr::<4>();
            meets |= meets.shr::<8>();
            meets |= meets.shr::<16>();
        }
    }
    let program = Program::record(MeetsFarAway, Prefix).unwrap();
    assert_eq!(equivalent(&program, &program), Err(Failure::Undecided(Undecided::TooLarge)));
}

kernel! {
    /// Compares more pairs of large sets than there are variables for conditions.
    fn ComparesManyLargeSets(_spread, a, b) -> [equal] {
        let (mut equal, mut moved) = (a.nothing(), a);
        for _ in 0..40 {
            moved = moved.shl::<1>() ^ a;
            equal ^= moved.equal(b.shl::<32>()) ^ moved.equal(b.shr::<32>());
        }
    }
}

#[test]
fn too_many_comparisons_are_not_a_proof() {
    let program = Program::record(ComparesManyLargeSets, Prefix).unwrap();
    assert_eq!(equivalent(&program, &program), Err(Failure::Undecided(Undecided::ManyConditions)));
    let result = prove(&program, |boards| vec![Word::of_squares(|_, _| boards.always(false))]);
    assert_eq!(result, Err(Failure::Undecided(Undecided::ManyConditions)));
}

kernel! {
    fn KnightsNorthEast(_spread, knights, bishops) -> [images] {
        let images = knights.shl::<17>() | bishops.east();
    }
}

kernel! {
    fn KnightsNorthEastMasked(_spread, knights, bishops) -> [images] {
        let images = (knights.shl::<17>() & setwise::masks::NOT_A) | bishops.east();
    }
}

#[test]
fn a_counterexample_has_the_fewest_members_and_is_drawn() {
    let wrong = Program::record(KnightsNorthEast, Prefix).unwrap().with_names("wrong", &["knights", "bishops"], &["x"]);
    let failure = equivalent(&Program::record(KnightsNorthEastMasked, Prefix).unwrap(), &wrong).unwrap_err();
    let expected = "\
wrong: x differs: expected 0x0, found 0x1000000
knights           bishops           expected          found
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   X . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
. . . . . . . X   . . . . . . . .   . . . . . . . .   . . . . . . . .
";
    assert_eq!(failure.to_string(), expected);
}
