//! Writes the test of a file in C: a `main` function that a macro enables.

use std::fmt::Write as _;

use super::{begin, end, parameters, supports};
use crate::emit::module::Module;
use crate::emit::sample::TEST_BOARDS;
use crate::emit::set::Architecture;

/// Returns the program that compares all functions with the boards of the recorded kernel.
pub(super) fn text(module: &Module<'_>) -> String {
    let (inputs, results) = module.test_boards();
    let (input_names, result_names) = module.parameters();
    let mut text = format!(
        "\n/* A test: cc -D{0}_TEST FILE && ./a.out */\n#ifdef {0}_TEST\n",
        module.program.name().to_uppercase()
    );
    text += "\n#if __STDC_HOSTED__\n#include <stdio.h>\n#define SETWISE_REPORT(name, what) printf(\"%s: %s\\n\", name, what)\n";
    text += "#else\n#define SETWISE_REPORT(name, what) ((void)0)\n#endif\n";
    for (what, names, columns) in [("in", &input_names, &inputs), ("out", &result_names, &results)] {
        let _ = writeln!(text, "\n/* {} */", names.join(", "));
        let _ = writeln!(text, "static const uint64_t test_{what}[{}][{TEST_BOARDS}] = {{", columns.len());
        for column in columns {
            let words: Vec<String> = column.iter().map(|word| format!("UINT64_C(0x{word:016X})")).collect();
            let rows: Vec<String> = words.chunks(4).map(|row| row.join(", ")).collect();
            let _ = writeln!(text, "    {{{}}},", rows.join(",\n     "));
        }
        text += "};\n";
    }
    let columns: Vec<String> = (0..inputs.len()).map(|n| format!("test_in[{n}]")).collect();
    let found: Vec<String> = (0..results.len()).map(|n| format!("found[{n}]")).collect();
    let arguments = columns.into_iter().chain(found).collect::<Vec<_>>().join(", ");
    let _ = write!(
        text,
        "
/* Compares a function with the recorded kernel on 0 to {TEST_BOARDS} boards. Returns 1 if a board differs, or if one is written
 * after the last. */
static int check(const char *name, void (*function)({})) {{
    int wrong = 0;
    for (size_t boards = 0; boards <= {TEST_BOARDS}; boards++) {{
        uint64_t found[{results}][{}] = {{{{0}}}};
        function({arguments}, boards);
        for (size_t result = 0; result < {results}; result++) {{
            for (size_t board = 0; board <= {TEST_BOARDS}; board++) {{
                const uint64_t expected = board < boards ? test_out[result][board] : 0;
                wrong |= found[result][board] != expected;
            }}
        }}
    }}
    (void)name;
    SETWISE_REPORT(name, wrong ? \"wrong\" : \"right\");
    return wrong;
}}

int main(void) {{
    int wrong = 0;
",
        parameters(module),
        TEST_BOARDS + 1,
        results = results.len(),
    );
    for function in &module.functions {
        let architecture = function.set.architecture();
        text += begin(module, architecture);
        let call = format!("wrong |= check(\"{0}\", {0});", function.name);
        if architecture == Architecture::X86 {
            let _ = writeln!(text, "    if ({}) {{\n        {call}\n    }} else {{", supports(function));
            let _ = writeln!(
                text,
                "        SETWISE_REPORT(\"{}\", \"skipped, the processor lacks it\");\n    }}",
                function.name
            );
        } else {
            let _ = writeln!(text, "    {call}");
        }
        text += end(module, architecture);
    }
    if let Some(name) = module.dispatcher() {
        let _ = writeln!(text, "    wrong |= check(\"{name}\", {name});");
    }
    text + "    return wrong;\n}\n#endif\n"
}
