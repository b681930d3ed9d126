//! Permission to use an instruction set, as a value.
//!
//! An [`Isa`] value proves that this CPU has the instructions: only detection makes one, and it is passed on wherever they
//! are used. Code that needs them runs through the one door of its set, [`Isa::enter`]:
//!
//! ```text
//! isa.enter(body)  ->  #[target_feature(enable = "...")] fn door(body) { body.run() }
//!                      `-- body.run(), inlined here, is compiled with the features switched on
//! ```

/// What runs behind the door. `run` must be `#[inline(always)]`, or it is compiled without the features.
pub trait Body {
    /// What [`run`](Self::run) returns.
    type Out;

    /// Does the work.
    fn run(self) -> Self::Out;
}

/// Proof that this CPU has an instruction set; zero-sized.
pub trait Isa: Copy + 'static {
    /// The name in words of the field, lower case, such as `avx2`.
    const NAME: &'static str;

    /// The proof, or `None` if this CPU lacks the instructions or the operating system does not keep their registers.
    ///
    /// The answer is cached; still, ask once and pass the value on.
    fn detect() -> Option<Self>;

    /// Runs `body` compiled with the instruction set switched on.
    fn enter<B: Body>(self, body: B) -> B::Out;
}

/// What every CPU has: the instructions of the compilation target.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Scalar;

impl Isa for Scalar {
    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    // Inlined or not as the compiler likes: no feature changes here.
    #[inline]
    fn enter<B: Body>(self, body: B) -> B::Out {
        body.run()
    }
}
