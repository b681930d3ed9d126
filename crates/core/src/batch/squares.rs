//! The loop over single squares, with the same passes as that over boards.

use core::fmt;
use core::marker::PhantomData;

use setwise_board::Square;

use super::passes;
use crate::{Body, Chunk, Isa, Lanes, Scalar, Single, Table, Words};

/// A strategy for single squares: lanes and a form. Holding one proves that this CPU can run it.
pub struct SquareBackend<V: Lanes, F> {
    isa: V::Isa,
    form: F,
    lanes: PhantomData<fn() -> V>,
}

impl<V: Lanes, F: Single<V>> SquareBackend<V, F> {
    /// How many squares are answered at once.
    pub const LANES: usize = V::COUNT;

    /// The backend, or `None` if this CPU cannot run it. Ask once and pass the value on.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        V::Isa::detect().map(Self::new)
    }

    /// The backend with a proof at hand.
    #[inline]
    #[must_use]
    pub fn new(isa: V::Isa) -> Self {
        Self { isa, form: F::default(), lanes: PhantomData }
    }

    /// Writes what a knight attacks from each square: `squares[i]` gives `attacks[i]`, a1 = bit 0.
    ///
    /// # Panics
    ///
    /// If the slices are not of one length. Nothing is written then.
    #[inline]
    #[track_caller]
    pub fn knight_attacks(self, squares: &[Square], attacks: &mut [u64]) {
        self.attacks::<Knight>(squares, attacks);
    }

    /// Writes what a king attacks from each square: `squares[i]` gives `attacks[i]`, a1 = bit 0.
    ///
    /// # Panics
    ///
    /// If the slices are not of one length. Nothing is written then.
    #[inline]
    #[track_caller]
    pub fn king_attacks(self, squares: &[Square], attacks: &mut [u64]) {
        self.attacks::<King>(squares, attacks);
    }

    #[inline]
    #[track_caller]
    fn attacks<L: Leaper>(self, squares: &[Square], attacks: &mut [u64]) {
        let (inputs, outputs) = (squares.len(), attacks.len());
        assert!(inputs == outputs, "{inputs} squares, but room for the attacks of {outputs}");
        if inputs < V::COUNT {
            Scalar.enter(MapSquares::<Words<1>, Table, L> {
                isa: Scalar,
                form: Table,
                squares,
                attacks,
                leaper: PhantomData,
            });
        } else {
            let Self { isa, form, .. } = self;
            isa.enter(MapSquares::<V, F, L> { isa, form, squares, attacks, leaper: PhantomData });
        }
    }
}

impl<V: Lanes, F: Copy> Clone for SquareBackend<V, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Lanes, F: Copy> Copy for SquareBackend<V, F> {}

impl<V: Lanes, F: fmt::Debug> fmt::Debug for SquareBackend<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SquareBackend").field("lanes", &V::COUNT).field("form", &self.form).finish_non_exhaustive()
    }
}

/// Which of the two methods of a form to call.
trait Leaper {
    fn attacks<V: Lanes, F: Single<V>>(form: F, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V;
}

struct Knight;

impl Leaper for Knight {
    #[inline(always)]
    fn attacks<V: Lanes, F: Single<V>>(form: F, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V {
        form.knight(isa, squares)
    }
}

struct King;

impl Leaper for King {
    #[inline(always)]
    fn attacks<V: Lanes, F: Single<V>>(form: F, isa: V::Isa, squares: &<V::Chunk as Chunk>::Squares) -> V {
        form.king(isa, squares)
    }
}

/// The attacks of single squares behind the door; both slices of one length, empty or at least one register.
struct MapSquares<'a, V: Lanes, F, L> {
    isa: V::Isa,
    form: F,
    squares: &'a [Square],
    attacks: &'a mut [u64],
    leaper: PhantomData<L>,
}

impl<V: Lanes, F: Single<V>, L: Leaper> Body for MapSquares<'_, V, F, L> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        let (passes, count) = passes::<V>(self.squares.len());
        for range in &passes[..count] {
            let squares = V::Chunk::square_chunks(&self.squares[range.clone()]);
            let attacks = V::Chunk::chunks_mut(&mut self.attacks[range.clone()]);
            for (squares, attacks) in squares.iter().zip(attacks) {
                L::attacks::<V, F>(self.form, self.isa, squares).store(attacks);
            }
        }
    }
}
