//! Functions of an emitted file for what a set has no instruction for. They are proved on their own, so a proof of a program
//! takes each of them as one instruction.
//!
//! ```text
//! equal
//! SSE2              compares halves; both must be equal
//!
//! members of each board
//! AVX2, AVX-512     a table of 16 for the lower and the upper half of each byte, then the sum of eight bytes
//! SSE2              no such table: counts in pairs of bits, in half bytes, in bytes, then the sum of eight bytes
//! NEON, simd128     an instruction counts bytes; three sums of neighbours, each in twice as many bits
//! ```
//!
//! Sources: Mula, Kurz and Lemire, Faster Population Counts Using AVX2 Instructions (2018); Warren, Hacker's Delight, chapter 5.

use setwise_board::masks::{EVEN_BITS, EVEN_PAIRS, LOW_HALVES};

use super::InstructionSet;
use super::instruction::Instruction as I;
use super::lowered::{Line, Lowered};
use crate::Value;

impl InstructionSet {
    /// Returns the function that compares words, or `None` if one instruction does.
    #[must_use]
    pub fn equal(self) -> Option<Lowered> {
        if self != Self::Sse2 {
            return None;
        }
        let mut lines = Lines(Vec::new());
        let (a, b) = (lines.push(I::Input(0), "a", "input"), lines.push(I::Input(1), "b", "input"));
        let halves = lines.push(I::EqualHalves(a, b), "halves", "all ones in each half that is equal");
        let other = lines.push(I::Exchange(halves), "other", "the same for the other half");
        let both = lines.push(I::And(halves, other), "equal", "both are equal");
        Some(lines.finish(self, "equal", both))
    }

    /// Returns the function that counts members, or `None` if one instruction does.
    #[must_use]
    pub fn count(self) -> Option<Lowered> {
        let mut lines = Lines(Vec::new());
        let set = lines.push(I::Input(0), "set", "input");
        let result = match self {
            Self::Scalar | Self::Avx512Vpopcnt => return None,
            Self::Avx2 | Self::Avx512 => by_table(&mut lines, set),
            Self::Sse2 => by_pairs(&mut lines, set),
            Self::Neon | Self::Simd128 => {
                let bytes = lines.push(I::CountBytes(set), "of_bytes", "members of each byte");
                let pairs = lines.push(I::AddPairs(bytes, 8), "of_pairs", "of two bytes");
                let halves = lines.push(I::AddPairs(pairs, 16), "of_halves", "of four bytes");
                lines.halves(self, halves)
            }
        };
        Some(lines.finish(self, "count", result))
    }
}

impl Lowered {
    /// Returns what a function that others call does.
    pub(super) fn purpose(&self) -> &'static str {
        if self.name == "equal" {
            "Returns all ones for each board that is equal."
        } else {
            "Counts the members of each board."
        }
    }
}

fn by_table(lines: &mut Lines, set: Value) -> Value {
    let mask = lines.push(I::Constant(LOW_HALVES), "low_halves", "the lower four bits of each byte");
    let low = lines.push(I::And(set, mask), "low", "the lower half of each byte");
    let moved = lines.push(I::Down(set, 4), "moved", "the upper half, moved down");
    let high = lines.push(I::And(moved, mask), "high", "the upper half of each byte");
    let of_low = lines.push(I::CountNibbles(low), "of_low", "members of the lower halves");
    let of_high = lines.push(I::CountNibbles(high), "of_high", "members of the upper halves");
    let bytes = lines.push(I::AddBytes(of_low, of_high), "of_bytes", "members of each byte");
    lines.push(I::SumBytes(bytes), "count", "members of the board")
}

fn by_pairs(lines: &mut Lines, set: Value) -> Value {
    let even = lines.push(I::Constant(EVEN_BITS), "even_bits", "every second bit");
    let pair = lines.push(I::Constant(EVEN_PAIRS), "even_pairs", "every second pair of bits");
    let half = lines.push(I::Constant(LOW_HALVES), "low_halves", "the lower four bits of each byte");
    let evens = lines.push(I::And(set, even), "evens", "even bits");
    let moved = lines.push(I::Down(set, 1), "moved", "odd bits, moved down");
    let odds = lines.push(I::And(moved, even), "odds", "odd bits");
    let pairs = lines.push(I::Add(evens, odds), "of_pairs", "members of two bits");
    let low = lines.push(I::And(pairs, pair), "low_pairs", "even pairs");
    let moved = lines.push(I::Down(pairs, 2), "moved_pairs", "odd pairs, moved down");
    let high = lines.push(I::And(moved, pair), "high_pairs", "odd pairs");
    let halves = lines.push(I::Add(low, high), "of_halves", "members of four bits");
    let moved = lines.push(I::Down(halves, 4), "moved_halves", "upper halves, moved down");
    let both = lines.push(I::Add(halves, moved), "both", "members of eight bits, and others above them");
    let bytes = lines.push(I::And(both, half), "of_bytes", "members of each byte");
    lines.push(I::SumBytes(bytes), "count", "members of the board")
}

/// The lines of the function so far.
struct Lines(Vec<Line>);

impl Lines {
    fn push(&mut self, instruction: I, name: &str, comment: &str) -> Value {
        self.0.push(Line { instruction, name: name.into(), comment: comment.into() });
        Value::new(self.0.len() - 1)
    }

    fn finish(self, set: InstructionSet, name: &str, result: Value) -> Lowered {
        let inputs = self.0.iter().filter(|line| matches!(line.instruction, I::Input(_)));
        let inputs = inputs.map(|line| line.name.clone()).collect();
        Lowered { set, name: name.into(), inputs, results: vec![(name.into(), result)], lines: self.0 }
    }

    /// Adds the halves of each board. WebAssembly has no instruction for that.
    fn halves(&mut self, set: InstructionSet, halves: Value) -> Value {
        if set == InstructionSet::Neon {
            return self.push(I::AddPairs(halves, 32), "count", "members of the board");
        }
        let mask = self.push(I::Constant(u64::from(u32::MAX)), "low_half", "the lower 32 bits");
        let low = self.push(I::And(halves, mask), "low", "the lower half");
        let high = self.push(I::Down(halves, 32), "high", "the upper half, moved down");
        self.push(I::Add(low, high), "count", "members of the board")
    }
}
