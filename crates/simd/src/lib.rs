//! The instruction sets of setwise, in one module each. All unsafe code of the library is in this crate. The module
//! [`columns`] is also in this crate, because its casts between columns of bitboards and columns of words need unsafe
//! code.
//!
//! The module of an instruction set has a proof, such as `Avx2`: a zero-sized value that exists only if detection has
//! found the instruction set. If the instruction set has registers for boards, the module also has a register type,
//! such as `FourBoards`. A register can be made only with the proof. A register therefore cannot exist on a CPU that
//! lacks the instruction set, so every method and operator of a register is safe to call. Each `unsafe` block contains
//! one operation, and its SAFETY comment names the proof or another reason why the block is sound.
//!
//! ```compile_fail,E0423
//! let forged = setwise_simd::Avx2(()); // the field is private: only `Avx2::detect()` makes one
//! ```
//!
//! A register also cannot be made with a proof type that another crate defines:
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
//! is_register::<setwise_simd::EightBoards<Forged>>(); // `Forged` does not and cannot implement `Avx512Proof`
//! ```
//!
//! Detection uses the `cpufeatures` crate, which needs no std. `cpufeatures` checks whether the operating system
//! preserves the registers, but not whether the CPU has the CPUID leaf that reports AVX2. The module `x86::detection`
//! also checks this.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(
    unsafe_code,
    reason = "intrinsics, each called only with a proof that the CPU has its instruction; casts in `columns`"
)]

pub mod columns;
pub mod decode;

cfg_if::cfg_if! {
    // A target without hardware floating point, as used for operating systems and boot loaders, has no usable vector
    // registers.
    if #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))] {
        #[cfg(any(feature = "sse2", feature = "avx2", feature = "avx512"))]
        mod operators;
        #[cfg(any(feature = "popcnt", feature = "sse2", feature = "avx2", feature = "avx512"))]
        mod proof;
        mod x86 {
            #[cfg(any(feature = "avx2", feature = "avx512"))]
            pub(crate) mod detection;
            #[cfg(any(feature = "popcnt", feature = "avx2", feature = "avx512"))]
            pub(crate) mod memory;
            #[cfg(feature = "avx2")]
            pub(crate) mod avx2;
            #[cfg(feature = "avx512")]
            pub(crate) mod avx512;
            #[cfg(any(feature = "avx2", feature = "avx512"))]
            pub(crate) mod bytes;
            #[cfg(feature = "popcnt")]
            pub(crate) mod popcnt;
            #[cfg(any(feature = "avx2", feature = "avx512"))]
            pub(crate) mod squares;
            #[cfg(feature = "sse2")]
            pub(crate) mod sse2;

            /// Strategies that exist only for comparison. On every CPU measured so far, most of them are slower than
            /// another strategy. The modules are in this crate only because they need unsafe code. The crate
            /// `setwise-specimens` lists and describes the strategies.
            #[cfg(feature = "specimens")]
            pub(crate) mod specimens {
                pub(crate) mod eight_lanes;
                pub(crate) mod gather;
                pub(crate) mod sse41;
                pub(crate) mod ssse3;
            }
        }

        /// This module is private. Other crates cannot name the trait in it, so only this crate can implement the proof
        /// traits.
        #[cfg(any(feature = "sse2", feature = "avx512"))]
        mod sealed {
            /// A supertrait of the proof traits.
            pub trait Sealed {}
        }
        #[cfg(any(feature = "sse2", feature = "avx512"))]
        use sealed::Sealed;

        #[cfg(feature = "avx2")]
        pub use x86::avx2::{Avx2, FourBoards, bmi2::Bmi2, placement::Avx2Bmi1};
        #[cfg(feature = "avx512")]
        pub use x86::avx512::{Avx512, Avx512Proof, Avx512Vpopcnt, EightBoards, placement::Avx512Vbmi2};
        #[cfg(feature = "popcnt")]
        pub use x86::popcnt::Popcnt;
        #[cfg(feature = "specimens")]
        pub use x86::specimens::{eight_lanes::EightLanes, gather::Gather, sse41::Sse41, ssse3::Ssse3};
        #[cfg(feature = "sse2")]
        pub use x86::sse2::{Sse2, Sse2Proof, TwoBoards};
    } else if #[cfg(all(target_arch = "aarch64", target_feature = "neon", feature = "neon"))] {
        mod arm {
            pub(crate) mod neon;
        }
        mod operators;
        mod proof;

        pub use arm::neon::{Neon, TwoBoards};
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))] {
        mod operators;
        mod proof;
        mod wasm {
            pub(crate) mod simd128;
        }

        pub use wasm::simd128::{Simd128, TwoBoards};
    }
}
