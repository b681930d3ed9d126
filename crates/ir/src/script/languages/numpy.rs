//! NumPy, and JAX, whose module of arrays has the functions of NumPy.

use super::python::{PYTHON, function};
use crate::script::definition::Means::{Count, If, Same, Sum};
use crate::script::definition::{Definition, Meanings, Syntax, UNSIGNED};

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
