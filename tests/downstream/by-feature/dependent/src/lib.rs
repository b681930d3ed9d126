//! A library that enables the feature `scalar-shift`, and selects the backend of this feature by its type.

/// Returns the name of the backend that `auto` returns in this library, and whether the backend selected by type can
/// run.
pub fn auto_and_own() -> (&'static str, bool) {
    (setwise::auto().id().name(), setwise::backend::ScalarShift::detect().is_some())
}
