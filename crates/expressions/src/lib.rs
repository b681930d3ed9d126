//! Expressions about chess positions, such as `own_royal_forks & own_forks_safe`, which filter, compute, explain and
//! prove.
//!
//! ```text
//! text --parser--> nodes --check--> terms, each once --+--planner--> instructions over blocks of columns (Evaluator)
//!                                                      +-----------> a program of setwise-ir: proofs, source code
//! ```
//!
//! An expression is a set, a number or a truth value of each position. `docs/expressions.md` in the repository describes
//! the language.
//!
//! ```
//! use setwise_expressions::{Evaluator, Expression, Names};
//! use setwise_positions::{Columns, Reader, Rules};
//!
//! let forks = Expression::parse("knight_attacks(own_knights) & their_queens", &Names::default()).unwrap();
//!
//! let mut columns = Columns::default();
//! let mut reader = Reader::new(setwise::auto(), Rules::Chess);
//! reader.append(b"3q3k/8/4N3/8/8/8/8/4K3 w - -", 1, &mut columns, |bad| panic!("{bad}"));
//!
//! let mut evaluator = Evaluator::new(setwise::auto(), &[&forks]);
//! evaluator.for_each_block(&columns, &[], |_, values| assert_eq!(values[0], [1 << 59])); // the queen on d8
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod block;
mod check;
mod definitions;
mod error;
mod evaluator;
mod fusion;
#[cfg(feature = "kernels")]
mod kernels;
mod literals;
mod names;
mod parser;
mod parts;
mod passes;
mod plan;
mod planner;
#[cfg(test)]
mod plans;
#[cfg(feature = "programs")]
mod program;
mod regions;
mod runner;
mod sql;
mod term;
mod values;

pub use block::BLOCK;
pub use definitions::{DefinitionError, MOTIFS};
pub use error::ExpressionError;
pub use evaluator::Evaluator;
#[cfg(feature = "kernels")]
pub use kernels::compute_pattern;
pub use names::Names;
pub use parts::Part;
#[cfg(feature = "programs")]
pub use program::NotAProgramError;
pub use runner::{ComputePattern, MOST_INPUTS, MOST_RESULTS};
pub use sql::{NotSqlError, SqlColumns, sql_name};
pub use term::Type;

use check::Checker;
use parser::parse;
use setwise_positions::features::Feature;
use term::{Term, TermId, Terms};

/// An expression whose names are known and whose types are right.
#[derive(Debug, Clone)]
pub struct Expression {
    text: String,
    terms: Terms,
    value: TermId,
    kind: Type,
    parts: Vec<Part>,
    columns: Vec<String>,
    inputs: Vec<String>,
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    ///
    /// Returns an error with the place in the text if it is not an expression, if a name is unknown, or if a type is
    /// wrong.
    pub fn parse(text: &str, names: &Names) -> Result<Self, ExpressionError> {
        let nodes = parse(text)?;
        let mut checker = Checker::new(names)?;
        let values = checker.check(text, &nodes)?;
        let Checker { terms, inputs, tested, .. } = checker;
        let parts = parts::parts(text, &nodes, &values, &tested);
        let &Some((value, kind)) = values.last().expect("an expression has a node") else { unreachable!() };
        Ok(Self { text: text.to_string(), terms, value, kind, parts, columns: names.columns().to_vec(), inputs })
    }

    /// Parses an expression that is a condition: a truth value, or a set, which is true if it is not empty.
    ///
    /// # Errors
    ///
    /// Returns an error if [`parse`](Self::parse) returns one, or if the expression is a number.
    pub fn parse_condition(text: &str, names: &Names) -> Result<Self, ExpressionError> {
        let mut expression = Self::parse(text, names)?;
        match expression.kind {
            Type::Truth => {}
            Type::Set => {
                expression.value = names::is_not_zero(expression.value, &mut expression.terms);
                expression.kind = Type::Truth;
                let whole = expression.parts.len() - 1;
                expression.parts.push(parts::test_of(&expression.parts[whole], whole, expression.value));
            }
            Type::Number => {
                let message = "the condition is a number; compare it, for example with > 0";
                return Err(ExpressionError::new(text, 0..text.len(), message));
            }
        }
        Ok(expression)
    }

    /// Returns the text of the expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the parts of the expression, operands before the operations that use them. A set where a truth value is
    /// expected is followed by the test that it is not empty. The last part is the whole expression.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the type of the values.
    #[must_use]
    pub fn value_type(&self) -> Type {
        self.kind
    }

    /// Returns whether the values depend on castling rights and en passant squares.
    #[must_use]
    pub fn needs_rights(&self) -> bool {
        self.needed().any(|term| matches!(term, Term::Feature(feature) if feature.needs_rights()))
    }

    /// Returns the columns of [`Names::with_columns`] on which the values depend.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().enumerate().filter(|(n, _)| self.uses_column(*n)).map(|(_, name)| name.as_str())
    }

    /// Returns the names of the inputs that are given for each position: see [`Names::with_inputs`].
    #[must_use]
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// Returns the features on which the values depend.
    pub fn features(&self) -> impl Iterator<Item = Feature> {
        self.needed().filter_map(|term| if let Term::Feature(feature) = term { Some(*feature) } else { None })
    }

    fn uses_column(&self, n: usize) -> bool {
        self.needed().any(|term| *term == Term::Column(n))
    }

    /// Returns the terms that the value needs.
    fn needed(&self) -> impl Iterator<Item = &Term> {
        let needed = self.terms.needed(&[self.value]);
        self.terms.iter().filter(move |(id, _)| needed[id.index()]).map(|(_, term)| term)
    }
}

/// Runs the code of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
