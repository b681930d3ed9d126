//! Evaluates expressions block by block.
//!
//! ```text
//! for each block of 256 positions:
//!     the features that the expressions need, from their shared pass
//!     each instruction of the plan: a pass over columns, or a kernel of the catalogue
//!     the columns of the results, to the caller
//! ```

use std::array;
use std::ops::Range;

use setwise::{Backend, Color};
use setwise_patterns::Pattern;
use setwise_positions::ColumnsRef;
use setwise_positions::features;

use crate::Expression;
use crate::block::{BLOCK, Block, Column};
use crate::passes::Passes;
use crate::plan::{Instruction, Operand, Plan};
use crate::term::{Term, TermId, Terms, Type};

/// A function that computes all results of a pattern for columns of boards: a column for each input, and a column for each
/// result, all of one length.
pub type ComputePattern = fn(Backend, Pattern, &[&[u64]], &mut [&mut [u64]]);

/// Evaluates expressions for columns of positions, on one backend. The same buffers are reused for every block.
#[derive(Debug)]
pub struct Evaluator {
    backend: Backend,
    pub(crate) plan: Plan,
    features: features::Evaluator,
    /// The slot of each feature.
    feature_slots: Vec<usize>,
    /// The slots; a slot that is being computed is taken out.
    pub(crate) slots: Vec<Option<Box<Column>>>,
    /// The pieces of a block that is not full, followed by empty boards.
    last: [Box<Column>; 8],
    /// The number of columns of the source, and the number of inputs.
    columns: usize,
    inputs: usize,
    compute: ComputePattern,
}

impl Evaluator {
    /// Returns an evaluator of expressions, which must have been parsed with the same names. `compute` computes the
    /// patterns. A program that has its own table of kernels does not compile them a second time if it passes a function
    /// that uses this table.
    #[must_use]
    pub fn with_patterns(backend: Backend, expressions: &[&Expression], compute: ComputePattern) -> Self {
        let (mut terms, mut wanted, mut inputs) = (Terms::default(), Vec::new(), Vec::new());
        for expression in expressions {
            let places: Vec<usize> = expression.inputs.iter().map(|input| place_of(input, &mut inputs)).collect();
            let ids = terms.merge(&expression.terms, &places);
            wanted.push((ids[expression.value.index()], expression.kind));
        }
        let columns = expressions.iter().map(|one| one.columns.len()).max().unwrap_or(0);
        Self::of_terms(backend, terms, wanted, [columns, inputs.len()], compute)
    }

    /// Returns an evaluator of all parts of an expression, in the order of [`Expression::parts`]. `compute` computes the
    /// patterns.
    #[must_use]
    pub fn of_parts(backend: Backend, expression: &Expression, compute: ComputePattern) -> Self {
        let wanted = expression.parts.iter().map(|(_, term, kind)| (*term, *kind)).collect();
        let counts = [expression.columns.len(), expression.inputs.len()];
        Self::of_terms(backend, expression.terms.clone(), wanted, counts, compute)
    }

    /// Returns an evaluator of terms, given the numbers of columns of the source and of inputs.
    fn of_terms(
        backend: Backend,
        mut terms: Terms,
        wanted: Vec<(TermId, Type)>,
        [columns, inputs]: [usize; 2],
        compute: ComputePattern,
    ) -> Self {
        let one = terms.add(Term::Constant(1));
        let value = |(term, kind)| if kind == Type::Truth { terms.add(Term::And(term, one)) } else { term };
        let wanted: Vec<TermId> = wanted.into_iter().map(value).collect();
        let plan = Plan::new(&terms, &wanted);
        let mut slots: Vec<_> = (0..plan.slots).map(|_| Some(Column::new())).collect();
        let (mut wanted_features, mut feature_slots) = (Vec::new(), Vec::new());
        for (term, slot) in &plan.given {
            match term {
                Term::Constant(word) => slots[*slot] = Some(Box::new(Column([*word; BLOCK]))),
                Term::Feature(feature) => {
                    wanted_features.push(*feature);
                    feature_slots.push(*slot);
                }
                _ => {}
            }
        }
        Self {
            backend,
            plan,
            features: features::Evaluator::new(backend, &wanted_features),
            feature_slots,
            slots,
            last: array::from_fn(|_| Column::new()),
            columns,
            inputs,
            compute,
        }
    }

    /// Evaluates the expressions for all positions. Calls `each` for each block, in order. The arguments are the range
    /// of positions in the block, and one column for each expression, with a word for each position in the range: a set,
    /// a number in two's complement, or 1 for true and 0 for false.
    ///
    /// `columns` has the columns of numbers that were named with [`Names::with_columns`](crate::Names::with_columns), in
    /// two's complement, followed by the inputs of the expressions: each name once, in the order of the expressions. A
    /// column that no expression uses may be empty. Numbers must be between -2^62 and 2^62.
    ///
    /// # Panics
    ///
    /// Panics if the number of columns is wrong, or if a column is shorter than `side_to_move`.
    pub fn for_each_block<'a>(
        &mut self,
        positions: impl Into<ColumnsRef<'a>>,
        columns: &[&[u64]],
        mut each: impl FnMut(Range<usize>, &[&[u64]]),
    ) {
        let positions = positions.into();
        assert_eq!(columns.len(), self.columns + self.inputs, "the number of columns and inputs of the expressions");
        let mut unused: Vec<&[u64]> = Vec::with_capacity(self.plan.results.len());
        for start in (0..positions.len()).step_by(BLOCK) {
            let range = start..positions.len().min(start + BLOCK);
            self.give(&positions, columns, range.clone());
            let Self { backend, plan, slots, last, compute, .. } = self;
            let mut block = Block::new(pieces(&positions, range.clone(), last), slots);
            execute(*backend, *compute, &plan.instructions, &mut block);
            let mut values: Vec<&[u64]> = unused;
            values.extend(plan.results.iter().map(|result| &block.get(*result)[..range.len()]));
            each(range, &values);
            values.clear();
            // Collecting the cleared vector into a new one reuses its memory, but ends the borrow of the block.
            unused = values.into_iter().map(|_| -> &[u64] { &[] }).collect();
        }
    }

    /// Writes the values that are known before the first instruction into their slots.
    fn give(&mut self, positions: &ColumnsRef<'_>, columns: &[&[u64]], range: Range<usize>) {
        let Self { plan, features, feature_slots, slots, .. } = self;
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
            features.for_each_column(positions.range(range), |feature, block, values| {
                slot(slots, feature_slots[feature])[block].copy_from_slice(values);
            });
        }
    }
}

/// Returns the index of an input, which is added unless it is in the list.
fn place_of<'a>(input: &'a str, inputs: &mut Vec<&'a str>) -> usize {
    inputs.iter().position(|known| *known == input).unwrap_or_else(|| {
        inputs.push(input);
        inputs.len() - 1
    })
}

fn slot(slots: &mut [Option<Box<Column>>], n: usize) -> &mut [u64; BLOCK] {
    &mut slots[n].as_mut().expect("no slot is being computed").0
}

/// Returns the columns of pieces of a block. If the block is not full, they are copied to `last`, followed by empty
/// boards.
fn pieces<'a>(
    positions: &ColumnsRef<'a>,
    range: Range<usize>,
    last: &'a mut [Box<Column>; 8],
) -> [&'a [u64; BLOCK]; 8] {
    if range.len() < BLOCK {
        for (copy, words) in last.iter_mut().zip(positions.words) {
            copy.0[..range.len()].copy_from_slice(&words[range.clone()]);
            copy.0[range.len()..].fill(0);
        }
        let last: &'a [Box<Column>; 8] = last;
        return array::from_fn(|n| &last[n].0);
    }
    positions.words.map(|words| words[range.clone()].first_chunk().expect("a whole block"))
}

/// Executes the instructions.
fn execute(backend: Backend, compute: ComputePattern, mut instructions: &[Instruction], block: &mut Block<'_>) {
    while let Some(first) = instructions.first() {
        let done = match first {
            Instruction::Pass(..) => {
                let passes = instructions.iter().take_while(|one| matches!(one, Instruction::Pass(..))).count();
                backend.run(Passes { instructions: &instructions[..passes], block: &mut *block });
                passes
            }
            Instruction::Pattern(pattern, inputs, results) => {
                let compute =
                    |inputs: &[&[u64]], results: &mut [&mut [u64]]| compute(backend, *pattern, inputs, results);
                compute_block(compute, inputs, results, block);
                1
            }
            Instruction::SkipIfFalse(condition, count) => 1 + if is_all(block.get(*condition), 0) { *count } else { 0 },
            Instruction::SkipIfTrue(condition, count) => 1 + if is_all(block.get(*condition), !0) { *count } else { 0 },
        };
        instructions = &instructions[done..];
    }
}

fn is_all(column: &[u64; BLOCK], word: u64) -> bool {
    column.iter().all(|one| *one == word)
}

/// The greatest number of inputs of a pattern.
pub const MOST_INPUTS: usize = 12;

/// The greatest number of results of a pattern.
pub const MOST_RESULTS: usize = 8;

/// Computes all results of a pattern for a block with a function of columns, and allocates nothing.
fn compute_block(
    compute: impl Fn(&[&[u64]], &mut [&mut [u64]]),
    inputs: &[Operand],
    results: &[usize],
    block: &mut Block<'_>,
) {
    let mut taken: [Option<Box<Column>>; MOST_RESULTS] = array::from_fn(|n| results.get(n).map(|to| block.take(*to)));
    let words: [&[u64]; MOST_INPUTS] = array::from_fn(|n| inputs.get(n).map_or(&[][..], |input| block.get(*input)));
    let mut outputs = taken.each_mut().map(|column| column.as_mut().map_or(&mut [][..], |column| &mut column.0[..]));
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
