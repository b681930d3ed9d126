//! Chooses a backend: by the CPU, by a name in an environment variable, by the length of a batch, and for counting.

use core::num::NonZeroUsize;

use setwise_core::{Job, Runner, Scalar};

#[cfg(feature = "std")]
use crate::registry::ParseBackendIdError;
use crate::registry::{Backend, BackendId, FIXED_BACKEND, MIN_LANES, backend_types::ScalarPrefix};

/// Returns the best backend that this build contains and this CPU can run.
///
/// The result is the first backend of [`BackendId::ALL`] that is ready. If only one backend feature is enabled, the
/// result is a backend of that feature, or the baseline `scalar-prefix` if the CPU lacks the instructions. If several
/// features are enabled, the order of `ALL` decides. All backends return identical results. Call this function once and
/// pass the returned backend on.
///
/// If the final binary was compiled with `--cfg setwise_backend="NAME"`, the result is the backend `NAME` or the
/// baseline: see [`FIXED_BACKEND`].
///
/// ```
/// use setwise::{BackendId, auto};
///
/// assert_eq!(Some(auto()), BackendId::ready().next());
/// ```
#[inline]
#[must_use]
pub fn auto() -> Backend {
    match FIXED_BACKEND {
        Some(BackendId::ScalarPrefix) => baseline(),
        Some(fixed) => fixed.detect().unwrap_or(baseline()),
        None => BackendId::ready().next().unwrap_or(baseline()),
    }
}

impl Runner for Backend {
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Out {
        self.run(job)
    }

    /// Runs a job over columns of `boards` boards on this backend. There are two exceptions. If the boards do not fill
    /// a register of an AVX-512 backend, the job runs on the AVX2 backend, if the build contains it. Fewer than
    /// `MIN_LANES` boards are computed without a dispatch. Two or more of them are computed with SSE2, if the build
    /// contains it, and otherwise one by one.
    #[inline(always)]
    fn run_batch<J: Job>(self, boards: usize, job: J) -> J::Out {
        if boards >= MIN_LANES {
            self.run_columns(boards, job)
        } else if boards >= 2 {
            Self::run_inline(job)
        } else {
            job.run(ScalarPrefix::new(Scalar))
        }
    }
}

/// The backends that count long slices, and the number of words from which each is faster than counting one word at a
/// time. A backend that counts by an instruction sums all slices of two words or more: see `Counting`. The lengths were
/// measured with `cargo lab rounds count-8 count-64 count-512` on the machines in `results/`. Intel's CPUs execute one
/// POPCNT per cycle and AMD's up to four, so the length for AVX2 is a compromise.
const LONG: [(BackendId, usize); 5] = [
    (BackendId::Avx512VpopcntPrefix, 8),
    (BackendId::Avx512Prefix, 16),
    (BackendId::Avx2Prefix, 128),
    (BackendId::NeonPrefix, 2),
    (BackendId::Simd128Prefix, 2),
];

/// Returns the first backend for long slices that is ready, and the number of words from which it is used.
pub(crate) fn for_long_slices() -> Option<(Backend, NonZeroUsize)> {
    LONG.iter().find_map(|(id, from)| Some((id.detect().ok()?, NonZeroUsize::new(*from)?)))
}

/// Returns the backend that is always compiled and runs everywhere.
#[inline(always)]
fn baseline() -> Backend {
    Backend::from(ScalarPrefix::new(Scalar))
}

/// The environment variable that names a backend, for programs and benches. In this crate, only `BackendId::from_env`
/// reads it; [`auto`] does not.
pub const BACKEND_VARIABLE: &str = "SETWISE_BACKEND";

#[cfg(feature = "std")]
impl BackendId {
    /// Returns the backend that the environment variable [`BACKEND_VARIABLE`] names, or `None` if the variable is unset
    /// or empty.
    ///
    /// # Errors
    ///
    /// Returns an error if no backend has this name. The message contains the name and lists all names of backends.
    pub fn from_env() -> Result<Option<Self>, ParseBackendIdError> {
        extern crate std;
        match std::env::var_os(BACKEND_VARIABLE) {
            None => Ok(None),
            Some(name) if name.is_empty() => Ok(None),
            Some(name) => name.to_string_lossy().parse().map(Some),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto_for_counting;

    /// The first ready backend for long slices must be used from its own minimum length on, and not for shorter slices.
    /// A backend that counts by an instruction is used for two words or more.
    #[test]
    fn counting_takes_a_wide_backend_from_its_length_on() {
        let counting = auto_for_counting();
        let chosen = |words: usize| counting.backend_for(words).map(Backend::id);
        let Some((wide, from)) = LONG.into_iter().find(|(id, _)| BackendId::ready().any(|ready| ready.id() == *id))
        else {
            return assert_eq!(chosen(usize::MAX), None);
        };
        let by_instruction = [BackendId::Avx512VpopcntPrefix, BackendId::NeonPrefix, BackendId::Simd128Prefix];
        let from = if by_instruction.contains(&wide) { 2 } else { from };
        assert_eq!([0, from - 1, from, usize::MAX].map(chosen), [None, None, Some(wide), Some(wide)]);
    }
}
