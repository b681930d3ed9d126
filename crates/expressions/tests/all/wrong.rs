//! Wrong expressions: each message, with its column. The check must end quickly for any text.

use setwise_expressions::{Expression, Names};
use setwise_positions::Layout;

fn names() -> Names {
    Names::default().with_columns(["ply"])
}

/// Returns the first line of the error of a condition.
fn error(text: &str) -> String {
    let error = Expression::parse_condition(text, &names()).expect_err(text);
    let lines: Vec<String> = error.to_string().lines().map(String::from).collect();
    assert_eq!((lines.len(), &lines[0]), (3, &error.line()), "{error}");
    assert!(lines.iter().all(|line| line.len() < 300), "{error}");
    error.line()
}

/// Checks the message of each text.
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(error(text), *expected, "{text}");
    }
}

#[test]
fn a_text_that_cannot_be_parsed_is_refused_at_its_place() {
    check(&[
        ("", "column 1: expected a name, a number, a set or a bracket"),
        ("   ", "column 4: expected a name, a number, a set or a bracket"),
        ("&", "column 1: expected a name, a number, a set or a bracket"),
        ("white &", "column 8: expected a name, a number, a set or a bracket"),
        ("white & & black", "column 9: expected a name, a number, a set or a bracket"),
        ("and white", "column 1: expected a name, a number, a set or a bracket"),
        ("not", "column 4: expected a name, a number, a set or a bracket"),
        ("not and white", "column 5: expected a name, a number, a set or a bracket"),
        ("!", "column 2: expected a name, a number, a set or a bracket"),
        ("white black", "column 7: expected an operator or the end of the expression"),
        ("white)", "column 6: expected an operator or the end of the expression"),
        ("(white", "column 7: expected an operator or )"),
        ("(white black)", "column 8: expected an operator or )"),
        ("()", "column 2: expected a name, a number, a set or a bracket"),
        ("count()", "column 7: expected a name, a number, a set or a bracket"),
        ("count(white", "column 12: expected an operator, a comma or )"),
        ("count(white,)", "column 13: expected a name, a number, a set or a bracket"),
        ("count(white black)", "column 13: expected an operator, a comma or )"),
        ("{a1", "column 4: expected names of squares, separated by commas, and }"),
        ("{a1; b2}", "column 4: expected names of squares, separated by commas, and }"),
        ("white = black = own", "column 15: expected an operator or the end of the expression"),
        ("ply < 3 < 4", "column 9: expected an operator or the end of the expression"),
        ("white ~ black", "column 7: expected an operator or the end of the expression"),
        ("not_white", "column 1: 'not_white' is not a name; docs/expressions.md describes the names"),
        ("ply > - 3", "column 7: expected a name, a number, a set or a bracket"),
        ("ply > 3ä", "column 8: expected an operator or the end of the expression"),
        ("\"white\"", "column 1: expected a name, a number, a set or a bracket"),
        ("white_knights & é", "column 17: expected a name, a number, a set or a bracket"),
    ]);
}

#[test]
fn unknown_names_and_functions_are_shown_with_the_nearest_ones() {
    check(&[
        ("whte", "column 1: 'whte' is not a name; did you mean white, white_king or white_pawns?"),
        ("white_quens", "column 1: 'white_quens' is not a name; did you mean white_queens, white or white_pawns?"),
        ("white == black", "column 7: write = instead of =="),
        ("white && black", "column 7: write `and` instead of &&, or & for squares in both sets"),
        ("white || black", "column 7: write `or` instead of ||, or | for squares in either set"),
        ("count(white) <> 3", "column 14: write != instead of <>"),
        ("xyzzy", "column 1: 'xyzzy' is not a name; docs/expressions.md describes the names"),
        ("white_", "column 1: 'white_' is not a name; did you mean white, white_king or white_pawns?"),
        ("White", "column 1: 'White' is not a name; did you mean white?"),
        (
            "knight_attacks",
            "column 1: 'knight_attacks' is not a name; did you mean white_knight_attacks, black_knight_attacks or own_knight_attacks?; as a function it takes inputs in brackets: knight_attacks(...)",
        ),
        (
            "north",
            "column 1: 'north' is not a name; docs/expressions.md describes the names; as a function it takes inputs in brackets: north(...)",
        ),
        (
            "count",
            "column 1: 'count' is not a name; docs/expressions.md describes the names; as a function it takes inputs in brackets: count(...)",
        ),
        (
            "knigt_attacks(white)",
            "column 1: 'knigt_attacks' is not a function; did you mean knight_attacks, knight_attacks_from or king_attacks?",
        ),
        ("xyzzy(white)", "column 1: 'xyzzy' is not a function; `setwise list` shows all patterns"),
        (
            "king_files(kings, white, black)",
            "column 1: king_files has several results; write king_files.open or king_files.half_open",
        ),
        (
            "king_files.closed(kings, white, black)",
            "column 1: 'king_files.closed' is not a function; did you mean king_files.open, king_fill or king_files.half_open?",
        ),
        (
            "knight_attacks.attacks(white)",
            "column 1: 'knight_attacks.attacks' is not a function; did you mean knight_attacks, knight_attacks_from or knight_steps?",
        ),
        (
            "white(black)",
            "column 1: 'white' is not a function; did you mean white_pinned, white_passers or white_checkers?",
        ),
        ("file(i)", "column 1: file(i): expected a letter from a to h"),
        ("file(white)", "column 1: file(white): expected a letter from a to h"),
        ("rank(0)", "column 1: rank(0): expected a digit from 1 to 8"),
        ("rank(a)", "column 1: rank(a): expected a digit from 1 to 8"),
        ("rank(1, 2)", "column 1: rank takes one argument, not 2"),
    ]);
}

#[test]
fn wrong_types_and_counts_of_arguments_are_refused() {
    check(&[
        ("white & ply", "column 9: ply is a number, but a set is expected"),
        ("ply | white", "column 1: ply is a number, but a set is expected"),
        (
            "white & white_to_move",
            "column 9: white_to_move is a truth value, but a set is expected; truth values take `and`",
        ),
        (
            "white_to_move - white",
            "column 1: white_to_move is a truth value, but a set is expected; truth values take `and`",
        ),
        (
            "white | white_to_move",
            "column 9: white_to_move is a truth value, but a set is expected; truth values take `or`",
        ),
        (
            "white ^ white_to_move",
            "column 9: white_to_move is a truth value, but a set is expected; truth values take `or`",
        ),
        ("!white_to_move", "column 2: white_to_move is a truth value, but a set is expected; truth values take `not`"),
        ("!ply", "column 2: ply is a number, but a set is expected"),
        ("not ply", "column 5: ply is a number, but a truth value is expected; compare it, for example with > 0"),
        ("ply and white", "column 1: ply is a number, but a truth value is expected; compare it, for example with > 0"),
        (
            "white or count(white)",
            "column 10: count(white) is a number, but a truth value is expected; compare it, for example with > 0",
        ),
        (
            "white < black",
            "column 1: white is a set; sets are compared with = and != only, numbers of squares with count(...)",
        ),
        (
            "white >= black",
            "column 1: white is a set; sets are compared with = and != only, numbers of squares with count(...)",
        ),
        (
            "white = 3",
            "column 1: white is a set, but the other side of the comparison is a number; count(...) is its number of squares",
        ),
        (
            "3 < white",
            "column 5: white is a set, but the other side of the comparison is a number; count(...) is its number of squares",
        ),
        (
            "white_to_move = black_to_move",
            "column 1: white_to_move is a truth value, which cannot be compared; write it alone or after not",
        ),
        (
            "ply = white_to_move",
            "column 7: white_to_move is a truth value, which cannot be compared; write it alone or after not",
        ),
        (
            "white != in_check",
            "column 10: in_check is a truth value, which cannot be compared; write it alone or after not",
        ),
        ("count(ply) = 1", "column 7: ply is a number, but a set is expected"),
        (
            "count(white_to_move) = 1",
            "column 7: white_to_move is a truth value, but a set is expected; truth values take `and`",
        ),
        ("count(white, black) = 1", "column 1: count takes one argument, not 2"),
        ("north(ply)", "column 7: ply is a number, but a set is expected"),
        ("north(white, black)", "column 1: north takes one argument, not 2"),
        ("knight_attacks(ply)", "column 16: ply is a number, but a set is expected"),
        ("knight_attacks(white, black)", "column 1: knight_attacks has 1 input (knights), not 2"),
        ("knight_moves(white)", "column 1: knight_moves has 2 inputs (knights, own), not 1"),
        (
            "knight_fill(knights, kings)",
            "column 22: kings is a set, but a number is expected; count(...) is its number of squares",
        ),
        ("knight_fill(knights, white_to_move)", "column 22: white_to_move is a truth value, but a number is expected"),
        (
            "white_caught_area(kings, ply)",
            "column 26: ply is a number, but a truth value is expected; compare it, for example with > 0",
        ),
        ("ply", "column 1: the condition is a number; compare it, for example with > 0"),
        ("count(white)", "column 1: the condition is a number; compare it, for example with > 0"),
        (
            "(count((white_knights | white_bishops | white_rooks | white_queens))) & white",
            "column 1: (count((white_knights | white_bishop... is a number, but a set is expected",
        ),
    ]);
}

#[test]
fn wrong_numbers_and_sets_are_refused() {
    check(&[
        ("ply = 4294967296", "column 7: numbers are between -4294967295 and 4294967295"),
        ("ply = -4294967296", "column 7: numbers are between -4294967295 and 4294967295"),
        ("ply = 99999999999999999999999999", "column 7: numbers are between -4294967295 and 4294967295"),
        ("ply = 12x", "column 7: '12x' is not a number; a hexadecimal set begins with 0x"),
        ("ply = 1_000", "column 7: '1_000' is not a number; a hexadecimal set begins with 0x"),
        ("white & 0x", "column 9: '0x' is not a set: 1 to 16 hexadecimal digits are expected after 0x"),
        ("white & 0xg", "column 9: '0xg' is not a set: 1 to 16 hexadecimal digits are expected after 0x"),
        (
            "white & 0x10000000000000000",
            "column 9: '0x10000000000000000' is not a set: 1 to 16 hexadecimal digits are expected after 0x",
        ),
        ("white & {a9}", "column 9: 'a9' is not a square from a1 to h8"),
        ("white & {a1 b2}", "column 9: 'a1 b2' is not a square from a1 to h8"),
        ("white & {a1,}", "column 9: '' is not a square from a1 to h8"),
        ("white & {,}", "column 9: '' is not a square from a1 to h8"),
        ("white & {i1}", "column 9: 'i1' is not a square from a1 to h8"),
        ("white & {a1, {b2}}", "column 14: expected names of squares, separated by commas, and }"),
    ]);
}

#[test]
fn the_largest_numbers_and_sets_in_any_case_are_accepted() {
    for text in [
        "ply = 4294967295",
        "ply = -4294967295",
        "ply = -0",
        "ply = 007",
        "white & 0xFFFFffffFFFFffff",
        "white & 0XF",
        "white & { A1 , h8 }",
        "white = {}",
        "white = { }",
        "white_to_move and(not(black_to_move))or(white)",
        "count (white) = ply",
        "nothing = white",
    ] {
        let names = names().with_definitions("let nothing = {}").unwrap();
        assert!(Expression::parse_condition(text, &names).is_ok(), "{text}");
    }
}

#[test]
fn boards_without_white_and_black_have_no_such_names() {
    let error = |text: &str| Expression::parse(text, &Names::new(Layout::Relative)).expect_err(text).line();
    let lost = |name: &str, column: usize| {
        format!(
            "column {column}: {name}: these boards are stored as seen from the side to move, and which side that was is \
             lost; names begin with own_ and their_"
        )
    };
    for name in ["white", "black_knights", "white_forks", "white_to_move", "black_to_move"] {
        assert_eq!(error(name), lost(name, 1));
    }
    assert_eq!(error("own & (white_knights)"), lost("white_knights", 7));
    let unknown =
        "column 1: 'whte_knights' is not a name; did you mean their_knights, own_knights or their_knight_moves?";
    assert_eq!(error("whte_knights"), unknown);
    for text in ["own", "their_knights", "own_forks_safe", "in_check", "knights & empty", "white_passers(own, their)"] {
        assert!(Expression::parse(text, &Names::new(Layout::Relative)).is_ok(), "{text}");
    }
}

/// Repeated brackets and operators must be refused without a stack overflow: the parser calls itself for each.
#[test]
fn thousands_of_brackets_and_operators_are_refused() {
    for (open, close) in
        [("(", ")"), ("!", ""), ("! ", ""), ("not ", ""), ("not(", ")"), ("north(", ")"), ("!(", ")"), ("count(", ")")]
    {
        for count in [100, 10_000.min(65_000 / (open.len() + close.len()))] {
            let text = format!("{}white{}", open.repeat(count), close.repeat(count));
            let line = error(&text);
            assert!(line.ends_with("too many nested brackets and operators: at most 40 are allowed"), "{open}: {line}");
            assert!(error(&open.repeat(count)).ends_with("at most 40 are allowed"), "{open}");
        }
        assert!(error(&open.repeat(20)).starts_with("column "), "{open}");
    }
    let forty = format!("{}white{}", "(".repeat(40), ")".repeat(40));
    assert!(Expression::parse(&forty, &names()).is_ok());
    assert!(Expression::parse(&format!("({forty})"), &names()).is_err());
    // The limit is for brackets within each other, not for their number.
    let many = vec!["(!white)"; 2000].join(" & ");
    assert!(Expression::parse(&many, &names()).is_ok());
}

#[test]
fn long_texts_are_refused_and_long_chains_are_not_too_deep() {
    for text in [
        "white & ".repeat(1 << 17),
        "(".repeat(1 << 20),
        " ".repeat(1 << 20),
        "é".repeat(1 << 19),
        "x".repeat(1 << 20),
        // The limit is inside a character.
        format!("x{}", "é".repeat(1 << 19)),
    ] {
        assert!(error(&text).ends_with("the expression is longer than 65536 bytes"));
    }
    let longest = vec!["own"; 8192].join(" and ");
    assert!(longest.len() <= 1 << 16 && Expression::parse(&longest, &names()).is_ok());
    let (name, call) = ("x".repeat(60_000), format!("{}()", "x".repeat(60_000)));
    let short = format!("column 1: '{}...' is not a", "x".repeat(36));
    assert_eq!(error(&name), format!("{short} name; docs/expressions.md describes the names"));
    assert_eq!(error(&call), "column 60002: expected a name, a number, a set or a bracket");
    assert_eq!(error(&format!("{name}(white)")), format!("{short} function; `setwise list` shows all patterns"));
    let digits = error(&format!("white & 0x{}", "f".repeat(60_000)));
    assert!(digits.starts_with(&format!("column 9: '0x{}...' is not a set", "f".repeat(34))), "{digits}");
}
