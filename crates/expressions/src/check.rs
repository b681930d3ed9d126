//! Checks the types of an expression, and turns its nodes into terms.

use std::collections::HashMap;
use std::ops::Range;

use setwise::ResultKind;
use setwise_patterns::{Inputs, Pattern};

use crate::ExpressionError;
use crate::error::shortened;
use crate::literals::{file_or_rank, number, set};
use crate::names::{Definition, FUNCTIONS, Names, is_not_zero, pattern};
use crate::parser::{InfixOperator, Node, NodeId, NodeKind, PrefixOperator};
use crate::term::{Step, Term, TermId, Terms, Type};

/// Turns nodes into terms.
pub(crate) struct Checker<'a> {
    names: &'a Names,
    pub(crate) terms: Terms,
    /// The terms of definitions.
    defined: HashMap<&'a str, (TermId, Type)>,
    /// The names of the inputs, in the order of their first use.
    pub(crate) inputs: Vec<String>,
    /// The nodes that are sets where truth values are expected, and the tests that they are not empty.
    pub(crate) tested: Vec<(NodeId, TermId)>,
}

/// The text of an expression, its nodes, and the term and the type of each node that has been checked. The labels of
/// `file(a)` and `rank(1)` have none.
struct Checked<'t> {
    text: &'t str,
    nodes: &'t [Node],
    values: Vec<Option<(TermId, Type)>>,
}

impl<'a> Checker<'a> {
    /// Returns a checker that knows the definitions of `names`.
    ///
    /// # Errors
    ///
    /// Returns an error if a definition uses a name that has no meaning here.
    pub(crate) fn new(names: &'a Names) -> Result<Self, ExpressionError> {
        let mut checker = Self::without_definitions(names);
        names.definitions().iter().try_for_each(|definition| checker.define(definition))?;
        checker.tested.clear();
        Ok(checker)
    }

    /// Returns a checker that knows no definition yet.
    pub(crate) fn without_definitions(names: &'a Names) -> Self {
        Self { names, terms: Terms::default(), defined: HashMap::new(), inputs: Vec::new(), tested: Vec::new() }
    }

    /// Checks a definition and adds its name.
    pub(crate) fn define(&mut self, definition: &'a Definition) -> Result<(), ExpressionError> {
        let values = self.check(&definition.text, &definition.nodes)?;
        if let Some(Some(value)) = values.last() {
            self.defined.insert(&definition.name, *value);
        }
        Ok(())
    }

    /// Returns the term and the type of each node, in order.
    pub(crate) fn check(&mut self, text: &str, nodes: &[Node]) -> Result<Vec<Option<(TermId, Type)>>, ExpressionError> {
        let mut is_label = vec![false; nodes.len()];
        nodes.iter().filter_map(|node| label_of(text, node)).for_each(|label| is_label[label] = true);
        let mut checked = Checked { text, nodes, values: Vec::with_capacity(nodes.len()) };
        for (n, node) in nodes.iter().enumerate() {
            let value = if is_label[n] { None } else { Some(self.value(node, &checked)?) };
            checked.values.push(value);
        }
        Ok(checked.values)
    }

    fn value(&mut self, node: &Node, checked: &Checked<'_>) -> Result<(TermId, Type), ExpressionError> {
        let text = |place: &Range<usize>| &checked.text[place.clone()];
        let error = |message: String| ExpressionError::new(checked.text, node.span.clone(), message);
        match &node.kind {
            NodeKind::Name(name) => self.name(text(name)).map_err(error),
            NodeKind::Number(digits) => {
                number(text(digits)).map(|number| (self.terms.add(number), Type::Number)).map_err(error)
            }
            NodeKind::Set(squares) => {
                set(text(squares)).map(|set| (self.terms.add(Term::Constant(set)), Type::Set)).map_err(error)
            }
            NodeKind::Prefix(PrefixOperator::Not, operand) => {
                let operand = self.truth(checked, *operand)?;
                Ok((self.terms.add(Term::Not(operand)), Type::Truth))
            }
            NodeKind::Prefix(PrefixOperator::Complement, operand) => {
                let operand = checked.set(*operand, "not")?;
                Ok((self.terms.add(Term::Not(operand)), Type::Set))
            }
            NodeKind::Infix(operator, left, right) => self.infix(*operator, [*left, *right], checked),
            NodeKind::Call(name, arguments) => self.call(name.clone(), arguments, checked),
        }
    }

    fn name(&mut self, name: &str) -> Result<(TermId, Type), String> {
        if let Some(value) = self.defined.get(name) {
            return Ok(*value);
        }
        if let Some(value) = self.names.meaning(name, &mut self.terms)? {
            return Ok(value);
        }
        if !self.names.takes_inputs() {
            let hint = if self.names.is_function(name) {
                format!("; as a function it takes inputs in brackets: {name}(...)")
            } else {
                String::new()
            };
            return Err(self.unknown(name, false) + &hint);
        }
        let known = self.inputs.iter().position(|input| input == name);
        let input = known.unwrap_or_else(|| {
            self.inputs.push(name.to_string());
            self.inputs.len() - 1
        });
        Ok((self.terms.add(Term::Given(input)), Type::Set))
    }

    fn unknown(&self, name: &str, is_function: bool) -> String {
        self.names.unknown(name, is_function, |name| self.defined.contains_key(name))
    }

    fn infix(
        &mut self,
        operator: InfixOperator,
        operands: [NodeId; 2],
        checked: &Checked<'_>,
    ) -> Result<(TermId, Type), ExpressionError> {
        use InfixOperator::{And, Difference, Intersection, Or, SymmetricDifference, Union};
        if matches!(operator, Or | And) {
            let [a, b] = [self.truth(checked, operands[0])?, self.truth(checked, operands[1])?];
            let term = if operator == Or { Term::Either(a, b) } else { Term::Both(a, b) };
            return Ok((self.terms.add(term), Type::Truth));
        }
        if !matches!(operator, Union | SymmetricDifference | Intersection | Difference) {
            return self.comparison(operator, operands, checked);
        }
        let word = if operator == Intersection || operator == Difference { "and" } else { "or" };
        let [a, b] = [checked.set(operands[0], word)?, checked.set(operands[1], word)?];
        let term = match operator {
            Union => Term::Or(a, b),
            SymmetricDifference => Term::Xor(a, b),
            Intersection => Term::And(a, b),
            _ => Term::Without(a, b),
        };
        Ok((self.terms.add(term), Type::Set))
    }

    fn comparison(
        &mut self,
        operator: InfixOperator,
        operands: [NodeId; 2],
        checked: &Checked<'_>,
    ) -> Result<(TermId, Type), ExpressionError> {
        use InfixOperator::{Equal, Greater, GreaterOrEqual, Less, NotEqual};
        let [(a, kind), (b, other)] = [checked.value(operands[0]), checked.value(operands[1])];
        let is_equality = matches!(operator, Equal | NotEqual);
        match (kind, other) {
            (Type::Number, Type::Number) => {}
            (Type::Set, Type::Set) if is_equality => {}
            (Type::Truth, _) | (_, Type::Truth) => {
                let wrong = operands[usize::from(kind != Type::Truth)];
                return Err(
                    checked.error(wrong, "is a truth value, which cannot be compared; write it alone or after not")
                );
            }
            (Type::Set, Type::Set) => {
                return Err(checked.error(
                    operands[0],
                    "is a set; sets are compared with = and != only, numbers of squares with count(...)",
                ));
            }
            _ => {
                let set = operands[usize::from(kind != Type::Set)];
                return Err(checked.error(
                    set,
                    "is a set, but the other side of the comparison is a number; count(...) is its number of squares",
                ));
            }
        }
        let term = match operator {
            Equal | NotEqual => Term::Equal(a, b),
            Less | GreaterOrEqual => Term::Less(a, b),
            _ => Term::Less(b, a),
        };
        let term = self.terms.add(term);
        let is_direct = matches!(operator, Equal | Less | Greater);
        Ok((if is_direct { term } else { self.terms.add(Term::Not(term)) }, Type::Truth))
    }

    /// Returns the truth value of a node. A set means that it is not empty.
    fn truth(&mut self, checked: &Checked<'_>, node: NodeId) -> Result<TermId, ExpressionError> {
        let (term, kind) = checked.value(node);
        match kind {
            Type::Truth => Ok(term),
            Type::Set => {
                let test = is_not_zero(term, &mut self.terms);
                self.tested.push((node, test));
                Ok(test)
            }
            Type::Number => {
                let message = "is a number, but a truth value is expected; compare it, for example with > 0";
                Err(checked.error(node, message))
            }
        }
    }

    fn call(
        &mut self,
        name: Range<usize>,
        arguments: &[NodeId],
        checked: &Checked<'_>,
    ) -> Result<(TermId, Type), ExpressionError> {
        let at_name = |message: String| ExpressionError::new(checked.text, name.clone(), message);
        let function_name = &checked.text[name.clone()];
        let one = || match arguments {
            [one] => Ok(*one),
            _ => Err(at_name(format!("{function_name} takes one argument, not {}", arguments.len()))),
        };
        if function_name == "count" {
            let set = checked.set(one()?, "and")?;
            return Ok((self.terms.add(Term::Count(set)), Type::Number));
        }
        if let Some(step) = step(function_name) {
            let set = checked.set(one()?, "and")?;
            return Ok((self.terms.add(Term::Step(step, set)), Type::Set));
        }
        if FUNCTIONS.contains(&function_name) {
            let label = &checked.text[checked.nodes[one()?].span.clone()];
            let squares = file_or_rank(function_name, label).map_err(at_name)?;
            return Ok((self.terms.add(Term::Constant(squares)), Type::Set));
        }
        let Some((pattern, result)) = self.names.function(function_name) else {
            let several = pattern(function_name).map(Pattern::full_result_names).unwrap_or_default();
            return Err(at_name(match several.as_slice() {
                [_, _, ..] => format!("{function_name} has several results; write {}", several.join(" or ")),
                _ => self.unknown(function_name, true),
            }));
        };
        self.pattern((pattern, result), arguments, checked).map_err(|error| error.unwrap_or_else(at_name))
    }

    /// Returns a result of a pattern. An error is either a message about the function, or an error about an argument.
    fn pattern(
        &mut self,
        (pattern, result): (Pattern, usize),
        arguments: &[NodeId],
        checked: &Checked<'_>,
    ) -> Result<(TermId, Type), Result<ExpressionError, String>> {
        let names = pattern.inputs();
        if arguments.len() != names.len() {
            let (count, inputs) = (names.len(), names.join(", "));
            let noun = if count == 1 { "input" } else { "inputs" };
            return Err(Err(format!("{pattern} has {count} {noun} ({inputs}), not {}", arguments.len())));
        }
        let mut inputs = Vec::with_capacity(arguments.len());
        for (n, argument) in arguments.iter().enumerate() {
            let is_last = n + 1 == names.len();
            inputs.push(match pattern.inputs_are() {
                Inputs::SetsAndNumber if is_last => checked.number(*argument).map_err(Ok)?,
                Inputs::SetsAndFlag if is_last => {
                    let truth = self.truth(checked, *argument).map_err(Ok)?;
                    let one = self.terms.add(Term::Constant(1));
                    self.terms.add(Term::And(truth, one))
                }
                _ => checked.set(*argument, "and").map_err(Ok)?,
            });
        }
        let term = self.terms.add(Term::Pattern(pattern, result, inputs));
        Ok(match pattern.kinds()[result] {
            ResultKind::Set => (term, Type::Set),
            ResultKind::Number { .. } | ResultKind::NumberOrNone { .. } => (term, Type::Number),
            ResultKind::Flag => (is_not_zero(term, &mut self.terms), Type::Truth),
        })
    }
}

impl Checked<'_> {
    fn value(&self, node: NodeId) -> (TermId, Type) {
        self.values[node].expect("only arguments of file and rank have no value")
    }

    /// Returns the term of a node that must be a set. `word` is the operator that is meant if the node is a truth value.
    fn set(&self, node: NodeId, word: &str) -> Result<TermId, ExpressionError> {
        match self.value(node) {
            (term, Type::Set) => Ok(term),
            (_, Type::Number) => Err(self.error(node, "is a number, but a set is expected")),
            (_, Type::Truth) => {
                Err(self.error(node, &format!("is a truth value, but a set is expected; truth values take `{word}`")))
            }
        }
    }

    fn number(&self, node: NodeId) -> Result<TermId, ExpressionError> {
        match self.value(node) {
            (term, Type::Number) => Ok(term),
            (_, Type::Set) => {
                Err(self.error(node, "is a set, but a number is expected; count(...) is its number of squares"))
            }
            (_, Type::Truth) => Err(self.error(node, "is a truth value, but a number is expected")),
        }
    }

    /// Returns the error that begins with the text of a node.
    fn error(&self, node: NodeId, message: &str) -> ExpressionError {
        let span = self.nodes[node].span.clone();
        let message = format!("{} {message}", shortened(&self.text[span.clone()]));
        ExpressionError::new(self.text, span, message)
    }
}

/// Returns the argument of `file` or `rank`, which is a label and not an expression.
fn label_of(text: &str, node: &Node) -> Option<NodeId> {
    match &node.kind {
        NodeKind::Call(name, arguments) if matches!(&text[name.clone()], "file" | "rank") => arguments.first().copied(),
        _ => None,
    }
}

fn step(name: &str) -> Option<Step> {
    Step::ALL.iter().find(|(known, _)| *known == name).map(|(_, step)| *step)
}
