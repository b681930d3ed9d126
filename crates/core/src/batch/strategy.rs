//! A strategy: a backend whose lanes and spread are known at compile time.

use core::fmt;
use core::marker::PhantomData;

use crate::{Isa, Lanes, Spread};

/// A backend by type: lanes (and with them an instruction set) and a spread. Holding one proves that this CPU can run it.
///
/// It is a [`Runner`](crate::Runner): with that trait in scope, `map`, `counts`, `total` and `heat` run kernels over columns.
/// The module `setwise::backend` has names for common ones, such as `Avx2Prefix`.
pub struct Strategy<V: Lanes, S> {
    pub(super) isa: V::Isa,
    pub(super) spread: S,
    lanes: PhantomData<fn() -> V>,
}

impl<V: Lanes, S: Spread<V>> Strategy<V, S> {
    /// The number of boards in one register.
    pub const LANES: usize = V::COUNT;

    /// Returns the strategy, or `None` if this CPU cannot run it. Call this once and pass the value on.
    #[inline]
    #[must_use]
    pub fn detect() -> Option<Self> {
        V::Isa::detect().map(Self::new)
    }

    /// Creates the strategy from a proof of its instruction set.
    #[inline]
    #[must_use]
    pub fn new(isa: V::Isa) -> Self {
        Self { isa, spread: S::default(), lanes: PhantomData }
    }

    /// Returns the proof of the strategy's instruction set, from which other strategies with the same set can be created.
    #[inline]
    #[must_use]
    pub fn isa(self) -> V::Isa {
        self.isa
    }
}

impl<V: Lanes, S: Copy> Clone for Strategy<V, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Lanes, S: Copy> Copy for Strategy<V, S> {}

impl<V: Lanes, S: fmt::Debug> fmt::Debug for Strategy<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strategy").field("lanes", &V::COUNT).field("spread", &self.spread).finish_non_exhaustive()
    }
}
