//! The only list of backends.
//!
//! From this list, the macro `backends!` generates [`BackendId`], which contains every name in every build, and the
//! type of each compiled backend. It also generates [`Backend`] and [`FIXED_BACKEND`]. After adding a row, also check
//! the measured choices in `select.rs`, `Backend::look_up` and `Backend::list` in this file, the table in `lib.rs`, and `check-cfg` in the
//! workspace's `Cargo.toml`.
//!
//! [`auto`](crate::auto) tries the backends in the order of this list, and returns the first one that is compiled and
//! that the CPU can run. The baseline `scalar-prefix` is last.

mod define;
mod id;

use setwise_board::Square;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(feature = "avx2", feature = "avx512")))]
use setwise_core::Isa;
use setwise_core::{Job, ListMembers, Prefix, Scalar, SquareTable, Strategy, Words, sets_from};

use define::{backends, run_on};

pub use id::{BackendUnavailable, ParseBackendIdError};

backends! {
    /// AVX-512 with VPOPCNTDQ and GFNI, eight boards, files first and then ranks; one instruction counts or flips sets.
    Avx512VpopcntPrefix {
        name: "avx512-vpopcnt-prefix",
        lanes: 8,
        needs: "avx512f avx512bw avx512dq avx512vpopcntdq gfni",
        compiled: all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"),
        backend: Strategy<setwise_simd::EightBoards<setwise_simd::Avx512Vpopcnt>, Prefix>,
    }
    /// AVX-512, eight boards at once, files first and then ranks.
    Avx512Prefix {
        name: "avx512-prefix",
        lanes: 8,
        needs: "avx512f avx512bw avx512dq",
        compiled: all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"),
        backend: Strategy<setwise_simd::EightBoards, Prefix>,
    }
    /// AVX2, four boards at once, files first and then ranks.
    Avx2Prefix {
        name: "avx2-prefix",
        lanes: 4,
        needs: "avx2",
        compiled: all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2"),
        backend: Strategy<setwise_simd::FourBoards, Prefix>,
    }
    /// NEON, two boards at once, files first and then ranks.
    NeonPrefix {
        name: "neon-prefix",
        lanes: 2,
        needs: "",
        compiled: all(target_arch = "aarch64", target_feature = "neon", feature = "neon"),
        backend: Strategy<setwise_simd::TwoBoards, Prefix>,
    }
    /// WebAssembly simd128, two boards at once, files first and then ranks.
    Simd128Prefix {
        name: "simd128-prefix",
        lanes: 2,
        needs: "",
        compiled: all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"),
        backend: Strategy<setwise_simd::TwoBoards, Prefix>,
    }
    /// SSE2, two boards at once, files first and then ranks.
    Sse2Prefix {
        name: "sse2-prefix",
        lanes: 2,
        needs: "",
        compiled: all(target_arch = "x86_64", target_feature = "sse2", feature = "sse2"),
        backend: Strategy<setwise_simd::TwoBoards, Prefix>,
    }
    /// Eight boards as plain words, vectorised by the compiler, files first and then ranks.
    PortablePrefix {
        name: "portable-prefix",
        lanes: 8,
        needs: "",
        compiled: feature = "portable",
        backend: Strategy<Words<8>, Prefix>,
    }
    /// One board, one shift and one mask for each of the eight directions.
    ScalarShift {
        name: "scalar-shift",
        lanes: 1,
        needs: "",
        compiled: feature = "scalar-shift",
        backend: Strategy<Words<1>, setwise_core::EightShifts>,
    }
    /// One board, the union of the table entries of its squares, one square at a time.
    ScalarLookup {
        name: "scalar-lookup",
        lanes: 1,
        needs: "",
        compiled: feature = "scalar-lookup",
        backend: Strategy<Words<1>, setwise_core::Lookup>,
    }
    /// One board, files first and then ranks; always compiled, runs everywhere.
    ScalarPrefix {
        name: "scalar-prefix",
        lanes: 1,
        needs: "",
        compiled: all(),
        backend: Strategy<Words<1>, Prefix>,
    }
}

/// Whether the dispatch calls the backends that every CPU of the target can run, instead of inlining them. The dispatch
/// calls them if the build also has a backend that needs more CPU features than the target has.
pub(crate) const CALLS_BASELINE: bool = MIN_LANES > 2;

/// The smallest number of lanes among the backends that need more CPU features than the target has, or 2 if the build
/// has no such backend. A batch with fewer boards is computed without a dispatch.
pub(crate) const MIN_LANES: usize = {
    let (mut shortest, mut row) = (usize::MAX, 0);
    while row < COMPILED.len() {
        let (lanes, is_baseline) = COMPILED[row];
        if !is_baseline && lanes < shortest {
            shortest = lanes;
        }
        row += 1;
    }
    if shortest == usize::MAX { 2 } else { shortest }
};

impl Backend {
    /// Returns the AVX2 backend for an AVX-512 backend, if the build contains AVX2. No detection is needed, because
    /// every CPU with AVX-512 has AVX2. Returns `None` for all other backends.
    #[inline(always)]
    pub(crate) fn narrower(self) -> Option<Self> {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512", feature = "avx2"))]
            Chosen::Avx512VpopcntPrefix(backend) => {
                Some(Self(Chosen::Avx2Prefix(Strategy::new(backend.isa().avx512().avx2()))))
            }
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512", feature = "avx2"))]
            Chosen::Avx512Prefix(backend) => Some(Self(Chosen::Avx2Prefix(Strategy::new(backend.isa().avx2())))),
            _ => None,
        }
    }

    /// Runs a job without a dispatch: on x86-64, on the SSE2 backend, if the build contains it, and otherwise on the
    /// baseline.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn run_inline<J: Job>(job: J) -> J::Out {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "sse2"))]
        if let Some(backend) = backend_types::Sse2Prefix::detect() {
            return job.run(backend);
        }
        job.run(backend_types::ScalarPrefix::new(Scalar))
    }

    /// Looks up the sets of a column of squares by the fastest method for this backend. Backends other than those with
    /// AVX2 and AVX-512 read the table once for each square.
    // This function is not inlined, so that the loops are compiled only in this crate.
    #[inline(never)]
    #[track_caller]
    pub(crate) fn look_up(self, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"))]
            Chosen::Avx512VpopcntPrefix(backend) => look_up_by_avx512(backend.isa().avx512(), table, squares, sets),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"))]
            Chosen::Avx512Prefix(backend) => look_up_by_avx512(backend.isa(), table, squares, sets),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2"))]
            Chosen::Avx2Prefix(backend) => sets_from(backend.isa(), table, squares, sets),
            _ => sets_from(Scalar, table, squares, sets),
        }
    }

    /// Runs a job that lists members, with the fastest method for this backend. Only a few extensions have a method of
    /// their own. The proof of an x86-64 backend does not include these extensions, so the CPU is checked for them.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn list<J: ListJob>(self, job: J) -> J::Out {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"))]
            Chosen::Avx512VpopcntPrefix(_) | Chosen::Avx512Prefix(_) => {
                if let Some(vbmi2) = setwise_simd::Avx512Vbmi2::detect() {
                    return list_by(job, vbmi2);
                }
                list_by_avx2(job)
            }
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2"))]
            Chosen::Avx2Prefix(_) => list_by_avx2(job),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon", feature = "neon"))]
            Chosen::NeonPrefix(backend) => list_by(job, backend.isa()),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128"))]
            Chosen::Simd128Prefix(backend) => list_by(job, backend.isa()),
            _ => list_by(job, Scalar),
        }
    }
}

/// A job that lists members by any method.
pub(crate) trait ListJob {
    /// What the job returns.
    type Out;

    /// Runs the job. Implementations must be `#[inline(always)]`.
    fn run(self, method: impl ListMembers) -> Self::Out;
}

/// Runs a job in a separate function, so that the caller's code has one call for each method.
#[inline(never)]
#[track_caller]
fn list_by<J: ListJob>(job: J, method: impl ListMembers) -> J::Out {
    job.run(method)
}

/// Lists members with AVX2, BMI2 and POPCNT if the build contains AVX2 and the CPU has these extensions.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(feature = "avx2", feature = "avx512")))]
#[track_caller]
fn list_by_avx2<J: ListJob>(job: J) -> J::Out {
    #[cfg(feature = "avx2")]
    if let Some(bmi2) = setwise_simd::Bmi2::detect() {
        return list_by(job, bmi2);
    }
    list_by(job, Scalar)
}

/// Looks up a column with VBMI if the CPU has all features of [`setwise_simd::Avx512Vbmi2`], and otherwise with F and
/// BW. No backend needs VBMI, so the proof of a backend does not include it.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512"))]
#[track_caller]
fn look_up_by_avx512(isa: setwise_simd::Avx512, table: &SquareTable, squares: &[Square], sets: &mut [u64]) {
    match setwise_simd::Avx512Vbmi2::detect() {
        Some(vbmi) => sets_from(vbmi, table, squares, sets),
        None => sets_from(isa, table, squares, sets),
    }
}
