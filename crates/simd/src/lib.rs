//! The instruction sets of setwise: one file each, and the only unsafe code of the workspace.
//!
//! A file holds the proof, such as `Avx2`, a zero-sized value that only detection makes; and, where boards lie in it, the
//! register, such as `FourBoards`, made only with that proof. Because a register cannot exist on a CPU without its
//! instructions, every method and operator on it is safe: each `unsafe` block holds one operation, and its SAFETY line names
//! the witness.
//!
//! ```compile_fail,E0423
//! let forged = setwise_simd::Avx2(()); // the field is private: only `Avx2::detect()` makes one
//! ```
//!
//! Nor can a proof of one's own open a register:
//!
//! ```compile_fail,E0277
//! use setwise_core::{Isa, Lanes};
//!
//! #[derive(Clone, Copy)]
//! struct Forged;
//!
//! impl Isa for Forged {
//!     const NAME: &'static str = "forged";
//!     fn detect() -> Option<Self> { Some(Self) }
//!     fn enter<R>(self, body: impl FnOnce() -> R) -> R { body() }
//! }
//!
//! fn is_register<V: Lanes>() {}
//! is_register::<setwise_simd::EightBoards<Forged>>(); // `Forged` is no `Avx512Proof`, and cannot become one
//! ```
//!
//! Detection is the `cpufeatures` crate: no std, cached, and it asks whether the operating system keeps the registers.
//! It does not ask whether the CPU has the page of CPUID where AVX2 stands (RustCrypto/utils issue 1510): a CPU with AVX alone,
//! whose firmware cuts CPUID off before that page, might be taken for one with AVX2.
#![no_std]
#![allow(unsafe_code, reason = "the one crate that may: intrinsics, each behind a proof that the CPU has it")]

/// What only this crate implements: the traits of proofs.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(feature = "sse2", feature = "avx512")))]
mod sealed {
    /// A bound that nobody else can meet.
    pub trait Sealed {}
}
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(feature = "sse2", feature = "avx512")))]
use sealed::Sealed;

// A target without hardware floating point (a kernel, a boot loader) has no vector registers to speak of.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", feature = "neon"))]
mod arm;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))]
mod wasm;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(feature = "avx2", feature = "avx512")))]
mod popcount;

#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2", any(feature = "sse2", feature = "avx2", feature = "avx512")),
    all(target_arch = "aarch64", target_feature = "neon", feature = "neon"),
))]
mod operators;

#[cfg(any(
    all(
        target_arch = "x86_64",
        target_feature = "sse2",
        any(feature = "popcnt", feature = "sse2", feature = "avx2", feature = "avx512")
    ),
    all(target_arch = "aarch64", target_feature = "neon", feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"),
))]
mod proof;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", feature = "neon"))]
pub use arm::neon::{Neon, TwoBoards};
#[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))]
pub use wasm::simd128::{Simd128, TwoBoards};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2"))]
pub use x86::avx2::{Avx2, FourBoards};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"))]
pub use x86::avx512::{Avx512, Avx512Proof, Avx512Vpopcnt, EightBoards};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "popcnt"))]
pub use x86::popcnt::Popcnt;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens"))]
pub use x86::specimens::{EightLanes, Gather, sse41::Sse41, ssse3::Ssse3};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "sse2"))]
pub use x86::sse2::{Sse2, Sse2Proof, TwoBoards};
