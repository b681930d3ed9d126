//! The names and operations of vector instructions: SSE2, AVX2, AVX-512.

/// The operation of an instruction. Sizes are in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Copies a register, or loads or stores it.
    Move,
    /// Copies the lowest bits and clears the others.
    MoveLow(usize),
    /// Copies an element to all lanes.
    Broadcast(usize),
    /// Computes a function of two sources.
    Pair(Pair),
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

/// A function of two sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// The intersection.
    And,
    /// The second source without the first.
    AndNot,
    /// The union.
    Or,
    /// The symmetric difference.
    Xor,
    /// The sums of lanes.
    Add(usize),
    /// The differences of lanes.
    Subtract(usize),
    /// All ones in lanes that are equal, zeros in the others.
    Equal(usize),
    /// A lookup of bytes in the first source, by the indices in the second.
    LookUp,
    /// The sum of eight bytes. The second source must be zero.
    SumBytes,
}

/// The direction of a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Toward the highest bit.
    Up,
    /// Toward the lowest bit.
    Down,
    /// Toward the lowest bit, with copies of the highest bit at the top.
    DownSigned,
    /// Toward the highest bit, as a rotation.
    Rotate,
}

/// All known instructions, without the `v` of AVX.
pub const TABLE: &[(&str, Operation)] = &[
    ("movdqa", Operation::Move),
    ("movdqa32", Operation::Move),
    ("movdqa64", Operation::Move),
    ("movdqu", Operation::Move),
    ("movdqu8", Operation::Move),
    ("movdqu16", Operation::Move),
    ("movdqu32", Operation::Move),
    ("movdqu64", Operation::Move),
    ("movaps", Operation::Move),
    ("movapd", Operation::Move),
    ("movups", Operation::Move),
    ("movupd", Operation::Move),
    ("movq", Operation::MoveLow(64)),
    ("movd", Operation::MoveLow(32)),
    ("pbroadcastb", Operation::Broadcast(8)),
    ("pbroadcastw", Operation::Broadcast(16)),
    ("pbroadcastd", Operation::Broadcast(32)),
    ("pbroadcastq", Operation::Broadcast(64)),
    ("broadcastss", Operation::Broadcast(32)),
    ("broadcastsd", Operation::Broadcast(64)),
    ("broadcasti128", Operation::Broadcast(128)),
    ("broadcastf128", Operation::Broadcast(128)),
    ("broadcasti32x4", Operation::Broadcast(128)),
    ("broadcasti64x4", Operation::Broadcast(256)),
    ("pand", Operation::Pair(Pair::And)),
    ("pandd", Operation::Pair(Pair::And)),
    ("pandq", Operation::Pair(Pair::And)),
    ("andps", Operation::Pair(Pair::And)),
    ("andpd", Operation::Pair(Pair::And)),
    ("pandn", Operation::Pair(Pair::AndNot)),
    ("pandnd", Operation::Pair(Pair::AndNot)),
    ("pandnq", Operation::Pair(Pair::AndNot)),
    ("andnps", Operation::Pair(Pair::AndNot)),
    ("andnpd", Operation::Pair(Pair::AndNot)),
    ("por", Operation::Pair(Pair::Or)),
    ("pord", Operation::Pair(Pair::Or)),
    ("porq", Operation::Pair(Pair::Or)),
    ("orps", Operation::Pair(Pair::Or)),
    ("orpd", Operation::Pair(Pair::Or)),
    ("pxor", Operation::Pair(Pair::Xor)),
    ("pxord", Operation::Pair(Pair::Xor)),
    ("pxorq", Operation::Pair(Pair::Xor)),
    ("xorps", Operation::Pair(Pair::Xor)),
    ("xorpd", Operation::Pair(Pair::Xor)),
    ("paddb", Operation::Pair(Pair::Add(8))),
    ("paddw", Operation::Pair(Pair::Add(16))),
    ("paddd", Operation::Pair(Pair::Add(32))),
    ("paddq", Operation::Pair(Pair::Add(64))),
    ("psubb", Operation::Pair(Pair::Subtract(8))),
    ("psubw", Operation::Pair(Pair::Subtract(16))),
    ("psubd", Operation::Pair(Pair::Subtract(32))),
    ("psubq", Operation::Pair(Pair::Subtract(64))),
    ("pcmpeqb", Operation::Pair(Pair::Equal(8))),
    ("pcmpeqw", Operation::Pair(Pair::Equal(16))),
    ("pcmpeqd", Operation::Pair(Pair::Equal(32))),
    ("pcmpeqq", Operation::Pair(Pair::Equal(64))),
    ("pshufb", Operation::Pair(Pair::LookUp)),
    ("psadbw", Operation::Pair(Pair::SumBytes)),
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
    ("pternlogd", Operation::Ternary),
    ("pternlogq", Operation::Ternary),
    ("pblendvb", Operation::Blend),
    ("popcntb", Operation::Counts(8)),
    ("popcntq", Operation::Counts(64)),
    ("pshufd", Operation::Quarters),
    ("permq", Operation::Words),
];
