//! Proofs of what is emitted: the instructions of a set compute the same as the recorded program.

use super::{Failure, Proof, equivalent};
use crate::emit::{Instruction, InstructionSet, lower};
use crate::tape::{Answers, Tape};
use crate::{Operation, Program, Value};

/// Proves that the instructions which are emitted for a program and a set compute the same as the program, for all boards.
///
/// A function that the emitted one calls, to count members for example, is proved for all boards on its own.
///
/// ```
/// use setwise_core::{Prefix, patterns::KnightMobility};
/// use setwise_program::Program;
/// use setwise_program::emit::InstructionSet;
/// use setwise_program::proof::emitted;
///
/// let program = Program::record(KnightMobility, Prefix).unwrap();
/// assert!(emitted(&program, InstructionSet::Avx2).is_ok());
/// ```
///
/// # Errors
///
/// Returns a counterexample if a result differs on some boards, and the reason if that was not decided.
pub fn emitted(program: &Program, set: InstructionSet) -> Result<Proof, Failure> {
    let lowered = lower(program, set);
    let called = |wanted: fn(Instruction) -> bool| lowered.lines().iter().any(|line| wanted(line.instruction));
    if let Some(count) = set.count().filter(|_| called(|instruction| matches!(instruction, Instruction::Popcount(_)))) {
        equivalent(&alone(1, |inputs| Operation::Popcount(inputs[0])), &count.program())?;
    }
    if let Some(equal) = set.equal().filter(|_| called(|instruction| matches!(instruction, Instruction::Equal(..)))) {
        equivalent(&alone(2, |inputs| Operation::Equal(inputs[0], inputs[1])), &equal.program())?;
    }
    equivalent(program, &lowered.program())
}

/// Returns the program of one operation.
fn alone(inputs: usize, operation: impl Fn(&[Value]) -> Operation) -> Program {
    let mut tape = Tape::new(inputs, Answers::Refused, &[]);
    let values: Vec<Value> = (0..inputs).map(Value::new).collect();
    let result = tape.record(operation(&values));
    let names = (0..inputs).map(|n| format!("in{n}")).collect();
    Program::of_tape("operation".into(), names, vec!["out".into()], tape, vec![result])
}
