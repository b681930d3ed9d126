//! The table of ufuncs: each pattern of the catalogue with the function that computes it on columns.
//!
//! Each kernel becomes a non-generic function on columns. Therefore, a single loop can run every pattern on every type
//! of array, and can also count squares.
//!
//! The table is a separate crate, because compiling each kernel for each backend takes most of the build time.
#![forbid(unsafe_code)]

use std::sync::LazyLock;

use setwise::{Backend, Kernel, ResultKind};
pub use setwise_patterns::Inputs;
pub use setwise_patterns::inputs::meaning;
pub use setwise_patterns::kernels::Identity;
use setwise_patterns::{Door, Pattern as Entry, Visitor};

/// A pattern and its ufunc.
pub struct Pattern {
    /// The name of the ufunc.
    pub name: &'static str,
    /// The names of the inputs, at most [`MOST`] of them.
    pub inputs: &'static [&'static str],
    /// The meaning of the inputs.
    pub inputs_are: Inputs,
    /// The names of the results, at most [`MOST`] of them.
    pub outputs: &'static [&'static str],
    /// The meaning and type of the results.
    pub results: Results,
    /// The function that runs the kernel on columns.
    pub run: Run,
    /// The definition of the pattern.
    pub definition: &'static str,
}

/// The meaning and type of the results of a ufunc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Results {
    /// Sets.
    Sets,
    /// The number of squares in the result of the kernel, as a byte.
    Counts,
    /// Numbers from 0 to 255, as bytes.
    Bytes,
    /// Numbers from 0 to 65,535, as 16-bit words.
    Shorts,
}

/// The maximum number of inputs of a pattern, and also of its results.
pub const MOST: usize = 8;

/// Computes a pattern on columns of equal length.
pub type Run = Box<dyn Fn(Backend, &[&[u64]], &mut [&mut [u64]]) + Send + Sync>;

/// All patterns that Python offers.
pub static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| Door::Python.patterns().map(pattern).collect());

fn pattern(entry: Entry) -> Pattern {
    Pattern {
        name: entry.name(),
        inputs: entry.inputs(),
        inputs_are: entry.inputs_are(),
        outputs: entry.results(),
        results: results(entry.kinds()[0]),
        run: entry.visit(OnColumns),
        definition: entry.definition(),
    }
}

/// Returns the smallest type that holds all results of a kind. All results of a pattern have the same kind.
fn results(kind: ResultKind) -> Results {
    match kind {
        ResultKind::Set => Results::Sets,
        ResultKind::Number { max: 0..=255 } | ResultKind::NumberOrNone { none: 0..=255 } | ResultKind::Flag => {
            Results::Bytes
        }
        ResultKind::Number { .. } | ResultKind::NumberOrNone { .. } => Results::Shorts,
    }
}

/// Makes the function that runs a kernel on columns.
struct OnColumns;

impl Visitor for OnColumns {
    const DOOR: Door = Door::Python;
    type Out = Run;

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Run
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        Box::new(move |backend, input, output| {
            let input: [&[u64]; IN] = input.try_into().expect("the inputs of the kernel");
            let output: &mut [&mut [u64]; OUT] = output.try_into().expect("the results of the kernel");
            backend.map(kernel, input, output.each_mut().map(|column| &mut **column));
        })
    }
}
