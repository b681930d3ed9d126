//! Represents registers as lists of bits, each of which describes a bit of the register on all boards. The module
//! [`registers`] contains the functions that instructions compute on registers.
//!
//! The lowest bit of a register comes first. A lane is a group of adjacent bits.

pub mod registers;

use std::convert::Infallible;
use std::fmt::Debug;

use setwise_ir::proof::Formula;

/// A register or a part of it.
pub type BitVec<T> = Vec<Bit<T>>;

/// A bit of a register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bit<T> {
    /// The value of the bit is unknown.
    Unknown,
    /// The bit is the same on all boards.
    Fixed(bool),
    /// The bit depends on the boards.
    Of(T),
}

/// The representation of a bit that depends on the boards.
pub trait Term: Clone + PartialEq + Debug {
    /// Returns the conjunction.
    fn and(&self, other: &Self) -> Bit<Self>;
    /// Returns the disjunction.
    fn or(&self, other: &Self) -> Bit<Self>;
    /// Returns the exclusive disjunction.
    fn xor(&self, other: &Self) -> Bit<Self>;
    /// Returns the negation.
    #[must_use]
    fn not(&self) -> Self;
}

/// The type of terms for registers that do not depend on boards: every bit is fixed or unknown.
pub type NoBoards = Infallible;

impl Term for NoBoards {
    fn and(&self, _: &Self) -> Bit<Self> {
        match *self {}
    }

    fn or(&self, _: &Self) -> Bit<Self> {
        match *self {}
    }

    fn xor(&self, _: &Self) -> Bit<Self> {
        match *self {}
    }

    fn not(&self) -> Self {
        match *self {}
    }
}

/// A formula that becomes too large is replaced by an unknown bit.
impl Term for Formula {
    fn and(&self, other: &Self) -> Bit<Self> {
        Self::and(self, other).map_or(Bit::Unknown, Bit::from)
    }

    fn or(&self, other: &Self) -> Bit<Self> {
        Self::or(self, other).map_or(Bit::Unknown, Bit::from)
    }

    fn xor(&self, other: &Self) -> Bit<Self> {
        Self::xor(self, other).map_or(Bit::Unknown, Bit::from)
    }

    fn not(&self) -> Self {
        !self
    }
}

impl From<Formula> for Bit<Formula> {
    fn from(formula: Formula) -> Self {
        formula.as_bool().map_or(Self::Of(formula), Self::Fixed)
    }
}

impl<T: Term> Bit<T> {
    /// Returns the conjunction.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fixed(false), _) | (_, Self::Fixed(false)) => Self::Fixed(false),
            (Self::Fixed(true), bit) | (bit, Self::Fixed(true)) => bit.clone(),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Of(a), Self::Of(b)) => a.and(b),
        }
    }

    /// Returns the disjunction.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fixed(true), _) | (_, Self::Fixed(true)) => Self::Fixed(true),
            (Self::Fixed(false), bit) | (bit, Self::Fixed(false)) => bit.clone(),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Of(a), Self::Of(b)) => a.or(b),
        }
    }

    /// Returns the exclusive disjunction.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fixed(false), bit) | (bit, Self::Fixed(false)) => bit.clone(),
            (Self::Fixed(true), bit) | (bit, Self::Fixed(true)) => bit.not(),
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Of(a), Self::Of(b)) => a.xor(b),
        }
    }

    /// Returns the negation.
    #[must_use]
    pub fn not(&self) -> Self {
        match self {
            Self::Unknown => Self::Unknown,
            Self::Fixed(value) => Self::Fixed(!value),
            Self::Of(term) => Self::Of(term.not()),
        }
    }

    /// Returns a bit that equals `yes` on boards on which this bit is set, and `no` on all other boards.
    #[must_use]
    pub fn select(&self, yes: &Self, no: &Self) -> Self {
        if yes == no { yes.clone() } else { self.and(yes).or(&self.not().and(no)) }
    }
}

impl Bit<NoBoards> {
    /// Converts the bit, which contains no term, to a bit for terms of type `T`.
    #[must_use]
    pub fn over<T: Term>(&self) -> Bit<T> {
        match self {
            Self::Unknown => Bit::Unknown,
            Self::Fixed(value) => Bit::Fixed(*value),
            Self::Of(never) => match *never {},
        }
    }
}

/// Returns the bits of bytes as fixed bits.
#[must_use]
pub fn fixed<T: Term>(bytes: &[u8]) -> BitVec<T> {
    bytes.iter().flat_map(|byte| (0..8).map(move |bit| Bit::Fixed(byte >> bit & 1 == 1))).collect()
}

/// Returns `count` unknown bits.
#[must_use]
pub fn unknown<T: Term>(count: usize) -> BitVec<T> {
    vec![Bit::Unknown; count]
}

/// Returns up to 64 bits as a number, or `None` if a bit is not fixed.
#[must_use]
pub fn as_word<T: Term>(bits: &[Bit<T>]) -> Option<u64> {
    let mut word = 0;
    for (n, bit) in bits.iter().enumerate() {
        let Bit::Fixed(value) = bit else { return None };
        word |= u64::from(*value) << n;
    }
    Some(word)
}
