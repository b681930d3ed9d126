//! From operations to the instructions of one set.
//!
//! ```text
//! east(a)                a + a in each byte             scalar: (a << 1) & not file a
//! west(a)                x86: (a >> 1) & not file h     NEON, simd128: a >> 1 in each byte
//! a & !b                 one instruction
//! !a & !b                !(a | b): complements are signs of values, which further logic absorbs
//! (a << 32) | (a >> 32)  the halves exchanged
//! equal(a, b)            one instruction, or a function of the emitted file;
//! popcount(a)            InstructionSet::equal and InstructionSet::count are these functions
//! ```
//!
//! Equal instructions are one line, sets that are shifted alike share a shift (see [`shared()`]), and lines that no result needs are removed. AVX-512 then covers the logic with
//! three-way instructions: see [`cover`](super::ternary::cover).

use std::collections::HashMap;

use setwise_board::masks::{FILES_BUT_LAST, FILES_FROM, NOT_A, NOT_AB, NOT_GH, NOT_H};

use super::instruction::Instruction;
use super::lowered::{Line, Lowered};
use super::shared::shared;
use super::{InstructionSet, ternary};
use crate::{Operation, Program, Value, constant};

/// Returns a program as instructions of a set.
///
/// ```
/// use setwise_program::emit::{InstructionSet, lower};
/// use setwise_program::{LibraryKernel, Program};
/// # use setwise_core::Prefix;
///
/// let program = LibraryKernel::KnightAttacks.record(Prefix).unwrap();
/// let instructions = [InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::Avx512, InstructionSet::Neon]
///     .map(|set| lower(&program, set).instructions());
/// assert_eq!(instructions, [17, 15, 12, 13]);
/// ```
#[must_use]
pub fn lower(program: &Program, set: InstructionSet) -> Lowered {
    let mut lowering = Lowering { program, set, lines: Vec::new(), known: HashMap::new(), values: Vec::new() };
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
    let lowered = without_unused(shared(without_unused(lowered)));
    if set.has_ternary() { without_unused(ternary::cover(lowered)) } else { lowered }
}

/// A line, or the complement of it.
#[derive(Debug, Clone, Copy)]
struct Signed {
    line: Value,
    complement: bool,
}

struct Lowering<'a> {
    program: &'a Program,
    set: InstructionSet,
    lines: Vec<Line>,
    known: HashMap<Instruction, Value>,
    /// What each operation is lowered to.
    values: Vec<Signed>,
}

impl Lowering<'_> {
    fn operation(&mut self, value: Value, operation: Operation) -> Signed {
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
                self.last(value, I::Add(a, b))
            }
            Operation::Equal(a, b) => {
                // Complements are equal if the sets are.
                let (a, b) = if self.of(a).complement && self.of(b).complement {
                    (self.of(a).line, self.of(b).line)
                } else {
                    (self.positive(a), self.positive(b))
                };
                self.last(value, I::Equal(a, b))
            }
            Operation::Popcount(a) => {
                let a = self.positive(a);
                self.last(value, I::Popcount(a))
            }
            Operation::East(a) => self.toward_h(value, a, 1, NOT_A),
            Operation::TwoEast(a) => self.toward_h(value, a, 2, NOT_AB),
            Operation::West(a) => self.toward_a(value, a, 1, NOT_H),
            Operation::TwoWest(a) => self.toward_a(value, a, 2, NOT_GH),
        };
        Signed { line, complement: false }
    }

    /// Lowers a step along a rank that is recorded as a shift and a mask, and the exchange of halves, if the set has
    /// something better.
    fn step(&mut self, value: Value, operation: Operation) -> Option<Signed> {
        let at = |value: Value| self.program.operations()[value.index()];
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

    /// Lowers the intersection of two values, or its complement.
    fn and(&mut self, value: Value, [a, b]: [Signed; 2], complement: bool) -> Signed {
        match (a.complement, b.complement) {
            (false, false) => self.last_signed(value, Instruction::And(a.line, b.line), complement),
            (false, true) => self.last_signed(value, Instruction::AndNot(a.line, b.line), complement),
            (true, false) => self.last_signed(value, Instruction::AndNot(b.line, a.line), complement),
            (true, true) => self.last_signed(value, Instruction::Or(a.line, b.line), !complement),
        }
    }

    fn toward_h(&mut self, value: Value, a: Value, places: u32, mask: u64) -> Value {
        let a = self.positive(a);
        match self.set {
            _ if places == 1 && self.set.adds_bytes() => self.last(value, Instruction::DoubleBytes(a)),
            _ if self.set.shifts_bytes() => self.last(value, Instruction::UpBytes(a, places)),
            InstructionSet::Scalar => self.masked(value, Instruction::Up(a, places), mask),
            // Another addition: it needs no mask, and shares the first with a step to the east.
            _ => {
                let once = self.part(value, Instruction::DoubleBytes(a), "once");
                self.last(value, Instruction::DoubleBytes(once))
            }
        }
    }

    fn toward_a(&mut self, value: Value, a: Value, places: u32, mask: u64) -> Value {
        let a = self.positive(a);
        if self.set.shifts_bytes() {
            return self.last(value, Instruction::DownBytes(a, places));
        }
        self.masked(value, Instruction::Down(a, places), mask)
    }

    fn masked(&mut self, value: Value, moved: Instruction, mask: u64) -> Value {
        let moved = self.part(value, moved, "shifted");
        let mask = self.constant(mask);
        self.last(value, Instruction::And(moved, mask))
    }

    fn of(&self, value: Value) -> Signed {
        self.values[value.index()]
    }

    /// Returns the line of an operation that is no complement. There is one instruction for it if it was one.
    fn positive(&mut self, value: Value) -> Value {
        let Signed { line, complement } = self.of(value);
        if !complement {
            return line;
        }
        let Line { name, .. } = &self.lines[line.index()];
        let name = name.strip_prefix("not_").map_or_else(|| format!("not_{name}"), str::to_string);
        self.push(Instruction::Not(line), name, "all other squares".into())
    }

    fn constant(&mut self, word: u64) -> Value {
        self.push(Instruction::Constant(word), identifier(word), constant(word))
    }

    /// Adds the last instruction of an operation, which has its name and its words.
    fn last(&mut self, value: Value, instruction: Instruction) -> Value {
        self.last_signed(value, instruction, false).line
    }

    /// Adds the last instruction of an operation, which computes its value or the complement of it.
    fn last_signed(&mut self, value: Value, instruction: Instruction, complement: bool) -> Signed {
        let name = |value: Value| match self.of(value) {
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

    /// Adds an instruction before the last one of an operation.
    fn part(&mut self, value: Value, instruction: Instruction, name: &str) -> Value {
        self.push(instruction, format!("{}_{name}", self.name(value)), format!("part of {}", self.name(value)))
    }

    /// Returns the name of a value: for a step of an input both names, such as `east_knights`, otherwise that of the listing.
    fn name(&self, value: Value) -> String {
        let operation = self.program.operations()[value.index()];
        let step = operation.step().zip(operation.operands().next());
        match step.map(|((step, ..), operand)| (step, operand, self.program.operations()[operand.index()])) {
            Some((step, operand, Operation::Input(_))) => format!("{step}_{}", self.program.value_name(operand)),
            _ => format!("v{}", value.index()),
        }
    }

    fn push(&mut self, instruction: Instruction, name: String, comment: String) -> Value {
        let lines = &mut self.lines;
        *self.known.entry(instruction).or_insert_with(|| {
            lines.push(Line { instruction, name, comment });
            Value::new(lines.len() - 1)
        })
    }
}

/// Returns the name of a constant, such as `not_file_h`.
fn identifier(word: u64) -> String {
    let words = constant(word);
    if words.starts_with("0x") { format!("mask_{word:016x}") } else { words.replace(' ', "_") }
}

/// Removes lines that no result needs. Inputs remain.
fn without_unused(mut lowered: Lowered) -> Lowered {
    let mut used = vec![false; lowered.lines.len()];
    lowered.results.iter().for_each(|(_, value)| used[value.index()] = true);
    for (index, line) in lowered.lines.iter().enumerate().rev() {
        if used[index] {
            line.instruction.operands().for_each(|operand| used[operand.index()] = true);
        }
    }
    let mut places = vec![Value::new(0); used.len()];
    let mut kept: Vec<Line> = Vec::new();
    for (index, mut line) in lowered.lines.into_iter().enumerate() {
        if used[index] || matches!(line.instruction, Instruction::Input(_)) {
            line.instruction = line.instruction.with_operands(|operand| places[operand.index()]);
            places[index] = Value::new(kept.len());
            kept.push(line);
        }
    }
    lowered.results.iter_mut().for_each(|(_, value)| *value = places[value.index()]);
    lowered.lines = kept;
    lowered
}
