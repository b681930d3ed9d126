//! Covers the logic of a program by three-way instructions.
//!
//! ```text
//! (a | (b & c)) ^ d              a cone: its root, what is inside, and its leaves
//! t = table(a, b, c)             cones of at most three leaves are one instruction each
//! t ^ d                          a single operation on its two leaves remains as it is
//! ```
//!
//! A three-way instruction is a lookup table with three inputs, so covering the logic is a technology mapping, as for
//! FPGAs. A cone is the logic that computes one value, its root, from other values, its leaves. The leaves of a cone
//! are called a cut of the root. The cuts of a value are computed from the cuts of its operands. One cut is then chosen
//! for each value:
//!
//! - At first, the cut with the lowest estimated number of instructions is chosen. If a value has several uses, the
//!   estimate counts only a part of its instructions for each use.
//! - Later rounds consider one value at a time. They choose a better cut for this value, if there is one, and leave all
//!   other choices unchanged.
//!
//! Two cones may contain the same value if computing this value twice costs no additional instruction. For example,
//! both digits of the sum of three sets contain `a ^ b`, and each digit is one instruction.
//!
//! Unions, intersections and symmetric differences of many sets are first rebuilt as chains (see the module
//! `rebalance`), because each further cone of a chain covers two more operands.
//!
//! Source: Mishchenko, Chatterjee and Brayton, Improvements to Technology Mapping for LUT-Based FPGAs (2007).

use std::collections::HashMap;

use super::lowered::{Instruction, Line, Lowered};
use super::rebalance::rebalance;
use crate::ValueId;

/// The largest number of cuts that are considered for a value.
const MOST_CUTS: usize = 16;

/// The number of rounds in which the choices are improved.
const ROUNDS: usize = 2;

/// The leaves of a cone, in ascending order.
type Cut = Vec<ValueId>;

/// Returns an equivalent program in which three-way instructions compute the logic.
pub(super) fn cover(lowered: Lowered) -> Lowered {
    let lowered = rebalance(lowered);
    let cuts = cuts(&lowered.lines);
    let mut cover = Cover::new(&lowered, &cuts);
    for _ in 0..ROUNDS {
        cover.improve();
    }
    let chosen = cover.chosen;
    written(lowered, &cuts, &chosen)
}

/// For every line, returns up to [`MOST_CUTS`] cuts of at most three leaves. The cut that consists of the line itself
/// is omitted. Lines that are not logic have no cuts.
fn cuts(lines: &[Line]) -> Vec<Vec<Cut>> {
    let mut cuts: Vec<Vec<Cut>> = Vec::with_capacity(lines.len());
    for line in lines {
        let mut found: Vec<Cut> = Vec::new();
        if line.instruction.is_logic() {
            found.push(Vec::new());
            for operand in line.instruction.operands() {
                let alone = vec![operand];
                let of_operand = || cuts[operand.index()].iter().chain([&alone]);
                found = found.iter().flat_map(|cut| of_operand().map(|other| union(cut, other))).collect();
            }
            found.retain(|cut| cut.len() <= 3);
            found.sort();
            found.dedup();
            found.sort_by_key(Vec::len);
            found.truncate(MOST_CUTS);
        }
        cuts.push(found);
    }
    cuts
}

fn union(a: &[ValueId], b: &[ValueId]) -> Cut {
    let mut union = [a, b].concat();
    union.sort_unstable();
    union.dedup();
    union
}

/// The chosen cut of every value, and the values that are needed.
struct Cover<'a> {
    lines: &'a [Line],
    cuts: &'a [Vec<Cut>],
    chosen: Vec<usize>,
    /// For each value, the number of chosen cones, other instructions and results that use it.
    uses: Vec<usize>,
}

impl<'a> Cover<'a> {
    fn new(lowered: &'a Lowered, cuts: &'a [Vec<Cut>]) -> Self {
        let lines = &lowered.lines;
        let mut cover = Self { lines, cuts, chosen: vec![0; lines.len()], uses: vec![0; lines.len()] };
        cover.choose_by_flow();
        lowered.results.iter().for_each(|(_, value)| {
            cover.take(*value);
        });
        cover
    }

    /// Chooses the cut with the least area flow for every value. The area flow of a cut is 1, for its instruction, plus
    /// the area flows of its leaves. The area flow of a value is that of its chosen cut, divided by the number of the
    /// value's uses.
    fn choose_by_flow(&mut self) {
        let mut fans = vec![0.0_f64; self.lines.len()];
        self.lines.iter().flat_map(|line| line.instruction.operands()).for_each(|operand| fans[operand.index()] += 1.0);
        let mut flow = vec![0.0_f64; self.lines.len()];
        for index in 0..self.lines.len() {
            let of = |cut: &Cut| 1.0 + cut.iter().map(|leaf| flow[leaf.index()]).sum::<f64>();
            let best = self.cuts[index].iter().map(of).enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
            if let Some((choice, area)) = best {
                self.chosen[index] = choice;
                flow[index] = area / fans[index].max(1.0);
            }
        }
    }

    /// Returns the lines that are needed to compute a value: the leaves of its chosen cut, or the operands if the
    /// value is not logic.
    fn needs(&self, value: ValueId) -> Vec<ValueId> {
        match self.cuts[value.index()].get(self.chosen[value.index()]) {
            Some(cut) => cut.clone(),
            None => self.lines[value.index()].instruction.operands().collect(),
        }
    }

    /// Adds a use of a value. Returns the number of three-way instructions that become necessary.
    fn take(&mut self, value: ValueId) -> usize {
        self.uses[value.index()] += 1;
        if self.uses[value.index()] == 1 { self.of_cone(value, Self::take) } else { 0 }
    }

    /// Removes a use of a value. Returns the number of three-way instructions that become unnecessary.
    fn release(&mut self, value: ValueId) -> usize {
        self.uses[value.index()] -= 1;
        if self.uses[value.index()] == 0 { self.of_cone(value, Self::release) } else { 0 }
    }

    /// Adds one for the value, if it is logic, to the numbers that `count` returns for the values that it needs.
    fn of_cone(&mut self, value: ValueId, count: fn(&mut Self, ValueId) -> usize) -> usize {
        let own = usize::from(!self.cuts[value.index()].is_empty());
        own + self.needs(value).into_iter().map(|leaf| count(self, leaf)).sum::<usize>()
    }

    /// Chooses a new cut for each needed value in turn: the cut that needs the fewest instructions if all other choices
    /// stay the same.
    fn improve(&mut self) {
        for index in 0..self.lines.len() {
            if self.uses[index] == 0 || self.cuts[index].is_empty() {
                continue;
            }
            let value = ValueId::new(index);
            self.of_cone(value, Self::release);
            let area = |cover: &mut Self, choice: usize| {
                cover.chosen[index] = choice;
                let area = cover.of_cone(value, Self::take);
                cover.of_cone(value, Self::release);
                area
            };
            let best = (0..self.cuts[index].len()).min_by_key(|choice| area(self, *choice)).unwrap_or(0);
            self.chosen[index] = best;
            self.of_cone(value, Self::take);
        }
    }
}

/// Returns the program in which every logic instruction computes the cone of its chosen cut.
fn written(mut lowered: Lowered, cuts: &[Vec<Cut>], chosen: &[usize]) -> Lowered {
    let lines = lowered.lines.clone();
    for (index, line) in lowered.lines.iter_mut().enumerate() {
        let Some(leaves) = cuts[index].get(chosen[index]) else { continue };
        let root = ValueId::new(index);
        let mut tables = HashMap::new();
        // The truth table of each leaf. In the index of a row, the first leaf is the highest bit.
        for (leaf, table) in leaves.iter().zip([0b1111_0000, 0b1100_1100, 0b1010_1010]) {
            tables.insert(*leaf, table);
        }
        let table = table(&lines, root, &mut tables);
        let is_plain = leaves.len() == 2 && line.instruction.operands().all(|operand| leaves.contains(&operand));
        if !is_plain {
            let operands = [0, 1, 2].map(|n| leaves.get(n).or(leaves.last()).copied().unwrap_or(root));
            line.instruction = Instruction::Ternary(operands, table);
            line.comment = expression(&lines, root, leaves, false);
        }
    }
    lowered
}

/// Returns the truth table of a value inside a cone, over the leaves of the cone.
fn table(lines: &[Line], value: ValueId, known: &mut HashMap<ValueId, u8>) -> u8 {
    if let Some(table) = known.get(&value) {
        return *table;
    }
    let mut of = |value: ValueId| table(lines, value, known);
    let result = match lines[value.index()].instruction {
        Instruction::And(a, b) => of(a) & of(b),
        Instruction::Or(a, b) => of(a) | of(b),
        Instruction::Xor(a, b) => of(a) ^ of(b),
        Instruction::AndNot(a, b) => of(a) & !of(b),
        Instruction::Not(a) => !of(a),
        other => unreachable!("{other:?} is a leaf"),
    };
    known.insert(value, result);
    result
}

/// Returns the logic of a cone as text, with the names of its leaves.
fn expression(lines: &[Line], value: ValueId, leaves: &[ValueId], inner: bool) -> String {
    let line = &lines[value.index()];
    if leaves.contains(&value) {
        return line.name.clone();
    }
    let of = |value: ValueId| expression(lines, value, leaves, true);
    let text = match line.instruction {
        Instruction::And(a, b) => format!("{} & {}", of(a), of(b)),
        Instruction::Or(a, b) => format!("{} | {}", of(a), of(b)),
        Instruction::Xor(a, b) => format!("{} ^ {}", of(a), of(b)),
        Instruction::AndNot(a, b) => format!("{} & !{}", of(a), of(b)),
        Instruction::Not(a) => return format!("!{}", of(a)),
        _ => return line.name.clone(),
    };
    if inner { format!("({text})") } else { text }
}
