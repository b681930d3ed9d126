//! Tests the example `perft` with the published numbers of well-known positions.
#![cfg(feature = "cozy-chess")]

use example::{Counter, position};

#[allow(dead_code, reason = "the example's main function is not called")]
#[path = "../examples/perft.rs"]
mod example;

/// A position with castling and pins, and one with captures en passant that would expose the king.
const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

fn counter() -> Counter {
    Counter::new(setwise::auto())
}

/// Checks that the counts for depths from `first` on are the expected numbers.
fn check(fen: &str, first: u32, expected: &[u64]) {
    let (board, mut counter) = (position(fen).unwrap(), counter());
    for (depth, expected) in (first..).zip(expected) {
        assert_eq!(counter.leaves(&board, depth), *expected, "{fen} at depth {depth}");
    }
}

#[test]
fn known_positions_have_their_numbers_of_leaves() {
    check("startpos", 0, &[1, 20, 400, 8902, 197_281]);
    check(CASTLING, 0, &[1, 48, 2039, 97_862]);
    check(EN_PASSANT, 0, &[1, 14, 191, 2812, 43_238]);
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 0, &[1, 6, 264, 9467]);
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 0, &[1, 44, 1486, 62_379]);
    check("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 0, &[1, 46, 2079, 89_890]);
    // Checkmate: there is no first move.
    check("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 0, &[1, 0, 0]);
}

/// The numbers of the positions are published by the Chess Programming Wiki (Chess960 Perft Results). In the others, the
/// last move before the kernel is castling, in which the king and the rook cross, or one of them does not move.
#[test]
fn castling_of_chess960_is_counted_with_rights_in_any_notation() {
    check("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 1, &[21, 528, 12_189]);
    check("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9", 1, &[21, 528, 12_189]);
    check("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 1, &[20, 479, 10_471]);
    check("4k3/8/8/8/8/8/8/RK6 w A - 0 1", 1, &[12, 53, 945]);
    check("4k3/8/8/8/8/8/8/6KR w H - 0 1", 1, &[12, 53, 948]);
    check("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", 1, &[14, 47, 781]);
    check("rk6/8/8/8/8/8/8/4K3 b a - 0 1", 1, &[12, 53, 945]);
}

#[test]
fn a_position_may_lack_its_counters() {
    check("  8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8  w - - ", 2, &[191]);
}

#[test]
fn the_numbers_after_first_moves_add_up_to_the_total() {
    for (fen, depth, moves, total) in [("startpos", 3, 20, 8902), (CASTLING, 2, 48, 2039), (EN_PASSANT, 1, 14, 14)] {
        let after = counter().after_each_move(&position(fen).unwrap(), depth);
        assert!(after.len() == moves && after.is_sorted(), "{after:?}");
        assert_eq!(after.iter().map(|(_, leaves)| leaves).sum::<u64>(), total, "{after:?}");
    }
    let after = |fen, depth| counter().after_each_move(&position(fen).unwrap(), depth);
    let has = |counts: &[(String, u64)], name: &str, leaves| counts.contains(&(name.to_string(), leaves));
    let castling = after(CASTLING, 2);
    assert!(has(&castling, "e1g1", 43) && has(&castling, "e1c1", 43) && has(&castling, "a2a3", 44), "{castling:?}");
    let chess960 = after("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", 1);
    assert!(has(&chess960, "f1g1", 1) && has(&chess960, "f1a1", 1), "{chess960:?}");
}

#[test]
fn positions_that_are_not_legal_are_refused_with_the_reason() {
    for (fen, reason) in [
        ("8/8 w - - 0 1", "2 ranks"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "king"),
        ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "'K' is not a right to castle"),
        ("4k3/8/8/8/8/8/8/4KR1R w HF - 0 1", "castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "half"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "unexpected text after the fields: '2'"),
    ] {
        let error = position(fen).unwrap_err();
        assert!(error.contains(&format!("'{fen}' is not a legal position: ")) && error.contains(reason), "{error}");
    }
}
