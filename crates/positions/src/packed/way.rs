//! The ways of unpacking boards.

use std::fmt;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::unpack::Deposit;
use super::unpack::{Expand, Unpack};

/// A way of unpacking boards. All ways read the same positions and report the same errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Way {
    /// Board by board with AVX2 and BMI2, on CPUs that do not execute PDEP in microcode.
    Bmi2,
    /// Several boards at once by shifts and masks, on any backend. Every CPU can unpack this way.
    Portable,
}

impl Way {
    /// All ways, in the order in which a reader tries them.
    pub const ALL: [Self; 2] = [Self::Bmi2, Self::Portable];

    /// Returns the ways that this CPU can take. The last one is [`Portable`](Self::Portable).
    pub fn ready() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|way| way.unpack().is_some())
    }

    /// Returns the name in lower case, such as `bmi2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bmi2 => "bmi2",
            Self::Portable => "portable",
        }
    }

    /// Returns a reader of the first way for which there is one.
    pub(super) fn best<R>(reader: impl Fn(Self) -> Option<R>) -> R {
        Self::ALL.into_iter().find_map(reader).expect("every CPU can take the portable way")
    }

    /// Returns the way with its space for a block, or `None` if this CPU cannot take it.
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

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
