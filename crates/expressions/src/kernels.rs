//! The kernels of all patterns, compiled for programs that choose a pattern at run time.

use std::array;

use setwise::{Backend, Kernel};
use setwise_patterns::{Pattern, Visitor};

use crate::{Evaluator, Expression};

impl Evaluator {
    /// Returns an evaluator of expressions, which must have been parsed with the same names.
    #[must_use]
    pub fn new(backend: Backend, expressions: &[&Expression]) -> Self {
        Self::with_patterns(backend, expressions, compute_pattern)
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
