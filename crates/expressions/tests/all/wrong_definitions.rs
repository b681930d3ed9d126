//! Files of definitions: their form, their errors, and their size.

use setwise_expressions::{DefinitionError, Expression, Names};
use setwise_positions::Layout;

fn error(text: &str) -> DefinitionError {
    Names::default().with_definitions(text).expect_err(text)
}

#[test]
fn a_wrong_definition_is_refused_with_its_line() {
    for (text, line, message) in [
        ("own_knights", 1, "expected let NAME = EXPRESSION"),
        ("# a comment\n\n  letter = own", 3, "expected let NAME = EXPRESSION"),
        ("let", 1, "expected let NAME = EXPRESSION"),
        ("let x", 1, "expected let NAME = EXPRESSION"),
        ("let x # = own", 1, "expected let NAME = EXPRESSION"),
        ("let = own", 1, "'' cannot be a name; names have lower-case letters, digits and _"),
        ("let X = own", 1, "'X' cannot be a name; names have lower-case letters, digits and _"),
        ("let 1a = own", 1, "'1a' cannot be a name; names have lower-case letters, digits and _"),
        ("let a b = own", 1, "'a b' cannot be a name; names have lower-case letters, digits and _"),
        ("let _a = own", 1, "'_a' cannot be a name; names have lower-case letters, digits and _"),
        ("let and = own", 1, "'and' cannot be a name; names have lower-case letters, digits and _"),
        ("let let = own", 1, "'let' cannot be a name; names have lower-case letters, digits and _"),
        ("let x = own\nlet x = their", 2, "x already has a meaning"),
        ("let own = their", 1, "own already has a meaning"),
        ("let white_forks = own", 1, "white_forks already has a meaning"),
        ("let in_check = own", 1, "in_check already has a meaning"),
        ("let count = own", 1, "count is already a function"),
        ("let north = own", 1, "north is already a function"),
        ("let knight_attacks = own", 1, "knight_attacks is already a function"),
        (
            "let x = own\n# more\nlet y = own &\n   & their",
            3,
            "y: column 7: expected a name, a number, a set or a bracket",
        ),
        (
            "let x = own and 3",
            1,
            "x: column 9: 3 is a number, but a truth value is expected; compare it, for example with > 0",
        ),
        ("let x = own\nlet y = xx\nlet z = (", 2, "y: column 1: 'xx' is not a name; did you mean x?"),
        ("let x = x", 1, "x: column 1: 'x' is not a name; docs/expressions.md describes the names"),
        ("let x = y\nlet y = own", 1, "x: column 1: 'y' is not a name; docs/expressions.md describes the names"),
        ("let x =", 1, "x: column 1: expected a name, a number, a set or a bracket"),
    ] {
        let error = error(text);
        let shown = error.message.lines().next().unwrap();
        assert_eq!((error.line, shown), (line, message), "{text}");
        assert!(error.to_string().starts_with(&format!("line {line}: {message}")), "{error}");
    }
}

/// The second file may use the definitions of the first, and its errors have its own lines.
#[test]
fn definitions_of_several_files_are_added() {
    let names = Names::default()
        .with_definitions("\n\nlet a = own_knights\n  # inside\n  & rank(5)\n\nlet b = count(a)")
        .unwrap();
    let more = names.clone().with_definitions("let c = b > 1 and not a").unwrap();
    assert!(Expression::parse_condition("c or a = {}", &more).is_ok());
    let wrong = names.with_definitions("let c = b\nlet d = b & a").unwrap_err();
    assert_eq!(wrong.line, 2);
    assert!(wrong.message.starts_with("d: column 1: b is a number, but a set is expected"), "{wrong}");
}

#[test]
fn names_of_the_other_layout_are_not_free() {
    let error = Names::new(Layout::Relative).with_definitions("let white_forks = own_forks").unwrap_err();
    assert_eq!(error.message, "white_forks already has a meaning");
    let names = Names::default().with_columns(["score"]);
    assert_eq!(names.with_definitions("let score = own").unwrap_err().message, "score already has a meaning");
}

/// A chain of definitions is a deep expression. It must be checked, planned and evaluated without a recursion for each
/// definition, and without checking all definitions again for each.
#[test]
fn a_chain_of_thousands_of_definitions_is_evaluated() {
    let count = 5000;
    let mut text = String::from("let d0 = own\n");
    for n in 1..=count {
        let operator = ["&", "|", "^"][n % 3];
        text += &format!("let d{n} = north(d{}) {operator} !king_attacks(d{0})\n", n - 1);
    }
    text += "let t0 = white_to_move\n";
    for n in 1..=count {
        text += &format!("let t{n} = count(knight_attacks(d{n})) > 7 {} t{}\n", ["and", "or"][n % 2], n - 1);
    }
    let names = Names::default().with_definitions(&text).unwrap();
    let expression = Expression::parse(&format!("t{count}"), &names).unwrap();
    let mut columns = setwise_positions::Columns::default();
    let mut reader = setwise_positions::Reader::new(setwise::auto(), setwise_positions::Rules::Chess);
    reader.append(b"q3k3/8/8/1N6/8/8/8/4K3 w - -", 1, &mut columns, |bad| panic!("{bad}"));
    let mut blocks = 0;
    setwise_expressions::Evaluator::new(setwise::auto(), &[&expression]).for_each_block(&columns, &[], |_, values| {
        assert!(matches!(values[0], [0 | 1]));
        blocks += 1;
    });
    assert_eq!(blocks, 1);
}
