//! 64-bit words for all boards at once, stored as bits or as a sum. The results of a program are such words.
//!
//! A set is stored as 64 formulas, one for each bit. A population count is stored as a sum of formulas, in which each
//! true formula counts as 1:
//!
//! ```text
//! popcount(knights << 17 & NOT_A) = [knight on a1] + [knight on b1] + ...
//! ```
//!
//! Counts are then added by joining their sums, and two sums of the same formulas are equal. Diagrams for the binary
//! digits of a large sum would have too many nodes: for example, each digit of the number of knight moves depends on
//! 128 squares.

use std::collections::HashMap;

use biodivine_lib_bdd::BddValuation;

use super::{AllBoards, Formula, Undecided};
use crate::{Operation, Program, ValueId};

/// The largest number of terms of a sum whose binary digits are computed. This is the number of terms in the sum of two
/// population counts.
const MOST_TERMS: usize = 128;

/// A 64-bit word for all boards at once.
#[derive(Debug, Clone)]
pub enum Word {
    /// The 64 bits, starting with bit 0 (a1).
    Bits(Vec<Formula>),
    /// The factor of each formula. The word is the sum of the factors of all formulas that are true.
    Sum(HashMap<Formula, u64>),
}

impl Word {
    /// Returns the set that contains a square if the formula `condition(file, rank)` is true. Files and ranks are
    /// numbers from 0 to 7.
    #[must_use]
    pub fn of_squares(condition: impl Fn(i32, i32) -> Formula) -> Self {
        Self::Bits((0..64).map(|square| condition(square % 8, square / 8)).collect())
    }

    /// Returns the number with these binary digits, lowest first. Missing digits are 0.
    #[must_use]
    pub fn of_digits(boards: &AllBoards, digits: &[Formula]) -> Self {
        Self::Bits((0..64).map(|bit| digits.get(bit).cloned().unwrap_or_else(|| boards.always(false))).collect())
    }

    /// Returns the number of formulas that are true. A formula that is given twice counts twice.
    #[must_use]
    pub fn of_count(formulas: impl IntoIterator<Item = Formula>) -> Self {
        let mut sum = HashMap::new();
        for formula in formulas {
            *sum.entry(formula).or_insert(0) += 1;
        }
        sum.retain(|formula, _| formula.as_bool() != Some(false));
        Self::Sum(sum)
    }

    fn constant(boards: &AllBoards, word: u64) -> Self {
        Self::Bits((0..64).map(|bit| boards.always(word >> bit & 1 == 1)).collect())
    }

    /// Returns the bits. For a sum, these are its binary digits.
    pub(super) fn squares(&self, boards: &AllBoards) -> Result<Vec<Formula>, Undecided> {
        match self {
            Self::Bits(bits) => Ok(bits.clone()),
            Self::Sum(sum) => digits(boards, sum),
        }
    }

    /// Returns the word as a sum, in which bit n contributes 2^n.
    fn into_sum(self) -> HashMap<Formula, u64> {
        match self {
            Self::Sum(sum) => sum,
            Self::Bits(bits) => {
                let mut sum = HashMap::new();
                for (n, bit) in bits.into_iter().enumerate().filter(|(_, bit)| bit.as_bool() != Some(false)) {
                    let factor = sum.entry(bit).or_insert(0_u64);
                    *factor = factor.wrapping_add(1 << n);
                }
                sum
            }
        }
    }

    /// Returns the value of the word on the boards of a valuation.
    pub(super) fn at(&self, values: &BddValuation) -> u64 {
        match self {
            Self::Bits(bits) => (0..64).filter(|n| bits[*n].0.eval_in(values)).fold(0, |word, n| word | 1 << n),
            Self::Sum(sum) => {
                let counted = sum.iter().filter(|(formula, _)| formula.0.eval_in(values));
                counted.fold(0, |word, (_, factor)| word.wrapping_add(*factor))
            }
        }
    }
}

impl AllBoards {
    /// Returns the results of a program for all boards.
    ///
    /// # Errors
    ///
    /// Returns an error if the program exceeds a limit of the diagrams: see [`Undecided`].
    ///
    /// # Panics
    ///
    /// Panics if the number of the program's inputs differs from [`inputs`](Self::inputs).
    pub fn run(&self, program: &Program) -> Result<Vec<Word>, Undecided> {
        assert_eq!(program.inputs().len(), self.inputs(), "{} has other inputs", program.name());
        let mut words: Vec<Word> = Vec::with_capacity(program.operations().len());
        for operation in program.operations() {
            let word = self.operation(*operation, &words)?;
            words.push(word);
        }
        Ok(program.results().map(|(_, value)| words[value.index()].clone()).collect())
    }

    fn operation(&self, operation: Operation, words: &[Word]) -> Result<Word, Undecided> {
        let word = |value: ValueId| &words[value.index()];
        let bits = |value: ValueId| word(value).squares(self);
        if let (Some((_, places, mask)), Some(set)) = (operation.step(), operation.operands().next()) {
            return Ok(Word::Bits(self.shifted(&bits(set)?, places, mask)));
        }
        let each = |a, b, of: fn(&Formula, &Formula) -> Result<Formula, Undecided>| {
            let (a, b) = (bits(a)?, bits(b)?);
            a.iter().zip(&b).map(|(a, b)| of(a, b)).collect::<Result<_, _>>().map(Word::Bits)
        };
        match operation {
            Operation::Input(input) => Ok(Word::Bits((0..64).map(|square| self.has(input, square)).collect())),
            Operation::Constant(word) => Ok(Word::constant(self, word)),
            Operation::And(a, b) => each(a, b, Formula::and),
            Operation::Or(a, b) => each(a, b, Formula::or),
            Operation::Xor(a, b) => each(a, b, Formula::xor),
            Operation::Not(a) => Ok(Word::Bits(bits(a)?.iter().map(|bit| !bit).collect())),
            Operation::Up(a, places) => Ok(Word::Bits(self.shifted(&bits(a)?, places.cast_signed(), !0))),
            Operation::Down(a, places) => Ok(Word::Bits(self.shifted(&bits(a)?, -places.cast_signed(), !0))),
            Operation::Add(a, b) => match (word(a), word(b)) {
                (Word::Bits(a), Word::Bits(b)) => add(self, a, b).or_else(|_| self.large_sum(a, b)).map(Word::Bits),
                (a, b) => {
                    let mut sum = a.clone().into_sum();
                    for (formula, factor) in b.clone().into_sum() {
                        let known = sum.entry(formula).or_insert(0);
                        *known = known.wrapping_add(factor);
                    }
                    sum.retain(|_, factor| *factor != 0);
                    Ok(Word::Sum(sum))
                }
            },
            Operation::Equal(a, b) => {
                let equal = self.is_empty(&each(a, b, Formula::xor)?)?;
                Ok(Word::Bits(vec![equal; 64]))
            }
            Operation::Popcount(a) => Ok(Word::of_count(bits(a)?)),
            Operation::East(a) | Operation::TwoEast(a) | Operation::West(a) | Operation::TwoWest(a) => {
                Ok(word(a).clone())
            }
        }
    }

    /// Returns a word shifted and masked. The shift is toward h8 if `places` is positive, and toward a1 if `places` is
    /// negative.
    fn shifted(&self, bits: &[Formula], places: i32, mask: u64) -> Vec<Formula> {
        let from = |bit: i32| usize::try_from(bit - places).ok().and_then(|from| bits.get(from));
        let bit = |bit: i32| from(bit).filter(|_| mask >> bit & 1 == 1).cloned();
        (0..64).map(|n| bit(n).unwrap_or_else(|| self.always(false))).collect()
    }

    /// Returns the formula that is true if a set is empty.
    ///
    /// If the diagram would be too large, the formula is a new variable. Equal sets get the same variable. A proof
    /// then holds for both values of the variable, and therefore for the correct one.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many such variables, or if the bits of a sum cannot be computed: see
    /// [`Undecided`].
    pub fn is_empty(&self, set: &Word) -> Result<Formula, Undecided> {
        self.none(set.squares(self)?)
    }
}

/// Returns the bits of the sum of two words modulo 2^64.
fn add(boards: &AllBoards, a: &[Formula], b: &[Formula]) -> Result<Vec<Formula>, Undecided> {
    let mut carry = boards.always(false);
    let mut sum = Vec::with_capacity(64);
    for (a, b) in a.iter().zip(b) {
        let half = a.xor(b)?;
        sum.push(half.xor(&carry)?);
        carry = a.and(b)?.or(&half.and(&carry)?)?;
    }
    Ok(sum)
}

/// Returns the binary digits of a sum, or an error if the sum has too many terms or a diagram becomes too large.
fn digits(boards: &AllBoards, sum: &HashMap<Formula, u64>) -> Result<Vec<Formula>, Undecided> {
    if sum.len() > MOST_TERMS {
        return Err(Undecided::LargeNumber);
    }
    let mut total = vec![boards.always(false); 64];
    for (formula, factor) in sum {
        let term: Vec<Formula> =
            (0..64).map(|bit| if factor >> bit & 1 == 1 { formula.clone() } else { boards.always(false) }).collect();
        total = add(boards, &total, &term)?;
    }
    Ok(total)
}
