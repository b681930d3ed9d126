//! Evaluates features block by block. For each block, all terms that the features need are computed.
//!
//! ```text
//! for each block of 64 positions:
//!     for each group of terms that a feature needs, in order:
//!         compute its terms, from columns of the block to other columns of the block
//!         for totals and sums: add the columns of its features, while they are in the first-level cache
//!     if there are no totals or sums: pass the columns of all features to the caller, or add them to heat maps
//! ```

use std::ops::Range;

use setwise::backend::{Isa, Job, Prefix, Scalar, Strategy, Words};
use setwise::{Backend, Color, Lanes, Spread};

use super::block::{BLOCK, BlockPositions, Column, FeatureBlock, POSITION_COLUMNS};
use super::groups::Group;
use super::heat::{AddColumns, Heat, Squares};
use super::order::{columns_read, in_order};
use super::tally::{Sum, Tally};
use super::terms::Term;
use super::{Feature, Totals};
use crate::{Columns, ColumnsRef, Position, Rights, RightsRow};

/// A group to compute for a side, and the features that are among its outputs. Each feature is stored with its index in
/// the evaluator's list of features.
#[derive(Debug)]
struct GroupStep {
    group: Group,
    side: Color,
    features: Vec<(usize, Feature)>,
}

/// Computes features of positions block by block, on one backend.
///
/// Each position is read from memory once. A block is so small that its terms are usually still in the first-level
/// cache when other terms are computed from them. The same buffers are reused for every block.
#[derive(Debug)]
pub struct Evaluator {
    backend: Backend,
    features: Vec<Feature>,
    /// The columns of positions that the steps read.
    wanted: [bool; POSITION_COLUMNS],
    /// The steps to compute, in this order.
    steps: Vec<GroupStep>,
    block: FeatureBlock,
    /// The positions of a block that is not full, followed by empty boards.
    last: (Columns, Rights),
}

impl Evaluator {
    /// Returns an evaluator of `features` that runs on `backend`.
    #[must_use]
    pub fn new(backend: Backend, features: &[Feature]) -> Self {
        let terms: Vec<_> = features.iter().map(|feature| (feature.term, feature.side)).collect();
        let order = in_order(&terms);
        let wanted = columns_read(&order);
        // For each stored term of each side, the index of the step that makes it, or `None` if no step does.
        let mut made_by = [[None; Term::STORED]; 2];
        for (n, (group, side)) in order.iter().enumerate() {
            for (relative, term) in group.outputs() {
                made_by[relative.of(*side).index()][term.place()] = Some(n);
            }
        }
        let step = |(group, side)| GroupStep { group, side, features: Vec::new() };
        let mut steps: Vec<GroupStep> = order.into_iter().map(step).collect();
        for (n, feature) in features.iter().enumerate() {
            let step = made_by[feature.side.index()][feature.term.place()].expect("every feature is made by a step");
            steps[step].features.push((n, *feature));
        }
        let features = features.to_vec();
        Self { backend, features, wanted, steps, block: FeatureBlock::new(), last: Default::default() }
    }

    /// Returns the features, in the order of the columns that [`for_each_block`](Self::for_each_block) passes to its
    /// callback.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Computes the features of all positions. Calls `each` for each block, in order. The arguments are the range of
    /// positions in the block, and one column for each feature. A column has one word for each position in the range.
    ///
    /// # Panics
    ///
    /// Panics if any other column is shorter than `side_to_move`.
    pub fn for_each_block<'a>(
        &mut self,
        positions: impl Into<ColumnsRef<'a>>,
        mut each: impl FnMut(Range<usize>, &[&[u64]]),
    ) {
        let positions = positions.into();
        let mut unused = Vec::with_capacity(self.features.len());
        for range in blocks(0..positions.len()) {
            self.compute(&positions, range.clone(), Accumulators::None);
            let mut columns: Vec<&[u64]> = unused;
            let values = |feature: &Feature| &self.block.column(feature.term, feature.side).0[..range.len()];
            columns.extend(self.features.iter().map(values));
            each(range, &columns);
            columns.clear();
            // Collecting the cleared vector into a new one reuses its memory, but ends the borrow of the block.
            unused = columns.into_iter().map(|_| -> &[u64] { &[] }).collect();
        }
    }

    /// Returns the totals of each feature over all positions, in the order of the features. Values are added up while
    /// they are in the first-level cache.
    ///
    /// # Panics
    ///
    /// Panics if any other column is shorter than `side_to_move`.
    #[must_use]
    pub fn totals<'a>(&mut self, positions: impl Into<ColumnsRef<'a>>) -> Vec<Totals> {
        let positions = positions.into();
        let mut tallies = vec![Tally::EMPTY; self.features.len()];
        self.compute(&positions, 0..positions.len(), Accumulators::Totals(&mut tallies));
        let lanes = self.backend.id().lanes();
        tallies.iter().map(|tally| tally.totals(lanes, positions.len())).collect()
    }

    /// Returns the sum of each feature over all positions, in the order of the features. For a feature that is a set,
    /// the sum is the total number of squares. For a feature that is a number, it is the sum of the numbers. Divided by
    /// the number of positions, the sum is the mean. Computing sums takes less time than computing
    /// [`totals`](Self::totals).
    ///
    /// # Panics
    ///
    /// Panics if any other column is shorter than `side_to_move`.
    #[must_use]
    pub fn sums<'a>(&mut self, positions: impl Into<ColumnsRef<'a>>) -> Vec<u64> {
        let positions = positions.into();
        let mut sums = vec![Sum::EMPTY; self.features.len()];
        self.compute(&positions, 0..positions.len(), Accumulators::Sums(&mut sums));
        let lanes = self.backend.id().lanes();
        sums.iter().map(|sum| sum.total(lanes)).collect()
    }

    /// Returns the heat map of each feature, in the order of the features: for each square, the number of positions whose
    /// value contains the square. For a feature that is a number, entry n is the number of values whose binary digit n is 1.
    ///
    /// # Panics
    ///
    /// Panics if any other column is shorter than `side_to_move`.
    #[must_use]
    pub fn heat<'a>(&mut self, positions: impl Into<ColumnsRef<'a>>) -> Vec<[u64; 64]> {
        let positions = positions.into();
        let mut heats = vec![Heat::EMPTY; self.features.len()];
        // Another job adds the values, not the job that computes them as for totals. Programs without heat maps therefore
        // do not contain this code.
        for range in blocks(0..positions.len()) {
            self.compute(&positions, range.clone(), Accumulators::None);
            for feature in &self.features {
                self.block.cleared_from(range.len(), feature.term, feature.side);
            }
            let columns = self.features.iter().map(|feature| self.block.column(feature.term, feature.side));
            self.backend.run(AddColumns(&mut heats, columns));
        }
        self.backend.run(Squares(&mut heats))
    }

    /// Computes all steps for the positions of a range, block by block, and adds the values to the accumulators.
    /// Afterwards, `block` contains the values of the last block of the range.
    // This large function is not inlined, so that other crates do not compile it again.
    #[inline(never)]
    fn compute(&mut self, positions: &ColumnsRef<'_>, range: Range<usize>, accumulators: Accumulators<'_>) {
        self.backend.run(self.work(positions, range, accumulators));
    }

    /// Returns the job that runs all steps for the positions of a range.
    fn work<'a>(
        &'a mut self,
        positions: &'a ColumnsRef<'a>,
        range: Range<usize>,
        accumulators: Accumulators<'a>,
    ) -> Compute<'a> {
        let Self { wanted, steps, block, last, .. } = self;
        Compute { wanted: *wanted, steps, positions, range, block, last, accumulators }
    }
}

/// Returns the values of features of one position with these castling rights and this en passant square, in the order of
/// the features.
///
/// Runs the scalar kernels directly, without dispatch. A program that calls only this function therefore contains no
/// code for other backends.
///
/// ```
/// use setwise_positions::features::{Feature, features_of};
/// use setwise_positions::{RightsRow, Rules, read_line};
///
/// let line = b"4k3/8/8/3pP3/8/8/8/4K3 w - d6";
/// let position = read_line(line, Rules::Chess).unwrap();
/// let rights = RightsRow::read(line, &position.placement).unwrap();
/// let count: Feature = "legal_move_count".parse().unwrap();
/// assert_eq!(features_of(&position, &rights, &[count]), [7]);
/// assert_eq!(features_of(&position, &RightsRow::NONE, &[count]), [6]); // without the capture en passant
/// ```
#[must_use]
pub fn features_of(position: &Position, rights: &RightsRow, features: &[Feature]) -> Vec<u64> {
    let scalar = Strategy::<Words<1>, Prefix>::new(Scalar);
    let (mut columns, mut column_rights) = (Columns::default(), Rights::default());
    columns.push(position);
    column_rights.push(rights);
    let positions = ColumnsRef::from(&columns).with_rights(&column_rights);
    let mut evaluator = Evaluator::new(Backend::from(scalar), features);
    evaluator.work(&positions, 0..1, Accumulators::None).on::<Words<1>>(Scalar);
    features.iter().map(|feature| evaluator.block.column(feature.term, feature.side).0[0]).collect()
}

/// Splits a range of positions into the ranges of its blocks.
fn blocks(Range { start, end }: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    (start..end).step_by(BLOCK).map(move |start| start..end.min(start + BLOCK))
}

/// The accumulators to which values are added, one for each feature, or `None` if no values are added.
enum Accumulators<'a> {
    None,
    Totals(&'a mut [Tally]),
    Sums(&'a mut [Sum]),
}

impl Accumulators<'_> {
    /// Adds the values in `column` to the accumulator of the `n`th feature, if there are accumulators.
    #[inline(always)]
    fn add<V: Lanes>(&mut self, isa: V::Isa, n: usize, feature: Feature, column: &Column) {
        match self {
            Self::None => (),
            Self::Totals(tallies) => tallies[n].add::<V>(isa, column),
            Self::Sums(sums) if feature.is_number() => sums[n].add_numbers::<V>(isa, column),
            Self::Sums(sums) => sums[n].add_sets::<V>(isa, column),
        }
    }
}

/// A job that computes the steps for each block of a range. It enters the target-feature boundary once per range
/// instead of once per block, which saves time if the features are few and simple.
struct Compute<'a> {
    wanted: [bool; POSITION_COLUMNS],
    steps: &'a [GroupStep],
    positions: &'a ColumnsRef<'a>,
    range: Range<usize>,
    block: &'a mut FeatureBlock,
    /// The positions of a block that is not full.
    last: &'a mut (Columns, Rights),
    accumulators: Accumulators<'a>,
}

impl Job for Compute<'_> {
    type Out = ();

    #[inline(always)]
    fn run<V: Lanes, S: Spread<V>>(self, backend: Strategy<V, S>) {
        self.on::<V>(backend.isa());
    }
}

impl Compute<'_> {
    /// Computes the steps. All spreads compute the same sets, so this function uses the fastest spread instead of the
    /// spread of the backend. It is therefore compiled only once for all backends with the same lanes.
    #[inline(never)]
    fn on<V: Lanes>(self, isa: V::Isa) {
        let Self { wanted, steps, positions, range, block, last, mut accumulators } = self;
        isa.enter(
            #[inline(always)]
            move || {
                for range in blocks(range) {
                    let len = range.len();
                    let positions = BlockPositions::of(positions, range.clone())
                        .unwrap_or_else(|| BlockPositions::filled_up(positions, range, last));
                    block.read::<V>(isa, wanted, &positions);
                    for GroupStep { group, side, features } in steps {
                        group.compute(block.seen_by::<V>(*side, positions.to_move, isa));
                        for (n, feature) in features {
                            accumulators.add::<V>(
                                isa,
                                *n,
                                *feature,
                                block.cleared_from(len, feature.term, feature.side),
                            );
                        }
                    }
                }
            },
        );
    }
}
