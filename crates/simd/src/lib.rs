//! The instruction sets of setwise: one file each, and the only unsafe code of the workspace.
//!
//! A file holds two things. The proof, such as `Avx2`, a zero-sized value that only detection makes; and the register, such
//! as `FourBoards`, made only with that proof. Because a register cannot exist on a CPU without its instructions, every
//! method and operator on it is safe, and each holds one `unsafe` block with one intrinsic whose SAFETY line names the
//! witness.
//!
//! ```compile_fail
//! let forged = setwise_simd::Avx2(()); // the field is private: only `Avx2::detect()` makes one
//! ```
//!
//! Detection is the `cpufeatures` crate: no std, cached, and it asks whether the operating system keeps the registers.
#![no_std]

#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(all(target_arch = "x86_64", feature = "avx2"))]
pub use x86::avx2::{Avx2, FourBoards};
