//! Every known method of counting the members of a set, including those of the library.

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

/// A counting method: its name, and a description in one sentence.
#[derive(Debug, Clone, Copy)]
pub struct CountMethod {
    /// The name, such as `avx2-harley-seal`.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
}

/// Work that runs on one counting method, like a closure that is generic over the backend and the method.
pub trait CountingJob {
    /// Runs the work on one method.
    fn run<V: Lanes, M: Popcount>(&mut self, method: CountMethod, backend: Strategy<V, Prefix>, popcount: M);
}

/// Runs `job` for every method that this build contains and this CPU can run.
pub fn for_each_ready(job: &mut impl CountingJob) {
    by_instruction(job);
    let one = "harley-seal";
    scalar(job, one, "Adders of bits over sixteen words; the carries are counted.", ByRegister::<HarleySeal>::NEW);
    let one = "carry-save-15";
    scalar(job, one, "Adders of bits reduce fifteen words to four, which are counted.", ByRegister::<CarrySave15>::NEW);
    let one = "carry-save-7";
    scalar(job, one, "Adders of bits reduce seven words to three, which are counted.", ByRegister::<CarrySave7>::NEW);
    let one = "carry-save-3";
    scalar(job, one, "An adder of bits reduces three words to two, which are counted.", ByRegister::<CarrySave3>::NEW);
    scalar(job, "swar-multiply", "Counts per byte, added by a multiplication.", ByWord::<SwarMultiply>::NEW);
    scalar(job, "swar-shifts", "Counts per byte, added by three shifts.", ByWord::<SwarShifts>::NEW);
    scalar(job, "swar-modulo", "Counts per byte, added by the remainder modulo 255.", ByWord::<SwarModulo>::NEW);
    scalar(job, "hakmem-32", "HAKMEM 169 on each half of the word.", ByWord::<Hakmem32>::NEW);
    let one = "hakmem-4095";
    let summary = "HAKMEM 169 for 64 bits, fields of twelve bits, modulo 4095.";
    scalar(job, one, summary, ByWord::<HakmemModulo4095>::NEW);
    let summary = "HAKMEM 169 for 64 bits, fields of nine bits, modulo 511.";
    scalar(job, "hakmem-511", summary, ByWord::<HakmemModulo511>::NEW);
    scalar(job, "table-256", "Eight reads of a table of 256 bytes.", ByWord::<Table256>::NEW);
    scalar(job, "table-65536", "Four reads of a table of 65,536 bytes.", ByWord::<Table65536>::NEW);
    scalar(job, "kernighan", "Kernighan: one round for each member.", ByWord::<Kernighan>::NEW);
    let one = "bit-loop-until-empty";
    scalar(job, one, "Bit by bit, up to the highest member.", ByWord::<BitLoopUntilEmpty>::NEW);
    scalar(job, "bit-loop", "Bit by bit, 64 rounds.", ByWord::<BitLoop>::NEW);
    scalar(job, "count-ones", "`count_ones` as the compiler generates it for the target.", ByWord::<CountOnes>::NEW);
}

cfg_if::cfg_if! {
    // The methods that need an instruction set, for the architecture of this build.
    if #[cfg(target_arch = "x86_64")] {
        use setwise::popcount::Lanewise;
        use setwise_simd::{Avx512Vpopcnt, EightBoards, FourBoards, Popcnt, Ssse3, TwoBoards};

        fn by_instruction(job: &mut impl CountingJob) {
            let summary = "AVX-512 with VPOPCNTDQ, eight words by one instruction.";
            on::<EightBoards<Avx512Vpopcnt>>(job, "avx512-vpopcnt", summary, ByRegister::<Lanewise>::NEW);
            let summary = "AVX-512 BW, adders of bits over sixteen registers; the carries are counted by half bytes.";
            on::<EightBoards>(job, "avx512-harley-seal", summary, ByRegister::<HarleySeal>::NEW);
            let summary = "AVX2, adders of bits over sixteen registers; the carries are counted by half bytes.";
            on::<FourBoards>(job, "avx2-harley-seal", summary, ByRegister::<HarleySeal>::NEW);
            on::<Words<1, Popcnt>>(job, "popcnt", "POPCNT, one word by one instruction.", ByWord::<CountOnes>::NEW);
            let summary = "POPCNT, one word by one instruction, with four separate sums.";
            on::<Words<1, Popcnt>>(job, "popcnt-unrolled", summary, FourSums::<CountOnes>::default());
            let summary = "AVX-512 with VPOPCNTDQ, adders of bits over sixteen registers.";
            on::<EightBoards<Avx512Vpopcnt>>(job, "avx512-vpopcnt-harley-seal", summary, ByRegister::<HarleySeal>::NEW);
            let summary = "AVX-512 BW, eight words, half bytes looked up by a shuffle.";
            on::<EightBoards>(job, "avx512-nibbles", summary, ByRegister::<Lanewise>::NEW);
            let summary = "AVX2, four words, half bytes looked up by a shuffle.";
            on::<FourBoards>(job, "avx2-nibbles", summary, ByRegister::<Lanewise>::NEW);
            let summary = "SSSE3, two words, half bytes looked up by a shuffle.";
            on::<TwoBoards<Ssse3>>(job, "ssse3-nibbles", summary, ByRegister::<Lanewise>::NEW);
        }
    } else if #[cfg(target_arch = "aarch64")] {
        use setwise::popcount::Lanewise;
        use setwise_simd::TwoBoards;

        fn by_instruction(job: &mut impl CountingJob) {
            let summary = "NEON, two words, one instruction counts the bytes.";
            on::<TwoBoards>(job, "neon-cnt", summary, ByRegister::<Lanewise>::NEW);
        }
    } else if #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))] {
        use setwise::popcount::Lanewise;
        use setwise_simd::TwoBoards;

        fn by_instruction(job: &mut impl CountingJob) {
            let summary = "WebAssembly simd128, two words, one instruction counts the bytes.";
            on::<TwoBoards>(job, "simd128-popcnt", summary, ByRegister::<Lanewise>::NEW);
        }
    } else {
        fn by_instruction(_: &mut impl CountingJob) {}
    }
}

fn scalar(job: &mut impl CountingJob, name: &'static str, summary: &'static str, popcount: impl Popcount) {
    on::<Words<1>>(job, name, summary, popcount);
}

fn on<V: Lanes>(job: &mut impl CountingJob, name: &'static str, summary: &'static str, popcount: impl Popcount) {
    if let Some(backend) = Strategy::<V, Prefix>::detect() {
        job.run(CountMethod { name, summary }, backend, popcount);
    }
}
