//! x86-64.

#[cfg(feature = "avx2")]
pub(crate) mod avx2;
#[cfg(feature = "avx512")]
pub(crate) mod avx512;
#[cfg(feature = "popcnt")]
pub(crate) mod popcnt;
#[cfg(feature = "specimens")]
pub(crate) mod specimens;
#[cfg(feature = "sse2")]
pub(crate) mod sse2;
