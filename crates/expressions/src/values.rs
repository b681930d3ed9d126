//! The values of all parts of an expression for one position.
//!
//! The plan runs on registers of one board, so no kernel is compiled for it.

use setwise::backend::{Scalar, Words};
use setwise::{Color, Lanes};
use setwise_patterns::Pattern;
use setwise_positions::features::features_of;
use setwise_positions::{Position, RightsRow};

use crate::Expression;
use crate::passes::{register, run_on_registers};
use crate::planner;
use crate::term::{Term, TermId};

impl Expression {
    /// Returns the value of each part for one position: a set, a number in two's complement, or 1 for true and 0 for
    /// false. `numbers` has a number for each column of [`Names::with_columns`](crate::Names::with_columns), followed by
    /// the inputs of the expression. `compute` returns all results of a pattern.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names};
    /// use setwise_positions::{RightsRow, Rules, read_line};
    ///
    /// let fen = b"3q3k/8/4N3/8/8/8/8/4K3 w - -";
    /// let position = read_line(fen, Rules::Chess).unwrap();
    /// let hit = Expression::parse("count(white_knights) = 1 and black_queens", &Names::default()).unwrap();
    /// let values = hit.values_on(&position, &RightsRow::NONE, &[], |_, _| Err("no pattern occurs")).unwrap();
    /// let parts = hit.parts().iter().map(|part| part.text());
    /// assert_eq!(parts.zip(values).collect::<Vec<_>>(), [
    ///     ("white_knights", 1 << 44),
    ///     ("count(white_knights)", 1),
    ///     ("1", 1),
    ///     ("count(white_knights) = 1", 1),
    ///     ("black_queens", 1 << 59),
    ///     ("black_queens is not empty", 1),
    ///     ("count(white_knights) = 1 and black_queens", 1),
    /// ]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `compute` returns one.
    ///
    /// # Panics
    ///
    /// Panics if `numbers` has the wrong length.
    pub fn values_on<E>(
        &self,
        position: &Position,
        rights: &RightsRow,
        numbers: &[u64],
        mut compute: impl FnMut(Pattern, &[u64]) -> Result<Vec<u64>, E>,
    ) -> Result<Vec<u64>, E> {
        assert_eq!(numbers.len(), self.columns.len() + self.inputs.len(), "the number of columns and inputs");
        let word = |word: u64| Words::<1>::load(Scalar, &[word]);
        let mut terms = self.terms.clone();
        let wanted: Vec<TermId> = self.parts.iter().map(|part| terms.as_value(part.term, part.kind)).collect();
        let plan = planner::plan(&terms, &wanted);
        let mut slots = vec![word(0); plan.slots];
        for (term, slot) in &plan.given {
            slots[*slot] = word(match term {
                Term::Constant(word) => *word,
                Term::BlackToMove => u64::from(position.side_to_move == Color::Black).wrapping_neg(),
                Term::Feature(feature) => features_of(position, rights, &[*feature])[0],
                Term::Column(n) => numbers[*n],
                Term::Given(n) => numbers[self.columns.len() + n],
                _ => unreachable!("an instruction computes all other terms"),
            });
        }
        let placement = &position.placement;
        let pieces: Vec<Words<1>> = placement.kinds.iter().chain(&placement.sides).map(|set| word(*set)).collect();
        run_on_registers(&plan, &pieces, &mut slots, |pattern, inputs: &[Words<1>]| {
            let inputs: Vec<u64> = inputs.iter().map(|input| input.boards()[0]).collect();
            Ok(compute(pattern, &inputs)?.into_iter().map(word).collect())
        })?;
        Ok(plan.results.iter().map(|result| register(*result, &pieces, &slots).boards()[0]).collect())
    }
}
