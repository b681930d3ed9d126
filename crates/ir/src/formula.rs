//! The formula for the attacks of knights and kings, chosen at run time.

use std::fmt;
use std::str::FromStr;

use setwise_core::{EightShifts, Lanes, Prefix, Spread};

/// A formula for the attacks of knights and kings. The formula is chosen at run time, so a kernel is compiled once for
/// all formulas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Steps along files first, then along ranks: `prefix`.
    #[default]
    Prefix,
    /// One shift for each of the eight directions: `shifts`.
    Shifts,
}

impl Formula {
    /// All formulas.
    pub const ALL: [Self; 2] = [Self::Prefix, Self::Shifts];

    /// Returns the name, such as `prefix`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prefix => "prefix",
            Self::Shifts => "shifts",
        }
    }
}

/// Implements a method by the method of the chosen formula.
macro_rules! chosen {
    ($($method:ident($($set:ident),+);)+) => {$(
        #[inline(never)]
        fn $method(self, $($set: V),+) -> V {
            match self {
                Self::Prefix => Prefix.$method($($set),+),
                Self::Shifts => EightShifts.$method($($set),+),
            }
        }
    )+};
}

impl<V: Lanes> Spread<V> for Formula {
    chosen! {
        knight(knights);
        king(kings);
        knight_fill(knights);
        king_fill(kings);
        steps(knights, kings, north, south);
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses the name of a formula.
impl FromStr for Formula {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|formula| formula.name() == name).ok_or_else(|| {
            format!("'{name}' is not a formula; formulas are {}", Self::ALL.map(Self::name).join(" and "))
        })
    }
}
