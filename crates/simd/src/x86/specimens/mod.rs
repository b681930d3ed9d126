//! Strategies for comparison only: each is slower than another one on every CPU measured so far. The loops by hand are
//! for comparison with those that the compiler generates. All are in this crate only because they need unsafe code. The
//! crate `setwise-specimens` lists and describes them.

#[cfg(feature = "avx2")]
pub mod avx2_by_hand;
#[cfg(feature = "avx2")]
mod avx2_eight_lanes;
#[cfg(feature = "avx2")]
mod avx2_gather;
#[cfg(feature = "avx512")]
pub mod avx512_by_hand;
#[cfg(feature = "avx512")]
mod avx512_eight_lanes;
#[cfg(feature = "avx512")]
mod avx512_gather;
pub(crate) mod sse41;
pub(crate) mod ssse3;

/// All eight directions of one board at once, each in a separate lane, united at the end.
///
/// The idea is natural: eight directions, eight lanes, one variable shift. But it is slow: the set must be broadcast
/// and the lanes must be united again. These two movements across the register cost more than the shared scalar
/// operations that they replace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightLanes;

/// Attacks of single squares: one instruction reads several entries of the table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gather;
