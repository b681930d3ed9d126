//! Checks that the arguments of emitted C functions match the installed header.

use setwise_ir::Formula::Prefix;
use setwise_ir::Record;
use setwise_ir::emit::{InstructionSet, Language, Target, emit};

use crate::straight;

const HEADER: &str = include_str!("../../../../bindings/c/include/setwise.h");

/// Returns the arguments of the function whose declaration begins with `start`, each as its type and its name. Returns
/// `None` if the text contains no such declaration.
fn arguments<'a>(text: &'a str, start: &str) -> Option<Vec<(&'a str, &'a str)>> {
    let (_, declaration) = text.split_once(&format!("\n{start}("))?;
    let (arguments, _) = declaration.split_once(')').unwrap();
    Some(arguments.split(',').map(|argument| argument.trim().rsplit_once([' ', '*']).unwrap()).collect())
}

#[test]
fn arguments_are_inputs_then_results_then_the_length() {
    let target = Target::new(Language::C, &[InstructionSet::Scalar]);
    let mut compared = 0;
    for pattern in straight() {
        let text = emit(&pattern.record(Prefix).unwrap(), &target).unwrap();
        let emitted = arguments(&text, &format!("void {pattern}_scalar")).unwrap();
        let inputs = pattern.inputs().iter().map(|name| format!("in_{name}"));
        let expected = inputs.chain(pattern.results().iter().map(|name| format!("out_{name}")));
        let expected: Vec<String> = expected.chain(["boards".to_string()]).collect();
        assert!(emitted.iter().map(|(_, name)| *name).eq(expected), "{pattern}: {emitted:?}");
        // The header declares functions for the most used patterns only.
        let Some(installed) = arguments(HEADER, &format!("int setwise_{pattern}")) else { continue };
        let types = |arguments: &[(&str, &str)]| -> Vec<String> {
            arguments.iter().map(|(of, _)| of.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(types(&emitted), types(&installed), "{pattern}");
        compared += 1;
    }
    assert!(compared >= 8, "{compared} patterns are in the header");
}
