//! Lowered programs: instructions of one set.

use super::instruction::Instruction;
use super::set::{Architecture, InstructionSet};
use crate::ValueId;

/// An instruction of a lowered program, with its name and a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The instruction.
    pub instruction: Instruction,
    /// The name of the value, the same in the emitted text.
    pub name: String,
    /// What the instruction computes, in the words of the listing.
    pub comment: String,
}

/// A program as instructions of one instruction set, made by [`lower()`](super::lower()).
#[derive(Debug, Clone)]
pub struct Lowered {
    pub(super) set: InstructionSet,
    pub(super) name: String,
    pub(super) inputs: Vec<String>,
    pub(super) results: Vec<(String, ValueId)>,
    pub(super) lines: Vec<Line>,
}

impl Lowered {
    /// Returns the instruction set.
    #[must_use]
    pub fn set(&self) -> InstructionSet {
        self.set
    }

    /// Returns all lines, inputs and constants included. The operands of each come before it.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the names of the values that are loaded.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &str> {
        let inputs = self.lines.iter().filter(|line| matches!(line.instruction, Instruction::Input(_)));
        inputs.map(|line| line.name.as_str())
    }

    /// Returns the names of the values that are stored.
    pub(super) fn results(&self) -> impl Iterator<Item = &str> {
        self.results.iter().map(|(_, value)| self.lines[value.index()].name.as_str())
    }

    /// Returns whether a value is a byte addition of x86 that another one doubles. Compilers would replace both by a shift
    /// and a mask.
    pub(super) fn is_doubled_again(&self, value: ValueId) -> bool {
        let doubles = |line: &Line| matches!(line.instruction, Instruction::DoubleBytes(_));
        let is_doubled = |line: &Line| doubles(line) && line.instruction.operands().any(|operand| operand == value);
        let is_x86 = self.set.architecture() == Architecture::X86;
        is_x86 && doubles(&self.lines[value.index()]) && self.lines.iter().any(is_doubled)
    }

    /// Returns the same program with one instruction replaced. Such planted faults show whether a check of programs
    /// works.
    ///
    /// # Panics
    ///
    /// Panics if an operand of the instruction does not come before it.
    #[must_use]
    pub fn with_instruction(mut self, line: usize, instruction: Instruction) -> Self {
        assert!(instruction.operands().all(|operand| operand.index() < line), "an operand must come before its line");
        self.lines[line].instruction = instruction;
        self
    }

    /// Removes lines that no result needs. Inputs remain.
    pub(super) fn without_unused(mut self) -> Self {
        let mut used = vec![false; self.lines.len()];
        self.results.iter().for_each(|(_, value)| used[value.index()] = true);
        for (index, line) in self.lines.iter().enumerate().rev() {
            if used[index] {
                line.instruction.operands().for_each(|operand| used[operand.index()] = true);
            }
        }
        let mut places = vec![ValueId::new(0); used.len()];
        let mut kept: Vec<Line> = Vec::new();
        for (index, mut line) in self.lines.into_iter().enumerate() {
            if used[index] || matches!(line.instruction, Instruction::Input(_)) {
                line.instruction = line.instruction.with_operands(|operand| places[operand.index()]);
                places[index] = ValueId::new(kept.len());
                kept.push(line);
            }
        }
        self.results.iter_mut().for_each(|(_, value)| *value = places[value.index()]);
        self.lines = kept;
        self
    }
}
