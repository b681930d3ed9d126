//! The one list of backends, in three sections: boards here, [single squares](squares), and [counts of members](popcounts).
//!
//! Everything that names, walks or chooses backends is written from it: [`BackendId`] with every name always, the type of
//! each backend that is compiled, [`Backends`] and its dispatch, and [`visit_ready`]. A new backend is one new entry.
//!
//! The order is the order of [`auto`](crate::auto): the first that is compiled, ready and no specimen. The floor,
//! `scalar-prefix`, is last.

mod call;
mod counting;
mod popcounts;
mod squares;

use setwise_core::{Backend, Kernel, Lanes, Prefix, Spread, Words};

pub use counting::{Counting, auto_for_counting};
pub use popcounts::*;
pub use squares::*;

use crate::register::register;
use crate::select::{NotReady, Role};

/// The list, given to the macro `$then`. An entry: the one sentence of every list, variant and type name, name, boards in a
/// register, what the CPU needs beyond the compilation target, role, when it is compiled, and the backend itself.
macro_rules! backends {
    ($then:ident) => {
        $then! {
            /// AVX-512 with VPOPCNTDQ, eight boards at once, files first and then ranks; counts by one instruction.
            Avx512VpopcntPrefix = "avx512-vpopcnt-prefix", 8 lanes, needs "avx512f avx512bw avx512vpopcntdq", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512")
                => Backend<setwise_simd::EightBoards<setwise_simd::Avx512Vpopcnt>, Prefix>;
            /// AVX-512, eight boards at once, files first and then ranks.
            Avx512Prefix = "avx512-prefix", 8 lanes, needs "avx512f avx512bw", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512")
                => Backend<setwise_simd::EightBoards, Prefix>;
            /// AVX2, four boards at once, files first and then ranks.
            Avx2Prefix = "avx2-prefix", 4 lanes, needs "avx2", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2")
                => Backend<setwise_simd::FourBoards, Prefix>;
            /// NEON, two boards at once, files first and then ranks.
            NeonPrefix = "neon-prefix", 2 lanes, needs "", Choice,
                if all(target_arch = "aarch64", target_feature = "neon", feature = "neon")
                => Backend<setwise_simd::TwoBoards, Prefix>;
            /// WebAssembly simd128, two boards at once, files first and then ranks.
            Simd128Prefix = "simd128-prefix", 2 lanes, needs "", Choice,
                if all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128")
                => Backend<setwise_simd::TwoBoards, Prefix>;
            /// SSE2, two boards at once, files first and then ranks.
            Sse2Prefix = "sse2-prefix", 2 lanes, needs "", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "sse2")
                => Backend<setwise_simd::TwoBoards, Prefix>;
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
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => Backend<setwise_simd::FourBoards, setwise_core::EightShifts>;
            /// AVX2, one board, its eight directions in the lanes of two registers.
            Avx2EightLanes = "avx2-eight-lanes", 1 lanes, needs "avx2", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => Backend<Words<1, setwise_simd::Avx2>, setwise_simd::EightLanes>;
            /// AVX-512, one board, its eight directions in the lanes of one register.
            Avx512EightLanes = "avx512-eight-lanes", 1 lanes, needs "avx512f avx512bw", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => Backend<Words<1, setwise_simd::Avx512>, setwise_simd::EightLanes>;
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
    };
}

macro_rules! register_backends {
    ($($list:tt)+) => {
        register! {
            /// A backend by name. Every name is always known, whether this build compiled it or not.
            BackendId,
            /// One of the compiled backends, ready to run on this CPU. Made by [`auto`](crate::auto) or
            /// [`BackendId::detect`].
            ///
            /// Each further backend in a build compiles every kernel once more, so the default features are the best one of
            /// each instruction set.
            Backends,
            $($list)+
        }
    };
}

backends!(register_backends);

/// What is shown every backend by [`visit_ready`]. For laboratories: a program that wants one backend takes [`Backends`].
pub trait Visitor {
    /// Called once for each backend, in the order of [`BackendId::ALL`].
    fn visit<V: Lanes, S: Spread<V>>(&mut self, id: BackendId, backend: Backend<V, S>);
}

macro_rules! dispatch {
    ($(
        #[doc = $summary:literal]
        $id:ident = $name:literal, $lanes:literal lanes, needs $needs:literal, $role:ident, if $condition:meta => $backend:ty;
    )+) => {
        impl Backends {
            /// Runs `kernel` on every board of the input columns and writes its results to the output columns.
            ///
            /// Columns are slices of words, one a board, a1 = bit 0; board `i` of every input gives board `i` of every
            /// output. Any length and any alignment will do, and every backend gives identical bits.
            ///
            /// # Panics
            ///
            /// If the columns are not all of one length. Nothing is written then.
            // A call would pass the columns through memory, which costs more than a few boards do.
            #[inline(always)]
            #[track_caller]
            pub fn map<K, const IN: usize, const OUT: usize>(
                self,
                kernel: K,
                input: [&[u64]; IN],
                output: [&mut [u64]; OUT],
            ) where
                K: Kernel<IN, OUT>,
            {
                match self { $(#[cfg($condition)] Self::$id(backend) => call::$role::map(backend, kernel, input, output),)+ }
            }

            /// Runs `kernel` on every board and writes the number of members of each result set, one byte a board.
            ///
            /// The sets themselves are never stored: where a number is wanted (mobility), this reads and writes less than
            /// [`map`](Self::map) and a count of its results.
            ///
            /// # Panics
            ///
            /// If the columns are not all of one length. Nothing is written then.
            // A call would pass the columns through memory, which costs more than a few boards do.
            #[inline(always)]
            #[track_caller]
            pub fn counts<K, const IN: usize, const OUT: usize>(
                self,
                kernel: K,
                input: [&[u64]; IN],
                output: [&mut [u8]; OUT],
            ) where
                K: Kernel<IN, OUT>,
            {
                match self { $(#[cfg($condition)] Self::$id(backend) => call::$role::counts(backend, kernel, input, output),)+ }
            }

            /// Runs `kernel` on every board and returns, for each result, the number of members over the whole batch.
            ///
            /// # Panics
            ///
            /// If the columns are not all of one length.
            // A call would pass the columns through memory, which costs more than a few boards do.
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn total<K, const IN: usize, const OUT: usize>(self, kernel: K, input: [&[u64]; IN]) -> [u64; OUT]
            where
                K: Kernel<IN, OUT>,
            {
                match self { $(#[cfg($condition)] Self::$id(backend) => call::$role::total(backend, kernel, input),)+ }
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

backends!(dispatch);
