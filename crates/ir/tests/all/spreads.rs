//! A formula for attacks that is chosen at run time. The kernels of the whole catalogue are then compiled once for this
//! program, and not once for each formula.

use setwise::{Lanes, Spread};
use setwise_ir::Formula;
use setwise_specimens::{EightShiftsMaskedBefore, FourMasks, PrefixSerial};

/// A formula of the library, or one that exists only for comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Chosen {
    Library(Formula),
    PrefixSerial,
    EightShiftsMaskedBefore,
    FourMasks,
}

impl Default for Chosen {
    fn default() -> Self {
        Self::Library(Formula::Prefix)
    }
}

impl Chosen {
    /// All formulas that can be recorded.
    pub(crate) const ALL: [Self; 5] = [
        Self::Library(Formula::Prefix),
        Self::Library(Formula::Shifts),
        Self::PrefixSerial,
        Self::EightShiftsMaskedBefore,
        Self::FourMasks,
    ];
}

/// Implements a method by the method of the chosen formula.
macro_rules! chosen {
    ($($method:ident($($set:ident),+);)+) => {$(
        #[inline(never)]
        fn $method(self, $($set: V),+) -> V {
            match self {
                Self::Library(formula) => formula.$method($($set),+),
                Self::PrefixSerial => PrefixSerial.$method($($set),+),
                Self::EightShiftsMaskedBefore => EightShiftsMaskedBefore.$method($($set),+),
                Self::FourMasks => FourMasks.$method($($set),+),
            }
        }
    )+};
}

impl<V: Lanes> Spread<V> for Chosen {
    chosen! {
        knight(knights);
        king(kings);
        knight_fill(knights);
        king_fill(kings);
        steps(knights, kings, north, south);
    }
}
