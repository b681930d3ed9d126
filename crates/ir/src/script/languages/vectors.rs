//! C with vectors: for Arm and RISC-V, and with the vector extension of GCC.

use super::c::{C, file, register, turn};
use crate::script::definition::Means::{And, Count, Down, Equal, If, Not, Or, Same, Select, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Frame, Meanings, Means, Syntax, UNSIGNED, WITH_CARET};

/// C with intrinsics of Arm's SVE.
pub(in crate::script) const SVE: Definition = Definition {
    name: ("c", Some("sve")),
    run_by: Some("qemu, two vector lengths"),
    frame: sve_file,
    syntax: Syntax {
        constant: |word| format!("svdup_n_u64({word:#x}ull)"),
        and: "svand_u64_x(lanes, {a}, {b})",
        or: "svorr_u64_x(lanes, {a}, {b})",
        xor: "sveor_u64_x(lanes, {a}, {b})",
        not: "svnot_u64_x(lanes, {a})",
        left: "svlsl_n_u64_x(lanes, {a}, {n})",
        right: "svlsr_n_u64_x(lanes, {a}, {n})",
        sum: "svadd_u64_x(lanes, {a}, {b})",
        equal: "svsel_u64(svcmpeq_u64(lanes, {a}, {b}), svdup_n_u64(0xffffffffffffffffull), svdup_n_u64(0ull))",
        count: "svcnt_u64_x(lanes, {a})",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        form: Form::Register { has_lanes: true },
        operators: &[],
        functions: &[
            ("svand_u64_x", And),
            ("svorr_u64_x", Or),
            ("sveor_u64_x", Xor),
            ("svnot_u64_x", Not),
            ("svlsl_n_u64_x", Up),
            ("svlsr_n_u64_x", Down),
            ("svadd_u64_x", Sum),
            ("svcmpeq_u64", Equal),
            ("svsel_u64", If),
            ("svcnt_u64_x", Count),
            ("svdup_n_u64", Same),
        ],
        ..UNSIGNED.meanings
    },
    ..C
};

fn sve_file(frame: &Frame<'_>) -> String {
    let turn = turn(frame, "svuint64_t", "svld1_u64(lanes, in_{} + board)", "svst1_u64(lanes, out_{} + board, {})");
    let turns = format!(
        "    for (size_t board = 0; board < boards; board += svcntd()) {{\n        const svbool_t lanes = svwhilelt_b64_u64(board, boards);\n{turn}    }}\n"
    );
    let function = register("svuint64_t", "svbool_t lanes, ", false);
    file(frame, "sve", "#include <arm_sve.h>\n", &function, &turns)
}

/// C with intrinsics of the vector extension of RISC-V.
pub(in crate::script) const RVV: Definition = Definition {
    name: ("c", Some("rvv")),
    run_by: Some("qemu, two vector lengths"),
    frame: rvv_file,
    syntax: Syntax {
        constant: |word| format!("__riscv_vmv_v_x_u64m1({word:#x}ull, lanes)"),
        and: "__riscv_vand_vv_u64m1({a}, {b}, lanes)",
        or: "__riscv_vor_vv_u64m1({a}, {b}, lanes)",
        xor: "__riscv_vxor_vv_u64m1({a}, {b}, lanes)",
        not: "__riscv_vnot_v_u64m1({a}, lanes)",
        left: "__riscv_vsll_vx_u64m1({a}, {n}, lanes)",
        right: "__riscv_vsrl_vx_u64m1({a}, {n}, lanes)",
        sum: "__riscv_vadd_vv_u64m1({a}, {b}, lanes)",
        equal: "__riscv_vmerge_vvm_u64m1(__riscv_vmv_v_x_u64m1(0ull, lanes), __riscv_vmv_v_x_u64m1(0xffffffffffffffffull, lanes), __riscv_vmseq_vv_u64m1_b64({a}, {b}, lanes), lanes)",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        form: Form::Register { has_lanes: true },
        operators: &[],
        functions: &[
            ("__riscv_vand_vv_u64m1", And),
            ("__riscv_vor_vv_u64m1", Or),
            ("__riscv_vxor_vv_u64m1", Xor),
            ("__riscv_vnot_v_u64m1", Not),
            ("__riscv_vsll_vx_u64m1", Up),
            ("__riscv_vsrl_vx_u64m1", Down),
            ("__riscv_vadd_vv_u64m1", Sum),
            ("__riscv_vmseq_vv_u64m1_b64", Equal),
            ("__riscv_vmerge_vvm_u64m1", Select),
            ("__riscv_vmv_v_x_u64m1", Same),
        ],
        ..UNSIGNED.meanings
    },
    ..C
};

fn rvv_file(frame: &Frame<'_>) -> String {
    let turn = turn(
        frame,
        "vuint64m1_t",
        "__riscv_vle64_v_u64m1(in_{} + board, lanes)",
        "__riscv_vse64_v_u64m1(out_{} + board, {}, lanes)",
    );
    let turns = format!(
        "    for (size_t board = 0, lanes; board < boards; board += lanes) {{\n        lanes = __riscv_vsetvl_e64m1(boards - board);\n{turn}    }}\n"
    );
    let function = register("vuint64m1_t", "size_t lanes, ", false);
    file(frame, "rvv", "#include <riscv_vector.h>\n", &function, &turns)
}

/// The operators of C, with the prefix that reads a word through a pointer.
const WITH_POINTERS: [(&str, Means); 8] = {
    let [and, or, xor, not, up, down, sum] = WITH_CARET;
    [and, or, xor, not, up, down, sum, ("*", Same)]
};

/// Defines the language for vectors of this number of bits.
macro_rules! vectors {
    ($bits:literal, $run_by:literal) => {
        Definition {
            name: ("c", Some(concat!("vector", $bits))),
            run_by: Some($run_by),
            frame: |frame| vector_file(frame, $bits),
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
                functions: &[(concat!("splat", $bits), Same), (concat!("equal", $bits), Means::EqualMask)],
                ..UNSIGNED.meanings
            },
            ..C
        }
    };
}

/// C with the vector extension of GCC, for vectors of two or four boards.
///
/// Compilers warn if a function takes or returns vectors that are longer than the registers of the processor, so functions
/// take pointers to them.
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

fn vector_file(frame: &Frame<'_>, bits: usize) -> String {
    let (boards, bytes) = (bits / 64, bits / 8);
    let [turn, rest] =
        [bytes.to_string(), "(boards - board) * sizeof(uint64_t)".into()].map(|size| vector_turn(frame, bits, &size));
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
fn vector_turn(frame: &Frame<'_>, bits: usize, size: &str) -> String {
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
