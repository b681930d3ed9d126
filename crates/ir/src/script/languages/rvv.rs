//! C with intrinsics of the vector extension of RISC-V.

use super::c::{C, file, register, turn};
use crate::script::definition::Means::{And, Down, Equal, Not, Or, Same, Select, Sum, Up, Xor};
use crate::script::definition::{Definition, Form, Frame, Meanings, Syntax, UNSIGNED};

pub(in crate::script) const RVV: Definition = Definition {
    name: ("c", Some("rvv")),
    run_by: Some("qemu, two vector lengths"),
    frame: text,
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

fn text(frame: &Frame<'_>) -> String {
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
