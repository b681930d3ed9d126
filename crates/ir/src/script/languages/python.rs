//! What the libraries of arrays for Python have in common.

use crate::script::definition::{Definition, Form, Frame, Meanings, UNSIGNED, is_word_of};

/// The keywords of Python, its functions with short names, and the names of modules.
const WORDS: &str = "
    abs all and any array as assert async await bin bool break bytes case chr class continue def del dict dir divmod elif
    else except exec filter finally float for format from global hash help hex id if import in input int is jax jnp
    lambda len list map match max min next nonlocal not np npt object open or ord pass pow print raise range return round
    self set slice sorted str sum super torch try tuple type vars while with yield zip";

/// A function of Python on arrays of any type, which it converts.
pub(super) const PYTHON: Definition = Definition {
    comment: "#",
    reserves: |name| is_word_of(WORDS, name),
    meanings: Meanings { form: Form::Lines, any_input: true, ..UNSIGNED.meanings },
    ..UNSIGNED
};

/// Returns a function on arrays of the type `array`. `kind` is the type of their elements.
pub(super) fn function(frame: &Frame<'_>, import: &str, array: &str, kind: &str) -> String {
    let inputs = frame.inputs(&format!("{{}}: {array}"));
    let returned = match frame.results.len() {
        1 => array.to_string(),
        count => format!("tuple[{}]", vec![array; count].join(", ")),
    };
    let docs = format!("Returns {}, elementwise. Inputs and results have the type {kind}.", frame.results("{}"));
    let (name, steps, result) = (frame.name, frame.statements("    {name} = {}"), frame.body.results.join(", "));
    format!("{import}\n\n\ndef {name}({inputs}) -> {returned}:\n    \"\"\"{docs}\"\"\"\n{steps}    return {result}\n")
}
