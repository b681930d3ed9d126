//! Checks that the conformance suite finds faults that a register of an instruction set could have. Each fault is planted in a
//! register of plain words, and the suite must report it.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise::Lanes;
use setwise::backend::{Isa, Prefix, Scalar, Strategy, Words};
use setwise_testkit::conformance::Suite;

type Plain = Words<4>;

/// No fault. This register passes, so the suite reports the planted faults and nothing else.
const NONE: u8 = 0;
/// Two lanes change places when they are written.
const LANES_SWAPPED: u8 = 1;
/// A shift carries the bits that leave a lane into the next lane.
const LEAK: u8 = 2;
/// The last register, which overlaps the one before it, is not written.
const TAIL_LOST: u8 = 3;
/// One lane is never written.
const LANE_LOST: u8 = 4;
/// `east` keeps the squares that wrap around the edge.
const WRONG_MASK: u8 = 5;
/// One lane is written twice, the second time in place of its neighbour.
const LANE_DOUBLED: u8 = 6;
/// The population count omits the last square.
const WRONG_COUNT: u8 = 7;

/// Four boards with one fault.
#[derive(Clone, Copy)]
struct Faulty<const FAULT: u8>(Plain);

impl<const FAULT: u8> Lanes for Faulty<FAULT> {
    type Isa = Scalar;
    type Chunk = [u64; 4];

    fn load(isa: Scalar, boards: &[u64; 4]) -> Self {
        Self(Plain::load(isa, boards))
    }

    fn store(self, boards: &mut [u64; 4]) {
        let [a, b, c, d] = self.0.boards();
        match FAULT {
            LANES_SWAPPED => *boards = [b, a, c, d],
            LANE_LOST => boards[..3].copy_from_slice(&[a, b, c]),
            LANE_DOUBLED => *boards = [a, a, c, d],
            // Before the suite writes to an output column, the column contains zeros or this value.
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

/// Returns the check of the suite that fails, or `None` if all checks pass.
fn caught<const FAULT: u8>() -> Option<&'static str> {
    let backend = Strategy::<Faulty<FAULT>, Prefix>::new(Scalar::detect().unwrap());
    Suite::new("planted", backend).attacks().err().map(|failure| failure.check)
}

#[test]
fn faults_of_registers_are_caught() {
    assert_eq!(caught::<NONE>(), None);
    for check in [
        caught::<LANES_SWAPPED>(),
        caught::<LEAK>(),
        caught::<LANE_LOST>(),
        caught::<WRONG_MASK>(),
        caught::<LANE_DOUBLED>(),
        caught::<WRONG_COUNT>(),
    ] {
        assert_eq!(check, Some("every square in every lane"));
    }
    assert_eq!(caught::<TAIL_LOST>(), Some("random boards"), "603 boards leave a tail");
}
