//! Runs the commands in chapters of the guide, and compares their output and their pictures with those in the chapters.
//! Also checks the chapter that lists the features.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use setwise::Color;
use setwise_positions::features::Feature;
use setwise_testkit::generated;

use crate::{REPOSITORY, folder_with, text};

/// The chapters, each with its number of commands.
const CHAPTERS: [(&str, usize); 4] =
    [("docs/formulas.md", 3), ("docs/own-pattern.md", 2), ("docs/proofs.md", 1), ("docs/expressions.md", 7)];

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

/// Checks that a block of text directly after a block of commands equals the output of the commands. A picture that the
/// commands draw in `docs/assets` must equal the picture in the repository.
#[test]
fn commands_print_and_draw_what_the_chapters_show() {
    for (chapter, expected) in CHAPTERS {
        let content = fs::read_to_string(Path::new(REPOSITORY).join(chapter)).unwrap();
        let blocks = blocks(&content);
        let folder = folder_with(&[]);
        let assets = folder.path().join("docs/assets");
        fs::create_dir_all(&assets).unwrap();
        let mut number = 0;
        for (n, (_, commands)) in blocks.iter().enumerate().filter(|(_, (language, _))| *language == "sh") {
            let script = format!("set -e\nsetwise() {{ \"$PROGRAM\" \"$@\"; }}\n{commands}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script]).current_dir(folder.path()).env_remove("SETWISE_BACKEND");
            let output = shell.env("PROGRAM", env!("CARGO_BIN_EXE_setwise")).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{commands}: {}", text(&output.stderr));
            if let Some([(_, between), ("text", printed)]) = blocks.get(n + 1..n + 3)
                && between.trim().is_empty()
            {
                // Editors remove spaces at the end of lines.
                let lines = |text: &str| text.lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
                assert_eq!(lines(text(&output.stdout)), lines(printed), "{chapter}: {commands}");
            }
            number += commands.lines().count();
        }
        assert_eq!(number, expected, "{chapter}");
        for picture in fs::read_dir(&assets).unwrap() {
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
