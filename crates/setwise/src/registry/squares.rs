//! The ways to answer for single squares, best first.

use setwise_board::Square;
use setwise_core::{SquareBackend, Words};

use crate::register::register;
use crate::select::{NotReady, Role};

/// The list of ways to answer for single squares.
macro_rules! square_backends {
    ($then:ident) => {
        $then! {
            /// AVX-512, the bits of eight squares, files first and then ranks: no table.
            SquareAvx512Prefix = "avx512-bit-and-prefix", 8 lanes, needs "avx512f avx512bw", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512")
                => SquareBackend<setwise_simd::EightBoards, setwise_core::BitAndPrefix>;
            /// One read of the table for each square.
            SquareTable = "table", 1 lanes, needs "", Choice,
                if all() => SquareBackend<Words<1>, setwise_core::Table>;
            /// AVX-512, eight entries of the table by one gather.
            SquareAvx512Gather = "avx512-gather", 8 lanes, needs "avx512f avx512bw", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => SquareBackend<setwise_simd::EightBoards, setwise_core::Gather>;
            /// AVX2, four entries of the table by one gather.
            SquareAvx2Gather = "avx2-gather", 4 lanes, needs "avx2", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => SquareBackend<setwise_simd::FourBoards, setwise_core::Gather>;
            /// AVX2, the bits of four squares, files first and then ranks: no table.
            SquareAvx2Prefix = "avx2-bit-and-prefix", 4 lanes, needs "avx2", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => SquareBackend<setwise_simd::FourBoards, setwise_core::BitAndPrefix>;
            /// The square's bit, files first and then ranks: no table.
            SquarePrefix = "bit-and-prefix", 1 lanes, needs "", Specimen,
                if feature = "specimens" => SquareBackend<Words<1>, setwise_core::BitAndPrefix>;
        }
    };
}

macro_rules! register_square_backends {
    ($($list:tt)+) => {
        register! {
            /// A way to answer for single squares, by name. Every name is always known.
            SquareBackendId,
            /// One of the compiled ways to answer for single squares, ready to run on this CPU. Made by
            /// [`auto_for_squares`](crate::auto_for_squares) or [`SquareBackendId::detect`].
            SquareBackends,
            $($list)+
        }
    };
}

square_backends!(register_square_backends);

macro_rules! dispatch_squares {
    ($(
        #[doc = $summary:literal]
        $id:ident = $name:literal, $lanes:literal lanes, needs $needs:literal, $role:ident, if $condition:meta => $backend:ty;
    )+) => {
        impl SquareBackends {
            /// Writes what a knight attacks from each square: `squares[i]` gives `attacks[i]`, a1 = bit 0.
            ///
            /// # Panics
            ///
            /// If the slices are not of one length. Nothing is written then.
            #[inline]
            #[track_caller]
            pub fn knight_attacks(self, squares: &[Square], attacks: &mut [u64]) {
                match self { $(#[cfg($condition)] Self::$id(backend) => backend.knight_attacks(squares, attacks),)+ }
            }

            /// Writes what a king attacks from each square: `squares[i]` gives `attacks[i]`, a1 = bit 0.
            ///
            /// # Panics
            ///
            /// If the slices are not of one length. Nothing is written then.
            #[inline]
            #[track_caller]
            pub fn king_attacks(self, squares: &[Square], attacks: &mut [u64]) {
                match self { $(#[cfg($condition)] Self::$id(backend) => backend.king_attacks(squares, attacks),)+ }
            }
        }
    };
}

square_backends!(dispatch_squares);
