//! A pattern that the bindings and `setwise-program` both offer has the same definition, inputs and results in both.
//!
//! The names of inputs come from one list, so a swap of two names there would appear in every header and stub. The
//! kernels of `setwise-program` take their inputs from a position by these names, and are tested with positions.

use setwise_program::LibraryKernel;

/// A pattern of the bindings.
struct Pattern {
    name: &'static str,
    inputs: &'static [&'static str],
    results: &'static [&'static str],
    definition: &'static str,
}

macro_rules! table {
    ($($name:ident $arguments:ident[$($input:ident),+] -> $results:ident[$($output:ident),+] =
        $kernel:expr, $($definition:literal)+;)+) => {
        [$(Pattern {
            name: stringify!($name),
            inputs: &[$(stringify!($input)),+],
            results: &[$(stringify!($output)),+],
            definition: concat!($($definition),+),
        }),+]
    };
}

const PATTERNS: &[Pattern] = &setwise_patterns::for_each_pattern!(table);

/// The numbers in names of kernels, in words.
const NUMBERS: [&str; 8] = ["zero", "one", "two", "three", "four", "five", "six", "seven"];

/// Returns the pattern of a kernel, and the number at the end of the kernel's name, which the pattern receives as `n`.
fn pattern_of(kernel: LibraryKernel) -> (&'static Pattern, Option<usize>) {
    let name = kernel.name();
    let base = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = name[base.len()..].parse().ok();
    let of_white = |name: &str| PATTERNS.iter().any(|pattern| pattern.name == format!("white_{name}"));
    let pattern = match (name, base.strip_suffix("_black")) {
        ("king_flood_fill", _) => "king_flood".into(),
        ("root50_leaper_attacks", _) => "root50leaper_attacks".into(),
        (_, Some(base)) => format!("black_{base}"),
        _ if base == "fork_squares" && number.is_some() => "fork_squares_at_least".into(),
        _ if of_white(base) => format!("white_{base}"),
        _ => base.into(),
    };
    let found = PATTERNS.iter().find(|listed| listed.name == pattern);
    (found.unwrap_or_else(|| panic!("{kernel} has no pattern {pattern}")), number)
}

#[test]
fn kernels_and_patterns_have_the_same_definitions() {
    for kernel in LibraryKernel::ALL {
        let (Pattern { definition, .. }, number) = pattern_of(*kernel);
        let expected = number.map_or((*definition).into(), |n| definition.replace(" n ", &format!(" {} ", NUMBERS[n])));
        // Documentation has code in backquotes; a C header does not.
        assert_eq!(kernel.definition().replace('`', ""), expected, "{kernel}");
    }
}

#[test]
fn kernels_and_patterns_have_the_same_inputs_and_results_in_the_same_order() {
    for kernel in LibraryKernel::ALL {
        let (pattern, number) = pattern_of(*kernel);
        let n = number.map(|_| "n");
        let expected: Vec<&str> = kernel.inputs().iter().copied().chain(n).collect();
        let are_same = pattern.inputs.iter().zip(&expected).all(|(input, expected)| is_same(input, expected));
        assert!(are_same && pattern.inputs.len() == expected.len(), "{kernel}: {:?}, not {expected:?}", pattern.inputs);
        // Patterns call a single result `squares` or `number`, so only the names of several results are compared.
        assert!(pattern.results == kernel.results() || pattern.results.len() == 1, "{kernel}: {:?}", pattern.results);
    }
}

/// Returns whether an input of a pattern has the name of a kernel's input, or adds the side to it.
fn is_same(input: &str, of_kernel: &str) -> bool {
    let name = match of_kernel {
        "from" => "boards",
        "their" => "them",
        same => same,
    };
    input == name || ["own_", "their_"].iter().any(|side| input.strip_prefix(side) == Some(name))
}
