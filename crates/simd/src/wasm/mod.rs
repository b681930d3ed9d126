//! WebAssembly.

pub(crate) mod simd128;
