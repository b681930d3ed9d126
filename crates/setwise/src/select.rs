//! Choosing a backend: by CPU, by name in the environment, for single squares and for counting.

use setwise_core::Scalar;

#[cfg(feature = "std")]
use crate::registry::UnknownName;
use crate::registry::{BackendId, Backends, FIXED_BACKEND, backend_types::ScalarPrefix};

/// Returns the best backend that this build contains and this CPU can run.
///
/// That is the first of [`BackendId::ALL`] that is ready. So with one backend feature switched on it is that backend, or the
/// floor `scalar-prefix` where the CPU lacks its instructions; with several, the order decides; and all give identical bits.
/// Ask once and pass the value on.
///
/// Where the final binary was compiled with `--cfg setwise_backend="NAME"`, it is that backend or the floor: see
/// [`FIXED_BACKEND`].
///
/// ```
/// let backend = setwise::auto();
/// assert!(setwise::BackendId::ALL.contains(&backend.id()));
/// ```
#[inline]
#[must_use]
pub fn auto() -> Backends {
    let floor = Backends::ScalarPrefix(ScalarPrefix::new(Scalar));
    match FIXED_BACKEND {
        Some(BackendId::ScalarPrefix) => floor,
        Some(fixed) => fixed.detect().unwrap_or(floor),
        None => BackendId::ready().next().unwrap_or(floor),
    }
}

impl Backends {
    /// Whether the bits of single squares and a spread beat the table. Measured: `cargo xtask rounds knight-squares` on the
    /// machines of `results/`. A CPU with narrow vector units may have another order, so `cargo bench` measures it too.
    #[inline(always)]
    pub(crate) fn spreads_squares(self) -> bool {
        matches!(self.id(), BackendId::Avx512VpopcntPrefix | BackendId::Avx512Prefix)
    }
}

/// Returns the first backend in the list that is ready, and the number of words from which on it beats one word at a time.
/// Measured: `cargo xtask rounds count-8 count-64 count-512` on the machines of `results/`.
pub(crate) fn for_long_columns() -> Option<(Backends, usize)> {
    const LONG: [(BackendId, usize); 4] = [
        (BackendId::Avx512VpopcntPrefix, 16),
        (BackendId::Avx2Prefix, 512),
        (BackendId::NeonPrefix, 2),
        (BackendId::Simd128Prefix, 2),
    ];
    LONG.iter().find_map(|(id, from)| Some((id.detect().ok()?, *from)))
}

/// The variable that names a backend, for programs and benches: the library never reads it by itself.
pub const BACKEND_VARIABLE: &str = "SETWISE_BACKEND";

#[cfg(feature = "std")]
impl BackendId {
    /// Returns the backend that the environment variable [`BACKEND_VARIABLE`] names; `None` where it is not set or empty.
    ///
    /// # Errors
    ///
    /// If no backend has the name; the message lists all names.
    pub fn from_env() -> Result<Option<Self>, UnknownName> {
        extern crate std;
        match std::env::var_os(BACKEND_VARIABLE) {
            None => Ok(None),
            Some(name) if name.is_empty() => Ok(None),
            Some(name) => name.to_str().ok_or(UnknownName(()))?.parse().map(Some),
        }
    }
}
