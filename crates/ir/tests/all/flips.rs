//! Proves the rays on flipped boards for all boards. Lanes compute such rays if one instruction flips a board. Recorded
//! kernels do not, so the proofs of the catalogue do not cover them.
//!
//! The kernels of this file are recorded twice: as usual, and on [`Flips`], which are lanes that compute rays on flipped
//! boards. These lanes flip boards by the default methods of `Lanes`. The conformance suite compares the flips of each
//! backend with coordinates.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use setwise::backend::Prefix;
use setwise::patterns::{AttackedSquares, RookAttacks, attacks_by_line, rays};
use setwise::{Color, Kernel, Lanes, ResultKind, Spread, kernel};
use setwise_ir::Program;
use setwise_ir::proof::equivalent;

/// Lanes that compute rays on flipped boards. All other operations are those of `V`.
#[derive(Clone, Copy)]
struct Flips<V>(V);

/// Implements methods by those of the other lanes.
macro_rules! same {
    ($($method:ident($($other:ident)?)),+) => {$(
        fn $method(self $(, $other: Self)?) -> Self {
            Self(self.0.$method($($other.0)?))
        }
    )+};
}

impl<V: Lanes> Lanes for Flips<V> {
    type Isa = V::Isa;
    type Chunk = V::Chunk;
    const FLIPS_BY_INSTRUCTION: bool = true;

    fn isa(self) -> V::Isa {
        self.0.isa()
    }

    fn load(isa: V::Isa, boards: &V::Chunk) -> Self {
        Self(V::load(isa, boards))
    }

    fn store(self, boards: &mut V::Chunk) {
        self.0.store(boards);
    }

    fn splat(isa: V::Isa, board: u64) -> Self {
        Self(V::splat(isa, board))
    }

    fn shl<const N: u32>(self) -> Self {
        Self(self.0.shl::<N>())
    }

    fn shr<const N: u32>(self) -> Self {
        Self(self.0.shr::<N>())
    }

    fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    same!(wrapping_add(other), equal(other), nothing(), popcount(), east(), two_east(), west(), two_west());
}

impl<V: Lanes> Not for Flips<V> {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Implements a binary operator between two sets, and between a set and a word.
macro_rules! operator {
    ($operator:ident $method:ident, $assign:ident $assign_method:ident) => {
        impl<V: Lanes> $operator for Flips<V> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl<V: Lanes> $operator<u64> for Flips<V> {
            type Output = Self;

            fn $method(self, word: u64) -> Self {
                Self(self.0.$method(word))
            }
        }

        impl<V: Lanes> $assign for Flips<V> {
            fn $assign_method(&mut self, other: Self) {
                self.0.$assign_method(other.0);
            }
        }
    };
}

operator!(BitAnd bitand, BitAndAssign bitand_assign);
operator!(BitOr bitor, BitOrAssign bitor_assign);
operator!(BitXor bitxor, BitXorAssign bitxor_assign);

/// A kernel that is computed on [`Flips`].
#[derive(Clone, Copy)]
struct OnFlippedBoards<K>(K);

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> Kernel<IN, OUT> for OnFlippedBoards<K> {
    const KINDS: [ResultKind; OUT] = K::KINDS;

    fn eval<S: Spread<V>, V: Lanes>(self, _: S, input: [V; IN]) -> [V; OUT] {
        self.0.eval(Prefix, input.map(Flips)).map(|Flips(result)| result)
    }
}

kernel! {
    /// The function [`rays`] for one side. If the ray of one direction were wrong on a square, `behind` would be wrong
    /// for a king on this square.
    fn RaysOfOneSide(_spread, diagonal, straight, kings, empty) -> [attacks, behind] {
        let [rays] = rays([diagonal], [straight], [kings], empty);
        let (attacks, behind) = (rays.attacks, rays.behind);
    }
}

kernel! {
    fn AttacksByLine(_spread, queens, occupied) -> [ranks, files, rising, falling] {
        let [ranks, files, rising, falling] = attacks_by_line(queens, occupied);
    }
}

/// Proves that a kernel has the same results on flipped boards.
fn prove<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize>(kernel: K) {
    let usual = Program::record(kernel, Prefix).unwrap();
    let flipped = Program::record(OnFlippedBoards(kernel), Prefix).unwrap();
    assert_ne!(usual, flipped, "{}: the rays are not computed on flipped boards", usual.name());
    let proof = equivalent(&usual, &flipped).unwrap_or_else(|failure| panic!("{}: {failure}", usual.name()));
    assert_eq!(proof.bits, 64 * IN);
}

#[test]
fn rays_on_flipped_boards_are_the_fills_for_all_boards() {
    prove(RookAttacks);
    prove(RaysOfOneSide);
    prove(AttacksByLine);
    prove(AttackedSquares { side: Color::White });
    prove(AttackedSquares { side: Color::Black });
}
