//! Runs the commands that the documents show, in the same order. Each command must succeed, and write the files that
//! `--out`, `--svg` and `>` name.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use setwise_testkit::games::master_fens;
use setwise_testkit::pgn::{RandomGame, Style};
use setwise_testkit::random::Sets;
use tempfile::TempDir;

use crate::packed::DRAWN;
use crate::{REPOSITORY, START, good, path_in, text, zstd_of};

/// The documents with commands of the program.
const DOCUMENTS: [&str; 2] = ["docs/program.md", "docs/files.md"];

/// A file of positions that a document uses, as a path in the repository.
const POSITIONS: &str = "crates/cli/src/bench/positions.fen";

/// Returns the lines of a text that are commands of the program. Omits `setwise bench`, which takes several seconds.
/// Without the feature `parquet`, also omits commands with columnar files.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    let columnar = |line: &&str| [".parquet", ".arrow", "setwise schema"].iter().any(|part| line.contains(part));
    let commands = text.lines().filter(|line| line.starts_with("setwise ") || line.contains(" | setwise "));
    let short = commands.filter(|line| !line.starts_with("setwise bench"));
    short.filter(move |line| cfg!(feature = "parquet") || !columnar(line))
}

/// Returns a folder with the files that the commands read.
fn folder() -> TempDir {
    let lines = master_fens()[..200].join("\n") + "\n";
    let folder = crate::folder_with(&[
        ("games.fen", lines.as_bytes()),
        ("wac.epd", lines.as_bytes()),
        ("puzzles.csv", format!("Id,FEN,Moves\n1,{START},e2e4 e7e5\n").as_bytes()),
        ("games.csv", b"WhiteElo,moves\n2000,1. e4 e5 1-0\n"),
        ("openings.csv", b"eco,name,pgn\nC20,King's Pawn Game,1. e4 e5\n"),
    ]);
    for name in ["games", "docs/assets", "crates/cli/src/bench"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    fs::copy(Path::new(REPOSITORY).join(POSITIONS), folder.path().join(POSITIONS)).unwrap();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(lines.as_bytes()).unwrap();
    fs::write(folder.path().join("games/one.fen.gz"), encoder.finish().unwrap()).unwrap();
    let tags = ["White", "Black", "Result", "WhiteElo", "BlackElo"].map(|tag| format!("[{tag} \"*\"]\n")).concat();
    let (mut random, mut games) = (Sets::seeded(4105), format!("{tags}\n1. e4 e5 *\n\n"));
    (0..20).for_each(|_| RandomGame::new(&mut random, 40).write(Style::EXPORT, &mut random, &mut games));
    fs::write(folder.path().join("games.pgn"), &games).unwrap();
    fs::write(folder.path().join("games.pgn.zst"), zstd_of(&games)).unwrap();
    let games = path_in(&folder, "games.fen");
    good(&["convert", &games, &path_in(&folder, "book.fen.zst")], "");
    good(&[&["convert", &games, &path_in(&folder, "train.bullet"), "--to", "bulletformat"], &DRAWN[..]].concat(), "");
    folder
}

/// Returns the word that follows `option` in a command.
fn after<'a>(command: &'a str, option: &str) -> Option<&'a str> {
    command.split_once(option).and_then(|(_, rest)| rest.split_whitespace().next())
}

#[test]
fn commands_of_the_documents_succeed_and_write_their_files() {
    for document in DOCUMENTS {
        let document = fs::read_to_string(Path::new(REPOSITORY).join(document)).unwrap();
        let folder = folder();
        let mut number = 0;
        for line in commands(&document) {
            let script = format!("setwise() {{ \"$PROGRAM\" \"$@\"; }}\n{line}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).current_dir(folder.path()).env_remove("SETWISE_BACKEND");
            let output = shell.env("PROGRAM", env!("CARGO_BIN_EXE_setwise")).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{line}: {}", text(&output.stderr));
            let command = line.split(" #").next().unwrap();
            let out = after(command, " --out ").or_else(|| after(command, " > "));
            let picture = after(command, " --svg ");
            assert!(out.into_iter().chain(picture).all(|file| folder.path().join(file).exists()), "{line}");
            assert_eq!(output.stdout.is_empty(), out.is_some() || command.starts_with("setwise convert"), "{line}");
            number += 1;
        }
        assert!(number >= 4, "{number} commands");
    }
}
