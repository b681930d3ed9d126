//! The arguments of a batch loop: its columns and their length.
//!
//! ```text
//! fn(inputs: [&[u64]; N], output: &mut [u64])     first argument: the address of N slices
//!                                                 second and third: the address and the length of the output
//! closure { inputs, output, boards }              first argument: the address of N + 1 slices and of a length
//! ```
//!
//! A slice is an address and a length, one word each. Rust does not guarantee the layout of a closure. If the compiler
//! changes it, loops are refused.

use setwise_assembly::Dialect;

use crate::linear_expr::{LinearExpr, Symbol};

/// The addresses of the columns when a function is called, and all numbers that equal their length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// The addresses of the input columns, in the order of the kernel's inputs.
    pub inputs: Vec<LinearExpr>,
    /// The address of the output column.
    pub output: LinearExpr,
    /// The lengths of the columns, in boards. The function itself or its caller has checked that they are equal.
    pub lengths: Vec<LinearExpr>,
}

impl Arguments {
    /// Returns the arguments of a function and those of a closure, with `count` inputs and one output.
    #[must_use]
    pub fn forms(dialect: Dialect, count: usize) -> [Self; 2] {
        let (word, names) = match dialect {
            Dialect::X86 => (8, ["rdi", "rsi", "rdx"]),
            Dialect::Arm => (8, ["x0", "x1", "x2"]),
            Dialect::Wasm => (4, ["local 0", "local 1", "local 2"]),
        };
        let [first, second, third] = names.map(|name| LinearExpr::symbol(Symbol::Start(name.into())));
        let loaded = |words: usize| {
            let address = first.offset((word * words) as u64);
            LinearExpr::symbol(Symbol::Loaded(Box::new(address)))
        };
        let inputs: Vec<LinearExpr> = (0..count).map(|slice| loaded(2 * slice)).collect();
        let lengths = |slices: usize| (0..slices).map(|slice| loaded(2 * slice + 1));
        [
            Self { inputs: inputs.clone(), output: second, lengths: lengths(count).chain([third]).collect() },
            Self {
                inputs,
                output: loaded(2 * count),
                lengths: lengths(count + 1).chain([loaded(2 * count + 2)]).collect(),
            },
        ]
    }

    /// Returns the distance in bytes of an address from the start of the output column, if it is in that column.
    #[must_use]
    pub fn in_output(&self, address: &LinearExpr) -> Option<LinearExpr> {
        let pointer = self.output.as_symbol()?;
        let distance = address.minus(&self.output);
        (!distance.any(&|symbol| symbol == pointer) && address.any(&|symbol| symbol == pointer)).then_some(distance)
    }
}
