//! The names and operations of vector instructions: simd128.

use crate::bits::registers::{Direction, Pair};

/// The operation of a vector instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// A function of two operands, and the size of lanes.
    Pair(Pair, usize),
    /// The complement.
    Not,
    /// The third operand is a mask that selects from the first two.
    Select,
    /// A shift of lanes of this size. The count is modulo the size.
    Shift(Direction, usize),
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
    ("v128.and", Operation::Pair(Pair::And, 64)),
    ("v128.andnot", Operation::Pair(Pair::AndNot, 64)),
    ("v128.or", Operation::Pair(Pair::Or, 64)),
    ("v128.xor", Operation::Pair(Pair::Xor, 64)),
    ("v128.not", Operation::Not),
    ("v128.bitselect", Operation::Select),
    ("i8x16.add", Operation::Pair(Pair::Add, 8)),
    ("i16x8.add", Operation::Pair(Pair::Add, 16)),
    ("i32x4.add", Operation::Pair(Pair::Add, 32)),
    ("i64x2.add", Operation::Pair(Pair::Add, 64)),
    ("i8x16.sub", Operation::Pair(Pair::Subtract, 8)),
    ("i64x2.sub", Operation::Pair(Pair::Subtract, 64)),
    ("i8x16.eq", Operation::Pair(Pair::Equal, 8)),
    ("i32x4.eq", Operation::Pair(Pair::Equal, 32)),
    ("i64x2.eq", Operation::Pair(Pair::Equal, 64)),
    ("i8x16.shl", Operation::Shift(Direction::Up, 8)),
    ("i16x8.shl", Operation::Shift(Direction::Up, 16)),
    ("i32x4.shl", Operation::Shift(Direction::Up, 32)),
    ("i64x2.shl", Operation::Shift(Direction::Up, 64)),
    ("i8x16.shr_u", Operation::Shift(Direction::Down, 8)),
    ("i16x8.shr_u", Operation::Shift(Direction::Down, 16)),
    ("i32x4.shr_u", Operation::Shift(Direction::Down, 32)),
    ("i64x2.shr_u", Operation::Shift(Direction::Down, 64)),
    ("i8x16.splat", Operation::Splat(8)),
    ("i32x4.splat", Operation::Splat(32)),
    ("i64x2.splat", Operation::Splat(64)),
    ("i8x16.popcnt", Operation::Counts),
    ("i16x8.extadd_pairwise_i8x16_u", Operation::PairSums(16)),
    ("i32x4.extadd_pairwise_i16x8_u", Operation::PairSums(32)),
    ("i8x16.swizzle", Operation::LookUp),
];
