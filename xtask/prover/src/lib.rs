//! Proves compiled loops for all boards, from their assembly.
//!
//! ```text
//! listing              vpaddb %ymm2, %ymm2, %ymm3      ...      vmovdqu %ymm2, (%r10,%r8)
//! symbolic state       ymm2 = 256 formulas over the squares of four boards, r8 = its value before this iteration
//! after one iteration  output lane i = 64 formulas          r8 = its value before + 32
//! specification        e4 of attacks = knight on d2, or on f2, or on c3, ...      by coordinates
//! ```
//!
//! One iteration of the loop is executed, with a formula in place of each bit. The formulas of each output lane are
//! compared with a specification, which computes the expected squares by coordinates from the same lane of the inputs.
//! Equal formulas have equal decision diagrams, so this comparison is a proof for all boards. The proof needs no CPU
//! that can execute the instructions.
//!
//! The program compiles the loops, and then uses the modules in this order:
//!
//! 1. [`dataflow`] finds the content of each register at the start of the loop: a constant, such as a mask from the
//!    listing's data, or a sum of earlier values. All other contents are unknown.
//! 2. [`iteration`] executes every path through the loop once, and records loads and stores with their addresses.
//! 3. [`columns`] checks the addresses. Each column must be one of the arguments. An iteration must access the boards
//!    of a column without gaps, and the next iteration must continue at the next board.
//! 4. [`counter`] checks that the loop has one exit, which comes after the last store. It also checks that the loop
//!    runs one iteration for each full register between the board at which it starts and the end of the columns.
//! 5. [`prove`](mod@prove) compares the output with the specification of the kernel.
//!
//! [`instructions`] executes an instruction by calling [`x86`], [`arm`] or [`wasm`]. Their tables map mnemonics to the
//! functions of [`bits`]. In the loop, an unsupported instruction is an error. Before the loop, everything that such an
//! instruction could write becomes unknown.
//!
//! # What is not proved
//!
//! - Whether the columns overlap each other, the stack or the caller's array of slices. Rust's references guarantee
//!   that they do not.
//! - Whether the function changes the caller's array of slices. The prover assumes that it does not.
//! - Whether all columns have the same length. The function or its caller compares the lengths.
//! - The code around a loop. This code computes single boards, skips a loop that would have no iterations, and runs the
//!   loop a second time for the last register. This second run starts at a later board, but only the first run is
//!   proved to start at the correct board. The conformance tests check this code with columns of every length from 0 to
//!   67.
//! - Loops of kernels that are not in [`KERNELS`](prove::KERNELS), and loops that count squares.
#![forbid(unsafe_code)]

pub mod arm;
pub mod bits;
pub mod columns;
pub mod counter;
pub mod dataflow;
pub mod instructions;
pub mod iteration;
pub mod linear_expr;
pub mod machine;
pub mod prove;
pub mod wasm;
pub mod x86;
