//! Uses binary decision diagrams to prove statements about all boards.
//!
//! ```text
//! square by square: each bit of a result is a formula over the squares of the inputs
//!
//! program         e4 of attacks = bit 28 of ((east(knights) | ...) << 16 | ...)
//! specification   e4 of attacks = knight on d2, or on f2, or on c3, ...        by coordinates
//!
//! equal formulas have equal diagrams, for all 2^64 sets at once
//! ```
//!
//! Equal formulas have the same reduced, ordered diagram, so two programs are compared by comparing diagrams. If two
//! diagrams differ, a third diagram is built, which is true for the boards on which the results differ. In this
//! diagram, the path to `true` on which the fewest variables are 1 yields the counterexample with the fewest members.
//! The size of the diagrams depends on the order of the variables: see [`AllBoards`].
//!
//! Source: Bryant, Graph-Based Algorithms for Boolean Function Manipulation (1986). The library `biodivine-lib-bdd`
//! builds the diagrams, and stores each formula in a separate array. For the small formulas of single squares, this was
//! faster than `oxidd`, in which all formulas share one manager. Recent versions of `oxidd` also need a newer compiler
//! than this crate.
//!
//! # What is not proved by diagrams
//!
//! - Large sums: see [`Word::Sum`]. Two sums of the same terms are equal. For large sums of different terms, the
//!   diagrams do not decide whether the sums are equal.
//! - Whether a set is empty, if the diagram for this would be too large: see [`AllBoards::is_empty`].
//! - The bits of a sum of two sets, if their diagrams would be too large. Separate variables then stand for these bits, and
//!   equal sums get the same variables.
//!
//! If the diagrams do not decide a comparison, combinations of boards with at most two members in total are tried, up to
//! `MOST_SMALL_BOARDS` of them.

mod difference;
mod failure;
mod formula;
#[cfg(test)]
mod idioms;
mod squares;
mod word;

use setwise_board::Bitboard;

pub use failure::{Counterexample, Failure, Undecided};
pub use formula::{AllBoards, Formula};
pub use squares::{KING, KNIGHT, Squares, coordinates, index};
pub use word::Word;

use crate::Program;
use crate::emit::{InstructionSet, lower};

/// The largest number of small boards that are tried. Three inputs have fewer, and four inputs have hardly more.
const MOST_SMALL_BOARDS: usize = 1 << 15;

/// The size of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// The number of bits of all inputs: the proof covers 2 to the power of `bits` combinations of boards.
    pub bits: usize,
    /// The number of nodes of the diagrams of all results.
    pub nodes: usize,
}

/// Proves that a program matches a specification for all boards.
///
/// The specification receives all boards and returns a word for each result.
///
/// ```
/// use setwise_core::{Prefix, patterns::KingMoves};
/// use setwise_ir::Program;
/// use setwise_ir::proof::{KING, Squares, prove};
///
/// let program = Program::record(KingMoves, Prefix).unwrap();
/// let proof = prove(&program, |boards| {
///     let [kings, own] = [0, 1].map(|input| Squares::input(boards, input));
///     vec![kings.moved(&KING).without(&own).word()]
/// });
/// assert_eq!(proof.unwrap().bits, 128);
/// ```
///
/// # Errors
///
/// Returns a counterexample if a result differs on some boards. Returns the reason if it was not decided whether
/// results differ.
///
/// # Panics
///
/// Panics if the specification returns more or fewer words than the program has results.
pub fn prove(program: &Program, specification: impl FnOnce(&AllBoards) -> Vec<Word>) -> Result<Proof, Failure> {
    prove_on(&AllBoards::new(program.inputs().len()), program, specification)
}

/// Proves that a program matches a specification for `boards`, which may have [given](AllBoards::given) boards of some
/// inputs.
///
/// # Errors
///
/// As for [`prove`].
///
/// # Panics
///
/// Panics if the specification returns more or fewer words than the program has results.
pub fn prove_on(
    boards: &AllBoards,
    program: &Program,
    specification: impl FnOnce(&AllBoards) -> Vec<Word>,
) -> Result<Proof, Failure> {
    let words = specification(boards);
    let expected = |board: &[u64]| {
        let values = boards.valuation(board);
        words.iter().map(|word| word.at(&values)).collect()
    };
    Comparison { boards, program, expected: &expected }.decide(Ok(&words))
}

/// Proves that two programs compute the same results from the same inputs, for all boards.
///
/// ```
/// use setwise_core::{EightShifts, Prefix, patterns::KnightAttacks};
/// use setwise_ir::Program;
/// use setwise_ir::proof::equivalent;
///
/// let prefix = Program::record(KnightAttacks, Prefix).unwrap();
/// let shifts = Program::record(KnightAttacks, EightShifts).unwrap();
/// assert!(equivalent(&prefix, &shifts).is_ok());
/// ```
///
/// # Errors
///
/// Returns a counterexample if a result differs on some boards. The expected result in the counterexample is that of
/// the first program. Returns the reason if it was not decided whether results differ.
///
/// # Panics
///
/// Panics if the programs have different numbers of inputs or of results.
pub fn equivalent(a: &Program, b: &Program) -> Result<Proof, Failure> {
    equivalent_on(&AllBoards::new(a.inputs().len()), a, b)
}

/// Proves that two programs compute the same results for `boards`, which may have [given](AllBoards::given) boards of
/// some inputs.
///
/// # Errors
///
/// As for [`equivalent`].
///
/// # Panics
///
/// Panics if the programs have different numbers of inputs or of results.
pub fn equivalent_on(boards: &AllBoards, a: &Program, b: &Program) -> Result<Proof, Failure> {
    let words = boards.run(a);
    Comparison { boards, program: b, expected: &|board| a.run(board) }
        .decide(words.as_deref().map_err(|reason| *reason))
}

/// Proves for all boards that the instructions emitted for a program compute the same results as the program.
///
/// Helpers that the emitted function calls, such as those that count members, are proved separately for all boards.
///
/// ```
/// use setwise_core::{Prefix, patterns::KnightMoveCount};
/// use setwise_ir::Program;
/// use setwise_ir::emit::InstructionSet;
/// use setwise_ir::proof::emitted;
///
/// let program = Program::record(KnightMoveCount, Prefix).unwrap();
/// assert!(emitted(&program, InstructionSet::Avx2).is_ok());
/// ```
///
/// # Errors
///
/// Returns a counterexample if a result differs on some boards. Returns the reason if it was not decided whether
/// results differ.
pub fn emitted(program: &Program, set: InstructionSet) -> Result<Proof, Failure> {
    let lowered = lower(program, set);
    for (instruction, function) in lowered.functions() {
        let function = function.program();
        let results = |program: &Program| program.results().map(|(_, value)| value).collect::<Vec<_>>();
        // The diagrams of a sum of eight bytes would be large. Such a sum needs no diagrams, because the function that
        // adds eight bytes has the same operations as the instruction.
        let is_same = instruction.operations() == function.operations() && results(&instruction) == results(&function);
        if !is_same {
            equivalent(&instruction, &function)?;
        }
    }
    equivalent(program, &lowered.program())
}

/// A program, and its expected results on given boards.
struct Comparison<'a> {
    boards: &'a AllBoards,
    program: &'a Program,
    expected: &'a dyn Fn(&[u64]) -> Vec<u64>,
}

impl Comparison<'_> {
    /// Compares the program with the expected results on all boards. If the diagrams do not decide the comparison,
    /// small boards are tried.
    fn decide(&self, expected: Result<&[Word], Undecided>) -> Result<Proof, Failure> {
        let small_boards = || difference::small_boards(self.boards.inputs()).take(MOST_SMALL_BOARDS);
        let small = || small_boards().find_map(|boards| self.at(&boards));
        let (shown, reason) = match expected.and_then(|expected| self.by_diagrams(expected)) {
            Ok(Ok(proof)) => return Ok(proof),
            Ok(Err(differences)) => {
                let smallest = self.boards.smallest(&differences).and_then(|boards| self.at(&boards));
                let refined = || differences.iter().find_map(|difference| self.refined(difference));
                (smallest.or_else(small).or_else(refined), Undecided::OnlyByConditions)
            }
            Err(reason) => (small(), reason),
        };
        Err(shown.map_or(Failure::Undecided(reason), Failure::Differs))
    }

    /// Returns a proof, or formulas that are true for boards on which results differ.
    fn by_diagrams(&self, expected: &[Word]) -> Result<Result<Proof, Vec<Formula>>, Undecided> {
        let found = self.boards.run(self.program)?;
        assert_eq!(expected.len(), found.len(), "{} has {} results", self.program.name(), found.len());
        let (mut differences, mut undecided) = (Vec::new(), None);
        for (expected, found) in expected.iter().zip(&found) {
            match self.boards.difference(expected, found) {
                Ok(formulas) => differences.extend(formulas),
                Err(reason) => undecided = Some(reason),
            }
        }
        match undecided {
            _ if !differences.is_empty() => Ok(Err(differences)),
            Some(reason) => Err(reason),
            None => {
                let nodes = found.iter().map(nodes).sum();
                Ok(Ok(Proof { bits: self.boards.bits(), nodes }))
            }
        }
    }

    fn refined(&self, difference: &Formula) -> Option<Counterexample> {
        let mut tries = 500;
        let boards = self.boards.refined(difference, &mut tries)?;
        self.at(&boards)
    }

    /// Runs the program on given boards. Returns the boards as a counterexample if a result differs, otherwise `None`.
    fn at(&self, boards: &[u64]) -> Option<Counterexample> {
        let boards = &self.boards.with_given(boards)[..];
        let (expected, found) = ((self.expected)(boards), self.program.run(boards));
        let n = (0..found.len()).find(|n| expected[*n] != found[*n])?;
        let names = self.program.inputs().iter().cloned();
        Some(Counterexample {
            program: self.program.name().into(),
            boards: names.zip(boards.iter().map(|board| Bitboard(*board))).collect(),
            result: self.program.results().nth(n).map_or_else(String::new, |(name, _)| name.into()),
            expected: expected[n],
            found: found[n],
        })
    }
}

fn nodes(word: &Word) -> usize {
    match word {
        Word::Bits(bits) => bits.iter().map(Formula::nodes).sum(),
        Word::Sum(sum) => sum.keys().map(Formula::nodes).sum(),
    }
}
