//! Tests `setwise perft` with the published numbers of well-known positions.

use crate::{START, command, fails, good, text};

/// A position with castling and pins, and one with captures en passant that would expose the king.
const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Returns the number of nodes in a line of the output, after checking the name of the count.
fn nodes(line: &str, name: &str) -> u64 {
    let (start, rest) = line.split_once(": ").unwrap();
    assert!(start.starts_with(name), "{line}");
    let (nodes, _) = rest.split_once(" nodes in ").unwrap();
    nodes.parse().unwrap()
}

/// Checks that both counts are the expected number.
fn check(fen: &str, depth: u32, expected: u64) {
    let output = good(&["perft", fen, &depth.to_string()], "");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 3, "{output}");
    let found = [nodes(lines[0], "setwise, "), nodes(lines[1], "cozy-chess alone")];
    assert_eq!(found, [expected; 2], "{fen} at depth {depth}");
    assert!(lines[2].starts_with("time of cozy-chess / time of setwise: "), "{output}");
}

#[test]
fn known_positions_have_their_numbers_of_nodes() {
    let known: [(&str, &[u64]); 7] = [
        (START, &[1, 20, 400, 8902, 197_281]),
        (CASTLING, &[1, 48, 2039, 97_862]),
        (EN_PASSANT, &[1, 14, 191, 2812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[1, 6, 264, 9467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[1, 44, 1486, 62_379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[1, 46, 2079, 89_890]),
        // Checkmate: there is no first move.
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", &[1, 0, 0]),
    ];
    for (fen, numbers) in known {
        for (depth, expected) in (0..).zip(numbers) {
            check(fen, depth, *expected);
        }
    }
}

/// Checks moves of several pieces as the last move before the kernel. After castling, the rook and the king take squares
/// from the other king. A pawn that was captured en passant would have moves. Expected numbers are those of cozy-chess.
#[test]
fn castling_and_en_passant_change_several_squares() {
    for (fen, expected) in [
        ("8/8/8/8/8/6k1/8/4K2R w K - 0 1", 56),
        ("8/8/8/8/8/2k5/8/R3K3 w Q - 0 1", 87),
        ("4k2r/8/6K1/8/8/8/8/8 b k - 0 1", 56),
        ("r3k3/8/2K5/8/8/8/8/8 b q - 0 1", 87),
        ("4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", 38),
        ("4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1", 38),
    ] {
        check(fen, 2, expected);
    }
}

/// The numbers of the positions are published by the Chess Programming Wiki (Chess960 Perft Results). In the others, the
/// last move before the kernel is castling, in which the king and the rook cross, or one of them does not move.
#[test]
fn castling_of_chess960_is_counted_with_rights_in_any_notation() {
    for (fen, numbers) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189][..]),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9", &[21, 528, 12_189]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471]),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", &[12, 53, 945]),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", &[12, 53, 948]),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", &[14, 47, 781]),
        ("rk6/8/8/8/8/8/8/4K3 b a - 0 1", &[12, 53, 945]),
    ] {
        for (depth, expected) in (1..).zip(numbers) {
            check(fen, depth, *expected);
        }
    }
    let output = good(&["perft", "--divide", "--no-comparison", "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", "1"], "");
    assert!(["f1g1: 1\n", "f1a1: 1\n"].iter().all(|line| output.contains(line)), "{output}");
}

#[test]
fn a_position_may_lack_its_counters_and_the_starting_position_has_a_name() {
    check("startpos", 2, 400);
    check("  8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8  w - - ", 2, 191);
}

#[test]
fn the_numbers_after_first_moves_add_up_to_the_total() {
    for (fen, depth, moves, total) in
        [(START, 3, 20, 8902), (CASTLING, 2, 48, 2039), (EN_PASSANT, 1, 14, 14), (START, 0, 0, 1)]
    {
        let output = good(&["perft", "--divide", "--no-comparison", fen, &depth.to_string()], "");
        let mut lines: Vec<&str> = output.lines().collect();
        assert_eq!(nodes(lines.pop().unwrap(), "setwise, "), total);
        assert_eq!(lines.len(), moves, "{output}");
        assert!(lines.is_sorted(), "{output}");
        let after = lines.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap());
        assert!(depth == 0 || after.sum::<u64>() == total, "{output}");
    }
    let output = good(&["perft", "--divide", CASTLING, "2"], "");
    assert!(["e1g1: 43\n", "e1c1: 43\n", "a2a3: 44\n"].iter().all(|line| output.contains(line)), "{output}");
}

#[test]
fn every_backend_counts_the_same() {
    let list = good(&["backends", "--format", "csv"], "");
    for line in list.lines().filter(|line| line.contains(",ready,")) {
        let (backend, _) = line.split_once(',').unwrap();
        let output = good(&["perft", CASTLING, "2", "--backend", backend], "");
        assert_eq!(nodes(output.lines().next().unwrap(), &format!("setwise, {backend}")), 2039);
    }
    let output = command().args(["perft", START, "2"]).env("SETWISE_BACKEND", "scalar-prefix").output().unwrap();
    assert!(text(&output.stdout).starts_with("setwise, scalar-prefix: 400 nodes"), "{}", text(&output.stdout));
}

#[test]
fn positions_that_are_not_legal_are_refused_with_the_reason() {
    let cases = [
        ("8/8 w - - 0 1", "2 ranks"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "king"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "'K' is not a right to castle"),
        ("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", "at most one rook on each side of a king"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "from 0 to 100"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "from 1 to 65535"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "six fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "unexpected text after the fields: '2'"),
    ];
    for (fen, reason) in cases {
        let error = fails(2, &["perft", fen, "1"], "");
        assert!(error.contains(&format!("'{fen}' is not a legal position")) && error.contains(reason), "{error}");
    }
    for depth in ["11", "99999999999999999999", "x", ""] {
        let error = fails(2, &["perft", START, depth], "");
        assert!(error.contains("from 0 to 10") && error.contains(&format!("'{depth}'")), "{error}");
    }
    assert!(fails(2, &["perft", START, "1", "--backend", "mmx"], "").contains("mmx"));
}
