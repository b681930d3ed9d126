//! Permission to use an instruction set, as a value.
//!
//! An [`Isa`] value proves that this CPU has the instructions. Only detection makes the proofs of `setwise-simd`
//! ([`Scalar`] needs no detection). Code that needs the instructions takes a proof as an argument. This code runs
//! through the target-feature boundary of its instruction set, [`Isa::enter`]:
//!
//! ```text
//! isa.enter(#[inline(always)] || work)  ->  #[target_feature(enable = "...")] fn door(body) { body() }
//!                                           `-- body, inlined here, is compiled with the features switched on
//! ```
//!
//! The attribute on the closure is part of the call. Without it the compiler may keep the closure as a separate
//! function, which is then compiled without the features: the results stay correct, but every operation becomes a call.

/// Proof that this CPU has an instruction set; zero-sized.
pub trait Isa: Copy + 'static {
    /// The usual name in lower case, such as `avx2`.
    const NAME: &'static str;

    /// Returns the proof, or `None` if this CPU lacks the instructions or the operating system does not save their
    /// registers.
    ///
    /// The result is cached. Still, call this once and pass the value on.
    fn detect() -> Option<Self>;

    /// Runs `body`, compiled with the instruction set switched on. Write `#[inline(always)]` before the closure.
    fn enter<R>(self, body: impl FnOnce() -> R) -> R;
}

/// The instruction set that every CPU has: the instructions of the compilation target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Scalar;

impl Isa for Scalar {
    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    // The compiler decides whether to inline this: no features change here.
    #[inline]
    fn enter<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }
}
