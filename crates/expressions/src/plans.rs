//! Tests of plans. The values of an expression do not show whether blocks skip regions, whether common terms are computed
//! once, and whether slots are used again.

use crate::plan::{Instruction, Pass, Plan};
use crate::planner;
use crate::term::Terms;
use crate::{Expression, Names};

fn plan(texts: &[&str], names: &Names) -> Plan {
    let (mut terms, mut wanted) = (Terms::default(), Vec::new());
    for text in texts {
        let expression = Expression::parse(text, names).unwrap_or_else(|error| panic!("{error}"));
        wanted.push(terms.merge(&expression.terms, &[])[expression.value.index()]);
    }
    planner::plan(&terms, &wanted)
}

/// Returns the kind of each instruction of an expression, and how many instructions each test skips.
fn kinds(text: &str) -> String {
    let plan = plan(&[text], &Names::default());
    let kind = |instruction: &Instruction| match instruction {
        Instruction::Pass(Pass::Two([first, second], _), _) => format!("{first:?}-{second:?}").to_lowercase(),
        Instruction::Pass(pass, _) => format!("{pass:?}").split('(').next().unwrap_or_default().to_lowercase(),
        Instruction::Pattern(pattern, ..) => pattern.to_string(),
        Instruction::SkipIf(_, word, count) => format!("skip-if-{}:{count}", *word != 0),
    };
    plan.instructions.iter().map(kind).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_second_condition_is_a_region_if_it_takes_long() {
    for (text, expected) in [
        (
            "black_to_move and count(knight_attacks(white_knights)) > 5",
            "copy skip-if-false:5 and knight_attacks count less and",
        ),
        (
            "black_to_move or count(knight_attacks(white_knights)) > 5",
            "copy skip-if-true:5 and knight_attacks count less or",
        ),
        ("count(knight_attacks(white_knights)) > 5 and black_to_move", "and knight_attacks count less and"),
        ("black_to_move and count(white) > 5", "count less and"),
        ("black_to_move and white_forks", "notequal and"),
        (
            "black_to_move and king_attacks(kings) & knight_attacks(knights)",
            "copy skip-if-false:5 king_attacks knight_attacks and notequal and",
        ),
        // A term that is needed elsewhere is outside the region.
        (
            "king_attacks(kings) and king_attacks(kings) & knight_attacks(knights)",
            "king_attacks notequal copy skip-if-false:4 knight_attacks and notequal and",
        ),
        (
            "black_to_move and (knight_attacks(knights) or king_attacks(kings))",
            "copy skip-if-false:8 knight_attacks notequal copy skip-if-true:3 king_attacks notequal or and",
        ),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

/// A pass computes two operations if nothing else needs the result of the first.
#[test]
fn one_pass_computes_pairs_of_operations() {
    for (text, expected) in [
        ("knights & white & {d4}", "and-and"),
        ("{d4} | knights & white", "and-or"),
        ("knights - white - {d4}", "without-without"),
        ("{d4} - (knights | white)", "or-removedfrom"),
        ("knights & white & {d4} ^ {e5}", "and-and xor"),
        ("(knights & white) | (bishops & black)", "and and-or"),
        ("(knights & white) ^ knight_attacks(knights & white)", "and knight_attacks xor"),
        ("white & knights = white and not white = {e4}", "and equal notequal and"),
        ("not count(white) < 5", "count notless"),
        ("knights & !white", "without"),
        ("white | !black", "not or"),
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn common_terms_and_the_results_of_a_pattern_are_computed_once() {
    let names = Names::default();
    let count = |texts: &[&str]| plan(texts, &names).instructions.len();
    assert_eq!(count(&["king_files.open(kings, white, black) & king_files.half_open(kings, white, black)"]), 2);
    assert_eq!(count(&["knight_attacks(knights) | north(knight_attacks(knights))"]), 3);
    assert_eq!(count(&["knight_attacks(knights)", "knight_attacks(knights)", "count(knight_attacks(knights))"]), 2);
    assert_eq!(count(&["!!white", "white"]), 0);
}

/// The result of each step is free after the next step, so a long chain takes few slots.
#[test]
fn slots_are_used_again() {
    let mut text = "let d0 = own\n".to_string();
    for n in 1..500 {
        text += &format!("let d{n} = north(d{}) & knight_attacks(d{0})\n", n - 1);
    }
    let names = Names::default().with_definitions(&text).unwrap();
    let slots = plan(&["d499"], &names).slots;
    assert!(slots <= 4, "{slots} slots");
}
