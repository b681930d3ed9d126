//! C with the vector extension of GCC, for vectors of two or four boards.
//!
//! Compilers warn if a function takes or returns vectors that are longer than the registers of the processor, so functions
//! take pointers to them.

use super::c::{C, file, register};
use crate::script::definition::{Definition, Form, Frame, Meanings, Means, Syntax, UNSIGNED, WITH_CARET};

/// The operators of C, with the prefix that reads a word through a pointer.
const WITH_POINTERS: [(&str, Means); 8] = {
    let [and, or, xor, not, up, down, sum] = WITH_CARET;
    [and, or, xor, not, up, down, sum, ("*", Means::Same)]
};

/// Defines the language for vectors of this number of bits.
macro_rules! vectors {
    ($bits:literal, $run_by:literal) => {
        Definition {
            name: ("c", Some(concat!("vector", $bits))),
            run_by: Some($run_by),
            frame: |frame| text(frame, $bits),
            syntax: Syntax {
                constant: |word| format!(concat!("splat", $bits, "({:#x}ull)"), word),
                input: "*{a}",
                equal: concat!("equal", $bits, "({a}, {b})"),
                ..UNSIGNED.syntax
            },
            meanings: Meanings {
                form: Form::Register { has_lanes: false },
                any_input: true,
                operators: &WITH_POINTERS,
                functions: &[(concat!("splat", $bits), Means::Same), (concat!("equal", $bits), Means::EqualMask)],
                ..UNSIGNED.meanings
            },
            ..C
        }
    };
}

pub(in crate::script) const VECTOR128: Definition = vectors!(128, "qemu: LSX, POWER9, z14; this CPU");
pub(in crate::script) const VECTOR256: Definition = vectors!(256, "qemu: LASX; this CPU");

/// The type of a register, and its functions. A copy of a fixed size becomes one load or one store.
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

fn text(frame: &Frame<'_>, bits: usize) -> String {
    let (boards, bytes) = (bits / 64, bits / 8);
    let [turn, rest] =
        [bytes.to_string(), "(boards - board) * sizeof(uint64_t)".into()].map(|size| turn(frame, bits, &size));
    let turns = format!(
        "    size_t board = 0;\n    for (; board + {boards} <= boards; board += {boards}) {{\n{turn}    }}\n    if (board < boards) {{\n{rest}    }}\n"
    );
    let opening = VECTOR
        .replace("{bits}", &bits.to_string())
        .replace("{bytes}", &bytes.to_string())
        .replace("{words}", &vec!["(word)"; boards].join(", "));
    let name = format!("vector{bits}");
    file(frame, &name, &opening, &register(&name, "", true), &turns)
}

/// Returns the statements of one round of the loop.
fn turn(frame: &Frame<'_>, bits: usize, size: &str) -> String {
    let (inputs, results) = (frame.inputs.len(), frame.results.len());
    let mut text = format!("        vector{bits} in[{inputs}], out[{results}];\n");
    for (n, name) in frame.inputs.iter().enumerate() {
        text += &format!("        load{bits}(&in[{n}], in_{name} + board, {size});\n");
    }
    let pointers = (0..inputs).map(|n| format!("&in[{n}]")).chain((0..results).map(|n| format!("&out[{n}]")));
    text += &format!("        {}_register({});\n", frame.name, pointers.collect::<Vec<_>>().join(", "));
    for (n, name) in frame.results.iter().enumerate() {
        text += &format!("        store{bits}(out_{name} + board, &out[{n}], {size});\n");
    }
    text
}
