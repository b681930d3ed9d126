//! A pattern that the bindings and `setwise-program` both offer has the same definition in both.

use setwise_program::LibraryKernel;

macro_rules! definitions {
    ($($name:ident $arguments:ident[$($input:ident),+] -> $results:ident[$($output:ident),+] =
        $kernel:expr, $($definition:literal)+;)+) => {
        [$((stringify!($name), concat!($($definition),+))),+]
    };
}

/// The name and the definition of each pattern of the bindings.
const PATTERNS: &[(&str, &str)] = &setwise_patterns::for_each_pattern!(definitions);

/// The numbers in names of kernels, in words.
const NUMBERS: [&str; 8] = ["zero", "one", "two", "three", "four", "five", "six", "seven"];

/// Returns the name of the pattern of a kernel, and its number if the pattern receives that as `n`.
fn pattern_of(kernel: LibraryKernel) -> (String, Option<usize>) {
    let name = kernel.name();
    let base = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = name[base.len()..].parse().ok();
    let of_white = |name: &str| PATTERNS.iter().any(|(pattern, _)| *pattern == format!("white_{name}"));
    let pattern = match (name, base.strip_suffix("_black")) {
        ("king_flood_fill", _) => "king_flood".into(),
        ("root50_leaper_attacks", _) => "root50leaper_attacks".into(),
        (_, Some(base)) => format!("black_{base}"),
        _ if base == "fork_squares" && number.is_some() => "fork_squares_at_least".into(),
        _ if of_white(base) => format!("white_{base}"),
        _ => base.into(),
    };
    (pattern, number)
}

#[test]
fn kernels_and_patterns_have_the_same_definitions() {
    for kernel in LibraryKernel::ALL {
        let (name, number) = pattern_of(*kernel);
        let (_, definition) =
            PATTERNS.iter().find(|(pattern, _)| *pattern == name).unwrap_or_else(|| panic!("{kernel}"));
        let expected =
            number.map_or((*definition).into(), |n: usize| definition.replace(" n ", &format!(" {} ", NUMBERS[n])));
        // Documentation has code in backquotes; a header of C has not.
        assert_eq!(kernel.definition().replace('`', ""), expected, "{kernel}");
    }
}
