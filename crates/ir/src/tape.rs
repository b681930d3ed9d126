//! The tape: the list of operations into which a kernel is recorded.
//!
//! ```text
//! kernel        (a | b) & !(b | a)
//! tape    0  input 0
//!         1  input 1
//!         2  0 | 1          b | a is the same value: operands are put in order first
//!         3  !2
//!         4  2 & 3
//! ```
//!
//! Equal operations on equal operands share one value (hash consing). Compilers do the same: if a kernel contains an
//! operation twice, it is computed only once. Only operations that every compiler removes are simplified:
//!
//! - operations on constants alone, and shifts by zero places;
//! - neutral and absorbing constants: `x & !0`, `x | 0`, `x ^ 0`, `x + 0`; `x & 0`, `x | !0`;
//! - `x & x`, `x | x`, `!!x`.
//!
//! Nothing else is reordered, factored out or combined. A formula with eight shifts is recorded with eight shifts.

use std::collections::HashMap;

use crate::{Operation, ValueId};

/// The rule that decides whether a set is reported as empty. Constants need no rule, because their value is known.
#[derive(Debug, Clone)]
pub(crate) enum Answers {
    /// Every test makes the recording fail.
    Refused,
    /// The first tests, up to this number, return `false`, which means "not empty". All later tests return `true`.
    NotEmpty(usize),
    /// Tests are decided by given boards. The vector contains the value of every recorded operation on these boards.
    OnBoards(Vec<u64>),
}

/// An action of a kernel that a program cannot express.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The kernel tested whether a set is empty.
    Branch,
    /// The kernel stored the bits of a set in memory.
    Store,
}

/// The number of tests after which a loop is assumed not to end.
const MOST_QUESTIONS: usize = 10_000;

/// The operations recorded so far.
#[derive(Debug)]
pub(crate) struct Tape {
    operations: Vec<Operation>,
    values: HashMap<Operation, ValueId>,
    inputs: Vec<u64>,
    answers: Answers,
    questions: usize,
    obstacle: Option<Obstacle>,
    /// The bits that can be 1 in an input.
    bits_of_inputs: u64,
    /// The bits that can be 1 in each of the first values: see [`possible`](Self::possible).
    possible: Vec<u64>,
}

impl Tape {
    /// Creates a tape whose first operations are the inputs. With [`Answers::OnBoards`], `boards` contains the board of
    /// each input. Otherwise `boards` is ignored.
    pub(crate) fn new(inputs: usize, answers: Answers, boards: &[u64]) -> Self {
        let mut tape = Self {
            operations: Vec::new(),
            values: HashMap::new(),
            inputs: boards.to_vec(),
            answers,
            questions: 0,
            obstacle: None,
            bits_of_inputs: u64::MAX,
            possible: Vec::new(),
        };
        for input in 0..inputs {
            tape.push(Operation::Input(input));
        }
        tape
    }

    /// Creates a tape with this number of inputs, in which only the bits of a mask can be 1.
    pub(crate) fn with_bits(inputs: usize, bits_of_inputs: u64) -> Self {
        Self { bits_of_inputs, ..Self::new(inputs, Answers::Refused, &[]) }
    }

    /// Returns all operations so far.
    pub(crate) fn operations(&self) -> &[Operation] {
        &self.operations
    }

    pub(crate) fn into_operations(self) -> Vec<Operation> {
        self.operations
    }

    /// Returns the action of the kernel that a program cannot express, or `None` if there was none.
    pub(crate) fn obstacle(&self) -> Option<Obstacle> {
        self.obstacle
    }

    /// Returns the value of an operation. The operation is recorded unless it is already on the tape or has a simpler
    /// form.
    pub(crate) fn record(&mut self, operation: Operation) -> ValueId {
        let operation = self.in_order(operation);
        match self.simplified(operation) {
            Some(Simple::Value(value)) => value,
            Some(Simple::Constant(word)) => self.push(Operation::Constant(word)),
            None => self.push(operation),
        }
    }

    /// Returns the value of an operation if it was recorded in this form before.
    pub(crate) fn find(&self, operation: Operation) -> Option<ValueId> {
        self.values.get(&self.in_order(operation)).copied()
    }

    pub(crate) fn constant(&mut self, word: u64) -> ValueId {
        self.record(Operation::Constant(word))
    }

    /// Records the intersection of a value and a mask.
    pub(crate) fn masked(&mut self, value: ValueId, mask: u64) -> ValueId {
        let mask = self.constant(mask);
        self.record(Operation::And(value, mask))
    }

    /// Returns a word that contains every bit that can be 1 in a value on any board. A shift or a sum does not overflow if
    /// no such bit can be lost.
    pub(crate) fn possible(&mut self, value: ValueId) -> u64 {
        for operation in &self.operations[self.possible.len()..] {
            let bits = match operation {
                Operation::Input(_) => self.bits_of_inputs,
                operation => operation.possible(|operand| self.possible[operand.index()]),
            };
            self.possible.push(bits);
        }
        self.possible[value.index()]
    }

    /// Returns whether a set is empty, as decided by [`Answers`].
    pub(crate) fn is_empty(&mut self, value: ValueId) -> bool {
        if let Some(word) = self.word(value) {
            return word == 0;
        }
        self.questions += 1;
        assert!(self.questions < MOST_QUESTIONS, "a kernel tested {MOST_QUESTIONS} times whether a set is empty");
        match &self.answers {
            Answers::Refused => {
                self.obstacle = self.obstacle.or(Some(Obstacle::Branch));
                // The results alternate, so a loop ends, whichever result it waits for.
                self.questions % 2 == 1
            }
            Answers::NotEmpty(rounds) => self.questions > *rounds,
            Answers::OnBoards(words) => words[value.index()] == 0,
        }
    }

    /// Makes the recording fail, because the kernel stored the bits of a set, which are not known.
    pub(crate) fn store(&mut self) {
        self.obstacle = Some(Obstacle::Store);
    }

    fn push(&mut self, operation: Operation) -> ValueId {
        if let Some(value) = self.values.get(&operation) {
            return *value;
        }
        let value = ValueId::new(self.operations.len());
        if let Answers::OnBoards(words) = &mut self.answers {
            let word = operation.evaluate(&self.inputs, |operand| words[operand.index()]);
            words.push(word);
        }
        self.operations.push(operation);
        self.values.insert(operation, value);
        value
    }

    /// Returns the word of a constant, or `None` for any other value.
    pub(crate) fn word(&self, value: ValueId) -> Option<u64> {
        match self.operations[value.index()] {
            Operation::Constant(word) => Some(word),
            _ => None,
        }
    }

    /// Sorts the operands of a commutative operation. A constant comes last; other operands are in the order of their
    /// recording.
    fn in_order(&self, operation: Operation) -> Operation {
        use Operation::{Add, And, Equal, Or, Xor};
        let pair = |a: ValueId, b: ValueId| {
            let key = |value: ValueId| (self.word(value).is_some(), value);
            if key(a) <= key(b) { (a, b) } else { (b, a) }
        };
        match operation {
            And(a, b) => And(pair(a, b).0, pair(a, b).1),
            Or(a, b) => Or(pair(a, b).0, pair(a, b).1),
            Xor(a, b) => Xor(pair(a, b).0, pair(a, b).1),
            Add(a, b) => Add(pair(a, b).0, pair(a, b).1),
            Equal(a, b) => Equal(pair(a, b).0, pair(a, b).1),
            other => other,
        }
    }

    fn simplified(&self, operation: Operation) -> Option<Simple> {
        use Operation::{Add, And, Constant, Down, Input, Not, Or, Up, Xor};
        let constant = |value| self.word(value);
        if !matches!(operation, Input(_) | Constant(_)) && operation.operands().all(|value| constant(value).is_some()) {
            let word = operation.evaluate(&[], |value| constant(value).unwrap_or_default());
            return Some(Simple::Constant(word));
        }
        match operation {
            Up(a, 0) | Down(a, 0) => Some(Simple::Value(a)),
            And(a, b) | Or(a, b) if a == b => Some(Simple::Value(a)),
            Not(a) => match self.operations[a.index()] {
                Not(inner) => Some(Simple::Value(inner)),
                _ => None,
            },
            And(a, b) => match constant(b)? {
                0 => Some(Simple::Constant(0)),
                u64::MAX => Some(Simple::Value(a)),
                _ => None,
            },
            Or(a, b) => match constant(b)? {
                0 => Some(Simple::Value(a)),
                u64::MAX => Some(Simple::Constant(!0)),
                _ => None,
            },
            Xor(a, b) | Add(a, b) if constant(b) == Some(0) => Some(Simple::Value(a)),
            _ => None,
        }
    }
}

/// A simpler form of an operation.
enum Simple {
    Value(ValueId),
    Constant(u64),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks on many boards that no other bit is ever 1, and that few bits of numbers are possible.
    #[test]
    fn no_other_bit_is_ever_one() {
        let mut tape = Tape::with_bits(2, u64::MAX);
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
    }
}
