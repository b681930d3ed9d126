//! The syntax of a language, for the printer: how an operation and a constant are written, and what the language
//! does with bits that a shift or a sum loses. A comparison with NULL is neither true nor false, and yields NULL.
//!
//! In a template, `{a}` and `{b}` are the operands, and `{n}` is the number of places of a shift. An empty template says
//! that the language lacks the operation.

/// The syntax of a language.
#[derive(Clone)]
pub(super) struct Syntax {
    /// Whether words have 32 bits, so that a board consists of two words.
    pub(super) halves: bool,
    /// Whether a shift to the left must not lose a bit, because the language raises an error or keeps the bit.
    pub(super) masks_left: bool,
    /// Whether a shift to the right copies the sign.
    pub(super) masks_right: bool,
    /// The largest sum that does not raise an error, or `None` if sums lose the bits above a word.
    pub(super) most_sum: Option<u64>,
    /// The largest number of operations of an expression that is written inside another expression: if it is used
    /// once, and if it is used several times. A larger expression becomes a step with a name.
    pub(super) inlined: [usize; 2],
    pub(super) constant: fn(u64) -> String,
    /// Converts an input, which may have other types in this language, to a word. If the template is empty, inputs are
    /// words.
    pub(super) convert: &'static str,
    pub(super) input: &'static str,
    pub(super) result: &'static str,
    pub(super) and: &'static str,
    pub(super) or: &'static str,
    pub(super) xor: &'static str,
    pub(super) not: &'static str,
    pub(super) left: &'static str,
    pub(super) right: &'static str,
    pub(super) sum: &'static str,
    pub(super) equal: &'static str,
    pub(super) count: &'static str,
}
