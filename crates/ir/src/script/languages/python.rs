//! Python with libraries of arrays.

use super::sql::SIGNED;
use crate::script::definition::Means::{Count, If, Same, Sum};
use crate::script::definition::{Definition, Form, Frame, Meanings, Syntax, UNSIGNED, is_word_of};

/// The keywords of Python, its functions with short names, and the names of modules.
const WORDS: &str = "
    abs all and any array as assert async await bin bool break bytes case chr class continue def del dict dir divmod elif
    else except exec filter finally float for format from global hash help hex id if import in input int is jax jnp
    lambda len list map match max min next nonlocal not np npt object open or ord pass pow print raise range return round
    self set slice sorted str sum super torch try tuple type vars while with yield zip";

/// A function of Python on arrays of any type, which it converts.
const PYTHON: Definition = Definition {
    comment: "#",
    reserves: |name| is_word_of(WORDS, name),
    meanings: Meanings { form: Form::Lines, any_input: true, ..UNSIGNED.meanings },
    ..UNSIGNED
};

/// Returns a function on arrays of the type `array`. `kind` is the type of their elements.
fn function(frame: &Frame<'_>, import: &str, array: &str, kind: &str) -> String {
    let inputs = frame.inputs(&format!("{{}}: {array}"));
    let returned = match frame.results.len() {
        1 => array.to_string(),
        count => format!("tuple[{}]", vec![array; count].join(", ")),
    };
    let docs = format!("Returns {}, elementwise. Inputs and results have the type {kind}.", frame.results("{}"));
    let (name, steps, result) = (frame.name, frame.statements("    {name} = {}"), frame.body.results.join(", "));
    format!("{import}\n\n\ndef {name}({inputs}) -> {returned}:\n    \"\"\"{docs}\"\"\"\n{steps}    return {result}\n")
}

/// Defines what both languages have in common, by the name of the module in a text.
macro_rules! arrays {
    ($np:literal) => {
        Definition {
            syntax: Syntax {
                // The union refuses numbers with a fraction.
                convert: concat!($np, ".asarray({a} | 0, dtype=", $np, ".uint64)"),
                equal: concat!($np, ".where({a} == {b}, ", $np, ".uint64(0xffffffffffffffff), ", $np, ".uint64(0))"),
                count: concat!($np, ".bitwise_count({a}).astype(", $np, ".uint64)"),
                ..UNSIGNED.syntax
            },
            meanings: Meanings {
                cast: concat!($np, ".uint64"),
                count_is_narrow: true,
                functions: &[
                    (concat!($np, ".add"), Sum),
                    (concat!($np, ".where"), If),
                    (concat!($np, ".bitwise_count"), Count),
                    (concat!($np, ".uint64"), Same),
                    (concat!($np, ".asarray"), Same),
                ],
                ..PYTHON.meanings
            },
            ..PYTHON
        }
    };
}

const NP: Definition = arrays!("np");
const JNP: Definition = arrays!("jnp");

/// NumPy, and JAX, whose module of arrays has the functions of NumPy.
pub(in crate::script) const NUMPY: Definition = Definition {
    name: ("numpy", None),
    run_by: Some("NumPy"),
    frame: |frame| {
        function(frame, "import numpy as np\nimport numpy.typing as npt", "npt.NDArray[np.uint64]", "uint64")
    },
    // The operator warns of an overflow if it adds scalars.
    syntax: Syntax { sum: "np.add({a}, {b})", ..NP.syntax },
    ..NP
};

pub(in crate::script) const JAX: Definition = Definition {
    name: ("jax", None),
    run_by: Some("JAX"),
    frame: |frame| {
        let import = "import jax\nimport jax.numpy as jnp\n\njax.config.update(\"jax_enable_x64\", True)";
        function(frame, import, "jax.Array", "uint64")
    },
    syntax: Syntax { constant: |word| format!("jnp.uint64({word:#x})"), ..JNP.syntax },
    ..JNP
};

/// PyTorch: tensors of signed numbers.
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
        functions: &[("torch.where", If), ("torch.as_tensor", Same)],
        ..PYTHON.meanings
    },
    ..PYTHON
};
