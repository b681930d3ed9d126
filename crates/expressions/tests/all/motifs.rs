//! Checks the positions in the comments of the library of motifs.

use std::collections::BTreeSet;

use setwise_expressions::{Evaluator, Expression, MOTIFS, Names};
use setwise_patterns::Pattern;
use setwise_positions::{Columns, Layout, Reader, Rules};

/// A motif as it is described in the library: its name, and a position where it holds and one where it does not.
struct Motif<'a> {
    name: &'a str,
    meaning: &'a str,
    yes: &'a str,
    no: &'a str,
}

/// Reads the comments before each definition.
fn motifs() -> Vec<Motif<'static>> {
    let read = |(n, line): (usize, &'static str)| {
        let name = line.strip_prefix("let ")?.split(' ').next()?;
        let before: Vec<&str> = MOTIFS.lines().skip(n - 3).take(3).collect();
        let after =
            |n: usize, start: &str| before[n].strip_prefix(start).unwrap_or_else(|| panic!("{name}: no {start}"));
        Some(Motif { name, meaning: after(0, "# "), yes: after(1, "# yes: "), no: after(2, "# no: ") })
    };
    MOTIFS.lines().enumerate().filter_map(read).collect()
}

/// Returns whether an expression holds in a position.
fn holds(name: &str, fen: &str, layout: Layout) -> bool {
    let names = Names::new(layout).with_motifs().unwrap();
    let expression = Expression::parse_condition(name, &names).unwrap_or_else(|error| panic!("{error}"));
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess).append(fen.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    let mut value = None;
    Evaluator::new(setwise::auto(), &[&expression])
        .for_each_block(&columns, &[], |_, values| value = Some(values[0][0]));
    value.unwrap() == 1
}

/// Returns the position with the colours exchanged.
fn exchanged(fen: &str) -> String {
    let swap = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let placement: String = ranks.join("/").chars().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(swap).collect();
    format!("{placement} {side} {castling} {}", fields[3..].join(" "))
}

#[test]
fn each_motif_holds_in_its_position_and_not_in_the_other() {
    let motifs = motifs();
    assert_eq!(motifs.len(), 20);
    for Motif { name, yes, no, .. } in &motifs {
        for (fen, expected) in [(yes, true), (no, false)] {
            let with_black = exchanged(fen);
            assert_eq!(holds(name, fen, Layout::Absolute), expected, "{name}: {fen}");
            assert_eq!(holds(name, &with_black, Layout::Absolute), expected, "{name}: {with_black}");
            // As seen by the side to move, that side is in the columns of White.
            let seen = if fen.contains(" w ") { (*fen).to_string() } else { with_black };
            assert_eq!(holds(name, &seen, Layout::Relative), expected, "{name}: {seen} as seen by the side to move");
        }
    }
}

#[test]
fn the_positions_are_legal() {
    for Motif { name, yes, no, .. } in motifs() {
        for fen in [yes, no] {
            assert!(cozy_chess::Board::from_fen(fen, false).is_ok(), "{name}: {fen}");
        }
    }
}

#[test]
fn each_motif_has_its_own_name_and_one_sentence() {
    let motifs = motifs();
    let names: BTreeSet<&str> = motifs.iter().map(|motif| motif.name).collect();
    assert_eq!(names.len(), motifs.len());
    for Motif { name, meaning, .. } in motifs {
        assert!(name.parse::<Pattern>().is_err(), "{name} is a pattern");
        let is_sentence =
            meaning.starts_with(|c: char| c.is_ascii_uppercase()) && meaning.find('.') == Some(meaning.len() - 1);
        assert!(is_sentence, "{name}: {meaning}");
    }
}

#[test]
fn a_column_with_the_name_of_a_motif_is_an_error() {
    let error = Names::default().with_columns(["back_rank"]).with_motifs().unwrap_err();
    assert_eq!(error.message, "back_rank already has a meaning");
    assert_eq!(MOTIFS.lines().nth(error.line - 1).unwrap().split(" =").next(), Some("let back_rank"));
}
