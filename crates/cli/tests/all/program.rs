//! Runs the program as its users do, and tests its output, errors of every kind, pipes and compressed files.

use std::collections::HashMap;
use std::process::Stdio;

use setwise_testkit::games::master_fens;

use crate::{START, command, fails, folder_with, games, good, path_in, run, text, zstd_of};

/// Returns the backends that run on this machine.
fn ready_backends() -> Vec<String> {
    let list = good(&["backends", "--format", "csv"], "");
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
    for (fields, quoted) in
        [(" w;-,-|", "8/8/8/4k3/8/8/4K3/N7 w - -"), (" w - - id \"a, b\";", "8/8/8/4k3/8/8/4K3/N7 w - -")]
    {
        let rows = good(&["positions", "white_king", "-"], format!("8/8/8/4k3/8/8/4K3/N7{fields}"));
        assert_eq!(rows.lines().last(), Some(&*format!("{quoted},0x0000000000001000")), "{fields}");
    }
}

/// Checks that totals over real positions are the sums of the values in rows, on every backend, with one thread and with
/// several.
#[test]
fn totals_are_the_sums_of_the_values_in_rows() {
    let (_folder, file) = games(3000);
    let names = ["white_knight_moves", "white_knight_move_count", "white_king_attacks", "white_forks", "white_attacks"];
    let rows = good(&[&["positions", "--no-positions"], &names[..], &[&file]].concat(), "");
    let mut expected = "feature,rows,sum_popcount,boards_nonempty,xor_of_values,wrapping_sum,sum\n".to_string();
    for (n, name) in names.iter().enumerate() {
        let fields = rows.lines().skip(1).map(|row| row.split(',').nth(n).unwrap());
        let value = |field: &str| match field.strip_prefix("0x") {
            Some(set) => u64::from_str_radix(set, 16).unwrap(),
            None => field.parse().unwrap(),
        };
        let values: Vec<u64> = fields.map(value).collect();
        let members: u32 = values.iter().map(|value| value.count_ones()).sum();
        let nonempty = values.iter().filter(|value| **value != 0).count();
        let xor = values.iter().fold(0, |xor, value| xor ^ value);
        let sum = values.iter().fold(0, |sum: u64, value| sum.wrapping_add(*value));
        let decimal = if name.ends_with("_count") { sum.to_string() } else { String::new() };
        expected += &format!("{name},{},{members},{nonempty},{xor:#018x},{sum:#018x},{decimal}\n", values.len());
    }
    let backends = ready_backends();
    let backends = backends.iter().map(|backend| ["--backend", backend]);
    for option in backends.chain(["1", "2", "5"].map(|threads| ["--threads", threads])) {
        let totals = good(&[&["positions", "--totals"], &names[..], &[&file], &option].concat(), "");
        assert_eq!(totals, expected, "{option:?}");
    }
}

/// Checks that rows keep the order of lines and files if several threads process several chunks. One of the files is
/// compressed.
#[test]
fn rows_keep_their_order_over_threads_and_files() {
    let lines: Vec<String> = master_fens().into_iter().cycle().take(12_000).collect();
    let (first, second) = lines.split_at(7000);
    let packed = zstd_of(&(second.join("\n") + "\n"));
    let folder = folder_with(&[("first.fen", first.join("\n").as_bytes()), ("second.fen.zst", &packed)]);
    let path = |name: &str| path_in(&folder, name);
    let (first, second) = (path("first.fen"), path("second.fen.zst"));
    let run = |threads| good(&["positions", "white_king", "--threads", threads, &first, &second], "");
    let rows = run("3");
    let fens: Vec<&str> = rows.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    let expected: Vec<String> =
        lines.iter().map(|line| line.split(' ').take(4).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(fens, expected);
    assert_eq!(run("1"), rows);
    let piped = good(&["positions", "white_king", "-"], &packed);
    assert_eq!(piped.lines().count(), 5001, "standard input may be compressed");
}

#[test]
fn a_bad_line_ends_it_with_its_place_and_reason() {
    let good_line = "8/8/8/4k3/8/8/4K3/N7 w - -\n";
    let lines = format!("{good_line}{good_line}8/8/8/4k3/8/8/4K3/N8 w - -\n{good_line}");
    let (code, rows, error) = run(&["positions", "white_king", "-"], &lines);
    assert_eq!((code, error.as_str()), (Some(1), "-:3:19: rank 1 has 9 squares, not 8\n"));
    assert_eq!(rows.lines().count(), 3, "the header and the rows before it");
    let (code, totals, _) = run(&["positions", "--totals", "white_king", "-"], &lines);
    assert_eq!((code, totals.as_str()), (Some(1), ""));
}

/// Checks that line numbers continue across chunks and start again with each file.
#[test]
fn bad_lines_far_into_a_file_have_their_number() {
    let mut lines: Vec<String> = master_fens().into_iter().cycle().take(9000).collect();
    lines[8500] = "8/8 w".to_string();
    let (bad, fine) = (lines.join("\n"), lines[..8000].join("\n"));
    let folder = folder_with(&[("fine.fen", fine.as_bytes()), ("bad.fen", bad.as_bytes())]);
    let path = |name: &str| path_in(&folder, name);
    for threads in ["1", "4"] {
        let arguments =
            ["positions", "--totals", "white_king", "--threads", threads, &path("fine.fen"), &path("bad.fen")];
        let error = fails(1, &arguments, "");
        assert_eq!(error, format!("{}:8501:1: the placement has 2 ranks, not 8", path("bad.fen")));
    }
}

#[test]
fn bad_lines_are_skipped_and_counted_on_request() {
    let good_line = "8/8/8/4k3/8/8/4K3/N7 w - -\n";
    let lines = format!("x\n{good_line}8/8/8/8/8/8/8/8 w - -\n{good_line}");
    let (code, rows, error) = run(&["positions", "--skip-bad", "white_king", "-"], lines);
    assert_eq!((code, rows.lines().count()), (Some(0), 3));
    assert_eq!(error, "skipped 2 bad lines, the first: -:1:1: 'x' is neither a piece nor a number from 1 to 8\n");
    let kingless =
        good(&["positions", "--any-kings", "white_king", "white_king_escape_lines", "-"], b"8/8/8/8/8/8/8/8 w - -");
    assert!(kingless.ends_with("\n8/8/8/8/8/8/8/8 w - -,0x0000000000000000,0\n"));
}

#[test]
fn the_environment_names_a_backend_and_a_wrong_name_is_reported() {
    let run =
        |name: &str| command().args(["show", "knight_attacks", "b1"]).env("SETWISE_BACKEND", name).output().unwrap();
    assert!(run("scalar-prefix").status.success());
    let wrong = run("mmx");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("SETWISE_BACKEND=mmx") && text(&wrong.stderr).contains("scalar-prefix"));
}

#[test]
fn backends_are_listed_with_what_auto_takes() {
    let list = good(&["backends", "--format", "csv"], "");
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

#[test]
fn help_lists_and_completions_are_there() {
    for arguments in
        [&["--help"][..], &["positions", "--help"], &["sets", "--help"], &["show", "--help"], &["explain", "--help"]]
    {
        assert!(good(arguments, "").contains("Example"), "{arguments:?}");
    }
    let list = good(&["positions", "--list"], "");
    assert_eq!(list.lines().count(), 94);
    assert!(list.contains("black_legal_king_moves") && list.contains("sliders see through them"));
    assert!(good(&["completions", "bash"], "").contains("setwise"));
    let (code, _, error) = run(&[], "");
    assert!(code == Some(2) && error.contains("Usage"), "{error}");
}

/// Checks that the program ends without a message if the reader of its output closes the pipe early.
#[test]
fn a_broken_pipe_ends_quietly() {
    let (_folder, games) = games(50_000);
    for arguments in [
        &["positions", "white_king", &games][..],
        &["completions", "bash"],
        &["positions", "--list"],
        &["gen", "leaper", "camel"],
    ] {
        let mut child = command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Checks that `setwise bench` rejects positions that it cannot read. Unit tests check the measured operations.
#[test]
fn bench_refuses_positions_that_it_cannot_read() {
    let bad = b"8/8/8/8/8/8/8/8 w - -\n8/8 w - -\n";
    for (file, input, code, message) in [
        ("-", &bad[..], 1, "-:2:1: the placement has 2 ranks, not 8\n"),
        ("-", b"# nothing\n", 2, "error: - has no positions\n"),
        ("no/such.fen", b"", 2, "error: no/such.fen: No such file or directory (os error 2)\n"),
    ] {
        let expected = (Some(code), String::new(), message.to_string());
        assert_eq!(run(&["bench", "--positions", file], input), expected);
    }
}

/// Checks that the embedded positions of `setwise bench` are the first positions that the benchmarks use.
#[test]
fn embedded_positions_are_those_of_the_test_kit() {
    let lines: Vec<&str> = include_str!("../../src/bench/positions.fen").lines().collect();
    assert_eq!(lines, master_fens()[..lines.len()]);
}

#[test]
fn pawns_on_ranks_1_and_8_are_refused_unless_any_pieces_are_asked_for() {
    const PAWN_ON_8: &str = "1Pk5/8/7p/P1K5/1n1p1N2/P7/8/2n5 b";
    const PAWN_ON_1_NO_KINGS: &str = "8/8/8/8/8/8/8/7p w";
    let lines = format!("{PAWN_ON_8}\n{PAWN_ON_1_NO_KINGS}\n");
    for flags in [&[][..], &["--any-kings"]] {
        let error = fails(1, &[&["positions", "white_passers", "-"], flags].concat(), &lines);
        assert_eq!(error, "-:1:1: white has a pawn on rank 8", "{flags:?}");
    }
    for flags in [&["--any-pieces"][..], &["--any-pieces", "--any-kings"]] {
        let rows = good(&[&["positions", "white_passers", "-"], flags].concat(), &lines);
        let expected =
            format!("fen,white_passers\n{PAWN_ON_8},0x0200000100010000\n{PAWN_ON_1_NO_KINGS},0x0000000000000000\n");
        assert_eq!(rows, expected, "{flags:?}");
    }
    let error = fails(2, &["show", "white_passers", PAWN_ON_8], "");
    assert_eq!(error, format!("error: '{PAWN_ON_8}' is not a position: white has a pawn on rank 8"));
    let drawn = good(&["show", "--any-pieces", "white_passers", PAWN_ON_8], "");
    assert!(drawn.ends_with("0x0200000100010000, 3 squares: a3 a5 b8\n"), "{drawn}");
}
