//! Evaluates features block by block, through all terms that they need.
//!
//! ```text
//! for each block of 64 positions:
//!     for each group of terms that a feature needs, in order:
//!         run its kernel, from columns of the block to others
//!         for totals: add the columns of its features to their tallies, while they are in the first-level cache
//!     otherwise: pass the columns of all features on
//! ```

use std::ops::Range;

use setwise::backend::{Backend, Isa, Job};
use setwise::{Backends, Color, Lanes, Spread};

use super::block::{BLOCK, Block, Positions};
use super::groups::{Group, add_with_inputs, made_by};
use super::tally::Tally;
use super::{Feature, Totals};
use crate::{Columns, ColumnsRef};

/// A group to compute for a side, and the features that it makes, with their indices in the list of features.
#[derive(Debug)]
struct Step {
    group: Group,
    side: Color,
    features: Vec<(usize, Feature)>,
}

/// Computes features of columns of positions, block by block, on one backend.
///
/// Each position is read from memory once. A block is so small that the results of its terms stay in the first-level cache
/// for the terms that are computed from them, and the same buffers are reused for every block.
#[derive(Debug)]
pub struct Evaluator {
    backend: Backends,
    features: Vec<Feature>,
    /// What to compute, in this order.
    steps: Vec<Step>,
    block: Block,
    /// The positions of a block that is not full, followed by empty boards.
    last: Columns,
}

impl Evaluator {
    /// Returns an evaluator of `features` that runs on `backend`.
    #[must_use]
    pub fn new(backend: Backends, features: &[Feature]) -> Self {
        let mut order = Vec::new();
        for feature in features {
            add_with_inputs(feature.term, feature.side, &mut order);
        }
        let features = features.to_vec();
        let step = |(group, side)| {
            let is_made = |feature: &Feature| made_by(feature.term, feature.side) == Some((group, side));
            let made = features.iter().copied().enumerate().filter(|(_, feature)| is_made(feature));
            Step { group, side, features: made.collect() }
        };
        let steps = order.into_iter().map(step).collect();
        Self { backend, features, steps, block: Block::new(), last: Columns::default() }
    }

    /// Returns the features, in the order of the columns that [`for_each_block`](Self::for_each_block) passes on.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Computes the features of all positions. Calls `each` for each block, in order, with the range of its positions and one
    /// column for each feature. A column has one word for each position in the range.
    ///
    /// # Panics
    ///
    /// If the columns have different lengths.
    pub fn for_each_block<'a>(
        &mut self,
        positions: impl Into<ColumnsRef<'a>>,
        mut each: impl FnMut(Range<usize>, &[&[u64]]),
    ) {
        let positions = positions.into();
        for range in blocks(positions.len()) {
            self.compute(&positions, range.clone(), &mut []);
            let values = |feature: &Feature| &self.block.column(feature.term, feature.side).0[..range.len()];
            let columns: Vec<&[u64]> = self.features.iter().map(values).collect();
            each(range, &columns);
        }
    }

    /// Returns the totals of each feature over all positions, in the order of the features. Values are added up while they are
    /// in the first-level cache.
    ///
    /// # Panics
    ///
    /// If the columns have different lengths.
    #[must_use]
    pub fn totals<'a>(&mut self, positions: impl Into<ColumnsRef<'a>>) -> Vec<Totals> {
        let positions = positions.into();
        let mut tallies = vec![Tally::EMPTY; self.features.len()];
        for range in blocks(positions.len()) {
            self.compute(&positions, range, &mut tallies);
        }
        let lanes = self.backend.id().lanes();
        tallies.iter().map(|tally| tally.totals(lanes, positions.len())).collect()
    }

    /// Computes all steps for the positions of a range, and adds the values to the tallies, if there are any.
    // Not inlined: the callers may be compiled again in every crate that calls them, and this function is large.
    #[inline(never)]
    fn compute(&mut self, positions: &ColumnsRef<'_>, range: Range<usize>, tallies: &mut [Tally]) {
        let Self { backend, steps, block, last, .. } = self;
        let len = range.len();
        let positions =
            Positions::of(positions, range.clone()).unwrap_or_else(|| Positions::filled_up(positions, range, last));
        backend.run(Compute { steps, positions, len, block, tallies });
    }
}

/// Returns the range of positions of each block of `len` positions.
fn blocks(len: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len).step_by(BLOCK).map(move |start| start..len.min(start + BLOCK))
}

/// Computes the steps for a block. Only its first `len` positions count for totals.
struct Compute<'a> {
    steps: &'a [Step],
    positions: Positions<'a>,
    len: usize,
    block: &'a mut Block,
    /// One for each feature, or none.
    tallies: &'a mut [Tally],
}

impl Job for Compute<'_> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Backend<V, S>) {
        let Self { steps, positions, len, block, tallies } = self;
        let isa = backend.isa();
        isa.enter(
            #[inline(always)]
            move || {
                for Step { group, side, features } in steps {
                    group.compute(block.seen_by(*side, positions, backend));
                    for (n, feature) in features {
                        if let Some(tally) = tallies.get_mut(*n) {
                            tally.add::<V>(isa, block.cleared_from(len, feature.term, feature.side));
                        }
                    }
                }
            },
        );
    }
}
