//! What a plan is: a list of instructions over columns, and the place of each value. `planner.rs` makes plans.

use setwise_patterns::Pattern;

use crate::term::Term;

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
    /// Two operations on three operands: the first on the first two, the second on the result and the last.
    Two([Bitwise; 2], [Operand; 3]),
    Choose(Operand, Operand, Operand),
    Count(Operand),
    Equal(Operand, Operand),
    NotEqual(Operand, Operand),
    Less(Operand, Operand),
    NotLess(Operand, Operand),
    North(Operand),
    South(Operand),
    East(Operand),
    West(Operand),
    NorthEast(Operand),
    NorthWest(Operand),
    SouthEast(Operand),
    SouthWest(Operand),
}

/// An operation on the bits of two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bitwise {
    And,
    Or,
    Xor,
    /// The first word without the bits of the second.
    Without,
    /// The second word without the bits of the first.
    RemovedFrom,
}

/// A step of the computation of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// Computes a column into a slot that the operation does not read.
    Pass(Pass, usize),
    /// Computes all results of a pattern into slots that it does not read.
    Pattern(Pattern, Vec<Operand>, Vec<usize>),
    /// Skips a number of instructions if the operand equals a word for all positions. The word is 0 or all ones.
    SkipIf(Operand, u64, usize),
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
    /// For each result, the slot that is used only for this result, if there is one.
    pub(crate) own_slots: Vec<Option<usize>>,
    /// The number of slots.
    pub(crate) slots: usize,
}
