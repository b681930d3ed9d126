//! The WebGPU Shading Language, whose words have 32 bits.

use crate::script::definition::{Definition, Frame, Meanings, Means, Syntax, UNSIGNED, is_word_of};

/// The keywords of WGSL, its predeclared names, and words that it keeps for later.
const WORDS: &str = "
    abs abstract active alias all and any array as asm async atomic attribute auto await become binding bitcast bool break
    case cast catch clamp class coherent common compile concept concepts const const_assert constexpr continue continuing
    crate cross debugger default delete demote diagnostic discard do dot else enable enum explicit export extends extern
    external f16 f32 fallthrough false filter final finally fn for friend from function get global goto group groups highp
    i32 if impl implements import inline instanceof interface layout let loop lowp macro mat2x2 match max mediump meta min
    mix mod module move mut mutable namespace new nil noexcept null nullptr of operator or override package partition pass
    patch pixel pointer precise precision priv private protected ptr pub public readonly ref regardless register require
    requires resource restrict return sample sampler select self set shared sign sizeof smooth snorm static std step
    storage struct subroutine super switch target template texture this thread throw trait true try type typedef typeid
    typename typeof u32 uniform union unless unorm unsafe unsized use using var varying vec2 vec2f vec2u vec3 vec3u vec4
    vec4u virtual void volatile wgsl where while with workgroup writeonly xor yield";

pub(in crate::script) const WGSL: Definition = Definition {
    name: ("wgsl", None),
    run_by: Some("wgpu, on the CPU"),
    reserves: |name| is_word_of(WORDS, name),
    parts: &[".x", ".y"],
    frame: function,
    syntax: Syntax {
        halves: true,
        constant: |word| format!("{word:#x}u"),
        not: "",
        left: "{a} << {n}u",
        right: "{a} >> {n}u",
        equal: "select(0u, 0xffffffffu, {a} == {b})",
        count: "countOneBits({a})",
        ..UNSIGNED.syntax
    },
    meanings: Meanings {
        bits: 32,
        suffix: "u",
        functions: &[("select", Means::Select), ("countOneBits", Means::Count)],
        ..UNSIGNED.meanings
    },
    ..UNSIGNED
};

/// Several results are returned as an array.
fn function(frame: &Frame<'_>) -> String {
    let boards: Vec<String> =
        frame.body.results.chunks(2).map(|halves| format!("vec2u({})", halves.join(", "))).collect();
    let (returned, results) = match &boards[..] {
        [board] => ("vec2u".to_string(), board.clone()),
        several => (format!("array<vec2u, {}>", several.len()), format!("array({})", several.join(", "))),
    };
    let (inputs, steps) = (frame.inputs("{}: vec2u"), frame.statements("    let {name} = {};"));
    format!(
        "// Returns {}. The component x of a board is its lower half.\nfn {}({inputs}) -> {returned} {{\n{steps}    return {results};\n}}\n",
        frame.results("{}"),
        frame.name
    )
}
