//! The strategies for unpacking boards.

use std::fmt;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::deposit::Deposit;
use super::unpack::{Expand, Unpack};

/// A strategy for unpacking boards. All strategies read the same positions and report the same errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnpackStrategy {
    /// Board by board with AVX2 and BMI2, on CPUs that do not execute PDEP in microcode.
    Bmi2,
    /// Several boards at once by shifts and masks, on any backend. Every CPU supports it.
    Portable,
}

impl UnpackStrategy {
    /// All strategies, in the order in which a reader tries them.
    pub const ALL: [Self; 2] = [Self::Bmi2, Self::Portable];

    /// Returns the strategies that this CPU supports. The last one is [`Portable`](Self::Portable).
    pub fn ready() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|strategy| strategy.unpack().is_some())
    }

    /// Returns the name in lower case, such as `bmi2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bmi2 => "bmi2",
            Self::Portable => "portable",
        }
    }

    /// Returns the strategy with its space for a block, or `None` if this CPU does not support it.
    pub(super) fn unpack(self) -> Option<Box<dyn Unpack>> {
        match self {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Self::Bmi2 => Some(Box::new(Deposit::<setwise::simd::Bmi2>::detect()?)),
            #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
            Self::Bmi2 => None,
            Self::Portable => Some(Box::new(Expand::new())),
        }
    }
}

impl fmt::Display for UnpackStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
