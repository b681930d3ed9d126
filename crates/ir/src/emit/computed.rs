//! Converts the instructions of a lowered program to the operations of a [`Program`]. This program can be run and
//! printed, and it can be compared with the recorded program for all boards.

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM};
use setwise_core::Lanes;

use super::lowered::{Instruction, Lowered};
use crate::{Program, Symbol, ValueId};

impl Lowered {
    /// Returns a program whose operations compute the same values as the instructions. `proof::equivalent` can compare
    /// this program with the recorded program for all boards.
    #[must_use]
    pub fn program(&self) -> Program {
        let inputs: Vec<&str> = self.inputs.iter().map(String::as_str).collect();
        let results: Vec<&str> = self.results.iter().map(|(name, _)| name.as_str()).collect();
        let computed = Program::record_function(&self.name, &inputs, &results, &|sets| {
            let mut computed = Computed { lowered: self, sets, values: vec![None; self.lines.len()] };
            computed.all();
            self.results.iter().map(|(_, line)| computed.value(*line)).collect()
        });
        computed.expect("the operations do not depend on the boards")
    }
}

/// The operations of a lowered program, recorded on its inputs.
struct Computed<'a> {
    lowered: &'a Lowered,
    sets: &'a [Symbol],
    /// For each line, its recorded value, or `None` if the line has not been recorded.
    values: Vec<Option<Symbol>>,
}

impl Computed<'_> {
    /// Records the lines in order. Skips a line that counts members in each byte, because the sum of its bytes is
    /// recorded as population counts. Such a line is recorded only if an instruction other than this sum needs its
    /// value.
    fn all(&mut self) {
        for line in (0..self.values.len()).map(ValueId::new) {
            if self.counted(line).is_none() {
                self.value(line);
            }
        }
    }

    /// Returns the value of a line, and records the line if necessary.
    fn value(&mut self, line: ValueId) -> Symbol {
        if let Some(value) = self.values[line.index()] {
            return value;
        }
        let instruction = self.lowered.lines[line.index()].instruction;
        let value = if let Instruction::SumBytes(bytes) = instruction
            && let Some(sets) = self.counted(bytes)
        {
            let counts: Vec<Symbol> = sets.into_iter().map(|set| self.value(set).popcount()).collect();
            counts.into_iter().reduce(Symbol::wrapping_add).expect("there is a set")
        } else {
            self.meaning(instruction)
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

    /// Records the operations that compute the result of an instruction.
    fn meaning(&mut self, instruction: Instruction) -> Symbol {
        use Instruction as I;
        let mut of = |line| self.value(line);
        match instruction {
            I::Input(input) => self.sets[input],
            I::Constant(word) => Symbol::constant(word),
            I::And(a, b) => of(a) & of(b),
            I::Or(a, b) => of(a) | of(b),
            I::Xor(a, b) => of(a) ^ of(b),
            I::AndNot(a, b) => of(a) & !of(b),
            I::Not(a) => !of(a),
            I::Ternary(operands, table) => table_of(&operands.map(of), &|row| table >> row & 1 == 1),
            I::Up(a, places) => of(a).up(places),
            I::Down(a, places) => of(a).down(places),
            I::UpBytes(a, places) => of(a).up(places) & FILES_FROM[places as usize],
            I::DownBytes(a, places) => of(a).down(places) & FILES_BUT_LAST[places as usize],
            I::DoubleBytes(a) => of(a).east(),
            I::Exchange(a) => of(a).up(32) | of(a).down(32),
            I::Add(a, b) => of(a).wrapping_add(of(b)),
            I::Sub(a, b) => !(!of(a)).wrapping_add(of(b)),
            I::AddBytes(a, b) => add_parts(of(a), of(b), 8),
            I::Equal(a, b) => of(a).equal(of(b)),
            I::EqualHalves(a, b) => {
                let half = |mask: u64| (of(a) & mask).equal(of(b) & mask) & mask;
                let [low, high] = [u64::from(u32::MAX), !u64::from(u32::MAX)].map(half);
                low | high
            }
            I::CountNibbles(a) => count_nibbles(of(a)),
            I::CountFours(a) => add_pairs(add_pairs(of(a), 1), 2),
            I::CountBytes(a) => [1, 2, 4].into_iter().fold(of(a), add_pairs),
            I::SumBytes(a) => [8, 16, 32].into_iter().fold(of(a), add_pairs),
            I::AddPairs(a, bits) => add_pairs(of(a), bits),
            I::Popcount(a) => of(a).popcount(),
        }
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

/// Records the logic of a truth table, in which `contains(row)` is the result for a row. The first operand is the
/// highest bit of the row's index.
fn table_of(operands: &[Symbol], contains: &dyn Fn(usize) -> bool) -> Symbol {
    let rows = (0..1 << operands.len()).filter(|row| contains(*row));
    rows.fold(Symbol::constant(0), |union, row| {
        let literals = operands.iter().rev().enumerate();
        let literals = literals.map(|(n, operand)| if row >> n & 1 == 1 { *operand } else { !*operand });
        union | literals.fold(Symbol::constant(!0), |all, literal| all & literal)
    })
}

/// Records a table lookup that replaces each byte by the number of ones in its lower four bits. If the highest bit of a
/// byte is set, the result for this byte is 0. Bits 4 to 6 are ignored.
fn count_nibbles(a: Symbol) -> Symbol {
    let bits = [7, 3, 2, 1, 0].map(|bit| a.down(bit) & every(8, 1));
    (0..3).fold(Symbol::constant(0), |count, digit| {
        let set = table_of(&bits, &|row: usize| row < 16 && row.count_ones() >> digit & 1 == 1);
        // Only the lowest bit of each byte is a digit of the count.
        count | (set & every(8, 1)).up(digit)
    })
}

/// Returns the mask of every second group of `bits` bits, starting with the lowest.
pub(super) fn every_second(bits: u32) -> u64 {
    every(2 * bits, (1 << bits) - 1)
}

/// Records the sum of each pair of neighbouring groups of `bits` bits.
fn add_pairs(a: Symbol, bits: u32) -> Symbol {
    let low = every_second(bits);
    (a & low).wrapping_add(a.down(bits) & low)
}

/// Records the sum of two values in groups of `bits` bits, without carries from one group to the next.
fn add_parts(a: Symbol, b: Symbol, bits: u32) -> Symbol {
    let highest = every(bits, 1 << (bits - 1));
    let low = (a & !highest).wrapping_add(b & !highest);
    low ^ ((a ^ b) & highest)
}
