//! Finds the regions of a plan: the terms that only the second operand of an `and` or an `or` needs. A block skips a region
//! if the first operand already decides the result for all its positions.

use crate::term::{Term, TermId, Terms};

/// A region is worth a test if computing it takes longer than this number of passes.
const SHORT: usize = 3;

/// The number of passes that take about as long as a pattern.
const PASSES_OF_PATTERN: usize = 4;

/// The greatest number of regions within each other.
const DEEPEST: usize = 8;

/// The region of each term, named by the `and` or `or` whose second operand needs it. `None` is the whole expression.
pub(crate) struct Regions {
    pub(crate) of: Vec<Option<TermId>>,
    /// Whether an `and` or `or` has a region that is worth a test.
    pub(crate) is_region: Vec<bool>,
}

impl Regions {
    /// Finds the regions. Users of a term come after it, so the loop knows the regions of all users of a term before it
    /// comes to the term.
    pub(crate) fn new(terms: &Terms, wanted: &[TermId], needed: &[bool]) -> Self {
        let mut found: Vec<Option<Option<TermId>>> = vec![None; terms.len()];
        let mut depths = vec![0; terms.len()];
        wanted.iter().for_each(|id| found[id.index()] = Some(None));
        for (id, term) in terms.iter().rev().filter(|(id, _)| needed[id.index()]) {
            let own = found[id.index()].flatten();
            let depth = 1 + own.map_or(0, |region: TermId| depths[region.index()]);
            depths[id.index()] = depth;
            let has_region = matches!(term, Term::Both(..) | Term::Either(..)) && depth <= DEEPEST;
            for (n, operand) in term.operands().into_iter().enumerate() {
                let here = if has_region && n == 1 { Some(id) } else { own };
                let before = found[operand.index()].unwrap_or(here);
                found[operand.index()] = Some(common(before, here, &found, &depths));
            }
        }
        let of: Vec<Option<TermId>> = found.into_iter().map(Option::flatten).collect();
        let mut costs = vec![0; terms.len()];
        for (id, term) in terms.iter().filter(|(id, _)| needed[id.index()]) {
            let cost = match term {
                _ if term.is_given() => 0,
                Term::Pattern(..) => PASSES_OF_PATTERN,
                _ => 1,
            };
            let mut region = of[id.index()];
            while let Some(id) = region {
                costs[id.index()] += cost;
                region = of[id.index()];
            }
        }
        let is_region: Vec<bool> = costs.into_iter().map(|cost| cost > SHORT).collect();
        let outer = |mut region: Option<TermId>| {
            while let Some(id) = region.filter(|id| !is_region[id.index()]) {
                region = of[id.index()];
            }
            region
        };
        Self { of: of.iter().map(|region| outer(*region)).collect(), is_region }
    }
}

/// Returns the innermost region that contains two regions.
fn common(
    mut a: Option<TermId>,
    mut b: Option<TermId>,
    of: &[Option<Option<TermId>>],
    depths: &[usize],
) -> Option<TermId> {
    let depth = |region: Option<TermId>| region.map_or(0, |id| depths[id.index()]);
    let around = |region: Option<TermId>| region.and_then(|id| of[id.index()].flatten());
    while a != b {
        if depth(a) >= depth(b) { a = around(a) } else { b = around(b) }
    }
    a
}
