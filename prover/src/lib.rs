//! Proves compiled loops for all boards, from their assembly.
//!
//! ```text
//! listing              vpaddb %ymm2, %ymm2, %ymm3      ...      vmovdqu %ymm2, (%r10,%r8)
//! symbolic state       ymm2 = 256 formulas over the squares of four boards, r8 = its value before this turn
//! after one turn       output lane i = 64 formulas          r8 = its value before + 32
//! specification        e4 of attacks = knight on d2, or on f2, or on c3, ...      by coordinates
//! ```
//!
//! A turn of the loop is executed once, with a formula in place of each bit. The formulas of each output lane are compared
//! with a specification by coordinates over the same lane of the inputs. Equal formulas have equal decision diagrams, so this
//! is a proof for all boards. It needs no CPU that can execute the instructions.
//!
//! The modules, in the order in which they are used:
//!
//! 1. [`before`] finds the registers that are constant when the loop starts, with masks read from the listing's data.
//! 2. [`turn`] executes every path through the loop once, and records loads and stores with their addresses.
//! 3. [`columns`] checks the addresses: each column is read or written whole, lane by lane, and advances by what was processed.
//! 4. [`prove`](mod@prove) compares the output with a specification of [`kernels`].
//!
//! [`instructions`] executes the instructions of [`x86`], [`arm`] and [`wasm`]: tables from mnemonics to the functions of
//! [`bits`]. In the loop, an instruction that the tables lack is an error. Before the loop, everything that it could write
//! becomes unknown.
//!
//! # What is not proved
//!
//! - That the caller's array of slices is what its types say. The inputs are taken in the order of the addresses from which
//!   their pointers are loaded.
//! - The number of turns. The counter must advance by what was processed, in boards, bytes or registers. Its start
//!   and the direction of the jump are not checked. The conformance tests run all lengths.
//! - Code outside loops, such as that for a single board, and loops that count squares.
//! - That columns do not overlap each other or the stack, which Rust's references guarantee.
#![forbid(unsafe_code)]

pub mod arm;
pub mod before;
pub mod bits;
pub mod columns;
pub mod instructions;
pub mod kernels;
pub mod machine;
pub mod number;
pub mod prove;
pub mod turn;
pub mod wasm;
pub mod x86;
