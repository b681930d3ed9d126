//! The kernels of the list of patterns, and the trait that runs them on columns.
//!
//! Everything here is generic, so each binding compiles only what it uses: NumPy and C need different forms of a pattern.
#![forbid(unsafe_code)]

pub mod kernels;

use setwise::{Backends, Kernel};

use kernels::{Caught, Distance};
pub use setwise_pattern_list::{Arguments, Results, for_each_pattern};

/// A kernel, or another function of boards.
pub trait OnColumns<const IN: usize, const OUT: usize>: Copy {
    /// Computes the results for every board.
    ///
    /// # Panics
    ///
    /// Panics if the columns do not all have the same length.
    fn map(self, backend: Backends, input: [&[u64]; IN], output: [&mut [u64]; OUT]);
}

impl<K: Kernel<IN, OUT>, const IN: usize, const OUT: usize> OnColumns<IN, OUT> for K {
    #[inline(always)]
    fn map(self, backend: Backends, input: [&[u64]; IN], output: [&mut [u64]; OUT]) {
        backend.map(self, input, output);
    }
}

impl OnColumns<2, 1> for Distance {
    fn map(self, _: Backends, [a, b]: [&[u64]; 2], [distances]: [&mut [u64]; 1]) {
        assert!(a.len() == b.len() && b.len() == distances.len(), "columns of different lengths");
        for ((a, b), distance) in a.iter().zip(b).zip(distances) {
            *distance = self.of(*a, *b);
        }
    }
}

impl OnColumns<2, 1> for Caught {
    fn map(self, _: Backends, [pieces, white_to_move]: [&[u64]; 2], [areas]: [&mut [u64]; 1]) {
        assert!(pieces.len() == white_to_move.len() && pieces.len() == areas.len(), "columns of different lengths");
        for ((pieces, white_to_move), area) in pieces.iter().zip(white_to_move).zip(areas) {
            *area = self.by(*pieces, *white_to_move != 0);
        }
    }
}
