//! Assembly listings, as `rustc --emit asm` writes them: functions, constants, control flow, innermost loops.
//!
//! [`batch_loops`] counts the instructions of the library's loops, and the prover executes them on all boards at once. Both find
//! the loops of a function in the same way.
#![forbid(unsafe_code)]

pub mod batch_loops;
mod data;
mod dialect;
mod flow;
mod listing;

pub use data::Data;
pub use dialect::{Control, Dialect, Instruction};
pub use flow::{BasicBlock, Flow, InnermostLoop};
pub use listing::{Function, Line, functions};
