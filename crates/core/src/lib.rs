//! The core traits of setwise, and the batch loop that combines them.
//!
//! A strategy for computing set-wise attacks makes one choice on each of three axes. Each axis is a trait:
//!
//! | axis | trait | chooses | examples |
//! |---|---|---|---|
//! | instruction set | [`Isa`] | the instructions that code may use | [`Scalar`], `Avx2` |
//! | lanes | [`Lanes`] | the number of boards side by side in one register | [`Words`], `FourBoards` |
//! | spread | [`Spread`] | the formula from leapers to attacked squares | [`Lookup`], [`EightShifts`], [`Prefix`] |
//!
//! A [`Strategy`] is a type that names one choice on each axis. It has only two type parameters, lanes and spread,
//! because the lanes determine the instruction set. A *backend* is a strategy, or a value that stands for a strategy
//! chosen at run time. A [`Kernel`] is a pattern, written as a pure function of sets, usually with the macro
//! [`kernel!`]. Every backend can run every kernel over columns of boards. A [`Job`] is code that any backend can run.
//! This crate contains no intrinsics and no unsafe code. The intrinsics are in `setwise-simd`, in one module per
//! instruction set.
//!
//! # Why it is fast
//!
//! Every function that the batch loop calls for each register, directly or indirectly, is marked `#[inline(always)]`.
//! The only exceptions are functions in `setwise-simd` with the attribute `#[target_feature]`. The compiler therefore
//! merges all these functions into one loop, inside the function that [`Isa::enter`] calls. Only that function is
//! compiled with the CPU features switched on. If one of the functions inside the loop lacks `#[inline(always)]`, the
//! results are still correct, but operations become function calls.
//!
//! Most programs should depend on the crate `setwise`, which re-exports what they need. The examples in this crate
//! therefore import from `setwise`.
// The crate `setwise` depends on this crate, so the examples cannot import it. Instead, a hidden line of each example
// defines a module named `setwise` with the same items.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod alternating_bytes;
mod batch;
mod chunk;
mod entries;
mod isa;
mod job;
mod kernel;
mod lanes;
mod offsets;
pub mod patterns;
pub mod popcount;
mod spread;
mod square_table;
mod words;

pub use alternating_bytes::{AlternatingBytes, Indices, in_each_byte, minus_rank};
pub use batch::{
    BlockOrder, FILES, FromSquares, LIST_ROOM, ListMembers, MIN_SQUARES, PairBlock, PairKinds, Pairs, Strategy,
    add_to_fields, add_to_squares, common_length, each_16, each_register, list_members, list_pair_kinds, list_pairs,
    map_past_caches, no_revectorize, sets_from, vulnerable_lines_of_each, write_by_rank, write_pairs,
};
pub use chunk::Chunk;
pub use entries::{AreaTables, union_of_entries, with_empty_entry};
pub use isa::{Isa, Memory, Scalar};
pub use job::{Counts, Heat, Job, Map, Runner, Total};
pub use kernel::{Kernel, ResultKind, one_board};
pub use lanes::{Lanes, PastCaches, flip_antidiagonal, mirror_horizontal, sum_of_popcounts};
pub use offsets::{ListError, Offset};
pub use spread::{EightShifts, Lookup, Prefix, Spread, king_directions, knight_directions, knight_directions_onto};
pub use square_table::SquareTable;
pub use words::Words;

/// Whether plain words count the bits of a word with an instruction. On x86-64, they do so only if the whole program is
/// compiled for POPCNT, which old CPUs lack; the constant does not know which features a target-feature boundary switches
/// on. Other architectures have such an instruction, or are not known to gain from the other method.
const COUNTS_WORDS_BY_INSTRUCTION: bool = cfg!(any(target_feature = "popcnt", not(target_arch = "x86_64")));
