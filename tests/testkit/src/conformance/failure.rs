//! What a backend did wrong.

use std::fmt;

/// A wrong result of a backend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The name of the backend.
    pub backend: &'static str,
    /// The check of the suite that failed.
    pub check: &'static str,
    /// The name of the kernel.
    pub kernel: String,
    /// The board, or the place in the output.
    pub place: String,
    /// The result.
    pub got: u64,
    /// The expected result.
    pub wanted: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, check, kernel, place, got, wanted } = self;
        write!(f, "{backend}: {kernel}: {check}: {place}: got {got:#018x}, expected {wanted:#018x}")
    }
}

impl std::error::Error for Failure {}
