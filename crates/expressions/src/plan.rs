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

use setwise_patterns::Pattern;

use crate::regions::Regions;
use crate::term::{Step, Term, TermId, Terms};

/// A column that an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A slot: a column of the evaluator, which instructions write.
    Slot(usize),
    /// A column of the positions: six kinds of pieces, then the pieces of White and of Black.
    Pieces(usize),
}

/// An operation on whole columns that takes about as long as copying a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    Copy(Operand),
    Not(Operand),
    And(Operand, Operand),
    Or(Operand, Operand),
    Xor(Operand, Operand),
    Without(Operand, Operand),
    Choose(Operand, Operand, Operand),
    Count(Operand),
    Equal(Operand, Operand),
    Less(Operand, Operand),
    North(Operand),
    South(Operand),
    East(Operand),
    West(Operand),
    NorthEast(Operand),
    NorthWest(Operand),
    SouthEast(Operand),
    SouthWest(Operand),
}

/// A step of the computation of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// Computes a column into a slot that the operation does not read.
    Pass(Pass, usize),
    /// Computes all results of a pattern into slots that it does not read.
    Pattern(Pattern, Vec<Operand>, Vec<usize>),
    /// Skips the next instructions if the word is 0 for all positions.
    SkipIfFalse(Operand, usize),
    /// Skips the next instructions if the word is all ones for all positions.
    SkipIfTrue(Operand, usize),
}

/// A plan for computing terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Plan {
    pub(crate) instructions: Vec<Instruction>,
    /// The values that are in slots before the first instruction: constants, features, columns of the source, inputs
    /// and the side to move.
    pub(crate) given: Vec<(Term, usize)>,
    /// The columns of the results.
    pub(crate) results: Vec<Operand>,
    /// The number of slots.
    pub(crate) slots: usize,
}

/// Returns, for each term, whether one of `wanted` needs it.
pub(crate) fn needed(terms: &Terms, wanted: &[TermId]) -> Vec<bool> {
    let mut needed = vec![false; terms.len()];
    wanted.iter().for_each(|id| needed[id.index()] = true);
    for (id, term) in terms.iter().rev() {
        if needed[id.index()] {
            term.operands().iter().for_each(|operand| needed[operand.index()] = true);
        }
    }
    needed
}

impl Plan {
    /// Returns a plan that computes `wanted`.
    pub(crate) fn new(terms: &Terms, wanted: &[TermId]) -> Self {
        let needed = needed(terms, wanted);
        let regions = Regions::new(terms, wanted, &needed);
        let mut uses = vec![0; terms.len()];
        wanted.iter().for_each(|id| uses[id.index()] += 1);
        for (id, term) in terms.iter().filter(|(id, _)| needed[id.index()]) {
            term.operands().iter().for_each(|operand| uses[operand.index()] += 1);
            if regions.is_region[id.index()] {
                // Besides being an operand, the first condition is copied and tested.
                uses[term.operands()[0].index()] += 2;
            }
        }
        let places = vec![None; terms.len()];
        let mut planner = Planner { terms, needed, regions, uses, places, free: Vec::new(), plan: Self::default() };
        planner.give();
        planner.region(None);
        planner.plan.results = wanted.iter().map(|id| planner.place(*id)).collect();
        planner.plan
    }
}

struct Planner<'a> {
    terms: &'a Terms,
    needed: Vec<bool>,
    regions: Regions,
    /// The number of times that each value will still be read.
    uses: Vec<usize>,
    /// The column of each value that has been computed.
    places: Vec<Option<Operand>>,
    /// Slots whose values are not needed any more.
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
                    let slot = self.allocate();
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
            if is_wanted && self.places[id.index()].is_none() {
                self.compute(id, term);
            }
        }
    }

    fn compute(&mut self, id: TermId, term: &Term) {
        if let Term::Pattern(pattern, _, inputs) = term {
            return self.pattern(id, *pattern, inputs);
        }
        let to = self.allocate();
        self.places[id.index()] = Some(Operand::Slot(to));
        if self.regions.is_region[id.index()] {
            let first = term.operands()[0];
            let condition = self.place(first);
            self.plan.instructions.push(Instruction::Pass(Pass::Copy(condition), to));
            let skip = self.plan.instructions.len();
            self.plan.instructions.push(Instruction::SkipIfFalse(condition, 0));
            self.used(first);
            self.used(first);
            self.region(Some(id));
            let count = self.plan.instructions.len() - skip;
            self.plan.instructions[skip] = match term {
                Term::Either(..) => Instruction::SkipIfTrue(condition, count),
                _ => Instruction::SkipIfFalse(condition, count),
            };
        }
        let pass = self.pass(term);
        self.plan.instructions.push(Instruction::Pass(pass, to));
        term.operands().into_iter().for_each(|operand| self.used(operand));
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
            Term::Pattern(..) | Term::Constant(_) | Term::Feature(_) | Term::BlackToMove => unreachable!("{term:?}"),
            Term::Pieces(_) | Term::Column(_) | Term::Given(_) => unreachable!("{term:?}"),
        }
    }

    /// Computes the results of a pattern: the term `id`, and the terms of the same region that are other results.
    fn pattern(&mut self, id: TermId, pattern: Pattern, inputs: &[TermId]) {
        let operands = inputs.iter().map(|input| self.place(*input)).collect();
        let slots: Vec<usize> = pattern.results().iter().map(|_| self.allocate()).collect();
        for (n, slot) in slots.iter().enumerate() {
            let result = self.terms.find(&Term::Pattern(pattern, n, inputs.to_vec()));
            let here = self.regions.of[id.index()];
            let wanted = result.filter(|id| self.needed[id.index()] && self.regions.of[id.index()] == here);
            match wanted {
                Some(result) => {
                    self.places[result.index()] = Some(Operand::Slot(*slot));
                    inputs.iter().for_each(|input| self.used(*input));
                }
                None => self.free.push(*slot),
            }
        }
        self.plan.instructions.push(Instruction::Pattern(pattern, operands, slots));
    }

    fn allocate(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.plan.slots += 1;
            self.plan.slots - 1
        })
    }

    fn place(&self, id: TermId) -> Operand {
        self.places[id.index()].expect("operands come before the terms that use them")
    }

    /// Notes that a value has been read. After the last time, its slot is free.
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
