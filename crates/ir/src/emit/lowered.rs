//! Lowered programs: lists of instructions of one instruction set. All instruction sets share the enumeration
//! [`Instruction`]. Lowering to an instruction set uses only instructions that the set has, or that a function of the
//! emitted file replaces.

use super::target::{Architecture, InstructionSet};
use crate::ValueId;

/// An instruction that works on all boards of a register. Its operands are earlier lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// The boards of the input column with this index.
    Input(usize),
    /// The same word for every board, loaded before the loop.
    Constant(u64),
    /// The squares in both sets.
    And(ValueId, ValueId),
    /// The squares in at least one of two sets.
    Or(ValueId, ValueId),
    /// The squares in exactly one of two sets.
    Xor(ValueId, ValueId),
    /// The squares in the first set that are not in the second.
    AndNot(ValueId, ValueId),
    /// The squares that are not in the set.
    Not(ValueId),
    /// Any bitwise function of three sets, given as a truth table. Where the sets have the bits `a`, `b` and `c`, the
    /// result has bit `4a + 2b + c` of the table.
    Ternary([ValueId; 3], u8),
    /// A shift toward h8.
    Up(ValueId, u32),
    /// A shift toward a1.
    Down(ValueId, u32),
    /// A shift toward file h in each byte. Squares that would leave the rank are dropped.
    UpBytes(ValueId, u32),
    /// A shift toward file a in each byte. Squares that would leave the rank are dropped.
    DownBytes(ValueId, u32),
    /// Each byte added to itself: one step toward file h.
    DoubleBytes(ValueId),
    /// The board with its lower and upper halves exchanged.
    Exchange(ValueId),
    /// The sum of two numbers.
    Add(ValueId, ValueId),
    /// The sum of each byte and the same byte of the other word, modulo 256.
    AddBytes(ValueId, ValueId),
    /// The first number minus the second.
    Sub(ValueId, ValueId),
    /// All ones if both words are equal, otherwise 0: one instruction, or a function of the emitted file.
    Equal(ValueId, ValueId),
    /// For each half of a word, all ones if it equals the same half of the other word, otherwise 0.
    EqualHalves(ValueId, ValueId),
    /// For each byte, the number of ones of its lower four bits, looked up in a table of 16 numbers. The upper four
    /// bits must be 0.
    CountNibbles(ValueId),
    /// For each group of four bits, the number of its ones: a function of the emitted file.
    CountFours(ValueId),
    /// For each byte, the number of its ones: one instruction, or a function of the emitted file.
    CountBytes(ValueId),
    /// The sum of the eight bytes: one instruction, or a function of the emitted file.
    SumBytes(ValueId),
    /// The sum of each pair of neighbouring groups of this number of bits, in a group of twice the size. Groups of four
    /// bits are added by a function of the emitted file.
    AddPairs(ValueId, u32),
    /// The number of members of the set.
    Popcount(ValueId),
}

impl Instruction {
    /// Returns the operands in order.
    pub fn operands(self) -> impl Iterator<Item = ValueId> {
        let (mut operands, mut count) = ([None; 3], 0);
        let _ = self.with_operands(|operand| {
            operands[count] = Some(operand);
            count += 1;
            operand
        });
        operands.into_iter().flatten()
    }

    /// Returns the same instruction with each operand replaced by `of(operand)`.
    pub(super) fn with_operands(self, mut of: impl FnMut(ValueId) -> ValueId) -> Self {
        match self {
            Self::Input(_) | Self::Constant(_) => self,
            Self::And(a, b) => Self::And(of(a), of(b)),
            Self::Or(a, b) => Self::Or(of(a), of(b)),
            Self::Xor(a, b) => Self::Xor(of(a), of(b)),
            Self::AndNot(a, b) => Self::AndNot(of(a), of(b)),
            Self::Not(a) => Self::Not(of(a)),
            Self::Ternary(operands, table) => Self::Ternary(operands.map(of), table),
            Self::Up(a, places) => Self::Up(of(a), places),
            Self::Down(a, places) => Self::Down(of(a), places),
            Self::UpBytes(a, places) => Self::UpBytes(of(a), places),
            Self::DownBytes(a, places) => Self::DownBytes(of(a), places),
            Self::DoubleBytes(a) => Self::DoubleBytes(of(a)),
            Self::Exchange(a) => Self::Exchange(of(a)),
            Self::Add(a, b) => Self::Add(of(a), of(b)),
            Self::AddBytes(a, b) => Self::AddBytes(of(a), of(b)),
            Self::Sub(a, b) => Self::Sub(of(a), of(b)),
            Self::Equal(a, b) => Self::Equal(of(a), of(b)),
            Self::EqualHalves(a, b) => Self::EqualHalves(of(a), of(b)),
            Self::CountNibbles(a) => Self::CountNibbles(of(a)),
            Self::CountFours(a) => Self::CountFours(of(a)),
            Self::CountBytes(a) => Self::CountBytes(of(a)),
            Self::SumBytes(a) => Self::SumBytes(of(a)),
            Self::AddPairs(a, bits) => Self::AddPairs(of(a), bits),
            Self::Popcount(a) => Self::Popcount(of(a)),
        }
    }

    /// Returns whether the instruction is bitwise logic, which can become part of a three-way instruction.
    pub(super) fn is_logic(self) -> bool {
        matches!(self, Self::And(..) | Self::Or(..) | Self::Xor(..) | Self::AndNot(..) | Self::Not(_))
    }

    /// Returns whether the instruction is an input or a constant. Inputs and constants are not counted as instructions
    /// of the loop.
    pub(super) fn is_free(self) -> bool {
        matches!(self, Self::Input(_) | Self::Constant(_))
    }
}

/// An instruction of a lowered program, with its name and a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The instruction.
    pub instruction: Instruction,
    /// The name of the instruction's result. The emitted text uses this name, with a suffix if the name is reserved or
    /// already used.
    pub name: String,
    /// The comment in the emitted text, which describes what the instruction computes.
    pub comment: String,
}

/// A program as instructions of one instruction set, returned by [`lower()`](super::lower()).
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

    /// Returns all lines, inputs and constants included. The operands of each line come before it.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the names of the inputs.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &str> {
        let inputs = self.lines.iter().filter(|line| matches!(line.instruction, Instruction::Input(_)));
        inputs.map(|line| line.name.as_str())
    }

    /// For each result, returns the name of the line that computes it.
    pub(super) fn results(&self) -> impl Iterator<Item = &str> {
        self.results.iter().map(|(_, value)| self.lines[value.index()].name.as_str())
    }

    /// Returns whether, on x86, one byte addition computes a value and another byte addition doubles this value. A
    /// compiler that recognized both additions would replace them with a shift and a mask.
    pub(super) fn is_doubled_again(&self, value: ValueId) -> bool {
        let doubles = |line: &Line| matches!(line.instruction, Instruction::DoubleBytes(_));
        let is_doubled = |line: &Line| doubles(line) && line.instruction.operands().any(|operand| operand == value);
        let is_x86 = self.set.architecture() == Architecture::X86;
        is_x86 && doubles(&self.lines[value.index()]) && self.lines.iter().any(is_doubled)
    }

    /// Returns the same program with one instruction replaced. Tests use this method to plant faults.
    ///
    /// # Panics
    ///
    /// Panics if an operand of the new instruction does not come before it.
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
