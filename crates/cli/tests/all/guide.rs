//! Runs the commands in chapters of the guide, and compares their output and their pictures with those in the chapters.
//! Also checks the chapter that lists the features.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use setwise::Color;
use setwise_positions::features::Feature;
use setwise_testkit::games::master_fens;
use setwise_testkit::generated;
use setwise_testkit::pgn::{RandomGame, Style};
use setwise_testkit::random::Sets;
use tempfile::TempDir;

use crate::packed::DRAWN;
use crate::{REPOSITORY, START, good, path_in, text, zstd_of};

/// The chapters with commands of the program.
const CHAPTERS: [&str; 6] = [
    "docs/program.md",
    "docs/files.md",
    "docs/formulas.md",
    "docs/own-pattern.md",
    "docs/proofs.md",
    "docs/expressions.md",
];

/// A file of positions that a chapter uses, as a path in the repository.
const POSITIONS: &str = "crates/cli/src/bench/positions.fen";

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

/// Returns the blocks of a text, each with its language and its lines. Text between two code blocks is a block with the
/// language "prose".
fn blocks(text: &str) -> Vec<(&str, String)> {
    let mut blocks = vec![("prose", String::new())];
    let mut in_code = false;
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            in_code = !in_code;
            blocks.push((if in_code { language } else { "prose" }, String::new()));
        } else if let Some((_, block)) = blocks.last_mut() {
            *block += &format!("{line}\n");
        }
    }
    blocks
}

/// Returns the commands of a block without those that install the program, and without `setwise bench`, which takes several
/// seconds. Without the feature `parquet`, also omits commands with columnar files.
fn commands(block: &str) -> Vec<&str> {
    let columnar = |line: &str| [".parquet", ".arrow", "setwise schema"].iter().any(|part| line.contains(part));
    let is_omitted = |line: &str| line.starts_with("cargo ") || line.starts_with("setwise bench");
    let commands = block.lines().filter(|line| !is_omitted(line));
    commands.filter(|line| cfg!(feature = "parquet") || !columnar(line)).collect()
}

/// Runs the commands of each chapter in their order. Each must succeed without a message. A block of text directly after
/// a block of commands must equal their output. A picture that the commands draw in `docs/assets` must equal the picture
/// in the repository. To update a picture, run its command.
#[test]
fn commands_print_and_draw_what_the_chapters_show() {
    for chapter in CHAPTERS {
        let content = fs::read_to_string(Path::new(REPOSITORY).join(chapter)).unwrap();
        let blocks = blocks(&content);
        let folder = folder();
        let mut number = 0;
        for (n, (_, block)) in blocks.iter().enumerate().filter(|(_, (language, _))| *language == "sh") {
            let commands = commands(block);
            let script = format!("set -e\nsetwise() {{ \"$PROGRAM\" \"$@\"; }}\n{}", commands.join("\n"));
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).current_dir(folder.path()).env_remove("SETWISE_BACKEND");
            let output = shell.env("PROGRAM", env!("CARGO_BIN_EXE_setwise")).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{script}: {}", text(&output.stderr));
            if let Some([(_, between), ("text", printed)]) = blocks.get(n + 1..n + 3)
                && between.trim().is_empty()
            {
                // Editors remove spaces at the end of lines.
                let lines = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
                assert_eq!(lines(text(&output.stdout)), lines(printed), "{chapter}: {block}");
            }
            number += commands.len();
        }
        assert!(number > 0, "{chapter} has no commands");
        for picture in fs::read_dir(folder.path().join("docs/assets")).unwrap() {
            let picture = picture.unwrap();
            let name = format!("assets/{}", picture.file_name().display());
            let kept = fs::read_to_string(Path::new(REPOSITORY).join("docs").join(&name)).unwrap_or_default();
            assert!(fs::read_to_string(picture.path()).unwrap() == kept, "docs/{name} is not what {chapter} draws");
            assert!(content.contains(&format!("]({name})")), "{chapter} does not show {name}");
        }
    }
}

/// The beginning of the chapter that lists the features.
const FEATURES: &str = "\
# Features

A feature is a set or a number that is computed from a position. This page lists all features with their definitions.
It is generated from `crates/positions/src/features/terms.rs`; do not edit it.

Most features have a name for each side: `white_forks_safe` is computed for White, `black_forks_safe` for Black. Own pieces are
the pieces of the side for which the feature is computed. Files that store positions as seen from the side to move have
`own_forks_safe` and `their_forks_safe` instead. A definition may name other features, which are then computed for the same side.
Pins and checks are ignored, except by `checkers`, `pinned`, `check_mask` and features with `legal` in their names. A feature
marked with a star depends on the side to move.

The last four features are computed for the side to move, and their names have no prefix. Only `legal_move_count`, `checkmate`
and `stalemate` take castling and en passant into account. In FEN text, a castling right without its king or its rook, and an en
passant square that no pawn can have just passed, are ignored; with `--strict-rights`, the program refuses such a line. Sources
without castling rights and en passant squares are read as if neither were possible. Castling from the squares of Chess960 also
counts.

[The program](program.md) and [files of positions](files.md) show how features are computed.

| feature | result | definition |
|---|---|---|
";

#[test]
fn the_page_of_features_is_fresh() {
    let mut page = FEATURES.to_string();
    for feature in Feature::all().filter(|feature| feature.side() != Some(Color::Black)) {
        let star = if feature.needs_side_to_move() { " \\*" } else { "" };
        let kind = if feature.is_number() { "number" } else { "set" };
        writeln!(page, "| `{}`{star} | {kind} | {} |", feature.name(), feature.definition()).unwrap();
    }
    generated::check("docs/features.md", &page, "-p setwise-cli --test all fresh");
}
