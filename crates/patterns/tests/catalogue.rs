//! Tests that apply to every entry of the catalogue.

use std::collections::BTreeSet;

use setwise_core::ResultKind;
use setwise_patterns::{Pattern, Results, number};

#[test]
fn names_are_distinct_and_are_the_variants_in_snake_case() {
    let names: BTreeSet<&str> = Pattern::ALL.iter().map(|pattern| pattern.name()).collect();
    assert_eq!(names.len(), Pattern::ALL.len());
    for pattern in Pattern::ALL {
        assert_eq!(pattern.name().replace('_', ""), format!("{pattern:?}").to_lowercase());
        assert_eq!(pattern.name().parse(), Ok(*pattern));
    }
}

/// Programs in C contain the numbers.
#[test]
fn numbers_are_distinct_and_not_zero() {
    let numbers: BTreeSet<u32> = Pattern::ALL.iter().map(|pattern| number(pattern.name())).collect();
    assert!(numbers.len() == Pattern::ALL.len() && !numbers.contains(&0));
}

#[test]
fn a_pattern_of_one_side_has_a_twin_with_the_same_inputs_and_results() {
    for pattern in Pattern::ALL {
        let Some(base) = pattern.without_side() else { continue };
        let [white, black] = ["white", "black"].map(|side| format!("{side}_{base}").parse::<Pattern>().unwrap());
        assert_eq!((white.inputs(), white.results()), (black.inputs(), black.results()), "{base}");
        assert_eq!((white.inputs_are(), white.section()), (black.inputs_are(), black.section()), "{base}");
        let swapped = white.definition().replace("black", "*").replace("white", "black").replace('*', "white");
        let swapped = swapped.replace("rank 2", "rank 7").replace("rank 3", "rank 6");
        assert_eq!(swapped, black.definition());
    }
}

#[test]
fn the_results_are_what_the_kernel_says() {
    for pattern in Pattern::ALL {
        let is_sets = pattern.kinds().iter().all(|kind| kind.is_set());
        assert_eq!(pattern.results_are() == Results::Sets, is_sets, "{pattern}");
        assert_eq!(pattern.kinds().len(), pattern.results().len(), "{pattern}");
        assert!(is_sets || pattern.kinds().iter().all(|kind| *kind != ResultKind::Set), "{pattern} mixes kinds");
    }
}

/// The inputs and results of a pattern are parameters of one function, so their names must be distinct.
#[test]
fn inputs_and_results_have_distinct_names() {
    for pattern in Pattern::ALL {
        let names: Vec<&str> = pattern.inputs().iter().chain(pattern.results()).copied().chain(["length"]).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{pattern}: {names:?}");
    }
}

#[test]
fn definitions_are_sentences() {
    for pattern in Pattern::ALL {
        let text = pattern.definition();
        assert!(
            text.starts_with(char::is_uppercase) && text.ends_with('.') && !text.contains("  ") && !text.contains('`'),
            "{text}"
        );
    }
}

#[test]
fn sections_are_in_the_reference() {
    let reference = include_str!("../../../docs/reference.md");
    for pattern in Pattern::ALL {
        assert!(reference.contains(&format!("\n### {} ", pattern.section())), "{pattern}: {}", pattern.section());
    }
}
