//! A formula for attacks that is chosen at run time. The kernels of the whole catalogue are then compiled once for this
//! program, and not once for each formula.

use setwise::backend::{EightShifts, Prefix};
use setwise::{Lanes, Spread};
use setwise_specimens::{EightShiftsMaskedBefore, FourMasks, PrefixSerial};

/// A formula of the library, or one that exists only for comparison.
#[derive(Clone, Copy, Default)]
pub(crate) enum Chosen {
    #[default]
    Prefix,
    EightShifts,
    PrefixSerial,
    EightShiftsMaskedBefore,
    FourMasks,
}

/// Implements a method by the method of the chosen formula.
macro_rules! chosen {
    ($($method:ident($($set:ident),+);)+) => {$(
        #[inline(never)]
        fn $method(self, $($set: V),+) -> V {
            match self {
                Self::Prefix => Prefix.$method($($set),+),
                Self::EightShifts => EightShifts.$method($($set),+),
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
