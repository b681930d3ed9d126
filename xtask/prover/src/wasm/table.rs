//! The names and operations of vector instructions: simd128.

/// The operation of a vector instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// The intersection.
    And,
    /// The first operand without the second.
    AndNot,
    /// The union.
    Or,
    /// The symmetric difference.
    Xor,
    /// The complement.
    Not,
    /// The third operand is a mask that selects from the first two.
    Select,
    /// The sums of lanes.
    Add(usize),
    /// The differences of lanes.
    Subtract(usize),
    /// All ones in lanes that are equal, zeros in the others.
    Equal(usize),
    /// A shift toward the highest bit. The count is modulo the size of a lane.
    Up(usize),
    /// A shift toward the lowest bit. The count is modulo the size of a lane.
    Down(usize),
    /// A copy of a number in all lanes.
    Splat(usize),
    /// The number of set bits of each byte.
    Counts,
    /// The sums of adjacent lanes, in lanes of this size.
    PairSums(usize),
    /// A lookup of bytes in the first operand, by the indices in the second.
    LookUp,
}

/// All known vector instructions, apart from constants, loads and stores.
pub const TABLE: &[(&str, Operation)] = &[
    ("v128.and", Operation::And),
    ("v128.andnot", Operation::AndNot),
    ("v128.or", Operation::Or),
    ("v128.xor", Operation::Xor),
    ("v128.not", Operation::Not),
    ("v128.bitselect", Operation::Select),
    ("i8x16.add", Operation::Add(8)),
    ("i16x8.add", Operation::Add(16)),
    ("i32x4.add", Operation::Add(32)),
    ("i64x2.add", Operation::Add(64)),
    ("i8x16.sub", Operation::Subtract(8)),
    ("i64x2.sub", Operation::Subtract(64)),
    ("i8x16.eq", Operation::Equal(8)),
    ("i32x4.eq", Operation::Equal(32)),
    ("i64x2.eq", Operation::Equal(64)),
    ("i8x16.shl", Operation::Up(8)),
    ("i16x8.shl", Operation::Up(16)),
    ("i32x4.shl", Operation::Up(32)),
    ("i64x2.shl", Operation::Up(64)),
    ("i8x16.shr_u", Operation::Down(8)),
    ("i16x8.shr_u", Operation::Down(16)),
    ("i32x4.shr_u", Operation::Down(32)),
    ("i64x2.shr_u", Operation::Down(64)),
    ("i8x16.splat", Operation::Splat(8)),
    ("i32x4.splat", Operation::Splat(32)),
    ("i64x2.splat", Operation::Splat(64)),
    ("i8x16.popcnt", Operation::Counts),
    ("i16x8.extadd_pairwise_i8x16_u", Operation::PairSums(16)),
    ("i32x4.extadd_pairwise_i16x8_u", Operation::PairSums(32)),
    ("i8x16.swizzle", Operation::LookUp),
];
