//! Backends that exist only for comparison.

use setwise::backend::{Job, Runner, Strategy, Words};

use crate::{EightShiftsMaskedBefore, FourMasks, PrefixSerial};

/// A backend that the library does not offer, ready to run on this CPU.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Specimen {
    /// AVX2, four boards at once, one shift and one mask for each of eight directions.
    #[cfg(target_arch = "x86_64")]
    Avx2Shift(Strategy<setwise_simd::FourBoards, setwise::backend::EightShifts>),
    /// AVX2, one board, its eight directions in the lanes of two registers.
    #[cfg(target_arch = "x86_64")]
    Avx2EightLanes(Strategy<Words<1, setwise_simd::Avx2>, setwise_simd::EightLanes>),
    /// AVX-512, one board, its eight directions in the lanes of one register.
    #[cfg(target_arch = "x86_64")]
    Avx512EightLanes(Strategy<Words<1, setwise_simd::Avx512>, setwise_simd::EightLanes>),
    /// One board, one shift for each of eight directions, with the masks applied before the shifts.
    ScalarShiftPre(Strategy<Words<1>, EightShiftsMaskedBefore>),
    /// One board. For knights, each of four masks is applied once, to the union of the two shifts that need it. For
    /// kings, each of two masks is applied to the union of three shifts.
    ScalarFourMasks(Strategy<Words<1>, FourMasks>),
    /// One board, with its pieces moved by files first and then by ranks. The move by two files is computed from the
    /// move by one file.
    ScalarPrefixSerial(Strategy<Words<1>, PrefixSerial>),
}

/// A row of the table of specimens.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) needs: &'static str,
    /// A function that returns the specimen if this CPU can run it. The field is `None` if this build does not contain
    /// the specimen.
    pub(crate) detect: Option<fn() -> Option<Specimen>>,
}

impl Row {
    const fn new(name: &'static str, needs: &'static str, detect: Option<fn() -> Option<Specimen>>) -> Self {
        Self { name, needs, detect }
    }
}

cfg_if::cfg_if! {
    if #[cfg(target_arch = "x86_64")] {
        macro_rules! detect_on_x86 {
            ($specimen:ident) => {
                Some(|| Strategy::detect().map(Specimen::$specimen))
            };
        }
    } else {
        macro_rules! detect_on_x86 {
            ($specimen:ident) => {
                None
            };
        }
    }
}

/// All specimens, including those that this build does not contain.
pub(crate) const ROWS: [Row; 6] = [
    Row::new("avx2-shift", "avx2", detect_on_x86!(Avx2Shift)),
    Row::new("avx2-eight-lanes", "avx2", detect_on_x86!(Avx2EightLanes)),
    Row::new("avx512-eight-lanes", "avx512f avx512bw avx512dq", detect_on_x86!(Avx512EightLanes)),
    Row::new("scalar-shift-pre", "", Some(|| Strategy::detect().map(Specimen::ScalarShiftPre))),
    Row::new("scalar-four-masks", "", Some(|| Strategy::detect().map(Specimen::ScalarFourMasks))),
    Row::new("scalar-prefix-serial", "", Some(|| Strategy::detect().map(Specimen::ScalarPrefixSerial))),
];

impl Runner for Specimen {
    #[inline(always)]
    fn run<J: Job>(self, job: J) -> J::Out {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Shift(backend) => job.run(backend),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2EightLanes(backend) => job.run(backend),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512EightLanes(backend) => job.run(backend),
            Self::ScalarShiftPre(backend) => job.run(backend),
            Self::ScalarFourMasks(backend) => job.run(backend),
            Self::ScalarPrefixSerial(backend) => job.run(backend),
        }
    }
}
