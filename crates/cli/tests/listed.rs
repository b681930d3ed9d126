//! The names that the program lists are those that it accepts.

mod common;

use common::{fails, folder_with, good, path_in, run};

const FEN: &str = "r3k2r/8/8/3N4/8/8/8/R3K2R w KQkq - 0 1";

/// Returns the names that a failing command lists in its message between these texts.
fn listed(arguments: &[&str], before: &str, after: &str) -> Vec<String> {
    let error = fails(2, arguments, "");
    let (_, list) = error.split_once(before).unwrap_or_else(|| panic!("{arguments:?}: {error}"));
    let list = list.split(after).next().unwrap();
    let names: Vec<String> =
        list.split([',', ' ']).filter(|name| !["", "and"].contains(name)).map(str::to_string).collect();
    assert!(names.len() > 1, "{arguments:?}: {error}");
    names
}

#[test]
fn every_listed_feature_pattern_and_format_is_accepted() {
    let folder = folder_with(&[("a.fen", FEN.as_bytes())]);
    let (file, out) = (path_in(&folder, "a.fen"), path_in(&folder, "out"));
    let list = good(&["positions", "--list"], "");
    let features: Vec<&str> = list.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let after_side = listed(&["positions", "none", &file], "followed by one of ", ";");
    assert!(after_side.iter().map(|name| format!("white_{name}")).eq(features[..after_side.len()].iter().copied()));
    let rows = good(&[&["positions"], &features[..], &[&file]].concat(), "");
    assert_eq!(rows.lines().next().unwrap(), format!("fen,{}", features.join(",")));
    for feature in features {
        good(&["show", feature, FEN], "");
        good(&["positions", "--totals", "white_king", &file, "--where", feature], "");
    }
    let sets = listed(&["sets", "none"], "features are ", ";");
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    assert_eq!(
        good(&[&["sets"], &sets[..]].concat(), "0x42\n").lines().next().unwrap(),
        format!("set,{}", sets.join(","))
    );
    for set in sets {
        good(&["show", set, "b1"], "");
    }
    for list in [
        listed(&["convert", &file, &out], "with --to: ", ";"),
        listed(&["convert", &file, &out, "--to", "none"], "[possible values: ", "]"),
    ] {
        for format in list {
            good(&["convert", &file, &out, "--to", &format], "");
            good(&["positions", "--totals", "all", &out, "--from", &format], "");
        }
    }
    for command in listed(&["none"], "commands are ", " (") {
        good(&[&command, "--help"], "");
    }
    assert_eq!(
        run(&["schema"], "").0 == Some(0),
        listed(&["none"], "commands are ", " (").contains(&"schema".to_string())
    );
}

/// Kernels whose number of rounds depends on the board can be explained but not written.
#[test]
fn every_listed_kernel_leaper_and_instruction_set_is_accepted() {
    for kernel in listed(&["explain", "none", "a1"], "kernels are ", ";") {
        good(&["explain", &kernel, FEN], "");
    }
    let generate = ["gen", "kernel"];
    let kernels = listed(&[&generate[..], &["none"]].concat(), "kernels are ", ";");
    let leapers = listed(&["gen", "leaper", "none"], "or one of ", " (");
    for kernel in kernels.iter().chain(&leapers) {
        good(&[&generate[..], &[kernel, "--isa", "scalar"]].concat(), "");
    }
    for leaper in &leapers {
        good(&["gen", "leaper", leaper], "");
    }
    for set in listed(&["gen", "kernel", "knight_attacks", "--isa", "none"], "instruction sets are ", " (") {
        good(&["gen", "kernel", "knight_attacks", "--isa", &set], "");
    }
}

/// A known backend may need another CPU. Each backend that is listed as ready can run.
#[test]
fn every_backend_that_is_said_to_be_ready_is() {
    for name in listed(&["sets", "popcount", "--backend", "none"], "ready here are ", " (") {
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

/// The list says that fork squares need no knight, and the help of `--where` says that two conditions need no common
/// square.
#[test]
fn squares_of_forks_need_no_knight_and_conditions_no_common_square() {
    let list = good(&["positions", "--list"], "");
    for name in ["white_forks ", "white_forks_ge3 ", "black_royal_forks ", "white_forks_any ", "white_family_forks "] {
        let line = list.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(line.contains("squares from which a knight would attack"), "{line}");
        assert!(line.ends_with("whether there is a knight or not"), "{line}");
    }
    let help = good(&["positions", "--help"], "").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("all must hold, each somewhere on the board: not necessarily on the same square"), "{help}");
    let kept = |fen: &str, conditions: &[&str]| {
        let rows = good(&[&["positions", "white_royal_forks", "white_forks_safe", "-"], conditions].concat(), fen);
        rows.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_string()).collect::<Vec<_>>()
    };
    let royal = ["--where", "white_royal_forks"];
    assert_eq!(kept("q3k3/8/8/8/8/8/8/4K3 w - -", &royal), ["0x0004000000000000,0x0000000000000000"], "c7");
    // The royal fork is on c7, the safe one that the knight can reach on c3.
    let both = kept("q3k3/8/8/8/r3r3/8/8/1N4K1 w - -", &[&royal[..], &["--where", "white_forks_safe"]].concat());
    assert_eq!(both, ["0x0004000000000000,0x0000000000040000"]);
}
