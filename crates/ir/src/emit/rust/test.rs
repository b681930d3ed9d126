//! Writes the tests of an emitted Rust file.

use super::dispatch::{called, condition};
use super::{Rust, STYLE};
use crate::emit::module::{Function, Module};
use crate::emit::sample::TEST_BOARDS;
use crate::emit::target::Architecture;
use crate::emit::writer::{TestWriter, rows};

impl TestWriter for Rust {
    fn start(_module: &Module<'_>) -> String {
        format!("\n#[cfg(test)]\n{STYLE}#[rustfmt::skip]\nmod tests {{\n    extern crate std;\n")
    }

    fn columns(of_results: bool, names: &[String], columns: &[Vec<u64>]) -> String {
        let what = if of_results { "RESULTS" } else { "INPUTS" };
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let (names, number) = (names.join(", "), columns.len());
        let rows = rows::<Self>(columns, ['[', ']'], "        ", 5);
        format!("\n    /// {names}\n    const {what}: [[u64; {TEST_BOARDS}]; {number}] = [\n{rows}    ];\n")
    }

    fn check(module: &Module<'_>) -> String {
        let (inputs, results) = module.parameters();
        let (inputs, results) = (inputs.len(), results.len());
        format!(
            "
    /// Compares a function with the recorded kernel on 0 to {TEST_BOARDS} boards.
    fn check(function: impl Fn([&[u64]; {inputs}], [&mut [u64]; {results}])) {{
        for boards in 0..={TEST_BOARDS} {{
            let mut found = [[0; {TEST_BOARDS}]; {results}];
            function(INPUTS.each_ref().map(|column| &column[..boards]), found.each_mut().map(|column| &mut column[..boards]));
            for (found, expected) in found.iter().zip(&RESULTS) {{
                assert_eq!(found[..boards], expected[..boards]);
            }}
        }}
    }}
"
        )
    }

    fn of_function(module: &Module<'_>, function: &Function) -> String {
        let architecture = function.set.architecture();
        let (mut before, mut call) = (String::new(), called(function, &call(module, &function.name)));
        if architecture == Architecture::X86 {
            let features = function.set.features().split(',');
            let has: Vec<String> = features.map(|name| format!("std::is_x86_feature_detected!(\"{name}\")")).collect();
            before = format!(
                "        if !({}) {{
            std::eprintln!(\"skipped: the processor lacks {}\");
            return;
        }}
        // SAFETY: the processor has the instructions.\n",
                has.join(" && "),
                function.set
            );
            call = format!("unsafe {{ {call} }}");
        }
        let condition = match condition(architecture) {
            "" => String::new(),
            condition => format!("    {condition}"),
        };
        of(&condition, &function.set.suffix(), &(before + &check_of(module, &call)))
    }

    fn of_dispatcher(module: &Module<'_>, name: &str) -> String {
        of("", "the_best", &check_of(module, &call(module, name)))
    }

    fn of_one_board(module: &Module<'_>, what: &str, sets: &[Vec<u64>]) -> String {
        let (name, number, columns) = (module.program.name(), sets.len(), sets[0].len());
        let rows = rows::<Self>(sets, ['(', ')'], "        ", columns);
        let kind = vec!["u64"; columns].join(", ");
        let names = ["set", "expected", "twice", "path", "reached"][..columns].join(", ");
        let more = module.leaper.map_or_else(String::new, |(leaper, at_least_two)| {
            format!(
                "            assert_eq!({}(set), twice, \"{{set:#x}}\");
            assert_eq!({leaper}_fill(set), set | expected, \"{{set:#x}}\");
            assert_eq!({leaper}_flood(set, path), reached, \"{{set:#x}} {{path:#x}}\");\n",
                at_least_two.name()
            )
        });
        format!(
            "
#[cfg(test)]
{STYLE}mod tests {{
    use super::*;

    /// Sets, each with {what}.
    #[rustfmt::skip]
    const SETS: [({kind}); {number}] = [
{rows}    ];

    #[test]
    fn sets_are_those_of_the_kernel() {{
        for ({names}) in SETS {{
            assert_eq!({name}_setwise(set), expected, \"{{set:#x}}\");
{more}        }}
    }}

    #[test]
    fn the_table_has_the_single_squares() {{
        for square in 0..64 {{
            assert_eq!({name}(square), {name}_setwise(1 << square), \"{{square}}\");
        }}
    }}
}}
"
        )
    }
}

/// Returns a test function with the given attribute and body. `function` is a part of its name.
fn of(condition: &str, function: &str, body: &str) -> String {
    format!("\n{condition}    #[test]\n    fn {function}_is_the_kernel() {{\n{body}    }}\n")
}

fn call(module: &Module<'_>, function: &str) -> String {
    format!("super::{function}({})", module.arguments())
}

/// Returns the statement that compares the results of a call with those of the recorded kernel.
fn check_of(module: &Module<'_>, call: &str) -> String {
    let (inputs, results) = module.parameters();
    format!("        check(|[{}], [{}]| {call});\n", inputs.join(", "), results.join(", "))
}
