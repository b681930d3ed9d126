//! Writes the functions of one board, and their test.

use super::{count, statements};
use crate::Program;
use crate::emit::module::{Function, Module};
use crate::emit::spelling::Spelling;
use crate::emit::{InstructionSet, Language};

const SPELLING: Spelling = Spelling { language: Language::C, set: InstructionSet::Scalar };

/// Returns the table, the functions and the test, between guards, so that the file can be included.
pub(super) fn text(module: &Module<'_>) -> String {
    let (name, upper) = (module.program.name(), module.program.name().to_uppercase());
    let table: String =
        module.table().map(|(rank, row)| format!("    /* {rank} */\n    {},\n", SPELLING.literals(&row))).collect();
    let setwise = function(&module.functions[0], &format!("{name} for any set of squares"));
    let of_leaper = module.leaper.map(|(leaper, at_least_two)| of_leaper(module, leaper, at_least_two));
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

{setwise}{}{}
#endif
",
        of_leaper.unwrap_or_default(),
        test(module),
    )
}

/// Returns a function that takes any set.
fn function(function: &Function, computes: &str) -> String {
    let [input, result] = function.of_one_board();
    let is_unused = function.unused(&[String::new()]).next().is_some();
    let unused = if is_unused { format!("    (void){input};\n") } else { String::new() };
    let statements = statements(&function.lowered, SPELLING, &function.name, 1, |_| false, |_| true);
    format!(
        "\
{}/* Computes {computes}. */
static inline uint64_t {}(uint64_t {input}) {{
{unused}{statements}    return {result};
}}

",
        count(function),
        function.name
    )
}

/// Returns the further functions of a leaper.
fn of_leaper(module: &Module<'_>, leaper: &str, at_least_two: &Program) -> String {
    let attacks = module.program.name();
    let forks = "the squares that at least two members of a set attack. These are also its fork squares: a leaper on one of\n * \
                 them attacks at least two squares of the set";
    assert_eq!(module.functions[1].name, at_least_two.name());
    function(&module.functions[1], forks)
        + &format!(
            "\
/* Computes a set together with the squares that it attacks: the squares within one move on an empty board. */
static inline uint64_t {leaper}_fill(uint64_t set) {{
    return set | {attacks}_setwise(set);
}}

/* Computes the squares of path that leapers on start reach by any number of moves within path. */
static inline uint64_t {leaper}_flood(uint64_t start, uint64_t path) {{
    uint64_t reached = start & path;
    uint64_t grown = {leaper}_fill(reached) & path;
    while (grown != reached) {{
        reached = grown;
        grown = {leaper}_fill(reached) & path;
    }}
    return reached;
}}

"
        )
}

/// Returns the `main` function of the test.
fn test(module: &Module<'_>) -> String {
    let (name, upper) = (module.program.name(), module.program.name().to_uppercase());
    let sets = module.sets_of_one_board();
    let rows: String = sets.iter().map(|row| format!("    {{{}}},\n", SPELLING.literals(row))).collect();
    let (number, columns) = (sets.len(), sets[0].len());
    let (what, more) = match module.leaper {
        None => ("what the kernel computes", String::new()),
        Some((leaper, at_least_two)) => (
            "its attacks, the squares attacked at least twice, a path, and the squares reached within the path",
            format!(
                "        wrong |= {}(row[0]) != row[2];
        wrong |= {leaper}_fill(row[0]) != (row[0] | row[1]);
        wrong |= {leaper}_flood(row[0], row[3]) != row[4];\n",
                at_least_two.name()
            ),
        ),
    };
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
"
    )
}
