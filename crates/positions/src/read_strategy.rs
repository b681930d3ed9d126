//! The strategies for reading lines.

use std::fmt;

use crate::block_reader::BlockReader;
use crate::scalar_block::ScalarBlock;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use crate::simd_block::SimdBlock;

/// A strategy for reading lines. All strategies read the same positions and report the same errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadStrategy {
    /// Reads all ranks of a line in one register, with AVX-512, VBMI, VBMI2 and GFNI.
    Avx512Vbmi2,
    /// Reads four ranks of a line in one register, with AVX2, BMI1 and POPCNT, which every CPU with AVX2 has.
    Avx2,
    /// Reads letter by letter, without special instructions. Every CPU supports this strategy.
    Portable,
}

impl ReadStrategy {
    /// All strategies, in the order in which [`Reader::new`](crate::Reader::new) tries them.
    pub const ALL: [Self; 3] = [Self::Avx512Vbmi2, Self::Avx2, Self::Portable];

    /// Returns the strategies that this CPU supports. The last one is [`Portable`](Self::Portable).
    pub fn ready() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|strategy| strategy.block_reader().is_some())
    }

    /// Returns the name in lower case, such as `avx2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512Vbmi2 => "avx512-vbmi2",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Returns a block reader that uses this strategy, or `None` if this CPU does not support the strategy.
    pub(crate) fn block_reader(self) -> Option<Box<dyn BlockReader>> {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        fn simd_block<L: setwise::simd::decode::ParsePlacement + fmt::Debug + Send + Sync>()
        -> Option<Box<dyn BlockReader>> {
            Some(Box::new(SimdBlock::<L>::detect()?))
        }
        match self {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx512Vbmi2 => simd_block::<setwise::simd::Avx512Vbmi2>(),
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Avx2 => simd_block::<setwise::simd::Avx2Bmi1>(),
            #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
            Self::Avx512Vbmi2 | Self::Avx2 => None,
            Self::Portable => Some(Box::new(ScalarBlock::new())),
        }
    }
}

impl fmt::Display for ReadStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
