//! Sequences of operations that stand for one operation which a language lacks: a population count, and sums of words.
//!
//! The printer's program contains them, and the reader finds them again. The diagrams of their intermediate sums would be
//! large for most sets, so the reader replaces each sequence by the operation. Tests prove for all boards that each
//! sequence computes this operation.
//!
//! The callback `record` returns the value of an operation, or `None` to stop. The printer's callback records the
//! operation; the reader's looks it up.

use std::collections::HashMap;

use crate::tape::Tape;
use crate::{Operation, ValueId};

/// The lower half of a word.
pub(crate) const LOW: u64 = 0xFFFF_FFFF;

/// The callback of an idiom.
pub(crate) type Record<'a> = dyn FnMut(Operation) -> Option<ValueId> + 'a;

/// Counts the members of two halves: sums of pairs, of fours, of bytes, and so on. No sum overflows 32 bits.
pub(crate) fn count(low: ValueId, high: ValueId, record: &mut Record<'_>) -> Option<ValueId> {
    let mut fours = |half: ValueId| {
        let twos = folded(half, 1, 0x5555_5555, record)?;
        folded(twos, 2, 0x3333_3333, record)
    };
    let (low, high) = (fours(low)?, fours(high)?);
    let sum = record(Operation::Add(low, high))?;
    let bytes = folded(sum, 4, 0x0F0F_0F0F, record)?;
    let words = folded(bytes, 8, 0x00FF_00FF, record)?;
    folded(words, 16, 0x0000_FFFF, record)
}

/// Adds the numbers in every second field of a word to the numbers in the other fields. `mask` contains the fields with
/// even index, and `places` is the size of a field.
fn folded(value: ValueId, places: u32, mask: u64, record: &mut Record<'_>) -> Option<ValueId> {
    let (mask, moved) = (record(Operation::Constant(mask))?, record(Operation::Down(value, places))?);
    let (even, odd) = (record(Operation::And(value, mask))?, record(Operation::And(moved, mask))?);
    record(Operation::Add(even, odd))
}

/// Adds two words, given as halves, without a sum above 33 bits: the lower halves, then the upper halves and the carry.
pub(crate) fn sum_by_halves(a: [ValueId; 2], b: [ValueId; 2], record: &mut Record<'_>) -> Option<ValueId> {
    let (low, high) = (record(Operation::Add(a[0], b[0]))?, record(Operation::Add(a[1], b[1]))?);
    let (mask, carry) = (record(Operation::Constant(LOW))?, record(Operation::Down(low, 32))?);
    let high = record(Operation::Add(high, carry))?;
    let (low, high) = (record(Operation::And(low, mask))?, record(Operation::And(high, mask))?);
    let high = record(Operation::Up(high, 32))?;
    record(Operation::Or(high, low))
}

/// Adds two words given as halves of 32 bits, whose sums lose the bits above them. The carry of the lower halves is 1 if
/// both upper bits are 1, or if one of them is 1 and that of the sum is not.
pub(crate) fn sum_of_halves(a: [ValueId; 2], b: [ValueId; 2], record: &mut Record<'_>) -> Option<[ValueId; 2]> {
    let low = record(Operation::Add(a[0], b[0]))?;
    let (both, any) = (record(Operation::And(a[0], b[0]))?, record(Operation::Or(a[0], b[0]))?);
    let all = record(Operation::Constant(LOW))?;
    let not_low = record(Operation::Xor(low, all))?;
    let lost = record(Operation::And(any, not_low))?;
    let carries = record(Operation::Or(both, lost))?;
    let (carry, high) = (record(Operation::Down(carries, 31))?, record(Operation::Add(a[1], b[1]))?);
    Some([low, record(Operation::Add(high, carry))?])
}

/// Records, for each sequence on a tape, the operation that it stands for. Returns a map from the last operation of each
/// sequence to the recorded value. If words have 32 bits, a sum has two last operations, one for each half.
pub(super) fn idioms(tape: &mut Tape, words_have_32_bits: bool) -> HashMap<ValueId, ValueId> {
    // The sequences are proved for halves below 2^32.
    let is_half: Vec<bool> = (0..tape.operations().len()).map(|n| tape.possible(ValueId::new(n)) <= LOW).collect();
    let halves: Vec<ValueId> = (0..is_half.len()).map(ValueId::new).filter(|value| is_half[value.index()]).collect();
    let (counts, sums) = (counts(tape, &halves), sums(tape, &is_half, words_have_32_bits));
    let mut found = HashMap::new();
    for (last, halves) in counts {
        let [low, high] = halves.map(|half| tape.record(Operation::Popcount(half)));
        found.insert(last, tape.record(Operation::Add(low, high)));
    }
    for (last, words) in sums {
        let [a, b] = words.map(|[low, high]| {
            let high = tape.record(Operation::Up(high, 32));
            tape.record(Operation::Or(low, high))
        });
        let sum = tape.record(Operation::Add(a, b));
        match last[..] {
            [low, high] => found.extend([(low, tape.masked(sum, LOW)), (high, tape.record(Operation::Down(sum, 32)))]),
            _ => found.extend(last.into_iter().map(|last| (last, sum))),
        }
    }
    found
}

/// Returns the last operation of each population count, with the halves whose members it counts.
fn counts(tape: &Tape, halves: &[ValueId]) -> Vec<(ValueId, [ValueId; 2])> {
    let Some(mask) = tape.find(Operation::Constant(0x5555_5555)) else { return Vec::new() };
    let counted = halves.iter().filter(|value| tape.find(Operation::And(**value, mask)).is_some());
    let counted: Vec<ValueId> = counted.copied().collect();
    let pairs = counted.iter().flat_map(|low| counted.iter().map(|high| [*low, *high]));
    let last = |[low, high]: [ValueId; 2]| count(low, high, &mut |operation| tape.find(operation));
    pairs.filter_map(|halves| Some((last(halves)?, halves))).collect()
}

/// Returns, for each sum, its last operations and the two words that it adds, each as two halves. The sum of 32-bit halves has
/// two last operations.
fn sums(tape: &Tape, is_half: &[bool], words_have_32_bits: bool) -> Vec<(Vec<ValueId>, [[ValueId; 2]; 2])> {
    let mut found = Vec::new();
    let Some(mask) = tape.find(Operation::Constant(LOW)) else { return found };
    // If words have 32 bits, a sum that loses bits was recorded with a mask.
    let mut lookup = |operation| {
        let value = tape.find(operation)?;
        let cut = operands_of_sum(operation).and_then(|_| tape.find(Operation::And(value, mask)));
        Some(cut.unwrap_or(value))
    };
    let sums: Vec<[ValueId; 2]> =
        tape.operations().iter().filter_map(|operation| operands_of_sum(*operation)).collect();
    for [low, high] in sums.iter().flat_map(|low| sums.iter().map(|high| [*low, *high])) {
        let words = [[low[0], high[0]], [low[1], high[1]]];
        if !words.as_flattened().iter().all(|half| is_half[half.index()]) {
            continue;
        }
        let last = sum_by_halves(words[0], words[1], &mut |operation| tape.find(operation));
        found.extend(last.map(|last| (vec![last], words)));
        if !words_have_32_bits {
            continue;
        }
        // The lower half of the sum would be computed from itself.
        let uses_low = |low: ValueId| high.iter().any(|high| depends(tape, *high, low));
        let halves = sum_of_halves(words[0], words[1], &mut lookup).filter(|halves| !uses_low(halves[0]));
        found.extend(halves.map(|halves| (halves.to_vec(), words)));
    }
    found
}

/// Returns whether a value is computed from another one.
fn depends(tape: &Tape, value: ValueId, on: ValueId) -> bool {
    let mut needed = vec![false; value.index() + 1];
    needed[value.index()] = true;
    for index in (on.index()..=value.index()).rev() {
        if needed[index] {
            tape.operations()[index].operands().for_each(|operand| needed[operand.index()] = true);
        }
    }
    needed.get(on.index()).is_some_and(|is_needed| *is_needed)
}

fn operands_of_sum(operation: Operation) -> Option<[ValueId; 2]> {
    match operation {
        Operation::Add(a, b) => Some([a, b]),
        _ => None,
    }
}
