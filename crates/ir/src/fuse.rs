//! Several programs fused into one, which computes shared terms once.

use crate::tape::{Answers, Tape};
use crate::{Operation, Program, ValueId};

impl Program {
    /// Returns one program that computes the results of several. Inputs of the same name are the same input, and equal
    /// operations on equal values are computed once.
    ///
    /// A result is named after its program, followed by its own name if the program has several results. A single program keeps
    /// the names of its results.
    ///
    /// ```
    /// use setwise_core::Prefix;
    /// use setwise_ir::{Pattern, Program, Record};
    ///
    /// let patterns = [Pattern::KnightMoves, Pattern::KnightCaptures];
    /// let [moves, captures] = patterns.map(|pattern| pattern.record(Prefix).unwrap());
    /// let both = Program::fused("knights", &[moves.clone(), captures.clone()]);
    /// assert_eq!(both.inputs(), ["knights", "own", "their"]);
    /// assert_eq!((moves.total(), captures.total(), both.total()), (19, 18, 20));
    /// let names: Vec<&str> = both.results().map(|(name, _)| name).collect();
    /// assert_eq!(names, ["knight_moves", "knight_captures"]);
    /// ```
    #[must_use]
    pub fn fused(name: &str, programs: &[Self]) -> Self {
        let mut inputs: Vec<String> = Vec::new();
        for input in programs.iter().flat_map(Self::inputs) {
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        let mut tape = Tape::new(inputs.len(), Answers::Refused, &[]);
        let (mut names, mut results) = (Vec::new(), Vec::new());
        for program in programs {
            let input = |n: usize| inputs.iter().position(|input| *input == program.inputs()[n]);
            let mut values: Vec<ValueId> = Vec::with_capacity(program.operations().len());
            for operation in program.operations() {
                let value = match operation {
                    Operation::Input(n) => ValueId::new(input(*n).expect("every input was collected")),
                    other => tape.record(other.with_operands(|operand| values[operand.index()])),
                };
                values.push(value);
            }
            let count = program.results().len();
            for (result, value) in program.results() {
                names.push(match (programs.len(), count) {
                    (1, _) => result.to_string(),
                    (_, 1) => program.name().to_string(),
                    _ => format!("{}_{result}", program.name()),
                });
                results.push(values[value.index()]);
            }
        }
        Self::of_tape(name.into(), inputs, names, tape, results)
    }
}
