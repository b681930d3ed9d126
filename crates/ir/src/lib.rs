//! Records kernels as lists of operations, which can be printed, counted and run.
//!
//! A [`Kernel`](setwise_core::Kernel) is generic over the type of its registers, which implements
//! [`Lanes`](setwise_core::Lanes). If this type records operations instead of computing them, evaluating the kernel
//! yields a [`Program`]: a list of operations such as shifts, masks and unions.
//!
//! ```
//! use setwise_core::{Prefix, patterns::KnightAttacks};
//! use setwise_ir::Program;
//!
//! let program = Program::record(KnightAttacks, Prefix).unwrap();
//! assert_eq!((program.total(), program.depth()), (17, 6));
//! assert_eq!(program.run(&[0x42]), [0x00A5_1800]);
//! print!("{program}");
//! ```
//!
//! If a kernel tests whether a set is empty, for example to end a loop, its operations depend on the boards, and
//! [`Program::record`] returns an error. [`Program::record_rounds`] records a fixed number of rounds of the kernel's
//! loop instead. [`Program::record_on`] records the operations that the kernel executes on given boards.
//!
//! # Proofs
//!
//! With the feature `proof`, the module `proof` compares a program with another one, or with a specification, for all
//! boards. The result is a proof, a counterexample with few squares, or the reason why the comparison could not be
//! decided. For example, `proof::equivalent` checks whether a faster form of a kernel computes the same results as the
//! original kernel.
//!
//! # Source
//!
//! The module [`emit`](mod@emit) writes a program as one C or Rust file, with a function for each chosen instruction
//! set. With the feature `proof`, `proof::emitted` proves for all boards that the instructions of the file compute the
//! same results as the program.
//!
//! The module [`script`] writes a program as a function of SQL, an array library, JavaScript or a language for GPUs. Its
//! text is read back, so that the text itself can be compared with the program.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod bound;
mod catalogue;
pub mod emit;
mod formula;
mod jumps;
mod leaper;
mod listing;
mod operation;
mod program;
#[cfg(feature = "proof")]
pub mod proof;
mod record;
pub mod script;
mod symbol;
mod tape;

pub use bound::BoundPattern;
pub use catalogue::Record;
pub use formula::Formula;
pub use leaper::{BUILT_IN, Leaper};
pub use listing::{Operand, Step, constant};
pub use operation::{Kind, Operation, ValueId};
pub use program::Program;
pub use record::NotStraightLineError;
pub use setwise_patterns::{Inputs, Interface, ParsePatternError, Pattern, UnknownName};
pub use symbol::{Recording, Symbol};

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
