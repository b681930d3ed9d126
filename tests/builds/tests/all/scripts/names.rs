//! Runs texts whose names are keywords of the languages, as the engines list them. Each keyword is the name of an input, of
//! a result and of a function, unless [`write`](setwise_ir::script::write) refuses it.

use setwise_ir::Formula::Prefix;
use setwise_ir::emit::EmitError;
use setwise_ir::script::{Header, Script, write};
use setwise_ir::{Pattern, Program, Record};

use super::Case;

/// The number of inputs or of results of a function. PostgreSQL allows 100 parameters.
const COLUMNS: usize = 50;

/// Returns texts that have each of the listed words as a name. `listed` has one word in each line.
pub(super) fn named(script: Script, listed: &str) -> Vec<Case> {
    let words = words(listed);
    let attacks = Pattern::KnightAttacks.record(Prefix).unwrap();
    let case = |program: &Program| {
        let boards = [1_u64 << 63, 0x0081_0000_4200_1800, 0];
        let inputs =
            boards.map(|board| (0..program.inputs().len()).map(|n| board.rotate_left(n as u32)).collect::<Vec<u64>>());
        Case::new(program, script, inputs.into_iter().map(|input| (input.clone(), program.run(&input))).collect())
    };
    let mut cases = Vec::new();
    for (n, words) in words.chunks(COLUMNS).enumerate() {
        let of_inputs =
            words.iter().map(|word| attacks.clone().with_names(&format!("attacks_of_{word}"), &[word], &["attacks"]));
        let of_results =
            words.iter().map(|word| attacks.clone().with_names(word, &["squares_of_knights"], &["attacks"]));
        let columns: [Vec<Program>; 2] = [of_inputs.collect(), of_results.collect()];
        for (programs, kind) in columns.iter().zip(["inputs", "results"]) {
            cases.push(case(&Program::fused(&format!("{kind}_{n}"), programs)).unwrap());
        }
    }
    // Spark takes a third of a second for each text.
    let every = if script == Script::Spark { 10 } else { 1 };
    for word in words.iter().step_by(every) {
        let program = attacks.clone().with_names(word, &["squares_of_knights"], &["attacks"]);
        match case(&program) {
            Ok(case) => cases.push(case),
            Err(error) => assert!(matches!(error, EmitError::ReservedIn(..)), "{error}"),
        }
    }
    cases
}

/// Returns the words that are names in snake case.
fn words(listed: &str) -> Vec<String> {
    let mut words: Vec<String> = listed.lines().map(str::to_lowercase).collect();
    let is_name = |word: &String| {
        let program = Pattern::KnightAttacks.record(Prefix).unwrap().with_names("named", &[word], &["attacks"]);
        write(&program, Script::NumPy, &Header::default()).is_ok()
    };
    words.retain(is_name);
    words.sort();
    words.dedup();
    assert!(words.len() > 100, "{words:?}");
    words
}

/// PostgreSQL cuts names after 63 bytes.
#[test]
#[ignore = "nightly"]
fn long_names_are_refused_for_postgres_only() {
    let attacks = Pattern::KnightAttacks.record(Prefix).unwrap();
    let [fits, long] = [63, 64].map(|length| "a".repeat(length));
    for script in Script::ALL {
        let written = |name: &str, input: &str, result: &str| {
            write(&attacks.clone().with_names(name, &[input], &[result]), script, &Header::default())
        };
        for names in [[&*long, "b", "c"], ["b", &*long, "c"], ["b", "c", &*long]] {
            let text = written(names[0], names[1], names[2]);
            assert_eq!(text.is_err(), script == Script::Postgres, "{script}");
            if let Err(error) = text {
                let expected =
                    format!("the name '{long}' has 64 bytes, expected at most 63, because postgres cuts longer names");
                assert_eq!(error.to_string(), expected);
            }
        }
        written(&fits, "b", "c").unwrap();
    }
}
