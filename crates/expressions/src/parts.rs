//! The parts of an expression, as they are written.

use crate::parser::{Node, NodeKind, PrefixOperator};
use crate::term::{TermId, Type};

/// A part of an expression, such as `own_knights` and `knight_attacks(own_knights)`.
#[derive(Debug, Clone)]
pub struct Part {
    text: String,
    pub(crate) kind: Type,
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
    /// The test that a set is not empty. It does not occur in the text.
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
