//! The names and operations of vector instructions: SSE2, AVX2, AVX-512.

use crate::bits::registers::{Direction, Pair};

/// The operation of an instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Copies a register, or loads or stores it.
    Move,
    /// Copies the lowest bits and clears the others.
    MoveLow(usize),
    /// Copies an element to all lanes.
    Broadcast(usize),
    /// Computes a function of two sources, in lanes of this size.
    Pair(Pair, usize),
    /// Computes the second source without the first.
    NotAnd,
    /// Looks up bytes in the first source, by the indices in the second.
    LookUp,
    /// Adds eight bytes. The second source must be zero.
    SumBytes,
    /// Shifts lanes by a constant number of places.
    Shift(Direction, usize),
    /// Computes a function of three bits, given as a table.
    Ternary,
    /// Selects from two sources by a mask.
    Blend,
    /// Counts the set bits of lanes.
    Counts(usize),
    /// Copies quarters of each 128 bits, selected by an immediate.
    Quarters,
    /// Copies words of 64 bits, selected by an immediate.
    Words,
}

/// All known instructions: the names with an operation, without the `v` of AVX.
pub const TABLE: &[(&str, Operation)] = &[
    ("movdqa movdqa32 movdqa64 movdqu movdqu8 movdqu16 movdqu32 movdqu64", Operation::Move),
    ("movaps movapd movups movupd", Operation::Move),
    ("movq", Operation::MoveLow(64)),
    ("movd", Operation::MoveLow(32)),
    ("pbroadcastb", Operation::Broadcast(8)),
    ("pbroadcastw", Operation::Broadcast(16)),
    ("pbroadcastd broadcastss", Operation::Broadcast(32)),
    ("pbroadcastq broadcastsd", Operation::Broadcast(64)),
    ("broadcasti128 broadcastf128 broadcasti32x4", Operation::Broadcast(128)),
    ("broadcasti64x4", Operation::Broadcast(256)),
    ("pand pandd pandq andps andpd", Operation::Pair(Pair::And, 64)),
    ("pandn pandnd pandnq andnps andnpd", Operation::NotAnd),
    ("por pord porq orps orpd", Operation::Pair(Pair::Or, 64)),
    ("pxor pxord pxorq xorps xorpd", Operation::Pair(Pair::Xor, 64)),
    ("paddb", Operation::Pair(Pair::Add, 8)),
    ("paddw", Operation::Pair(Pair::Add, 16)),
    ("paddd", Operation::Pair(Pair::Add, 32)),
    ("paddq", Operation::Pair(Pair::Add, 64)),
    ("psubb", Operation::Pair(Pair::Subtract, 8)),
    ("psubw", Operation::Pair(Pair::Subtract, 16)),
    ("psubd", Operation::Pair(Pair::Subtract, 32)),
    ("psubq", Operation::Pair(Pair::Subtract, 64)),
    ("pcmpeqb", Operation::Pair(Pair::Equal, 8)),
    ("pcmpeqw", Operation::Pair(Pair::Equal, 16)),
    ("pcmpeqd", Operation::Pair(Pair::Equal, 32)),
    ("pcmpeqq", Operation::Pair(Pair::Equal, 64)),
    ("pshufb", Operation::LookUp),
    ("psadbw", Operation::SumBytes),
    ("psllw", Operation::Shift(Direction::Up, 16)),
    ("pslld", Operation::Shift(Direction::Up, 32)),
    ("psllq", Operation::Shift(Direction::Up, 64)),
    ("psrlw", Operation::Shift(Direction::Down, 16)),
    ("psrld", Operation::Shift(Direction::Down, 32)),
    ("psrlq", Operation::Shift(Direction::Down, 64)),
    ("psraw", Operation::Shift(Direction::DownSigned, 16)),
    ("psrad", Operation::Shift(Direction::DownSigned, 32)),
    ("psraq", Operation::Shift(Direction::DownSigned, 64)),
    ("prolq", Operation::Shift(Direction::Rotate, 64)),
    ("prold", Operation::Shift(Direction::Rotate, 32)),
    ("pternlogd pternlogq", Operation::Ternary),
    ("pblendvb", Operation::Blend),
    ("popcntb", Operation::Counts(8)),
    ("popcntq", Operation::Counts(64)),
    ("pshufd", Operation::Quarters),
    ("permq", Operation::Words),
];
