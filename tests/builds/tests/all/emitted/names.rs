//! Compiles emitted files with names that have other meanings in C, C++ or Rust.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use setwise::backend::Prefix;
use setwise::kernel;
use setwise_ir::Program;
use setwise_ir::emit::{Language, Target, emit};
use setwise_testkit::skip::has_programs;
use tempfile::tempdir;

use super::compile_all;

kernel! {
    fn Mixed(_spread, a) -> [mixed] {
        let mixed = (a.east() | a.shr::<8>()) & !a.popcount().equal(a);
    }
}

/// Names that are keywords in C, C++ or Rust, or that C headers or the emitted text already use.
const NAMES: &str = "
    a again alignas and asm assert board boards bool char16_t check class co_await concept consteval const constexpr core count
    crate detected do dyn east_leapers errno far fn for found function gen i i386 import in in_a in_leapers int int8x16_t leapers
    linux main mask_000000000000ffff match module mut n near new next not not_file_a not_file_a_2 nothing nullptr odd_names
    odd_names_sse2_count odd_names_scalar_count odd_names_avx2 or out out_a padded printf register restrict result self setwise
    size_t square static_assert std stdin test this u64 uint64_t uint64x2_t uint8x16_t uint8_t unix unused use using v0 v1 v1_2 v128 v128_t
    v128_and vandq_u64 void volatile while wrong xor yield";

#[test]
#[ignore = "nightly"]
fn columns_may_have_any_name() {
    let kernel = Program::record(Mixed, Prefix).unwrap();
    let of_inputs = |name: &str| kernel.clone().with_names(&format!("mixed_{name}"), &[name], &["mixed"]);
    let of_results = |name: &str| kernel.clone().with_names(name, &["of_all_names"], &["mixed"]);
    for named in [&of_inputs as &dyn Fn(&str) -> Program, &of_results] {
        let programs: Vec<Program> = NAMES.split_whitespace().map(named).collect();
        compile_all(&Program::fused("odd_names", &programs));
    }
}

/// Returns the words of a text that are names in snake case, without those in comments and strings.
fn words(text: &str) -> BTreeSet<&str> {
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase()) && !word.ends_with('_') && !word.contains("__")
    };
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(is_name);
    words.filter(|word| word.chars().all(|c| !c.is_ascii_uppercase())).collect()
}

/// Tests that a file may have each word of another file as its name, unless `emit` refuses the name.
#[test]
#[ignore = "nightly"]
fn a_file_may_have_any_name() {
    let program = |name: &str| Program::record(Mixed, Prefix).unwrap().with_names(name, &["knights"], &["mixed"]);
    for language in [Language::C, Language::Rust] {
        let text = emit(&program("neutral"), &Target::all(language)).unwrap();
        let folder = tempdir().unwrap();
        let (mut files, mut modules) = (Vec::new(), String::from("#![allow(dead_code)]\n"));
        for (n, name) in words(&text).into_iter().enumerate() {
            let Ok(text) = emit(&program(name), &Target::all(language)) else { continue };
            modules += &format!("pub mod module_{n} {{\n{text}}}\n");
            let source = folder.path().join(format!("{n}.c"));
            fs::write(&source, format!("#define {}_TEST\n{text}", name.to_uppercase())).unwrap();
            files.push(source);
        }
        assert!(files.len() > 50, "{} names", files.len());
        let mut command = if language == Language::C {
            let mut command = Command::new("cc");
            command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).args(files);
            command
        } else {
            let source = folder.path().join("lib.rs");
            fs::write(&source, modules).unwrap();
            let mut command = Command::new("rustc");
            command.args(["--edition=2024", "--test", "--emit=metadata", "--out-dir"]).args([folder.path(), &source]);
            command
        };
        if has_programs(&[command.get_program().to_str().unwrap()]) {
            let output = command.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}
