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
//! A [`Backend`] is one choice on each axis. A [`Kernel`], written with [`kernel!`], is a pattern as a pure function of
//! sets. Every backend runs every kernel over columns of boards in one pass. A [`Job`] is work that any backend can do.
//! This crate contains no intrinsics and no unsafe code: both are in `setwise-simd`, in one file per instruction set.
//!
//! # Why it is fast
//!
//! Every function between the batch loop and the instruction is `#[inline(always)]`. The whole chain is therefore
//! compiled into one loop inside the target-feature boundary ([`Isa::enter`]), the only function with the CPU features
//! switched on. The attribute must not be missing anywhere in the chain: without it the results stay right, but every
//! operation becomes a call.
#![no_std]
#![forbid(unsafe_code)]

mod batch;
mod chunk;
mod isa;
mod job;
mod kernel;
mod lanes;
mod lookup;
pub mod patterns;
pub mod popcount;
mod spread;
mod words;

pub use batch::{
    Backend, FromSquares, SpreadBits, Table, common_length, king_attacks_from, knight_attacks_from,
    vulnerable_lines_of_each,
};
pub use chunk::Chunk;
pub use isa::{Isa, Scalar};
pub use job::{Counts, Job, Map, Runner, Total};
pub use kernel::{Kernel, one_board};
pub use lanes::Lanes;
pub use lookup::Lookup;
pub use spread::{EightShifts, Prefix, Spread, king_directions, knight_directions};
pub use words::Words;
