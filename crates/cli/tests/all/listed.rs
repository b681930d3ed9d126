//! Tests that the program accepts exactly the names that it lists.

use crate::packed::{DRAWN, PACKED};
use crate::{fails, folder_with, good, path_in, run};
use setwise_ir::{Formula, Inputs, Pattern, Record};
use setwise_positions::features::Feature;

const FEN: &str = "r3k2r/8/8/3N4/8/8/8/R3K2R w KQkq - 0 1";

/// Returns the names that the error message of a command lists between the texts `before` and `after`.
fn listed(arguments: &[&str], before: &str, after: &str) -> Vec<String> {
    let error = fails(2, arguments, "");
    let (_, list) = error.split_once(before).unwrap_or_else(|| panic!("{arguments:?}: {error}"));
    let list = list.split(after).next().unwrap();
    let names: Vec<String> =
        list.split([',', ' ']).filter(|name| !["", "and"].contains(name)).map(str::to_string).collect();
    assert!(names.len() > 1, "{arguments:?}: {error}");
    names
}

/// Returns the names of the commands that the help lists.
fn commands() -> Vec<String> {
    let help = good(&["--help"], "");
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let name = |line: &str| line.split_whitespace().next().unwrap().to_string();
    list.lines().take_while(|line| !line.is_empty()).map(name).collect()
}

#[test]
fn every_listed_feature_pattern_and_format_is_accepted() {
    let folder = folder_with(&[("a.fen", FEN.as_bytes())]);
    let (file, out) = (path_in(&folder, "a.fen"), path_in(&folder, "out"));
    let list = good(&["positions", "--list"], "");
    let features: Vec<&str> = list.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let rows = good(&[&["positions"], &features[..], &[&file]].concat(), "");
    assert_eq!(rows.lines().next().unwrap(), format!("fen,{}", features.join(",")));
    for feature in features {
        good(&["show", feature, FEN], "");
        let largest = feature.parse::<Feature>().unwrap().largest_number();
        let condition = if largest > Some(1) { format!("{feature} > 0") } else { feature.to_string() };
        good(&["positions", "--totals", "white_king", &file, "--where", &condition], "");
    }
    for list in [
        listed(&["convert", &file, &out], "with --to: ", ";"),
        listed(&["convert", &file, &out, "--to", "none"], "[possible values: ", "]"),
    ] {
        for format in list {
            let options = if PACKED.contains(&&*format) { &DRAWN[..] } else { &[] };
            good(&[&["convert", &file, &out, "--to", &format], options].concat(), "");
            good(&["positions", "--totals", "all", &out, "--from", &format], "");
        }
    }
    for command in commands() {
        good(&["help", &command], "");
    }
    assert_eq!(run(&["schema"], "").0 == Some(0), commands().contains(&"schema".to_string()));
}

/// Checks that `sets` accepts every pattern that `setwise list` names, with the columns that the list names.
#[test]
fn every_listed_pattern_is_accepted_by_sets() {
    let list: serde_json::Value = serde_json::from_str(&good(&["list", "--json"], "")).unwrap();
    let patterns: Vec<&serde_json::Value> =
        list.as_array().unwrap().iter().filter(|entry| entry["entry"] == "pattern").collect();
    assert!(patterns.len() > 90, "{} patterns", patterns.len());
    for pattern in patterns {
        let (name, inputs) = (pattern["name"].as_str().unwrap(), pattern["inputs"].as_array().unwrap());
        let field = |input: &serde_json::Value| if input["kind"] == "set" { "0x42" } else { "1" };
        let line = inputs.iter().map(field).collect::<Vec<_>>().join(",");
        let rows = good(&["sets", name], &line);
        let results = pattern["results"].as_array().unwrap();
        let columns = rows.lines().next().unwrap().split(',').count();
        assert_eq!(columns, inputs.len() + results.len(), "{name}: {rows}");
        assert_eq!(rows.lines().count(), 2, "{name}: {rows}");
    }
}

/// Returns the names in a list, which are at the start of lines.
fn names_in(list: &str) -> Vec<&str> {
    list.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).collect()
}

/// Checks that `setwise list WORD` lists exactly the names that contain the word, in lines of at most 100 characters.
#[test]
fn a_word_filters_the_list() {
    let list = good(&["list", "royal"], "");
    assert_eq!(names_in(&list), ["royal_forks", "white_royal_forks", "black_royal_forks"]);
    let all = good(&["list"], "");
    assert!(all.lines().all(|line| line.len() <= 100), "{all}");
    for name in names_in(&all) {
        assert!(name.parse::<Pattern>().is_ok() || name.parse::<Feature>().is_ok(), "{name}");
    }
}

/// Checks that `setwise list --operations` lists every pattern of sets with both formulas, and says which are loops.
#[test]
fn the_operations_of_every_pattern_of_sets_are_listed() {
    let list = good(&["list", "--operations"], "");
    let lines: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
    let of_sets = Pattern::ALL.iter().filter(|pattern| pattern.takes_sets());
    let expected = of_sets.flat_map(|pattern| ["prefix", "shifts"].map(|formula| (pattern.name(), formula)));
    assert!(lines.iter().map(|words| (words[0], words[1])).eq(expected), "{list}");
    for (line, words) in list.lines().zip(&lines) {
        let pattern: Pattern = words[0].parse().unwrap();
        assert_eq!(pattern.record(Formula::Prefix).is_err(), line.ends_with("; one round of the loop"), "{line}");
    }
    let attacks = good(&["list", "--operations", "knight_attacks"], "");
    let measures: Vec<&str> = attacks.lines().map(|line| line.split_once("  ").unwrap().1.trim()).collect();
    let expected = [
        "prefix  17 operations (8 shift, 4 and, 5 or), depth 6",
        "shifts  23 operations (8 shift, 8 and, 7 or), depth 5",
    ];
    assert_eq!(measures, expected);
    assert!(fails(2, &["list", "--operations", "white_knights"], "").contains("pattern of sets"));
}

/// Checks that every pattern can be explained, and that every leaper and instruction set is accepted.
/// `setwise gen kernel` must refuse patterns whose inputs are squares, and patterns whose number of rounds depends on
/// the board.
#[test]
fn every_pattern_leaper_and_instruction_set_is_accepted() {
    let generate = ["gen", "kernel"];
    for pattern in Pattern::ALL {
        let values = pattern.inputs().iter().enumerate().map(|(n, _)| match pattern.inputs_are() {
            Inputs::SetsAndNumber | Inputs::SetsAndFlag if n + 1 == pattern.inputs().len() => "1",
            _ => "e4",
        });
        good(&["explain", pattern.name()].into_iter().chain(values).collect::<Vec<_>>(), "");
        if pattern.takes_sets() {
            good(&["explain", pattern.name(), FEN], "");
        }
        let arguments = [&generate[..], &[pattern.name(), "--list"]].concat();
        let can_be_written = pattern.inputs_are() != Inputs::Squares && pattern.record(Formula::Prefix).is_ok();
        assert_eq!(run(&arguments, "").0 == Some(0), can_be_written, "{pattern}");
    }
    let leapers = listed(&["gen", "leaper", "none"], "or one of ", "\n");
    for leaper in &leapers {
        good(&[&generate[..], &[leaper, "--list"]].concat(), "");
    }
    for set in listed(&["gen", "kernel", "knight_attacks", "--isa", "none"], "instruction sets are ", "\n") {
        good(&["gen", "kernel", "knight_attacks", "--lang", "c", "--isa", &set], "");
    }
}

/// Checks that the backends that are listed as ready can run, and that all others are refused.
#[test]
fn every_backend_that_is_said_to_be_ready_is() {
    for name in listed(&["sets", "popcount", "--backend", "none"], "ready here are ", "\n") {
        good(&["sets", "popcount", "--backend", &name], "");
    }
    let rows = good(&["backends", "--format", "csv"], "");
    let known = listed(&["sets", "popcount", "--backend", "none"], "the names are ", ";");
    assert!(rows.lines().skip(1).map(|row| row.split(',').next().unwrap()).eq(known));
    for row in rows.lines().skip(1) {
        let code = run(&["sets", "popcount", "--backend", row.split(',').next().unwrap()], "").0;
        assert_eq!(code == Some(0), row.contains(",ready,"), "{row}");
    }
}
