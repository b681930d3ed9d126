//! Runs the commands that the README and the guide to files show, in their order.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use setwise_testkit::games::master_fens;

use crate::{REPOSITORY, START, good, path_in, text};

/// Returns the lines of a text that are commands of the program.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let columnar = |line: &&str| [".parquet", ".arrow", "setwise schema"].iter().any(|part| line.contains(part));
    let commands = text.lines().filter(|line| line.starts_with("setwise "));
    commands.filter(move |line| cfg!(feature = "parquet") || !columnar(line))
}

#[test]
fn commands_of_the_documents_succeed_and_write_their_files() {
    let read = |name: &str| fs::read_to_string(Path::new(REPOSITORY).join(name)).unwrap();
    let readme = read("README.md");
    let (_, section) = readme.split_once("### Files of positions").expect("the README has the section");
    let (section, _) = section.split_once("As a library").unwrap();
    for document in [section, &read("docs/files.md")] {
        let lines = master_fens()[..200].join("\n") + "\n";
        let folder = crate::folder_with(&[
            ("games.fen", lines.as_bytes()),
            ("wac.epd", lines.as_bytes()),
            ("puzzles.csv", format!("Id,FEN\n1,{START}\n").as_bytes()),
        ]);
        fs::create_dir(folder.path().join("games")).unwrap();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(lines.as_bytes()).unwrap();
        fs::write(folder.path().join("games/one.fen.gz"), encoder.finish().unwrap()).unwrap();
        let games = path_in(&folder, "games.fen");
        good(&["convert", &games, &path_in(&folder, "train.bullet"), "--to", "bulletformat"], "");
        let mut number = 0;
        for line in commands(document) {
            let script = format!("setwise() {{ \"$PROGRAM\" \"$@\"; }}\n{line}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).current_dir(folder.path()).env_remove("SETWISE_BACKEND");
            let output = shell.env("PROGRAM", env!("CARGO_BIN_EXE_setwise")).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{line}: {}", text(&output.stderr));
            let command = line.split(" #").next().unwrap();
            let out = command.split_once(" --out ").and_then(|(_, rest)| rest.split_whitespace().next());
            assert!(out.is_none_or(|out| folder.path().join(out).exists()), "{line}");
            assert_eq!(output.stdout.is_empty(), out.is_some() || command.starts_with("setwise convert"), "{line}");
            number += 1;
        }
        assert!(number >= 4, "{number} commands");
    }
}
