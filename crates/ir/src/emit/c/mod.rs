//! Writes C11 files that are also valid C++17.

mod test;

use crate::emit::lowered::Lowered;
use crate::emit::module::{Function, Module};
use crate::emit::spelling::Spelling;
use crate::emit::target::{Architecture, InstructionSet, Language};
use crate::emit::writer::Writer;

/// The writer of C files.
pub(super) struct C;

impl Writer for C {
    const LANGUAGE: Language = Language::C;
    const HEADER: [&'static str; 3] = ["/* ", " * ", " */"];
    const DOCS: [&'static str; 3] = Self::HEADER;
    const NOTE: [&'static str; 2] = ["/* ", " */"];
    const QUOTE: &'static str = "";
    const RESULT: [&'static str; 2] = ["return ", ";"];
    const DISCARD: [&'static str; 2] = ["(void)", ";"];
    const LOOP: [&'static str; 2] = ["    for (size_t board = 0; board < boards; board++) {\n", "    }\n}\n"];
    const LOOPS: [&'static str; 2] = [
        "    size_t board = 0;
    /* All whole registers, then one register that ends at the end of the columns. */
    while (board < boards) {
        for (; board <= boards - BOARDS; board += BOARDS) {
",
        "        }
        if (board < boards) {
            board = boards - BOARDS;
        }
    }
}
",
    ];
    const TEST_END: &'static str = "    return wrong;\n}\n#endif\n";
    const FLOOD: &'static str = "    uint64_t reached = start & path;
    uint64_t grown = NAME_fill(reached) & path;
    while (grown != reached) {
        reached = grown;
        grown = NAME_fill(reached) & path;
    }
    return reached;
";

    fn declare(spelling: Spelling, name: &str, value: &str, is_mutable: bool) -> String {
        format!("{}{} {name} = {value};", if is_mutable { "" } else { "const " }, spelling.register())
    }

    fn hide(spelling: Spelling, name: &str) -> Vec<String> {
        vec!["/* Keeps compilers from making a shift and a mask of two additions. */".into(), barrier(spelling, name)]
    }

    fn load(function: &Function, spelling: Spelling, name: &str, column: &str) -> Vec<String> {
        let is_again = function.set.architecture() == Architecture::X86 && function.uses(name) > 1;
        let mut statements = vec![Self::declare(spelling, name, &spelling.load(column), is_again)];
        if is_again {
            statements.push("/* Keeps GCC from loading it again for each use. */".into());
            statements.push(barrier(spelling, name));
        }
        statements
    }

    fn store(spelling: Spelling, column: &str, value: &str) -> Vec<String> {
        vec![spelling.store(column, value) + ";"]
    }

    fn opening(module: &Module<'_>) -> String {
        let mut text = "#include <stddef.h>\n#include <stdint.h>\n".to_string();
        for (architecture, header) in [
            (Architecture::X86, "immintrin.h"),
            (Architecture::Arm, "arm_neon.h"),
            (Architecture::Wasm, "wasm_simd128.h"),
        ] {
            if module.of(architecture).next().is_some() {
                text += &Self::within(module, architecture, &format!("#include <{header}>\n"));
            }
        }
        text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
        let parameters = parameters(module);
        for function in &module.functions {
            let declaration = format!("{}void {}({parameters});\n", attribute(function), function.name);
            text += &Self::within(module, function.set.architecture(), &declaration);
        }
        text + &module.dispatcher().map_or_else(String::new, |name| format!("void {name}({parameters});\n"))
    }

    fn closing(module: &Module<'_>) -> String {
        dispatcher(module) + "\n#ifdef __cplusplus\n}\n#endif\n"
    }

    fn within(module: &Module<'_>, architecture: Architecture, text: &str) -> String {
        match begin(module, architecture) {
            "" => text.into(),
            begin => format!("{begin}{text}#endif\n"),
        }
    }

    fn helper(function: &Function, helper: &Lowered) -> String {
        let register = Spelling { language: Language::C, set: function.set }.register();
        let parameters: Vec<String> = helper.inputs().map(|name| format!("{register} {name}")).collect();
        let name = format!("{}_{}", function.name, helper.name);
        let attribute = attribute(function);
        format!("{attribute}static inline {register} {name}({}) {{\n", parameters.join(", "))
    }

    fn head(module: &Module<'_>, function: &Function) -> String {
        let mut about = match function.set.boards() {
            1 => "One board at a time.".to_string(),
            boards => format!("{boards} boards in a register."),
        };
        if function.set.has_ternary() {
            about += " Some intrinsics have a mask of all lanes: GCC 12 warns about those without (bug 105593).";
        }
        let before = match function.set.boards() {
            1 => {
                let (inputs, _) = module.parameters();
                let unused = function.unused(&inputs);
                unused.map(|(_, column)| format!("    (void){column};\n")).collect()
            }
            _ => few(module, function),
        };
        let (name, parameters) = (&function.name, parameters(module));
        format!("{}/* {about} */\n{}void {name}({parameters}) {{\n{before}", count(function), attribute(function))
    }

    fn of_sets(docs: &str, listed: Option<&Function>, name: &str, sets: &[&str], body: &str) -> String {
        let sets: Vec<String> = sets.iter().map(|set| format!("uint64_t {set}")).collect();
        let count = listed.map_or_else(String::new, count);
        format!("{count}{docs}static inline uint64_t {name}({}) {{\n{body}}}\n\n", sets.join(", "))
    }

    /// The text begins with an include guard, so the emitted file can be included more than once.
    fn table(name: &str, rows: &str) -> String {
        let upper = name.to_uppercase();
        format!(
            "\
#ifndef SETWISE_{upper}
#define SETWISE_{upper}

#include <stdint.h>

/* The results of {name} for single squares, a1 first, h8 last. */
static const uint64_t {upper}[64] = {{
{rows}}};

/* Computes {name} for a single square, 0 for a1 to 63 for h8. */
static inline uint64_t {name}(unsigned square) {{
    return {upper}[square];
}}

"
        )
    }
}

/// The C function that counts the members of a board. On a target without a population-count instruction, GCC's builtin
/// would call a library function, so the C function uses shifts and masks there.
const COUNT: &str = "\
/* Counts the members of a board. */
static inline uint64_t NAME(uint64_t set) {
#if defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
    return (uint64_t)__builtin_popcountll(set);
#else
    /* Members in fields of two, four and eight bits; the product has their sum in its highest byte. */
    set -= (set >> 1) & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + ((set >> 2) & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (set * UINT64_C(0x0101010101010101)) >> 56;
#endif
}

";

/// Returns the C function that counts members, or an empty string if `function` does not call it.
fn count(function: &Function) -> String {
    let is_called = function.set == InstructionSet::Scalar && function.counts();
    if is_called { COUNT.replace("NAME", &format!("{}_count", function.name)) } else { String::new() }
}

/// Returns the `#if` line for the functions of an architecture, or an empty string if they need no condition. In a file
/// for a single architecture they need none, because compiling this file for another architecture should fail.
fn begin(module: &Module<'_>, architecture: Architecture) -> &'static str {
    match architecture {
        _ if !module.is_for_several() => "",
        Architecture::Any => "",
        Architecture::X86 => "#if defined(__x86_64__) && defined(__GNUC__)\n",
        Architecture::Arm => "#if defined(__aarch64__) && defined(__ARM_NEON)\n",
        Architecture::Wasm => "#if defined(__wasm_simd128__)\n",
    }
}

/// Returns the parameters in the same order as in `setwise.h`: inputs, results, and the number of boards.
fn parameters(module: &Module<'_>) -> String {
    let (inputs, results) = module.parameters();
    let inputs = inputs.iter().map(|name| format!("const uint64_t *{name}, "));
    inputs.chain(results.iter().map(|name| format!("uint64_t *{name}, "))).collect::<String>() + "size_t boards"
}

/// Returns the attribute that enables an x86 instruction set in a function. Returns an empty string for other
/// architectures.
fn attribute(function: &Function) -> String {
    match function.set.architecture() {
        Architecture::X86 => format!("__attribute__((target(\"{}\")))\n", function.set.features()),
        _ => String::new(),
    }
}

/// Returns an empty assembly statement that hides from compilers how the value of an x86 register was computed.
fn barrier(spelling: Spelling, name: &str) -> String {
    format!("__asm__(\"\" : \"+{}\"({name}));", if spelling.set.has_ternary() { "v" } else { "x" })
}

/// Returns the code for columns that have fewer boards than a register holds.
fn few(module: &Module<'_>, function: &Function) -> String {
    let (inputs, results) = module.parameters();
    let boards = function.set.boards();
    let columns = inputs.len() + results.len();
    let padded: Vec<String> = (0..columns).map(|column| format!("padded[{column}]")).collect();
    let copy = |(to, from): (&String, &String)| format!("            {to}[board] = {from}[board];\n");
    let copied: String = padded.iter().zip(&inputs).map(copy).collect();
    let back: String = results.iter().zip(&padded[inputs.len()..]).map(copy).collect();
    format!(
        "    if (boards < {boards}) {{
        /* A register with empty boards after the others. */
        uint64_t padded[{columns}][{boards}] = {{{{0}}}};
        for (size_t board = 0; board < boards; board++) {{
{copied}        }}
        {}({}, {boards});
        for (size_t board = 0; board < boards; board++) {{
{back}        }}
        return;
    }}
",
        function.name,
        padded.join(", ")
    )
}

fn dispatcher(module: &Module<'_>) -> String {
    let Some(name) = module.dispatcher() else { return String::new() };
    let arguments = module.arguments() + ", boards";
    let mut text = format!("\n/* Calls the best supported function. */\nvoid {name}({}) {{\n", parameters(module));
    let call = |function: &Function| {
        let (condition, name) = (supports(function), &function.name);
        format!("    if ({condition}) {{\n        {name}({arguments});\n        return;\n    }}\n")
    };
    text += &C::within(module, Architecture::X86, &module.of(Architecture::X86).rev().map(call).collect::<String>());
    for architecture in [Architecture::Arm, Architecture::Wasm] {
        for Function { name, .. } in module.of(architecture) {
            text += &format!("{}#define SETWISE_BEST {name}\n#endif\n", begin(module, architecture));
        }
    }
    for Function { name, .. } in module.of(Architecture::Any) {
        text += &format!("#ifndef SETWISE_BEST\n#define SETWISE_BEST {name}\n#endif\n");
    }
    text + &format!("    SETWISE_BEST({arguments});\n#undef SETWISE_BEST\n}}\n")
}

/// Returns the C condition that is true if the x86 processor supports the instructions of a function.
fn supports(function: &Function) -> String {
    let features = function.set.features().split(',').map(|feature| format!("__builtin_cpu_supports(\"{feature}\")"));
    features.collect::<Vec<_>>().join(" && ")
}
