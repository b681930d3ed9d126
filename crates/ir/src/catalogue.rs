//! Recording the patterns of the catalogue.

use setwise_core::{Kernel, Spread};
use setwise_patterns::{Pattern, Visitor};

use crate::inputs::inputs_of;
use crate::tape::Answers;
use crate::{Formula, NotStraightLineError, Program, Symbol};

/// Records a pattern of the catalogue as a program that has the names of the pattern, its inputs and its results.
///
/// ```
/// use setwise_core::Prefix;
/// use setwise_ir::{Pattern, Record};
///
/// let program = Pattern::KnightMoves.record(Prefix).unwrap();
/// assert_eq!((program.name(), program.total()), ("knight_moves", 19));
/// ```
///
/// The inputs of the program are those of the kernel: a pattern that takes a square has a program that takes the set of
/// that square.
pub trait Record: Sized {
    /// Records the kernel, as [`Program::record`] does.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel tests whether a set is empty.
    fn record<S: Spread<Symbol>>(self, spread: S) -> Result<Program, NotStraightLineError>;

    /// Records a number of rounds of the kernel's loop, as [`Program::record_rounds`] does.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel stores boards as numbers; no kernel of the catalogue does.
    fn record_rounds<S: Spread<Symbol>>(self, spread: S, rounds: usize) -> Result<Program, NotStraightLineError>;

    /// Records the operations that the kernel executes on these boards, as [`Program::record_on`] does.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel stores boards as numbers; no kernel of the catalogue does.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer boards than inputs.
    fn record_on<S: Spread<Symbol>>(self, spread: S, boards: &[u64]) -> Result<Program, NotStraightLineError>;

    /// Returns the same as [`record_on`](Self::record_on). It is not generic, so all patterns are compiled once, in
    /// this crate.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel stores boards as numbers; no kernel of the catalogue does.
    ///
    /// # Panics
    ///
    /// Panics if there are more or fewer boards than inputs.
    fn record_by(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError>;

    /// Returns the inputs that a position has: those of white, or of black if the name begins with `black_`. `kinds`
    /// has the pieces from pawns to kings, `sides` those of white and of black. Returns `None` if not all inputs are
    /// sets.
    ///
    /// Leapers are knights. Targets are the rooks, queens and kings of the other side. Taboo squares are those with own
    /// pieces and those that the other side attacks. Steps and paths lead from the own king or knights to the other side's
    /// king over empty squares and kings. Distances are those from the own king or knights, files are those of the own
    /// pawns, and any other set has all own pieces.
    #[must_use]
    fn inputs_of(self, kinds: &[u64; 6], sides: &[u64; 2]) -> Option<Vec<u64>>;
}

impl Record for Pattern {
    fn record<S: Spread<Symbol>>(self, spread: S) -> Result<Program, NotStraightLineError> {
        recorded(self, spread, Answers::Refused, &vec![0; self.inputs().len()])
    }

    fn record_rounds<S: Spread<Symbol>>(self, spread: S, rounds: usize) -> Result<Program, NotStraightLineError> {
        recorded(self, spread, Answers::NotEmpty(rounds), &vec![0; self.inputs().len()])
    }

    fn record_on<S: Spread<Symbol>>(self, spread: S, boards: &[u64]) -> Result<Program, NotStraightLineError> {
        assert_eq!(boards.len(), self.inputs().len(), "{self} has {} inputs", self.inputs().len());
        recorded(self, spread, Answers::OnBoards(Vec::new()), boards)
    }

    fn record_by(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError> {
        self.record_on(formula, boards)
    }

    fn inputs_of(self, kinds: &[u64; 6], sides: &[u64; 2]) -> Option<Vec<u64>> {
        self.takes_sets().then(|| inputs_of(self, kinds, sides))
    }
}

/// Records the kernel of a pattern, with the names of the pattern. Work that does not depend on the kernel is here and not in
/// the visitor, whose code is compiled once for each kernel.
fn recorded<S: Spread<Symbol>>(
    pattern: Pattern,
    spread: S,
    answers: Answers,
    boards: &[u64],
) -> Result<Program, NotStraightLineError> {
    let program = pattern.visit(Recorder { pattern, spread, answers, boards })?;
    Ok(program.with_names(pattern.name(), pattern.inputs(), pattern.results()))
}

/// Records the kernel of a pattern. One visitor serves all three methods of recording, so each kernel is compiled once per
/// formula.
struct Recorder<'a, S> {
    pattern: Pattern,
    spread: S,
    answers: Answers,
    boards: &'a [u64],
}

impl<S: Spread<Symbol>> Visitor for Recorder<'_, S> {
    type Out = Result<Program, NotStraightLineError>;

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Self::Out
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        Program::with_answers(self.pattern.name(), kernel, self.spread, self.answers, self.boards)
    }
}
