//! The names of NEON instructions, and what each does.

/// What an instruction does. The sizes of lanes are in the operands.
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
    /// The complement, or a copy of the complement of an immediate.
    Not,
    /// A copy of a register, of an element or of an immediate.
    Move,
    /// The destination selects from two sources.
    Select,
    /// The first source replaces the destination where the second is set.
    InsertIfTrue,
    /// The first source replaces the destination where the second is not set.
    InsertIfFalse,
    /// The sum of lanes.
    Add,
    /// The difference of lanes.
    Subtract,
    /// Ones where lanes are equal.
    Equal,
    /// Toward the highest bit.
    Up,
    /// Toward the lowest bit.
    Down,
    /// Toward the lowest bit, then added to the destination.
    DownAndAdd,
    /// Toward the highest bit. The bits that become free keep those of the destination.
    UpAndInsert,
    /// Toward the lowest bit. The bits that become free keep those of the destination.
    DownAndInsert,
    /// The number of set bits of each byte.
    Counts,
    /// Sums of neighbouring lanes, in lanes of twice the size.
    PairSums,
    /// Bytes of a table of one register.
    LookUp,
}

/// Every vector instruction that is known, apart from loads and stores.
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
