//! Passes the compiler flags to the laboratory as `SETWISE_COMPILED_WITH`. Cargo reports the flags from the environment
//! and from its configuration in one variable.
//!
//! With the feature `emitted`, also writes the emitted functions, which the laboratory compiles and measures.

fn main() {
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=SETWISE_COMPILED_WITH={}", flags.replace('\x1f', " "));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    #[cfg(feature = "emitted")]
    emitted::write();
}

#[cfg(feature = "emitted")]
mod emitted {
    use std::fmt::Write as _;
    use std::path::PathBuf;
    use std::{env, fs};

    use setwise_ir::emit::{InstructionSet, Language, Target, emit};
    use setwise_ir::{Formula, Pattern, Program, Record};

    /// Writes `emitted.rs`: a module with the emitted functions of each pattern that can be recorded, and a list of
    /// these functions.
    pub(super) fn write() {
        let sets = match env::var("CARGO_CFG_TARGET_ARCH").as_deref() {
            Ok("x86_64") => &InstructionSet::ALL[..5],
            Ok("aarch64") => &[InstructionSet::Scalar, InstructionSet::Neon],
            _ => &[InstructionSet::Scalar],
        };
        let (mut modules, mut list) = (String::new(), String::new());
        for pattern in Pattern::ALL {
            // `identity` is not compared, because the compiler turns its function into a call of memcpy.
            if *pattern == Pattern::Identity {
                continue;
            }
            let Ok(program) = pattern.record(Formula::Prefix) else { continue };
            let text = emit(&program, &Target::new(Language::Rust, sets)).expect("patterns have valid names");
            writeln!(modules, "mod {pattern} {{\n{text}}}\n").expect("a string takes every text");
            sets.iter().for_each(|set| list += &entry(&program, *set));
        }
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
        let text = format!("{modules}pub(super) const FUNCTIONS: &[Function] = &[\n{list}];\n");
        fs::write(out.join("emitted.rs"), text).expect("the output folder can be written");
    }

    /// Returns the entry of one function. It calls the function with the columns of two slices.
    fn entry(program: &Program, set: InstructionSet) -> String {
        let name = program.name();
        let names = |letter: &str, count| (0..count).map(|n| format!("{letter}{n}")).collect::<Vec<_>>().join(", ");
        let (inputs, results) = (names("i", program.inputs().len()), names("o", program.results().len()));
        let called = format!("{name}::{name}_{}", set.name().replace('-', "_"));
        let (set, row) = (set.name(), format!("emitted, {set}"));
        format!(
            "    Function {{ pattern: {name:?}, question: \"emitted-{name}\", backend: \"{set}-prefix\", name: {row:?}, pass: |backend| {{
        let pass: Pass = |inputs, results| {{
            let ([{inputs}], [{results}]) = (inputs, results) else {{ panic!(\"a wrong number of columns\") }};
            // SAFETY: `backend` proves that this CPU has the instruction set: the pass is returned only for this backend.
            #[allow(unused_unsafe, reason = \"functions without target features are safe\")]
            unsafe {{ {called}({inputs}, {results}) }}
        }};
        (backend.id().name() == \"{set}-prefix\").then_some(pass)
    }} }},\n"
        )
    }
}
