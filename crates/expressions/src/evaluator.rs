//! Evaluates expressions block by block.
//!
//! ```text
//! for each block of 512 positions:
//!     the features that the expressions need, from their shared pass
//!     each instruction of the plan: a pass over columns, or a kernel of the catalogue
//!     the columns of the results, to the caller
//! ```
//!
//! A slot is a reference to a column, so the last instruction of a result can write to the caller's column instead.

use std::ops::Range;

use setwise::Backend;
use setwise_positions::ColumnsRef;
use setwise_positions::features;

use crate::Expression;
use crate::block::{BLOCK, Column, Slot};
use crate::planner;
use crate::runner::{ComputePattern, Runner};
use crate::term::{Term, TermId, Terms};

/// Evaluates expressions for columns of positions, on one backend. The same buffers are reused for every block.
#[derive(Debug)]
pub struct Evaluator {
    pub(crate) runner: Runner,
    /// The columns to which the slots refer, unless the caller's columns take their place.
    pub(crate) columns: Vec<Column>,
    /// The pieces of a block that is not full, followed by empty boards.
    last: Box<[Column; 8]>,
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
        let wanted: Vec<TermId> = wanted.into_iter().map(|(term, kind)| terms.as_value(term, kind)).collect();
        let (columns, inputs) = (expressions.iter().map(|one| one.columns.len()).max().unwrap_or(0), inputs.len());
        let plan = planner::plan(&terms, &wanted);
        let mut slots = vec![Column::EMPTY; plan.slots];
        let (mut wanted_features, mut feature_slots) = (Vec::new(), Vec::new());
        for (term, slot) in &plan.given {
            match term {
                Term::Constant(word) => slots[*slot] = Column([*word; BLOCK]),
                Term::Feature(feature) => {
                    wanted_features.push(*feature);
                    feature_slots.push(*slot);
                }
                _ => {}
            }
        }
        let features = features::Evaluator::new(backend, &wanted_features);
        let runner = Runner { backend, plan, features, feature_slots, columns, inputs, compute };
        Self { runner, columns: slots, last: Box::new([Column::EMPTY; 8]) }
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
        self.runner.check(columns);
        let Self { runner, columns: buffers, last } = self;
        let mut slots: Vec<Slot<'_>> = buffers.iter_mut().map(|column| Some(&mut column.0)).collect();
        let mut unused: Vec<&[u64]> = Vec::with_capacity(runner.plan.results.len());
        for start in (0..positions.len()).step_by(BLOCK) {
            let range = start..positions.len().min(start + BLOCK);
            let block = runner.run(&positions, columns, range.clone(), last, &mut slots);
            let mut values: Vec<&[u64]> = unused;
            values.extend(runner.plan.results.iter().map(|result| &block.get(*result)[..range.len()]));
            each(range, &values);
            values.clear();
            // Collecting the cleared vector into a new one reuses its memory, but ends the borrow of the block.
            unused = values.into_iter().map(|_| -> &[u64] { &[] }).collect();
        }
    }

    /// Evaluates the expressions for all positions, and writes the values to one column for each expression. The values
    /// and `columns` are those of [`for_each_block`](Self::for_each_block).
    ///
    /// # Panics
    ///
    /// Panics if `for_each_block` panics, if the number of outputs is not the number of expressions, or if their length
    /// is not the number of positions. Nothing is written in this case.
    pub fn evaluate<'a>(
        &mut self,
        positions: impl Into<ColumnsRef<'a>>,
        columns: &[&[u64]],
        outputs: &mut [&mut [u64]],
    ) {
        let positions = positions.into();
        self.runner.check(columns);
        assert_eq!(outputs.len(), self.runner.plan.results.len(), "an output for each expression");
        assert!(outputs.iter().all(|output| output.len() == positions.len()), "an output has the wrong length");
        // The positions after the last whole block come first, because later the slots refer to the caller's columns.
        let whole = positions.len() / BLOCK * BLOCK;
        if whole < positions.len() {
            let rest: Vec<&[u64]> = columns.iter().map(|column| column.get(whole..).unwrap_or_default()).collect();
            self.for_each_block(positions.range(whole..positions.len()), &rest, |range, values| {
                for (output, values) in outputs.iter_mut().zip(values) {
                    output[whole..][range.clone()].copy_from_slice(values);
                }
            });
        }

        let Self { runner, columns: buffers, last } = self;
        let mut slots: Vec<Slot<'_>> = buffers.iter_mut().map(|column| Some(&mut column.0)).collect();
        let mut outputs: Vec<_> = outputs.iter_mut().map(|output| output.chunks_exact_mut(BLOCK)).collect();
        let mut copies: Vec<Slot<'_>> = outputs.iter().map(|_| None).collect();
        for start in (0..whole).step_by(BLOCK) {
            for (n, output) in outputs.iter_mut().enumerate() {
                let output = output.next().and_then(|block| block.first_chunk_mut());
                match runner.plan.own_slots[n] {
                    Some(slot) => slots[slot] = output,
                    None => copies[n] = output,
                }
            }
            let block = runner.run(&positions, columns, start..start + BLOCK, last, &mut slots);
            for (copy, result) in copies.iter_mut().zip(&runner.plan.results) {
                if let Some(copy) = copy {
                    copy.copy_from_slice(block.get(*result));
                }
            }
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
