//! The meaning of each operator and function of a language, for the reader, and where the reader finds expressions. These
//! tables are independent of the printer's, so a wrong operator is read with its real meaning.

/// The meaning of an operator or of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    And,
    Or,
    Xor,
    Not,
    Up,
    Down,
    Sum,
    Count,
    /// Whether two words are equal, as a condition.
    Equal,
    /// All ones if two words are equal, otherwise 0.
    EqualMask,
    /// The first argument, converted to a type that contains all of its values. An input of any type becomes a word.
    Same,
    /// The second argument modulo 2^64. The first argument is the exponent, 64.
    Modulo,
    /// The second argument if the first one is true, otherwise the third one.
    If,
    /// The second argument if the third one is true, otherwise the first one.
    Select,
}

/// The parts of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A view of the table `boards`. If `is_guarded`, a second query makes the name of a result ambiguous that is also a
    /// column of the table.
    View { is_guarded: bool },
    /// A function of SQL, whose query follows this word or sign.
    Query(&'static str),
    /// A function of Python: lines after a colon.
    Lines,
    /// A function with statements in braces, whose parameters begin with their names.
    Braces,
    /// A function of C, whose parameters end with their names.
    Pointers,
    /// A function of C for one register of boards, which a function with a loop follows. If `has_lanes`, its first
    /// parameter says how many lanes a register has.
    Register { has_lanes: bool },
}

/// The words of a language, and what it does with bits that are lost.
pub(super) struct Meanings {
    pub(super) form: Form,
    /// The number of bits of a word.
    pub(super) bits: u32,
    /// Whether a shift to the left must not lose a bit, because the language raises an error or keeps the bit.
    pub(super) left_is_checked: bool,
    /// Whether a shift to the right by `>>` copies the sign.
    pub(super) right_is_signed: bool,
    /// The largest sum that is exact, or `None` if sums lose the bits above a word.
    pub(super) most_sum: Option<u64>,
    /// Whether an input may have other types than that of words, so that it needs a conversion before any operation.
    pub(super) any_input: bool,
    /// Whether a population count has a type of few bits, so that it needs a conversion before another operation.
    pub(super) count_is_narrow: bool,
    /// The suffix of every number, or an empty text if numbers may have any.
    pub(super) suffix: &'static str,
    /// The operator that compares two words.
    pub(super) equal: &'static str,
    /// The type to which `::`, `astype` and `dtype=` may convert a word.
    pub(super) cast: &'static str,
    pub(super) operators: &'static [(&'static str, Means)],
    pub(super) functions: &'static [(&'static str, Means)],
}
