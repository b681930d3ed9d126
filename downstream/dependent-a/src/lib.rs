//! A library that asks for AVX2.

/// What `auto` is for this library.
pub fn auto() -> &'static str {
    setwise::auto().id().name()
}
