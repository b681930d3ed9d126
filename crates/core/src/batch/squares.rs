//! Loops over columns whose elements are single squares instead of sets. One loop computes attacks, in the same passes
//! as the loop over boards. The other loop computes the lines on which kings are vulnerable.
//!
//! For single squares, a table of attacks is hard to beat: each square takes one read, and the table stays in the
//! cache. Only formulas on wide registers are faster than the table, because they compute the attacks from several
//! squares at once.

use setwise_board::{Bitboard, KING_ATTACKS, KNIGHT_ATTACKS, Square};

use super::columns::passes;
use crate::patterns::{FourLines, flight_squares};
use crate::{Chunk, Isa, Lanes, Scalar, Spread, Strategy, Words};

/// A method of computing attacks from single squares, one square for each lane of a register.
///
/// Implementations must mark both methods `#[inline(always)]`. Callers pass slices of [`Lanes::COUNT`] squares.
pub trait FromSquares<V: Lanes>: Copy + 'static {
    /// Returns a register whose lane `i` has the squares that a knight on `squares[i]` attacks.
    fn knight(self, isa: V::Isa, squares: &[Square]) -> V;

    /// Returns a register whose lane `i` has the squares that a king on `squares[i]` attacks.
    fn king(self, isa: V::Isa, squares: &[Square]) -> V;
}

/// Reads the attacks of each square from a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Table;

impl<V: Lanes> FromSquares<V> for Table {
    #[inline(always)]
    fn knight(self, isa: V::Isa, squares: &[Square]) -> V {
        each(isa, squares, |square| KNIGHT_ATTACKS[square.index()])
    }

    #[inline(always)]
    fn king(self, isa: V::Isa, squares: &[Square]) -> V {
        each(isa, squares, |square| KING_ATTACKS[square.index()])
    }
}

/// Sets the bit of each square and then applies the spread `S` to all lanes at once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SpreadBits<S>(pub S);

impl<V: Lanes, S: Spread<V>> FromSquares<V> for SpreadBits<S> {
    #[inline(always)]
    fn knight(self, isa: V::Isa, squares: &[Square]) -> V {
        self.0.knight(each(isa, squares, |square| square.bitboard().0))
    }

    #[inline(always)]
    fn king(self, isa: V::Isa, squares: &[Square]) -> V {
        self.0.king(each(isa, squares, |square| square.bitboard().0))
    }
}

/// Returns a register whose lane `i` is `word(squares[i])`. `word` must be a closure that the compiler inlines, such as
/// one with a single operation.
#[inline(always)]
fn each<V: Lanes>(isa: V::Isa, squares: &[Square], word: impl Fn(Square) -> u64) -> V {
    let mut words = V::Chunk::EMPTY;
    for (slot, &square) in words.as_mut().iter_mut().zip(squares) {
        *slot = word(square);
    }
    V::load(isa, &words)
}

impl<V: Lanes, S: Spread<V>> Strategy<V, S> {
    /// Writes to `attacks[i]` the squares that a knight on `squares[i]` attacks, with a1 in bit 0. The spread of the
    /// strategy computes the attacks, as in [`SpreadBits`]. If there are too few squares to fill a register, the
    /// attacks are read from a table instead.
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. Nothing is written in that case.
    #[inline]
    #[track_caller]
    pub fn knight_attacks_from(self, squares: &[Square], attacks: &mut [u64]) {
        knight_attacks_from::<V, _>(self.isa(), SpreadBits(S::default()), squares, attacks);
    }

    /// Writes to `attacks[i]` the squares that a king on `squares[i]` attacks, with a1 in bit 0. The spread of the
    /// strategy computes the attacks, as in [`SpreadBits`]. If there are too few squares to fill a register, the
    /// attacks are read from a table instead.
    ///
    /// # Panics
    ///
    /// Panics if the slices do not have the same length. Nothing is written in that case.
    #[inline]
    #[track_caller]
    pub fn king_attacks_from(self, squares: &[Square], attacks: &mut [u64]) {
        king_attacks_from::<V, _>(self.isa(), SpreadBits(S::default()), squares, attacks);
    }
}

/// Writes to `attacks[i]` the squares that a knight on `squares[i]` attacks, with a1 in bit 0. `way` is the method that
/// computes the attacks. If there are too few squares to fill a register, the attacks are read from a table instead.
///
/// # Panics
///
/// Panics if the slices do not have the same length. Nothing is written in that case.
#[inline]
#[track_caller]
pub fn knight_attacks_from<V: Lanes, F: FromSquares<V>>(isa: V::Isa, way: F, squares: &[Square], attacks: &mut [u64]) {
    assert_same_length(squares, attacks);
    if squares.len() < V::COUNT {
        attacks_of::<Words<1>>(squares, attacks, |squares| Table.knight(Scalar, squares));
    } else {
        isa.enter(
            #[inline(always)]
            move || {
                attacks_of::<V>(
                    squares,
                    attacks,
                    #[inline(always)]
                    |squares| way.knight(isa, squares),
                );
            },
        );
    }
}

/// Writes to `attacks[i]` the squares that a king on `squares[i]` attacks, with a1 in bit 0. `way` is the method that
/// computes the attacks. If there are too few squares to fill a register, the attacks are read from a table instead.
///
/// # Panics
///
/// Panics if the slices do not have the same length. Nothing is written in that case.
#[inline]
#[track_caller]
pub fn king_attacks_from<V: Lanes, F: FromSquares<V>>(isa: V::Isa, way: F, squares: &[Square], attacks: &mut [u64]) {
    assert_same_length(squares, attacks);
    if squares.len() < V::COUNT {
        attacks_of::<Words<1>>(squares, attacks, |squares| Table.king(Scalar, squares));
    } else {
        isa.enter(
            #[inline(always)]
            move || {
                attacks_of::<V>(
                    squares,
                    attacks,
                    #[inline(always)]
                    |squares| way.king(isa, squares),
                );
            },
        );
    }
}

#[track_caller]
fn assert_same_length(squares: &[Square], attacks: &[u64]) {
    let (inputs, outputs) = (squares.len(), attacks.len());
    assert!(inputs == outputs, "{inputs} squares, but room for the attacks of {outputs}");
}

/// Computes the attacks of all squares with `of`, one register at a time. There must be no squares, or enough to fill a
/// register.
#[inline(always)]
fn attacks_of<V: Lanes>(squares: &[Square], attacks: &mut [u64], of: impl Fn(&[Square]) -> V) {
    for start in passes::<V>(squares.len()) {
        let attacks = V::Chunk::chunks_mut(&mut attacks[start..]);
        for (squares, attacks) in squares[start..].chunks_exact(V::COUNT).zip(attacks) {
            of(squares).store(attacks);
        }
    }
}

/// Writes to `lines[i]` the [`vulnerable_lines`](crate::patterns::vulnerable_lines) of a king on `kings[i]`. `taboo[i]`
/// has the squares that this king must not enter (a1 = bit 0). For each king, the instruction set `isa` compares the
/// flight squares with the four lines.
///
/// If the kings are already sets, use the kernel [`VulnerableLines`](crate::patterns::VulnerableLines). The kernel
/// processes several boards at once. This function processes one king at a time, and compares its flight squares with
/// all four lines at once.
///
/// # Panics
///
/// Panics if the slices do not all have the same length. Nothing is written in that case.
#[inline]
#[track_caller]
pub fn vulnerable_lines_of_each(isa: impl FourLines, kings: &[Square], taboo: &[u64], lines: &mut [u8]) {
    let lengths = (kings.len(), taboo.len(), lines.len());
    assert!(
        lengths.0 == lengths.1 && lengths.1 == lengths.2,
        "{} kings, taboo for {} and room for the lines of {}",
        lengths.0,
        lengths.1,
        lengths.2
    );
    isa.enter(
        #[inline(always)]
        move || {
            for ((&king, &taboo), lines) in kings.iter().zip(taboo).zip(lines) {
                *lines = isa.lines_that_hold(king, flight_squares(king, Bitboard(taboo)).with(king));
            }
        },
    );
}
