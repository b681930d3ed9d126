//! Writes the operations of a lowered program as expressions. A small expression is written inside the expression that
//! uses it, and a large one becomes a step with a name.

use super::definition::{Body, Step, Syntax};
use crate::{Operation, Program, ValueId};

/// Returns the expressions of a program that consists of operations of the language. `inputs` contains the text of each
/// input, `own` precedes the name of an input in the name of its conversion, and `prefix` is the beginning of the names of
/// steps.
pub(super) fn print(program: &Program, syntax: &Syntax, inputs: &[String], own: &str, prefix: &str) -> Body {
    let converted: Vec<String> = inputs.iter().map(|input| format!("{own}{input}")).collect();
    let convert = |(given, name): (&String, &String)| {
        let expression = syntax.convert.replace("{a}", given);
        Step { name: name.clone(), expression, level: 0 }
    };
    let pairs = inputs.iter().zip(&converted).filter(|_| !syntax.convert.is_empty());
    let conversions: Vec<Step> = pairs.map(convert).collect();
    let mut printer = Printer { program, syntax, inputs: &converted, texts: Vec::new(), steps: Vec::new() };
    let uses = uses(program);
    for (value, _) in program.values() {
        let mut text = printer.text(value);
        let once = uses[value.index()] == 1;
        if text.size > syntax.inlined[usize::from(!once)] {
            let name = format!("{prefix}{}", printer.steps.len() + 1);
            let level = text.level + 1;
            printer.steps.push(Step { name: name.clone(), expression: text.text, level });
            text = Text { text: name, size: 0, level, operator: Operator::None };
        }
        printer.texts.push(text);
    }
    let results = program.results().map(|(_, value)| printer.filled(syntax.result, &[value])).collect();
    Body { steps: conversions.into_iter().chain(printer.steps).collect(), results }
}

/// Returns how many operations and results use each value.
fn uses(program: &Program) -> Vec<usize> {
    let mut uses = vec![0; program.operations().len()];
    let of_operations = program.operations().iter().flat_map(|operation| operation.operands());
    of_operations.chain(program.results().map(|(_, value)| value)).for_each(|value| uses[value.index()] += 1);
    uses
}

/// The text of a value: an expression, or the name of a step.
struct Text {
    text: String,
    /// The number of operations in the text.
    size: usize,
    level: usize,
    operator: Operator,
}

/// The outermost operator of a text, which decides where the text needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    /// A name, a number or a call.
    None,
    And,
    Or,
    Xor,
    Other,
}

struct Printer<'a> {
    program: &'a Program,
    syntax: &'a Syntax,
    inputs: &'a [String],
    texts: Vec<Text>,
    steps: Vec<Step>,
}

impl Printer<'_> {
    /// Returns an operation as an expression.
    fn text(&self, value: ValueId) -> Text {
        let operation = self.program.operations()[value.index()];
        let syntax = self.syntax;
        let (template, operator) = match operation {
            Operation::Input(n) => {
                let text = syntax.input.replace("{a}", &self.inputs[n]);
                return Text { text, size: 0, level: 0, operator: Operator::None };
            }
            Operation::Constant(word) => {
                return Text { text: (syntax.constant)(word), size: 0, level: 0, operator: Operator::None };
            }
            Operation::And(..) => (syntax.and, Operator::And),
            Operation::Or(..) => (syntax.or, Operator::Or),
            Operation::Xor(..) => (syntax.xor, Operator::Xor),
            Operation::Not(_) => (syntax.not, Operator::Other),
            Operation::Up(..) => (syntax.left, Operator::Other),
            Operation::Down(..) => (syntax.right, Operator::Other),
            Operation::Add(..) => (syntax.sum, Operator::Other),
            Operation::Equal(..) => (syntax.equal, Operator::Other),
            Operation::Popcount(_) => (syntax.count, Operator::Other),
            other => unreachable!("{other:?} is not lowered"),
        };
        let operands: Vec<ValueId> = operation.operands().collect();
        let mut text = self.filled_within(template, &operands, operator);
        if let Operation::Up(_, places) | Operation::Down(_, places) = operation {
            text = text.replace("{n}", &places.to_string());
        }
        let of_operands = || operands.iter().map(|operand| &self.texts[operand.index()]);
        let is_call = template.ends_with(')') && template.starts_with(|first: char| first.is_ascii_alphabetic());
        Text {
            text,
            size: 1 + of_operands().map(|text| text.size).sum::<usize>(),
            level: of_operands().map(|text| text.level).max().unwrap_or(0),
            operator: if is_call { Operator::None } else { operator },
        }
    }

    fn filled(&self, template: &str, operands: &[ValueId]) -> String {
        self.filled_within(template, operands, Operator::Other)
    }

    /// Returns a template with the texts of its operands. An operand gets parentheses, unless commas or parentheses
    /// delimit it, or it is the left operand of the same operator, such as `a & b` in `a & b & c`.
    fn filled_within(&self, template: &str, operands: &[ValueId], operator: Operator) -> String {
        let mut filled = template.to_string();
        for (place, operand) in ["{a}", "{b}"].into_iter().zip(operands) {
            let text = &self.texts[operand.index()];
            let (before, after) = template.split_once(place).unwrap_or_default();
            let (before, after) = (before.trim_end(), after.trim_start());
            let is_whole = before.is_empty() && after.is_empty();
            let is_delimited = before.ends_with(['(', ',']) && after.starts_with([',', ')']);
            let is_chained = before.is_empty() && text.operator == operator && operator != Operator::Other;
            let stands_alone = text.operator == Operator::None || is_whole || is_delimited || is_chained;
            filled = filled.replace(place, &if stands_alone { text.text.clone() } else { format!("({})", text.text) });
        }
        filled
    }
}
