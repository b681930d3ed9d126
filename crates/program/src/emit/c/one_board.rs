//! Writes the functions of one board, and their test.

use super::{count, statements};
use crate::emit::Language;
use crate::emit::file::File;
use crate::emit::spelling::Spelling;

/// Returns the table, the functions and the test, between guards, so that the file can be included.
pub(super) fn text(file: &File<'_>) -> String {
    let (name, upper) = (file.program.name(), file.program.name().to_uppercase());
    let function = &file.functions[0];
    let spelling = Spelling { language: Language::C, set: function.set };
    let [input, result] = file.names_of_one_board();
    let count = count(function);
    let statements = statements(&function.lowered, spelling, &function.name, 1, |_| false, |_| true);
    let unused = if function.unused(&[String::new()]).next().is_some() {
        format!("    (void){input};\n")
    } else {
        String::new()
    };
    let table: String =
        file.table().map(|(rank, row)| format!("    /* {rank} */\n    {},\n", spelling.literals(&row))).collect();
    let sets = file.sets_of_one_board();
    let boards: String = sets.iter().map(|pair| format!("    {{{}}},\n", spelling.literals(pair))).collect();
    let number = sets.len();
    format!(
        "\
#ifndef SETWISE_{upper}
#define SETWISE_{upper}

#include <stdint.h>

/* The results of {name} for single squares, a1 first, h8 last. */
static const uint64_t {upper}[64] = {{
{table}}};

/* Computes {name} for a single square, 0 for a1 to 63 for h8. */
static inline uint64_t {name}(unsigned square) {{
    return {upper}[square];
}}

{count}/* Computes {name} for any set of squares. */
static inline uint64_t {name}_setwise(uint64_t {input}) {{
{unused}{statements}    return {result};
}}

/* A test: cc -x c -D{upper}_TEST FILE && ./a.out */
#ifdef {upper}_TEST

/* Sets, each with what the kernel computes. */
static const uint64_t {name}_sets[{number}][2] = {{
{boards}}};

int main(void) {{
    int wrong = 0;
    for (unsigned n = 0; n < {number}; n++) {{
        wrong |= {name}_setwise({name}_sets[n][0]) != {name}_sets[n][1];
    }}
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
