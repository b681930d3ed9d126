//! Assembly listings, as `rustc --emit asm` writes them: functions, constants, control flow, innermost loops.
//!
//! `cargo xtask asm` counts the instructions of a loop, and the prover executes them on all boards at once. Both use this crate
//! to find the loops of a function.
#![forbid(unsafe_code)]

mod data;
mod dialect;
mod flow;
mod listing;

pub use data::Data;
pub use dialect::{Control, Dialect, Instruction};
pub use flow::{BasicBlock, Flow, InnermostLoop};
pub use listing::{Function, Line, functions};
