//! Values that prove that this CPU has an instruction set.
//!
//! Each instruction set is a type that implements [`Isa`]. A value of the type proves that this CPU has the
//! instructions. The proofs of `setwise-simd` can be created only by detection or from other proofs; [`Scalar`] needs
//! no detection. Code that needs the instructions takes a proof as an argument. [`Isa::enter`] runs a closure inside
//! the target-feature boundary of the instruction set:
//!
//! ```text
//! isa.enter(#[inline(always)] || work)  ->  #[target_feature(enable = "...")] fn boundary(body) { body() }
//!                                           `-- body, inlined here, is compiled with the features switched on
//! ```
//!
//! The closure must have the attribute `#[inline(always)]`. Without it the compiler may keep the closure as a separate
//! function, which is then compiled without the features. The results stay correct, but every operation becomes a call.

/// A zero-sized proof that this CPU has an instruction set.
pub trait Isa: Copy + 'static {
    /// The usual name of the instruction set in lower case, such as `avx2`.
    const NAME: &'static str;

    /// Returns the proof. Returns `None` if this CPU lacks the instructions, or if the operating system does not save
    /// the registers that they use.
    ///
    /// If an implementation queries the CPU, it stores the answer for later calls. Reading the stored answer may still
    /// take time, so call this function once and pass the proof on.
    fn detect() -> Option<Self>;

    /// Runs `body`, compiled with the instruction set switched on. Mark the closure `#[inline(always)]`: a closure that
    /// is not inlined is compiled without the instruction set.
    fn enter<R>(self, body: impl FnOnce() -> R) -> R;

    /// Returns the properties of this machine's memory that determine how the loops access long columns. If an
    /// implementation queries the CPU, it stores the answer for later calls.
    #[doc(hidden)]
    #[inline]
    fn memory(self) -> Memory {
        Memory::UNKNOWN
    }
}

/// The properties of a machine's memory that determine how loops access long columns.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// The size of the largest cache in bytes, or `usize::MAX` if the size is unknown.
    pub last_level_cache: usize,
    /// Whether loops over one to three long input columns prefetch. On some CPUs, such loops are faster if they leave
    /// these columns to the hardware prefetchers. The order of blocks that are stored past the caches also depends on this
    /// field.
    pub prefetch_few: bool,
}

impl Memory {
    /// The properties that are assumed if nothing is known about the machine.
    pub const UNKNOWN: Self = Self { last_level_cache: usize::MAX, prefetch_few: true };
}

/// The proof for the instructions of the compilation target. Every CPU that can run the program has these instructions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Scalar;

impl Isa for Scalar {
    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    // This function switches no features on, so the compiler is free to decide whether to inline it.
    #[inline]
    fn enter<R>(self, body: impl FnOnce() -> R) -> R {
        body()
    }
}
