//! The description of a language: its names, how a text is written, and how it is read back.

/// A language, or a dialect of one. Each family of languages has a file in `languages/`.
pub(super) struct Definition {
    /// The name, and the name of the dialect if the language has several.
    pub(super) name: (&'static str, Option<&'static str>),
    /// The program that runs the texts of every pattern in the tests of setwise.
    pub(super) run_by: Option<&'static str>,
    /// The beginning of a comment that ends with the line.
    pub(super) comment: &'static str,
    /// Returns whether a name cannot be that of a function, an input or a result.
    pub(super) reserves: fn(&str) -> bool,
    /// The largest number of bytes of a name, if the language cuts longer names.
    pub(super) longest_name: Option<usize>,
    /// Lines of the comment before a text that explain how the language represents a set as a number.
    pub(super) numbers: &'static [&'static str],
    /// What follows the name of an input in its parameters: one text, or one for each half of a board.
    pub(super) parameters: &'static [&'static str],
    /// What follows the name of an input in expressions.
    pub(super) parts: &'static [&'static str],
    /// Returns the text of a program, without the comment before it.
    pub(super) frame: fn(&Frame<'_>) -> String,
    pub(super) syntax: Syntax,
    pub(super) meanings: Meanings,
}

/// The parts of a text.
pub(super) struct Frame<'a> {
    /// The name of the program.
    pub(super) name: &'a str,
    pub(super) inputs: Vec<String>,
    pub(super) results: Vec<String>,
    pub(super) body: &'a Body,
}

/// A program as expressions: named steps, and then the results.
pub(super) struct Body {
    pub(super) steps: Vec<Step>,
    pub(super) results: Vec<String>,
}

impl Body {
    /// Returns whether a step or a result uses a name.
    pub(super) fn uses(&self, name: &str) -> bool {
        let mut expressions = self.steps.iter().map(|step| &step.expression).chain(&self.results);
        let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_';
        expressions.any(|text| text.split(|c| !is_part_of_name(c)).any(|word| word == name))
    }
}

/// An expression with a name.
pub(super) struct Step {
    pub(super) name: String,
    pub(super) expression: String,
    /// The largest level of the steps that the expression uses, plus one. A query can compute all steps of one level.
    /// Level 0 contains the conversions of inputs.
    pub(super) level: usize,
}

/// The lines at the beginning of a text. They say how the text was made, and what was proved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The command that wrote the text.
    pub command: Option<String>,
    /// What was proved, as the end of a sentence that begins with `Proved:`. Without it, the header says that nothing was
    /// proved.
    pub proven: Option<String>,
}

/// The syntax of a language, for the printer: how an operation and a constant are written, and what the language does with
/// bits that a shift or a sum loses.
///
/// In a template, `{a}` and `{b}` are the operands, and `{n}` is the number of places of a shift. An empty template says
/// that the language lacks the operation. A comparison with NULL is neither true nor false, and yields NULL.
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

/// For the reader: the meaning of each word of a language, and what the language does with bits that are lost. This table is
/// independent of the printer's, so a wrong operator is read with its real meaning.
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

/// The beginning of all names in a text of SQL that are not names of the program. A query also contains the names of the
/// table, which are unknown, so these names must be unusual.
pub(super) const OWN: &str = "setwise__";

/// The operators of C, without `^`, which some dialects of SQL read as a power.
pub(super) const OPERATORS: [(&str, Means); 6] = {
    use Means::{And, Down, Not, Or, Sum, Up};
    [("&", And), ("|", Or), ("~", Not), ("<<", Up), (">>", Down), ("+", Sum)]
};

/// The operators of C.
pub(super) const WITH_CARET: [(&str, Means); 7] = {
    let [and, or, not, up, down, sum] = OPERATORS;
    [and, or, ("^", Means::Xor), not, up, down, sum]
};

/// A language with the operators of C, on unsigned words whose sums and shifts lose bits.
pub(super) const UNSIGNED: Definition = Definition {
    name: ("", None),
    run_by: None,
    comment: "//",
    reserves: |_| false,
    longest_name: None,
    numbers: &[],
    parameters: &[""],
    parts: &[""],
    frame: |_| String::new(),
    syntax: Syntax {
        halves: false,
        masks_left: false,
        masks_right: false,
        most_sum: None,
        inlined: [8, 0],
        constant: |word| format!("{word:#x}"),
        convert: "",
        input: "{a}",
        result: "{a}",
        and: "{a} & {b}",
        or: "{a} | {b}",
        xor: "{a} ^ {b}",
        not: "~{a}",
        left: "{a} << {n}",
        right: "{a} >> {n}",
        sum: "{a} + {b}",
        equal: "",
        count: "",
    },
    meanings: Meanings {
        form: Form::Braces,
        bits: 64,
        left_is_checked: false,
        right_is_signed: false,
        most_sum: None,
        any_input: false,
        count_is_narrow: false,
        suffix: "",
        equal: "==",
        cast: "",
        operators: &WITH_CARET,
        functions: &[],
    },
};

impl Definition {
    /// Returns the name of an input or of a result in a text: with the suffix `_` if the language reserves it.
    pub(super) fn column(&self, name: &str) -> String {
        if (self.reserves)(name) { format!("{name}_") } else { name.into() }
    }

    /// Returns whether a text is a view of the table `boards`.
    pub(super) fn is_view(&self) -> bool {
        matches!(self.meanings.form, Form::View { .. })
    }

    /// Returns the prefix of the names of steps. No other name consists of it and a number: names of a program contain no
    /// two underscores in a row.
    pub(super) fn prefix_of_steps<'a>(&self, mut names: impl Iterator<Item = &'a str>) -> String {
        let is_numbered = |name: &str| name.strip_prefix('v').is_some_and(|rest| rest.parse::<u64>().is_ok());
        match self.meanings.form {
            Form::View { .. } | Form::Query(_) => format!("{OWN}v"),
            _ if names.any(is_numbered) => "value__".into(),
            _ => "v".into(),
        }
    }
}

/// Returns whether a name is one of several words, which spaces or line breaks separate.
pub(super) fn is_word_of(words: &str, name: &str) -> bool {
    words.split_whitespace().any(|word| word == name)
}
