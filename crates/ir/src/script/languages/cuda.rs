//! CUDA C++: a function for one board.

use super::c::{C, Function};
use crate::script::definition::{Definition, Form, Meanings, Means, Syntax, UNSIGNED};

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
