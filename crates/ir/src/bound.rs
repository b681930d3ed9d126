//! Patterns that take a number, with the number given: `knight_fill(4)`.
//!
//! A kernel that takes its number from a column has a loop that depends on the boards, or compares digits. With a given
//! number, fewer operations are enough, and none of them depends on the boards:
//!
//! ```text
//! knight_fill(3)       three times the operations of KnightFill<1>
//! forks_at_least(3)    the operations of Forks<3>
//! ```

use std::fmt;
use std::str::FromStr;

use setwise_core::Lanes;
use setwise_core::patterns::{Forks, ForksExactly, KingFill, KnightFill, KnightReachExactly, KnightReachWithin};
use setwise_patterns::{Inputs, Pattern};

use crate::catalogue::inputs_of;
use crate::{Formula, NotStraightLineError, Program, Record, Symbol};

/// A pattern, and its last input if this is a number that is given.
///
/// ```
/// use setwise_ir::{BoundPattern, Formula};
///
/// let fill: BoundPattern = "knight_fill(2)".parse().unwrap();
/// assert_eq!(fill.inputs(), ["knights"]);
/// let program = fill.record(Formula::Prefix).unwrap();
/// assert_eq!((program.name(), program.total()), ("knight_fill2", 36));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundPattern {
    pattern: Pattern,
    number: Option<u64>,
}

impl BoundPattern {
    /// Binds the last input of a pattern to a number. Returns `None` if this input is not a number.
    #[must_use]
    pub fn new(pattern: Pattern, number: u64) -> Option<Self> {
        let takes_number = pattern.inputs_are() == Inputs::SetsAndNumber;
        takes_number.then_some(Self { pattern, number: Some(number) })
    }

    /// Returns the pattern.
    #[must_use]
    pub fn pattern(self) -> Pattern {
        self.pattern
    }

    /// Returns whether the last input is given.
    #[must_use]
    pub fn has_number(self) -> bool {
        self.number.is_some()
    }

    /// Returns the names of the inputs that are not given.
    #[must_use]
    pub fn inputs(self) -> &'static [&'static str] {
        let inputs = self.pattern.inputs();
        &inputs[..inputs.len() - usize::from(self.has_number())]
    }

    /// Returns whether all inputs that are not given are sets.
    #[must_use]
    pub fn takes_sets(self) -> bool {
        self.has_number() || self.pattern.takes_sets()
    }

    /// Returns the inputs that are not given for a chess position: see [`Record::inputs_of`].
    #[must_use]
    pub fn inputs_of(self, kinds: &[u64; 6], sides: &[u64; 2]) -> Option<Vec<u64>> {
        if self.takes_sets() { inputs_of(self.pattern, self.inputs(), kinds, sides) } else { None }
    }

    /// Records the pattern as a program. If the number is given, the name of the program is that of the pattern and the
    /// number, such as `knight_fill2`. A crate that calls this method need not compile the kernels again.
    ///
    /// # Errors
    ///
    /// Returns an error if no number is given, and the kernel tests whether a set is empty.
    pub fn record(self, formula: Formula) -> Result<Program, NotStraightLineError> {
        let Some(number) = self.number else { return self.pattern.record(formula) };
        let program = with_number(self.pattern, formula, number)?;
        Ok(program.with_names(&format!("{}{number}", self.pattern), self.inputs(), self.pattern.results()))
    }

    /// Records the operations of the pattern on `boards`: see [`Record::record_on`].
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel calls `Lanes::store`. No kernel of the catalogue calls it.
    ///
    /// # Panics
    ///
    /// Panics if the number of boards differs from the number of inputs that are not given.
    pub fn record_on(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError> {
        assert_eq!(boards.len(), self.inputs().len(), "{self} has {} inputs", self.inputs().len());
        if self.has_number() { self.record(formula) } else { self.pattern.record_on(formula, boards) }
    }
}

/// Records the operations of a pattern that takes a number, for one number. Without a kernel for this number, the number
/// becomes a constant of the general kernel.
fn with_number(pattern: Pattern, formula: Formula, number: u64) -> Result<Program, NotStraightLineError> {
    /// Records the kernel whose constant is the number, or the general kernel if the number is not in the list.
    macro_rules! constant {
        ($kernel:ident: $($number:literal)+) => {
            match number {
                $($number => Program::record($kernel::<$number>, formula),)+
                _ => general(pattern, formula, number),
            }
        };
    }
    match pattern {
        Pattern::ForksAtLeast => constant!(Forks: 0 1 2 3 4 5 6 7 8),
        Pattern::ForksExactly => constant!(ForksExactly: 0 1 2 3 4 5 6 7 8),
        // More rounds than these add no squares to the set.
        Pattern::KnightFill => repeated(&Program::record(KnightFill::<1>, formula)?, number.min(6)),
        Pattern::KingFill => repeated(&Program::record(KingFill::<1>, formula)?, number.min(7)),
        Pattern::KnightReachWithin => repeated(&Program::record(KnightReachWithin::<1>, formula)?, number.min(63)),
        // From 128 rounds on, the set depends only on whether their number is even.
        Pattern::KnightReachExactly => {
            repeated(&Program::record(KnightReachExactly::<1>, formula)?, number.min(128 + number % 2))
        }
        other => general(other, formula, number),
    }
}

/// Records the rounds of a loop. Each round computes the first input of the next one.
fn repeated(round: &Program, rounds: u64) -> Result<Program, NotStraightLineError> {
    let inputs: Vec<&str> = round.inputs().iter().map(String::as_str).collect();
    Program::record_function(round.name(), &inputs, &["out"], &|sets| {
        let mut sets = sets.to_vec();
        for _ in 0..rounds {
            sets[0] = round.record_again(&sets)[0];
        }
        vec![sets[0]]
    })
}

/// Records the kernel that takes the number as its last input, and makes this input a constant.
fn general(pattern: Pattern, formula: Formula, number: u64) -> Result<Program, NotStraightLineError> {
    let program = pattern.record(formula)?;
    let [inputs @ .., _] = pattern.inputs() else { unreachable!("a pattern has an input") };
    Program::record_function(pattern.name(), inputs, pattern.results(), &|sets| {
        let number = Symbol::splat(sets[0].isa(), number);
        program.record_again(&[sets, &[number]].concat())
    })
}

/// Formats the name, with the number if it is given: `knight_fill(4)`.
impl fmt::Display for BoundPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}({number})", self.pattern),
            None => self.pattern.fmt(f),
        }
    }
}

/// Parses the name of a pattern, which a number in parentheses may follow.
impl FromStr for BoundPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let of = |name: &str| name.parse::<Pattern>().map_err(|unknown| unknown.to_string());
        let Some((name, number)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            return Ok(Self { pattern: of(text)?, number: None });
        };
        let pattern = of(name)?;
        let is_decimal = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let parsed = if is_decimal { number.parse().ok() } else { None };
        let parsed = parsed.ok_or_else(|| format!("'{number}' in '{text}' is not a number from 0 to 2^64 - 1"))?;
        Self::new(pattern, parsed).ok_or_else(|| format!("{pattern} takes no number"))
    }
}

impl From<Pattern> for BoundPattern {
    fn from(pattern: Pattern) -> Self {
        Self { pattern, number: None }
    }
}
