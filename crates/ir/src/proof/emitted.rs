//! Proofs of what is emitted: the instructions of a set compute the same as the recorded program.

use super::{Failure, Proof, equivalent};
use crate::Program;
use crate::emit::{InstructionSet, lower};

/// Proves that the instructions that are emitted for a program and a set compute the same as the program, for all
/// boards.
///
/// A function that the emitted one calls, to count members for example, is proved for all boards on its own.
///
/// ```
/// use setwise_core::{Prefix, patterns::KnightMoveCount};
/// use setwise_ir::Program;
/// use setwise_ir::emit::InstructionSet;
/// use setwise_ir::proof::emitted;
///
/// let program = Program::record(KnightMoveCount, Prefix).unwrap();
/// assert!(emitted(&program, InstructionSet::Avx2).is_ok());
/// ```
///
/// # Errors
///
/// Returns a counterexample if a result differs on some boards, and the reason if that was not decided.
pub fn emitted(program: &Program, set: InstructionSet) -> Result<Proof, Failure> {
    let lowered = lower(program, set);
    for (instruction, function) in lowered.functions() {
        let function = function.program();
        let results = |program: &Program| program.results().map(|(_, value)| value).collect::<Vec<_>>();
        // Diagrams of a sum of eight bytes would be large, but this function has the same operations as the
        // instruction.
        let is_same = instruction.operations() == function.operations() && results(&instruction) == results(&function);
        if !is_same {
            equivalent(&instruction, &function)?;
        }
    }
    equivalent(program, &lowered.program())
}
