//! Writes a file in C11 that is also C++17.

mod one_board;
mod test;

use std::fmt::Write as _;

use crate::emit::Language;
use crate::emit::instruction::Instruction;
use crate::emit::lowered::Lowered;
use crate::emit::module::{COMMENTS, Function, Module};
use crate::emit::set::Architecture;
use crate::emit::spelling::Spelling;

/// Returns the whole file.
pub(super) fn text(module: &Module<'_>) -> String {
    let mut text = comment(&module.header(), "");
    if module.target.one_board {
        return text + &one_board::text(module);
    }
    text += "#include <stddef.h>\n#include <stdint.h>\n";
    for (architecture, header) in HEADERS {
        if module.of(architecture).next().is_some() {
            let _ = write!(text, "{}#include <{header}>\n{}", begin(module, architecture), end(module, architecture));
        }
    }
    text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    text += &declarations(module);
    for architecture in [Architecture::Any, Architecture::X86, Architecture::Arm, Architecture::Wasm] {
        if module.of(architecture).next().is_some() {
            text += begin(module, architecture);
            module.of(architecture).for_each(|function| text += &self::function(module, function));
            text += end(module, architecture);
        }
    }
    text += &dispatcher(module);
    text += "\n#ifdef __cplusplus\n}\n#endif\n";
    text + &test::text(module)
}

const HEADERS: [(Architecture, &str); 3] =
    [(Architecture::X86, "immintrin.h"), (Architecture::Arm, "arm_neon.h"), (Architecture::Wasm, "wasm_simd128.h")];

/// Returns the condition under which the functions of an architecture are compiled. A file for one architecture has no
/// condition, so compiling it for another one is an error.
fn begin(module: &Module<'_>, architecture: Architecture) -> &'static str {
    match architecture {
        _ if !module.is_for_several() => "",
        Architecture::Any => "",
        Architecture::X86 => "#if defined(__x86_64__) && defined(__GNUC__)\n",
        Architecture::Arm => "#if defined(__aarch64__) && defined(__ARM_NEON)\n",
        Architecture::Wasm => "#if defined(__wasm_simd128__)\n",
    }
}

fn end(module: &Module<'_>, architecture: Architecture) -> &'static str {
    if begin(module, architecture).is_empty() { "" } else { "#endif\n" }
}

/// Counts members without an instruction set. GCC calls a function for its builtin if the target has no instruction.
const COUNT: &str = "\
/* Counts the members of a board. */
static inline uint64_t NAME(uint64_t set) {
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
    return (uint64_t)__builtin_popcountll(set);
#else
    /* Members of two bits, of four, of eight; the product has their sum in its highest byte. */
    set -= (set >> 1) & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (set * UINT64_C(0x0101010101010101)) >> 56;
#endif
}

";

fn comment(lines: &[String], indent: &str) -> String {
    let mut text = String::new();
    for (n, line) in lines.iter().enumerate() {
        let start = if n == 0 { "/* " } else { " * " };
        let end = if n + 1 == lines.len() { " */" } else { "" };
        let _ = writeln!(text, "{indent}{}", format!("{start}{line}").trim_end().to_string() + end);
    }
    text
}

/// Returns the parameters in the order of the functions in `setwise.h`: inputs, results, and the number of boards.
fn parameters(module: &Module<'_>) -> String {
    let (inputs, results) = module.parameters();
    let inputs = inputs.iter().map(|name| format!("const uint64_t *{name}"));
    let results = results.iter().map(|name| format!("uint64_t *{name}"));
    inputs.chain(results).chain(["size_t boards".to_string()]).collect::<Vec<_>>().join(", ")
}

fn declarations(module: &Module<'_>) -> String {
    let mut text = String::new();
    for function in &module.functions {
        let architecture = function.set.architecture();
        let line = format!("void {}({});\n", function.name, parameters(module));
        text += &format!("{}{}{line}{}", begin(module, architecture), attribute(function), end(module, architecture));
    }
    if let Some(name) = module.dispatcher() {
        text += &format!("void {name}({});\n", parameters(module));
    }
    text
}

/// Returns the attribute that enables the instructions in one function.
fn attribute(function: &Function) -> String {
    match function.set.architecture() {
        Architecture::X86 => format!("__attribute__((target(\"{}\")))\n", function.set.features()),
        _ => String::new(),
    }
}

fn function(module: &Module<'_>, function: &Function) -> String {
    let mut text = String::from("\n");
    let spelling = Spelling { language: Language::C, set: function.set };
    for helper in &function.helpers {
        let register = spelling.register();
        let parameters: Vec<String> = helper.inputs().map(|name| format!("{register} {name}")).collect();
        let _ = write!(text, "/* {} */\n{}", helper.purpose(), attribute(function));
        let _ =
            writeln!(text, "static inline {register} {}_{}({}) {{", function.name, helper.name, parameters.join(", "));
        text += &statements(helper, spelling, "", 1, |_| false, |_| true);
        let _ = writeln!(text, "    return {};\n}}\n", helper.name);
    }
    let boards = function.set.boards();
    text += &count(function);
    let of = if boards == 1 { "One board at a time.".into() } else { format!("{boards} boards in a register.") };
    let masks = " Some intrinsics have a mask of all lanes: GCC 12 warns about those without (bug 105593).";
    let _ = writeln!(text, "/* {of}{} */", if function.set.has_ternary() { masks } else { "" });
    let _ = writeln!(text, "{}void {}({}) {{", attribute(function), function.name, parameters(module));
    let name = &function.name;
    let is_constant = |instruction| matches!(instruction, Instruction::Constant(_));
    let (inputs, results) = module.parameters();
    if boards == 1 {
        for (_, column) in function.unused(&inputs) {
            let _ = writeln!(text, "    (void){column};");
        }
        text += &statements(&function.lowered, spelling, name, 1, |_| false, is_constant);
        text += "    for (size_t board = 0; board < boards; board++) {\n";
        for (name, column) in function.loaded(&inputs) {
            let _ = writeln!(text, "        const uint64_t {name} = {column}[board];");
        }
    } else {
        text += &few(module, function);
        text += &statements(&function.lowered, spelling, name, 1, |_| false, is_constant);
        text += "    size_t board = 0;\n";
        text += "    /* All whole registers, then the one that ends where the columns end. */\n";
        text += "    while (board < boards) {\n";
        let _ = writeln!(text, "        for (; board <= boards - {boards}; board += {boards}) {{");
        for (name, column) in function.loaded(&inputs) {
            let load = spelling.load(&format!("{column} + board"));
            if function.set.architecture() == Architecture::X86 && function.uses(name) > 1 {
                let register = if function.set.has_ternary() { "v" } else { "x" };
                let _ = writeln!(text, "            {} {name} = {load};", spelling.register());
                let _ = writeln!(text, "            /* Keeps GCC from loading it again for each use. */");
                let _ = writeln!(text, "            __asm__(\"\" : \"+{register}\"({name}));");
            } else {
                let _ = writeln!(text, "            const {} {name} = {load};", spelling.register());
            }
        }
    }
    let opaque = |value| function.set.architecture() == Architecture::X86 && function.is_doubled_again(value);
    let depth = if boards == 1 { 2 } else { 3 };
    text += &statements(&function.lowered, spelling, name, depth, opaque, |instruction| !is_constant(instruction));
    for (value, column) in function.lowered.results().zip(&results) {
        let store = match boards {
            1 => format!("{column}[board] = {value}"),
            _ => spelling.store(&format!("{column} + board"), value),
        };
        let _ = writeln!(text, "{}{store};", "    ".repeat(depth));
    }
    if boards > 1 {
        let _ = write!(
            text,
            "        }}\n        if (board < boards) {{\n            board = boards - {boards};\n        }}\n"
        );
    }
    text + "    }\n}\n"
}

/// Returns the function that counts the members of one board, if it is called.
fn count(function: &Function) -> String {
    let is_called = function.set.boards() == 1 && function.counts();
    if is_called { COUNT.replace("NAME", &format!("{}_count", function.name)) } else { String::new() }
}

/// Returns the code for fewer boards than a register has.
fn few(module: &Module<'_>, function: &Function) -> String {
    let (inputs, results) = module.parameters();
    let boards = function.set.boards();
    let columns = inputs.len() + results.len();
    let padded: Vec<String> = (0..columns).map(|column| format!("padded[{column}]")).collect();
    let mut text = format!("    if (boards < {boards}) {{\n");
    text += "        /* A register with empty boards after the others. */\n";
    let _ = writeln!(text, "        uint64_t padded[{columns}][{boards}] = {{{{0}}}};");
    text += "        for (size_t board = 0; board < boards; board++) {\n";
    for (column, padded) in inputs.iter().zip(&padded) {
        let _ = writeln!(text, "            {padded}[board] = {column}[board];");
    }
    let _ = writeln!(text, "        }}\n        {}({}, {boards});", function.name, padded.join(", "));
    text += "        for (size_t board = 0; board < boards; board++) {\n";
    for (column, padded) in results.iter().zip(&padded[inputs.len()..]) {
        let _ = writeln!(text, "            {column}[board] = {padded}[board];");
    }
    text + "        }\n        return;\n    }\n"
}

/// Returns the lines of a lowered program that are wanted, one instruction each.
fn statements(
    lowered: &Lowered,
    spelling: Spelling,
    function: &str,
    depth: usize,
    opaque: impl Fn(crate::ValueId) -> bool,
    wanted: impl Fn(Instruction) -> bool,
) -> String {
    let indent = "    ".repeat(depth);
    let lines = lowered.spelled(spelling, function, wanted);
    let mut text = String::new();
    for (value, line, instruction) in lines {
        let is_opaque = opaque(value);
        let qualifier = if is_opaque { "" } else { "const " };
        let statement = format!("{indent}{qualifier}{} {} = {instruction};", spelling.register(), line.name);
        let _ = writeln!(text, "{statement:COMMENTS$} /* {} */", line.comment);
        if is_opaque {
            let register = if spelling.set.has_ternary() { "v" } else { "x" };
            let _ = writeln!(text, "{indent}/* Keeps compilers from making a shift and a mask of two additions. */");
            let _ = writeln!(text, "{indent}__asm__(\"\" : \"+{register}\"({}));", line.name);
        }
    }
    text
}

fn dispatcher(module: &Module<'_>) -> String {
    let Some(name) = module.dispatcher() else { return String::new() };
    let (inputs, results) = module.parameters();
    let arguments = [inputs, results, vec!["boards".to_string()]].concat().join(", ");
    let mut text = format!("\n/* Calls the best supported function. */\nvoid {name}({}) {{\n", parameters(module));
    text += begin(module, Architecture::X86);
    for function in module.of(Architecture::X86).rev() {
        let _ = writeln!(
            text,
            "    if ({}) {{\n        {}({arguments});\n        return;\n    }}",
            supports(function),
            function.name
        );
    }
    text += end(module, Architecture::X86);
    for architecture in [Architecture::Arm, Architecture::Wasm] {
        for function in module.of(architecture) {
            let _ = writeln!(text, "{}#define SETWISE_BEST {}\n#endif", begin(module, architecture), function.name);
        }
    }
    for function in module.of(Architecture::Any) {
        let _ = writeln!(text, "#ifndef SETWISE_BEST\n#define SETWISE_BEST {}\n#endif", function.name);
    }
    let _ = writeln!(text, "    SETWISE_BEST({arguments});\n#undef SETWISE_BEST\n}}");
    text
}

/// Returns the condition that an x86 processor has the instructions.
fn supports(function: &Function) -> String {
    let features = function.set.features().split(',').map(|feature| format!("__builtin_cpu_supports(\"{feature}\")"));
    features.collect::<Vec<_>>().join(" && ")
}
