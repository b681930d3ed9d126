//! The core traits of setwise, and the batch loop that combines them.
//!
//! A strategy for computing set-wise attacks is a choice on three axes. Each axis is one trait:
//!
//! | axis | trait | chooses | examples |
//! |---|---|---|---|
//! | instruction set | [`Isa`] | the instructions that code may use | [`Scalar`], `Avx2` |
//! | lanes | [`Lanes`] | the number of boards side by side in one register | [`Words`], `FourBoards` |
//! | spread | [`Spread`] | the formula from leapers to attacked squares | [`Lookup`], [`EightShifts`], [`Prefix`] |
//!
//! A [`Strategy`] is one choice on each axis. It has two type parameters, because the lanes determine the instruction
//! set. A [`Kernel`] is a pattern as a pure function of sets. The macro [`kernel!`] defines one. Every backend runs
//! every kernel over columns of boards in one pass. A [`Job`] is code that any backend can run. This crate contains no
//! intrinsics and no unsafe code. Both are in `setwise-simd`, in one module per instruction set.
//!
//! # Why it is fast
//!
//! Every function between the batch loop and the instruction is `#[inline(always)]`. The exceptions are `at` and
//! `at_mut` in `batch/columns.rs`, where a comment gives the reason. The whole chain is therefore compiled into one
//! loop inside the function that [`Isa::enter`] calls. Only this function is compiled with the CPU features switched
//! on. Without the attribute the results are still correct, but every operation becomes a function call.
//!
//! Programs depend on the crate `setwise`, which re-exports what they need. The examples of this crate use the paths of
//! `setwise`.
// `setwise` depends on this crate, so a hidden line of each example defines a module named `setwise` instead of
// importing the crate.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod batch;
mod chunk;
mod isa;
mod job;
mod kernel;
mod lanes;
pub mod patterns;
pub mod popcount;
mod spread;
mod words;

pub use batch::{
    FromSquares, SpreadBits, Strategy, Table, common_length, king_attacks_from, knight_attacks_from, no_revectorize,
    vulnerable_lines_of_each,
};
pub use chunk::Chunk;
pub use isa::{Isa, Scalar};
pub use job::{Counts, Heat, Job, Map, Runner, Total};
pub use kernel::{Kernel, ResultKind, one_board};
pub use lanes::Lanes;
pub use spread::{EightShifts, Lookup, Prefix, Spread, king_directions, knight_directions};
pub use words::Words;
