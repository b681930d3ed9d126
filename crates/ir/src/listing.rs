//! Writes programs as readable listings, in which every operation is an expression. [`Program::steps`] adds a short
//! description of each operation, and its value on given boards.
//!
//! ```text
//! KnightAttacks(in0) -> out0: 17 operations (8 shift, 4 and, 5 or), depth 6
//!   v1 = east(in0)
//!   ...
//!   out0 = v9 | v12
//! ```

use std::fmt;

use setwise_board::masks::{FILE_A, RANK_1};

use crate::{Kind, Operation, Program, ValueId};

impl Program {
    /// Returns the name of a value. Inputs and results have their own names, and a constant is named after its squares,
    /// such as `not file a`. The name of any other value is `v` followed by the index of its operation.
    #[must_use]
    pub fn value_name(&self, value: ValueId) -> String {
        match self.operations()[value.index()] {
            Operation::Input(input) => self.inputs()[input].clone(),
            Operation::Constant(word) => constant(word),
            _ => self.result_name(value).map_or_else(|| format!("v{}", value.index()), str::to_string),
        }
    }

    /// Returns the name of the first result with this value. Returns `None` if there is no such result, or if an input
    /// has the same name.
    fn result_name(&self, value: ValueId) -> Option<&str> {
        let (name, _) = self.results().find(|(_, result)| *result == value)?;
        (!self.inputs().iter().any(|input| input == name)).then_some(name)
    }

    /// Returns an operation as an expression, such as `v3 & not file a`.
    #[must_use]
    pub fn expression(&self, value: ValueId) -> String {
        self.expression_with(value, |value| self.value_name(value))
    }

    /// Returns an operation as an expression. `name` returns the name of an operand.
    pub(crate) fn expression_with(&self, value: ValueId, name: impl Fn(ValueId) -> String) -> String {
        use Operation::{Add, And, Constant, Down, Equal, Input, Not, Or, Popcount, Up, Xor};
        let operation = self.operations()[value.index()];
        match operation {
            Input(_) | Constant(_) => name(value),
            And(a, b) => format!("{} & {}", name(a), name(b)),
            Or(a, b) => format!("{} | {}", name(a), name(b)),
            Xor(a, b) => format!("{} ^ {}", name(a), name(b)),
            Not(a) => format!("!{}", name(a)),
            Up(a, places) => format!("{} << {places}", name(a)),
            Down(a, places) => format!("{} >> {places}", name(a)),
            Add(a, b) => format!("{} + {}", name(a), name(b)),
            Equal(a, b) => format!("equal({}, {})", name(a), name(b)),
            Popcount(a) => format!("popcount({})", name(a)),
            Operation::East(a) | Operation::TwoEast(a) | Operation::West(a) | Operation::TwoWest(a) => {
                let step = operation.step().map_or("", |(step, ..)| step);
                format!("{step}({})", name(a))
            }
        }
    }

    /// Returns the total number of operations, the number of operations of each kind, and the depth, as text.
    #[must_use]
    pub fn measure(&self) -> String {
        let count = |kind: Kind| (self.count(kind) > 0).then(|| format!("{} {kind}", self.count(kind)));
        let kinds: Vec<String> = Kind::ALL.into_iter().filter_map(count).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        let total = self.total();
        format!("{total} operation{}{kinds}, depth {}", if total == 1 { "" } else { "s" }, self.depth())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let results: Vec<&str> = self.results().map(|(name, _)| name).collect();
        writeln!(f, "{}({}) -> {}: {}", self.name(), self.inputs().join(", "), results.join(", "), self.measure())?;
        for (value, operation) in self.values() {
            if !matches!(operation, Operation::Input(_) | Operation::Constant(_)) {
                writeln!(f, "  {} = {}", self.value_name(value), self.expression(value))?;
            }
        }
        // A result needs a separate line if it is an input, a constant or equal to an earlier result, or if its name is
        // also the name of an input.
        for (name, value) in self.results() {
            if name != self.value_name(value) {
                writeln!(f, "  {name} = {}", self.value_name(value))?;
            }
        }
        Ok(())
    }
}

/// Returns a constant in words if it or its complement is a union of files or of ranks, otherwise in hexadecimal.
#[must_use]
pub fn constant(word: u64) -> String {
    match word {
        0 => return "nothing".into(),
        u64::MAX => return "all squares".into(),
        _ => {}
    }
    let files = lines(word, |n| FILE_A << n, "abcdefgh", "file");
    let ranks = || lines(word, |n| RANK_1 << (8 * n), "12345678", "rank");
    files.or_else(ranks).unwrap_or_else(|| format!("{word:#x}"))
}

/// Describes a set as a union of files or ranks, or as `not` and the other files or ranks if these are fewer. Returns
/// `None` if the set is not a union of files or ranks.
fn lines(set: u64, line: impl Fn(usize) -> u64, names: &str, kind: &str) -> Option<String> {
    let union_of = |inside: &dyn Fn(u64) -> bool| (0..8).map(&line).filter(|line| inside(*line)).fold(0, |a, b| a | b);
    let contained = |line: u64| set & line == line;
    if union_of(&contained) != set {
        return None;
    }
    let few = |inside: &dyn Fn(u64) -> bool| -> String {
        names.chars().enumerate().filter(|(n, _)| inside(line(*n))).map(|(_, name)| name).collect()
    };
    let (inside, outside) = (few(&contained), few(&|line| !contained(line)));
    let (not, named) = if outside.len() < inside.len() { ("not ", outside) } else { ("", inside) };
    let plural = if named.len() == 1 { "" } else { "s" };
    Some(format!("{not}{kind}{plural} {named}"))
}

impl Program {
    /// Returns a description of an operation, such as `shift by 1, mask file a`.
    #[must_use]
    pub fn meaning(&self, value: ValueId) -> String {
        let operation = self.operations()[value.index()];
        if let Some((_, places, mask)) = operation.step() {
            return format!("shift by {}, mask {}", places.abs(), constant(!mask));
        }
        let mask = |value: ValueId| match self.operations()[value.index()] {
            Operation::Constant(word) => Some(word),
            _ => None,
        };
        match operation {
            Operation::Input(_) => "input".into(),
            Operation::Constant(word) => constant(word),
            Operation::And(_, b) => match mask(b) {
                Some(word) if word.count_ones() > 32 => format!("without {}", constant(!word)),
                Some(word) => format!("only {}", constant(word)),
                None => "squares in both".into(),
            },
            Operation::Or(..) => "squares in either".into(),
            Operation::Xor(..) => "squares in one but not in both".into(),
            Operation::Not(_) => "all other squares".into(),
            Operation::Up(_, places) => moved(places.cast_signed()),
            Operation::Down(_, places) => moved(-places.cast_signed()),
            Operation::Add(..) if self.is_number(value) => "sum".into(),
            Operation::Add(..) => "sum, with carries toward h8".into(),
            Operation::Equal(..) => "all squares if equal, otherwise none".into(),
            Operation::Popcount(_) => "number of squares".into(),
            Operation::East(_) | Operation::TwoEast(_) | Operation::West(_) | Operation::TwoWest(_) => String::new(),
        }
    }

    /// Returns whether the value of an operation is a number and not a set. Population counts are numbers, and so are
    /// sums in which at least one operand is a number.
    #[must_use]
    pub fn is_number(&self, value: ValueId) -> bool {
        match self.operations()[value.index()] {
            Operation::Popcount(_) => true,
            Operation::Add(a, b) => self.is_number(a) || self.is_number(b),
            _ => false,
        }
    }
}

/// Describes a shift as the number of ranks and files by which a square in the middle of the board moves. A shift that
/// could be a diagonal move is described as a diagonal move. Any other shift is described with as few files as
/// possible.
fn moved(places: i32) -> String {
    let ranks = match places {
        _ if places % 8 == 0 => places / 8,
        _ if places % 9 == 0 => places / 9,
        _ if places % 7 == 0 => places / 7,
        _ => (places + 3).div_euclid(8),
    };
    let files = places - 8 * ranks;
    let part = |count: i32, of: &str, forward: &str, backward: &str| {
        let plural = if count.abs() == 1 { "" } else { "s" };
        let way = if count > 0 { forward } else { backward };
        (count != 0).then(|| format!("{} {of}{plural} {way}", count.abs()))
    };
    let parts = [part(ranks, "rank", "up", "down"), part(files, "file", "east", "west")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// An input or an operation of a program, with its value on given boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The expression and its description, such as `v1 = east(knights): shift by 1, mask file a`.
    pub text: String,
    /// The value of the step: a number, or a set with a1 as bit 0.
    pub word: u64,
    /// Whether the value is a number and not a set.
    pub is_number: bool,
    /// The operands: none for an input, otherwise one or two.
    pub operands: Vec<Operand>,
}

/// An operand of a step: an input, the result of an earlier step, or a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// The name, such as `v1` or `not file a`.
    pub name: String,
    /// The value: a number, or a set with a1 as bit 0.
    pub word: u64,
    /// Whether the value is a number and not a set.
    pub is_number: bool,
}

impl Program {
    /// Returns a step for each input and each operation, in order. Constants have no step: the steps that use a
    /// constant contain its name.
    ///
    /// # Panics
    ///
    /// Panics if the number of boards differs from the number of inputs.
    #[must_use]
    pub fn steps(&self, boards: &[u64]) -> Vec<Step> {
        let words = self.trace(boards);
        let mut steps = Vec::new();
        for (value, operation) in self.values() {
            let word = words[value.index()];
            let is_number = self.is_number(value);
            let name = self.value_name(value);
            let mut text = match operation {
                Operation::Constant(_) => continue,
                Operation::Input(_) => format!("{name}: input"),
                _ => format!("{name} = {}: {}", self.expression(value), self.meaning(value)),
            };
            if is_number {
                text += &format!(", {word}");
            } else if word == 0 {
                text += ", empty";
            }
            let operands = operation.operands().map(|operand| Operand {
                name: self.value_name(operand),
                word: words[operand.index()],
                is_number: self.is_number(operand),
            });
            steps.push(Step { text, word, is_number, operands: operands.collect() });
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_are_named_by_ranks_and_files() {
        let cases = [
            (1, "1 file east"),
            (-1, "1 file west"),
            (8, "1 rank up"),
            (-16, "2 ranks down"),
            (17, "2 ranks up, 1 file east"),
            (-15, "2 ranks down, 1 file east"),
            (6, "1 rank up, 2 files west"),
            (-10, "1 rank down, 2 files west"),
            (28, "4 ranks up, 4 files west"),
            (-36, "4 ranks down, 4 files west"),
            (56, "7 ranks up"),
        ];
        for (places, words) in cases {
            assert_eq!(moved(places), words, "{places}");
        }
    }
}
