//! What the forms of C have in common: functions on words or on registers of boards, and files with a loop over columns.
//!
//! ```text
//! SVE          one register of boards in each round; a predicate leaves out the lanes after the last board
//! RVV          in each round, the number of boards that the processor chooses
//! vector128    two boards in each round, then the last board alone if one is left over
//! vector256    four boards in each round, then the boards that are left over
//! ```
//!
//! Only the function for a register is read back and proved. The loops are run under emulation or on this CPU,
//! with several lengths of vectors.

use crate::emit::is_reserved_in_c;
use crate::script::definition::{Definition, Form, Frame, Meanings, Means, Syntax, UNSIGNED};

/// A language with the names and the comments of C.
pub(super) const C: Definition = Definition {
    reserves: |name| {
        let without_bits = name.strip_suffix("128").or_else(|| name.strip_suffix("256"));
        let is_of_vectors =
            without_bits.is_some_and(|name| ["equal", "load", "splat", "store", "vector"].contains(&name));
        is_reserved_in_c(name) || ["lanes", "public"].contains(&name) || is_of_vectors
    },
    ..UNSIGNED
};

/// How a function of C is written.
pub(super) struct Function<'a> {
    /// The text before the type of the result.
    pub(super) before: &'a str,
    /// What follows the name of the program.
    pub(super) suffix: &'a str,
    /// The parameters before the inputs.
    pub(super) first: &'a str,
    /// The type of a word.
    pub(super) word: &'a str,
    /// Whether inputs and results are passed by pointers. Otherwise, only several results are.
    pub(super) by_pointers: bool,
}

impl Function<'_> {
    /// Returns the text of the function.
    pub(super) fn text(&self, frame: &Frame<'_>) -> String {
        let Self { before, suffix, first, word, by_pointers } = *self;
        let inputs = frame.inputs(&if by_pointers { format!("const {word} *{{}}") } else { format!("{word} {{}}") });
        let parameters = frame.inputs.iter().map(String::as_str).chain((!first.is_empty()).then_some("lanes"));
        let unused = parameters.filter(|name| !frame.body.uses(name));
        let unused: String = unused.map(|name| format!("    (void){name};\n")).collect();
        let steps = unused + &frame.statements(&format!("    const {word} {{name}} = {{}};"));
        let (outputs, returned, results) = match (&frame.results[..], &frame.body.results[..]) {
            ([_], [result]) if !by_pointers => (String::new(), word, format!("    return {result};\n")),
            (names, results) => {
                let stores = names.iter().zip(results).map(|(name, result)| format!("    *{name} = {result};\n"));
                (format!(", {}", frame.results(&format!("{word} *{{}}"))), "void", stores.collect())
            }
        };
        let name = frame.name;
        format!("{before} {returned} {name}{suffix}({first}{inputs}{outputs}) {{\n{steps}{results}}}\n")
    }
}

/// Returns a function on registers of the type `word`.
pub(super) fn register<'a>(word: &'a str, first: &'a str, by_pointers: bool) -> Function<'a> {
    Function { before: "static inline", suffix: "_register", first, word, by_pointers }
}

/// Returns the text of a file: the function for a register, and a function with the body `turns`, which contains the loop
/// over columns. The name of the second function ends with `set`.
pub(super) fn file(frame: &Frame<'_>, set: &str, opening: &str, function: &Function<'_>, turns: &str) -> String {
    let inputs = frame.inputs.iter().map(|input| format!("const uint64_t *in_{input}, "));
    let results = frame.results.iter().map(|result| format!("uint64_t *out_{result}, "));
    let columns: String = inputs.chain(results).collect();
    let (name, function) = (frame.name, function.text(frame));
    format!(
        "#include <stddef.h>\n#include <stdint.h>\n{opening}\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n// The results for one register of boards.\n{function}\nvoid {name}_{set}({columns}size_t boards) {{\n{turns}}}\n\n#ifdef __cplusplus\n}}\n#endif\n"
    )
}

/// Returns the statements of one round of a loop over registers that are values. In `load`, `{}` is the name of a column. In
/// `store`, the first `{}` is the name of a column, and the second one is the stored register.
pub(super) fn turn(frame: &Frame<'_>, register: &str, load: &str, store: &str) -> String {
    let loads = frame.inputs.iter().map(|name| load.replacen("{}", name, 1));
    let mut arguments: Vec<String> = ["lanes".to_string()].into_iter().chain(loads).collect();
    let store = |name: &str, stored: &str| store.replacen("{}", name, 1).replacen("{}", stored, 1);
    if let [result] = &frame.results[..] {
        let call = format!("{}_register({})", frame.name, arguments.join(", "));
        return format!("        {};\n", store(result, &call));
    }
    arguments.extend(frame.results.iter().map(|name| format!("&{name}")));
    let declared: String = frame.results.iter().map(|name| format!("        {register} {name};\n")).collect();
    let stores: String = frame.results.iter().map(|name| format!("        {};\n", store(name, name))).collect();
    format!("{declared}        {}_register({});\n{stores}", frame.name, arguments.join(", "))
}

/// CUDA C++: a function for one board.
pub(in crate::script) const CUDA: Definition = Definition {
    name: ("cuda", None),
    run_by: Some("clang, to PTX and as C++ for the CPU"),
    frame: |frame| {
        let word = "unsigned long long";
        Function { before: "__device__ inline", suffix: "", first: "", word, by_pointers: false }.text(frame)
    },
    syntax: Syntax {
        constant: |word| format!("{word:#x}ull"),
        equal: "{a} == {b} ? 0xffffffffffffffffull : 0ull",
        count: "0ull + __popcll({a})",
        ..UNSIGNED.syntax
    },
    meanings: Meanings { form: Form::Pointers, functions: &[("__popcll", Means::Count)], ..UNSIGNED.meanings },
    ..C
};
