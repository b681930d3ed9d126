//! Plants faults in recorded programs: in masks, shifts, directions, operators and operands. For each fault, the proof
//! must either find boards on which the results differ, or prove that the fault changes nothing. The interpreter
//! confirms each difference. Equal diagrams represent equal formulas, so a faulty program that is not refuted computes
//! the same results as the original program for all boards.

use setwise::kernel;
use setwise::masks::NOT_A;
use setwise_ir::Formula::{Prefix, Shifts};
use setwise_ir::proof::{Failure, equivalent};
use setwise_ir::{Operation, Pattern, Program, Record, ValueId};
use setwise_testkit::random::Sets;

use crate::bound;
use crate::specimens::specimens;
use crate::spreads::Chosen;

/// Returns faulty replacements of an operation: a mask with one square more or less, other shifts, and other operations
/// on the same operands or on the value before the operation.
fn faults(value: ValueId, operation: Operation, values: &[ValueId]) -> Vec<Operation> {
    use Operation::{And, Constant, Down, East, Input, Or, Up, West, Xor};
    let operands: Vec<ValueId> = operation.operands().collect();
    let mut faults = match (operation, &operands[..]) {
        (Input(_), _) => vec![],
        (Constant(mask), _) => (0..64).map(|square| Constant(mask ^ 1 << square)).collect(),
        (Up(a, places) | Down(a, places), _) => {
            let near = [places.wrapping_sub(8), places.wrapping_sub(1), places + 1, places + 8].into_iter();
            near.filter(|places| *places < 64).flat_map(|places| [Up(a, places), Down(a, places)]).collect()
        }
        (_, [a, b]) => vec![And(*a, *b), Or(*a, *b), Xor(*a, *b), Up(*a, 0), Up(*b, 0)],
        (_, operands) => {
            operands.iter().flat_map(|a| [Up(*a, 0), Up(*a, 1), Down(*a, 1), East(*a), West(*a)]).collect()
        }
    };
    let before = value.index().checked_sub(1).map(|index| values[index]);
    faults.extend(
        operands
            .iter()
            .zip(before)
            .map(|(operand, before)| operation.with_operands(|of| if of == *operand { before } else { of })),
    );
    faults.retain(|fault| *fault != operation);
    faults
}

/// Plants at most `most` faults, at regular intervals among all faults. Returns the number of faults that are refuted, and
/// the number of faults that are proved to change nothing.
fn refuted(program: &Program, most: usize) -> [usize; 2] {
    let values: Vec<ValueId> = program.values().map(|(value, _)| value).collect();
    let of = |(value, operation)| faults(value, operation, &values).into_iter().map(move |fault| (value, fault));
    let all: Vec<(ValueId, Operation)> = program.values().flat_map(of).collect();
    let mut counts = [0; 2];
    let mut random = Sets::seeded(9);
    for (value, fault) in all.iter().step_by(all.len().div_ceil(most)) {
        let faulty = program.clone().with_operation(*value, *fault);
        match equivalent(program, &faulty) {
            Err(Failure::Differs(counterexample)) => {
                let boards: Vec<u64> = counterexample.boards.iter().map(|(_, board)| board.0).collect();
                let result = program.results().position(|(name, _)| name == counterexample.result).unwrap();
                let [right, wrong] = [program, &faulty].map(|program| program.run(&boards)[result]);
                assert_eq!((right, wrong), (counterexample.expected, counterexample.found));
                assert_ne!(right, wrong);
                counts[0] += 1;
            }
            Ok(_) => {
                for _ in 0..100 {
                    let boards: Vec<u64> = program.inputs().iter().map(|_| random.dense() & random.dense()).collect();
                    assert_eq!(program.run(&boards), faulty.run(&boards), "{fault:?}");
                }
                counts[1] += 1;
            }
            Err(failure) => panic!("{fault:?}: {failure}"),
        }
    }
    counts
}

#[test]
#[ignore = "nightly"]
fn planted_faults_are_refuted_or_proved_to_be_none() {
    use Pattern as K;
    let kernels = [
        (K::KnightAttacks, Chosen::Library(Shifts)),
        (K::KnightAttacks, Chosen::FourMasks),
        (K::KnightMoveCount, Chosen::Library(Prefix)),
        (K::WhiteForksSetwiseSafe, Chosen::Library(Prefix)),
        (K::WhitePassers, Chosen::Library(Prefix)),
        (K::VulnerableLines, Chosen::Library(Prefix)),
        (K::WhiteAttackedSquares, Chosen::Library(Prefix)),
    ];
    let library = kernels.map(|(kernel, spread)| kernel.record(spread).unwrap());
    let bound = ["forks_at_least(3)", "forks_exactly(2)"].map(bound);
    for program in library.into_iter().chain(bound).chain(specimens().map(|specimen| specimen.program)) {
        let [refuted, none] = refuted(&program, 80);
        let kernel = program.name();
        assert!(refuted >= 40 && none < refuted / 3, "{kernel}: {refuted} refuted, {none} proved to be no fault");
    }
}

kernel! {
    fn NorthNorthEast(_spread, knights) -> [image] {
        let image = knights.shl::<17>() & NOT_A;
    }
}

/// The shift empties the first 17 squares, a1 to a3, so the mask may or may not contain them.
#[test]
fn a_mask_may_have_any_squares_that_the_shift_empties() {
    let program = Program::record(NorthNorthEast, Prefix).unwrap();
    let is_mask = |(_, operation): &(ValueId, Operation)| *operation == Operation::Constant(NOT_A);
    let (mask, _) = program.values().find(is_mask).unwrap();
    for square in 0..64 {
        let faulty = program.clone().with_operation(mask, Operation::Constant(NOT_A ^ 1 << square));
        assert_eq!(equivalent(&program, &faulty).is_ok(), square < 17, "square {square}");
    }
}
