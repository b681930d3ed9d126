//! Tests patterns of sets and of squares, computed by `setwise sets` and drawn by `setwise show`.

use std::fs;

use crate::{fails, folder_with, good, path_in, run};

/// Checks the attacks of pawns on a2, d2 and h7 toward file h and toward file a. `show` must draw the set as pawns.
#[test]
fn pawns_attack_in_two_directions() {
    let names = ["white_pawn_attack_directions", "black_pawn_attack_directions"];
    let rows = good(&[&["sets"][..], &names].concat(), b"0x0080000000000900\n");
    let columns = names.map(|name| format!("{name}.east,{name}.west")).join(",");
    let expected = format!(
        "set,{columns}\n\
        0x0080000000000900,0x0000000000120000,0x4000000000040000,0x0000000000000012,0x0000400000000004\n"
    );
    assert_eq!(rows, expected);
    for (name, pawn) in [("white_pawn_attacks", '♙'), ("black_pawn_attacks", '♟')] {
        let picture = good(&["show", name, "0x0080000000000900"], b"");
        assert_eq!(picture.matches(pawn).count(), 3, "{picture}");
    }
}

#[test]
fn sets_are_read_in_hexadecimal() {
    let rows = good(
        &["sets", "popcount", "knight_attacks", "flip_vertical", "mirror_horizontal", "rotate180"],
        b"0x42\n\n# nothing\n0XFF\r\n8000000000000001\n",
    );
    let expected = "set,popcount,knight_attacks,flip_vertical,mirror_horizontal,rotate180\n\
        0x0000000000000042,2,0x0000000000a51800,0x4200000000000000,0x0000000000000042,0x4200000000000000\n\
        0x00000000000000ff,8,0x0000000000ffff00,0xff00000000000000,0x00000000000000ff,0xff00000000000000\n\
        0x8000000000000001,2,0x0020400000020400,0x0100000000000080,0x0100000000000080,0x8000000000000001\n";
    assert_eq!(rows, expected);
    let folder = folder_with(&[]);
    let file = path_in(&folder, "sets.txt");
    fs::write(&file, "42\n").unwrap();
    for (name, input) in [(file.as_str(), ""), ("-", "42\n")] {
        assert_eq!(
            good(&["sets", "popcount", name], input.as_bytes()),
            "set,popcount\n0x0000000000000042,2\n",
            "{name}"
        );
    }
    for wrong in ["zz", "0x", "00000000000000042", "-1", "+42", "0x+42", "0x 1", "4 2", "0x0x1"] {
        let error = fails(1, &["sets", "popcount"], format!("1\n{wrong}\n").as_bytes());
        assert!(error.starts_with("-:2:1: not a set"), "{wrong}: {error}");
    }
    for name in ["b", "1b", "b9", "i1", "b1c", "é1"] {
        let error = run(&["sets", "popcount"], name).2;
        assert!(!error.contains("could be squares"), "{name}: {error}");
    }
    for squares in ["b1", "B1", "a1b1", "A1b1C3"] {
        let error = fails(1, &["sets", "popcount"], format!("1\n{squares}\n").as_bytes());
        let expected = format!("-:2:1: '{squares}' could be squares: write 0x{squares} for the hexadecimal set");
        assert_eq!(error, expected);
        good(&["sets", "popcount"], format!("0x{squares}").as_bytes());
    }
}

#[test]
fn boards_are_drawn_as_text_and_as_pictures() {
    let folder = folder_with(&[]);
    let file = path_in(&folder, "forks.svg");
    let fen = "r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1";
    let drawn = good(&["show", "white_forks_safe", fen, "--svg", &file], b"");
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[1], "7  ·  · [·] ·  ·  ·  ·  · ");
    assert!(lines[3].contains('♘') && lines[0].contains('♚'));
    assert_eq!(lines[9], "0x0004000000000000, 1 square: c7");
    let picture = fs::read_to_string(&file).unwrap();
    assert_eq!(picture.matches("<rect").count(), 65);
    assert_eq!(picture.matches("fill=\"#5b9a5b\"").count() + picture.matches("fill=\"#92c792\"").count(), 1);
    assert_eq!(good(&["show", "white_forks_safe", fen, "--svg", "-"], b""), picture);
    assert_eq!(places(&picture), (0..64).map(|n| (n % 8, 7 - n / 8)).collect::<Vec<_>>(), "a1 first, below and left");
    let spiteful = good(&["show", "white_king", "8/8/8/8/8/8/8/4K3 w - - id \"<a & b>\";", "--svg", "-"], b"");
    assert!(spiteful.contains("id \"&lt;a &amp; b&gt;\";</title>"), "{spiteful}");
    assert_eq!(good(&["show", "white_knight_move_count", fen], b""), "8\n");
    assert_eq!(good(&["show", "popcount", "0x66"], b""), "4\n");
    assert_eq!(good(&["show", "popcount", "b1,g1"], b""), "2\n");
    assert_eq!(good(&["show", "knight_attacks", "b1,g1"], b""), good(&["show", "knight_attacks", "0x42"], b""));
}

/// Checks that the name of a square is never read as hexadecimal digits. For `show`, a hexadecimal set must begin with
/// `0x`.
#[test]
fn squares_are_read_in_either_case_and_never_as_digits() {
    let show = |squares: &[&str]| good(&[&["show", "knight_attacks"], squares].concat(), b"");
    assert!(show(&["B1"]).ends_with("0x0000000000050800, 3 squares: d2 a3 c3\n"));
    for same in [&["b1,g1"][..], &["B1,g1"], &["B1", "G1"], &["0x42"], &["0X42"]] {
        assert_eq!(show(same), show(&["b1 g1"]), "{same:?}");
    }
    assert_eq!(show(&["0xB1"]), show(&["a1,e1,f1,h1"]));
    assert_eq!(good(&["distance", "knight", "A1", "h8"], b""), "6\n");
    assert_eq!(good(&["caught", "black", "G5", "white"], b""), good(&["caught", "black", "g5", "white"], b""));
    let around = |blocked: &str| good(&["path", "A1", "H8", "--blocked", blocked], b"");
    assert_eq!(around("B2,c3"), around("b2,C3"));
}

/// Returns the column and the row of each square of a picture, counted from the left and from the top.
fn places(picture: &str) -> Vec<(usize, usize)> {
    let number = |line: &str, name: &str| -> usize {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    // The first rectangle is the background.
    let squares = picture.lines().filter(|line| line.starts_with("<rect")).skip(1);
    let corners: Vec<(usize, usize)> = squares.clone().map(|line| (number(line, "x"), number(line, "y"))).collect();
    let side = number(squares.clone().next().unwrap(), "width");
    let (left, top) = (corners[0].0, corners.last().unwrap().1);
    assert!(corners.iter().all(|(x, y)| (x - left) % side == 0 && (y - top) % side == 0));
    corners.into_iter().map(|(x, y)| ((x - left) / side, (y - top) / side)).collect()
}
