//! Runs the program as its users do: output, errors of every kind, pipes and compressed files.

use std::collections::HashMap;
use std::fs;
use std::process::Stdio;

use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{attacked_squares, fork_squares, king_attacks, knight_attacks};
use setwise_testkit::positions::Position;
use setwise_testkit::view::View;

use crate::common::{START, command, fails, folder_with, good, setwise, text, zstd_of};

/// Returns the backends that run on this machine.
fn ready_backends() -> Vec<String> {
    let list = good(&["backends", "--format", "csv"], b"");
    let ready = list.lines().skip(1).filter(|line| line.contains(",ready,"));
    ready.map(|line| line.split(',').next().unwrap().to_string()).collect()
}

#[test]
fn rows_have_the_first_four_fields_and_the_features() {
    let lines =
        format!("# a comment\r\n{START}\r\n\n  8/8/8/4k3/8/8/4K3/N7   b   -  - bm Kd4;\n8/8/8/4k3/8/8/4K3/N7 w");
    let rows = good(&["positions", "white_knight_attacks", "white_knight_move_count", "-"], lines.as_bytes());
    let expected = "fen,white_knight_attacks,white_knight_move_count\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,0x0000000000a51800,4\n\
        8/8/8/4k3/8/8/4K3/N7 b - -,0x0000000000020400,2\n\
        8/8/8/4k3/8/8/4K3/N7 w,0x0000000000020400,2\n";
    assert_eq!(rows, expected);
    let quoted = good(&["positions", "white_king", "-"], b"8/8/8/4k3/8/8/4K3/N7 w a,b \"\n");
    assert!(quoted.ends_with("\n\"8/8/8/4k3/8/8/4K3/N7 w a,b \"\"\",0x0000000000001000\n"), "{quoted}");
}

/// Compares totals over real positions with sums of the oracle's values, on every backend, with one thread and with several.
#[test]
fn totals_are_the_sums_of_what_the_oracle_says() {
    let lines = master_fens();
    let folder = folder_with(&[("games.fen", lines.join("\n").as_bytes())]);
    let file = folder.path().join("games.fen").display().to_string();
    type Definition = fn(&View) -> u64;
    let definitions: [(&str, Definition); 5] = [
        ("white_knight_moves", |view| knight_attacks(view.knights) & !view.own),
        ("white_knight_move_count", |view| {
            let knights = (0..64).map(|square| view.knights & 1 << square);
            knights.map(|knight| u64::from((knight_attacks(knight) & !view.own).count_ones())).sum()
        }),
        ("white_king_attacks", |view| king_attacks(view.king)),
        ("white_forks", |view| fork_squares(view.targets(), 2)),
        ("white_attacks", |view| {
            let [a, b, c, d, e, f, occupied, _] = view.attackers();
            attacked_squares([a, b, c, d, e, f, occupied, 0], view.side)
        }),
    ];
    let mut expected = "feature,rows,sum_popcount,boards_nonempty,xor_of_values,wrapping_sum,sum\n".to_string();
    for (name, definition) in definitions {
        let of = |line: &String| definition(&View::new(&Position::from_fen(line).unwrap(), setwise::Color::White));
        let values: Vec<u64> = lines.iter().map(of).collect();
        let members: u32 = values.iter().map(|value| value.count_ones()).sum();
        let nonempty = values.iter().filter(|value| **value != 0).count();
        let xor = values.iter().fold(0, |xor, value| xor ^ value);
        let sum = values.iter().fold(0, |sum: u64, value| sum.wrapping_add(*value));
        let decimal = if name.ends_with("_count") { sum.to_string() } else { String::new() };
        expected += &format!("{name},{},{members},{nonempty},{xor:#018x},{sum:#018x},{decimal}\n", values.len());
    }
    let names = definitions.map(|(name, _)| name);
    let mut arguments = [&["positions", "--totals"][..], &names, &[&file]].concat();
    for backend in ready_backends() {
        let named = [&arguments[..], &["--backend", &backend]].concat();
        assert_eq!(good(&named, b""), expected, "{backend}");
    }
    for threads in ["1", "2", "5"] {
        arguments.extend(["--threads", threads]);
        assert_eq!(good(&arguments, b""), expected, "{threads} threads");
        arguments.truncate(arguments.len() - 2);
    }
}

/// With more text than one chunk and several threads, rows keep the order of lines and files, compressed or not.
#[test]
fn rows_keep_their_order_over_threads_and_files() {
    let lines: Vec<String> = master_fens().into_iter().cycle().take(12_000).collect();
    let (first, second) = lines.split_at(7000);
    let packed = zstd_of(&(second.join("\n") + "\n"));
    let folder = folder_with(&[("first.fen", first.join("\n").as_bytes()), ("second.fen.zst", &packed)]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (first, second) = (path("first.fen"), path("second.fen.zst"));
    let run = |threads| good(&["positions", "white_king", "--threads", threads, &first, &second], b"");
    let rows = run("3");
    let fens: Vec<&str> = rows.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    let expected: Vec<String> =
        lines.iter().map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(fens, expected);
    assert_eq!(run("1"), rows);
    let piped = good(&["positions", "white_king", "-"], &packed);
    assert_eq!(piped.lines().count(), 5001, "standard input may be compressed");
}

/// Reads many files of one chunk each, to the last.
#[test]
fn some_hundred_files_are_read_to_the_last() {
    const FILES: usize = 300;
    let lines: Vec<String> = master_fens().into_iter().cycle().take(FILES).collect();
    let folder = tempfile::tempdir().unwrap();
    let names: Vec<String> = (0..FILES).map(|n| folder.path().join(format!("{n}.fen")).display().to_string()).collect();
    names.iter().zip(&lines).for_each(|(name, line)| fs::write(name, line).unwrap());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let expected = good(&["positions", "white_king", "-"], lines.join("\n").as_bytes());
    for threads in ["1", "3", "128"] {
        let rows = good(&[&["positions", "white_king", "--threads", threads][..], &names].concat(), b"");
        assert!(rows == expected, "{threads} threads: {} rows", rows.lines().count());
    }
}

#[test]
fn a_bad_line_ends_it_with_its_place_and_reason() {
    let good_line = "8/8/8/4k3/8/8/4K3/N7 w - -\n";
    let lines = format!("{good_line}{good_line}8/8/8/4k3/8/8/4K3/N8 w - -\n{good_line}");
    let output = setwise(&["positions", "white_king", "-"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "-:3: rank 1 has 9 squares, not 8\n");
    assert_eq!(text(&output.stdout).lines().count(), 3, "the header and the rows before it");
    let totals = setwise(&["positions", "--totals", "white_king", "-"], lines.as_bytes());
    assert_eq!((totals.status.code(), totals.stdout.is_empty()), (Some(1), true));
}

/// Line numbers continue across chunks and start again with each file.
#[test]
fn bad_lines_far_into_a_file_have_their_number() {
    let mut lines: Vec<String> = master_fens().into_iter().cycle().take(9000).collect();
    lines[8500] = "8/8 w".to_string();
    let (bad, fine) = (lines.join("\n"), lines[..8000].join("\n"));
    let folder = folder_with(&[("fine.fen", fine.as_bytes()), ("bad.fen", bad.as_bytes())]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    for threads in ["1", "4"] {
        let arguments =
            ["positions", "--totals", "white_king", "--threads", threads, &path("fine.fen"), &path("bad.fen")];
        let error = fails(1, &arguments, b"");
        assert_eq!(error, format!("{}:8501: the placement has 2 ranks, not 8", path("bad.fen")));
    }
}

#[test]
fn bad_lines_are_skipped_and_counted_on_request() {
    let good_line = "8/8/8/4k3/8/8/4K3/N7 w - -\n";
    let lines = format!("x\n{good_line}8/8/8/8/8/8/8/8 w - -\n{good_line}");
    let output = setwise(&["positions", "--skip-bad", "white_king", "-"], lines.as_bytes());
    assert!(output.status.success());
    assert_eq!(text(&output.stdout).lines().count(), 3);
    assert_eq!(
        text(&output.stderr),
        "skipped 2 bad lines, the first: -:1: 'x' is neither a piece nor a number from 1 to 8\n"
    );
    let kingless =
        good(&["positions", "--any-kings", "white_king", "white_king_escape_lines", "-"], b"8/8/8/8/8/8/8/8 w - -");
    assert!(kingless.ends_with("\n8/8/8/8/8/8/8/8 w - -,0x0000000000000000,0\n"));
}

/// Pawns on a2, d2 and h7. `show` draws the pieces that the set stands for.
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
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sets.txt").display().to_string();
    fs::write(&file, "42\n").unwrap();
    for (name, input) in [(file.as_str(), ""), ("-", "42\n")] {
        assert_eq!(
            good(&["sets", "popcount", name], input.as_bytes()),
            "set,popcount\n0x0000000000000042,2\n",
            "{name}"
        );
    }
    for wrong in ["zz", "0x", "11112222333344445", "-1", "0x 1"] {
        let error = fails(1, &["sets", "popcount"], format!("1\n{wrong}\n").as_bytes());
        assert!(error.starts_with("-:2: not a set"), "{wrong}: {error}");
    }
    for squares in ["b1", "B1", "a1b1", "A1b1C3"] {
        let error = fails(1, &["sets", "popcount"], format!("1\n{squares}\n").as_bytes());
        let expected = format!("-:2: '{squares}' could be squares: write 0x{squares} for the hexadecimal set");
        assert_eq!(error, expected);
        good(&["sets", "popcount"], format!("0x{squares}").as_bytes());
    }
}

#[test]
fn wrong_usage_is_an_error_that_names_what_is_right() {
    let cases: [(&[&str], &[&str]); 27] = [
        (&["positions", "white_knigths", "-"], &["'white_knigths'", "white_knights", "setwise list"]),
        (
            &["positions", "white_knights", "black_knigths", "-"],
            &["'black_knigths' is not a feature or file", "black_knights"],
        ),
        (&["positions", "white_knights"], &["no file given", "-"]),
        (&["positions", "white_knights", "there/is/none.fen"], &["there/is/none.fen"]),
        (&["positions", "white_knights", "."], &[".", "director"]),
        (&["positions", "white_knights", "--backend", "mmx", "-"], &["mmx", "avx2-prefix", "scalar-prefix"]),
        (&["positions", "white_knights", "--threads", "0", "-"], &["--threads", "1 to 1024"]),
        (&["positions", "white_knights", "--threads", "99999999", "-"], &["--threads", "1 to 1024"]),
        (&["positions", "white_knights", "-", "-"], &["- is given twice"]),
        (&["positions", "white_knights", "-", "black_knights"], &["feature black_knights comes after a file"]),
        (&["positions", "white\nknights", "-"], &["'white\\nknights'"]),
        (&["show", "white_king", START, "--svg", "there/is/none.svg"], &["there/is/none.svg"]),
        (&["gen", "leapers"], &["'leapers'", "'leaper'"]),
        (&["positions"], &["FEATURE"]),
        (&["sets", "knights", "-"], &["'knights' is not a pattern", "setwise list"]),
        (&["sets", "white_forks"], &["white_forks is a feature: it takes a position", "setwise show"]),
        (&["sets", "popcount", "white_forks"], &["white_forks is a feature"]),
        (&["explain", "white_forks", "b1"], &["white_forks is a feature"]),
        (&["gen", "kernel", "white_forks"], &["white_forks is a feature"]),
        (&["sets", "popcount", "-", "b"], &["'b'"]),
        (&["show", "white_pawns", START], &["'white_pawns' is not a pattern or feature", "setwise list"]),
        (&["show", "white_king", "8/8 w"], &["2 ranks"]),
        (&["show", "knight_attacks", "i9"], &["'i9'", "a1 to h8"]),
        (&["distance", "knight", "a1", "i9"], &["i9", "a1 to h8"]),
        (&["caught", "green", "a1", "white"], &["green", "white or black"]),
        (&["path", "a1", "h8", "--blocked", "b2,zz"], &["'zz'", "a1 to h8"]),
        (&["distances"], &["'distances'", "'distance'"]),
    ];
    for (arguments, parts) in cases {
        let error = fails(2, arguments, b"");
        for part in parts {
            assert!(error.contains(part), "{arguments:?}: {error}");
        }
    }
}

#[test]
fn the_environment_names_a_backend_and_a_wrong_name_is_told() {
    let run =
        |name: &str| command().args(["show", "knight_attacks", "b1"]).env("SETWISE_BACKEND", name).output().unwrap();
    assert!(run("scalar-prefix").status.success());
    let wrong = run("mmx");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("SETWISE_BACKEND=mmx") && text(&wrong.stderr).contains("scalar-prefix"));
}

#[test]
fn boards_are_drawn_as_text_and_as_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("forks.svg").display().to_string();
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

/// A hexadecimal set must begin with `0x`, so that no name of a square is read as digits.
#[test]
fn squares_are_read_in_either_case_and_never_as_digits() {
    let show = |squares: &[&str]| good(&[&["show", "knight_attacks"], squares].concat(), b"");
    assert!(show(&["B1"]).ends_with("0x0000000000050800, 3 squares: d2 a3 c3\n"));
    for same in [&["b1,g1"][..], &["B1,g1"], &["B1", "G1"], &["0x42"], &["0X42"]] {
        assert_eq!(show(same), show(&["b1 g1"]), "{same:?}");
    }
    assert_eq!(show(&["0xB1"]), show(&["a1,e1,f1,h1"]));
    let cases: [(&str, &[&str]); 5] = [
        ("a1b1", &["'a1b1' could be squares or a set", "a1,b1", "0xa1b1"]),
        ("A1B1", &["'A1B1' could be squares or a set", "A1,B1", "0xA1B1"]),
        ("42", &["'42' is not a square", "begins with 0x", "0x42"]),
        ("ff", &["'ff' is not a square", "begins with 0x", "0xff"]),
        ("0xg", &["'0xg' is not a set", "digits after 0x"]),
    ];
    for (set, parts) in cases {
        let error = fails(2, &["show", "knight_attacks", set], b"");
        assert!(parts.iter().all(|part| error.contains(part)), "{set}: {error}");
    }
    assert_eq!(good(&["distance", "knight", "A1", "h8"], b""), "6\n");
    assert_eq!(good(&["caught", "black", "G5", "white"], b""), good(&["caught", "black", "g5", "white"], b""));
    let around = |blocked: &str| good(&["path", "A1", "H8", "--blocked", blocked], b"");
    assert_eq!(around("B2,c3"), around("b2,C3"));
}

/// Returns the column and row of each square of a picture, counted from the left and from the top.
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

#[test]
fn squares_answer() {
    assert_eq!(good(&["distance", "knight", "a1", "h8"], b""), "6\n");
    assert_eq!(good(&["distance", "king", "a1", "h8"], b""), "7\n");
    let caught = good(&["caught", "black", "g5", "white"], b"");
    assert!(caught.ends_with(
        "0x000000b8fcfefe00, 24 squares: b2 c2 d2 e2 f2 g2 h2 b3 c3 d3 e3 f3 g3 h3 c4 d4 e4 f4 g4 h4 d5 e5 f5 h5\n"
    ));
    assert!(good(&["path", "a1", "h8"], b"").starts_with("7 steps\n"));
    assert!(good(&["path", "a1", "h8", "--blocked", "b2"], b"").starts_with("8 steps\n"));
    assert_eq!(good(&["path", "a1", "h8", "--blocked", "a2,b1,b2"], b""), "no path\n");
}

#[test]
fn backends_are_listed_with_what_auto_takes() {
    let list = good(&["backends", "--format", "csv"], b"");
    let mut lines = list.lines();
    assert_eq!(lines.next(), Some("name,lanes,needs,status,auto"));
    let mut status = HashMap::new();
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), 5, "{line}");
        assert!(["ready", "not-compiled", "not-on-this-cpu"].contains(&cells[3]), "{line}");
        *status.entry(cells[4].to_string()).or_insert(0) += 1;
        if cells[4] == "yes" {
            assert_eq!((cells[0], cells[3]), (setwise::auto().id().name(), "ready"));
        }
    }
    assert_eq!((status["yes"], status["no"]), (1, setwise::BackendId::ALL.len() - 1));
}

/// Nothing is written for an invalid leaper, and an old file remains unchanged.
#[test]
fn leapers_are_generated_whole_or_not_at_all() {
    let folder = folder_with(&[("old.rs", b"old")]);
    let old = folder.path().join("old.rs").display().to_string();
    for bad in ["camel", "camel=0,0", "camel=8,1", "camel=3", "Camel=3,1", "camel=3,1;1,3", ""] {
        let leaper = if bad == "camel" { "unicorn" } else { bad };
        let error = fails(2, &["gen", "leaper", leaper, "--out", &old], b"");
        assert!(error.contains("step") || error.contains("name"), "{leaper}: {error}");
    }
    assert!(fails(2, &["gen", "leaper", "camel", "--lang", "java", "--out", &old], b"").contains("rust and c"));
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
    let text = good(&["gen", "leaper", "gnu=3,1;2,1"], b"");
    assert!(text.starts_with("// Generated by `setwise gen leaper 'gnu=3,1;2,1' --lang rust`, setwise "));
    assert!(text.contains("pub const fn gnu_attacks_setwise(leapers: u64) -> u64 {"));
    assert_eq!(good(&["gen", "leaper", "camel", "--lang", "c", "--out", &old], b""), "");
    assert!(fs::read_to_string(&old).unwrap().contains("#ifdef CAMEL_ATTACKS_TEST"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
}

#[test]
fn help_lists_and_completions_are_there() {
    for arguments in
        [&["--help"][..], &["positions", "--help"], &["sets", "--help"], &["show", "--help"], &["explain", "--help"]]
    {
        assert!(good(arguments, b"").contains("Example"), "{arguments:?}");
    }
    let list = good(&["positions", "--list"], b"");
    assert_eq!(list.lines().count(), 78);
    assert!(list.contains("black_king_legal_steps") && list.contains("sliders see through them"));
    assert!(good(&["completions", "bash"], b"").contains("setwise"));
    let nothing = setwise(&[], b"");
    assert_eq!(nothing.status.code(), Some(2));
    assert!(text(&nothing.stderr).contains("Usage"));
}

/// A reader that closes the pipe early ends the program without a message.
#[test]
fn a_broken_pipe_ends_quietly() {
    let lines: Vec<String> = master_fens().into_iter().cycle().take(50_000).collect();
    let folder = folder_with(&[("games.fen", lines.join("\n").as_bytes())]);
    let mut child = command()
        .args(["positions", "white_king"])
        .arg(folder.path().join("games.fen"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    for arguments in [&["completions", "bash"][..], &["positions", "--list"], &["gen", "leaper", "camel"]] {
        let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// A damaged file is an error that names the file. Earlier rows may be written, but no totals.
#[test]
fn a_damaged_file_is_named() {
    let mut packed = zstd_of(&master_fens().join("\n"));
    packed.truncate(packed.len() / 2);
    let folder = folder_with(&[("cut.fen.zst", &packed)]);
    let file = folder.path().join("cut.fen.zst").display().to_string();
    let output = setwise(&["positions", "--totals", "white_king", &file], b"");
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true));
    assert!(text(&output.stderr).starts_with(&file), "{}", text(&output.stderr));
}

/// Nothing is measured before the positions are known to be good. Unit tests, which need no clock, check what is
/// measured.
#[test]
fn bench_refuses_positions_that_it_cannot_read() {
    let bad = b"8/8/8/8/8/8/8/8 w - -\n8/8 w - -\n";
    for (file, input, code, told) in [
        ("-", &bad[..], 1, "-:2: the placement has 2 ranks, not 8\n"),
        ("-", b"# nothing\n", 2, "error: - has no positions\n"),
        ("no/such.fen", b"", 2, "error: no/such.fen: No such file or directory (os error 2)\n"),
    ] {
        let output = setwise(&["bench", "--positions", file], input);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(code), told));
        assert!(output.stdout.is_empty());
    }
}

/// The embedded positions of `setwise bench` are the first of those that the benchmarks use.
#[test]
fn embedded_positions_are_those_of_the_test_kit() {
    let lines: Vec<&str> = include_str!("../../src/bench/positions.fen").lines().collect();
    assert_eq!(lines, master_fens()[..lines.len()]);
}
