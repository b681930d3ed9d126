//! Writes the test of an emitted C file: a `main` function that is compiled only if a macro is defined.

use super::{C, parameters, supports};
use crate::emit::module::{Function, Module};
use crate::emit::sample::TEST_BOARDS;
use crate::emit::target::Architecture;
use crate::emit::writer::{TestWriter, Writer, rows};

impl TestWriter for C {
    fn start(module: &Module<'_>) -> String {
        "
/* A test: cc -DNAME_TEST FILE && ./a.out */
#ifdef NAME_TEST

#if __STDC_HOSTED__
#include <stdio.h>
#define SETWISE_REPORT(name, what) printf(\"%s: %s\\n\", name, what)
#else
#define SETWISE_REPORT(name, what) ((void)0)
#endif
"
        .replace("NAME", &module.program.name().to_uppercase())
    }

    fn columns(of_results: bool, names: &[String], columns: &[Vec<u64>]) -> String {
        let what = if of_results { "OUT" } else { "IN" };
        let (rows, number, names) = (rows::<Self>(columns, ['{', '}'], "    ", 4), columns.len(), names.join(", "));
        format!("\n/* {names} */\nstatic const uint64_t TEST_{what}[{number}][{TEST_BOARDS}] = {{\n{rows}}};\n")
    }

    fn check(module: &Module<'_>) -> String {
        let (inputs, results) = module.parameters();
        let columns = (0..inputs.len()).map(|n| format!("TEST_IN[{n}]"));
        let arguments: Vec<String> = columns.chain((0..results.len()).map(|n| format!("found[{n}]"))).collect();
        format!(
            "
/* Compares a function with the recorded kernel on 0 to {TEST_BOARDS} boards. Returns 1 if a board differs, or if one is written
 * after the last. */
static int check(const char *name, void (*function)({})) {{
    int wrong = 0;
    for (size_t boards = 0; boards <= {TEST_BOARDS}; boards++) {{
        uint64_t found[{results}][{}] = {{{{0}}}};
        function({}, boards);
        for (size_t result = 0; result < {results}; result++) {{
            for (size_t board = 0; board <= {TEST_BOARDS}; board++) {{
                const uint64_t expected = board < boards ? TEST_OUT[result][board] : 0;
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
            arguments.join(", "),
            results = results.len(),
        )
    }

    fn of_function(module: &Module<'_>, function: &Function) -> String {
        let (architecture, name) = (function.set.architecture(), &function.name);
        let mut call = Self::of_dispatcher(module, name);
        if architecture == Architecture::X86 {
            call = format!(
                "    if ({}) {{\n    {call}    }} else {{\n        SETWISE_REPORT(\"{name}\", \"skipped, the processor lacks it\");\n    }}\n",
                supports(function)
            );
        }
        Self::within(module, architecture, &call)
    }

    fn of_dispatcher(_module: &Module<'_>, name: &str) -> String {
        format!("    wrong |= check(\"{name}\", {name});\n")
    }

    fn of_one_board(module: &Module<'_>, what: &str, sets: &[Vec<u64>]) -> String {
        let (name, upper) = (module.program.name(), module.program.name().to_uppercase());
        let (number, columns) = (sets.len(), sets[0].len());
        let rows = rows::<Self>(sets, ['{', '}'], "    ", columns);
        let more = module.leaper.map_or_else(String::new, |(leaper, at_least_two)| {
            format!(
                "        wrong |= {}(row[0]) != row[2];
        wrong |= {leaper}_fill(row[0]) != (row[0] | row[1]);
        wrong |= {leaper}_flood(row[0], row[3]) != row[4];\n",
                at_least_two.name()
            )
        });
        format!(
            "\
/* A test: cc -x c -D{upper}_TEST FILE && ./a.out */
#ifdef {upper}_TEST

/* Sets, each with {what}. */
static const uint64_t {name}_sets[{number}][{columns}] = {{
{rows}}};

int main(void) {{
    int wrong = 0;
    for (unsigned n = 0; n < {number}; n++) {{
        const uint64_t *row = {name}_sets[n];
        wrong |= {name}_setwise(row[0]) != row[1];
{more}    }}
    for (unsigned square = 0; square < 64; square++) {{
        wrong |= {name}(square) != {name}_setwise(UINT64_C(1) << square);
    }}
    return wrong;
}}
#endif

#endif
"
        )
    }
}
