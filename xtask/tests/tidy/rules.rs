//! Checks that certain code is only in allowed files, that files are not too long, and that comments are plain English.

use crate::{SOURCES, Source};

/// A check that returns an objection for each violation.
type Check = fn(&Source) -> Option<String>;

const CHECKS: [Check; 5] = [unsafe_code, intrinsics, conditions, length, words];

/// The crates that may contain unsafe code: the code of registers, and the functions that C, the loader, NumPy, the Arrow C
/// data interface and the browser call. Packages in `tests/downstream` are like those of users.
const UNSAFE: [&str; 6] =
    ["bindings/c/", "bindings/python/", "bindings/web/", "crates/cli/", "crates/simd/", "tests/downstream/"];

/// The folders whose files may call intrinsics.
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

/// The maximum number of lines of a handwritten Rust file.
const LONGEST: usize = 450;

/// Words and phrases that are not plain English. They must not occur in comments or documents.
const WORDS: &str = "told, nobody, somebody, everybody, hears, who reads, by itself, with care, so many, so much, it came out, a \
                     code of its own, museum";

impl Source {
    fn is_in(&self, places: &[&str]) -> bool {
        places.iter().any(|place| self.path.starts_with(place))
    }

    /// Returns whether the file is the root of a library or program.
    fn is_root(&self) -> bool {
        self.path.ends_with("/src/lib.rs") || self.path.ends_with("/src/main.rs")
    }

    /// Returns whether a line of Rust code, outside comments, satisfies a condition. The code that writes Rust, and this file,
    /// contain such lines as texts.
    fn has_code(&self, is_there: impl Fn(&str) -> bool) -> bool {
        self.path.ends_with(".rs")
            && !self.is_in(&["crates/ir/src/emit/rust/", "xtask/tests/"])
            && self.text.lines().any(|line| !line.trim_start().starts_with("//") && is_there(line))
    }
}

/// The compiler rejects unsafe code in every crate whose root forbids it.
fn unsafe_code(source: &Source) -> Option<String> {
    let is_wrong = source.is_root() && !source.is_in(&UNSAFE) && !source.text.contains("#![forbid(unsafe_code)]");
    is_wrong.then(|| "the root of the crate does not forbid unsafe code".into())
}

fn intrinsics(source: &Source) -> Option<String> {
    let is_wrong = !source.is_in(&INTRINSICS) && source.has_code(|line| line.contains("::arch"));
    is_wrong.then(|| "`core::arch` is allowed only in the files of instruction sets".into())
}

/// Only files in `src` folders are checked. Tests and examples may depend on features.
fn conditions(source: &Source) -> Option<String> {
    let is_of_build = |line: &str| {
        line.contains("cfg") && ["(feature = ", " feature = ", "target_arch"].iter().any(|of| line.contains(of))
    };
    let is_wrong = source.path.contains("/src/")
        && !source.is_root()
        && !source.is_in(&CONDITIONS)
        && source.has_code(is_of_build);
    is_wrong.then(|| "`cfg` of a feature or an architecture is allowed only in certain files".into())
}

fn length(source: &Source) -> Option<String> {
    let is_wrong = source.path.ends_with(".rs")
        && !source.is_in(&["crates/board/src/generated/"])
        && source.text.lines().count() > LONGEST;
    is_wrong.then(|| format!("the file has more than {LONGEST} lines"))
}

/// Checks the lines of comments in Rust files, and the lines of documents outside blocks of code.
fn words(source: &Source) -> Option<String> {
    let is_text = source.path.ends_with(".md");
    let mut in_code = false;
    for (n, line) in source.text.lines().enumerate() {
        in_code ^= is_text && line.trim_start().starts_with("```");
        let is_prose = if is_text { !in_code } else { line.trim_start().starts_with("//") };
        if is_prose {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let line = format!(" {} ", words.join(" ").to_lowercase());
            let phrase = WORDS.split(", ").find(|phrase| line.contains(&format!(" {phrase} ")));
            if let Some(phrase) = phrase {
                return Some(format!("line {}: {phrase:?} is not plain English", n + 1));
            }
        }
    }
    None
}

#[test]
fn every_file_follows_the_rules() {
    let mut objections = Vec::new();
    for (source, check) in SOURCES.iter().flat_map(|source| CHECKS.map(|check| (source, check))) {
        objections.extend(check(source).map(|objection| format!("{}: {objection}", source.path)));
    }
    assert!(objections.is_empty(), "{objections:#?}");
}
