//! A tape that also records, for each value, the bits that can be 1 on any board. A shift or a sum does not overflow if no
//! such bit can be lost.

use crate::tape::{Answers, Tape};
use crate::{Operation, ValueId};

/// A tape, and the bits that can be 1 in each of its values.
pub(crate) struct Tracked {
    tape: Tape,
    possible: Vec<u64>,
    /// The bits that can be 1 in an input.
    input: u64,
}

impl Tracked {
    /// Creates a tape with this number of inputs. `input` contains the bits that can be 1 in an input.
    pub(crate) fn new(inputs: usize, input: u64) -> Self {
        Self { tape: Tape::new(inputs, Answers::Refused, &[]), possible: Vec::new(), input }
    }

    pub(crate) fn into_tape(self) -> Tape {
        self.tape
    }

    pub(crate) fn operations(&self) -> &[Operation] {
        self.tape.operations()
    }

    pub(crate) fn record(&mut self, operation: Operation) -> ValueId {
        self.tape.record(operation)
    }

    /// Returns the value of an operation if it was recorded before.
    pub(crate) fn find(&self, operation: Operation) -> Option<ValueId> {
        self.tape.find(operation)
    }

    pub(crate) fn constant(&mut self, word: u64) -> ValueId {
        self.record(Operation::Constant(word))
    }

    /// Records the intersection of a value and a mask.
    pub(crate) fn masked(&mut self, value: ValueId, mask: u64) -> ValueId {
        let mask = self.constant(mask);
        self.record(Operation::And(value, mask))
    }

    /// Returns the word of a constant, or `None` for any other value.
    pub(crate) fn word(&self, value: ValueId) -> Option<u64> {
        match self.operations()[value.index()] {
            Operation::Constant(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the bits that can be 1 in a value.
    pub(crate) fn possible(&mut self, value: ValueId) -> u64 {
        for operation in &self.tape.operations()[self.possible.len()..] {
            let bits = match operation {
                Operation::Input(_) => self.input,
                operation => possible(*operation, |operand| self.possible[operand.index()]),
            };
            self.possible.push(bits);
        }
        self.possible[value.index()]
    }
}

/// Returns a word that contains every bit that can be 1 in the value of an operation. `of` returns this word for an
/// operand.
fn possible(operation: Operation, of: impl Fn(ValueId) -> u64) -> u64 {
    if let Some((_, places, mask)) = operation.step() {
        let set = operation.operands().next().map_or(u64::MAX, of);
        return mask & if places > 0 { set << places } else { set >> -places };
    }
    match operation {
        Operation::Constant(word) => word,
        Operation::And(a, b) => of(a) & of(b),
        Operation::Or(a, b) | Operation::Xor(a, b) => of(a) | of(b),
        Operation::Up(a, places) => of(a) << places,
        Operation::Down(a, places) => of(a) >> places,
        Operation::Add(a, b) => of(a).checked_add(of(b)).map_or(u64::MAX, filled),
        Operation::Popcount(_) => 127,
        _ => u64::MAX,
    }
}

/// Returns the word whose bits are 1 up to the highest 1 of a number. It contains every bit of every smaller number.
fn filled(number: u64) -> u64 {
    u64::MAX.checked_shr(number.leading_zeros()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks on many boards that no other bit is ever 1, and that few bits of numbers are possible.
    #[test]
    fn no_other_bit_is_ever_one() {
        let mut tape = Tracked::new(2, u64::MAX);
        let [a, b] = [0, 1].map(ValueId::new);
        let low = tape.masked(a, 0x00FF_00FF);
        let up = tape.record(Operation::Up(low, 40));
        let count = tape.record(Operation::Popcount(b));
        let sum = tape.record(Operation::Add(low, count));
        let of_sets = tape.record(Operation::Add(up, b));
        let east = tape.record(Operation::TwoEast(of_sets));
        let down = tape.record(Operation::Down(east, 3));
        let bits = [low, up, count, sum, of_sets, east, down].map(|value| tape.possible(value).count_ones());
        assert_eq!(bits, [16, 16, 7, 24, 64, 48, 47]);
        for board in 0..1000_u64 {
            let odd = [0x9E37_79B9_7F4A_7C15_u64, 0xBF58_476D_1CE4_E5B9];
            let boards = odd.map(|odd| odd.wrapping_mul(board).rotate_left(31));
            let mut found: Vec<u64> = Vec::new();
            for (index, operation) in tape.operations().iter().enumerate() {
                let word = operation.evaluate(&boards, |value| found[value.index()]);
                assert_eq!(word & !tape.possible[index], 0, "{operation:?}");
                found.push(word);
            }
        }
        assert_eq!([0, 1, 5, u64::MAX].map(filled), [0, 1, 7, u64::MAX]);
    }
}
