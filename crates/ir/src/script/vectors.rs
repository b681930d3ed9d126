//! The loops over columns around a function of C for one register of boards.
//!
//! ```text
//! SVE          as many boards a turn as a register has; a predicate leaves out the lanes after the last board
//! RVV          as many boards a turn as the processor chooses
//! vector128    two boards a turn, then the last board alone if one is left over
//! vector256    four boards a turn, then the boards that are left over
//! ```
//!
//! Compilers warn if a function takes or returns vectors that are longer than the registers of the processor, so functions
//! take pointers to them.
//!
//! Only the function for a register is read back and proved. The loops are run under emulation or on this CPU,
//! with several lengths of vectors.

use super::language::Script;

/// Returns the type of a register, and the first parameters of the function for a register.
pub(super) fn register(script: Script) -> (&'static str, &'static str) {
    match script {
        Script::Sve => ("svuint64_t", "svbool_t lanes, "),
        Script::Rvv => ("vuint64m1_t", "size_t lanes, "),
        Script::Vector256 => ("vector256", ""),
        _ => ("vector128", ""),
    }
}

/// Returns the complete text of a file. `function` is the function for a register.
pub(super) fn text(script: Script, name: &str, inputs: &[String], results: &[String], function: &str) -> String {
    let file = File { script, name, inputs, results };
    let (opening, turns) = match script {
        Script::Sve => (
            "#include <arm_sve.h>\n".to_string(),
            format!(
                "    for (size_t board = 0; board < boards; board += svcntd()) {{\n        const svbool_t lanes = svwhilelt_b64_u64(board, boards);\n{}    }}\n",
                file.turn("svld1_u64(lanes, in_{} + board)", "svst1_u64(lanes, out_{} + board, {})")
            ),
        ),
        Script::Rvv => (
            "#include <riscv_vector.h>\n".to_string(),
            format!(
                "    for (size_t board = 0, lanes; board < boards; board += lanes) {{\n        lanes = __riscv_vsetvl_e64m1(boards - board);\n{}    }}\n",
                file.turn(
                    "__riscv_vle64_v_u64m1(in_{} + board, lanes)",
                    "__riscv_vse64_v_u64m1(out_{} + board, {}, lanes)"
                )
            ),
        ),
        _ => {
            let (bits, boards) = if script == Script::Vector256 { (256, 4) } else { (128, 2) };
            let turn = |size: &str| file.turn_by_pointers(bits, size);
            let turns = format!(
                "    size_t board = 0;\n    for (; board + {boards} <= boards; board += {boards}) {{\n{}    }}\n    if (board < boards) {{\n{}    }}\n",
                turn(&format!("{}", bits / 8)),
                turn("(boards - board) * sizeof(uint64_t)")
            );
            let words = vec!["(word)"; boards].join(", ");
            (
                VECTOR
                    .replace("{bits}", &bits.to_string())
                    .replace("{bytes}", &(bits / 8).to_string())
                    .replace("{words}", &words),
                turns,
            )
        }
    };
    let columns: String = inputs.iter().map(|input| format!("const uint64_t *in_{input}, ")).collect();
    let columns: String =
        results.iter().map(|result| format!("uint64_t *out_{result}, ")).fold(columns, |all, one| all + &one);
    let (_, set) = script.name();
    format!(
        "#include <stddef.h>\n#include <stdint.h>\n{opening}\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n// The results for one register of boards.\n{function}\nvoid {name}_{}({columns}size_t boards) {{\n{turns}}}\n\n#ifdef __cplusplus\n}}\n#endif\n",
        set.unwrap_or_default()
    )
}

/// The type of a register of the vector extension of GCC, and its functions. A copy of a fixed size becomes one load or
/// one store.
const VECTOR: &str = "\
#include <string.h>

#ifndef SETWISE_VECTOR{bits}
#define SETWISE_VECTOR{bits}
typedef uint64_t vector{bits} __attribute__((vector_size({bytes})));
#ifdef __cplusplus
#define splat{bits}(word) (vector{bits}{{words}})
#else
#define splat{bits}(word) ((vector{bits}){{words}})
#endif
#define equal{bits}(a, b) ((vector{bits})((a) == (b)))
static inline void load{bits}(vector{bits} *loaded, const uint64_t *boards, size_t size) {
    memset(loaded, 0, sizeof *loaded);
    memcpy(loaded, boards, size);
}
static inline void store{bits}(uint64_t *boards, const vector{bits} *stored, size_t size) {
    memcpy(boards, stored, size);
}
#endif
";

/// The names in a file.
struct File<'a> {
    script: Script,
    name: &'a str,
    inputs: &'a [String],
    results: &'a [String],
}

impl File<'_> {
    /// Returns the statements of one turn of the loop, in which all vectors are passed by pointers.
    fn turn_by_pointers(&self, bits: usize, size: &str) -> String {
        let (inputs, results) = (self.inputs.len(), self.results.len());
        let mut text = format!("        vector{bits} in[{inputs}], out[{results}];\n");
        for (n, name) in self.inputs.iter().enumerate() {
            text += &format!("        load{bits}(&in[{n}], in_{name} + board, {size});\n");
        }
        let pointers = (0..inputs).map(|n| format!("&in[{n}]")).chain((0..results).map(|n| format!("&out[{n}]")));
        text += &format!("        {}_register({});\n", self.name, pointers.collect::<Vec<_>>().join(", "));
        for (n, name) in self.results.iter().enumerate() {
            text += &format!("        store{bits}(out_{name} + board, &out[{n}], {size});\n");
        }
        text
    }

    /// Returns the statements of one turn of the loop. In `load`, `{}` is the name of a column. In `store`, the first `{}`
    /// is the name of a column, and the second one is the stored register.
    fn turn(&self, load: &str, store: &str) -> String {
        let loads = self.inputs.iter().map(|name| load.replacen("{}", name, 1));
        let (register, first) = register(self.script);
        let lanes = (!first.is_empty()).then(|| "lanes".to_string());
        let mut arguments: Vec<String> = lanes.into_iter().chain(loads).collect();
        let store = |name: &str, stored: &str| store.replacen("{}", name, 1).replacen("{}", stored, 1);
        if let [result] = self.results {
            let call = format!("{}_register({})", self.name, arguments.join(", "));
            return format!("        {};\n", store(result, &call));
        }
        arguments.extend(self.results.iter().map(|name| format!("&{name}")));
        let declared: String = self.results.iter().map(|name| format!("        {register} {name};\n")).collect();
        let stores: String = self.results.iter().map(|name| format!("        {};\n", store(name, name))).collect();
        format!("{declared}        {}_register({});\n{stores}", self.name, arguments.join(", "))
    }
}
