//! Expressions such as `=own_royal_forks & own_forks_safe`, which the page offers along with features and patterns. The
//! sign `=` distinguishes them from names.

use std::fmt::Write as _;

use setwise_expressions::{Expression, Names, Type};
use setwise_ir::{Formula, Interface, Pattern, Record};
use setwise_positions::Layout;

use crate::request::{Request, value};

/// The sign before an expression.
pub(crate) const SIGN: char = '=';

/// Checks that a text is an expression. If it is, the answer is empty.
///
/// # Errors
///
/// Returns the reason if the text is not an expression.
pub fn expression(text: &str) -> Result<String, String> {
    parse(text).map(|_| String::new())
}

fn parse(text: &str) -> Result<Expression, String> {
    let names = Names::new(Layout::Absolute).at(Interface::Page).with_motifs().map_err(|reason| reason.to_string())?;
    Expression::parse(text, &names).map_err(|reason| reason.line())
}

/// Returns the two fields of the value of an expression.
pub(crate) fn result(text: &str, request: &Request<'_>) -> Result<String, String> {
    let expression = parse(text)?;
    let values = values(&expression, request)?;
    Ok(value(values.last().copied().unwrap_or_default(), expression.value_type() != Type::Set))
}

/// Returns the steps of an expression in the form of [`explain`](crate::explain()): a step for each part, and the result.
/// A part with operands is named `v1`, `v2` and so on. A part that occurs several times is one step.
pub(crate) fn steps(text: &str, request: &Request<'_>) -> Result<String, String> {
    let expression = parse(text)?;
    let values = values(&expression, request)?;
    let parts = expression.parts();
    let (mut names, mut lines, mut operations): (Vec<String>, _, _) = (Vec::new(), String::new(), 0);
    for (part, word) in parts.iter().zip(&values) {
        let first = parts[..names.len()].iter().position(|other| other.text() == part.text());
        if let Some(first) = first {
            names.push(names[first].clone());
            continue;
        }
        let is_number = part.value_type() != Type::Set;
        if part.operands().is_empty() {
            names.push(part.text().to_string());
            // A number in the text is not a step.
            if part.text().parse::<i64>().is_err() {
                let _ = writeln!(lines, "step\t{}: input\t{}", part.text(), value(*word, is_number));
            }
            continue;
        }
        operations += 1;
        let name = format!("v{operations}");
        let operands: Vec<&str> = part.operands().iter().map(|operand| names[*operand].as_str()).collect();
        let _ =
            write!(lines, "step\t{name} = {}: {}\t{}", part.operation(&operands), part.text(), value(*word, is_number));
        for (operand, name) in part.operands().iter().zip(operands) {
            let is_number = parts[*operand].value_type() != Type::Set;
            let _ = write!(lines, "\t{name}\t{}", value(values[*operand], is_number));
        }
        lines.push('\n');
        names.push(name);
    }
    let is_number = expression.value_type() != Type::Set;
    let _ = writeln!(lines, "result\tvalue\t{}", value(values.last().copied().unwrap_or_default(), is_number));
    let noun = if operations == 1 { "operation" } else { "operations" };
    let _ = writeln!(lines, "measure\t{operations} {noun}, each on a whole set, a number or a truth value");
    Ok(lines)
}

/// Returns the value of each part.
fn values(expression: &Expression, request: &Request<'_>) -> Result<Vec<u64>, String> {
    let compute = |pattern: Pattern, inputs: &[u64]| -> Result<Vec<u64>, String> {
        let program = pattern.record_on_page(Formula::Prefix, inputs).map_err(|reason| reason.to_string())?;
        Ok(program.run(inputs))
    };
    expression.values_on(&request.position, &request.rights, &[], compute)
}

#[cfg(test)]
mod tests {
    use crate::{explain, overlays};

    use super::*;

    const FORK: &str = "r3k3/8/8/3N4/8/8/8/4K3 w - -\n0x0\n";

    #[test]
    fn an_expression_is_an_overlay() {
        let text = overlays(&format!("{FORK}=white_forks & own_forks_safe\nwhite_forks\n=count(knights)\n=-3\n"));
        let expected = "\
=white_forks & own_forks_safe\tvalue\tset\t0x0004000000000000
white_forks\tsquares\tset\t0x0004000000000000
=count(knights)\tvalue\tnumber\t1
=-3\tvalue\tnumber\t-3
";
        assert_eq!(text.unwrap(), expected);
    }

    #[test]
    fn the_steps_are_the_parts() {
        let text = explain(&format!("{FORK}=knight_attacks(own_knights) & {{c7}} and own_knights\nprefix")).unwrap();
        let knight = "set\t0x0000000800000000";
        let attacks = "set\t0x0014220022140000";
        let hit = "set\t0x0004000000000000";
        let whole = "knight_attacks(own_knights) & {c7} and own_knights";
        let expected = format!(
            "step\town_knights: input\t{knight}\n\
             step\tv1 = knight_attacks(own_knights): knight_attacks(own_knights)\t{attacks}\town_knights\t{knight}\n\
             step\t{{c7}}: input\t{hit}\n\
             step\tv2 = v1 & {{c7}}: knight_attacks(own_knights) & {{c7}}\t{hit}\tv1\t{attacks}\t{{c7}}\t{hit}\n\
             step\tv3 = v2 is not empty: knight_attacks(own_knights) & {{c7}} is not empty\tnumber\t1\tv2\t{hit}\n\
             step\tv4 = own_knights is not empty: own_knights is not empty\tnumber\t1\town_knights\t{knight}\n\
             step\tv5 = v2 and own_knights: {whole}\tnumber\t1\tv2\t{hit}\town_knights\t{knight}\n\
             result\tvalue\tnumber\t1\n\
             measure\t5 operations, each on a whole set, a number or a truth value\n"
        );
        assert_eq!(text, expected);
    }

    #[test]
    fn a_text_that_is_no_expression_has_its_reason() {
        assert_eq!(expression("safe_royal_fork and king_flood(kings, empty)"), Ok(String::new()));
        let wrong = expression("own_frks").unwrap_err();
        assert!(wrong.starts_with("column 1: 'own_frks' is not a name; did you mean own_forks"), "{wrong}");
        assert_eq!(overlays(&format!("{FORK}=own_frks")).unwrap_err(), wrong);
        assert_eq!(explain(&format!("{FORK}=own_frks\nprefix")).unwrap_err(), wrong);
    }
}
