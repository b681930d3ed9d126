//! The description of a language: its names, how a text is written, and how it is read back.

use super::meaning::{Form, Meanings, Means};
use super::print::Body;
use super::syntax::Syntax;

/// A language, or a dialect of one. Each has a file in `languages/`.
pub(super) struct Language {
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

/// The lines at the beginning of a text. They say how the text was made, and what was proved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// The command that wrote the text.
    pub command: Option<String>,
    /// What was proved, as the end of a sentence that begins with `Proved:`. Without it, the header says that nothing was
    /// proved.
    pub proven: Option<String>,
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
pub(super) const UNSIGNED: Language = Language {
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

impl Language {
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
