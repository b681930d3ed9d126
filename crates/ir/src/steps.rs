//! Programs step by step: every operation on given boards, with a line of text that says what it does.
//!
//! ```text
//! knights: input
//! v1 = east(knights): shift by 1, mask file a
//! ...
//! attacks = v9 | v12: squares in either
//! ```

use crate::{Operation, Program};

/// An input or an operation of a program on given boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is computed and from what, such as `v1 = east(knights): shift by 1, mask file a`.
    pub text: String,
    /// The value of the step: a set, a1 = bit 0, or a number.
    pub word: u64,
    /// Whether the value is a number and not a set.
    pub is_number: bool,
    /// The operands: none for an input, otherwise one or two.
    pub operands: Vec<Operand>,
}

/// What a step is computed from: an input, the result of an earlier step, or a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// The name, such as `v1` or `not file a`.
    pub name: String,
    /// The value: a set, a1 = bit 0, or a number.
    pub word: u64,
    /// Whether the value is a number and not a set.
    pub is_number: bool,
}

impl Program {
    /// Returns a step for each input and each operation, in order. Constants have no step; they are named where they
    /// are used.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer boards than inputs.
    #[must_use]
    pub fn steps(&self, boards: &[u64]) -> Vec<Step> {
        let words = self.trace(boards);
        let mut steps = Vec::new();
        for (value, operation) in self.values() {
            let word = words[value.index()];
            let is_number = self.is_number(value);
            let name = self.value_name(value);
            let mut text = match operation {
                Operation::Constant(_) => continue,
                Operation::Input(_) => format!("{name}: input"),
                _ => format!("{name} = {}: {}", self.expression(value), self.meaning(value)),
            };
            if is_number {
                text += &format!(", {word}");
            } else if word == 0 {
                text += ", empty";
            }
            let operands = operation.operands().map(|operand| Operand {
                name: self.value_name(operand),
                word: words[operand.index()],
                is_number: self.is_number(operand),
            });
            steps.push(Step { text, word, is_number, operands: operands.collect() });
        }
        steps
    }
}
