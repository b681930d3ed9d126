//! The names and operations of NEON instructions.

/// The operation of an instruction. The operands contain the sizes of lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// The intersection.
    And,
    /// The first source without the second.
    AndNot,
    /// The union.
    Or,
    /// The union of the first source and the complement of the second.
    OrNot,
    /// The symmetric difference.
    Xor,
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
    /// The sums of lanes.
    Add,
    /// The differences of lanes.
    Subtract,
    /// All ones in lanes that are equal, zeros in the others.
    Equal,
    /// A shift toward the highest bit.
    Up,
    /// A shift toward the lowest bit.
    Down,
    /// A shift toward the lowest bit. The result is added to the destination.
    DownAndAdd,
    /// A shift toward the highest bit. The vacated bits are those of the destination.
    UpAndInsert,
    /// A shift toward the lowest bit. The vacated bits are those of the destination.
    DownAndInsert,
    /// The number of set bits of each byte.
    Counts,
    /// The sums of adjacent lanes, in lanes of twice the size.
    PairSums,
    /// A lookup of bytes in a table of one register.
    LookUp,
}

/// All known vector instructions, apart from loads and stores.
pub const TABLE: &[(&str, Operation)] = &[
    ("and", Operation::And),
    ("bic", Operation::AndNot),
    ("orr", Operation::Or),
    ("orn", Operation::OrNot),
    ("eor", Operation::Xor),
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
    ("add", Operation::Add),
    ("sub", Operation::Subtract),
    ("cmeq", Operation::Equal),
    ("shl", Operation::Up),
    ("ushr", Operation::Down),
    ("usra", Operation::DownAndAdd),
    ("sli", Operation::UpAndInsert),
    ("sri", Operation::DownAndInsert),
    ("cnt", Operation::Counts),
    ("uaddlp", Operation::PairSums),
    ("tbl", Operation::LookUp),
];
