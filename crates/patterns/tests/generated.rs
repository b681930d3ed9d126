//! Checks that generated lists of patterns agree with the catalogue. They are in `docs/patterns.md` and in the stubs of
//! the Python package.

use std::fmt::Write as _;
use std::fs;

use setwise_core::ResultKind;
use setwise_patterns::{Inputs, Interface, Pattern, Results};
use setwise_testkit::generated;

const HEAD: &str = "\
# Patterns

This page lists every pattern: its inputs, its results with their kind, its definition, and its section in the
[reference](reference.md). It is generated from the catalogue (`crates/patterns/src/list.rs`); do not edit it.

An input is a set of squares unless the table says otherwise. A flag is true for any number except 0. A square is a
number from 0 (a1) to 63 (h8). For a pattern that takes a number, `setwise gen kernel` and `setwise explain` accept the
number after its name, as in `knight_fill(2)`. `setwise list --operations` prints the number of operations of
every pattern whose inputs are all sets.

| pattern | inputs | results | definition | section |
|---|---|---|---|---|
";

/// Returns the text of `docs/patterns.md`.
fn page() -> String {
    let mut page = HEAD.to_string();
    for pattern in Pattern::ALL {
        let results = pattern.results().iter().zip(pattern.kinds());
        let results: Vec<String> = results.map(|(name, kind)| format!("{name}: {}", kind_in_words(*kind))).collect();
        let (inputs, results) = (inputs(*pattern).join(", "), results.join(", "));
        let (definition, section) = (pattern.definition(), pattern.section());
        let _ = writeln!(page, "| `{pattern}` | {inputs} | {results} | {definition} | {section} |");
    }
    page
}

/// Returns the names of the inputs. If an input is not a set, its name is followed by its kind, as in `n: number`.
fn inputs(pattern: Pattern) -> Vec<String> {
    let last = pattern.inputs().len() - 1;
    let named = pattern.inputs().iter().enumerate().map(|(n, name)| match pattern.inputs_are() {
        Inputs::SetsAndNumber if n == last => format!("{name}: number"),
        Inputs::SetsAndFlag if n == last => format!("{name}: flag"),
        Inputs::Squares => format!("{name}: square"),
        _ => (*name).to_string(),
    });
    named.collect()
}

fn kind_in_words(kind: ResultKind) -> String {
    match kind {
        ResultKind::Set => "set".into(),
        ResultKind::Flag => "flag".into(),
        ResultKind::Number { max } => format!("number, 0 to {max}"),
        ResultKind::NumberOrNone { none } => format!("number, {none} if none"),
    }
}

#[test]
fn the_page_of_patterns_is_fresh() {
    generated::check("docs/patterns.md", &page(), "-p setwise-patterns fresh");
}

/// The line in a stub after which everything is generated.
const MARK: &str = "# Generated from the catalogue of patterns; do not edit from here on.\n";

/// Checks that the part of a stub after the mark declares a ufunc for each of `patterns`.
fn check_stub(name: &str, patterns: impl Iterator<Item = Pattern>) {
    let file = format!("bindings/python/python/setwise/{name}");
    let text = fs::read_to_string(format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"))).expect("a stub");
    let (by_hand, _) = text.split_once(MARK).expect("a line that says where the generated part begins");
    let mut names: Vec<&str> = patterns.map(Pattern::name).collect();
    names.sort_unstable();
    let quoted: String = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    let declared: String = names.iter().map(|name| format!("{name}: np.ufunc\n")).collect();
    let stub = format!("{by_hand}{MARK}__all__ += [\n{quoted}]\n\n{declared}");
    generated::check(&file, &stub, "-p setwise-patterns fresh");
}

#[test]
fn the_stubs_of_python_are_fresh() {
    check_stub("__init__.pyi", Interface::Python.patterns());
    check_stub("counts.pyi", Interface::Python.patterns().filter(|pattern| pattern.results_are() == Results::Sets));
}
