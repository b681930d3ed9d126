//! The one list of backends.
//!
//! Everything that names, walks or chooses backends is written from it: [`BackendId`] with every name always, the type of
//! each backend that is compiled, [`Backends`] and its dispatch, and [`visit_ready`]. A new backend is one new entry.
//!
//! The order is the order of [`auto`](crate::auto): the first that is compiled, ready and no specimen. The floor,
//! `scalar-prefix`, is last.

use setwise_core::{Backend, Kernel, Lanes, Prefix, Spread, Words};

use crate::select::{NotReady, Role};

/// See the module documentation. One entry: documentation (its first line is the one sentence of every list), variant and
/// type name, name, boards in a register, what the CPU needs, role, when it is compiled, and the backend itself.
macro_rules! registry {
    ($(
        #[doc = $summary:literal]
        $id:ident = $name:literal, $lanes:literal lanes, needs $needs:literal, $role:ident, if $condition:meta => $backend:ty;
    )+) => {
        /// A backend by name. Every name is always known, whether this build compiled it or not.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum BackendId {
            $(#[doc = concat!("`", $name, "`: ", $summary)] $id,)+
        }

        impl BackendId {
            /// Every backend, in the order in which [`auto`](crate::auto) asks for them.
            pub const ALL: &'static [Self] = &[$(Self::$id),+];

            /// The name, such as `avx2-prefix`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$id => $name,)+ }
            }

            /// What it does, in one sentence.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$id => $summary.trim_ascii(),)+ }
            }

            /// How many boards lie in one register.
            #[must_use]
            pub const fn lanes(self) -> usize {
                match self { $(Self::$id => $lanes,)+ }
            }

            /// What the CPU needs beyond the compilation target, such as `avx2`; empty where any will do.
            #[must_use]
            pub const fn needs(self) -> &'static str {
                match self { $(Self::$id => $needs,)+ }
            }

            /// What it is compiled for.
            #[must_use]
            pub const fn role(self) -> Role {
                match self { $(Self::$id => Role::$role,)+ }
            }

            /// The backend, ready to run.
            ///
            /// # Errors
            ///
            /// If this build does not contain it, or this CPU cannot run it.
            pub fn detect(self) -> Result<Backends, NotReady> {
                match self {$(
                    #[cfg($condition)]
                    Self::$id => $id::detect().map(Backends::$id).ok_or(NotReady::NotOnThisCpu(self)),
                    #[cfg(not($condition))]
                    Self::$id => Err(NotReady::NotCompiled(self)),
                )+}
            }
        }

        $(
            #[cfg($condition)]
            #[doc = concat!("The backend `", $name, "`: ", $summary)]
            pub type $id = $backend;
        )+

        /// One of the compiled backends, ready to run on this CPU. Made by [`auto`](crate::auto) or [`BackendId::detect`].
        ///
        /// Each further backend in a build compiles every kernel once more, so the default features are the best one
        /// of each instruction set.
        #[derive(Debug, Clone, Copy)]
        #[non_exhaustive]
        pub enum Backends {
            $(#[cfg($condition)] #[doc = concat!("`", $name, "`")] $id($id),)+
        }

        impl Backends {
            /// Its name in the registry.
            #[must_use]
            pub const fn id(self) -> BackendId {
                match self { $(#[cfg($condition)] Self::$id(_) => BackendId::$id,)+ }
            }

            /// Runs `kernel` on every board of the input columns and writes its results to the output columns.
            ///
            /// Columns are slices of words, one a board, a1 = bit 0; board `i` of every input gives board `i` of every
            /// output. Any length and any alignment will do, and every backend gives identical bits.
            ///
            /// # Panics
            ///
            /// If the columns are not all of one length. Nothing is written then.
            #[inline]
            #[track_caller]
            pub fn map<K, const IN: usize, const OUT: usize>(
                self,
                kernel: K,
                input: [&[u64]; IN],
                output: [&mut [u64]; OUT],
            ) where
                K: Kernel<IN, OUT>,
            {
                match self { $(#[cfg($condition)] Self::$id(backend) => backend.map(kernel, input, output),)+ }
            }
        }

        /// Shows `visitor` every backend that is compiled and that this CPU can run, each with its own type.
        pub fn visit_ready(visitor: &mut impl Visitor) {
            $(
                #[cfg($condition)]
                if let Some(backend) = $id::detect() {
                    visitor.visit(BackendId::$id, backend);
                }
            )+
        }
    };
}

/// What is shown every backend by [`visit_ready`]. For laboratories: a program that wants one backend takes [`Backends`].
pub trait Visitor {
    /// Called once for each backend, in the order of [`BackendId::ALL`].
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>);
}

registry! {
    /// AVX2, four boards at once, files first and then ranks.
    Avx2Prefix = "avx2-prefix", 4 lanes, needs "avx2", Choice,
        if all(target_arch = "x86_64", feature = "avx2") => Backend<setwise_simd::FourBoards, Prefix>;
    /// Eight boards as plain words, left to the compiler to vectorise, files first and then ranks.
    PortablePrefix = "portable-prefix", 8 lanes, needs "", Choice,
        if feature = "portable" => Backend<Words<8>, Prefix>;
    /// One board, one shift and one mask for each of eight directions.
    ScalarShift = "scalar-shift", 1 lanes, needs "", Choice,
        if feature = "scalar-shift" => Backend<Words<1>, setwise_core::EightShifts>;
    /// One board, its members taken one by one, the entries of a table united.
    ScalarLookup = "scalar-lookup", 1 lanes, needs "", Choice,
        if feature = "scalar-lookup" => Backend<Words<1>, setwise_core::Lookup>;
    /// AVX2, four boards at once, one shift and one mask for each of eight directions.
    Avx2Shift = "avx2-shift", 4 lanes, needs "avx2", Specimen,
        if all(target_arch = "x86_64", feature = "specimens") => Backend<setwise_simd::FourBoards, setwise_core::EightShifts>;
    /// One board, one mask and one shift for each of eight directions.
    ScalarShiftPre = "scalar-shift-pre", 1 lanes, needs "", Specimen,
        if feature = "specimens" => Backend<Words<1>, setwise_core::EightShiftsMaskedBefore>;
    /// One board, files first and then ranks, the second file from the first.
    ScalarPrefixSerial = "scalar-prefix-serial", 1 lanes, needs "", Specimen,
        if feature = "specimens" => Backend<Words<1>, setwise_core::PrefixSerial>;
    /// One board, files first and then ranks; always compiled, runs everywhere.
    ScalarPrefix = "scalar-prefix", 1 lanes, needs "", Choice,
        if all() => Backend<Words<1>, Prefix>;
}
