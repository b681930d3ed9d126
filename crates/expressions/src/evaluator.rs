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

use setwise::{Backend, Color, Kernel};
use setwise_patterns::{Pattern, Visitor};
use setwise_positions::ColumnsRef;
use setwise_positions::features;

use crate::Expression;
use crate::block::{BLOCK, Block, Column};
use crate::passes::Passes;
use crate::plan::{Instruction, Operand, Plan};
use crate::term::{Term, TermId, Terms, Type};

/// Evaluates expressions for columns of positions, on one backend. The same buffers are reused for every block.
#[derive(Debug)]
pub struct Evaluator {
    backend: Backend,
    pub(crate) plan: Plan,
    features: features::Evaluator,
    /// The register of each feature.
    feature_registers: Vec<usize>,
    /// The registers; a register that is being computed is taken out.
    pub(crate) registers: Vec<Option<Box<Column>>>,
    /// The pieces of a block that is not full, followed by empty boards.
    last: [Box<Column>; 8],
    /// The number of columns of the source, and the number of inputs.
    columns: usize,
    inputs: usize,
}

impl Evaluator {
    /// Returns an evaluator of expressions, which must have been parsed with the same names.
    #[must_use]
    pub fn new(backend: Backend, expressions: &[&Expression]) -> Self {
        let (mut terms, mut wanted, mut inputs) = (Terms::default(), Vec::new(), Vec::new());
        for expression in expressions {
            let places: Vec<usize> = expression.inputs.iter().map(|input| place_of(input, &mut inputs)).collect();
            let ids = terms.merge(&expression.terms, &places);
            wanted.push((ids[expression.value.index()], expression.kind));
        }
        let columns = expressions.iter().map(|one| one.columns.len()).max().unwrap_or(0);
        Self::of_terms(backend, terms, wanted, [columns, inputs.len()])
    }

    /// Returns an evaluator of all parts of an expression, in the order of [`Expression::parts`].
    #[must_use]
    pub fn of_parts(backend: Backend, expression: &Expression) -> Self {
        let wanted = expression.parts.iter().map(|(_, term, kind)| (*term, *kind)).collect();
        let counts = [expression.columns.len(), expression.inputs.len()];
        Self::of_terms(backend, expression.terms.clone(), wanted, counts)
    }

    /// Returns an evaluator of terms, given the numbers of columns of the source and of inputs.
    fn of_terms(
        backend: Backend,
        mut terms: Terms,
        wanted: Vec<(TermId, Type)>,
        [columns, inputs]: [usize; 2],
    ) -> Self {
        let one = terms.add(Term::Constant(1));
        let value = |(term, kind)| if kind == Type::Truth { terms.add(Term::And(term, one)) } else { term };
        let wanted: Vec<TermId> = wanted.into_iter().map(value).collect();
        let plan = Plan::new(&terms, &wanted);
        let mut registers: Vec<_> = (0..plan.registers).map(|_| Some(Column::new())).collect();
        let (mut wanted_features, mut feature_registers) = (Vec::new(), Vec::new());
        for (term, register) in &plan.given {
            match term {
                Term::Constant(word) => registers[*register] = Some(Box::new(Column([*word; BLOCK]))),
                Term::Feature(feature) => {
                    wanted_features.push(*feature);
                    feature_registers.push(*register);
                }
                _ => {}
            }
        }
        Self {
            backend,
            plan,
            features: features::Evaluator::new(backend, &wanted_features),
            feature_registers,
            registers,
            last: array::from_fn(|_| Column::new()),
            columns,
            inputs,
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
            let Self { backend, plan, registers, last, .. } = self;
            let mut block = Block::new(pieces(&positions, range.clone(), last), registers);
            execute(*backend, &plan.instructions, &mut block);
            let mut values: Vec<&[u64]> = unused;
            values.extend(plan.results.iter().map(|result| &block.get(*result)[..range.len()]));
            each(range, &values);
            values.clear();
            // Collecting the cleared vector into a new one reuses its memory, but ends the borrow of the block.
            unused = values.into_iter().map(|_| -> &[u64] { &[] }).collect();
        }
    }

    /// Writes the values that are known before the first instruction into their registers.
    fn give(&mut self, positions: &ColumnsRef<'_>, columns: &[&[u64]], range: Range<usize>) {
        let Self { plan, features, feature_registers, registers, .. } = self;
        let inputs = &columns[self.columns..];
        for (term, n) in &plan.given {
            match term {
                Term::BlackToMove => {
                    for (word, side) in register(registers, *n).iter_mut().zip(&positions.side_to_move[range.clone()]) {
                        *word = u64::from(*side == Color::Black).wrapping_neg();
                    }
                }
                Term::Column(column) => {
                    register(registers, *n)[..range.len()].copy_from_slice(&columns[*column][range.clone()]);
                }
                Term::Given(input) => {
                    register(registers, *n)[..range.len()].copy_from_slice(&inputs[*input][range.clone()]);
                }
                _ => {}
            }
        }
        if !feature_registers.is_empty() {
            features.for_each_column(positions.range(range), |feature, block, values| {
                register(registers, feature_registers[feature])[block].copy_from_slice(values);
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

fn register(registers: &mut [Option<Box<Column>>], n: usize) -> &mut [u64; BLOCK] {
    &mut registers[n].as_mut().expect("no register is being computed").0
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
fn execute(backend: Backend, mut instructions: &[Instruction], block: &mut Block<'_>) {
    while let Some(first) = instructions.first() {
        let done = match first {
            Instruction::Pass(..) => {
                let passes = instructions.iter().take_while(|one| matches!(one, Instruction::Pass(..))).count();
                backend.run(Passes { instructions: &instructions[..passes], block: &mut *block });
                passes
            }
            Instruction::Pattern(pattern, inputs, results) => {
                compute_block(backend, *pattern, inputs, results, block);
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

/// The greatest numbers of inputs and of results of a pattern.
const MOST_INPUTS: usize = 12;
const MOST_RESULTS: usize = 8;

/// Computes all results of a pattern for a block, and allocates nothing.
fn compute_block(backend: Backend, pattern: Pattern, inputs: &[Operand], results: &[usize], block: &mut Block<'_>) {
    let mut taken: [Option<Box<Column>>; MOST_RESULTS] = array::from_fn(|n| results.get(n).map(|to| block.take(*to)));
    let words: [&[u64]; MOST_INPUTS] = array::from_fn(|n| inputs.get(n).map_or(&[][..], |input| block.get(*input)));
    let mut outputs = taken.each_mut().map(|column| column.as_mut().map_or(&mut [][..], |column| &mut column.0[..]));
    compute_pattern(backend, pattern, &words[..inputs.len()], &mut outputs[..results.len()]);
    for (register, column) in results.iter().zip(taken.into_iter().flatten()) {
        block.put(*register, column);
    }
}

/// Computes all results of a pattern of the catalogue for columns of boards. `inputs` has a column for each input of the
/// pattern, and `outputs` a column for each result. All columns have a word for each board.
///
/// The kernels of all patterns are compiled here once, for programs that choose a pattern at run time.
///
/// # Panics
///
/// Panics if the number of inputs or outputs is wrong, or if the columns do not all have the same length. Nothing is
/// written in that case.
pub fn compute_pattern(backend: Backend, pattern: Pattern, inputs: &[&[u64]], outputs: &mut [&mut [u64]]) {
    assert_eq!(
        (inputs.len(), outputs.len()),
        (pattern.inputs().len(), pattern.results().len()),
        "columns of {pattern}"
    );
    pattern.visit(OnColumns { backend, inputs, outputs });
}

struct OnColumns<'a, 'b> {
    backend: Backend,
    inputs: &'a [&'a [u64]],
    outputs: &'a mut [&'b mut [u64]],
}

impl Visitor for OnColumns<'_, '_> {
    type Out = ();

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K)
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        let inputs: [&[u64]; IN] = array::from_fn(|n| self.inputs[n]);
        let mut outputs = self.outputs.iter_mut();
        let outputs: [&mut [u64]; OUT] = array::from_fn(|_| &mut **outputs.next().expect("a column for each result"));
        self.backend.map(kernel, inputs, outputs);
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
