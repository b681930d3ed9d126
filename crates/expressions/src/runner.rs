//! Computes the columns of one block.

use std::array;
use std::ops::Range;

use setwise::{Backend, Color};
use setwise_patterns::Pattern;
use setwise_positions::ColumnsRef;
use setwise_positions::features;

use crate::block::{BLOCK, Block, Column, Slot};
use crate::passes::Passes;
use crate::plan::{Instruction, Operand, Plan};
use crate::term::Term;

/// A function that computes all results of a pattern for columns of boards: a column for each input, and a column for each
/// result, all of one length.
pub type ComputePattern = fn(Backend, Pattern, &[&[u64]], &mut [&mut [u64]]);

/// What a block needs apart from its columns.
#[derive(Debug)]
pub(crate) struct Runner {
    pub(crate) backend: Backend,
    pub(crate) plan: Plan,
    pub(crate) features: features::Evaluator,
    /// The slot of each feature.
    pub(crate) feature_slots: Vec<usize>,
    /// The number of columns of the source, and the number of inputs.
    pub(crate) columns: usize,
    pub(crate) inputs: usize,
    pub(crate) compute: ComputePattern,
}

impl Runner {
    /// Panics if the number of columns of numbers is wrong.
    pub(crate) fn check(&self, columns: &[&[u64]]) {
        assert_eq!(columns.len(), self.columns + self.inputs, "the number of columns and inputs of the expressions");
    }

    /// Computes a block.
    pub(crate) fn run<'b, 's>(
        &mut self,
        positions: &ColumnsRef<'b>,
        columns: &[&[u64]],
        range: Range<usize>,
        last: &'b mut [Column; 8],
        slots: &'b mut [Slot<'s>],
    ) -> Block<'b, 's> {
        self.give(positions, columns, range.clone(), slots);
        let length = range.len();
        let mut block = Block::new(pieces(positions, range, last), slots);
        self.execute(length, &mut block);
        block
    }

    /// Executes the instructions for a block with `length` positions.
    fn execute(&self, length: usize, block: &mut Block<'_, '_>) {
        let mut instructions = &self.plan.instructions[..];
        while let Some(first) = instructions.first() {
            let done = match first {
                Instruction::Pass(..) => {
                    let passes = instructions.iter().take_while(|one| matches!(one, Instruction::Pass(..))).count();
                    self.backend.run(Passes { instructions: &instructions[..passes], block: &mut *block });
                    passes
                }
                Instruction::Pattern(pattern, inputs, results) => {
                    let compute = |inputs: &[&[u64]], results: &mut [&mut [u64]]| {
                        (self.compute)(self.backend, *pattern, inputs, results);
                    };
                    // Most patterns have few columns, and smaller arrays save time.
                    match (inputs.len(), results.len()) {
                        (1, 1) => compute_block::<1, 1>(compute, inputs, results, block),
                        (..=4, 1) => compute_block::<4, 1>(compute, inputs, results, block),
                        _ => compute_block::<MOST_INPUTS, MOST_RESULTS>(compute, inputs, results, block),
                    }
                    1
                }
                Instruction::SkipIf(condition, word, count) => {
                    let is_skipped = block.get(*condition)[..length].iter().all(|one| one == word);
                    1 + if is_skipped { *count } else { 0 }
                }
            };
            instructions = &instructions[done..];
        }
    }

    /// Writes the values that are known before the first instruction into their slots.
    fn give(&mut self, positions: &ColumnsRef<'_>, columns: &[&[u64]], range: Range<usize>, slots: &mut [Slot<'_>]) {
        let Self { plan, features, feature_slots, .. } = self;
        let inputs = &columns[self.columns..];
        for (term, n) in &plan.given {
            match term {
                Term::BlackToMove => {
                    for (word, side) in slot(slots, *n).iter_mut().zip(&positions.side_to_move[range.clone()]) {
                        *word = u64::from(*side == Color::Black).wrapping_neg();
                    }
                }
                Term::Column(column) => {
                    slot(slots, *n)[..range.len()].copy_from_slice(&columns[*column][range.clone()]);
                }
                Term::Given(input) => {
                    slot(slots, *n)[..range.len()].copy_from_slice(&inputs[*input][range.clone()]);
                }
                _ => {}
            }
        }
        if !feature_slots.is_empty() {
            features.for_each_block(positions.range(range), |block, columns| {
                for (n, values) in feature_slots.iter().zip(columns) {
                    slot(slots, *n)[block.clone()].copy_from_slice(values);
                }
            });
        }
    }
}

fn slot<'a>(slots: &'a mut [Slot<'_>], n: usize) -> &'a mut [u64; BLOCK] {
    slots[n].as_mut().expect("no slot is being computed")
}

/// Returns the columns of pieces of a block. If the block is not full, they are copied to `last`, followed by empty
/// boards.
fn pieces<'a>(positions: &ColumnsRef<'a>, range: Range<usize>, last: &'a mut [Column; 8]) -> [&'a [u64; BLOCK]; 8] {
    if range.len() < BLOCK {
        for (copy, words) in last.iter_mut().zip(positions.words) {
            copy.0[..range.len()].copy_from_slice(&words[range.clone()]);
            copy.0[range.len()..].fill(0);
        }
        let last: &'a [Column; 8] = last;
        return array::from_fn(|n| &last[n].0);
    }
    positions.words.map(|words| words[range.clone()].first_chunk().expect("a whole block"))
}

/// The greatest number of inputs of a pattern.
pub const MOST_INPUTS: usize = 12;

/// The greatest number of results of a pattern.
pub const MOST_RESULTS: usize = 8;

/// Computes all results of a pattern for a block with a function of columns, and allocates nothing. The pattern has at most
/// `IN` inputs and `OUT` results.
#[inline(always)]
fn compute_block<const IN: usize, const OUT: usize>(
    compute: impl Fn(&[&[u64]], &mut [&mut [u64]]),
    inputs: &[Operand],
    results: &[usize],
    block: &mut Block<'_, '_>,
) {
    let mut taken: [Slot<'_>; OUT] = [const { None }; OUT];
    taken.iter_mut().zip(results).for_each(|(column, slot)| *column = Some(block.take(*slot)));
    let mut words: [&[u64]; IN] = [&[]; IN];
    words.iter_mut().zip(inputs).for_each(|(words, input)| *words = block.get(*input));
    let mut outputs: [&mut [u64]; OUT] = array::from_fn(|_| &mut [][..]);
    outputs.iter_mut().zip(taken.iter_mut().flatten()).for_each(|(output, column)| *output = &mut column[..]);
    compute(&words[..inputs.len()], &mut outputs[..results.len()]);
    for (slot, column) in results.iter().zip(taken.into_iter().flatten()) {
        block.put(*slot, column);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pattern_has_too_many_inputs_or_results() {
        assert!(Pattern::ALL.iter().all(|pattern| pattern.inputs().len() <= MOST_INPUTS));
        assert!(Pattern::ALL.iter().all(|pattern| pattern.results().len() <= MOST_RESULTS));
    }
}
