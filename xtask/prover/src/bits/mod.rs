//! Represents registers as lists of bits, each of which describes a bit of the register on all boards. The module
//! [`registers`] contains the functions that instructions compute on registers.
//!
//! The lowest bit of a register comes first. A lane is a group of adjacent bits.

pub mod registers;

use setwise_ir::proof::Formula;

/// A register or a part of it.
pub type BitVec = Vec<Bit>;

/// A bit of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bit {
    /// The value of the bit is unknown.
    Unknown,
    /// The bit is the same on all boards.
    Fixed(bool),
    /// The bit depends on the boards.
    Of(Formula),
}

impl From<Formula> for Bit {
    fn from(formula: Formula) -> Self {
        formula.as_bool().map_or(Self::Of(formula), Self::Fixed)
    }
}

/// Returns the bit of a formula, or an unknown bit if the formula became too large.
fn of_formula<E>(formula: Result<Formula, E>) -> Bit {
    formula.map_or(Bit::Unknown, Bit::from)
}

impl Bit {
    /// Returns the conjunction.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fixed(false), _) | (_, Self::Fixed(false)) => Self::Fixed(false),
            (Self::Fixed(true), bit) | (bit, Self::Fixed(true)) => bit.clone(),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Of(a), Self::Of(b)) => of_formula(a.and(b)),
        }
    }

    /// Returns the disjunction.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fixed(true), _) | (_, Self::Fixed(true)) => Self::Fixed(true),
            (Self::Fixed(false), bit) | (bit, Self::Fixed(false)) => bit.clone(),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Of(a), Self::Of(b)) => of_formula(a.or(b)),
        }
    }

    /// Returns the exclusive disjunction.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fixed(false), bit) | (bit, Self::Fixed(false)) => bit.clone(),
            (Self::Fixed(true), bit) | (bit, Self::Fixed(true)) => bit.not(),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Of(a), Self::Of(b)) => of_formula(a.xor(b)),
        }
    }

    /// Returns the negation.
    #[must_use]
    pub fn not(&self) -> Self {
        match self {
            Self::Unknown => Self::Unknown,
            Self::Fixed(value) => Self::Fixed(!value),
            Self::Of(formula) => Self::Of(!formula),
        }
    }

    /// Returns a bit that equals `yes` on boards on which this bit is set, and `no` on all other boards.
    #[must_use]
    pub fn select(&self, yes: &Self, no: &Self) -> Self {
        if yes == no { yes.clone() } else { self.and(yes).or(&self.not().and(no)) }
    }
}

/// Returns the bits of bytes as fixed bits.
#[must_use]
pub fn fixed(bytes: &[u8]) -> BitVec {
    bytes.iter().flat_map(|byte| (0..8).map(move |bit| Bit::Fixed(byte >> bit & 1 == 1))).collect()
}

/// Returns `count` unknown bits.
#[must_use]
pub fn unknown(count: usize) -> BitVec {
    vec![Bit::Unknown; count]
}

/// Returns up to 64 bits as a number, or `None` if a bit is not fixed.
#[must_use]
pub fn as_word(bits: &[Bit]) -> Option<u64> {
    let mut word = 0;
    for (n, bit) in bits.iter().enumerate() {
        let Bit::Fixed(value) = bit else { return None };
        word |= u64::from(*value) << n;
    }
    Some(word)
}
