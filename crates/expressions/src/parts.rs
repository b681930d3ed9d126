//! The parts of an expression, and their values for one position.

use setwise::backend::{Scalar, Words};
use setwise::{Color, Lanes};
use setwise_patterns::Pattern;
use setwise_positions::features::features_of_with_rights;
use setwise_positions::{Position, RightsRow};

use crate::Expression;
use crate::parser::{Node, NodeKind, PrefixOperator};
use crate::passes::{register, run_on_registers};
use crate::planner;
use crate::term::{Term, TermId, Type};

/// A part of an expression, such as `own_knights` and `knight_attacks(own_knights)`.
#[derive(Debug, Clone)]
pub struct Part {
    text: String,
    kind: Type,
    pub(crate) term: TermId,
    form: Form,
    operands: Vec<usize>,
}

/// How a part is written.
#[derive(Debug, Clone)]
enum Form {
    /// A name, a number, a set of squares, or a function of a label.
    Leaf,
    Prefix(&'static str),
    Infix(String),
    Call(String),
    /// The test that a set is not empty, which is not written.
    Test,
}

impl Part {
    /// Returns the text of the part.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the type of the value.
    #[must_use]
    pub fn value_type(&self) -> Type {
        self.kind
    }

    /// Returns the indices of the parts that this part uses directly.
    #[must_use]
    pub fn operands(&self) -> &[usize] {
        &self.operands
    }

    /// Returns the operation with other names for its operands, such as `v1 & v2`. `names` has a name for each operand. A
    /// part without operands is its text.
    #[must_use]
    pub fn operation(&self, names: &[&str]) -> String {
        match &self.form {
            Form::Leaf => self.text.clone(),
            Form::Prefix(operator) => format!("{operator}{}", names.concat()),
            Form::Infix(operator) => names.join(&format!(" {operator} ")),
            Form::Call(function) => format!("{function}({})", names.join(", ")),
            Form::Test => format!("{} is not empty", names.concat()),
        }
    }
}

/// Returns the parts of an expression: one for each node that has a value, followed by the tests that sets are not empty.
pub(crate) fn parts(
    text: &str,
    nodes: &[Node],
    values: &[Option<(TermId, Type)>],
    tested: &[(usize, TermId)],
) -> Vec<Part> {
    let (mut parts, mut places) = (Vec::new(), Vec::with_capacity(nodes.len()));
    for (n, (node, value)) in nodes.iter().zip(values).enumerate() {
        places.push(parts.len());
        let Some((term, kind)) = *value else { continue };
        let (form, operands) = form(text, node, nodes);
        let operands = operands.into_iter().filter(|operand| values[*operand].is_some()).map(|operand| places[operand]);
        let (operands, text) = (operands.collect::<Vec<_>>(), text[node.span.clone()].to_string());
        // A function of a label has no operand that has a value.
        let form = if operands.is_empty() { Form::Leaf } else { form };
        parts.push(Part { text, kind, term, form, operands });
        for (_, test) in tested.iter().filter(|(node, _)| *node == n) {
            let set = places[n];
            parts.push(test_of(&parts[set], set, *test));
        }
    }
    parts
}

/// Returns the test that a set, which is the part with this index, is not empty.
pub(crate) fn test_of(set: &Part, index: usize, term: TermId) -> Part {
    let text = format!("{} is not empty", set.text);
    Part { text, kind: Type::Truth, term, form: Form::Test, operands: vec![index] }
}

/// Returns how a node is written, and its operands.
fn form(text: &str, node: &Node, nodes: &[Node]) -> (Form, Vec<usize>) {
    match &node.kind {
        NodeKind::Name(_) | NodeKind::Number(_) | NodeKind::Set(_) => (Form::Leaf, Vec::new()),
        NodeKind::Call(name, arguments) => (Form::Call(text[name.clone()].to_string()), arguments.clone()),
        NodeKind::Prefix(PrefixOperator::Not, operand) => (Form::Prefix("not "), vec![*operand]),
        NodeKind::Prefix(PrefixOperator::Complement, operand) => (Form::Prefix("!"), vec![*operand]),
        NodeKind::Infix(_, left, right) => {
            let operator = text[nodes[*left].span.end..nodes[*right].span.start].trim();
            (Form::Infix(operator.to_string()), vec![*left, *right])
        }
    }
}

impl Expression {
    /// Returns the parts of the expression, operands before the operations that use them. A set where a truth value is
    /// expected is followed by the test that it is not empty. The last part is the whole expression.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the value of each part for one position: a set, a number in two's complement, or 1 for true and 0 for
    /// false. `numbers` has a number for each column of [`Names::with_columns`](crate::Names::with_columns), followed by
    /// the inputs of the expression. `compute` returns all results of a pattern.
    ///
    /// ```
    /// use setwise_expressions::{Expression, Names};
    /// use setwise_positions::{RightsRow, Rules, read_line};
    ///
    /// let fen = b"3q3k/8/4N3/8/8/8/8/4K3 w - -";
    /// let position = read_line(fen, Rules::Chess).unwrap();
    /// let hit = Expression::parse("count(white_knights) = 1 and black_queens", &Names::default()).unwrap();
    /// let values = hit.values_on(&position, &RightsRow::NONE, &[], |_, _| Err("no pattern occurs")).unwrap();
    /// let parts = hit.parts().iter().map(|part| part.text());
    /// assert_eq!(parts.zip(values).collect::<Vec<_>>(), [
    ///     ("white_knights", 1 << 44),
    ///     ("count(white_knights)", 1),
    ///     ("1", 1),
    ///     ("count(white_knights) = 1", 1),
    ///     ("black_queens", 1 << 59),
    ///     ("black_queens is not empty", 1),
    ///     ("count(white_knights) = 1 and black_queens", 1),
    /// ]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if `compute` returns one.
    ///
    /// # Panics
    ///
    /// Panics if the number of `numbers` is wrong.
    pub fn values_on<E>(
        &self,
        position: &Position,
        rights: &RightsRow,
        numbers: &[u64],
        mut compute: impl FnMut(Pattern, &[u64]) -> Result<Vec<u64>, E>,
    ) -> Result<Vec<u64>, E> {
        assert_eq!(numbers.len(), self.columns.len() + self.inputs.len(), "the number of columns and inputs");
        let word = |word: u64| Words::<1>::load(Scalar, &[word]);
        let mut terms = self.terms.clone();
        let wanted: Vec<TermId> = self.parts.iter().map(|part| terms.as_value(part.term, part.kind)).collect();
        let plan = planner::plan(&terms, &wanted);
        let mut slots = vec![word(0); plan.slots];
        for (term, slot) in &plan.given {
            slots[*slot] = word(match term {
                Term::Constant(word) => *word,
                Term::BlackToMove => u64::from(position.side_to_move == Color::Black).wrapping_neg(),
                Term::Feature(feature) => features_of_with_rights(position, rights, &[*feature])[0],
                Term::Column(n) => numbers[*n],
                Term::Given(n) => numbers[self.columns.len() + n],
                other => unreachable!("{other:?} is computed by an instruction"),
            });
        }
        let placement = &position.placement;
        let pieces: Vec<Words<1>> = placement.kinds.iter().chain(&placement.sides).map(|set| word(*set)).collect();
        run_on_registers(&plan, &pieces, &mut slots, |pattern, inputs: &[Words<1>]| {
            let inputs: Vec<u64> = inputs.iter().map(|input| input.boards()[0]).collect();
            Ok(compute(pattern, &inputs)?.into_iter().map(word).collect())
        })?;
        Ok(plan.results.iter().map(|result| register(*result, &pieces, &slots).boards()[0]).collect())
    }
}
