//! Programs as readable listings.
//!
//! ```text
//! KnightAttacks(in0) -> out0: 17 operations (8 shift, 4 and, 5 or), depth 6
//!   v1 = east(in0)
//!   ...
//!   out0 = v10 | v13
//! ```

use std::fmt;

use setwise_board::masks::{FILE_A, RANK_1};

use crate::{Kind, Operation, Program, ValueId};

impl Program {
    /// Returns the name of a value: that of the input or of the first result, a constant as a mask, otherwise `v` and the
    /// index of the operation.
    #[must_use]
    pub fn value_name(&self, value: ValueId) -> String {
        match self.operations()[value.index()] {
            Operation::Input(input) => self.inputs()[input].clone(),
            Operation::Constant(word) => constant(word),
            _ => self.result_name(value).map_or_else(|| format!("v{}", value.index()), str::to_string),
        }
    }

    /// Returns the name of the first result with this value, unless it is the name of an input as well.
    fn result_name(&self, value: ValueId) -> Option<&str> {
        let (name, _) = self.results().find(|(_, result)| *result == value)?;
        (!self.inputs().iter().any(|input| input == name)).then_some(name)
    }

    /// Returns an operation as an expression, such as `v3 & not file a`.
    #[must_use]
    pub fn expression(&self, value: ValueId) -> String {
        self.expression_with(value, |value| self.value_name(value))
    }

    /// Returns an operation as an expression of operands with other names.
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

    /// Returns the number of operations in total and of each kind, and the depth, in words.
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
        // A result that is an input, a constant, or equal to a result before it is not the name of an operation.
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

/// Returns the lines of which a set is the union, or `not` and the other lines if these are fewer.
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
