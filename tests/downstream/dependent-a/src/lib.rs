//! A library that enables the feature for AVX2.

/// Returns the name of `auto` in this library.
pub fn auto() -> &'static str {
    setwise::auto().id().name()
}
