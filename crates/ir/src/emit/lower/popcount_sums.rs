//! Lowers population counts, and sums of population counts.
//!
//! ```text
//! popcount(a)                   the ones of each byte, then the sum of the eight bytes
//! popcount(a) + popcount(b)     the ones of each byte, added as bytes, then one sum of eight bytes
//! ```
//!
//! A byte has at most 8 ones, so the counts of up to 31 sets can be added byte by byte without overflow. The eight
//! bytes of the total are then added once in all, rather than once for each set. If an instruction set has neither an
//! instruction nor a table lookup that counts the ones of a byte, groups of four bits are counted first. A group has at
//! most 4 ones, so the counts of three sets can be added before they are widened to bytes. AVX-512 VPOPCNTDQ counts a
//! whole board with one instruction, so counting several sets together would save no work.

use super::Lowering;
use crate::ValueId;
use crate::emit::computed::most_sets;
use crate::emit::lowered::Instruction as I;
use crate::emit::target::InstructionSet;

impl Lowering<'_> {
    /// Lowers the population count of a set.
    pub(super) fn count(&mut self, value: ValueId, set: ValueId) -> ValueId {
        let line = match self.set {
            // One instruction of AVX-512 VPOPCNTDQ counts a whole word. Many processors also have a scalar instruction
            // for this.
            InstructionSet::Scalar | InstructionSet::Avx512Vpopcnt => self.last(value, I::Popcount(set)),
            _ => {
                let bytes = self.bytes(value, &[set]);
                self.last(value, I::SumBytes(bytes))
            }
        };
        self.sums.insert(line, vec![set]);
        line
    }

    /// Lowers the sum of two numbers. If both numbers are population counts, or sums of population counts, all counted
    /// sets are counted together. The sets are counted separately if a byte could overflow, or if the instruction set
    /// is AVX-512 VPOPCNTDQ.
    pub(super) fn sum(&mut self, value: ValueId, a: ValueId, b: ValueId) -> ValueId {
        let sets = self.sums.get(&a).zip(self.sums.get(&b)).map(|(a, b)| [a.as_slice(), b].concat());
        match sets.filter(|sets| sets.len() <= most_sets(8) && self.set != InstructionSet::Avx512Vpopcnt) {
            None => self.last(value, I::Add(a, b)),
            Some(sets) => {
                let bytes = self.bytes(value, &sets);
                let comment = format!("the sum of the bytes of {}", self.lines[bytes.index()].name);
                let line = self.push(I::SumBytes(bytes), self.name(value), comment);
                self.sums.insert(line, sets);
                line
            }
        }
    }

    /// Adds instructions that count the members of all `sets` together, byte by byte.
    fn bytes(&mut self, value: ValueId, sets: &[ValueId]) -> ValueId {
        let name = self.name(value);
        let by_fours = matches!(self.set, InstructionSet::Scalar | InstructionSet::Sse2);
        let bytes: Vec<ValueId> = if by_fours {
            sets.chunks(most_sets(4)).map(|sets| self.bytes_by_fours(&name, sets)).collect()
        } else {
            sets.iter().map(|set| self.counted(I::CountBytes(*set), *set, "bytes", "byte")).collect()
        };
        // No byte overflows, so adding two words adds their bytes separately.
        let add = if self.set == InstructionSet::Scalar { I::Add } else { I::AddBytes };
        self.total(&format!("{name}_bytes"), &bytes, add)
    }

    /// Adds instructions that count the members of at most three sets together. The counts of groups of four bits are
    /// added, and the sums are widened to bytes.
    fn bytes_by_fours(&mut self, name: &str, sets: &[ValueId]) -> ValueId {
        let fours = sets.iter().map(|set| self.counted(I::CountFours(*set), *set, "fours", "group of four bits"));
        let fours: Vec<ValueId> = fours.collect();
        let fours = self.total(&format!("{name}_fours"), &fours, I::Add);
        let of = self.lines[fours.index()].name.clone();
        self.push(I::AddPairs(fours, 4), format!("{of}_in_bytes"), format!("{of}, widened to bytes"))
    }

    /// Adds the instruction `count`, which counts the members of a set in each of its bytes or groups of four bits.
    fn counted(&mut self, count: I, set: ValueId, parts: &str, part: &str) -> ValueId {
        let set = self.lines[set.index()].name.clone();
        self.push(count, format!("{set}_{parts}"), format!("members of each {part} of {set}"))
    }

    /// Adds instructions that compute the sum of several lines.
    fn total(&mut self, name: &str, lines: &[ValueId], add: fn(ValueId, ValueId) -> I) -> ValueId {
        let mut total = lines[0];
        for (n, line) in lines.iter().enumerate().skip(1) {
            let [a, b] = [total, *line].map(|line| self.lines[line.index()].name.clone());
            let name = if n + 1 == lines.len() { name.to_string() } else { format!("{name}_{n}") };
            total = self.push(add(total, *line), name, format!("{a} + {b}"));
        }
        total
    }
}
