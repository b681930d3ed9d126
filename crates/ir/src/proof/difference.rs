//! Finds boards with the fewest members on which two words differ.
//!
//! A separate variable, called a condition, says whether a large set is empty. A search finds the smallest boards for
//! which a formula is true. For a condition, the search may assume a value that is wrong on these boards. A constraint
//! that excludes the wrong value is then added to the formula, and the search starts again:
//!
//! ```text
//! needed empty, but the set has a3, c3      if it is empty, a3 and c3 are not in it
//! needed not empty, but the set is empty    try: it is empty; a1 is in it; b1 is in it; ...
//! ```
//!
//! The complete formula for whether a large set is empty is never built, because it would have too many nodes. (Source:
//! counterexample-guided refinement, Clarke and others, 2000.)

use std::collections::HashMap;

use biodivine_lib_bdd::{Bdd, BddPointer};

use super::{AllBoards, Formula, Undecided, Word};

/// The index of a condition, and the value of the condition.
pub(super) type Answer = (usize, bool);

impl AllBoards {
    /// For each bit in which two words differ, returns the formula that is true for the boards on which this bit
    /// differs. If no formula is returned, the words are equal for all boards.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be decided whether the words differ.
    pub(super) fn difference(&self, a: &Word, b: &Word) -> Result<Vec<Formula>, Undecided> {
        if let (Word::Sum(a), Word::Sum(b)) = (a, b)
            && a == b
        {
            return Ok(Vec::new());
        }
        let (a, b) = (a.squares(self)?, b.squares(self)?);
        let mut differences = Vec::new();
        for (a, b) in a.iter().zip(&b).filter(|(a, b)| a != b) {
            differences.push(a.xor(b)?);
        }
        differences.retain(|difference| difference.as_bool() != Some(false));
        Ok(differences)
    }

    /// Returns boards on which two words differ, or `None` if the words are equal for all boards. Among all such
    /// boards, the returned boards have the fewest members.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be decided whether the words differ.
    pub fn smallest_difference(&self, a: &Word, b: &Word) -> Result<Option<Vec<u64>>, Undecided> {
        let differences = self.difference(a, b)?;
        let confirmed = |boards: &Vec<u64>| self.value(a, boards) != self.value(b, boards);
        match self.smallest(&differences).filter(confirmed) {
            None if !differences.is_empty() => Err(Undecided::OnlyByConditions),
            smallest => Ok(smallest),
        }
    }

    /// Returns the value of a word on given boards. `boards` contains one board for each input.
    #[must_use]
    pub fn value(&self, word: &Word, boards: &[u64]) -> u64 {
        word.at(&self.valuation(boards))
    }

    /// Returns boards with the fewest members for which one of several formulas is true, or `None` if no formula can be
    /// true. Conditions may have any value, even one that is wrong on these boards.
    pub(super) fn smallest(&self, formulas: &[Formula]) -> Option<Vec<u64>> {
        let satisfied = formulas.iter().filter_map(|formula| self.smallest_for(&formula.0)).map(|(boards, _)| boards);
        satisfied.min_by_key(|boards| (members(boards), boards.clone()))
    }

    /// Returns boards with the fewest members for which a formula is true, or `None` if it is never true. The boards
    /// are read from a path to `true` in the diagram. Also returns the conditions on this path, with their values.
    pub(super) fn smallest_for(&self, formula: &Bdd) -> Option<(Vec<u64>, Vec<Answer>)> {
        let mut fewest = HashMap::from([(BddPointer::one(), 0)]);
        self.fewest(formula, formula.root_pointer(), &mut fewest)?;
        let (mut boards, mut conditions) = (vec![0; self.inputs()], Vec::new());
        let mut node = formula.root_pointer();
        while !node.is_one() {
            let (low, high) = (formula.low_link_of(node), formula.high_link_of(node));
            let place = self.place(formula.var_of(node));
            let cost = usize::from(place.is_ok());
            let by_low =
                fewest.get(&low).is_some_and(|low| *low <= fewest.get(&high).map_or(usize::MAX, |high| high + cost));
            match place {
                Ok((input, square)) => boards[input] |= u64::from(!by_low) << square,
                Err(condition) => conditions.push((condition, !by_low)),
            }
            node = if by_low { low } else { high };
        }
        Some((boards, conditions))
    }

    /// Returns boards with few members for which a formula is true if all conditions have their correct values. Returns
    /// `None` if there are no such boards, if `tries` searches find none, or if a diagram becomes too large.
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
            let (set, is_empty) = (self.set_of(condition)?, self.condition(condition));
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

    /// Returns the smallest number of members on a path from a node to `true`, or `None` if there is no such path.
    fn fewest(&self, formula: &Bdd, node: BddPointer, known: &mut HashMap<BddPointer, usize>) -> Option<usize> {
        if node.is_zero() {
            return None;
        }
        if let Some(known) = known.get(&node) {
            return Some(*known);
        }
        let cost = usize::from(self.place(formula.var_of(node)).is_ok());
        let low = self.fewest(formula, formula.low_link_of(node), known);
        let high = self.fewest(formula, formula.high_link_of(node), known).map(|high| high + cost);
        let fewest = low.into_iter().chain(high).min()?;
        known.insert(node, fewest);
        Some(fewest)
    }
}

/// Returns all combinations of boards for `inputs` inputs that have at most two members in total. Combinations with
/// fewer members come first.
pub(super) fn small_boards(inputs: usize) -> impl Iterator<Item = Vec<u64>> {
    let with = move |members: &[usize]| {
        let mut boards = vec![0; inputs];
        members.iter().for_each(|member| boards[member / 64] |= 1 << (member % 64));
        boards
    };
    let one = (0..64 * inputs).map(move |member| with(&[member]));
    let two = (0..64 * inputs).flat_map(move |first| (0..first).map(move |second| with(&[second, first])));
    [with(&[])].into_iter().chain(one).chain(two)
}

/// Returns the total number of members of all boards.
pub(super) fn members(boards: &[u64]) -> u32 {
    boards.iter().map(|board| board.count_ones()).sum()
}
