//! C with intrinsics of Arm's SVE.

use super::c::{C, file, register, turn};
use crate::script::definition::Means::{And, Count, Down, Equal, If, Not, Or, Same, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Frame, Meanings, Syntax, UNSIGNED};

pub(in crate::script) const SVE: Definition = Definition {
    name: ("c", Some("sve")),
    run_by: Some("qemu, two vector lengths"),
    frame: text,
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

fn text(frame: &Frame<'_>) -> String {
    let turn = turn(frame, "svuint64_t", "svld1_u64(lanes, in_{} + board)", "svst1_u64(lanes, out_{} + board, {})");
    let turns = format!(
        "    for (size_t board = 0; board < boards; board += svcntd()) {{\n        const svbool_t lanes = svwhilelt_b64_u64(board, boards);\n{turn}    }}\n"
    );
    let function = register("svuint64_t", "svbool_t lanes, ", false);
    file(frame, "sve", "#include <arm_sve.h>\n", &function, &turns)
}
