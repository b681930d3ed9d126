//! Blocks of positions through all terms that the wanted features need.

use std::mem;
use std::ops::Range;

use setwise::{Backends, Color};

use super::Feature;
use super::terms::{Context, Term};
use crate::Columns;

/// Positions a block: with every feature asked for, all columns of a block fit a second-level cache of a megabyte.
pub const BLOCK: usize = 1024;

/// Computes features of columns of positions, block by block, on one backend.
///
/// Each position is read from memory once; what is computed of a block stays in the cache for what is computed from it. The
/// room is used again for every block.
#[derive(Debug)]
pub struct Evaluator {
    backend: Backends,
    features: Vec<Feature>,
    /// What is to be computed, each after all that it is computed from.
    order: Vec<(Term, Color)>,
    /// Of each term and side the values of the current block, or nothing.
    computed: Vec<Vec<u64>>,
}

impl Evaluator {
    /// Room for blocks of these features.
    #[must_use]
    pub fn new(backend: Backends, features: &[Feature]) -> Self {
        let mut order = Vec::new();
        for feature in features {
            add_with_inputs(feature.term, feature.side, &mut order);
        }
        Self { backend, features: features.to_vec(), order, computed: vec![Vec::new(); 2 * Term::COUNT] }
    }

    /// The features, in the order in which blocks have them.
    #[must_use]
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Computes the features of all positions. `each` is shown the range of each block, in order, and of each feature the
    /// values of that block: a column of as many words as the range is long.
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

/// Adds a term behind all that it is computed from, unless it is there already.
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

/// The positions of a block, and what is computed of them so far.
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
