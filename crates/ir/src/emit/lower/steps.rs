//! Lowers steps along a rank, and the exchange of the halves of a board, to the best form for an instruction set.

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM, NOT_A};

use super::{Lowering, Signed};
use crate::emit::lowered::Instruction;
use crate::emit::target::InstructionSet;
use crate::{Operation, ValueId};

impl Lowering<'_> {
    /// Lowers an exchange of the halves of a board, or a step along a rank that was recorded as a shift and a mask.
    /// Returns `None` for any other operation, or if the instruction set has no better form of such a step.
    pub(super) fn step(&mut self, value: ValueId, operation: Operation) -> Option<Signed> {
        let at = |value: ValueId| self.program.operations()[value.index()];
        let line = match operation {
            Operation::And(moved, mask) => match (at(moved), at(mask)) {
                (Operation::Up(a, 1), Operation::Constant(NOT_A)) if self.set.adds_bytes() => {
                    self.toward_h(value, a, 1, NOT_A)
                }
                (Operation::Up(a, places @ 1..8), Operation::Constant(mask))
                    if self.set.shifts_bytes() && mask == FILES_FROM[places as usize] =>
                {
                    self.toward_h(value, a, places, mask)
                }
                (Operation::Down(a, places @ 1..8), Operation::Constant(mask))
                    if self.set.shifts_bytes() && mask == FILES_BUT_LAST[places as usize] =>
                {
                    self.toward_a(value, a, places, mask)
                }
                _ => return None,
            },
            Operation::Or(a, b) => match (at(a), at(b)) {
                (Operation::Up(a, 32), Operation::Down(b, 32)) | (Operation::Down(a, 32), Operation::Up(b, 32))
                    if a == b =>
                {
                    let a = self.positive(a);
                    self.last(value, Instruction::Exchange(a))
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Signed { line, complement: false })
    }

    pub(super) fn toward_h(&mut self, value: ValueId, a: ValueId, places: u32, mask: u64) -> ValueId {
        let a = self.positive(a);
        match self.set {
            _ if places == 1 && self.set.adds_bytes() => self.last(value, Instruction::DoubleBytes(a)),
            _ if self.set.shifts_bytes() => self.last(value, Instruction::UpBytes(a, places)),
            InstructionSet::Scalar => self.masked(value, Instruction::Up(a, places), mask),
            // Two additions of bytes need no mask, and a step of one file to the east can share the first addition.
            _ => {
                let once = self.part(value, Instruction::DoubleBytes(a), "once");
                self.last(value, Instruction::DoubleBytes(once))
            }
        }
    }

    pub(super) fn toward_a(&mut self, value: ValueId, a: ValueId, places: u32, mask: u64) -> ValueId {
        let a = self.positive(a);
        if self.set.shifts_bytes() {
            return self.last(value, Instruction::DownBytes(a, places));
        }
        self.masked(value, Instruction::Down(a, places), mask)
    }

    fn masked(&mut self, value: ValueId, moved: Instruction, mask: u64) -> ValueId {
        let moved = self.part(value, moved, "shifted");
        let mask = self.constant(mask);
        self.last(value, Instruction::And(moved, mask))
    }
}
