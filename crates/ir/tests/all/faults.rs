//! Plants faults in recorded programs: in masks, shifts, directions, operators and operands. For each fault, the proof
//! must either find boards on which the results differ, or prove that the fault changes nothing. The interpreter
//! confirms each difference. Equal diagrams represent equal formulas, so a faulty program that is not refuted computes
//! the same results as the original program for all boards.
//!
//! ```text
//! v3 & not file a   a mask with one square more or less       v1 << 17   by 16, 18, 9 or 25 places, or downward
//! v1 | v2           v1 & v2, v1 ^ v2, v1, v2                  v1 | v2    v1 | v0, an operand that is another value
//! v1 & !v2          v2 & !v1                                  east(v1)   without the mask, west, up, ...
//! ```

use setwise::kernel;
use setwise::masks::NOT_A;
use setwise_ir::Formula::Prefix;
use setwise_ir::proof::{Failure, equivalent};
use setwise_ir::{Operation, Pattern, Program, ValueId};
use setwise_testkit::random::Sets;

use crate::specimens::specimens;
use crate::{bound, record};

/// A fault: operations that replace operations of a program.
type Fault = Vec<(ValueId, Operation)>;

/// Returns faulty replacements of an operation: other operations on the same operands, and the same operation with
/// other numbers. Faults in a mask add or remove one square.
fn other_operations(operation: Operation) -> Vec<Operation> {
    use Operation::{Add, And, Constant, Down, East, Equal, Input, Not, Or, Popcount, TwoEast, TwoWest, Up, West, Xor};
    let near = |places: u32| [places.wrapping_sub(8), places.wrapping_sub(1), places + 1, places + 8];
    let shifts = |places: u32| near(places).into_iter().filter(|places| *places < 64);
    match operation {
        Input(_) => vec![],
        Constant(mask) => (0..64).map(|square| Constant(mask ^ 1 << square)).collect(),
        And(a, b) => vec![Or(a, b), Xor(a, b), Up(a, 0), Up(b, 0)],
        Or(a, b) => vec![And(a, b), Xor(a, b), Up(a, 0), Up(b, 0)],
        Xor(a, b) => vec![Or(a, b), And(a, b)],
        Not(a) => vec![Up(a, 0)],
        Up(a, places) => shifts(places).map(|places| Up(a, places)).chain([Down(a, places)]).collect(),
        Down(a, places) => shifts(places).map(|places| Down(a, places)).chain([Up(a, places)]).collect(),
        Add(a, b) => vec![Or(a, b), Xor(a, b)],
        Equal(a, b) => vec![Xor(a, b), And(a, b)],
        Popcount(a) => vec![Up(a, 0)],
        East(a) => vec![Up(a, 1), West(a), TwoEast(a), Up(a, 8)],
        West(a) => vec![Down(a, 1), East(a), TwoWest(a), Down(a, 8)],
        TwoEast(a) => vec![Up(a, 2), TwoWest(a), East(a)],
        TwoWest(a) => vec![Down(a, 2), TwoEast(a), West(a)],
    }
}

/// Returns copies of the operation in which one operand is replaced by another value: the value before the operand, or
/// the value before the operation.
fn other_operands(value: ValueId, operation: Operation, values: &[ValueId]) -> Vec<Operation> {
    let before = |value: ValueId| value.index().checked_sub(1).map(|index| values[index]);
    let mut found = Vec::new();
    for operand in operation.operands() {
        for other in [before(operand), before(value)].into_iter().flatten() {
            found.push(operation.with_operands(|of| if of == operand { other } else { of }));
        }
    }
    found
}

/// If the operation is a difference, returns it with its operands exchanged: `b & !a` instead of `a & !b`. Otherwise
/// returns `None`.
fn exchanged(program: &Program, value: ValueId, operation: Operation) -> Option<Fault> {
    let Operation::And(a, b) = operation else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(set, not)| match program.operations()[not.index()] {
        Operation::Not(other) if set < not => {
            Some(vec![(not, Operation::Not(set)), (value, Operation::And(other, not))])
        }
        _ => None,
    })
}

/// Returns all faults of a program, without replacements that are equal to the original operation.
fn faults(program: &Program) -> Vec<Fault> {
    let values: Vec<ValueId> = program.values().map(|(value, _)| value).collect();
    let mut all: Vec<Fault> = Vec::new();
    for (value, operation) in program.values() {
        let others = other_operations(operation).into_iter().chain(other_operands(value, operation, &values));
        let one = others.filter(|other| *other != operation).map(|other| vec![(value, other)]);
        for fault in one.chain(exchanged(program, value, operation)) {
            if !all.contains(&fault) {
                all.push(fault);
            }
        }
    }
    all
}

/// Returns programs with one fault each, and a description of the fault. At most `most` faults are chosen, at regular
/// intervals among all faults.
fn faulty(program: &Program, most: usize) -> Vec<(String, Program)> {
    let all = faults(program);
    let every = all.len().div_ceil(most);
    let planted = all.into_iter().step_by(every).map(|fault| {
        let last = fault.last().unwrap().0;
        let planted =
            fault.into_iter().fold(program.clone(), |program, (value, other)| program.with_operation(value, other));
        (format!("{} instead of {}", planted.expression(last), program.expression(last)), planted)
    });
    planted.collect()
}

/// Returns the number of faults that are refuted, and the number of faults that are proved to change nothing.
fn refuted(program: &Program, most: usize) -> [usize; 2] {
    let mut counts = [0; 2];
    let mut random = Sets::seeded(9);
    for (fault, faulty) in faulty(program, most) {
        match equivalent(program, &faulty) {
            Err(Failure::Differs(counterexample)) => {
                let boards: Vec<u64> = counterexample.boards.iter().map(|(_, board)| board.0).collect();
                let result = program.results().position(|(name, _)| name == counterexample.result).unwrap();
                let [right, wrong] = [program, &faulty].map(|program| program.run(&boards)[result]);
                assert_eq!((right, wrong), (counterexample.expected, counterexample.found));
                assert_ne!(right, wrong);
                counts[0] += 1;
                if counts[0] == 7 {
                    // `cargo test -p setwise-ir faults -- --nocapture` shows one counterexample for each program.
                    println!("{fault}\n{counterexample}");
                }
            }
            Ok(_) => {
                for _ in 0..100 {
                    let boards: Vec<u64> = program.inputs().iter().map(|_| random.dense() & random.dense()).collect();
                    assert_eq!(program.run(&boards), faulty.run(&boards), "{fault}");
                }
                counts[1] += 1;
            }
            Err(failure) => panic!("{fault}: {failure}"),
        }
    }
    println!("| `{}` | {} | {} |", program.name(), counts[0], counts[1]);
    counts
}

#[test]
#[ignore = "nightly"]
fn planted_faults_are_refuted_or_proved_to_be_none() {
    use Pattern as K;
    let kernels = [
        (K::KnightAttacks, "shifts", 400),
        (K::KnightAttacks, "shifts masked before", 400),
        (K::KnightAttacks, "four masks", 400),
        (K::KingAttacks, "shifts", 400),
        (K::KnightMoves, "prefix", 100),
        (K::KnightMoveCount, "prefix", 60),
        (K::WhiteForksSetwiseSafe, "prefix", 100),
        (K::KingFiles, "prefix", 120),
        (K::WhitePassers, "prefix", 100),
        (K::KingEscapes, "shifts", 60),
        (K::VulnerableLines, "prefix", 60),
        (K::GnuAttacks, "prefix", 100),
        (K::WhiteAttackedSquares, "prefix", 60),
    ];
    let library = kernels.map(|(kernel, spread, most)| (record(kernel, spread, None).unwrap(), most));
    let bound = ["forks_at_least(3)", "forks_exactly(2)"].map(|text| (bound(text), 100));
    for (program, most) in library.into_iter().chain(bound).chain(specimens().map(|specimen| (specimen.program, 100))) {
        let [refuted, none] = refuted(&program, most);
        let kernel = program.name();
        assert!(refuted >= 50 && none < refuted / 3, "{kernel}: {refuted} refuted, {none} proved to be no fault");
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
