//! Permission to use an instruction set, as a value.
//!
//! An [`Isa`] value proves that this CPU has the instructions. The proofs of `setwise-simd` are made only by detection.
//! [`Scalar`] needs no detection. Code that needs the instructions takes a proof as an argument. [`Isa::enter`] runs
//! this code inside the target-feature boundary of the instruction set:
//!
//! ```text
//! isa.enter(#[inline(always)] || work)  ->  #[target_feature(enable = "...")] fn door(body) { body() }
//!                                           `-- body, inlined here, is compiled with the features switched on
//! ```
//!
//! The closure must have the attribute `#[inline(always)]`. Without it the compiler may keep the closure as a separate
//! function, which is then compiled without the features. The results stay correct, but every operation becomes a call.

/// A zero-sized proof that this CPU has an instruction set.
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

/// The instructions of the compilation target. Every CPU that can run the program has them.
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
