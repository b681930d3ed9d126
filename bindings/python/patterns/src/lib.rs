//! The table of ufuncs: each pattern of the catalogue with the function that computes it on columns.
//!
//! Each kernel becomes a non-generic function on columns. Therefore, a single loop can run every pattern on every type
//! of array, and can also count squares.
//!
//! The table is a separate crate, because compiling each kernel for each backend takes most of the build time.
#![forbid(unsafe_code)]

use std::sync::LazyLock;

use setwise::{Backend, Kernel, ResultKind};
pub use setwise_patterns::kernels::Identity;
use setwise_patterns::{Interface, Pattern, Visitor};

/// The ufunc of a pattern, which has at most [`MOST`] inputs and results.
pub struct Ufunc {
    /// The pattern.
    pub pattern: Pattern,
    /// The meaning and type of the results.
    pub results: Results,
    /// The function that runs the kernel on columns.
    pub run: Run,
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

/// The ufuncs of all patterns that Python offers.
pub static UFUNCS: LazyLock<Vec<Ufunc>> = LazyLock::new(|| {
    let ufunc =
        |pattern: Pattern| Ufunc { pattern, results: results(pattern.kinds()[0]), run: pattern.visit(OnColumns) };
    Interface::Python.patterns().map(ufunc).collect()
});

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
    const INTERFACE: Interface = Interface::Python;
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
