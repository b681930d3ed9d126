//! Replaces the operations that a language lacks by others, and makes sure that no bit is lost where the language would
//! raise an error or copy the sign.

use super::definition::Syntax;
use super::idioms::{LOW, Record, count, sum_by_halves, sum_of_halves};
use crate::tape::Tape;
use crate::{Operation, Program, ValueId};

/// Returns a program with the same results, which consists only of operations that the language has. If words have 32
/// bits, each input and each result of the returned program is one half of a board, the lower half first.
pub(super) fn lower(program: &Program, syntax: &Syntax) -> Program {
    let halves = if syntax.halves { 2 } else { 1 };
    let inputs = halves * program.inputs().len();
    let tape = Tape::with_bits(inputs, if syntax.halves { LOW } else { u64::MAX });
    let mut lowering = Lowering { syntax, tape };
    let mut values: Vec<[ValueId; 2]> = Vec::new();
    for operation in program.operations() {
        let value = |operand: ValueId| values[operand.index()];
        values.push(match *operation {
            Operation::Input(n) => [ValueId::new(halves * n), ValueId::new(halves * n + halves - 1)],
            operation if halves == 2 => lowering.halves(operation, value),
            operation => [lowering.word(operation.with_operands(|operand| value(operand)[0])); 2],
        });
    }
    let halves_of = |value: ValueId| values[value.index()].into_iter().take(halves);
    let results: Vec<ValueId> = program.results().flat_map(|(_, value)| halves_of(value)).collect();
    let names = (0..results.len()).map(|n| format!("out{n}")).collect();
    let input_names = (0..inputs).map(|n| format!("in{n}")).collect();
    Program::of_tape(program.name().into(), input_names, names, lowering.tape, results)
}

/// The operations recorded so far, for a language.
struct Lowering<'a> {
    syntax: &'a Syntax,
    tape: Tape,
}

impl Lowering<'_> {
    /// Records the operations of an idiom.
    fn recorded<T>(&mut self, idiom: impl FnOnce(&mut Record<'_>) -> Option<T>) -> T {
        idiom(&mut |operation| Some(self.tape.record(operation))).expect("every operation is recorded")
    }

    /// Records an operation on words of 64 bits.
    fn word(&mut self, operation: Operation) -> ValueId {
        match operation {
            Operation::East(a) | Operation::TwoEast(a) | Operation::West(a) | Operation::TwoWest(a) => {
                let (_, places, mask) = operation.step().expect("this is a step");
                let count = places.unsigned_abs();
                if places > 0 && self.syntax.masks_left {
                    let kept = self.tape.masked(a, mask >> count);
                    return self.tape.record(Operation::Up(kept, count));
                }
                let moved = if places > 0 { Operation::Up(a, count) } else { Operation::Down(a, count) };
                let moved = self.tape.record(moved);
                self.tape.masked(moved, mask)
            }
            Operation::Up(a, places) if self.syntax.masks_left => {
                let kept = u64::MAX >> places;
                let a = if self.tape.possible(a) & !kept == 0 { a } else { self.tape.masked(a, kept) };
                self.tape.record(Operation::Up(a, places))
            }
            Operation::Down(a, places) => self.down(a, places),
            Operation::And(a, b) => self.and(a, b),
            Operation::Xor(a, b) if self.syntax.xor.is_empty() => {
                let (any, both) = (self.tape.record(Operation::Or(a, b)), self.tape.record(Operation::And(a, b)));
                let not_both = self.tape.record(Operation::Not(both));
                self.tape.record(Operation::And(any, not_both))
            }
            Operation::Not(a) if self.syntax.not.is_empty() => {
                let all = self.tape.constant(u64::MAX);
                self.tape.record(Operation::Xor(a, all))
            }
            Operation::Add(a, b) => self.sum(a, b),
            Operation::Popcount(a) if self.syntax.count.is_empty() => {
                let (low, high) = (self.tape.masked(a, LOW), self.down(a, 32));
                self.recorded(|record| count(low, high, record))
            }
            other => self.tape.record(other),
        }
    }

    /// Shifts a word down. If the language copies the sign, the copies are masked.
    fn down(&mut self, a: ValueId, places: u32) -> ValueId {
        let copies_the_sign = self.syntax.masks_right && self.tape.possible(a) >> 63 == 1;
        let down = self.tape.record(Operation::Down(a, places));
        if copies_the_sign { self.tape.masked(down, u64::MAX >> places) } else { down }
    }

    /// Intersects two sets. If one of them is a shifted set with a mask, and the other is a mask too, one mask is enough.
    fn and(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let operation = |value: ValueId| self.tape.operations()[value.index()];
        if let (Operation::And(down, inner), Some(outer)) = (operation(a), self.tape.word(b))
            && let (Operation::Down(..), Some(inner)) = (operation(down), self.tape.word(inner))
        {
            return self.tape.masked(down, inner & outer);
        }
        self.tape.record(Operation::And(a, b))
    }

    /// Adds two words. If a sum could overflow where the language raises an error, the halves are added.
    fn sum(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let most = self.tape.possible(a).checked_add(self.tape.possible(b));
        if self.syntax.most_sum.is_none_or(|limit| most.is_some_and(|most| most <= limit)) {
            return self.tape.record(Operation::Add(a, b));
        }
        let [a, b] = [a, b].map(|word| [self.tape.masked(word, LOW), self.down(word, 32)]);
        self.recorded(|record| sum_by_halves(a, b, record))
    }

    /// Records an operation on words of 32 bits. Shifts up and sums lose the bits above them.
    fn halves(&mut self, operation: Operation, of: impl Fn(ValueId) -> [ValueId; 2]) -> [ValueId; 2] {
        if let Some((_, places, mask)) = operation.step() {
            let a = of(operation.operands().next().expect("a step has an operand"));
            let count = places.unsigned_abs();
            let moved = |half| if places > 0 { Operation::Up(half, count) } else { Operation::Down(half, count) };
            return a.map(|half| {
                let moved = self.tape.record(moved(half));
                self.tape.masked(moved, mask & LOW)
            });
        }
        let pair = |a: ValueId, b: ValueId| [0, 1].map(|half| (of(a)[half], of(b)[half]));
        match operation {
            Operation::Constant(word) => [word & LOW, word >> 32].map(|half| self.tape.constant(half)),
            Operation::And(a, b) => pair(a, b).map(|(a, b)| self.half_and(a, b)),
            Operation::Or(a, b) => pair(a, b).map(|(a, b)| self.tape.record(Operation::Or(a, b))),
            Operation::Xor(a, b) => pair(a, b).map(|(a, b)| self.tape.record(Operation::Xor(a, b))),
            Operation::Not(a) => of(a).map(|half| {
                let all = self.tape.constant(LOW);
                self.tape.record(Operation::Xor(half, all))
            }),
            Operation::Up(a, places) => self.half_shift(of(a), places, true),
            Operation::Down(a, places) => self.half_shift(of(a), places, false),
            Operation::Add(a, b) => self.half_sum(of(a), of(b)),
            Operation::Equal(a, b) => {
                let differences = pair(a, b).map(|(a, b)| self.tape.record(Operation::Xor(a, b)));
                let (any, none) =
                    (self.tape.record(Operation::Or(differences[0], differences[1])), self.tape.constant(0));
                [self.tape.record(Operation::Equal(any, none)); 2]
            }
            Operation::Popcount(a) => {
                let [low, high] = of(a);
                let count = if self.syntax.count.is_empty() {
                    self.recorded(|record| count(low, high, record))
                } else {
                    let [low, high] = [low, high].map(|half| self.tape.record(Operation::Popcount(half)));
                    self.tape.record(Operation::Add(low, high))
                };
                [count, self.tape.constant(0)]
            }
            _ => unreachable!("inputs and steps are handled before"),
        }
    }

    fn half_and(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let all = self.tape.constant(LOW);
        if b == all { a } else { self.tape.record(Operation::And(a, b)) }
    }

    /// Shifts two halves toward h8 or toward a1. Bits cross from one half to the other.
    fn half_shift(&mut self, [low, high]: [ValueId; 2], places: u32, up: bool) -> [ValueId; 2] {
        let (from, to) = if up { (low, high) } else { (high, low) };
        let shift = |half, places| if up { Operation::Up(half, places) } else { Operation::Down(half, places) };
        let back = |half, places| if up { Operation::Down(half, places) } else { Operation::Up(half, places) };
        let zero = self.tape.constant(0);
        let (from, to) = match places {
            0 => (from, to),
            32.. => (zero, self.tape.record(shift(from, places - 32))),
            _ => {
                let (crossed, moved) = (self.tape.record(back(from, 32 - places)), self.tape.record(shift(to, places)));
                (self.tape.record(shift(from, places)), self.tape.record(Operation::Or(moved, crossed)))
            }
        };
        if up { [from, to] } else { [to, from] }
    }

    fn half_sum(&mut self, a: [ValueId; 2], b: [ValueId; 2]) -> [ValueId; 2] {
        if self.tape.possible(a[0]).saturating_add(self.tape.possible(b[0])) <= LOW {
            return [(a[0], b[0]), (a[1], b[1])].map(|(a, b)| self.tape.record(Operation::Add(a, b)));
        }
        self.recorded(|record| sum_of_halves(a, b, record))
    }
}
