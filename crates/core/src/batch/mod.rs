//! The loop over boards, which all kernels share, and [`Strategy`]: a backend whose lanes and spread are known at
//! compile time.
//!
//! ```text
//! column   [0 1 2 3][4 5 6 7][8 9 ...           ... ][n-5 n-4 n-3 n-2] n-1
//! pass 1    \_____/  \_____/   full registers         \_____________/
//! pass 2                                                  \_________________/  the last register overlaps
//! ```
//!
//! The boards at the end that do not fill a register are the tail. A second pass computes them in one more register,
//! which ends where the column ends. Some boards are therefore computed twice. `map` and `counts` write the results of
//! these boards again, and `total` masks them out. The loop over registers stands inside a loop over the two passes.
//! The compiler does not unroll this outer loop, so both passes run the same copy of the kernel. A batch shorter than a
//! register is computed board by board, because padding a register would cost more time than it saves.
//!
//! `heat` has a different loop, which processes blocks of registers.
//!
//! Conditions on constants, such as the number of lanes, are written as `const` blocks. Without optimisation, the
//! compiler then leaves out the branch that is never taken, which shortens the compilation of tests. For example, no
//! nonempty batch is shorter than a register with one lane.

mod ahead;
mod columns;
mod counts;
mod heat;
mod map;
mod members;
mod pairs;
mod past_caches;
mod squares;

use core::fmt;
use core::marker::PhantomData;

use crate::{Isa, Lanes, Spread};

pub use columns::{common_length, no_revectorize};
pub(crate) use columns::{copied, copied_mut};
pub(crate) use counts::{counts_on, total_on};
pub(crate) use heat::heat_on;
pub use heat::{add_to_fields, add_to_squares};
pub(crate) use map::map_on;
pub use map::map_past_caches;
pub use members::{FILES, LIST_ROOM, ListMembers, list_members, write_by_rank};
pub use pairs::{PairBlock, PairKinds, Pairs, list_pair_kinds, list_pairs, write_pairs};
pub use past_caches::BlockOrder;
pub use squares::{FromSquares, MIN_SQUARES, each_16, each_register, sets_from, vulnerable_lines_of_each};

/// A backend as a type. Its parameters name the lanes and the spread. The lanes determine the instruction set. A value
/// of the type proves that this CPU can run the backend.
///
/// A strategy is a [`Runner`](crate::Runner). With that trait in scope, `map`, `counts`, `total` and `heat` run kernels
/// over columns. The module `setwise::backend` has names for common strategies, such as `Avx2Prefix`.
pub struct Strategy<V: Lanes, S> {
    isa: V::Isa,
    spread: S,
    lanes: PhantomData<fn() -> V>,
}

impl<V: Lanes, S: Spread<V>> Strategy<V, S> {
    /// The number of boards in one register.
    pub const LANES: usize = V::COUNT;

    /// Returns the strategy, or `None` if this CPU cannot run it. Call this function once and pass the strategy on.
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

    /// Returns the proof of the strategy's instruction set. With this proof, other strategies for the same instruction
    /// set can be created.
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
