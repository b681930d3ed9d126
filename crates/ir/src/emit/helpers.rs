//! Helpers: functions of an emitted file, each of which replaces an instruction that an instruction set lacks. Helpers
//! are proved separately, so the proof of a program treats a call of a helper as one instruction.
//!
//! ```text
//! equal
//! SSE2              compares halves; both must be equal
//!
//! members of each byte
//! AVX2, AVX-512     a table of 16 for the lower and the upper half of each byte
//! SSE2, scalar      no such table: counts in pairs of bits, in groups of four, in bytes
//!
//! sum of eight bytes
//! NEON, simd128     three sums of neighbours, each in twice as many bits; simd128 needs masks for the last
//! scalar            the same sums with masks
//! ```
//!
//! Sources: Mula, Kurz and Lemire, Faster Population Counts Using AVX2 Instructions (2018); Warren, Hacker's Delight,
//! chapter 5.

use setwise_board::masks::{EVEN_BITS, LOW_HALVES};

use super::computed::every_second;
use super::lowered::{Instruction as I, Line, Lowered};
use super::target::InstructionSet;
use crate::{Program, ValueId};

impl I {
    /// Returns the helper that replaces this instruction in an emitted file, or `None` if the instruction set has the
    /// instruction.
    pub(super) fn helper(self, set: InstructionSet) -> Option<Lowered> {
        use InstructionSet::{Avx2, Avx512, Neon, Scalar, Simd128, Sse2};
        let mut lines = Lines { set, lines: Vec::new() };
        match (self, set) {
            (Self::Equal(..), Sse2) => lines.equal(),
            (Self::CountFours(_), Scalar | Sse2) => lines.count_fours(),
            (Self::AddPairs(_, 4), Scalar | Sse2) => {
                let fours = lines.push(I::Input(0), "fours", "input");
                lines.add_pairs(fours, 4, "add_fours", "sums of two");
            }
            (Self::CountBytes(_), Avx2 | Avx512) => lines.count_bytes(),
            (Self::SumBytes(_), Scalar | Neon | Simd128) => {
                let bytes = lines.push(I::Input(0), "bytes", "input");
                let pairs = lines.add_pairs(bytes, 8, "of_pairs", "sums of two bytes");
                let halves = lines.add_pairs(pairs, 16, "of_halves", "sums of four bytes");
                lines.add_pairs(halves, 32, "sum_bytes", "the sum of all eight");
            }
            _ => return None,
        }
        Some(lines.finish())
    }
}

impl Lowered {
    /// Returns the number of instructions in one iteration of the loop. Loads, stores and constants do not count. A
    /// helper is a function of the emitted file that replaces a missing instruction. A call of a helper counts as all
    /// instructions of the helper.
    #[must_use]
    pub fn instructions(&self) -> usize {
        let counted = self.lines.iter().map(|line| match line.instruction {
            instruction if instruction.is_free() => 0,
            instruction => instruction.helper(self.set).map_or(1, |function| function.instructions()),
        });
        counted.sum()
    }

    /// Returns the helpers that this lowered program calls. Each helper is the second element of a pair. The first
    /// element is a program that computes only the instruction that the helper replaces, so both must compute the same
    /// result.
    #[must_use]
    pub fn functions(&self) -> Vec<(Program, Lowered)> {
        let mut functions: Vec<(Program, Lowered)> = Vec::new();
        for instruction in self.lines.iter().map(|line| line.instruction) {
            if let Some(function) = instruction.helper(self.set)
                && functions.iter().all(|(_, known)| known.name != function.name)
            {
                functions.push((alone(instruction, &function), function));
            }
        }
        functions
    }

    /// Returns the comment of a helper in the emitted file.
    pub(super) fn purpose(&self) -> &'static str {
        match self.name.as_str() {
            "equal" => "Returns all ones for each board that is equal in both registers, otherwise 0.",
            "count_fours" => "Counts the ones of each group of four bits.",
            "add_fours" => "Adds the two groups of four bits in each byte.",
            "count_bytes" => "Counts the ones of each byte.",
            _ => "Adds the eight bytes of each board.",
        }
    }
}

/// Returns a program that computes only one instruction. Its inputs have the same names as those of `function`, the
/// helper that replaces the instruction.
fn alone(instruction: I, function: &Lowered) -> Program {
    let mut lines = Lines { set: function.set, lines: Vec::new() };
    let inputs: Vec<ValueId> =
        function.inputs().enumerate().map(|(n, name)| lines.push(I::Input(n), name, "input")).collect();
    let mut inputs = inputs.into_iter();
    let instruction = instruction.with_operands(|_| inputs.next().expect("there is an input for each operand"));
    lines.push(instruction, &function.name, "what the function replaces");
    lines.finish().program()
}

/// The lines that have been added to a helper so far. The last line computes the result, and has the name of the helper.
struct Lines {
    set: InstructionSet,
    lines: Vec<Line>,
}

impl Lines {
    fn push(&mut self, instruction: I, name: &str, comment: &str) -> ValueId {
        self.lines.push(Line { instruction, name: name.into(), comment: comment.into() });
        ValueId::new(self.lines.len() - 1)
    }

    fn finish(self) -> Lowered {
        let inputs = self.lines.iter().filter(|line| matches!(line.instruction, I::Input(_)));
        let inputs = inputs.map(|line| line.name.clone()).collect();
        let result = ValueId::new(self.lines.len() - 1);
        let name = self.lines[result.index()].name.clone();
        Lowered { set: self.set, name: name.clone(), inputs, results: vec![(name, result)], lines: self.lines }
    }

    fn equal(&mut self) {
        let (a, b) = (self.push(I::Input(0), "a", "input"), self.push(I::Input(1), "b", "input"));
        let halves = self.push(I::EqualHalves(a, b), "halves", "all ones in each half that is equal");
        let other = self.push(I::Exchange(halves), "other", "the same for the other half");
        self.push(I::And(halves, other), "equal", "both are equal");
    }

    fn count_fours(&mut self) {
        let set = self.push(I::Input(0), "set", "input");
        let even = self.push(I::Constant(EVEN_BITS), "even_bits", "every second bit");
        let moved = self.push(I::Down(set, 1), "moved", "odd bits, moved down");
        let odds = self.push(I::And(moved, even), "odds", "odd bits");
        let pairs = self.push(I::Sub(set, odds), "of_pairs", "members of two bits: 2 odd + even - odd");
        self.add_pairs(pairs, 2, "count_fours", "members of four bits");
    }

    fn count_bytes(&mut self) {
        let set = self.push(I::Input(0), "set", "input");
        let mask = self.push(I::Constant(LOW_HALVES), "low_halves", "the lower four bits of each byte");
        let low = self.push(I::And(set, mask), "low", "the lower half of each byte");
        let moved = self.push(I::Down(set, 4), "moved", "the upper half, moved down");
        let high = self.push(I::And(moved, mask), "high", "the upper half of each byte");
        let of_low = self.push(I::CountNibbles(low), "of_low", "members of the lower halves");
        let of_high = self.push(I::CountNibbles(high), "of_high", "members of the upper halves");
        self.push(I::AddBytes(of_low, of_high), "count_bytes", "members of each byte");
    }

    /// Adds lines that compute the sum of each pair of neighbouring groups of `bits` bits. If the instruction set has
    /// no instruction for this sum, the lines are a shift, two masks and an addition.
    fn add_pairs(&mut self, numbers: ValueId, bits: u32, name: &str, comment: &str) -> ValueId {
        if self.set == InstructionSet::Neon || (self.set == InstructionSet::Simd128 && bits < 32) {
            return self.push(I::AddPairs(numbers, bits), name, comment);
        }
        let mask = self.push(I::Constant(every_second(bits)), &format!("even_{bits}"), "every second number");
        let even = self.push(I::And(numbers, mask), &format!("evens_{bits}"), "even numbers");
        let moved = self.push(I::Down(numbers, bits), &format!("moved_{bits}"), "odd numbers, moved down");
        let odd = self.push(I::And(moved, mask), &format!("odds_{bits}"), "odd numbers");
        self.push(I::Add(even, odd), name, comment)
    }
}
