//! Checks that certain code is only in allowed files, that files are not too long, and that comments are plain English.

use crate::source::{SOURCES, Source};

/// A check that returns an objection for each violation.
type Check = fn(&[Source]) -> Vec<String>;

const CHECKS: [Check; 8] = [unsafe_code, intrinsics, conditions, tables, chance, skips, lengths, words];

/// The folders and files that may contain unsafe code: the code of registers, the functions that C calls, the Arrow C
/// data interface, the loops that NumPy calls, the exports of the WebAssembly module, and the function that the loader calls
/// before `main`.
const UNSAFE: [&str; 6] = [
    "crates/simd/",
    "bindings/c/",
    "bindings/python/src/read/arrow/",
    "bindings/python/src/ufuncs/",
    "bindings/web/src/exports.rs",
    "crates/cli/src/standard_output.rs",
];

/// The folders whose files may call intrinsics. Apart from `x86/specimens/`, each file or folder in these folders has
/// the name of an instruction set.
const INTRINSICS: [&str; 3] = ["crates/simd/src/arm/", "crates/simd/src/wasm/", "crates/simd/src/x86/"];

/// The files and folders in which code may depend on a feature or an architecture. The roots of crates are always
/// allowed. See invariant 3 in ARCHITECTURE.md.
const CONDITIONS: [&str; 15] = [
    "benches/",
    "bindings/",
    "crates/arrow/src/formats.rs",
    "crates/cli/src/columnar/mod.rs",
    "crates/cli/src/formats.rs",
    "crates/positions/src/packed/mod.rs",
    "crates/positions/src/packed/unpack.rs",
    "crates/positions/src/read_strategy.rs",
    "crates/rounds/src/",
    "crates/setwise/src/counting.rs",
    "crates/setwise/src/registry/",
    "crates/setwise/src/select.rs",
    "crates/simd/src/x86/",
    "tests/",
    "xtask/",
];

/// The files in which tests may skip without `testkit::skip`. The tests in these files are unit tests of published
/// packages. The test kit is not published, so cargo removes the dependency on the test kit from a packed package.
const OWN_SKIPS: [&str; 2] = ["crates/positions/src/line_ends.rs", "crates/positions/src/simd_block.rs"];

/// The maximum number of lines of a handwritten Rust file.
const LONGEST: usize = 450;

/// Words and phrases that are not plain English. They must not occur in comments or documents.
const WORDS: &str = "told, nobody, somebody, everybody, hears, who reads, by itself, with care, so many, so much, it came out, a \
                     code of its own, museum";

/// Returns an objection for each file outside `rooms` for which `is_there` returns true. `what` is the text of the
/// objection.
fn only_in(sources: &[Source], rooms: &[&str], what: &str, is_there: impl Fn(&Source) -> bool) -> Vec<String> {
    let outside = |source: &&Source| rooms.iter().all(|room| !source.path.starts_with(room));
    sources
        .iter()
        .filter(outside)
        .filter(|source| is_there(source))
        .map(|source| format!("{}: {what}", source.path))
        .collect()
}

fn unsafe_code(sources: &[Source]) -> Vec<String> {
    only_in(
        sources,
        &UNSAFE,
        "`unsafe` is allowed only in crates/simd, at the borders of bindings/ and in standard_output.rs",
        |source| source.has(&["unsafe"]),
    )
}

fn intrinsics(sources: &[Source]) -> Vec<String> {
    let what = "`core::arch` is allowed only in the files of instruction sets";
    only_in(sources, &INTRINSICS, what, |source| {
        ["core", "std"].iter().any(|name| source.has(&[name, ":", ":", "arch"]))
    })
}

/// Only files in `src` folders are checked. Tests and examples may depend on features.
fn conditions(sources: &[Source]) -> Vec<String> {
    let what = "`cfg` of a feature or an architecture is allowed only in certain files";
    only_in(sources, &CONDITIONS, what, |source| {
        let is_root = ["lib.rs", "main.rs"].iter().any(|name| source.path.ends_with(&format!("/src/{name}")));
        let in_library = source.path.contains("/src/");
        let begins = |n: &usize| ["cfg", "cfg_attr"].contains(&&*source.tokens[*n]);
        let is_of_build = |n: usize| {
            let attribute = source.tokens[n..].iter().take_while(|token| *token != "]" && *token != ";");
            attribute.take(40).any(|token| token == "feature" || token == "target_arch")
        };
        in_library && !is_root && (0..source.tokens.len()).filter(begins).any(is_of_build)
    })
}

/// Finds sequences of at least 64 literals, because a table has an entry for each square. Entries may be in brackets.
fn tables(sources: &[Source]) -> Vec<String> {
    let what = "a table of 64 numbers or more is allowed only in generated files and in tests";
    only_in(sources, &["crates/board/src/generated/", "tests/"], what, |source| {
        let is_entry = |token: &String| token.is_empty() || [",", "[", "]"].contains(&&**token);
        let longest = source
            .tokens
            .split(|token| !is_entry(token))
            .map(|run| run.iter().filter(|token| token.is_empty()).count());
        source.path.contains("/src/") && longest.max() >= Some(64)
    })
}

fn chance(sources: &[Source]) -> Vec<String> {
    only_in(sources, &[], "random numbers come from seeded generators", |source| {
        source.has(&["rand", ":", ":", "rng"])
            || ["thread_rng", "from_os_rng", "OsRng"].iter().any(|name| source.has(&[name]))
    })
}

fn skips(sources: &[Source]) -> Vec<String> {
    let in_tests = |source: &Source| source.path.contains("/tests/") || source.text.contains("#[cfg(test)]");
    only_in(sources, &OWN_SKIPS, "tests skip with `setwise_testkit::skip`", |source| {
        let tests = if source.path.contains("/tests/") { 0 } else { source.text.find("#[cfg(test)]").unwrap_or(0) };
        in_tests(source) && source.text[tests..].contains(concat!("println!(\"skip", "ped: "))
    })
    .into_iter()
    .filter(|objection| !objection.starts_with("tests/testkit/src/skip.rs"))
    .collect()
}

fn lengths(sources: &[Source]) -> Vec<String> {
    let what = format!("the file has more than {LONGEST} lines");
    only_in(sources, &["crates/board/src/generated/"], &what, |source| {
        source.path.ends_with(".rs") && source.text.lines().count() > LONGEST
    })
}

/// Checks the lines of comments in Rust files, and the lines of documents outside blocks of code.
fn words(sources: &[Source]) -> Vec<String> {
    let phrases: Vec<Vec<&str>> = WORDS.split(", ").map(|phrase| phrase.split(' ').collect()).collect();
    let mut objections = Vec::new();
    for source in sources {
        let is_text = source.path.ends_with(".md");
        let mut in_code = false;
        for (n, line) in source.text.lines().enumerate() {
            in_code ^= is_text && line.trim_start().starts_with("```");
            let is_prose = if is_text { !in_code } else { line.trim_start().starts_with("//") };
            let line = if is_prose { line.to_lowercase() } else { String::new() };
            let line: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let is_in = |phrase: &&Vec<&str>| line.windows(phrase.len()).any(|words| words == &phrase[..]);
            if let Some(phrase) = phrases.iter().find(is_in) {
                objections.push(format!("{}:{}: {:?} is not plain English", source.path, n + 1, phrase.join(" ")));
            }
        }
    }
    objections
}

#[test]
fn everything_is_in_its_room() {
    let objections: Vec<String> = CHECKS.iter().flat_map(|check| check(&SOURCES)).collect();
    assert!(objections.is_empty(), "{objections:#?}");
}
