//! Runs a program on all boards at once.

use super::word::add;
use super::{AllBoards, Formula, Undecided, Word};
use crate::{Operation, Program};

impl AllBoards {
    /// Returns the results of a program for all boards.
    ///
    /// # Errors
    ///
    /// Returns an error if a diagram becomes too large.
    ///
    /// # Panics
    ///
    /// Panics if the program has another number of inputs.
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
        let word = |value: crate::ValueId| &words[value.index()];
        let bits = |value: crate::ValueId| word(value).squares(self);
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
                (Word::Bits(a), Word::Bits(b)) => Ok(Word::Bits(add(self, a, b)?)),
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

    /// Returns a word shifted by a number of places toward h8 and masked.
    fn shifted(&self, bits: &[Formula], places: i32, mask: u64) -> Vec<Formula> {
        let from = |bit: i32| usize::try_from(bit - places).ok().and_then(|from| bits.get(from));
        let bit = |bit: i32| from(bit).filter(|_| mask >> bit & 1 == 1).cloned();
        (0..64).map(|n| bit(n).unwrap_or_else(|| self.always(false))).collect()
    }
}
