//! Writes the tests of a module in Rust.

use std::fmt::Write as _;

use super::{STYLE, arguments, called, condition};
use crate::emit::module::Module;
use crate::emit::sample::TEST_BOARDS;
use crate::emit::set::Architecture;

/// Returns the module of tests, which compares all functions with the boards of the recorded kernel.
pub(super) fn text(module: &Module<'_>) -> String {
    let (inputs, results) = module.test_boards();
    let (input_names, result_names) = module.parameters();
    let mut text = format!("\n#[cfg(test)]\n{STYLE}#[rustfmt::skip]\nmod tests {{\n    extern crate std;\n");
    for (what, names, columns) in [("INPUTS", &input_names, &inputs), ("RESULTS", &result_names, &results)] {
        let _ =
            writeln!(text, "\n    /// {}", names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "));
        let _ = writeln!(text, "    const {what}: [[u64; {TEST_BOARDS}]; {}] = [", columns.len());
        for column in columns {
            let words: Vec<String> = column.iter().map(|word| format!("0x{word:016X}")).collect();
            let rows: Vec<String> = words.chunks(5).map(|row| row.join(", ")).collect();
            let _ = writeln!(text, "        [{}],", rows.join(",\n         "));
        }
        text += "    ];\n";
    }
    let (inputs, results) = (inputs.len(), results.len());
    let _ = write!(
        text,
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
    );
    let pattern = format!("[{}], [{}]", input_names.join(", "), result_names.join(", "));
    let call = |name: &str| format!("super::{name}({})", arguments(module));
    for function in &module.functions {
        let architecture = function.set.architecture();
        let condition = condition(architecture).trim_end();
        let _ = write!(
            text,
            "\n{}    #[test]\n",
            if condition.is_empty() { String::new() } else { format!("    {condition}\n") }
        );
        let _ = writeln!(text, "    fn {}_is_the_kernel() {{", function.set.suffix());
        match architecture {
            Architecture::X86 => {
                let features = function.set.features().split(',');
                let has: Vec<String> =
                    features.map(|name| format!("std::is_x86_feature_detected!(\"{name}\")")).collect();
                let _ = writeln!(text, "        if !({}) {{", has.join(" && "));
                let _ =
                    writeln!(text, "            std::eprintln!(\"skipped: the processor lacks {}\");", function.set);
                text += "            return;\n        }\n        // SAFETY: the processor has the instructions.\n";
                let _ = writeln!(text, "        check(|{pattern}| unsafe {{ {} }});", call(&function.name));
            }
            _ => {
                let _ = writeln!(text, "        check(|{pattern}| {});", called(function, &call(&function.name)));
            }
        }
        text += "    }\n";
    }
    if let Some(name) = module.dispatcher() {
        let _ = write!(
            text,
            "\n    #[test]\n    fn the_best_is_the_kernel() {{\n        check(|{pattern}| {});\n    }}\n",
            call(name)
        );
    }
    text + "}\n"
}
