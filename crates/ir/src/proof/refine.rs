//! Boards for formulas that contain conditions.
//!
//! Whether a large set is empty is a variable of its own. The smallest boards for a formula may need values of these
//! variables that are wrong for the boards. Then constraints that rule out the wrong values are added, and the search
//! starts again:
//!
//! ```text
//! needed empty, but the set has a3, c3      if it is empty, a3 and c3 are not in it
//! needed not empty, but the set is empty    try: it is empty; a1 is in it; b1 is in it; ...
//! ```
//!
//! The formulas of whole sets, which are too large, are never built. (Source: counterexample-guided refinement, Clarke
//! and others, 2000.)

use super::{AllBoards, Formula};

impl AllBoards {
    /// Returns boards on which a formula is true, with few members, or `None` if `tries` searches do not find any.
    pub(super) fn refined(&self, formula: &Formula, tries: &mut usize) -> Option<Vec<u64>> {
        let mut formula = formula.clone();
        loop {
            *tries = tries.checked_sub(1)?;
            let (boards, assumed) = self.smallest_for(&formula.0)?;
            let values = self.valuation(&boards);
            if formula.0.eval_in(&values) {
                return Some(boards);
            }
            let wrong = assumed.into_iter().find(|(condition, empty)| self.holds(*condition, &values) != *empty);
            let (condition, empty) = wrong?;
            let (set, is_empty) = (self.set_of(condition), self.condition(condition));
            if !empty {
                let not_empty = set.iter().map(|square| square.and(&!&is_empty));
                let cases = [Ok(is_empty.clone())].into_iter().chain(not_empty);
                let mut with = cases.filter_map(|case| formula.and(&case.ok()?).ok());
                return with.find_map(|formula| self.refined(&formula, tries));
            }
            for square in set.iter().filter(|square| square.0.eval_in(&values)) {
                formula = formula.and(&!&square.and(&is_empty).ok()?).ok()?;
            }
        }
    }
}
