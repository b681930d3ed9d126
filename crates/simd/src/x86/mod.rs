//! x86-64.

#[cfg(feature = "avx2")]
pub(crate) mod avx2;
#[cfg(feature = "avx512")]
pub(crate) mod avx512;
#[cfg(feature = "popcnt")]
pub(crate) mod popcnt;
#[cfg(feature = "sse2")]
pub(crate) mod sse2;
#[cfg(feature = "sse41")]
pub(crate) mod sse41;
#[cfg(feature = "ssse3")]
pub(crate) mod ssse3;
