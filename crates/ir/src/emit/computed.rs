//! Converts the instructions of a lowered program to the operations of a [`Program`]. This program can be run and
//! printed, and it can be compared with the recorded program for all boards.

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM};

use super::lowered::{Instruction, Lowered};
use crate::tape::{Answers, Tape};
use crate::{Operation, Program, ValueId};

impl Lowered {
    /// Returns a program whose operations compute the same values as the instructions. `proof::equivalent` can compare
    /// this program with the recorded program for all boards.
    #[must_use]
    pub fn program(&self) -> Program {
        let mut computed = Computed::new(self);
        let results = self.results.iter().map(|(_, line)| computed.value(*line)).collect();
        let names = self.results.iter().map(|(name, _)| name.clone()).collect();
        Program::of_tape(self.name.clone(), self.inputs.clone(), names, computed.tape, results)
    }
}

/// The operations of a lowered program, recorded on a tape.
struct Computed<'a> {
    lowered: &'a Lowered,
    tape: Tape,
    /// For each line, its value on the tape, or `None` if the line has not been recorded.
    values: Vec<Option<ValueId>>,
}

impl<'a> Computed<'a> {
    /// Records the lines in order. Skips a line that counts members in each byte, because the sum of its bytes is
    /// recorded as population counts. Such a line is recorded only if an instruction other than this sum needs its
    /// value.
    fn new(lowered: &'a Lowered) -> Self {
        let tape = Tape::new(lowered.inputs.len(), Answers::Refused, &[]);
        let mut computed = Self { lowered, tape, values: vec![None; lowered.lines.len()] };
        for line in (0..lowered.lines.len()).map(ValueId::new) {
            if computed.counted(line).is_none() {
                computed.value(line);
            }
        }
        computed
    }

    /// Returns the value of a line on the tape, and records the line if necessary.
    fn value(&mut self, line: ValueId) -> ValueId {
        if let Some(value) = self.values[line.index()] {
            return value;
        }
        let instruction = self.lowered.lines[line.index()].instruction;
        let value = match instruction {
            Instruction::SumBytes(bytes) if self.counted(bytes).is_some() => self.counts(bytes),
            _ => {
                let instruction = instruction.with_operands(|operand| self.value(operand));
                meaning(&mut self.tape, instruction)
            }
        };
        self.values[line.index()] = Some(value);
        value
    }

    /// If a line counts the members of sets in each byte, returns these sets, otherwise `None`.
    fn counted(&self, line: ValueId) -> Option<Vec<ValueId>> {
        match self.lowered.lines[line.index()].instruction {
            Instruction::AddPairs(fours, 4) => self.counted_in(fours, 4),
            _ => self.counted_in(line, 8),
        }
    }

    /// If a line counts the members of sets in each group of `bits` bits (4 or 8), returns these sets. Returns `None`
    /// otherwise, or if the sum of the counts could overflow.
    fn counted_in(&self, line: ValueId, bits: u32) -> Option<Vec<ValueId>> {
        match self.lowered.lines[line.index()].instruction {
            Instruction::CountFours(set) if bits == 4 => Some(vec![set]),
            Instruction::CountBytes(set) if bits == 8 => Some(vec![set]),
            // If no group overflows, no carry leaves a group. Adding two words then adds each group separately.
            Instruction::AddBytes(a, b) | Instruction::Add(a, b) => {
                let part = |line| if bits == 8 { self.counted(line) } else { self.counted_in(line, bits) };
                Some([part(a)?, part(b)?].concat()).filter(|sets| sets.len() <= most_sets(bits))
            }
            _ => None,
        }
    }

    /// Records the sum of the bytes of a line as a sum of population counts. The line must count members in each byte.
    fn counts(&mut self, bytes: ValueId) -> ValueId {
        let sets = self.counted(bytes).expect("the bytes count members");
        let counts: Vec<ValueId> = sets
            .into_iter()
            .map(|set| {
                let set = self.value(set);
                self.tape.record(Operation::Popcount(set))
            })
            .collect();
        counts.into_iter().reduce(|sum, count| self.tape.record(Operation::Add(sum, count))).expect("there is a set")
    }
}

/// Records the operations that compute the result of an instruction, whose operands are values on the tape.
fn meaning(tape: &mut Tape, instruction: Instruction) -> ValueId {
    use Instruction as I;
    match instruction {
        I::Input(input) => ValueId::new(input),
        I::Constant(word) => tape.record(Operation::Constant(word)),
        I::And(a, b) => tape.record(Operation::And(a, b)),
        I::Or(a, b) => tape.record(Operation::Or(a, b)),
        I::Xor(a, b) => tape.record(Operation::Xor(a, b)),
        I::AndNot(a, b) => {
            let not = tape.record(Operation::Not(b));
            tape.record(Operation::And(a, not))
        }
        I::Not(a) => tape.record(Operation::Not(a)),
        I::Ternary(operands, table) => table_of(tape, &operands, &|row| table >> row & 1 == 1),
        I::Up(a, places) => tape.record(Operation::Up(a, places)),
        I::Down(a, places) => tape.record(Operation::Down(a, places)),
        I::UpBytes(a, places) => {
            let moved = tape.record(Operation::Up(a, places));
            masked(tape, moved, FILES_FROM[places as usize])
        }
        I::DownBytes(a, places) => down_masked(tape, a, places, FILES_BUT_LAST[places as usize]),
        I::DoubleBytes(a) => tape.record(Operation::East(a)),
        I::Exchange(a) => {
            let (up, down) = (Operation::Up(a, 32), Operation::Down(a, 32));
            let (up, down) = (tape.record(up), tape.record(down));
            tape.record(Operation::Or(up, down))
        }
        I::Add(a, b) => tape.record(Operation::Add(a, b)),
        I::Sub(a, b) => {
            let not = tape.record(Operation::Not(a));
            let sum = tape.record(Operation::Add(not, b));
            tape.record(Operation::Not(sum))
        }
        I::AddBytes(a, b) => add_parts(tape, a, b, 8),
        I::Equal(a, b) => tape.record(Operation::Equal(a, b)),
        I::EqualHalves(a, b) => {
            let half = |tape: &mut Tape, mask: u64| {
                let (a, b) = (masked(tape, a, mask), masked(tape, b, mask));
                let equal = tape.record(Operation::Equal(a, b));
                masked(tape, equal, mask)
            };
            let (low, high) = (half(tape, u64::from(u32::MAX)), half(tape, !u64::from(u32::MAX)));
            tape.record(Operation::Or(low, high))
        }
        I::CountNibbles(a) => count_nibbles(tape, a),
        I::CountFours(a) => {
            let pairs = add_pairs(tape, a, 1);
            add_pairs(tape, pairs, 2)
        }
        I::CountBytes(a) => [1, 2, 4].into_iter().fold(a, |count, bits| add_pairs(tape, count, bits)),
        I::SumBytes(a) => [8, 16, 32].into_iter().fold(a, |sum, bits| add_pairs(tape, sum, bits)),
        I::AddPairs(a, bits) => add_pairs(tape, a, bits),
        I::Popcount(a) => tape.record(Operation::Popcount(a)),
    }
}

/// Returns the largest number of sets whose counts can be added in groups of `bits` bits without overflow.
pub(super) const fn most_sets(bits: u32) -> usize {
    ((1 << bits) - 1) / bits as usize
}

/// Returns a word with `value` in each group of `bits` bits.
fn every(bits: u32, value: u64) -> u64 {
    (0..64 / bits).fold(0, |word, part| word | value << (part * bits))
}

fn masked(tape: &mut Tape, a: ValueId, mask: u64) -> ValueId {
    let mask = tape.record(Operation::Constant(mask));
    tape.record(Operation::And(a, mask))
}

fn down_masked(tape: &mut Tape, a: ValueId, places: u32, mask: u64) -> ValueId {
    let moved = tape.record(Operation::Down(a, places));
    masked(tape, moved, mask)
}

/// Records the logic of a truth table, in which `contains(row)` is the result for a row. The first operand is the
/// highest bit of the row's index.
fn table_of(tape: &mut Tape, operands: &[ValueId], contains: &dyn Fn(usize) -> bool) -> ValueId {
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

/// Records a table lookup that replaces each byte by the number of ones in its lower four bits. If the highest bit of a
/// byte is set, the result for this byte is 0. Bits 4 to 6 are ignored.
fn count_nibbles(tape: &mut Tape, a: ValueId) -> ValueId {
    let bits: Vec<ValueId> = [7, 3, 2, 1, 0].map(|bit| down_masked(tape, a, bit, every(8, 1))).to_vec();
    let mut count = tape.record(Operation::Constant(0));
    for digit in 0..3 {
        let set = table_of(tape, &bits, &|row: usize| row < 16 && row.count_ones() >> digit & 1 == 1);
        // Only the lowest bit of each byte is a digit of the count.
        let set = masked(tape, set, every(8, 1));
        let set = tape.record(Operation::Up(set, digit));
        count = tape.record(Operation::Or(count, set));
    }
    count
}

/// Returns the mask of every second group of `bits` bits, starting with the lowest.
pub(super) fn every_second(bits: u32) -> u64 {
    every(2 * bits, (1 << bits) - 1)
}

/// Records the sum of each pair of neighbouring groups of `bits` bits.
fn add_pairs(tape: &mut Tape, a: ValueId, bits: u32) -> ValueId {
    let low = every_second(bits);
    let (even, odd) = (masked(tape, a, low), down_masked(tape, a, bits, low));
    tape.record(Operation::Add(even, odd))
}

/// Records the sum of two values in groups of `bits` bits, without carries from one group to the next.
fn add_parts(tape: &mut Tape, a: ValueId, b: ValueId, bits: u32) -> ValueId {
    let highest = every(bits, 1 << (bits - 1));
    let (low_a, low_b) = (masked(tape, a, !highest), masked(tape, b, !highest));
    let low = tape.record(Operation::Add(low_a, low_b));
    let different = tape.record(Operation::Xor(a, b));
    let high = masked(tape, different, highest);
    tape.record(Operation::Xor(low, high))
}
