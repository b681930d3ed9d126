//! The axes of setwise, each written once, and the batch loop that joins them.
//!
//! A strategy for set-wise attacks is not a function. It is a point on three axes:
//!
//! | axis | trait | says | examples |
//! |---|---|---|---|
//! | instruction set | [`Isa`] | what the CPU may be asked to do | [`Scalar`], `Avx2` |
//! | lanes | [`Lanes`] | how many boards lie side by side in one register | [`Words`], `FourBoards` |
//! | spread | [`Spread`] | the formula from leapers to attacked squares | [`Lookup`], [`EightShifts`], [`Prefix`] |
//!
//! A [`Backend`] is a choice on each. A [`Kernel`], written with [`kernel!`], is a pattern as a pure function of sets, and
//! every backend runs every kernel over columns of boards in one pass. A [`Job`] is work that any backend can do. This crate
//! never sees an instruction set: those live in `setwise-simd`, one file each, and only there is anything unsafe.
//!
//! # Why it is fast
//!
//! Every function between the batch loop and the instruction is `#[inline(always)]`, so that the whole chain melts into one
//! loop inside the door, the only function that has the CPU features switched on ([`Isa::enter`]). That chain is a
//! contract: one missing attribute costs a call per operation and keeps every answer right.
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
