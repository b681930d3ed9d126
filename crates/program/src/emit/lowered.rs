//! Lowered programs, and what their instructions compute.
//!
//! What an instruction computes is defined once, by operations of a [`Program`]. So a lowered program can be run, listed and
//! compared with the recorded one for all boards.

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM};

use super::InstructionSet;
use super::instruction::Instruction;
use super::spelling::Spelling;
use crate::tape::{Answers, Tape};
use crate::{Operation, Program, Value};

/// An instruction of a lowered program, with its name and what it is in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The instruction.
    pub instruction: Instruction,
    /// The name of the value, the same in the emitted text.
    pub name: String,
    /// What the instruction computes, in the words of the listing.
    pub comment: String,
}

/// A program as instructions of one instruction set. [`lower()`](super::lower()) makes it.
#[derive(Debug, Clone)]
pub struct Lowered {
    pub(super) set: InstructionSet,
    pub(super) name: String,
    pub(super) inputs: Vec<String>,
    pub(super) results: Vec<(String, Value)>,
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

    /// Returns the number of instructions in one turn of the loop. Loads, stores and constants do not count.
    #[must_use]
    pub fn instructions(&self) -> usize {
        let counted = self.lines.iter().map(|line| match line.instruction {
            instruction if instruction.is_free() => 0,
            instruction => instruction.helper(self.set).map_or(1, |function| function.instructions()),
        });
        counted.sum()
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

    /// Returns the wanted lines with their instructions as text. Inputs have none.
    pub(super) fn spelled(
        &self,
        spelling: Spelling,
        function: &str,
        wanted: impl Fn(Instruction) -> bool,
    ) -> impl Iterator<Item = (Value, &Line, String)> {
        let is_wanted =
            move |line: &Line| !matches!(line.instruction, Instruction::Input(_)) && wanted(line.instruction);
        let wanted = self.lines.iter().enumerate().filter(move |(_, line)| is_wanted(line));
        wanted.map(move |(index, line)| {
            let operands = line.instruction.operands();
            let names: Vec<&str> = operands.map(|operand| self.lines[operand.index()].name.as_str()).collect();
            (Value::new(index), line, spelling.instruction(line.instruction, &names, function))
        })
    }

    /// Returns the same program with one instruction replaced: a planted fault, for checks of checks.
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

    /// Returns what the instructions compute, as operations. `proof::equivalent` can compare that with the recorded
    /// program for all boards.
    #[must_use]
    pub fn program(&self) -> Program {
        let inputs = self.inputs.len();
        let mut tape = Tape::new(inputs, Answers::Refused, &[]);
        let mut values: Vec<Value> = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let value = meaning(&mut tape, line.instruction, &values);
            values.push(value);
        }
        let results = self.results.iter().map(|(_, value)| values[value.index()]).collect();
        let names = self.results.iter().map(|(name, _)| name.clone()).collect();
        Program::of_tape(self.name.clone(), self.inputs.clone(), names, tape, results)
    }
}

/// Records what an instruction computes. `values` has the values of the lines before it.
fn meaning(tape: &mut Tape, instruction: Instruction, values: &[Value]) -> Value {
    use Instruction as I;
    let of = |line: Value| values[line.index()];
    match instruction {
        I::Input(input) => Value::new(input),
        I::Constant(word) => tape.record(Operation::Constant(word)),
        I::And(a, b) => tape.record(Operation::And(of(a), of(b))),
        I::Or(a, b) => tape.record(Operation::Or(of(a), of(b))),
        I::Xor(a, b) => tape.record(Operation::Xor(of(a), of(b))),
        I::AndNot(a, b) => {
            let not = tape.record(Operation::Not(of(b)));
            tape.record(Operation::And(of(a), not))
        }
        I::Not(a) => tape.record(Operation::Not(of(a))),
        I::Ternary(operands, table) => table_of(tape, &operands.map(of), &|row| table >> row & 1 == 1),
        I::Up(a, places) => tape.record(Operation::Up(of(a), places)),
        I::Down(a, places) => tape.record(Operation::Down(of(a), places)),
        I::UpBytes(a, places) => {
            let moved = tape.record(Operation::Up(of(a), places));
            masked(tape, moved, FILES_FROM[places as usize])
        }
        I::DownBytes(a, places) => down_masked(tape, of(a), places, FILES_BUT_LAST[places as usize]),
        I::DoubleBytes(a) => tape.record(Operation::East(of(a))),
        I::Exchange(a) => {
            let (up, down) = (Operation::Up(of(a), 32), Operation::Down(of(a), 32));
            let (up, down) = (tape.record(up), tape.record(down));
            tape.record(Operation::Or(up, down))
        }
        I::Add(a, b) => tape.record(Operation::Add(of(a), of(b))),
        I::AddBytes(a, b) => add_parts(tape, of(a), of(b), 8),
        I::Equal(a, b) => tape.record(Operation::Equal(of(a), of(b))),
        I::EqualHalves(a, b) => {
            let half = |tape: &mut Tape, mask: u64| {
                let (a, b) = (masked(tape, of(a), mask), masked(tape, of(b), mask));
                let equal = tape.record(Operation::Equal(a, b));
                masked(tape, equal, mask)
            };
            let (low, high) = (half(tape, u64::from(u32::MAX)), half(tape, !u64::from(u32::MAX)));
            tape.record(Operation::Or(low, high))
        }
        I::CountNibbles(a) => count_nibbles(tape, of(a)),
        I::CountBytes(a) => {
            let low = masked(tape, of(a), every(8, 0x0F));
            let high = down_masked(tape, of(a), 4, every(8, 0x0F));
            let (low, high) = (count_nibbles(tape, low), count_nibbles(tape, high));
            add_parts(tape, low, high, 8)
        }
        I::SumBytes(a) => [8, 16, 32].into_iter().fold(of(a), |sum, bits| add_pairs(tape, sum, bits)),
        I::AddPairs(a, bits) => add_pairs(tape, of(a), bits),
        I::Popcount(a) => tape.record(Operation::Popcount(of(a))),
    }
}

/// Returns a word with the same value in each part of this number of bits.
fn every(bits: u32, value: u64) -> u64 {
    (0..64 / bits).fold(0, |word, part| word | value << (part * bits))
}

fn masked(tape: &mut Tape, a: Value, mask: u64) -> Value {
    let mask = tape.record(Operation::Constant(mask));
    tape.record(Operation::And(a, mask))
}

fn down_masked(tape: &mut Tape, a: Value, places: u32, mask: u64) -> Value {
    let moved = tape.record(Operation::Down(a, places));
    masked(tape, moved, mask)
}

/// Records the union of the rows of a truth table. The first operand is the highest bit of the row.
fn table_of(tape: &mut Tape, operands: &[Value], contains: &dyn Fn(usize) -> bool) -> Value {
    let mut union = tape.record(Operation::Constant(0));
    for row in (0..1 << operands.len()).filter(|row| contains(*row)) {
        let mut all = tape.record(Operation::Constant(!0));
        for (n, operand) in operands.iter().rev().enumerate() {
            let literal = if row >> n & 1 == 1 { *operand } else { tape.record(Operation::Not(*operand)) };
            all = tape.record(Operation::And(all, literal));
        }
        union = tape.record(Operation::Or(union, all));
    }
    union
}

/// Records the table of 16 counts. An index with its highest bit set gives 0, other bits above the lower four are ignored.
fn count_nibbles(tape: &mut Tape, a: Value) -> Value {
    let bits: Vec<Value> = [7, 3, 2, 1, 0].map(|bit| down_masked(tape, a, bit, every(8, 1))).to_vec();
    let mut count = tape.record(Operation::Constant(0));
    for digit in 0..3 {
        let set = table_of(tape, &bits, &|row: usize| row < 16 && row.count_ones() >> digit & 1 == 1);
        // Rows in which no bit is set are true for the bits that no byte uses.
        let set = masked(tape, set, every(8, 1));
        let set = tape.record(Operation::Up(set, digit));
        count = tape.record(Operation::Or(count, set));
    }
    count
}

/// Records the sums of neighbouring numbers of this number of bits.
fn add_pairs(tape: &mut Tape, a: Value, bits: u32) -> Value {
    let low = every(2 * bits, (1 << bits) - 1);
    let (even, odd) = (masked(tape, a, low), down_masked(tape, a, bits, low));
    tape.record(Operation::Add(even, odd))
}

/// Records the sums of parts of this number of bits, without carries from one part to the next.
fn add_parts(tape: &mut Tape, a: Value, b: Value, bits: u32) -> Value {
    let highest = every(bits, 1 << (bits - 1));
    let (low_a, low_b) = (masked(tape, a, !highest), masked(tape, b, !highest));
    let low = tape.record(Operation::Add(low_a, low_b));
    let different = tape.record(Operation::Xor(a, b));
    let high = masked(tape, different, highest);
    tape.record(Operation::Xor(low, high))
}
