//! A library that asks for another backend, and takes exactly that one by its type.

/// What `auto` is for this library, and the backend that it takes by type.
pub fn auto_and_own() -> (&'static str, bool) {
    (setwise::auto().id().name(), setwise::backend::ScalarShift::detect().is_some())
}
