//! Evaluates features block by block, through all terms that they need.

use std::mem;
use std::ops::Range;

use setwise::{Backends, Color};

use super::Feature;
use super::terms::{Context, Term};
use crate::Columns;

/// The number of positions in a block. Even with every feature selected, all columns of a block fit into a second-level cache of
/// one megabyte.
pub const BLOCK: usize = 1024;

/// Computes features of columns of positions, block by block, on one backend.
///
/// Each position is read from memory once. The results for a block stay in the cache for the terms that are computed from them,
/// and the same buffers are reused for every block.
#[derive(Debug)]
pub struct Evaluator {
    backend: Backends,
    features: Vec<Feature>,
    /// The terms to compute, each after its inputs.
    order: Vec<(Term, Color)>,
    /// For each term and side, its values in the current block, or an empty vector if it is not computed.
    computed: Vec<Vec<u64>>,
}

impl Evaluator {
    /// Returns an evaluator of `features` that runs on `backend`.
    #[must_use]
    pub fn new(backend: Backends, features: &[Feature]) -> Self {
        let mut order = Vec::new();
        for feature in features {
            add_with_inputs(feature.term, feature.side, &mut order);
        }
        Self { backend, features: features.to_vec(), order, computed: vec![Vec::new(); 2 * Term::COUNT] }
    }

    /// Returns the features, in the order of the columns that [`for_each_block`](Self::for_each_block) passes on.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Computes the features of all positions. Calls `each` for each block, in order, with the range of its positions and one
    /// column for each feature. A column has one word for each position in the range.
    pub fn for_each_block(&mut self, positions: &Columns, mut each: impl FnMut(Range<usize>, &[&[u64]])) {
        for start in (0..positions.len()).step_by(BLOCK) {
            let range = start..positions.len().min(start + BLOCK);
            for n in 0..self.order.len() {
                let (term, side) = self.order[n];
                let mut out = mem::take(&mut self.computed[place(term, side)]);
                out.resize(range.len(), 0);
                let block = Block { positions, range: range.clone(), computed: &self.computed };
                term.compute(side, self.backend, &block, &mut out);
                self.computed[place(term, side)] = out;
            }
            let block = Block { positions, range: range.clone(), computed: &self.computed };
            let columns: Vec<&[u64]> =
                self.features.iter().map(|feature| block.column(feature.term, feature.side)).collect();
            each(range, &columns);
        }
    }
}

/// Adds a term after its inputs, unless the list already contains it.
fn add_with_inputs(term: Term, side: Color, order: &mut Vec<(Term, Color)>) {
    if term.inputs().is_empty() || order.contains(&(term, side)) {
        return;
    }
    for (whose, input) in term.inputs() {
        add_with_inputs(*input, whose.side(side), order);
    }
    order.push((term, side));
}

fn place(term: Term, side: Color) -> usize {
    2 * term as usize + side.index()
}

/// The positions of a block, and the terms computed so far.
struct Block<'a> {
    positions: &'a Columns,
    range: Range<usize>,
    computed: &'a [Vec<u64>],
}

impl Context for Block<'_> {
    fn column(&self, term: Term, side: Color) -> &[u64] {
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, .. } = self.positions;
        let read = match (term, side) {
            (Term::AllPawns, _) => pawns,
            (Term::AllKnights, _) => knights,
            (Term::AllBishops, _) => bishops,
            (Term::AllRooks, _) => rooks,
            (Term::AllQueens, _) => queens,
            (Term::AllKings, _) => kings,
            (Term::Pieces, Color::White) => white,
            (Term::Pieces, Color::Black) => black,
            _ => return &self.computed[place(term, side)],
        };
        &read[self.range.clone()]
    }

    fn side_to_move(&self) -> &[Color] {
        &self.positions.side_to_move[self.range.clone()]
    }
}
