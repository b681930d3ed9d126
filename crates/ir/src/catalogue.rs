//! Records the patterns of the catalogue as programs, and computes the inputs of a pattern from a chess position.

use setwise_board::{Bitboard, Color};
use setwise_core::patterns::AttackedSquares;
use setwise_core::{Kernel, Spread, one_board};
use setwise_patterns::inputs::{View, view};
use setwise_patterns::{Interface, Pattern, Visitor};

use crate::tape::Answers;
use crate::{Formula, NotStraightLineError, Program, Symbol};

/// Records a pattern of the catalogue as a program. The program takes its name, and the names of its inputs and
/// results, from the pattern.
///
/// ```
/// use setwise_core::Prefix;
/// use setwise_ir::{Pattern, Record};
///
/// let program = Pattern::KnightMoves.record(Prefix).unwrap();
/// assert_eq!((program.name(), program.total()), ("knight_moves", 19));
/// ```
///
/// The program has the same inputs as the pattern's kernel. If a pattern takes a single square, its program takes the
/// set that contains only this square.
pub trait Record: Sized {
    /// Records the kernel: see [`Program::record`].
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel tests whether a set is empty.
    fn record<S: Spread<Symbol>>(self, spread: S) -> Result<Program, NotStraightLineError>;

    /// Records `rounds` rounds of the kernel's loop: see [`Program::record_rounds`].
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel calls `Lanes::store`. No kernel of the catalogue calls it.
    fn record_rounds<S: Spread<Symbol>>(self, spread: S, rounds: usize) -> Result<Program, NotStraightLineError>;

    /// Records the operations that the kernel executes on `boards`: see [`Program::record_on`]. A crate that calls this
    /// method need not compile the kernels again, because they are compiled in `setwise-ir` for all formulas.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel calls `Lanes::store`. No kernel of the catalogue calls it.
    ///
    /// # Panics
    ///
    /// Panics if the number of boards differs from the number of inputs.
    fn record_on(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError>;

    /// Does the same as [`record_on`](Self::record_on) for a pattern of the page. A program that calls only this method
    /// does not contain the kernels of other patterns.
    ///
    /// # Errors
    ///
    /// Returns an error if the kernel calls `Lanes::store`. No kernel of the catalogue calls it.
    ///
    /// # Panics
    ///
    /// Panics if the page does not offer the pattern, or if the number of boards differs from the number of inputs.
    fn record_on_page(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError>;

    /// Returns the inputs of the pattern for a chess position, or `None` if an input of the pattern is not a set.
    ///
    /// `kinds` contains one set for each kind of piece, from pawns to kings, with the pieces of both sides. `sides`
    /// contains the set of White's pieces and the set of Black's pieces. The set of an input depends on its name, and
    /// on the side for which the pattern is computed. This side is Black if the name of the pattern begins with
    /// `black_`, otherwise White.
    ///
    /// The input `leapers` contains the knights of this side, and `targets` contains the rooks, queens and kings of the
    /// other side. Taboo squares contain pieces of this side or are attacked by the other side. Paths lead from the
    /// king of this side to the king of the other side, over empty squares and kings. Floods begin at the king of this
    /// side. The input `set` contains all pieces of this side.
    #[must_use]
    fn inputs_of(self, kinds: &[u64; 6], sides: &[u64; 2]) -> Option<Vec<u64>>;
}

impl Record for Pattern {
    fn record<S: Spread<Symbol>>(self, spread: S) -> Result<Program, NotStraightLineError> {
        recorded::<_, false>(self, spread, Answers::Refused, &vec![0; self.inputs().len()])
    }

    fn record_rounds<S: Spread<Symbol>>(self, spread: S, rounds: usize) -> Result<Program, NotStraightLineError> {
        recorded::<_, false>(self, spread, Answers::NotEmpty(rounds), &vec![0; self.inputs().len()])
    }

    fn record_on(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError> {
        assert_eq!(boards.len(), self.inputs().len(), "{self} has {} inputs", self.inputs().len());
        recorded::<_, false>(self, formula, Answers::OnBoards(Vec::new()), boards)
    }

    fn record_on_page(self, formula: Formula, boards: &[u64]) -> Result<Program, NotStraightLineError> {
        assert_eq!(boards.len(), self.inputs().len(), "{self} has {} inputs", self.inputs().len());
        recorded::<_, true>(self, formula, Answers::OnBoards(Vec::new()), boards)
    }

    fn inputs_of(self, kinds: &[u64; 6], sides: &[u64; 2]) -> Option<Vec<u64>> {
        if self.takes_sets() { inputs_of(self, self.inputs(), kinds, sides) } else { None }
    }
}

/// Records the kernel of a pattern, and gives the program the names of the pattern. The visitor is compiled again for
/// each kernel, so the code that does not depend on the kernel is in this function.
fn recorded<S: Spread<Symbol>, const ON_PAGE: bool>(
    pattern: Pattern,
    spread: S,
    answers: Answers,
    boards: &[u64],
) -> Result<Program, NotStraightLineError> {
    let program = pattern.visit(Recorder::<_, ON_PAGE> { pattern, spread, answers, boards })?;
    Ok(program.with_names(pattern.name(), pattern.inputs(), pattern.results()))
}

/// Records the kernel of a pattern. If `ON_PAGE` is true, only the kernels of patterns that the page offers are compiled. The
/// methods `record`, `record_rounds` and `record_on` share this visitor, so each kernel is compiled once per formula.
struct Recorder<'a, S, const ON_PAGE: bool> {
    pattern: Pattern,
    spread: S,
    answers: Answers,
    boards: &'a [u64],
}

impl<S: Spread<Symbol>, const ON_PAGE: bool> Visitor for Recorder<'_, S, ON_PAGE> {
    type Out = Result<Program, NotStraightLineError>;

    const INTERFACE: Interface = if ON_PAGE { Interface::Page } else { Interface::Rust };

    fn kernel<K, const IN: usize, const OUT: usize>(self, kernel: K) -> Self::Out
    where
        K: Kernel<IN, OUT> + Send + Sync + 'static,
    {
        Program::with_answers(self.pattern.name(), kernel, self.spread, self.answers, self.boards)
    }
}

/// One letter for each kind of piece, in the order of `Position::kinds`.
const KINDS: &str = "pnbrqk";

/// Returns the set for each of these inputs of a pattern: see [`Record::inputs_of`].
pub(crate) fn inputs_of(pattern: Pattern, inputs: &[&str], kinds: &[u64; 6], sides: &[u64; 2]) -> Option<Vec<u64>> {
    let side = if pattern.name().starts_with("black_") { Color::Black } else { Color::White };
    let position = Position { kinds, sides };
    inputs.iter().map(|name| position.seen_by(side, view(name))).collect()
}

struct Position<'a> {
    kinds: &'a [u64; 6],
    sides: &'a [u64; 2],
}

impl Position<'_> {
    /// Returns the set that `view` stands for if the pattern is computed for `side`, or `None` if the pieces do not
    /// determine it.
    fn seen_by(&self, side: Color, view: View) -> Option<u64> {
        let [own, their] = [side, !side].map(|side| self.sides[side.index()]);
        let set = match view {
            View::Own(letters) => own & self.kinds_of(letters),
            View::Their(letters) => their & self.kinds_of(letters),
            View::Occupied => own | their,
            View::NotOwn => !own,
            View::EmptyOrKings => !(own | their) | self.kinds_of("k"),
            View::Taboo => own | self.attacks(!side),
            View::Unknown => return None,
        };
        Some(set)
    }

    /// Returns all pieces of the kinds in `letters`, for both sides together.
    fn kinds_of(&self, letters: &str) -> u64 {
        let chosen = KINDS.chars().zip(self.kinds).filter(|(letter, _)| letters.contains(*letter));
        chosen.fold(0, |set, (_, kind)| set | kind)
    }

    /// Returns the squares that a side attacks. Attacks pass through the king of the other side.
    fn attacks(&self, side: Color) -> u64 {
        let [own, their] = [side, !side].map(|side| self.sides[side.index()]);
        let [pawns, knights, bishops, rooks, queens, king] = self.kinds.map(|kind| kind & own);
        let input = [pawns, knights, bishops, rooks, queens, king, own | their, self.kinds[5] & their];
        let [attacked] = one_board(AttackedSquares { side }, input.map(Bitboard));
        attacked.0
    }
}
