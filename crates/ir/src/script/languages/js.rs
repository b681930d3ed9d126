//! What both forms of JavaScript have in common.

use crate::script::definition::{Definition, Frame, UNSIGNED, is_word_of};

/// The words that modules of JavaScript reserve.
const WORDS: &str = "
    abstract any arguments as async await boolean break byte case catch char class const continue debugger default delete
    do double else enum eval export extends false final finally float for from function get goto if implements import in
    instanceof int interface let long native new null number object of package private protected public return set short
    static string super switch synchronized this throw throws transient true try typeof undefined var void volatile while
    with yield";

/// A function of a module of JavaScript.
pub(super) const JS: Definition = Definition { reserves: |name| is_word_of(WORDS, name), ..UNSIGNED };

/// Returns a function. Several results, and the halves of a result, are returned as an array. `what` is the
/// description of an argument and of a result in the comment.
pub(super) fn function(frame: &Frame<'_>, inputs: &str, what: &str) -> String {
    let results = frame.body.results.join(", ");
    let results = if frame.body.results.len() == 1 { results } else { format!("[{results}]") };
    let steps = frame.statements("    const {name} = {};");
    let docs = format!("/** Returns {}. Each argument and each result is a {what}. */", frame.results("{}"));
    format!("{docs}\nexport function {}({inputs}) {{\n{steps}    return {results};\n}}\n", frame.name)
}
