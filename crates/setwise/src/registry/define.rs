//! The macro that expands the table of backends. It generates the code that has to name every backend.

use setwise_core::{Job, Lanes, Spread, Strategy};

/// Defines [`BackendId`](super::BackendId), the type of each compiled backend, [`Backend`](super::Backend), and
/// [`FIXED_BACKEND`](super::FIXED_BACKEND). A row's `compiled` is the condition under which the build contains the
/// backend.
macro_rules! backends {
    ($(
        #[doc = $summary:literal]
        $id:ident {
            name: $name:literal,
            lanes: $lanes:literal,
            needs: $needs:literal,
            compiled: $condition:meta,
            backend: $backend:ty,
        }
    )+) => {
        /// A backend by name. Every name exists in every build, whether or not the build contains the backend.
        ///
        /// `name.parse::<BackendId>()?.detect()?` returns the backend that a user chose by name. The
        /// [guide](crate::guide::calls#a-backend-by-name) shows the errors.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum BackendId {
            $(#[doc = concat!("`", $name, "`:", $summary)] $id,)+
        }

        impl BackendId {
            /// All backends, in the order in which [`auto`](crate::auto) tries them.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// Returns the backend's row of the table.
            const fn row(self) -> id::Row {
                match self {
                    $(Self::$id => id::Row { name: $name, summary: $summary.trim_ascii(), lanes: $lanes, needs: $needs },)+
                }
            }

            /// Returns the backend, ready to run.
            ///
            /// # Errors
            ///
            /// Returns an error if this build does not contain the backend, or this CPU cannot run it.
            pub fn detect(self) -> Result<Backend, id::BackendUnavailable> {
                match self {$(
                    #[cfg($condition)]
                    Self::$id => backend_types::$id::detect().map(Backend::from).ok_or(id::BackendUnavailable::NotOnThisCpu(self)),
                    #[cfg(not($condition))]
                    Self::$id => Err(id::BackendUnavailable::NotCompiled(self)),
                )+}
            }
        }

        /// The type of each compiled backend.
        #[allow(unreachable_pub, reason = "the module `backend` of the crate exports all of it")]
        pub mod backend_types {
            use super::*;

            $(
                #[cfg($condition)]
                #[doc = concat!("The backend `", $name, "`:", $summary)]
                pub type $id = $backend;
            )+
        }

        $(
            #[cfg($condition)]
            const _: () = assert!(<$backend>::LANES == $lanes, "the number of lanes in the table differs from that of the type");
        )+

        /// One of the compiled backends, ready to run on this CPU. Returned by [`auto`](crate::auto) and
        /// [`BackendId::detect`].
        ///
        /// Each of your kernels is compiled once per enabled backend. To keep programs small, the default features
        /// enable at most two backends for each instruction set.
        #[derive(Clone, Copy)]
        pub struct Backend(Chosen);

        /// The strategy of the backend. The enum is private because features and the target determine which variants
        /// exist.
        #[derive(Clone, Copy)]
        #[allow(clippy::enum_variant_names, reason = "without features, all backends that are left are called `Prefix`")]
        enum Chosen {
            $(#[cfg($condition)] $id(backend_types::$id),)+
        }

        $(
            #[cfg($condition)]
            impl From<backend_types::$id> for Backend {
                #[inline(always)]
                fn from(backend: backend_types::$id) -> Self {
                    Self(Chosen::$id(backend))
                }
            }
        )+

        impl Backend {
            /// Returns the backend's id.
            #[must_use]
            pub const fn id(self) -> BackendId {
                match self.0 { $(#[cfg($condition)] Chosen::$id(_) => BackendId::$id,)+ }
            }

            /// Runs a [`Job`](crate::backend::Job) on this backend. Every dispatch of the library goes through this
            /// method.
            // This method is inlined, because a call would pass the columns of a job through memory. That costs more
            // than computing a few boards. A backend that needs more CPU features than the target has cannot be
            // inlined: it is called at its target-feature boundary. If the build has such a backend, the other backends
            // are not inlined either. Their loops would lengthen the caller's code, and their constants would occupy
            // registers that the caller needs.
            #[inline(always)]
            #[track_caller]
            pub fn run<J: setwise_core::Job>(self, job: J) -> J::Out {
                match self.0 { $(#[cfg($condition)] Chosen::$id(backend) => run_on::<{ CALLS_BASELINE && $needs.is_empty() }, _, _, _>(job, backend),)+ }
            }
        }

        impl Backend {
            /// Runs a job over columns of `boards` boards, which must be at least [`MIN_LANES`]. If the boards do not
            /// fill a register of this backend, the job runs on the [`narrower`](Self::narrower) backend, if there is
            /// one.
            // The length is compared in each arm and not before the dispatch. In an arm, the compiler knows both
            // backends, so the narrower backend needs no second dispatch. Without optimisation, the compiler does not
            // know this, so the constant condition leaves out the second dispatch for backends with few lanes.
            #[inline(always)]
            #[track_caller]
            pub(crate) fn run_columns<J: setwise_core::Job>(self, boards: usize, job: J) -> J::Out {
                match self.0 {$(
                    #[cfg($condition)]
                    Chosen::$id(backend) => match Self::from(backend).narrower() {
                        Some(narrower) if const { $lanes > MIN_LANES } && boards < $lanes => narrower.run(job),
                        _ => run_on::<{ CALLS_BASELINE && $needs.is_empty() }, _, _, _>(job, backend),
                    },
                )+}
            }
        }

        /// The number of boards in a register of each compiled backend, and whether every CPU of the target can run the
        /// backend.
        const COMPILED: &[(usize, bool)] = &[$(#[cfg($condition)] ($lanes, $needs.is_empty()),)+];

        /// The backend that `RUSTFLAGS='--cfg setwise_backend="NAME"'` fixes for [`auto`](crate::auto) in this binary,
        /// or `None` if the flag is not set.
        ///
        /// Set the flag when you compile the final binary, if the binary must be small or if you know the CPU on which
        /// it will run. A library cannot set the flag. If the flag is set, the compiler removes the code of the other
        /// backends, with three exceptions. The compiler keeps the baseline `scalar-prefix`. It keeps backends that the
        /// program can also obtain from other functions, such as `detect` and `auto_for_counting`. If an AVX-512
        /// backend is fixed, the compiler also keeps the AVX2 backend, which computes short batches.
        ///
        /// If several flags name different backends, the crate does not compile.
        ///
        /// A misspelt name is ignored without a warning. To prevent that, a binary can contain
        /// `const _: () = assert!(setwise::FIXED_BACKEND.is_some());`. If the CPU cannot run the named backend, or if
        /// the build does not contain the backend, [`auto`](crate::auto) returns the baseline `scalar-prefix`. A build
        /// does not contain a backend if the feature of the backend is off, or if the backend is for another target.
        /// `auto().id()` names the backend that is used.
        pub const FIXED_BACKEND: Option<BackendId> = {
            #[allow(unused_mut, reason = "changed if a name is fixed")]
            let mut fixed: Option<BackendId> = None;
            $(
                #[cfg(setwise_backend = $name)]
                {
                    const TWO: &str =
                        concat!("--cfg setwise_backend names ", $name, " and another backend, expected only one");
                    assert!(fixed.is_none(), "{}", TWO);
                    fixed = Some(BackendId::$id);
                }
            )+
            fixed
        };
    };
}

/// Runs a job on a backend: in a separate function if `CALL` is true, and otherwise inlined.
#[inline(always)]
#[track_caller]
pub(super) fn run_on<const CALL: bool, V: Lanes, S: Spread<V>, J: Job>(job: J, backend: Strategy<V, S>) -> J::Out {
    if CALL { call_out_of_line(job, backend) } else { job.run(backend) }
}

/// Runs a job in a separate function.
#[inline(never)]
#[track_caller]
fn call_out_of_line<V: Lanes, S: Spread<V>, J: Job>(job: J, backend: Strategy<V, S>) -> J::Out {
    job.run(backend)
}

pub(super) use backends;
