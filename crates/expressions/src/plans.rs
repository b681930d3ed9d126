//! Tests of plans. The values of an expression do not show whether blocks skip regions, whether common terms are computed
//! once, and whether slots are used again.

use setwise_positions::{Columns, Reader, Rules};

use crate::plan::{Bitwise, Instruction, Pass, Plan};
use crate::planner;
use crate::term::{Term, Terms};
use crate::{BLOCK, Evaluator, Expression, Names};

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
        Instruction::SkipIfFalse(_, count) => format!("skip-if-false:{count}"),
        Instruction::SkipIfTrue(_, count) => format!("skip-if-true:{count}"),
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
    ] {
        assert_eq!(kinds(text), expected, "{text}");
    }
}

#[test]
fn a_term_that_is_needed_elsewhere_is_outside_the_region() {
    let inside = "black_to_move and king_attacks(kings) & knight_attacks(knights)";
    assert_eq!(kinds(inside), "copy skip-if-false:5 king_attacks knight_attacks and notequal and");
    let before = "king_attacks(kings) and king_attacks(kings) & knight_attacks(knights)";
    assert_eq!(kinds(before), "king_attacks notequal copy skip-if-false:4 knight_attacks and notequal and");
    let after = format!("({inside}) or king_attacks(kings)");
    assert_eq!(kinds(&after), "king_attacks copy skip-if-false:4 knight_attacks and notequal and notequal or");
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
fn regions_are_within_each_other() {
    let text = "black_to_move and knight_attacks(knights) and king_attacks(kings)";
    assert_eq!(
        kinds(text),
        "copy skip-if-false:3 knight_attacks notequal and copy skip-if-false:3 king_attacks notequal and"
    );
    let text = "black_to_move and (knight_attacks(knights) or king_attacks(kings))";
    assert_eq!(
        kinds(text),
        "copy skip-if-false:8 knight_attacks notequal copy skip-if-true:3 king_attacks notequal or and"
    );
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

/// Returns the number of patterns that are not computed for a block with this side to move. The patterns have eight
/// results. Later instructions use a few of their slots again, and the others keep their values.
fn skipped(text: &str, side: &str) -> usize {
    let expression = Expression::parse_condition(text, &Names::default()).unwrap();
    let mut evaluator = Evaluator::new(setwise::auto(), &[&expression]);
    let mut columns = Columns::default();
    let text = format!("4k3/8/2n2n2/8/8/2N2N2/8/4K3 {side} - -\n").repeat(BLOCK);
    Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    evaluator.for_each_block(&columns, &[], |_, values| assert_eq!(values[0].len(), BLOCK));
    let value = |slot: &usize| evaluator.columns[*slot].0[0];
    let is_skipped = |instruction: &&Instruction| match instruction {
        Instruction::Pattern(_, _, slots) => slots.iter().filter(|slot| value(slot) != 0).count() < 4,
        _ => false,
    };
    evaluator.runner.plan.instructions.iter().filter(is_skipped).count()
}

#[test]
fn blocks_skip_regions_whose_result_is_decided() {
    let [one, other] =
        ["white_knights", "black_knights"].map(|knights| format!("knight_directions.no_no_ea({knights})"));
    for (text, white, black) in [
        (format!("white_to_move and {one}"), 0, 1),
        (format!("white_to_move or {one}"), 1, 0),
        (format!("white_to_move and ({one} and {other})"), 0, 2),
        (format!("not white_to_move or {one} and {other}"), 0, 2),
        (format!("{one} and white_to_move"), 0, 0),
    ] {
        assert_eq!((skipped(&text, "w"), skipped(&text, "b")), (white, black), "{text}");
    }
}

#[test]
fn constants_are_in_slots_before_the_first_instruction() {
    let plan = plan(&["{a1}", "white & {a1} | {h8}"], &Names::default());
    let constants: Vec<u64> = plan
        .given
        .iter()
        .filter_map(|(term, _)| if let Term::Constant(set) = term { Some(*set) } else { None })
        .collect();
    assert_eq!(constants, [1, 1 << 63]);
    assert!(matches!(plan.instructions[..], [Instruction::Pass(Pass::Two([Bitwise::And, Bitwise::Or], _), _)]));
}
