//! The entries of the catalogue as values of Rust types.

use std::fmt;
use std::str::FromStr;

use crate::for_each_pattern;
use crate::names::{UnknownName, find};

/// The meaning of the inputs of a pattern. An input is given as a column, which has one word for each board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Inputs {
    /// All inputs are sets.
    Sets,
    /// The last input is a number. The other inputs are sets.
    SetsAndNumber,
    /// The last input is a flag, which is true for any number except 0. The other inputs are sets.
    SetsAndFlag,
    /// All inputs are squares, 0 (a1) to 63 (h8). The kernel receives each square as a set with one member, and any
    /// other number as the empty set.
    Squares,
}

/// The meaning of the results of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Results {
    /// All results are sets.
    Sets,
    /// All results are numbers or flags.
    Numbers,
}

/// The entry of a pattern, without its kernel.
struct Entry {
    name: &'static str,
    section: &'static str,
    inputs: Inputs,
    input_names: &'static [&'static str],
    results: Results,
    result_names: &'static [&'static str],
    definition: &'static str,
}

macro_rules! define {
    ($($variant:ident $name:ident $section:literal $inputs:ident[$($input:ident),+] ->
        $results:ident[$($result:ident),+] = $kernel:expr, $($definition:literal)+;)+) => {
        /// A pattern of the catalogue.
        ///
        /// ```
        /// use setwise_patterns::Pattern;
        ///
        /// let pattern: Pattern = "knight_moves".parse().unwrap();
        /// assert_eq!(pattern.inputs(), ["knights", "own"]);
        /// assert_eq!(pattern.definition(), "The squares that the knights attack, without own pieces.");
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Pattern {
            $(#[doc = concat!($($definition),+)] $variant,)+
        }

        impl Pattern {
            /// All patterns, in the order of the catalogue.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];
        }

        const ENTRIES: &[Entry] = &[$(Entry {
            name: stringify!($name),
            section: $section,
            inputs: Inputs::$inputs,
            input_names: &[$(stringify!($input)),+],
            results: Results::$results,
            result_names: &[$(stringify!($result)),+],
            definition: concat!($($definition),+),
        },)+];
    };
}

for_each_pattern!(define);

impl Pattern {
    /// Returns the name of the pattern, such as `knight_moves`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// Returns the definition, which describes the results in terms of the inputs.
    #[must_use]
    pub const fn definition(self) -> &'static str {
        self.entry().definition
    }

    /// Returns the section of `docs/reference.md` that defines the pattern, such as `3.7`.
    #[must_use]
    pub const fn section(self) -> &'static str {
        self.entry().section
    }

    /// Returns the names of the inputs.
    #[must_use]
    pub const fn inputs(self) -> &'static [&'static str] {
        self.entry().input_names
    }

    /// Returns the meaning of the inputs, such as sets or squares.
    #[must_use]
    pub const fn inputs_are(self) -> Inputs {
        self.entry().inputs
    }

    /// Returns the names of the results.
    #[must_use]
    pub const fn results(self) -> &'static [&'static str] {
        self.entry().result_names
    }

    /// Returns a name for each result that is unique in the catalogue: the name of the pattern if it has one result,
    /// otherwise the names of the pattern and of the result, such as `king_files.open`.
    #[must_use]
    pub fn full_result_names(self) -> Vec<String> {
        match self.results() {
            [_] => vec![self.to_string()],
            results => results.iter().map(|result| format!("{self}.{result}")).collect(),
        }
    }

    /// Returns the meaning of the results: sets or numbers.
    #[must_use]
    pub const fn results_are(self) -> Results {
        self.entry().results
    }

    /// Returns whether all inputs are sets.
    #[must_use]
    pub const fn takes_sets(self) -> bool {
        matches!(self.inputs_are(), Inputs::Sets)
    }

    /// Returns the name without the side, such as `passers` for `white_passers`, or `None` if the pattern has no side.
    #[must_use]
    pub fn without_side(self) -> Option<&'static str> {
        self.name().strip_prefix("white_").or_else(|| self.name().strip_prefix("black_"))
    }

    const fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }
}

/// Returns the number of the pattern with this name, for interfaces that pass patterns as numbers, such as C. It is a hash
/// of the name, less than 2<sup>31</sup>, so it stays the same when patterns are added or change their order.
///
/// ```
/// assert_eq!(setwise_patterns::number("knight_attacks"), 0x2EBB_B0AB);
/// ```
#[must_use]
pub const fn number(name: &str) -> u32 {
    // FNV-1a without its last bit.
    let (name, mut hash, mut n) = (name.as_bytes(), 0x811C_9DC5_u32, 0);
    while n < name.len() {
        hash = (hash ^ name[n] as u32).wrapping_mul(0x0100_0193);
        n += 1;
    }
    hash >> 1
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses the name of a pattern.
impl FromStr for Pattern {
    type Err = ParsePatternError;

    fn from_str(name: &str) -> Result<Self, ParsePatternError> {
        find(Self::ALL, name).ok_or_else(|| ParsePatternError(UnknownName::new("pattern", name, Self::ALL)))
    }
}

/// The error returned for a name that no pattern has. The message contains the nearest names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsePatternError(UnknownName);

impl fmt::Display for ParsePatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ParsePatternError {}
