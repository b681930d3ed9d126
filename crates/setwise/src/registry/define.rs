//! What is written from the table of backends: only what plain Rust cannot say without naming every backend again.

/// Writes [`BackendId`](super::BackendId), the type of each compiled backend, [`Backends`](super::Backends) with its `match`,
/// and [`FIXED_BACKEND`](super::FIXED_BACKEND). A row's `compiled` is the condition under which the build contains it.
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
        /// A backend by name. Every name is always known, whether this build contains the backend or not.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum BackendId {
            $(#[doc = concat!("`", $name, "`:", $summary)] $id,)+
        }

        impl BackendId {
            /// Every backend, in the order of [`auto`](crate::auto).
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// Returns the row of the table.
            const fn row(self) -> id::Row {
                match self {
                    $(Self::$id => id::Row { name: $name, summary: $summary.trim_ascii(), lanes: $lanes, needs: $needs },)+
                }
            }

            /// Returns the backend, ready to run.
            ///
            /// # Errors
            ///
            /// If this build does not contain it, or this CPU cannot run it.
            pub fn detect(self) -> Result<Backends, id::NotReady> {
                match self {$(
                    #[cfg($condition)]
                    Self::$id => backend_types::$id::detect().map(Backends::$id).ok_or(id::NotReady::NotOnThisCpu(self)),
                    #[cfg(not($condition))]
                    Self::$id => Err(id::NotReady::NotCompiled(self)),
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
            const _: () = assert!(<$backend>::LANES == $lanes, "the table says another number of lanes than the type");
        )+

        /// One of the compiled backends, ready to run on this CPU. Made by [`auto`](crate::auto) or [`BackendId::detect`].
        ///
        /// Each further backend in a build compiles every kernel once more, so the default features are the best one of each
        /// instruction set.
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub enum Backends {
            $(#[cfg($condition)] #[doc = concat!("`", $name, "`:", $summary)] $id(backend_types::$id),)+
        }

        impl Backends {
            /// Returns its name in the table.
            #[must_use]
            pub const fn id(self) -> BackendId {
                match self { $(#[cfg($condition)] Self::$id(_) => BackendId::$id,)+ }
            }

            /// Runs a job on the backend that was chosen: the one dispatch of the library.
            // A call would pass the columns of a job through memory, which costs more than a few boards do.
            #[inline(always)]
            #[track_caller]
            pub fn run<J: setwise_core::Job>(self, job: J) -> J::Out {
                match self { $(#[cfg($condition)] Self::$id(backend) => job.run(backend),)+ }
            }
        }

        /// The backend that [`auto`](crate::auto) is in this binary, fixed by `RUSTFLAGS='--cfg setwise_backend="NAME"'`; `None`
        /// if nothing fixes it.
        ///
        /// Only whoever compiles the final binary can set it, for size or for a CPU that is known; a library cannot. The
        /// linker then drops the code of the other backends.
        ///
        /// A misspelt name is ignored without a warning. A binary that wants to be sure writes
        /// `const _: () = assert!(setwise::FIXED_BACKEND.is_some());`. Where the named backend is not compiled (its feature is
        /// off, or it is for another target), or the CPU cannot run it, [`auto`](crate::auto) is the floor, `scalar-prefix`;
        /// `auto().id()` returns which one it is.
        pub const FIXED_BACKEND: Option<BackendId> = {
            #[allow(unused_variables, reason = "a name that is fixed takes its place")]
            let fixed: Option<BackendId> = None;
            $(
                #[cfg(setwise_backend = $name)]
                let fixed = Some(BackendId::$id);
            )+
            fixed
        };
    };
}

pub(super) use backends;
