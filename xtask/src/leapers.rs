//! `cargo xtask leapers`: compiles the modules of all built-in leapers as a user would, and runs their tests.
//!
//! Cargo is not used. `rustc` compiles the modules, with warnings as errors, as a crate without the standard library and as a
//! test. `cc` compiles them as C11 with `-Wall -Wextra -Werror`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use setwise_codegen::{Language, Leaper, module};
use setwise_files::write_whole;

/// Compiles and tests all modules in a folder that is removed afterwards.
pub(crate) fn check(language: Language) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let leapers: Vec<Leaper> = Leaper::built_in().collect();
    match language {
        Language::Rust => check_rust(folder.path(), &leapers)?,
        Language::C => leapers.iter().try_for_each(|leaper| check_c(folder.path(), leaper))?,
        other => bail!("unknown language '{other}'"),
    }
    println!("{} leapers compile without a warning and pass their tests", leapers.len());
    Ok(())
}

/// Compiles all modules in one crate, once without the standard library and once as a test.
fn check_rust(folder: &Path, leapers: &[Leaper]) -> Result<()> {
    let mut root = "//! Leapers.\n#![no_std]\n#![warn(missing_docs, unreachable_pub, unused)]\n".to_string();
    for leaper in leapers {
        let name = leaper.name();
        root += &format!("pub mod {name};\n");
        let text = module(leaper, Language::Rust, &format!("setwise gen leaper {name}"));
        write_whole(&folder.join(format!("{name}.rs")), &text)?;
    }
    fs::write(folder.join("lib.rs"), root)?;
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let common = ["--edition", "2024", "-D", "warnings", "lib.rs"];
    run(Command::new(&rustc).args(common).args(["--crate-type", "lib", "--emit", "metadata"]).current_dir(folder))?;
    run(Command::new(&rustc).args(common).args(["--test", "-O", "-o", "tests"]).current_dir(folder))?;
    run(Command::new(folder.join("tests")).arg("--quiet").current_dir(folder))?;
    if env::consts::ARCH == "x86_64" {
        count_operations(folder, leapers, &rustc)?;
    }
    Ok(())
}

/// Checks that the number of instructions of each factored function, without register moves, is what the generator counted.
fn count_operations(folder: &Path, leapers: &[Leaper], rustc: &OsStr) -> Result<()> {
    let mut root = fs::read_to_string(folder.join("lib.rs"))?;
    for leaper in leapers {
        let name = leaper.name();
        root += &format!(
            "/// Alone.\n#[inline(never)]\npub fn {name}_alone(set: u64) -> u64 {{\n    {name}::{name}_attacks_factored(set)\n}}\n"
        );
    }
    fs::write(folder.join("alone.rs"), root)?;
    // Instruction sets since 2013 need no copies for `and not`. Directions must not be vectorised side by side.
    let flags = ["-O", "-C", "target-cpu=x86-64-v3", "-C", "no-vectorize-slp", "--emit", "asm", "-o", "alone.s"];
    run(Command::new(rustc)
        .args(["--edition", "2024", "--crate-type", "lib", "alone.rs"])
        .args(flags)
        .current_dir(folder))?;
    let listing = fs::read_to_string(folder.join("alone.s"))?;
    for leaper in leapers {
        let [_, factored] = leaper.operations();
        let found = instructions(&listing, &format!("{}_alone", leaper.name()));
        ensure!(
            found.abs_diff(factored.total()) <= TOLERANCE,
            "{}: found {found} instructions, expected {}",
            leaper.name(),
            factored.total()
        );
    }
    println!("{} factored functions have the expected number of instructions", leapers.len());
    Ok(())
}

/// The difference in instructions that is allowed for other versions of the compiler.
const TOLERANCE: u32 = 1;

/// Counts the instructions of a function in a listing, without moves and the return. In a mangled symbol, a name follows its
/// length.
fn instructions(listing: &str, function: &str) -> u32 {
    let name = format!("{}{function}", function.len());
    let is_label = |line: &str| !line.starts_with(char::is_whitespace) && line.ends_with(':') && line.contains(&name);
    let body =
        listing.lines().skip_while(|line| !is_label(line)).skip(1).take_while(|line| !line.starts_with(".Lfunc_end"));
    let mnemonics = body.filter_map(|line| line.strip_prefix('\t')?.split_whitespace().next());
    let counted = mnemonics.filter(|mnemonic| !["mov", "ret", "."].iter().any(|left| mnemonic.starts_with(left)));
    counted.count() as u32
}

fn check_c(folder: &Path, leaper: &Leaper) -> Result<()> {
    let name = leaper.name();
    let text = module(leaper, Language::C, &format!("setwise gen leaper {name} --lang c"));
    write_whole(&folder.join(format!("{name}.c")), &text)?;
    let strict = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1"];
    let source = format!("{name}.c");
    run(Command::new("cc").args(strict).args(["-c", "-o", "library.o", &source]).current_dir(folder))?;
    let self_test = format!("-D{}_SELF_TEST", name.to_uppercase());
    run(Command::new("cc").args(strict).args([&self_test, "-o", name, &source]).current_dir(folder))?;
    run(&mut Command::new(folder.join(name)))
}

fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown}: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_returns_and_directives_are_no_operations() {
        let listing = "_ZN5alone5other17h0E:\n\tshlq\t$1, %rax\n_ZN5alone2it17h0E:\n\t.cfi_startproc\n\tmovq\t%rdi, %rax\n\tshlq\t$9, %rax\n\torq\t%rdi, %rax\n\
                       \tretq\n.Lfunc_end1:\n\tandq\t%rax, %rdi\n";
        assert_eq!(instructions(listing, "it"), 2);
        assert_eq!(instructions(listing, "none"), 0);
    }
}
