//! Plans how to compute terms: a list of instructions over columns, and the place of each value.
//!
//! ```text
//! white_to_move and count(knight_attacks(white_knights)) > 5
//!
//! 0   s0 = not black_to_move
//! 1   s1 = s0                        the result where the second condition is not computed
//! 2   skip 4 if s0 is false for all positions of the block
//! 3   s2 = knights & white
//! 4   s3 = knight_attacks(s2)
//! 5   s2 = count(s3)                 s2 is free again
//! 6   s1 = s0 and (5 < s2)           (two instructions)
//! ```
//!
//! Terms that only the second operand of `and` or `or` needs are its *region*. A block skips the region if the first
//! operand already decides the result for all its positions.

use std::mem;

use setwise_patterns::Pattern;

use crate::fusion;
use crate::plan::{Instruction, Operand, Pass, Plan};
use crate::regions::Regions;
use crate::term::{Step, Term, TermId, Terms};

/// Returns a plan that computes `wanted`.
pub(crate) fn plan(terms: &Terms, wanted: &[TermId]) -> Plan {
    let needed = terms.needed(wanted);
    let regions = Regions::new(terms, wanted, &needed);
    let mut uses = vec![0; terms.len()];
    wanted.iter().for_each(|id| uses[id.index()] += 1);
    let is_result = terms.iter().map(|(id, term)| uses[id.index()] == 1 && !term.is_given()).collect();
    for (id, term) in terms.iter().filter(|(id, _)| needed[id.index()]) {
        term.operands().iter().for_each(|operand| uses[operand.index()] += 1);
        if regions.is_region[id.index()] {
            // Besides being an operand, the first condition is copied and tested.
            uses[term.operands()[0].index()] += 2;
        }
    }
    let inner = fusion::fused(terms, &needed, &uses, &regions);
    let mut is_inner = vec![false; terms.len()];
    inner.iter().flatten().for_each(|id| is_inner[id.index()] = true);
    let places = vec![None; terms.len()];
    let (free, plan) = (Vec::new(), Plan::default());
    let mut planner = Planner { terms, is_result, needed, regions, inner, is_inner, uses, places, free, plan };
    planner.give();
    planner.region(None);
    planner.plan.results = wanted.iter().map(|id| planner.place(*id)).collect();
    let own_slot = |id: &TermId| match planner.place(*id) {
        Operand::Slot(slot) if planner.is_result[id.index()] => Some(slot),
        _ => None,
    };
    planner.plan.own_slots = wanted.iter().map(own_slot).collect();
    planner.plan
}

struct Planner<'a> {
    terms: &'a Terms,
    /// For each term, whether it is exactly one of the results and an instruction computes it.
    is_result: Vec<bool>,
    needed: Vec<bool>,
    regions: Regions,
    /// For each term, the operand that its pass computes as well.
    inner: Vec<Option<TermId>>,
    /// For each term, whether the pass of another term computes it.
    is_inner: Vec<bool>,
    /// The number of times that each value will still be read.
    uses: Vec<usize>,
    /// The column of each value that has been computed.
    places: Vec<Option<Operand>>,
    /// Slots whose values are no longer needed.
    free: Vec<usize>,
    plan: Plan,
}

impl Planner<'_> {
    /// Places the values that are known before the first instruction.
    fn give(&mut self) {
        for (id, term) in self.terms.iter() {
            if !self.needed[id.index()] {
                continue;
            }
            self.places[id.index()] = match term {
                Term::Pieces(n) => Some(Operand::Pieces(*n)),
                _ if term.is_given() => {
                    let slot = self.allocate(None);
                    self.plan.given.push((term.clone(), slot));
                    Some(Operand::Slot(slot))
                }
                _ => None,
            };
            if matches!(term, Term::Constant(_)) {
                // Constants stay in their slots for all blocks.
                self.uses[id.index()] = usize::MAX;
            }
        }
    }

    /// Adds the instructions of a region.
    fn region(&mut self, region: Option<TermId>) {
        for (id, term) in self.terms.iter() {
            let is_wanted = self.needed[id.index()] && self.regions.of[id.index()] == region;
            if is_wanted && self.places[id.index()].is_none() && !self.is_inner[id.index()] {
                self.compute(id, term);
            }
        }
    }

    fn compute(&mut self, id: TermId, term: &Term) {
        if let Term::Pattern(pattern, _, inputs) = term {
            return self.pattern(id, *pattern, inputs);
        }
        let to = self.allocate(Some(id));
        self.places[id.index()] = Some(Operand::Slot(to));
        if self.regions.is_region[id.index()] {
            let first = term.operands()[0];
            let condition = self.place(first);
            self.plan.instructions.push(Instruction::Pass(Pass::Copy(condition), to));
            self.used(first);
            self.used(first);
            let before = mem::take(&mut self.plan.instructions);
            self.region(Some(id));
            let region = mem::replace(&mut self.plan.instructions, before);
            let decided = if matches!(term, Term::Either(..)) { !0 } else { 0 };
            // The operation that combines both operands is skipped with the region.
            self.plan.instructions.push(Instruction::SkipIf(condition, decided, region.len() + 1));
            self.plan.instructions.extend(region);
        }
        let inner = self.inner[id.index()];
        let pass = match inner {
            Some(inner) => fusion::pass(term, (inner, &self.terms[inner]), |id| self.place(*id)),
            None => self.pass(term),
        };
        self.plan.instructions.push(Instruction::Pass(pass, to));
        let operands = term.operands().into_iter().chain(inner.iter().flat_map(|inner| self.terms[*inner].operands()));
        operands.for_each(|operand| self.used(operand));
    }

    fn pass(&self, term: &Term) -> Pass {
        let place = |id: &TermId| self.place(*id);
        match term {
            Term::Not(a) => Pass::Not(place(a)),
            Term::And(a, b) | Term::Both(a, b) => Pass::And(place(a), place(b)),
            Term::Or(a, b) | Term::Either(a, b) => Pass::Or(place(a), place(b)),
            Term::Xor(a, b) => Pass::Xor(place(a), place(b)),
            Term::Without(a, b) => Pass::Without(place(a), place(b)),
            Term::Choose(a, b, c) => Pass::Choose(place(a), place(b), place(c)),
            Term::Step(Step::North, a) => Pass::North(place(a)),
            Term::Step(Step::South, a) => Pass::South(place(a)),
            Term::Step(Step::East, a) => Pass::East(place(a)),
            Term::Step(Step::West, a) => Pass::West(place(a)),
            Term::Step(Step::NorthEast, a) => Pass::NorthEast(place(a)),
            Term::Step(Step::NorthWest, a) => Pass::NorthWest(place(a)),
            Term::Step(Step::SouthEast, a) => Pass::SouthEast(place(a)),
            Term::Step(Step::SouthWest, a) => Pass::SouthWest(place(a)),
            Term::Count(a) => Pass::Count(place(a)),
            Term::Equal(a, b) => Pass::Equal(place(a), place(b)),
            Term::Less(a, b) => Pass::Less(place(a), place(b)),
            Term::Pattern(..) => unreachable!("a pattern is not a pass"),
            Term::Constant(_)
            | Term::Feature(_)
            | Term::BlackToMove
            | Term::Pieces(_)
            | Term::Column(_)
            | Term::Given(_) => {
                unreachable!("the value is known before the first instruction")
            }
        }
    }

    /// Computes the results of a pattern: the term `id`, and the terms of the same region that are other results.
    fn pattern(&mut self, id: TermId, pattern: Pattern, inputs: &[TermId]) {
        let operands = inputs.iter().map(|input| self.place(*input)).collect();
        let here = self.regions.of[id.index()];
        let is_here = |id: &TermId| self.needed[id.index()] && self.regions.of[id.index()] == here;
        let find = |n| self.terms.find(&Term::Pattern(pattern, n, inputs.to_vec())).filter(is_here);
        let results: Vec<Option<TermId>> = (0..pattern.results().len()).map(find).collect();
        // All results get slots before the slots of the inputs become free, because an instruction must not read what
        // it writes.
        let slots: Vec<usize> = results.iter().map(|result| self.allocate(*result)).collect();
        for (result, slot) in results.iter().zip(&slots) {
            match result {
                Some(result) => {
                    self.places[result.index()] = Some(Operand::Slot(*slot));
                    inputs.iter().for_each(|input| self.used(*input));
                }
                None => self.free.push(*slot),
            }
        }
        self.plan.instructions.push(Instruction::Pattern(pattern, operands, slots));
    }

    /// Returns a slot for a value. A term that is a result gets a slot that had no value before and keeps this one.
    fn allocate(&mut self, id: Option<TermId>) -> usize {
        let free = if id.is_some_and(|id| self.is_result[id.index()]) { None } else { self.free.pop() };
        free.unwrap_or_else(|| {
            self.plan.slots += 1;
            self.plan.slots - 1
        })
    }

    fn place(&self, id: TermId) -> Operand {
        self.places[id.index()].expect("operands come before the terms that use them")
    }

    /// Records that a value has been read. After the last read, its slot is free.
    fn used(&mut self, id: TermId) {
        let uses = &mut self.uses[id.index()];
        *uses -= 1;
        if *uses == 0
            && let Some(Operand::Slot(slot)) = self.places[id.index()]
        {
            self.free.push(slot);
        }
    }
}
