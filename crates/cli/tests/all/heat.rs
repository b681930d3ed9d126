//! Tests the heat maps that the program prints and draws, and the inputs that it rejects.

use std::fs;
use std::path::Path;

use setwise::Square;
use setwise_testkit::oracle::{add_to_heat, knight_attacks};

use crate::{games, good, run};

const EMPTY: &str = "a heat map of 0 positions: every number is 0 and no share is known\n";

/// Returns the expected rows of the heat map of these sets, counted square by square.
fn rows_of(name: &str, sets: &[u64]) -> String {
    let mut heat = [0; 64];
    sets.iter().for_each(|set| add_to_heat(&mut heat, *set));
    let row = |square: &Square| {
        let boards = heat[square.index()];
        let share = boards as f64 / sets.len() as f64;
        format!("{name},{square},{boards},{share:.6}\n")
    };
    Square::ALL.iter().map(row).collect()
}

/// Checks the heat maps of real positions with one thread and with several. The file has more than one chunk of text, so
/// the heat maps of the chunks must be added.
#[test]
fn rows_are_counted_square_by_square_whatever_the_number_of_threads() {
    let (_folder, games) = games(20_000);
    let features = ["white_knight_attacks", "white_forks"];
    let rows = good(&[&["positions", "--no-positions"], &features[..], &[&games]].concat(), "");
    let sets = |n: usize| -> Vec<u64> {
        let fields = rows.lines().skip(1).map(|row| row.split(',').nth(n).unwrap());
        fields.map(|set| u64::from_str_radix(&set[2..], 16).unwrap()).collect()
    };
    let expected =
        format!("feature,square,boards,share\n{}{}", rows_of(features[0], &sets(0)), rows_of(features[1], &sets(1)));
    for options in [&["--threads", "1"][..], &["--threads", "3"], &["--backend", "scalar-prefix"]] {
        assert!(
            good(&[&["positions", "--heat"], &features[..], &[&games], options].concat(), "") == expected,
            "{options:?}"
        );
    }
}

#[test]
fn sets_have_heat_maps_as_well() {
    let sets = [0x42, 0x1, 0x42];
    let attacks = sets.map(knight_attacks);
    let expected = "feature,square,boards,share\n".to_string()
        + &rows_of("knight_attacks", &attacks)
        + &rows_of("rotate180", &sets.map(u64::reverse_bits));
    assert_eq!(good(&["sets", "--heat", "knight_attacks", "rotate180"], "0x42\n1\n\n42\n"), expected);
}

#[test]
fn tables_have_rank_8_at_the_top() {
    let table = good(&["sets", "--heat", "--draw", "rotate180", "knight_attacks"], "0x1\n0x3\n0x8000000000000000\n");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 10 + 1 + 10);
    assert_eq!(lines[0], "rotate180: percent of 3 sets");
    assert_eq!(lines[1], "8      ·     ·     ·     ·     ·     ·  33.3  66.7");
    assert_eq!(lines[8], "1   33.3     ·     ·     ·     ·     ·     ·     ·");
    assert_eq!(lines[9], "       a     b     c     d     e     f     g     h");
    assert_eq!(lines[11], "knight_attacks: percent of 3 sets");
}

/// Checks that a picture has a board for each feature, and that the square with the most boards has the darkest colour.
/// This colour occurs once on each board and once in each scale.
#[test]
fn pictures_have_a_board_for_each_feature() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heat.svg").display().to_string();
    let fen = "r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1\n4k3/8/8/3N4/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K1N1 w - -";
    let heat = ["positions", "--heat", "white_knights", "black_king", "--svg", &file, "-"];
    assert_eq!(good(&heat, fen).lines().count(), 1 + 2 * 64, "the rows are printed as well");
    let picture = fs::read_to_string(&file).unwrap();
    for part in ["white_knights: percent of 3 positions", "black_king: percent of 3 positions", ">66.7<", ">100.0 %<"] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    assert_eq!(picture.matches("<g transform").count(), 2);
    let boards: Vec<&str> = picture.split("<g transform").skip(1).collect();
    assert!(boards.iter().all(|board| board.matches("fill=\"#081d58\"").count() == 2));
    let d5 = boards[0].lines().filter(|line| line.starts_with("<rect")).nth(Square::D5.index()).unwrap();
    assert!(d5.contains("#081d58"), "{d5}");
    assert_eq!(good(&["positions", "--heat", "white_knights", "black_king", "--svg", "-", "-"], fen), picture);
}

/// Checks that a file without positions is not an error, because it may contain only comments. A message must say that
/// the heat map is empty.
#[test]
fn a_heat_map_of_no_positions_says_so() {
    let (code, rows, error) = run(&["positions", "--heat", "white_knights", "-"], "# none\n\n");
    assert_eq!((code, error.as_str()), (Some(0), EMPTY));
    assert_eq!(rows.lines().count(), 65);
    assert!(rows.ends_with("white_knights,h8,0,\n"), "{rows}");
    let (code, table, error) = run(&["positions", "--heat", "--draw", "white_knights", "-"], "");
    assert_eq!((code, error.as_str()), (Some(0), EMPTY));
    assert!(table.starts_with("white_knights: 0 positions\n8      ·     ·"), "{table}");
    let (code, picture, error) = run(&["positions", "--heat", "white_knights", "--svg", "-", "-"], "");
    assert_eq!((code, error.as_str()), (Some(0), EMPTY));
    assert!(picture.contains("white_knights: 0 positions"), "{picture}");
    let (.., error) = run(&["sets", "--heat", "knight_attacks"], "");
    assert_eq!(error, EMPTY.replace("positions", "sets"));
}

#[test]
fn all_stands_for_the_features_that_are_sets() {
    let rows = good(&["positions", "--heat", "all", "-"], "4k3/8/8/8/8/8/8/4K3 w");
    assert_eq!(rows.lines().count(), 1 + (90 - 8) * 64);
}

/// Checks that no heat map is printed and no picture is written if a line is not a position or a set. With
/// `--skip-bad`, the heat map of the other lines must be printed.
#[test]
fn a_bad_line_leaves_no_heat_map() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heat.svg").display().to_string();
    let lines = "4k3/8/8/8/8/8/8/4K3 w\n4k3/8/8 w\n";
    let (code, text, error) = run(&["positions", "--heat", "white_king", "--svg", &file, "-"], lines);
    assert_eq!((code, text.as_str()), (Some(1), ""));
    assert!(error.starts_with("-:2:1: ") && error.lines().count() == 1, "{error}");
    let (code, text, error) = run(&["sets", "--heat", "king_attacks", "--svg", &file], "1\nx\n");
    assert_eq!((code, text.as_str()), (Some(1), ""));
    assert!(error.starts_with("-:2:1: ") && error.lines().count() == 1, "{error}");
    assert!(!Path::new(&file).exists());
    let (code, rows, error) = run(&["positions", "--heat", "--skip-bad", "white_king", "-"], lines);
    assert_eq!(code, Some(0));
    assert!(rows.contains("white_king,e1,1,1.000000\n") && error.starts_with("skipped 1 bad line"), "{error}");
}
