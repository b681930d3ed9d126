//! Rebuilds unions, intersections and symmetric differences of many sets as chains, so that each further three-way
//! instruction covers two more sets.
//!
//! ```text
//! (a | b) | ((c & d) | e)        ((a | b) | e) | (c & d)
//! ```
//!
//! Operands that are logic and have no other use come after the other operands, because one three-way instruction can
//! compute such an operand and join it to the chain before it. Each of these two groups is in order of depth. In an
//! intersection, operands whose complement is used come last of all, because the first operand of a chain cannot be
//! complemented.

use super::lowered::{Instruction, Line, Lowered};
use crate::ValueId;

/// The operator of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chain {
    And,
    Or,
    Xor,
}

/// An operand of a chain, and whether the operand is complemented. Only chains of intersections have complemented
/// operands.
type Part = (ValueId, bool);

/// Returns an equivalent program in which unions, intersections, differences and symmetric differences are chains. The
/// inner lines of the old chains remain.
pub(super) fn rebalance(mut lowered: Lowered) -> Lowered {
    let (uses, lines) = (uses(&lowered), std::mem::take(&mut lowered.lines));
    let (depths, inner) = (depths(&lines), inner(&lines, &uses));
    // For each old line, the index of its new line.
    let mut places: Vec<ValueId> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let mut parts = Vec::new();
        let chain = chain(line.instruction).filter(|_| !inner[index]);
        if let Some(chain) = chain {
            collect(&lines, &uses, ValueId::new(index), chain, &mut parts);
        }
        let mut push = |line: Line| {
            lowered.lines.push(line);
            ValueId::new(lowered.lines.len() - 1)
        };
        let place = match chain.filter(|_| parts.len() > 2) {
            Some(chain) => {
                parts.sort_by_key(|(part, complement)| {
                    let logic = uses[part.index()] == 1 && lines[part.index()].instruction.is_logic();
                    (*complement, logic, depths[part.index()])
                });
                let first = places[parts[0].0.index()];
                parts.iter().enumerate().skip(1).fold(first, |so_far, (n, (part, complement))| {
                    let part = places[part.index()];
                    let instruction = match (chain, complement) {
                        (Chain::And, false) => Instruction::And(so_far, part),
                        (Chain::And, true) => Instruction::AndNot(so_far, part),
                        (Chain::Or, _) => Instruction::Or(so_far, part),
                        (Chain::Xor, _) => Instruction::Xor(so_far, part),
                    };
                    let mut line = Line { instruction, ..line.clone() };
                    if n + 1 < parts.len() {
                        line.comment = format!("part of {}", line.name);
                        line.name = format!("{}_{n}", line.name);
                    }
                    push(line)
                })
            }
            None => {
                let instruction = line.instruction.with_operands(|operand| places[operand.index()]);
                push(Line { instruction, ..line.clone() })
            }
        };
        places.push(place);
    }
    lowered.results.iter_mut().for_each(|(_, value)| *value = places[value.index()]);
    lowered
}

/// Collects the operands of a chain. If an operand is a chain of the same operator, has no other use and is not
/// complemented, its operands are collected instead.
fn collect(lines: &[Line], uses: &[usize], value: ValueId, of: Chain, parts: &mut Vec<Part>) {
    for part in operands(lines[value.index()].instruction) {
        if is_inner(lines, uses, part, of) {
            collect(lines, uses, part.0, of, parts);
        } else {
            parts.push(part);
        }
    }
}

/// For each line, returns whether it is part of a longer chain.
fn inner(lines: &[Line], uses: &[usize]) -> Vec<bool> {
    let mut inner = vec![false; lines.len()];
    for instruction in lines.iter().map(|line| line.instruction) {
        let Some(of) = chain(instruction) else { continue };
        for part in operands(instruction).filter(|part| is_inner(lines, uses, *part, of)) {
            inner[part.0.index()] = true;
        }
    }
    inner
}

/// Returns whether an operand of a chain is itself a chain of the same operator, has no other use and is not
/// complemented.
fn is_inner(lines: &[Line], uses: &[usize], (part, complement): Part, of: Chain) -> bool {
    uses[part.index()] == 1 && !complement && chain(lines[part.index()].instruction) == Some(of)
}

/// Returns the operands of an instruction as operands of a chain.
fn operands(instruction: Instruction) -> impl Iterator<Item = Part> {
    let is_difference = matches!(instruction, Instruction::AndNot(..));
    instruction.operands().enumerate().map(move |(n, operand)| (operand, is_difference && n == 1))
}

fn chain(instruction: Instruction) -> Option<Chain> {
    match instruction {
        Instruction::And(..) | Instruction::AndNot(..) => Some(Chain::And),
        Instruction::Or(..) => Some(Chain::Or),
        Instruction::Xor(..) => Some(Chain::Xor),
        _ => None,
    }
}

/// For each line, returns the number of instructions and results that use it.
fn uses(lowered: &Lowered) -> Vec<usize> {
    let mut uses = vec![0; lowered.lines.len()];
    let operands = lowered.lines.iter().flat_map(|line| line.instruction.operands());
    operands.chain(lowered.results.iter().map(|(_, value)| *value)).for_each(|value| uses[value.index()] += 1);
    uses
}

/// For each line, returns the number of instructions on the longest path to it.
fn depths(lines: &[Line]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(lines.len());
    for line in lines {
        let before = line.instruction.operands().map(|operand| depths[operand.index()]).max();
        depths.push(before.map_or(0, |before| before + 1));
    }
    depths
}
