//! The table of ufuncs: name, inputs, results, kernel and definition.
//!
//! A kernel becomes a function of columns that is not generic. So one loop serves all patterns, all types of arrays and
//! the counts of squares. This is a separate crate because it takes most of the compile time: each kernel is compiled for each
//! backend.
#![forbid(unsafe_code)]

use setwise::Backends;
pub use setwise_patterns::kernels::Identity;
use setwise_patterns::kernels::*;
pub use setwise_patterns::{Arguments, Results};
use setwise_patterns::{OnColumns, for_each_pattern};

/// A pattern and its ufunc.
#[derive(Debug)]
pub struct Pattern {
    /// The name of the ufunc.
    pub name: &'static str,
    /// The names of the inputs. At most [`MOST`].
    pub inputs: &'static [&'static str],
    /// The meaning of the inputs.
    pub arguments: Arguments,
    /// The names of the results. At most [`MOST`].
    pub outputs: &'static [&'static str],
    /// The meaning of the results.
    pub results: Results,
    /// The kernel.
    pub run: Run,
    /// The definition, a sentence.
    pub definition: &'static str,
}

/// The largest number of inputs, and of results, of a pattern.
pub const MOST: usize = 8;

/// Computes a pattern on columns of equal length.
pub type Run = fn(Backends, &[&[u64]], &mut [&mut [u64]]);

macro_rules! table {
    ($($name:ident $arguments:ident[$($input:ident),+] -> $results:ident[$($output:ident),+] =
        $kernel:expr, $($definition:literal)+;)+) => {
        /// All patterns.
        pub static PATTERNS: &[Pattern] = &[$(Pattern {
            name: stringify!($name),
            inputs: &[$(stringify!($input)),+],
            arguments: Arguments::$arguments,
            outputs: &[$(stringify!($output)),+],
            results: Results::$results,
            run: |backend, input, output| run($kernel, backend, input, output),
            definition: concat!($($definition),+),
        }),+];
    };
}

for_each_pattern!(table);

/// Runs a kernel on columns. There must be one column for each input and each result of the kernel.
fn run<K, const IN: usize, const OUT: usize>(kernel: K, backend: Backends, input: &[&[u64]], output: &mut [&mut [u64]])
where
    K: OnColumns<IN, OUT>,
{
    let input: [&[u64]; IN] = input.try_into().expect("the inputs of the kernel");
    let output: &mut [&mut [u64]; OUT] = output.try_into().expect("the results of the kernel");
    kernel.map(backend, input, output.each_mut().map(|column| &mut **column));
}
