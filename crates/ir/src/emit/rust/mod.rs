//! Writes Rust files for editions 2021 and 2024. Apart from their tests, the files do not use the standard library.

mod dispatch;
mod test;

use self::dispatch::{PANICS, condition, many, parameters};
use crate::emit::lowered::Lowered;
use crate::emit::module::{Function, Module};
use crate::emit::spelling::Spelling;
use crate::emit::target::{Architecture, InstructionSet, Language};
use crate::emit::writer::Writer;

/// The writer of Rust files.
pub(super) struct Rust;

/// The attribute for items that would cause lint warnings about style: long literals, many lines, similar names.
const STYLE: &str = "#[allow(clippy::pedantic, reason = \"generated\")]\n";

/// The attribute for functions that give their result a name and then return it.
const STEPS: &str = "#[allow(clippy::let_and_return, reason = \"every step has a name\")]\n";

impl Writer for Rust {
    const LANGUAGE: Language = Language::Rust;
    const HEADER: [&'static str; 3] = ["// ", "// ", ""];
    const DOCS: [&'static str; 3] = ["/// ", "/// ", ""];
    const NOTE: [&'static str; 2] = ["// ", ""];
    const QUOTE: &'static str = "`";
    const RESULT: [&'static str; 2] = ["", ""];
    const DISCARD: [&'static str; 2] = ["let _ = ", ";"];
    const LOOP: [&'static str; 2] = ["    for board in 0..boards {\n", "    }\n}\n"];
    const LOOPS: [&'static str; 2] = [
        "    let mut board = 0;
    // All whole registers, then one register that ends at the end of the columns.
    while board < boards {
        while board <= boards - BOARDS {
",
        "            board += BOARDS;
        }
        if board < boards {
            board = boards - BOARDS;
        }
    }
}
",
    ];
    const TEST_END: &'static str = "}\n";
    const FLOOD: &'static str = "    let mut reached = start & path;
    loop {
        let grown = NAME_fill(reached) & path;
        if grown == reached {
            return reached;
        }
        reached = grown;
    }
";

    fn declare(_spelling: Spelling, name: &str, value: &str, is_mutable: bool) -> String {
        format!("let {}{name} = {value};", if is_mutable { "mut " } else { "" })
    }

    fn hide(spelling: Spelling, name: &str) -> Vec<String> {
        let class = match spelling.set {
            InstructionSet::Sse2 => "xmm_reg",
            InstructionSet::Avx2 => "ymm_reg",
            _ => "zmm_reg",
        };
        let options = "options(pure, nomem, nostack, preserves_flags)";
        vec![
            "// Keeps the compiler from making a shift and a mask of two additions.".into(),
            "// SAFETY: the template contains no instruction.".into(),
            format!("unsafe {{ core::arch::asm!(\"/* {{0}} */\", inout({class}) {name}, {options}) }};"),
        ]
    }

    fn load(_function: &Function, spelling: Spelling, name: &str, column: &str) -> Vec<String> {
        access(spelling, &spelling.load(column), |load| Self::declare(spelling, name, load, false))
    }

    fn store(spelling: Spelling, column: &str, value: &str) -> Vec<String> {
        access(spelling, &spelling.store(column, value), |store| format!("{store};"))
    }

    fn opening(module: &Module<'_>) -> String {
        module.dispatcher().map_or_else(String::new, |name| dispatch::text(module, name))
    }

    fn closing(module: &Module<'_>) -> String {
        module.dispatcher().map_or_else(String::new, |_| dispatch::DETECTION.into())
    }

    fn helper(function: &Function, helper: &Lowered) -> String {
        let architecture = function.set.architecture();
        let mut register = Spelling { language: Language::Rust, set: function.set }.register().to_string();
        if architecture != Architecture::Any {
            register = format!("core::arch::{}::{register}", arch_module(architecture));
        }
        let parameters: Vec<String> = helper.inputs().map(|name| format!("{name}: {register}")).collect();
        format!(
            "{}#[inline]\n{STEPS}{STYLE}{}#[rustfmt::skip]\nfn {}_{}({}) -> {register} {{\n{}",
            condition(architecture),
            attribute(function),
            function.name,
            helper.name,
            parameters.join(", "),
            import(architecture),
        )
    }

    fn head(module: &Module<'_>, function: &Function) -> String {
        let (architecture, boards) = (function.set.architecture(), function.set.boards());
        let name = module.program.name();
        let plural = if boards == 1 { "" } else { "s" };
        let mut text = format!("/// Computes `{name}` for every board, {boards} board{plural} at a time.\n{PANICS}");
        if boards > 1 {
            let features = function.set.features().replace(',', "` and `");
            text += &format!("///\n/// # Safety\n///\n/// The processor must have `{features}`.\n");
        }
        text += condition(architecture);
        text += &attribute(function);
        if boards == 1 {
            text += "#[allow(clippy::needless_range_loop, reason = \"the columns have the same index\")]\n";
        }
        let (many, name, parameters) = (many(module), &function.name, parameters(module));
        text += &format!("{many}{STYLE}#[rustfmt::skip]\npub fn {name}({parameters}) {{\n{}", import(architecture));
        let (inputs, results) = module.parameters();
        let lengths: Vec<String> =
            inputs[1..].iter().chain(&results).map(|name| format!("{name}.len() == boards")).collect();
        text += &format!(
            "    let boards = {}.len();\n    assert!({}, \"columns differ in length\");\n",
            inputs[0],
            lengths.join(" && ")
        );
        if boards > 1 { text + &few(module, function) } else { text }
    }

    fn of_sets(docs: &str, listed: Option<&Function>, name: &str, sets: &[&str], body: &str) -> String {
        let sets: Vec<String> = sets.iter().map(|set| format!("{set}: u64")).collect();
        let (steps, style) = if listed.is_some() { (STEPS, STYLE) } else { ("", "") };
        let skip = if listed.is_some() { "#[rustfmt::skip]\n" } else { "" };
        let attributes = format!("{steps}#[inline]\n#[must_use]\n{style}{skip}");
        format!("\n{docs}{attributes}pub const fn {name}({}) -> u64 {{\n{body}}}\n", sets.join(", "))
    }

    fn table(name: &str, rows: &str) -> String {
        let upper = name.to_uppercase();
        format!(
            "
//! Computes `{name}`. A table has the result for each single square. Shifts compute the result for any set of squares.
//!
//! A set of squares is 64 bits: a1 = bit 0, b1 = bit 1, h8 = bit 63. A square is the number of its bit.
#![allow(dead_code, reason = \"a program may use only some of the functions\")]

/// The results of `{name}` for single squares, a1 first, h8 last.
{STYLE}#[rustfmt::skip]
pub static {upper}: [u64; 64] = [
{rows}];

/// Computes `{name}` for a single square, 0 for a1 to 63 for h8.
///
/// # Panics
///
/// Panics if `square` is greater than 63.
#[inline]
#[must_use]
pub fn {name}(square: usize) -> u64 {{
    {upper}[square]
}}
"
        )
    }
}

fn arch_module(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::X86 => "x86_64",
        Architecture::Arm => "aarch64",
        Architecture::Any | Architecture::Wasm => "wasm32",
    }
}

/// Returns the `use` declaration for the intrinsics of an architecture, or an empty string if it has none.
fn import(architecture: Architecture) -> String {
    match architecture {
        Architecture::Any => String::new(),
        _ => format!("    use core::arch::{}::*;\n\n", arch_module(architecture)),
    }
}

/// Returns the attribute that enables the instruction set of a function, or an empty string for scalar functions.
fn attribute(function: &Function) -> String {
    match function.set.architecture() {
        Architecture::Any => String::new(),
        _ => format!("#[target_feature(enable = \"{}\")]\n", function.set.features()),
    }
}

/// Returns the lines of a statement that accesses memory. If the access uses pointers, a comment before the statement
/// says why the access is safe.
fn access(spelling: Spelling, access: &str, statement: impl Fn(&str) -> String) -> Vec<String> {
    match spelling.set.boards() {
        1 => vec![statement(access)],
        boards => vec![
            format!("// SAFETY: board <= boards - {boards}, and the column has this length."),
            statement(&format!("unsafe {{ {access} }}")),
        ],
    }
}

/// Returns the code for columns that have fewer boards than a register holds.
fn few(module: &Module<'_>, function: &Function) -> String {
    let (inputs, results) = module.parameters();
    let boards = function.set.boards();
    let mut text = format!("    if boards < {boards} {{\n        // A register with empty boards after the others.\n");
    for column in &inputs {
        text += &format!("        let mut padded_{column} = [0; {boards}];\n");
        text += &format!("        padded_{column}[..boards].copy_from_slice({column});\n");
    }
    results.iter().for_each(|column| text += &format!("        let mut padded_{column} = [0; {boards}];\n"));
    let arguments = inputs.iter().map(|name| format!("&padded_{name}"));
    let arguments = arguments.chain(results.iter().map(|name| format!("&mut padded_{name}"))).collect::<Vec<_>>();
    text += &format!("        {}({});\n", function.name, arguments.join(", "));
    for column in &results {
        text += &format!("        {column}.copy_from_slice(&padded_{column}[..boards]);\n");
    }
    text + "        return;\n    }\n"
}
