//! The ways to count members, those of choice first.

#[cfg(feature = "specimens")]
use setwise_core::Words;
use setwise_core::popcount::{self, Popcount, PopcountBackend};
use setwise_core::{Isa, Scalar};

use crate::register::register;
use crate::select::{NotReady, Role};

/// The list of ways to count members.
macro_rules! popcounts {
    ($then:ident) => {
        $then! {
            /// AVX-512 with VPOPCNTDQ, eight words by one instruction.
            CountAvx512Vpopcnt = "avx512-vpopcnt", 8 lanes, needs "avx512f avx512bw avx512vpopcntdq", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx512")
                => PopcountBackend<setwise_simd::Avx512Vpopcnt, popcount::Lanewise<setwise_simd::EightBoards<setwise_simd::Avx512Vpopcnt>>>;
            /// AVX2, adders of bits over sixteen registers, what is carried out counted by half bytes.
            CountAvx2HarleySeal = "avx2-harley-seal", 4 lanes, needs "avx2", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "avx2")
                => PopcountBackend<setwise_simd::Avx2, popcount::HarleySeal<setwise_simd::FourBoards>>;
            /// NEON, two words, bytes counted by one instruction.
            CountNeon = "neon-cnt", 2 lanes, needs "", Choice,
                if all(target_arch = "aarch64", target_feature = "neon", feature = "neon")
                => PopcountBackend<setwise_simd::Neon, popcount::Lanewise<setwise_simd::TwoBoards>>;
            /// WebAssembly simd128, two words, bytes counted by one instruction.
            CountSimd128 = "simd128-popcnt", 2 lanes, needs "", Choice,
                if all(target_arch = "wasm32", target_feature = "simd128", feature = "simd128")
                => PopcountBackend<setwise_simd::Simd128, popcount::Lanewise<setwise_simd::TwoBoards>>;
            /// POPCNT, one word by one instruction.
            CountPopcnt = "popcnt", 1 lanes, needs "popcnt", Choice,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "popcnt")
                => PopcountBackend<setwise_simd::Popcnt, popcount::ByWord<popcount::CountOnes>>;
            /// POPCNT, one word by one instruction, four sums side by side.
            CountPopcntUnrolled = "popcnt-unrolled", 1 lanes, needs "popcnt", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => PopcountBackend<setwise_simd::Popcnt, popcount::FourSums<popcount::CountOnes>>;
            /// AVX-512 with VPOPCNTDQ, adders of bits over sixteen registers.
            CountAvx512HarleySeal = "avx512-vpopcnt-harley-seal", 8 lanes, needs "avx512f avx512bw avx512vpopcntdq", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => PopcountBackend<setwise_simd::Avx512Vpopcnt, popcount::HarleySeal<setwise_simd::EightBoards<setwise_simd::Avx512Vpopcnt>>>;
            /// AVX-512 BW, eight words, half bytes looked up by a shuffle.
            CountAvx512Nibbles = "avx512-nibbles", 8 lanes, needs "avx512f avx512bw", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => PopcountBackend<setwise_simd::Avx512, popcount::Lanewise<setwise_simd::EightBoards>>;
            /// AVX2, four words, half bytes looked up by a shuffle.
            CountAvx2Nibbles = "avx2-nibbles", 4 lanes, needs "avx2", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => PopcountBackend<setwise_simd::Avx2, popcount::Lanewise<setwise_simd::FourBoards>>;
            /// SSSE3, two words, half bytes looked up by a shuffle.
            CountSsse3Nibbles = "ssse3-nibbles", 2 lanes, needs "ssse3", Specimen,
                if all(target_arch = "x86_64", target_feature = "sse2", feature = "specimens")
                => PopcountBackend<setwise_simd::Ssse3, popcount::Lanewise<setwise_simd::TwoBoards<setwise_simd::Ssse3>>>;
            /// Adders of bits over sixteen words, what is carried out counted.
            CountHarleySeal = "harley-seal", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::HarleySeal<Words<1>>>;
            /// Fifteen words to four by adders of bits, those counted.
            CountCarrySave15 = "carry-save-15", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::CarrySave15<Words<1>>>;
            /// Seven words to three by adders of bits, those counted.
            CountCarrySave7 = "carry-save-7", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::CarrySave7<Words<1>>>;
            /// Three words to two by an adder of bits, those counted.
            CountCarrySave3 = "carry-save-3", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::CarrySave3<Words<1>>>;
            /// Counts of bytes, added by a multiplication.
            CountSwarMultiply = "swar-multiply", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::SwarMultiply>>;
            /// Counts of bytes, added by three shifts.
            CountSwarShifts = "swar-shifts", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::SwarShifts>>;
            /// Counts of bytes, added by the remainder modulo 255.
            CountSwarModulo = "swar-modulo", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::SwarModulo>>;
            /// HAKMEM 169 on each half of the word.
            CountHakmem32 = "hakmem-32", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::Hakmem32>>;
            /// HAKMEM 169 for 64 bits, fields of twelve bits, modulo 4095.
            CountHakmem4095 = "hakmem-4095", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::HakmemModulo4095>>;
            /// HAKMEM 169 for 64 bits, fields of nine bits, modulo 511.
            CountHakmem511 = "hakmem-511", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::HakmemModulo511>>;
            /// Eight reads of a table of 256 bytes.
            CountTable256 = "table-256", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::Table256>>;
            /// Four reads of a table of 65,536 bytes.
            CountTable65536 = "table-65536", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::Table65536>>;
            /// Kernighan: as many rounds as members.
            CountKernighan = "kernighan", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::Kernighan>>;
            /// Bit by bit, up to the highest member.
            CountBitLoopUntilEmpty = "bit-loop-until-empty", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::BitLoopUntilEmpty>>;
            /// Bit by bit, 64 rounds.
            CountBitLoop = "bit-loop", 1 lanes, needs "", Specimen,
                if feature = "specimens" => PopcountBackend<Scalar, popcount::ByWord<popcount::BitLoop>>;
            /// `count_ones` as the compiler writes it for the target; always compiled, runs everywhere.
            CountOnes = "count-ones", 1 lanes, needs "", Choice,
                if all() => PopcountBackend<Scalar, popcount::ByWord<popcount::CountOnes>>;
        }
    };
}

macro_rules! register_popcounts {
    ($($list:tt)+) => {
        register! {
            /// A way to count members, by name. Every name is always known.
            PopcountId,
            /// One of the compiled ways to count members, ready to run on this CPU. Made by [`PopcountId::detect`] or
            /// [`PopcountId::ready`]; [`auto_for_counting`](crate::auto_for_counting) gives a
            /// [`Counting`](crate::Counting), which chooses by length.
            Popcounts,
            $($list)+
        }
    };
}

popcounts!(register_popcounts);

/// What is shown every way to count by [`visit_ready_popcounts`]. For laboratories.
pub trait PopcountVisitor {
    /// Called once for each, in the order of [`PopcountId::ALL`].
    fn visit<P: Isa, M: Popcount<P>>(&mut self, id: PopcountId, backend: PopcountBackend<P, M>);
}

macro_rules! dispatch_popcounts {
    ($(
        #[doc = $summary:literal]
        $id:ident = $name:literal, $lanes:literal lanes, needs $needs:literal, $role:ident, if $condition:meta => $backend:ty;
    )+) => {
        impl Popcounts {
            /// The number of members of one word, 0 to 64.
            #[inline]
            #[must_use]
            pub fn count(self, word: u64) -> u32 {
                match self { $(#[cfg($condition)] Self::$id(backend) => backend.count(word),)+ }
            }

            /// The number of members of all words together.
            #[inline]
            #[must_use]
            pub fn total(self, words: &[u64]) -> u64 {
                match self { $(#[cfg($condition)] Self::$id(backend) => backend.total(words),)+ }
            }

            /// Writes the number of members of each word, 0 to 64: `words[i]` gives `counts[i]`.
            ///
            /// # Panics
            ///
            /// If the slices are not of one length. Nothing is written then.
            #[inline]
            #[track_caller]
            pub fn counts(self, words: &[u64], counts: &mut [u8]) {
                match self { $(#[cfg($condition)] Self::$id(backend) => backend.counts(words, counts),)+ }
            }
        }

        /// Shows `visitor` every way to count that is compiled and that this CPU can run, each with its own type.
        pub fn visit_ready_popcounts(visitor: &mut impl PopcountVisitor) {
            $(
                #[cfg($condition)]
                if let Some(backend) = $id::detect() {
                    visitor.visit(PopcountId::$id, backend);
                }
            )+
        }
    };
}

popcounts!(dispatch_popcounts);
