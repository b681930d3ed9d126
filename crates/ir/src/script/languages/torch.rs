//! PyTorch: tensors of signed numbers.

use super::python::{PYTHON, function};
use super::sql::SIGNED;
use crate::script::definition::{Definition, Meanings, Means, Syntax, UNSIGNED};

pub(in crate::script) const TORCH: Definition = Definition {
    name: ("torch", None),
    run_by: Some("PyTorch"),
    numbers: &[SIGNED],
    frame: |frame| function(frame, "import torch", "torch.Tensor", "int64, in which h8 is the sign"),
    syntax: Syntax {
        masks_left: true,
        masks_right: true,
        most_sum: Some(i64::MAX as u64),
        constant: |word| match word.cast_signed() {
            word if word < 0 => format!("-{:#x}", word.unsigned_abs()),
            word => format!("{word:#x}"),
        },
        // Shifts of shorter numbers would lose bits. The union refuses numbers with a fraction.
        convert: "torch.as_tensor({a} | 0, dtype=torch.int64)",
        equal: "torch.where({a} == {b}, -1, 0)",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        left_is_checked: true,
        right_is_signed: true,
        most_sum: Some(0x7FFF_FFFF_FFFF_FFFF),
        cast: "torch.int64",
        functions: &[("torch.where", Means::If), ("torch.as_tensor", Means::Same)],
        ..PYTHON.meanings
    },
    ..PYTHON
};
