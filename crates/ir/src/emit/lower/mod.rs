//! Converts the operations of a program to the instructions of one instruction set.
//!
//! ```text
//! east(a)                a + a in each byte             scalar: (a << 1) & not file a
//! west(a)                (a >> 1) & not file h          NEON, simd128: a >> 1 in each byte
//! a & !b                 one instruction
//! !a & !b                !(a | b): complements are signs of values, which further logic absorbs
//! (a << 32) | (a >> 32)  the halves exchanged
//! equal(a, b)            one instruction, or a function of the emitted file
//! popcount(a)            one instruction, or counts of bytes, which are then added: see the module `popcount_sums`
//! ```
//!
//! Equal instructions share one line. For AVX-512, three-way instructions replace the logic (see
//! [`cover`](super::lut_mapping::cover)). Lines that no result needs are removed.

mod popcount_sums;
mod steps;

use std::collections::HashMap;

use setwise_board::masks::{NOT_A, NOT_AB, NOT_GH, NOT_H};

use super::lowered::{Instruction, Line, Lowered};
use super::{lut_mapping, target::InstructionSet};
use crate::{Operation, Program, ValueId, constant};

/// Converts a program to the instructions of an instruction set.
///
/// ```
/// use setwise_ir::emit::{InstructionSet, lower};
/// use setwise_ir::{Pattern, Record};
/// # use setwise_core::Prefix;
///
/// let program = Pattern::KnightAttacks.record(Prefix).unwrap();
/// let instructions = [InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::Avx512, InstructionSet::Neon]
///     .map(|set| lower(&program, set).instructions());
/// assert_eq!(instructions, [17, 15, 12, 13]);
/// ```
#[must_use]
pub fn lower(program: &Program, set: InstructionSet) -> Lowered {
    let mut lowering =
        Lowering { program, set, lines: Vec::new(), known: HashMap::new(), values: Vec::new(), sums: HashMap::new() };
    for (value, operation) in program.values() {
        let signed = lowering.operation(value, operation);
        lowering.values.push(signed);
    }
    let results = program.results().map(|(name, value)| (name.to_string(), lowering.positive(value))).collect();
    let lowered = Lowered {
        set,
        name: program.name().to_string(),
        inputs: program.inputs().to_vec(),
        results,
        lines: lowering.lines,
    };
    let lowered = lowered.without_unused();
    if set.has_ternary() { lut_mapping::cover(lowered).without_unused() } else { lowered }
}

/// A line, or the complement of a line.
#[derive(Debug, Clone, Copy)]
struct Signed {
    line: ValueId,
    complement: bool,
}

struct Lowering<'a> {
    program: &'a Program,
    set: InstructionSet,
    lines: Vec<Line>,
    known: HashMap<Instruction, ValueId>,
    /// The lowered form of each operation.
    values: Vec<Signed>,
    /// For each line that counts members, the sets whose members the line counts.
    sums: HashMap<ValueId, Vec<ValueId>>,
}

impl Lowering<'_> {
    fn operation(&mut self, value: ValueId, operation: Operation) -> Signed {
        use Instruction as I;
        if let Some(signed) = self.step(value, operation) {
            return signed;
        }
        let line = match operation {
            Operation::Input(input) => {
                let name = self.program.inputs()[input].clone();
                self.push(I::Input(input), name, "input".into())
            }
            Operation::Constant(word) => self.constant(word),
            Operation::Not(a) => return Signed { complement: !self.of(a).complement, ..self.of(a) },
            Operation::And(a, b) => return self.and(value, [self.of(a), self.of(b)], false),
            // a | b is the complement of !a & !b.
            Operation::Or(a, b) => {
                let complements = [a, b].map(|a| Signed { complement: !self.of(a).complement, ..self.of(a) });
                return self.and(value, complements, true);
            }
            Operation::Xor(a, b) => {
                let (a, b) = (self.of(a), self.of(b));
                return self.last_signed(value, I::Xor(a.line, b.line), a.complement != b.complement);
            }
            Operation::Up(a, places) => {
                let a = self.positive(a);
                self.last(value, I::Up(a, places))
            }
            Operation::Down(a, places) => {
                let a = self.positive(a);
                self.last(value, I::Down(a, places))
            }
            Operation::Add(a, b) => {
                let (a, b) = (self.positive(a), self.positive(b));
                self.sum(value, a, b)
            }
            Operation::Equal(a, b) => {
                // The complements of two sets are equal if and only if the sets are equal.
                let (a, b) = if self.of(a).complement && self.of(b).complement {
                    (self.of(a).line, self.of(b).line)
                } else {
                    (self.positive(a), self.positive(b))
                };
                self.last(value, I::Equal(a, b))
            }
            Operation::Popcount(a) => {
                let a = self.positive(a);
                self.count(value, a)
            }
            Operation::East(a) => self.toward_h(value, a, 1, NOT_A),
            Operation::TwoEast(a) => self.toward_h(value, a, 2, NOT_AB),
            Operation::West(a) => self.toward_a(value, a, 1, NOT_H),
            Operation::TwoWest(a) => self.toward_a(value, a, 2, NOT_GH),
        };
        Signed { line, complement: false }
    }

    /// Lowers the intersection of two values, or its complement if `complement` is true.
    fn and(&mut self, value: ValueId, [a, b]: [Signed; 2], complement: bool) -> Signed {
        match (a.complement, b.complement) {
            (false, false) => self.last_signed(value, Instruction::And(a.line, b.line), complement),
            (false, true) => self.last_signed(value, Instruction::AndNot(a.line, b.line), complement),
            (true, false) => self.last_signed(value, Instruction::AndNot(b.line, a.line), complement),
            (true, true) => self.last_signed(value, Instruction::Or(a.line, b.line), !complement),
        }
    }

    fn of(&self, value: ValueId) -> Signed {
        self.values[value.index()]
    }

    /// Returns the line with the value of an operation. If there is only a line with the complement of the value, adds
    /// an instruction that inverts this line.
    fn positive(&mut self, value: ValueId) -> ValueId {
        let Signed { line, complement } = self.of(value);
        if !complement {
            return line;
        }
        let Line { name, .. } = &self.lines[line.index()];
        let name = name.strip_prefix("not_").map_or_else(|| format!("not_{name}"), str::to_string);
        self.push(Instruction::Not(line), name, "all other squares".into())
    }

    fn constant(&mut self, word: u64) -> ValueId {
        self.push(Instruction::Constant(word), identifier(word), constant(word))
    }

    /// Adds the last instruction of an operation. The instruction gets the name and the description of the operation.
    fn last(&mut self, value: ValueId, instruction: Instruction) -> ValueId {
        self.last_signed(value, instruction, false).line
    }

    /// Adds the last instruction of an operation. This instruction computes the value of the operation, or the
    /// complement of the value if `complement` is true.
    fn last_signed(&mut self, value: ValueId, instruction: Instruction, complement: bool) -> Signed {
        let name = |value: ValueId| match self.of(value) {
            Signed { line, complement: false } => self.lines[line.index()].name.clone(),
            Signed { line, complement: true } => format!("!{}", self.lines[line.index()].name),
        };
        let expression = self.program.expression_with(value, name);
        let meaning = match instruction {
            Instruction::DoubleBytes(_) => "each byte is a rank; doubling moves it, and drops what leaves it".into(),
            Instruction::UpBytes(..) | Instruction::DownBytes(..) => "a shift in each byte, which is a rank".into(),
            Instruction::AndNot(_, b) => format!("without {}", self.lines[b.index()].name),
            Instruction::Exchange(_) => "the halves of the board exchanged".into(),
            _ => self.program.meaning(value),
        };
        let (name, words) = if complement {
            (format!("not_{}", self.name(value)), format!("the complement of {expression}"))
        } else {
            (self.name(value), format!("{expression}: {meaning}"))
        };
        let line = self.push(instruction, name.clone(), words.clone());
        if self.lines[line.index()].comment.starts_with("part of") {
            self.lines[line.index()] = Line { instruction, name, comment: words };
        }
        Signed { line, complement }
    }

    /// Adds an instruction that computes an intermediate value of an operation.
    fn part(&mut self, value: ValueId, instruction: Instruction, name: &str) -> ValueId {
        self.push(instruction, format!("{}_{name}", self.name(value)), format!("part of {}", self.name(value)))
    }

    /// Returns the name of a value. A step of an input is named after the step and the input, such as `east_knights`.
    /// The name of any other value is `v` followed by the index of its operation.
    fn name(&self, value: ValueId) -> String {
        let operation = self.program.operations()[value.index()];
        let step = operation.step().zip(operation.operands().next());
        match step.map(|((step, ..), operand)| (step, operand, self.program.operations()[operand.index()])) {
            Some((step, operand, Operation::Input(_))) => format!("{step}_{}", self.program.value_name(operand)),
            _ => format!("v{}", value.index()),
        }
    }

    fn push(&mut self, instruction: Instruction, name: String, comment: String) -> ValueId {
        let lines = &mut self.lines;
        *self.known.entry(instruction).or_insert_with(|| {
            lines.push(Line { instruction, name, comment });
            ValueId::new(lines.len() - 1)
        })
    }
}

/// Returns the name of a constant, such as `not_file_h`.
fn identifier(word: u64) -> String {
    let words = constant(word);
    if words.starts_with("0x") { format!("mask_{word:016x}") } else { words.replace(' ', "_") }
}
