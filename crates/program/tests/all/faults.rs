//! Faults planted in recorded programs: in masks, shifts, directions and operators. Each is refuted by boards for which the
//! interpreter confirms the difference, or proved to be none: diagrams are the same for all ways to write a formula, so a
//! program that is not refuted computes the same for all boards.

use setwise::backend::Prefix;
use setwise::kernel;
use setwise::masks::NOT_A;
use setwise_program::proof::{Failure, equivalent};
use setwise_program::{LibraryKernel, Operation, Program, Value};
use setwise_testkit::random::Sets;

use crate::spreads::record;

/// Returns the faults of an operation. Those in a mask are one square more or less.
fn faults(operation: Operation) -> Vec<Operation> {
    use Operation::{Add, And, Constant, Down, East, Equal, Input, Not, Or, Popcount, TwoEast, TwoWest, Up, West, Xor};
    match operation {
        Input(_) => vec![],
        Constant(mask) => (0..64).map(|square| Constant(mask ^ 1 << square)).collect(),
        And(a, b) => vec![Or(a, b), Xor(a, b), Up(a, 0)],
        Or(a, b) => vec![And(a, b), Xor(a, b), Up(a, 0)],
        Xor(a, b) => vec![Or(a, b), And(a, b)],
        Not(a) => vec![Up(a, 0)],
        Up(a, places) => vec![Down(a, places), Up(a, places - 1), Up(a, (places + 1).min(63))],
        Down(a, places) => vec![Up(a, places), Down(a, places - 1), Down(a, (places + 1).min(63))],
        Add(a, b) => vec![Or(a, b), Xor(a, b)],
        Equal(a, b) => vec![Xor(a, b), And(a, b)],
        Popcount(a) => vec![Up(a, 0)],
        East(a) => vec![Up(a, 1), West(a), TwoEast(a), Up(a, 8)],
        West(a) => vec![Down(a, 1), East(a), TwoWest(a), Down(a, 8)],
        TwoEast(a) => vec![Up(a, 2), TwoWest(a), East(a)],
        TwoWest(a) => vec![Down(a, 2), TwoEast(a), West(a)],
    }
}

/// Returns about `most` programs with one fault each, evenly chosen from all.
fn faulty(program: &Program, most: usize) -> Vec<(Value, Program)> {
    let all: Vec<_> = program
        .values()
        .flat_map(|(value, operation)| faults(operation).into_iter().map(move |fault| (value, fault)))
        .collect();
    let every = all.len().div_ceil(most);
    all.into_iter().step_by(every).map(|(value, fault)| (value, program.clone().with_operation(value, fault))).collect()
}

/// Returns the number of faults refuted, and of those proved to be none.
fn refuted(program: &Program, most: usize) -> [usize; 2] {
    let mut counts = [0; 2];
    let mut random = Sets::seeded(9);
    for (value, faulty) in faulty(program, most) {
        match equivalent(program, &faulty) {
            Err(Failure::Differs(counterexample)) => {
                let boards: Vec<u64> = counterexample.boards.iter().map(|(_, board)| board.0).collect();
                let result = program.results().position(|(name, _)| name == counterexample.result).unwrap();
                let [right, wrong] = [program, &faulty].map(|program| program.run(&boards)[result]);
                assert_eq!((right, wrong), (counterexample.expected, counterexample.found));
                assert_ne!(right, wrong);
                counts[0] += 1;
                if counts[0] == 7 {
                    // `cargo test -p setwise-program faults -- --nocapture` shows one for each kernel.
                    println!("{} instead of {}\n{counterexample}", faulty.expression(value), program.expression(value));
                }
            }
            Ok(_) => {
                for _ in 0..100 {
                    let boards: Vec<u64> = program.inputs().iter().map(|_| random.dense() & random.dense()).collect();
                    assert_eq!(program.run(&boards), faulty.run(&boards), "{}", faulty.expression(value));
                }
                counts[1] += 1;
            }
            Err(failure) => panic!("{}: {failure}", faulty.expression(value)),
        }
    }
    println!("{}: {} refuted, {} proved to be no fault", program.name(), counts[0], counts[1]);
    counts
}

#[test]
fn planted_faults_are_refuted_or_proved_to_be_none() {
    use LibraryKernel as K;
    let kernels = [
        (K::KnightAttacks, "shifts", 400),
        (K::KnightAttacks, "shifts masked before", 400),
        (K::KingAttacks, "shifts", 400),
        (K::KnightMoves, "prefix", 100),
        (K::KnightMobility, "prefix", 60),
        (K::ForkSquares3, "prefix", 100),
        (K::ForkSquaresExactly2, "prefix", 100),
        (K::SafeForks, "prefix", 100),
        (K::KingFiles, "prefix", 120),
        (K::PassedPawns, "prefix", 100),
        (K::EscapeSquares, "shifts", 60),
        (K::VulnerableLines, "prefix", 60),
        (K::GnuAttacks, "prefix", 100),
        (K::AttackedSquares, "prefix", 60),
    ];
    for (kernel, spread, most) in kernels {
        let [refuted, none] = refuted(&record(kernel, spread, None).unwrap(), most);
        assert!(refuted >= 35 && none < refuted / 5, "{kernel}: {refuted} refuted, {none} proved to be no fault");
    }
}

kernel! {
    fn NorthNorthEast(_spread, knights) -> [image] {
        let image = knights.up::<17>() & NOT_A;
    }
}

/// The shift empties a1 to a3, so the mask does not matter there.
#[test]
fn a_mask_may_have_any_squares_that_the_shift_empties() {
    let program = Program::record(NorthNorthEast, Prefix).unwrap();
    let is_mask = |(_, operation): &(Value, Operation)| *operation == Operation::Constant(NOT_A);
    let (mask, _) = program.values().find(is_mask).unwrap();
    for square in 0..64 {
        let faulty = program.clone().with_operation(mask, Operation::Constant(NOT_A ^ 1 << square));
        assert_eq!(equivalent(&program, &faulty).is_ok(), square < 17, "square {square}");
    }
}
