//! Checks that the conformance suite finds faults that registers and spreads could have. Each fault is planted in a
//! register of plain words or in the prefix formula, and the suite must report it.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise::backend::{Prefix, Scalar, Strategy, Words};
use setwise::masks::FILE_A;
use setwise::{Lanes, Spread};
use setwise_testkit::conformance::{Failure, Suite};

type Plain = Words<4>;

/// No fault. The suite must pass with this register, so that every failure comes from a planted fault.
const NONE: u8 = 0;
/// Two lanes change places when they are written.
const LANES_SWAPPED: u8 = 1;
/// A shift carries bits out of one lane into the next.
const LEAK: u8 = 2;
/// The last register, which overlaps the previous one, is not written.
const TAIL_LOST: u8 = 3;
/// One lane is never written.
const LANE_LOST: u8 = 4;
/// `east` keeps the squares that wrap around the edge.
const WRONG_MASK: u8 = 5;
/// One lane is written twice: once in its own place and once in its neighbour's.
const LANE_DOUBLED: u8 = 6;
/// The population count omits the last square.
const WRONG_COUNT: u8 = 7;

/// A register of four boards with one planted fault.
#[derive(Clone, Copy)]
struct Faulty<const FAULT: u8>(Plain);

impl<const FAULT: u8> Lanes for Faulty<FAULT> {
    type Isa = Scalar;
    type Chunk = [u64; 4];

    fn isa(self) -> Scalar {
        self.0.isa()
    }

    fn load(isa: Scalar, boards: &[u64; 4]) -> Self {
        Self(Plain::load(isa, boards))
    }

    fn store(self, boards: &mut [u64; 4]) {
        let [a, b, c, d] = self.0.boards();
        match FAULT {
            LANES_SWAPPED => *boards = [b, a, c, d],
            LANE_LOST => boards[..3].copy_from_slice(&[a, b, c]),
            LANE_DOUBLED => *boards = [a, a, c, d],
            // The suite fills output columns with zeros or with this value. Any other word means that the previous
            // register has already written to this place.
            TAIL_LOST if !matches!(boards[0], 0 | 0xDEAD_BEEF_DEAD_BEEF) => {}
            _ => *boards = [a, b, c, d],
        }
    }

    fn splat(isa: Scalar, board: u64) -> Self {
        Self(Plain::splat(isa, board))
    }

    fn shl<const N: u32>(self) -> Self {
        let shifted = self.0.shl::<N>();
        if FAULT != LEAK || N == 0 {
            return Self(shifted);
        }
        let [a, b, c, _] = self.0.boards();
        let carried = [0, a, b, c].map(|below| below >> (64 - N));
        Self(shifted | Plain::load(Scalar, &carried))
    }

    fn shr<const N: u32>(self) -> Self {
        Self(self.0.shr::<N>())
    }

    fn wrapping_add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    fn equal(self, other: Self) -> Self {
        Self(self.0.equal(other.0))
    }

    fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    fn popcount(self) -> Self {
        Self(if FAULT == WRONG_COUNT { (self.0 & !(1 << 63)).popcount() } else { self.0.popcount() })
    }

    fn east(self) -> Self {
        Self(if FAULT == WRONG_MASK { self.0.shl::<1>() } else { self.0.east() })
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)+) => {$(
        impl<const FAULT: u8> $operator for Faulty<FAULT> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl<const FAULT: u8> $operator<u64> for Faulty<FAULT> {
            type Output = Self;

            fn $method(self, word: u64) -> Self {
                Self(self.0.$method(word))
            }
        }

        impl<const FAULT: u8> $assign for Faulty<FAULT> {
            fn $assign_method(&mut self, other: Self) {
                *self = $operator::$method(*self, other);
            }
        }
    )+};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl<const FAULT: u8> Not for Faulty<FAULT> {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Runs the suite's checks of attacks on a strategy that has a fault.
fn caught<V: Lanes<Isa = Scalar>, S: Spread<V>>() -> Result<(), Failure> {
    Suite::new("planted", Strategy::<V, S>::new(Scalar)).attacks()
}

#[test]
fn faults_of_registers_are_caught() {
    assert_eq!(caught::<Faulty<NONE>, Prefix>().map_err(|failure| failure.check), Ok(()));
    for failure in [
        caught::<Faulty<LANES_SWAPPED>, Prefix>(),
        caught::<Faulty<LEAK>, Prefix>(),
        caught::<Faulty<LANE_LOST>, Prefix>(),
        caught::<Faulty<WRONG_MASK>, Prefix>(),
        caught::<Faulty<LANE_DOUBLED>, Prefix>(),
        caught::<Faulty<WRONG_COUNT>, Prefix>(),
    ] {
        assert_eq!(failure.unwrap_err().check, "every square in every lane");
    }
    assert_eq!(caught::<Faulty<TAIL_LOST>, Prefix>().unwrap_err().check, "random boards", "603 boards leave a tail");
}

/// The prefix formula with one fault.
#[derive(Debug, Clone, Copy, Default)]
struct FaultySpread<const FAULT: char>;

/// The knight's step two ranks north and one file east keeps the squares that wrap around the edge.
const WRAPS: char = 'w';
/// A square that several knights attack is in the result only if the number of these knights is odd.
const NO_UNION: char = 'u';
/// Kings do not step along diagonals.
const NO_DIAGONALS: char = 'd';
/// The squares of the kings themselves are in the result.
const INCLUDES_ITSELF: char = 'i';

impl<V: Lanes, const FAULT: char> Spread<V> for FaultySpread<FAULT> {
    fn knight(self, knights: V) -> V {
        let (one, two) = (knights.east() ^ knights.west(), knights.two_east() ^ knights.two_west());
        match FAULT {
            WRAPS => Prefix.knight(knights) | (knights.shl::<17>() & FILE_A),
            NO_UNION => one.shl::<16>() ^ one.shr::<16>() ^ two.shl::<8>() ^ two.shr::<8>(),
            _ => Prefix.knight(knights),
        }
    }

    fn king(self, kings: V) -> V {
        match FAULT {
            NO_DIAGONALS => kings.north() | kings.south() | kings.east() | kings.west(),
            INCLUDES_ITSELF => Prefix.king(kings) | kings,
            _ => Prefix.king(kings),
        }
    }
}

#[test]
fn faults_of_spreads_are_caught() {
    for (result, kernel) in [
        (caught::<Words<8>, FaultySpread<WRAPS>>(), "KnightAttacks"),
        (caught::<Words<8>, FaultySpread<NO_UNION>>(), "KnightAttacks"),
        (caught::<Words<8>, FaultySpread<NO_DIAGONALS>>(), "KingAttacks"),
        (caught::<Words<8>, FaultySpread<INCLUDES_ITSELF>>(), "KingAttacks"),
    ] {
        let failure = result.unwrap_err();
        assert_eq!((&*failure.kernel, failure.check), (kernel, "every square in every lane"));
    }
}
