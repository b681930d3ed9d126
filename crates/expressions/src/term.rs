//! The meaning of an expression as a list of terms, in which equal terms occur once.

use std::collections::HashMap;
use std::ops::Index;

use setwise_patterns::Pattern;
use setwise_positions::features::Feature;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// A set of squares: a1 is bit 0, h8 is bit 63.
    Set,
    /// A number.
    Number,
    /// True or false.
    Truth,
}

impl Type {
    /// Returns the name of the type with an article, such as `a set`.
    #[must_use]
    pub fn with_article(self) -> &'static str {
        match self {
            Self::Set => "a set",
            Self::Number => "a number",
            Self::Truth => "a truth value",
        }
    }
}

/// The index of a term in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct TermId(u32);

impl TermId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value of each position, as a word: a set, a number (in two's complement), or a truth value (all ones if it is true,
/// otherwise 0). Each term comes after the terms that it uses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// The same word for all positions.
    Constant(u64),
    /// A column of the positions: six kinds of pieces, then the pieces of White and of Black.
    Pieces(usize),
    /// Whether Black is to move.
    BlackToMove,
    /// The value of a feature.
    Feature(Feature),
    /// A column of numbers of the source, by its index.
    Column(usize),
    /// An input that is not part of a position, by its index.
    Given(usize),
    And(TermId, TermId),
    Or(TermId, TermId),
    Xor(TermId, TermId),
    /// The first set without the second.
    Without(TermId, TermId),
    Not(TermId),
    /// The second word where the first is true, and the third where it is false.
    Choose(TermId, TermId, TermId),
    Step(Step, TermId),
    /// The number of squares in a set.
    Count(TermId),
    /// Whether two words are equal.
    Equal(TermId, TermId),
    /// Whether the first number is less than the second.
    Less(TermId, TermId),
    /// Whether both are true. The second term need not be computed where the first is false.
    Both(TermId, TermId),
    /// Whether at least one is true. The second term need not be computed where the first is true.
    Either(TermId, TermId),
    /// A result of a pattern, by its index, and the inputs.
    Pattern(Pattern, usize, Vec<TermId>),
}

/// A step of a set in one direction. Squares that leave the board are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    North,
    South,
    East,
    West,
    NorthEast,
    NorthWest,
    SouthEast,
    SouthWest,
}

impl Step {
    pub(crate) const ALL: [(&'static str, Self); 8] = [
        ("north", Self::North),
        ("south", Self::South),
        ("east", Self::East),
        ("west", Self::West),
        ("north_east", Self::NorthEast),
        ("north_west", Self::NorthWest),
        ("south_east", Self::SouthEast),
        ("south_west", Self::SouthWest),
    ];
}

impl Term {
    /// Returns whether the value is known before the first instruction of a plan.
    pub(crate) fn is_given(&self) -> bool {
        use Term::{BlackToMove, Column, Constant, Feature, Given, Pieces};
        matches!(self, Constant(_) | Feature(_) | BlackToMove | Pieces(_) | Column(_) | Given(_))
    }

    /// Returns the terms that this term uses.
    pub(crate) fn operands(&self) -> Vec<TermId> {
        let mut operands = Vec::new();
        let _ = self.clone().with_operands(|operand| {
            operands.push(operand);
            operand
        });
        operands
    }

    /// Returns the same term with each operand replaced by `of(operand)`.
    fn with_operands(self, mut of: impl FnMut(TermId) -> TermId) -> Self {
        use Term::{BlackToMove, Column, Constant, Feature, Given, Pieces};
        match self {
            Constant(_) | Pieces(_) | BlackToMove | Feature(_) | Column(_) | Given(_) => self,
            Self::Not(a) => Self::Not(of(a)),
            Self::Step(step, a) => Self::Step(step, of(a)),
            Self::Count(a) => Self::Count(of(a)),
            Self::And(a, b) => Self::And(of(a), of(b)),
            Self::Or(a, b) => Self::Or(of(a), of(b)),
            Self::Xor(a, b) => Self::Xor(of(a), of(b)),
            Self::Without(a, b) => Self::Without(of(a), of(b)),
            Self::Equal(a, b) => Self::Equal(of(a), of(b)),
            Self::Less(a, b) => Self::Less(of(a), of(b)),
            Self::Both(a, b) => Self::Both(of(a), of(b)),
            Self::Either(a, b) => Self::Either(of(a), of(b)),
            Self::Choose(a, b, c) => Self::Choose(of(a), of(b), of(c)),
            Self::Pattern(pattern, result, inputs) => {
                Self::Pattern(pattern, result, inputs.into_iter().map(of).collect())
            }
        }
    }
}

/// Terms without duplicates.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    list: Vec<Term>,
    ids: HashMap<Term, TermId>,
}

impl Index<TermId> for Terms {
    type Output = Term;

    fn index(&self, id: TermId) -> &Term {
        &self.list[id.index()]
    }
}

impl Terms {
    /// Returns the id of a term, which is added unless it is in the list. Terms without an effect are left out.
    pub(crate) fn add(&mut self, term: Term) -> TermId {
        if let Term::Not(inner) = term
            && let Term::Not(same) = self.list[inner.index()]
        {
            return same;
        }
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let id = TermId(u32::try_from(self.list.len()).expect("fewer terms than bytes of text"));
        self.ids.insert(term.clone(), id);
        self.list.push(term);
        id
    }

    /// Returns the term for the value of a term as users see it: 1 or 0 for a truth value.
    pub(crate) fn as_value(&mut self, term: TermId, kind: Type) -> TermId {
        let one = self.add(Term::Constant(1));
        if kind == Type::Truth { self.add(Term::And(term, one)) } else { term }
    }

    /// Returns the id of a term, or `None` if it is not in the list.
    pub(crate) fn find(&self, term: &Term) -> Option<TermId> {
        self.ids.get(term).copied()
    }

    /// Adds the terms of another list, and returns their ids in this list. Input `n` of the other list is input
    /// `inputs[n]` of this list.
    pub(crate) fn merge(&mut self, other: &Self, inputs: &[usize]) -> Vec<TermId> {
        let mut ids: Vec<TermId> = Vec::with_capacity(other.len());
        for term in &other.list {
            let id = self.add(match term {
                Term::Given(n) => Term::Given(inputs[*n]),
                term => term.clone().with_operands(|operand| ids[operand.index()]),
            });
            ids.push(id);
        }
        ids
    }

    /// Returns, for each term, whether one of `wanted` needs it.
    pub(crate) fn needed(&self, wanted: &[TermId]) -> Vec<bool> {
        let mut needed = vec![false; self.len()];
        wanted.iter().for_each(|id| needed[id.index()] = true);
        for (id, term) in self.iter().rev() {
            if needed[id.index()] {
                term.operands().iter().for_each(|operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns all terms in order.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (TermId, &Term)> {
        self.list.iter().enumerate().map(|(n, term)| (TermId(n as u32), term))
    }
}
