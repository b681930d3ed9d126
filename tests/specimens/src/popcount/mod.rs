//! Methods of counting the members of a set, including the methods of the library.

mod slices;
mod words;

use setwise::Lanes;
use setwise::backend::{Prefix, Strategy, Words};
use setwise::popcount::{ByRegister, ByWord, CountOnes, HarleySeal, Popcount};

pub use slices::{CarrySave3, CarrySave7, CarrySave15, FourSums};
pub use words::{
    BitLoop, BitLoopUntilEmpty, Hakmem32, HakmemModulo511, HakmemModulo4095, Kernighan, SwarModulo, SwarMultiply,
    SwarShifts, Table256, Table65536,
};

/// Work to run with a counting method, like a closure that is generic over the backend and the method.
pub trait CountingJob {
    /// Runs the work with one method. `name` is the name of the method, such as `avx2-harley-seal`.
    fn run<V: Lanes, M: Popcount>(&mut self, name: &'static str, backend: Strategy<V, Prefix>, popcount: M);
}

/// Runs `job` for every method that this build contains and this CPU can run.
pub fn for_each_ready(job: &mut impl CountingJob) {
    by_instruction(job);
    scalar(job, "harley-seal", ByRegister::<HarleySeal>::NEW);
    scalar(job, "carry-save-15", ByRegister::<CarrySave15>::NEW);
    scalar(job, "carry-save-7", ByRegister::<CarrySave7>::NEW);
    scalar(job, "carry-save-3", ByRegister::<CarrySave3>::NEW);
    scalar(job, "swar-multiply", ByWord::<SwarMultiply>::NEW);
    scalar(job, "swar-shifts", ByWord::<SwarShifts>::NEW);
    scalar(job, "swar-modulo", ByWord::<SwarModulo>::NEW);
    scalar(job, "hakmem-32", ByWord::<Hakmem32>::NEW);
    scalar(job, "hakmem-4095", ByWord::<HakmemModulo4095>::NEW);
    scalar(job, "hakmem-511", ByWord::<HakmemModulo511>::NEW);
    scalar(job, "table-256", ByWord::<Table256>::NEW);
    scalar(job, "table-65536", ByWord::<Table65536>::NEW);
    scalar(job, "kernighan", ByWord::<Kernighan>::NEW);
    scalar(job, "bit-loop-until-empty", ByWord::<BitLoopUntilEmpty>::NEW);
    scalar(job, "bit-loop", ByWord::<BitLoop>::NEW);
    scalar(job, "count-ones", ByWord::<CountOnes>::NEW);
}

cfg_if::cfg_if! {
    // The methods that need special instructions of the target architecture.
    if #[cfg(target_arch = "x86_64")] {
        use setwise::popcount::Lanewise;
        use setwise_simd::{Avx512Vpopcnt, EightBoards, FourBoards, Popcnt, Ssse3, TwoBoards};

        fn by_instruction(job: &mut impl CountingJob) {
            on::<EightBoards<Avx512Vpopcnt>>(job, "avx512-vpopcnt", ByRegister::<Lanewise>::NEW);
            on::<EightBoards>(job, "avx512-harley-seal", ByRegister::<HarleySeal>::NEW);
            on::<FourBoards>(job, "avx2-harley-seal", ByRegister::<HarleySeal>::NEW);
            on::<Words<1, Popcnt>>(job, "popcnt", ByWord::<CountOnes>::NEW);
            on::<Words<1, Popcnt>>(job, "popcnt-unrolled", FourSums::<CountOnes>::default());
            on::<EightBoards<Avx512Vpopcnt>>(job, "avx512-vpopcnt-harley-seal", ByRegister::<HarleySeal>::NEW);
            on::<EightBoards>(job, "avx512-nibbles", ByRegister::<Lanewise>::NEW);
            on::<FourBoards>(job, "avx2-nibbles", ByRegister::<Lanewise>::NEW);
            on::<TwoBoards<Ssse3>>(job, "ssse3-nibbles", ByRegister::<Lanewise>::NEW);
        }
    } else if #[cfg(target_arch = "aarch64")] {
        use setwise::popcount::Lanewise;
        use setwise_simd::TwoBoards;

        fn by_instruction(job: &mut impl CountingJob) {
            on::<TwoBoards>(job, "neon-cnt", ByRegister::<Lanewise>::NEW);
        }
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        use setwise::popcount::Lanewise;
        use setwise_simd::TwoBoards;

        fn by_instruction(job: &mut impl CountingJob) {
            on::<TwoBoards>(job, "simd128-popcnt", ByRegister::<Lanewise>::NEW);
        }
    } else {
        fn by_instruction(_: &mut impl CountingJob) {}
    }
}

fn scalar(job: &mut impl CountingJob, name: &'static str, popcount: impl Popcount) {
    on::<Words<1>>(job, name, popcount);
}

fn on<V: Lanes>(job: &mut impl CountingJob, name: &'static str, popcount: impl Popcount) {
    if let Some(backend) = Strategy::<V, Prefix>::detect() {
        job.run(name, backend, popcount);
    }
}
