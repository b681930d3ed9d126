//! The names and operations of NEON instructions.

use crate::bits::registers::{Direction, Pair};

/// The operation of an instruction. The operands contain the sizes of lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A function of two sources.
    Pair(Pair),
    /// The complement of a register, or of an immediate in all lanes.
    Not,
    /// A copy of a register, of an element or of an immediate.
    Move,
    /// The destination is a mask that selects from two sources.
    Select,
    /// The first source replaces the destination where the second is set.
    InsertIfTrue,
    /// The first source replaces the destination where the second is not set.
    InsertIfFalse,
    /// A shift.
    Shift(Direction),
    /// A shift toward the lowest bit. The result is added to the destination.
    DownAndAdd,
    /// A shift. The vacated bits are those of the destination.
    ShiftAndInsert(Direction),
    /// The number of set bits of each byte.
    Counts,
    /// The sums of adjacent lanes, in lanes of twice the size.
    PairSums,
    /// A lookup of bytes in a table of one register.
    LookUp,
}

/// All known vector instructions, apart from loads and stores.
pub const TABLE: &[(&str, Operation)] = &[
    ("and", Operation::Pair(Pair::And)),
    ("bic", Operation::Pair(Pair::AndNot)),
    ("orr", Operation::Pair(Pair::Or)),
    ("orn", Operation::Pair(Pair::OrNot)),
    ("eor", Operation::Pair(Pair::Xor)),
    ("mvn", Operation::Not),
    ("not", Operation::Not),
    ("mvni", Operation::Not),
    ("mov", Operation::Move),
    ("movi", Operation::Move),
    ("fmov", Operation::Move),
    ("dup", Operation::Move),
    ("bsl", Operation::Select),
    ("bit", Operation::InsertIfTrue),
    ("bif", Operation::InsertIfFalse),
    ("add", Operation::Pair(Pair::Add)),
    ("sub", Operation::Pair(Pair::Subtract)),
    ("cmeq", Operation::Pair(Pair::Equal)),
    ("shl", Operation::Shift(Direction::Up)),
    ("ushr", Operation::Shift(Direction::Down)),
    ("usra", Operation::DownAndAdd),
    ("sli", Operation::ShiftAndInsert(Direction::Up)),
    ("sri", Operation::ShiftAndInsert(Direction::Down)),
    ("cnt", Operation::Counts),
    ("uaddlp", Operation::PairSums),
    ("tbl", Operation::LookUp),
];
