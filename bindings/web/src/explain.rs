//! The steps of a pattern on one board, which `setwise explain` also prints.

use std::fmt::Write as _;

use setwise_ir::{Formula, Operand, ParsePatternError, Pattern, Record, Step};
use setwise_positions::features::Feature;

use crate::expression::{self, SIGN};
use crate::request::{Request, value};

/// Returns the steps of a pattern or of an expression. After the FEN and the painted set, the request has two more
/// lines. The first is the name of a pattern, or the sign `=` followed by an expression. The second is the formula for
/// attacks, `prefix` or `shifts`. Each line of the answer has one of these forms, in which a kind is `set` or `number`:
///
/// - `step`, the text, the kind and the value of the result, followed by the name, the kind and the value of each
///   operand,
/// - `result`, the name, the kind and the value of a result of the pattern,
/// - `measure`, and a text with the number of operations and their depth.
///
/// # Errors
///
/// Returns the reason if the text is not a request, if a name is unknown, or if an input cannot be taken from a
/// position.
pub fn explain(text: &str) -> Result<String, String> {
    let mut request = Request::read(text)?;
    let name = request.rest.next().unwrap_or_default();
    if let Some(text) = name.strip_prefix(SIGN) {
        return expression::steps(text, &request);
    }
    let pattern: Pattern = name.parse().map_err(|unknown: ParsePatternError| match name.parse::<Feature>() {
        Ok(_) => format!("{name} is a feature of a position: choose a pattern to see the steps of its kernel"),
        Err(_) => unknown.to_string(),
    })?;
    let formula = request.rest.next().unwrap_or_default();
    let formula: Formula = formula.parse()?;
    let inputs = request.inputs(pattern)?;
    let program = pattern.record_on_page(formula, &inputs).map_err(|reason| reason.to_string())?;
    let mut lines = String::new();
    for Step { text, word, is_number, operands } in program.steps(&inputs) {
        let _ = write!(lines, "step\t{text}\t{}", value(word, is_number));
        for Operand { name, word, is_number } in operands {
            let _ = write!(lines, "\t{name}\t{}", value(word, is_number));
        }
        lines.push('\n');
    }
    for (((name, _), word), kind) in program.results().zip(program.run(&inputs)).zip(pattern.kinds()) {
        let _ = writeln!(lines, "result\t{name}\t{}", value(word, !kind.is_set()));
    }
    let _ = writeln!(lines, "measure\t{}", program.measure());
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNIGHT: &str = "8/8/8/8/8/8/8/1N6 w - -\n0x0\nknight_attacks\n";

    #[test]
    fn steps_results_and_measure_are_those_of_the_program() {
        let text = explain(&format!("{KNIGHT}prefix")).unwrap();
        let first: Vec<&str> = text.lines().take(2).collect();
        assert_eq!(first[0], "step\tknights: input\tset\t0x0000000000000002");
        assert_eq!(
            first[1],
            "step\tv1 = east(knights): shift by 1, mask file a\tset\t0x0000000000000004\tknights\tset\t0x0000000000000002"
        );
        assert!(text.contains("\nresult\tattacks\tset\t0x0000000000050800\n"), "{text}");
        assert!(text.lines().last().unwrap().starts_with("measure\t17 operations ("), "{text}");
    }

    /// Tests that the operands and the result of a step are marked as numbers. The last step of this program adds two
    /// numbers.
    #[test]
    fn numbers_are_marked() {
        let text = explain("8/8/8/8/8/8/8/1N6 w - -\n0x0\nknight_move_count\nshifts").unwrap();
        assert!(text.contains("\nresult\tmoves\tnumber\t3\n"), "{text}");
        let sum = text.lines().rfind(|line| line.starts_with("step\t")).unwrap();
        assert_eq!(sum.matches("\tnumber\t").count(), 3, "{sum}");
    }

    #[test]
    fn unknown_names_are_errors() {
        let unknown = explain("8/8/8/8/8/8/8/8 w\n0\nknight_atacks\nprefix").unwrap_err();
        assert!(unknown.starts_with("'knight_atacks' is not a pattern; did you mean knight_attacks"), "{unknown}");
        let feature = explain("8/8/8/8/8/8/8/8 w\n0\nwhite_forks\nprefix").unwrap_err();
        assert!(feature.starts_with("white_forks is a feature of a position"), "{feature}");
        let number = explain("8/8/8/8/8/8/8/8 w\n0\nknight_fill\nprefix").unwrap_err();
        assert_eq!(number, "the inputs of knight_fill (knights, n) cannot be taken from a position");
        let formula = explain(&format!("{KNIGHT}fast")).unwrap_err();
        assert_eq!(formula, "'fast' is not a formula; formulas are prefix and shifts");
    }
}
