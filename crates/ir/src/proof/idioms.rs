//! Proves that the sequences of operations in written texts compute the operations that they stand for.

use super::equivalent;
use crate::script::idioms::{LOW, count, sum_by_halves, sum_of_halves};
use crate::tape::Tape;
use crate::{Operation, Program, ValueId};

/// Returns the program of a function of two words, which are given with their halves.
fn program(function: impl Fn(&mut Tape, [[ValueId; 2]; 2]) -> ValueId) -> Program {
    let mut tape = Tape::with_bits(2, u64::MAX);
    let words = [0, 1].map(ValueId::new).map(|word| [tape.masked(word, LOW), tape.record(Operation::Down(word, 32))]);
    let result = function(&mut tape, words);
    let names = ["a", "b", "result"].map(String::from);
    Program::of_tape("idiom".into(), names[..2].to_vec(), names[2..].to_vec(), tape, vec![result])
}

/// Joins two halves.
fn joined(tape: &mut Tape, halves: [ValueId; 2]) -> ValueId {
    let [low, high] = halves.map(|half| tape.masked(half, LOW));
    let high = tape.record(Operation::Up(high, 32));
    tape.record(Operation::Or(low, high))
}

#[test]
fn sequences_compute_what_they_stand_for_on_all_boards() {
    let [a, b] = [0, 1].map(ValueId::new);
    let sum = program(|tape, _| tape.record(Operation::Add(a, b)));
    let by_halves = program(|tape, [a, b]| sum_by_halves(a, b, &mut |next| Some(tape.record(next))).unwrap());
    equivalent(&sum, &by_halves).unwrap();
    let of_halves = program(|tape, [a, b]| {
        // Sums of 32 bits lose the bits above them.
        let mut record = |next| {
            let value = tape.record(next);
            Some(if matches!(next, Operation::Add(..)) { tape.masked(value, LOW) } else { value })
        };
        let halves = sum_of_halves(a, b, &mut record).unwrap();
        joined(tape, halves)
    });
    equivalent(&sum, &of_halves).unwrap();
    let counted = program(|tape, _| tape.record(Operation::Popcount(a)));
    let count = program(|tape, [a, _]| count(a[0], a[1], &mut |next| Some(tape.record(next))).unwrap());
    equivalent(&counted, &count).unwrap();
}
