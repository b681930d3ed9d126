//! Plants faults in the syntax of each language and in written texts. The reader must refuse the text, or read a program
//! that computes something else.

use super::definition::Syntax;
use super::{Header, Script, read, write, write_with};
use crate::Formula::Prefix;
use crate::{Pattern, Program, Record};

/// Patterns that together need every operation.
const PATTERNS: [Pattern; 5] = [
    Pattern::KnightMoveCount,
    Pattern::VulnerableLines,
    Pattern::WhiteAttackedSquares,
    Pattern::WhiteCheckMask,
    Pattern::KnightDistanceDigits,
];

/// A fault: its name, and the change of the syntax. If the syntax stays as it is, the language lacks the operation.
type Fault = (&'static str, fn(&mut Syntax));

const FAULTS: [Fault; 16] = [
    ("and is or", |syntax| syntax.and = syntax.or),
    ("or is and", |syntax| syntax.or = syntax.and),
    ("xor is or", |syntax| syntax.xor = if syntax.xor.is_empty() { "" } else { syntax.or }),
    ("not does nothing", |syntax| syntax.not = if syntax.not.is_empty() { "" } else { "{a}" }),
    ("left is right", |syntax| syntax.left = syntax.right),
    ("right is left", |syntax| syntax.right = syntax.left),
    ("left by one place", |syntax| syntax.left = by_one(syntax.left)),
    ("right by one place", |syntax| syntax.right = by_one(syntax.right)),
    ("a sum is a union", |syntax| syntax.sum = syntax.or),
    ("equal is and", |syntax| syntax.equal = syntax.and),
    ("count does nothing", |syntax| syntax.count = if syntax.count.is_empty() { "" } else { "{a}" }),
    ("bits are lost to the left", |syntax| syntax.masks_left = false),
    ("the sign is copied to the right", |syntax| syntax.masks_right = false),
    ("sums overflow", |syntax| syntax.most_sum = None),
    ("inputs are not converted", |syntax| {
        syntax.convert = if syntax.convert.is_empty() { "" } else { "{a}" };
        syntax.input = "{a}";
    }),
    ("words have another size", |syntax| syntax.halves = !syntax.halves),
];

/// Returns a template that shifts by one place.
fn by_one(template: &str) -> &'static str {
    template.replace("{n}", "1").leak()
}

/// Returns whether a text is refused, or computes something else than the program on one of many boards.
fn is_refuted(program: &Program, script: Script, text: &str) -> bool {
    let Ok(found) = read(text, script, program) else { return true };
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..200).any(|n| {
        let mut word = |_| match n % 3 {
            0 => next(),
            1 => next() & next() & next(),
            _ => 1 << (next() % 64),
        };
        let boards: Vec<u64> = program.inputs().iter().map(&mut word).collect();
        program.run(&boards) != found.run(&boards)
    })
}

#[test]
fn every_planted_fault_is_refuted() {
    let programs = PATTERNS.map(|pattern| pattern.record(Prefix).unwrap());
    for script in Script::ALL {
        let right = &script.definition().syntax;
        let mut planted = 0;
        for (fault, plant) in FAULTS {
            let mut wrong = right.clone();
            plant(&mut wrong);
            let texts = |syntax: &Syntax| {
                let text = |program| write_with(program, script, &Header::default(), syntax).unwrap();
                programs.iter().map(text).collect::<Vec<String>>()
            };
            // A fault that changes no text is in an operation that the language lacks.
            let Ok(wrong) = std::panic::catch_unwind(|| texts(&wrong)) else { continue };
            if wrong == texts(right) {
                continue;
            }
            let refuted = programs.iter().zip(&wrong).any(|(program, text)| is_refuted(program, script, text));
            assert!(refuted, "{script}: {fault}");
            planted += 1;
        }
        assert!(planted >= 9, "{script}: only {planted} faults");
    }
}

/// Changes a text instead of the syntax: a constant, the order of the parameters, and the end.
#[test]
fn every_wrong_text_is_refuted() {
    let program = Pattern::KnightMoves.record(Prefix).unwrap();
    for script in Script::ALL {
        let text = write(&program, script, &Header::default()).unwrap();
        assert!(!is_refuted(&program, script, &text), "{script}");
        let digits = ["7f7f7f7f", "9187201950435737471"].into_iter().find(|digits| text.contains(digits)).unwrap();
        let body = text.find(digits).unwrap();
        let constant = format!("{}{}", &text[..body], text[body..].replacen('7', "6", 1));
        let cut = &text[..text.trim_end().len() - 12];
        assert!(is_refuted(&program, script, &constant), "{script}: a constant\n{constant}");
        // In C, the loop at the end is not read.
        let is_read = script.name().0 != "c";
        assert!(!is_read || is_refuted(&program, script, cut), "{script}: the end\n{cut}");
        let swapped = text.replace("knights", "other").replace("own", "knights").replace("other", "own");
        assert!(is_refuted(&program, script, &swapped), "{script}: the inputs\n{swapped}");
    }
}

#[test]
fn reserved_names_are_refused_or_changed() {
    let program = Pattern::KingAttacks.record(Prefix).unwrap();
    for (script, word) in [(Script::DuckDb, "select"), (Script::NumPy, "lambda"), (Script::Halves, "function")] {
        let named = program.clone().with_names(word, &["kings"], &["attacks"]);
        let error = write(&named, script, &Header::default()).unwrap_err().to_string();
        assert!(error.contains(&format!("'{word}' is reserved")), "{error}");
        let column = program.clone().with_names("king_attacks", &[word], &["attacks"]);
        let text = write(&column, script, &Header::default()).unwrap();
        assert!(text.contains(&format!("({word}_")), "{text}");
        assert_eq!(read(&text, script, &column).unwrap().run(&[1]), program.run(&[1]));
    }
}

/// Every text of a language with other types of inputs converts each of them.
#[test]
fn texts_without_a_conversion_of_one_input_are_refused() {
    let program = Pattern::KnightMoves.record(Prefix).unwrap();
    let conversions = [
        (Script::BigInt, "BigInt.asUintN(64, own)", "own"),
        (Script::BigInt, "BigInt.asUintN(64, own)", "BigInt.asUintN(63, own)"),
        (Script::BigInt, "BigInt.asUintN(64, own)", "BigInt.asUintN(64, knights)"),
        (Script::Sqlite, "case typeof(own) when 'integer' then own end", "own"),
        (Script::Sqlite, "typeof(own) when 'integer'", "typeof(own) when 'text'"),
        (Script::Sqlite, "typeof(own)", "typeof(knights)"),
        (Script::Sqlite, "null as moves", "null as others"),
        (Script::ClickHouse, "toUInt64(bitOr(own, toUInt64(0)))", "bitOr(own, toUInt64(0))"),
        (Script::ClickHouse, "bitOr(own, toUInt64(0))", "bitOr(own, toUInt64(1))"),
        (Script::Spark, "bigint(own | 0L)", "own | 0L"),
        (Script::Torch, "torch.as_tensor(own | 0, dtype=torch.int64)", "own | 0"),
        (Script::Torch, "dtype=torch.int64", "dtype=torch.int32"),
        (Script::NumPy, "np.asarray(own | 0, dtype=np.uint64)", "own"),
        (Script::Jax, "jnp.asarray(own | 0, dtype=jnp.uint64)", "own | 0"),
    ];
    for (script, right, wrong) in conversions {
        let text = write(&program, script, &Header::default()).unwrap();
        assert!(text.contains(right), "{script}: {right}\n{text}");
        assert!(is_refuted(&program, script, &text.replace(right, wrong)), "{script}: {wrong}");
    }
}

#[test]
fn headers_name_columns_as_the_text_does() {
    let program = Pattern::KingAttacks.record(Prefix).unwrap().with_names("king_attacks", &["order"], &["check"]);
    for script in [Script::DuckDb, Script::Postgres, Script::Spark] {
        let text = write(&program, script, &Header::default()).unwrap();
        assert!(text.starts_with("-- king_attacks(order_) -> check_\n"), "{text}");
        let negative = "so a set with h8 is negative: h8 alone is -9223372036854775808.\n";
        assert_eq!(text.contains(negative), script != Script::DuckDb, "{text}");
        let needed = "-- Columns that the table boards must have: order_.\n";
        assert_eq!(text.contains(needed), script == Script::Spark, "{text}");
    }
}

#[test]
fn a_name_of_an_input_and_of_a_result_is_refused() {
    let program = Pattern::KingAttacks.record(Prefix).unwrap().with_names("king_attacks", &["kings"], &["kings"]);
    for script in Script::ALL {
        let error = write(&program, script, &Header::default()).unwrap_err().to_string();
        assert_eq!(error, "'kings' is both an input and a result, expected different names");
    }
}
