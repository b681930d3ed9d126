//! Strategies that exist to be compared: each loses to another one on every CPU measured so far. They live here only because
//! their intrinsics need unsafe code; the crate `setwise-specimens` lists and describes them.

#[cfg(feature = "avx2")]
mod avx2_eight_lanes;
#[cfg(feature = "avx2")]
mod avx2_gather;
#[cfg(feature = "avx512")]
mod avx512_eight_lanes;
#[cfg(feature = "avx512")]
mod avx512_gather;
pub(crate) mod sse41;
pub(crate) mod ssse3;

/// All eight directions of one board at once, each in a lane of its own, united at the end.
///
/// The natural idea: eight directions, eight lanes, one variable shift. It shows well what a register can do, and it loses:
/// the set must be broadcast, the lanes must be united again, and those two ways across the register cost more than the
/// shared scalar operations in between.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct EightLanes;

/// Attacks of single squares: several entries of the table by one instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Gather;
