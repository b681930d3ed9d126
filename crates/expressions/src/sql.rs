//! Writes an expression in SQL, for the functions of `setwise-engine`.
//!
//! ```text
//! knight_attacks(own_knights) & their_queens
//!
//! (knight_attacks((knights & case when white_to_move then white else black end))
//!     & (queens & case when white_to_move then black else white end))
//! ```
//!
//! Each term becomes a text with its type, operands before the terms that use them. SQL has no names for common terms
//! within a condition, so a term that is used twice is written twice.

use std::error::Error;
use std::fmt;

use setwise::ResultKind;
use setwise::masks::{FILE_A, FILE_H};
use setwise_patterns::{Inputs, Pattern};
use setwise_positions::features::Feature;
use setwise_positions::{ColumnType, Layout, RIGHTS};

use crate::Expression;
use crate::term::{Step, Term, TermId, Type};

/// The greatest number of bytes of a query.
const LONGEST: usize = 1 << 20;

/// The error for an expression that cannot be written in SQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotSqlError(String);

impl fmt::Display for NotSqlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for NotSqlError {}

/// The columns of a table of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SqlColumns {
    /// The column `fen`, and the sets of the pieces of both colours.
    Fen,
    /// The sets of a layout, and `white_to_move` in the absolute layout.
    Sets {
        /// The layout to which the names of the sets belong.
        layout: Layout,
        /// Whether the table also has the columns `unmoved_rooks` and `en_passant`.
        rights: bool,
    },
}

impl SqlColumns {
    fn layout(self) -> Layout {
        match self {
            Self::Fen => Layout::Absolute,
            Self::Sets { layout, .. } => layout,
        }
    }

    /// Returns a call of the function that computes a feature.
    fn call(self, feature: Feature) -> String {
        let name = self.layout().name(feature);
        let Self::Sets { layout, rights } = self else { return format!("{name}(fen)") };
        let mut arguments = layout.sets().to_vec();
        arguments.extend((layout == Layout::Absolute).then_some("white_to_move"));
        arguments.extend(RIGHTS.iter().filter(|_| rights && feature.needs_rights()));
        format!("{name}({})", arguments.join(", "))
    }
}

impl Expression {
    /// Returns the expression in SQL, for a table with these columns. Its type is `UInt64` for a set, `Int64` for a
    /// number, and `Boolean` for a truth value.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names, SqlColumns};
    ///
    /// let forks = Expression::parse_condition("white_forks & {d5}", &Names::default()).unwrap();
    /// let sql = "((white_forks(fen) & cast(34359738368 as bigint unsigned)) <> 0)";
    /// assert_eq!(forks.to_sql(SqlColumns::Fen).unwrap(), sql);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the query is longer than 1,048,576 bytes, or if the expression has inputs that are not part of
    /// a position.
    pub fn to_sql(&self, columns: SqlColumns) -> Result<String, NotSqlError> {
        let needed = self.terms.needed(&[self.value]);
        let mut uses = vec![0_usize; self.terms.len()];
        uses[self.value.index()] = 1;
        for (_, term) in self.terms.iter().filter(|(id, _)| needed[id.index()]) {
            term.operands().iter().for_each(|operand| uses[operand.index()] += 1);
        }
        let mut writer = SqlWriter { expression: self, columns, written: vec![None; self.terms.len()], uses };
        for (id, term) in self.terms.iter().filter(|(id, _)| needed[id.index()]) {
            let written = writer.term(term)?;
            if written.text.len() > LONGEST {
                return Err(NotSqlError(format!("the query is longer than {LONGEST} bytes")));
            }
            writer.written[id.index()] = Some(written);
        }
        Ok(match self.kind {
            Type::Number => writer.number(self.value),
            Type::Set => writer.set(self.value),
            Type::Truth => writer.take(self.value).text,
        })
    }
}

/// A term in SQL.
#[derive(Debug, Clone)]
struct Written {
    kind: Type,
    text: String,
    /// The opposite of a truth value.
    opposite: String,
    /// The word of a constant, whose type depends on the operation that uses it.
    constant: Option<u64>,
}

impl Written {
    fn new(kind: Type, text: String) -> Self {
        let opposite = if kind == Type::Truth { format!("(not {text})") } else { String::new() };
        Self { kind, text, opposite, constant: None }
    }

    fn truth(text: String, opposite: String) -> Self {
        Self { kind: Type::Truth, text, opposite, constant: None }
    }
}

struct SqlWriter<'a> {
    expression: &'a Expression,
    columns: SqlColumns,
    written: Vec<Option<Written>>,
    /// The number of times that each term will still be used.
    uses: Vec<usize>,
}

impl SqlWriter<'_> {
    fn term(&mut self, term: &Term) -> Result<Written, NotSqlError> {
        let set = |text: String| Written::new(Type::Set, text);
        Ok(match term {
            Term::Constant(word) => Written { constant: Some(*word), ..set(String::new()) },
            Term::Pieces(n) => set(self.columns.layout().sets()[*n].to_string()),
            Term::BlackToMove => Written::truth("(not white_to_move)".to_string(), "white_to_move".to_string()),
            Term::Feature(feature) => {
                let kind = match feature.column_type() {
                    ColumnType::Boolean => Type::Truth,
                    ColumnType::UInt64 => Type::Set,
                    _ => Type::Number,
                };
                Written::new(kind, self.columns.call(*feature))
            }
            Term::Column(n) => Written::new(Type::Number, sql_name(&self.expression.columns[*n])),
            Term::Given(n) => {
                let name = &self.expression.inputs[*n];
                return Err(NotSqlError(format!("{name} is not part of a position, so SQL has no column for it")));
            }
            Term::Not(a) if self.kind(*a) == Type::Truth => {
                let Written { text, opposite, .. } = self.take(*a);
                Written::truth(opposite, text)
            }
            Term::Not(a) => set(format!("({} ^ {})", self.set(*a), u64::MAX)),
            // A truth value is the word 1 for a kernel, and a boolean for its SQL function.
            Term::And(a, _) if self.kind(*a) == Type::Truth => self.take(*a),
            Term::And(a, b) => set(format!("({} & {})", self.set(*a), self.set(*b))),
            Term::Or(a, b) => set(format!("({} | {})", self.set(*a), self.set(*b))),
            Term::Xor(a, b) => set(format!("({} ^ {})", self.set(*a), self.set(*b))),
            Term::Without(a, b) => set(format!("({} & ({} ^ {}))", self.set(*a), self.set(*b), u64::MAX)),
            Term::Both(a, b) => Written::new(Type::Truth, format!("({} and {})", self.set(*a), self.set(*b))),
            Term::Either(a, b) => Written::new(Type::Truth, format!("({} or {})", self.set(*a), self.set(*b))),
            Term::Choose(condition, a, b) => {
                let (kind, condition) = (self.kind(*a), self.take(*condition));
                let [a, b] = [*a, *b].map(|id| if kind == Type::Number { self.number(id) } else { self.set(id) });
                Written::new(kind, format!("case when {} then {b} else {a} end", condition.opposite))
            }
            Term::Step(step, a) => set(stepped(*step, self.set(*a))),
            Term::Count(a) => Written::new(Type::Number, format!("popcount({})", self.set(*a))),
            // The only comparison of a truth value is the test whether its word is 0.
            Term::Equal(a, _) if self.kind(*a) == Type::Truth => {
                let Written { text, opposite, .. } = self.take(*a);
                Written::truth(opposite, text)
            }
            Term::Equal(a, b) => {
                let are_numbers = [*a, *b].iter().any(|id| self.kind(*id) == Type::Number);
                let [a, b] = [*a, *b].map(|id| if are_numbers { self.number(id) } else { self.compared_set(id) });
                Written::truth(format!("({a} = {b})"), format!("({a} <> {b})"))
            }
            Term::Less(a, b) => {
                let [a, b] = [self.number(*a), self.number(*b)];
                Written::truth(format!("({a} < {b})"), format!("({a} >= {b})"))
            }
            Term::Pattern(pattern, result, inputs) => self.pattern(*pattern, *result, inputs),
        })
    }

    /// Writes a call of a pattern's function. A pattern that differs between White and Black takes the side as its last
    /// argument. Several results are the fields of a struct.
    fn pattern(&mut self, pattern: Pattern, result: usize, inputs: &[TermId]) -> Written {
        let last = inputs.len() - 1;
        let takes_number = pattern.inputs_are() == Inputs::SetsAndNumber;
        let mut arguments: Vec<String> = Vec::with_capacity(inputs.len() + 1);
        for (n, input) in inputs.iter().enumerate() {
            arguments.push(if n == last && takes_number { self.number(*input) } else { self.set(*input) });
        }
        let name = pattern.without_side().unwrap_or(pattern.name());
        if pattern.without_side().is_some() {
            arguments.push(format!("'{}'", if pattern.name().starts_with("black_") { "black" } else { "white" }));
        }
        let mut text = format!("{name}({})", arguments.join(", "));
        if let [_, _, ..] = pattern.results() {
            text += &format!("['{}']", pattern.results()[result]);
        }
        let kind = match pattern.kinds()[result] {
            ResultKind::Set => Type::Set,
            ResultKind::Number { .. } => Type::Number,
            ResultKind::Flag => Type::Truth,
            ResultKind::NumberOrNone { none } => {
                text = format!("coalesce({text}, {none})");
                Type::Number
            }
        };
        Written::new(kind, text)
    }

    fn kind(&self, id: TermId) -> Type {
        self.written[id.index()].as_ref().expect("operands come first").kind
    }

    /// Returns a set that is compared. A comparison converts a constant to the type of the other operand.
    fn compared_set(&mut self, id: TermId) -> String {
        let Written { text, constant, .. } = self.take(id);
        constant.map_or(text, |word| word.to_string())
    }

    /// Returns a set, or a truth value.
    fn set(&mut self, id: TermId) -> String {
        let Written { text, constant, .. } = self.take(id);
        match constant {
            Some(word) if word > i64::MAX.cast_unsigned() => word.to_string(),
            // Without the conversion, a constant would be signed, and a step would copy its sign.
            Some(word) => format!("cast({word} as bigint unsigned)"),
            None => text,
        }
    }

    fn number(&mut self, id: TermId) -> String {
        let Written { text, constant, .. } = self.take(id);
        constant.map_or(text, |word| match word.cast_signed() {
            number @ ..0 => format!("({number})"),
            number => number.to_string(),
        })
    }

    /// Returns a term, which is copied unless this is its last use.
    fn take(&mut self, id: TermId) -> Written {
        let place = &mut self.written[id.index()];
        self.uses[id.index()] -= 1;
        let written = if self.uses[id.index()] == 0 { place.take() } else { place.clone() };
        written.expect("operands come first")
    }
}

/// Returns a set after a step in one direction.
fn stepped(step: Step, set: String) -> String {
    let north = |set: String| format!("({set} << 8)");
    let south = |set: String| format!("({set} >> 8)");
    let east = |set: String| format!("(({set} & {}) << 1)", !FILE_H);
    let west = |set: String| format!("(({set} & {}) >> 1)", !FILE_A);
    match step {
        Step::North => north(set),
        Step::South => south(set),
        Step::East => east(set),
        Step::West => west(set),
        Step::NorthEast => east(north(set)),
        Step::NorthWest => west(north(set)),
        Step::SouthEast => east(south(set)),
        Step::SouthWest => west(south(set)),
    }
}

/// Returns the name of a column as SQL writes it, in quotes, so that it may contain any character.
#[must_use]
pub fn sql_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
