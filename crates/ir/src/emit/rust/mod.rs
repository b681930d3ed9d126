//! Writes a module in Rust, for editions 2021 and 2024, without the standard library.

mod dispatch;
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
    let mut text = String::new();
    for line in module.header() {
        let _ = writeln!(text, "{}", format!("// {line}").trim_end());
    }
    if module.target.one_board {
        return text + &one_board::text(module);
    }
    if module.dispatcher().is_some() {
        text += &dispatch::text(module);
    }
    for function in &module.functions {
        text += &self::function(module, function);
    }
    if module.dispatcher().is_some() {
        text += dispatch::DETECTION;
    }
    text + &test::text(module)
}

/// Returns the condition under which the functions of an instruction set are compiled.
fn condition(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::Any => "",
        Architecture::X86 => "#[cfg(target_arch = \"x86_64\")]\n",
        Architecture::Arm => "#[cfg(all(target_arch = \"aarch64\", target_feature = \"neon\"))]\n",
        Architecture::Wasm => "#[cfg(all(target_arch = \"wasm32\", target_feature = \"simd128\"))]\n",
    }
}

fn arch_module(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::X86 => "x86_64",
        Architecture::Arm => "aarch64",
        Architecture::Any | Architecture::Wasm => "wasm32",
    }
}

fn parameters(module: &Module<'_>) -> String {
    let (inputs, results) = module.parameters();
    let inputs = inputs.iter().map(|name| format!("{name}: &[u64]"));
    inputs.chain(results.iter().map(|name| format!("{name}: &mut [u64]"))).collect::<Vec<_>>().join(", ")
}

fn arguments(module: &Module<'_>) -> String {
    let (inputs, results) = module.parameters();
    [inputs, results].concat().join(", ")
}

/// The attribute for items about which lints of style would warn: long literals, many lines, similar names.
const STYLE: &str = "#[allow(clippy::pedantic, reason = \"generated\")]\n";

/// Returns the attribute for a function with more parameters than Clippy accepts.
fn many(module: &Module<'_>) -> &'static str {
    let (inputs, results) = module.parameters();
    if inputs.len() + results.len() > 7 {
        "#[allow(clippy::too_many_arguments, reason = \"one for each column\")]\n"
    } else {
        ""
    }
}

/// Returns the attribute that enables the instructions in one function.
fn attribute(function: &Function) -> String {
    match function.set.architecture() {
        Architecture::Any => String::new(),
        _ => format!("#[target_feature(enable = \"{}\")]\n", function.set.features()),
    }
}

fn function(module: &Module<'_>, function: &Function) -> String {
    let spelling = Spelling { language: Language::Rust, set: function.set };
    let architecture = function.set.architecture();
    let mut text = String::from("\n");
    for helper in &function.helpers {
        let register = match architecture {
            Architecture::Any => spelling.register().to_string(),
            _ => format!("core::arch::{}::{}", arch_module(architecture), spelling.register()),
        };
        let parameters: Vec<String> = helper.inputs().map(|name| format!("{name}: {register}")).collect();
        let _ = write!(text, "/// {}\n{}#[inline]\n", helper.purpose(), condition(architecture));
        text += "#[allow(clippy::let_and_return, reason = \"every step has a name\")]\n";
        let _ = write!(text, "{STYLE}{}#[rustfmt::skip]\nfn {}_{}", attribute(function), function.name, helper.name);
        let _ = writeln!(text, "({}) -> {register} {{", parameters.join(", "));
        if architecture != Architecture::Any {
            let _ = writeln!(text, "    use core::arch::{}::*;\n", arch_module(architecture));
        }
        text += &statements(helper, spelling, "", 1, |_| false, |_| true);
        let _ = writeln!(text, "    {}\n}}\n", helper.name);
    }
    let boards = function.set.boards();
    let plural = if boards == 1 { "" } else { "s" };
    let _ =
        writeln!(text, "/// Computes `{}` for every board, {boards} board{plural} at a time.", module.program.name());
    text += "///\n/// # Panics\n///\n/// Panics if columns differ in length.\n";
    if boards > 1 {
        let features = function.set.features().replace(',', "` and `");
        let _ = write!(text, "///\n/// # Safety\n///\n/// The processor must have `{features}`.\n");
    }
    text += condition(architecture);
    text += &attribute(function);
    if boards == 1 {
        text += "#[allow(clippy::needless_range_loop, reason = \"the columns have the same index\")]\n";
    }
    let _ =
        write!(text, "{}{STYLE}#[rustfmt::skip]\npub fn {}({}) {{\n", many(module), function.name, parameters(module));
    if boards > 1 {
        let _ = writeln!(text, "    use core::arch::{}::*;\n", arch_module(architecture));
    }
    let (inputs, results) = module.parameters();
    let _ = writeln!(text, "    let boards = {}.len();", inputs[0]);
    let lengths: Vec<String> =
        inputs[1..].iter().chain(&results).map(|name| format!("{name}.len() == boards")).collect();
    let _ = writeln!(text, "    assert!({}, \"columns differ in length\");", lengths.join(" && "));
    text += &body(module, function, spelling);
    text + "    }\n}\n"
}

/// Returns the constants and the loop, without its closing brace.
fn body(module: &Module<'_>, function: &Function, spelling: Spelling) -> String {
    let boards = function.set.boards();
    let (inputs, results) = module.parameters();
    let name = &function.name;
    let is_constant = |instruction| matches!(instruction, Instruction::Constant(_));
    let mut text = if boards > 1 { few(module, function) } else { String::new() };
    text += &statements(&function.lowered, spelling, name, 1, |_| false, is_constant);
    if boards == 1 {
        text += "    for board in 0..boards {\n";
        for (name, column) in function.loaded(&inputs) {
            let _ = writeln!(text, "        let {name} = {column}[board];");
        }
    } else {
        text += "    let mut board = 0;\n";
        text += "    // All whole registers, then the one that ends where the columns end.\n";
        let _ = writeln!(text, "    while board < boards {{\n        while board <= boards - {boards} {{");
        for (name, column) in function.loaded(&inputs) {
            let load = spelling.load(&format!("{column}.as_ptr().wrapping_add(board)"));
            let _ =
                writeln!(text, "            // SAFETY: board <= boards - {boards}, and the column has this length.");
            let _ = writeln!(text, "            let {name} = unsafe {{ {load} }};");
        }
    }
    let opaque = |value| function.set.architecture() == Architecture::X86 && function.is_doubled_again(value);
    let depth = if boards == 1 { 2 } else { 3 };
    text += &statements(&function.lowered, spelling, name, depth, opaque, |instruction| !is_constant(instruction));
    for (value, column) in function.lowered.results().zip(&results) {
        if boards == 1 {
            let _ = writeln!(text, "        {column}[board] = {value};");
        } else {
            let store = spelling.store(&format!("{column}.as_mut_ptr().wrapping_add(board)"), value);
            let _ =
                writeln!(text, "            // SAFETY: board <= boards - {boards}, and the column has this length.");
            let _ = writeln!(text, "            unsafe {{ {store} }};");
        }
    }
    if boards > 1 {
        let _ = writeln!(text, "            board += {boards};\n        }}");
        let _ = writeln!(text, "        if board < boards {{\n            board = boards - {boards};\n        }}");
    }
    text
}

/// Returns the code for fewer boards than a register has.
fn few(module: &Module<'_>, function: &Function) -> String {
    let (inputs, results) = module.parameters();
    let boards = function.set.boards();
    let mut text = format!("    if boards < {boards} {{\n        // A register with empty boards after the others.\n");
    for column in &inputs {
        let _ = writeln!(text, "        let mut padded_{column} = [0; {boards}];");
        let _ = writeln!(text, "        padded_{column}[..boards].copy_from_slice({column});");
    }
    for column in &results {
        let _ = writeln!(text, "        let mut padded_{column} = [0; {boards}];");
    }
    let arguments = inputs.iter().map(|name| format!("&padded_{name}"));
    let arguments = arguments.chain(results.iter().map(|name| format!("&mut padded_{name}"))).collect::<Vec<_>>();
    let _ = writeln!(text, "        {}({});", function.name, arguments.join(", "));
    for column in &results {
        let _ = writeln!(text, "        {column}.copy_from_slice(&padded_{column}[..boards]);");
    }
    text + "        return;\n    }\n"
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
    let mut text = String::new();
    for (value, line, instruction) in lowered.spelled(spelling, function, wanted) {
        let is_opaque = opaque(value);
        let mutable = if is_opaque { "mut " } else { "" };
        let statement = format!("{indent}let {mutable}{} = {instruction};", line.name);
        let _ = writeln!(text, "{statement:COMMENTS$} // {}", line.comment);
        if is_opaque {
            let class = match spelling.register() {
                "__m128i" => "xmm_reg",
                "__m256i" => "ymm_reg",
                _ => "zmm_reg",
            };
            let _ = writeln!(text, "{indent}// Keeps the compiler from making a shift and a mask of two additions.");
            let _ = writeln!(text, "{indent}// SAFETY: the template contains no instruction.");
            let options = "options(pure, nomem, nostack, preserves_flags)";
            let _ = writeln!(
                text,
                "{indent}unsafe {{ core::arch::asm!(\"/* {{0}} */\", inout({class}) {}, {options}) }};",
                line.name
            );
        }
    }
    text
}

/// Returns a call of a function whose features the whole target has. Only WebAssembly needs no unsafe block for that.
fn called(function: &Function, call: &str) -> String {
    match function.set.architecture() {
        Architecture::Arm => format!("unsafe {{ {call} }}"),
        _ => call.into(),
    }
}
