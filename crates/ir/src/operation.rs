//! The operations of a program.

use std::fmt;

use setwise_board::masks::{NOT_A, NOT_AB, NOT_GH, NOT_H};

/// The index of an operation in a program. It also identifies the value of the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(u32);

impl ValueId {
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("a program has fewer than 2^32 operations"))
    }

    /// Returns the index of the operation in [`Program::operations`](crate::Program::operations).
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation on 64-bit words, in which a1 is bit 0. Its operands come before it in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The input with this index.
    Input(usize),
    /// The same word for every board.
    Constant(u64),
    /// The squares in both sets.
    And(ValueId, ValueId),
    /// The squares in at least one of two sets.
    Or(ValueId, ValueId),
    /// The squares in exactly one of two sets.
    Xor(ValueId, ValueId),
    /// The squares that are not in the set.
    Not(ValueId),
    /// A shift toward h8 by a number of places from 0 to 63.
    Up(ValueId, u32),
    /// A shift toward a1 by a number of places from 0 to 63.
    Down(ValueId, u32),
    /// The sum of two numbers, modulo 2^64.
    Add(ValueId, ValueId),
    /// All ones if both words are equal, otherwise 0.
    Equal(ValueId, ValueId),
    /// The number of squares in the set.
    Popcount(ValueId),
    /// The set moved one step toward file h: a shift and a mask, or an addition of each byte to itself.
    East(ValueId),
    /// The set moved two steps toward file h.
    TwoEast(ValueId),
    /// The set moved one step toward file a.
    West(ValueId),
    /// The set moved two steps toward file a.
    TwoWest(ValueId),
}

impl Operation {
    /// Returns the operands: none for an input or a constant, otherwise one or two.
    pub fn operands(self) -> impl Iterator<Item = ValueId> {
        let (mut first, mut last) = (None, None);
        let _ = self.with_operands(|operand| {
            (first, last) = (first.or(Some(operand)), first.map(|_| operand));
            operand
        });
        first.into_iter().chain(last)
    }

    /// Returns the same operation with each operand replaced by `of(operand)`.
    #[must_use]
    pub fn with_operands(self, mut of: impl FnMut(ValueId) -> ValueId) -> Self {
        match self {
            Self::Input(_) | Self::Constant(_) => self,
            Self::And(a, b) => Self::And(of(a), of(b)),
            Self::Or(a, b) => Self::Or(of(a), of(b)),
            Self::Xor(a, b) => Self::Xor(of(a), of(b)),
            Self::Add(a, b) => Self::Add(of(a), of(b)),
            Self::Equal(a, b) => Self::Equal(of(a), of(b)),
            Self::Not(a) => Self::Not(of(a)),
            Self::Up(a, places) => Self::Up(of(a), places),
            Self::Down(a, places) => Self::Down(of(a), places),
            Self::Popcount(a) => Self::Popcount(of(a)),
            Self::East(a) => Self::East(of(a)),
            Self::TwoEast(a) => Self::TwoEast(of(a)),
            Self::West(a) => Self::West(of(a)),
            Self::TwoWest(a) => Self::TwoWest(of(a)),
        }
    }

    /// Computes the value of the operation. `inputs` contains the board of each input, and `word` returns the value of
    /// an operand.
    pub(crate) fn evaluate(self, inputs: &[u64], word: impl Fn(ValueId) -> u64) -> u64 {
        if let Some((_, places, mask)) = self.step() {
            let Some(set) = self.operands().next().map(word) else { return 0 };
            return if places > 0 { set << places & mask } else { set >> -places & mask };
        }
        match self {
            Self::Input(input) => inputs[input],
            Self::Constant(word) => word,
            Self::And(a, b) => word(a) & word(b),
            Self::Or(a, b) => word(a) | word(b),
            Self::Xor(a, b) => word(a) ^ word(b),
            Self::Not(a) => !word(a),
            Self::Up(a, places) => word(a) << places,
            Self::Down(a, places) => word(a) >> places,
            Self::Add(a, b) => word(a).wrapping_add(word(b)),
            Self::Equal(a, b) => u64::from(word(a) == word(b)).wrapping_neg(),
            Self::Popcount(a) => u64::from(word(a).count_ones()),
            Self::East(a) | Self::TwoEast(a) | Self::West(a) | Self::TwoWest(a) => word(a),
        }
    }

    /// Returns a word that contains every bit that can be 1 in the value of the operation. `of` returns this word for an
    /// operand.
    pub(crate) fn possible(self, of: impl Fn(ValueId) -> u64) -> u64 {
        if let Some((_, places, mask)) = self.step() {
            let set = self.operands().next().map_or(u64::MAX, of);
            return mask & if places > 0 { set << places } else { set >> -places };
        }
        match self {
            Self::Constant(word) => word,
            Self::And(a, b) => of(a) & of(b),
            Self::Or(a, b) | Self::Xor(a, b) => of(a) | of(b),
            Self::Up(a, places) => of(a) << places,
            Self::Down(a, places) => of(a) >> places,
            // Every bit up to the highest 1 of the largest sum.
            Self::Add(a, b) => {
                of(a).checked_add(of(b)).map_or(u64::MAX, |sum| u64::MAX.checked_shr(sum.leading_zeros()).unwrap_or(0))
            }
            Self::Popcount(_) => 127,
            _ => u64::MAX,
        }
    }

    /// Returns the name, the shift (positive toward h8) and the mask of a named step, such as [`East`](Self::East).
    /// Returns `None` for any other operation.
    #[must_use]
    pub fn step(self) -> Option<(&'static str, i32, u64)> {
        match self {
            Self::East(_) => Some(("east", 1, NOT_A)),
            Self::TwoEast(_) => Some(("two_east", 2, NOT_AB)),
            Self::West(_) => Some(("west", -1, NOT_H)),
            Self::TwoWest(_) => Some(("two_west", -2, NOT_GH)),
            _ => None,
        }
    }
}

/// The kind of an operation, for counting. A named step, such as [`Operation::East`], counts as two operations: a
/// shift, and an intersection with a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A shift by a constant number of places.
    Shift,
    /// An intersection.
    And,
    /// A union.
    Or,
    /// A symmetric difference.
    Xor,
    /// A complement.
    Not,
    /// An addition of numbers.
    Add,
    /// A comparison.
    Equal,
    /// A population count.
    Popcount,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] =
        [Self::Shift, Self::And, Self::Or, Self::Xor, Self::Not, Self::Add, Self::Equal, Self::Popcount];

    /// Returns the kinds of an operation: none for an input or a constant, two for a named step, otherwise one.
    #[must_use]
    pub fn of(operation: Operation) -> &'static [Self] {
        match operation {
            Operation::Input(_) | Operation::Constant(_) => &[],
            Operation::And(..) => &[Self::And],
            Operation::Or(..) => &[Self::Or],
            Operation::Xor(..) => &[Self::Xor],
            Operation::Not(_) => &[Self::Not],
            Operation::Up(..) | Operation::Down(..) => &[Self::Shift],
            Operation::Add(..) => &[Self::Add],
            Operation::Equal(..) => &[Self::Equal],
            Operation::Popcount(_) => &[Self::Popcount],
            Operation::East(_) | Operation::TwoEast(_) | Operation::West(_) | Operation::TwoWest(_) => {
                &[Self::Shift, Self::And]
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Shift => "shift",
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Not => "not",
            Self::Add => "add",
            Self::Equal => "equal",
            Self::Popcount => "popcount",
        })
    }
}
