//! Compares the kernels about legal moves with the move generator of the crate `cozy-chess`, and on random placements
//! with an oracle by coordinates.

use cozy_chess::{Board, Color as CozyColor, File, Piece, Rank, Square as CozySquare};
use setwise::patterns::{
    CheckMask, Checkers, LegalKingMoves, LegalKnightMoveCount, LegalKnightMoves, LegalMoveCount, Pinned,
};
use setwise::{Backend, BackendId, Color};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{self, Legal};
use setwise_testkit::placements::{of_both_sides, random_placement};
use setwise_testkit::random::Sets;

/// The six positions whose numbers of moves are in the tests of most move generators.
const KNOWN: [(&str, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 44),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 46),
];

/// Returns the inputs of the kernels for one board, from the side to move.
fn inputs(board: &Board) -> [u64; 10] {
    let side = board.side_to_move();
    let kinds = Piece::ALL.map(|piece| board.pieces(piece).0);
    let back = Rank::First.relative_to(side);
    let rook = |file: Option<File>| file.map_or(0, |file| CozySquare::new(file, back).bitboard().0);
    let rights = board.castle_rights(side);
    let en_passant =
        board.en_passant().map_or(0, |file| CozySquare::new(file, Rank::Sixth.relative_to(side)).bitboard().0);
    let [pawns, knights, bishops, rooks, queens, kings] = kinds;
    let (own, their) = (board.colors(side).0, board.colors(!side).0);
    let castling = rook(rights.short) | rook(rights.long);
    [pawns, knights, bishops, rooks, queens, kings, own, their, castling, en_passant]
}

/// The expected results for the side to move: checkers, pinned pieces, king moves, knight moves, all moves.
fn expected(board: &Board) -> [u64; 5] {
    let side = board.side_to_move();
    let (mut king, mut knights, mut all) = (0, 0, 0);
    board.generate_moves(|moves| {
        all += moves.len() as u64;
        match moves.piece {
            Piece::King => king |= moves.to.0 & !board.colors(side).0 & cozy_chess::get_king_moves(moves.from).0,
            Piece::Knight => knights += moves.len() as u64,
            _ => {}
        }
        false
    });
    [board.checkers().0, board.pinned().0 & board.colors(side).0, king, knights, all]
}

/// Runs all kernels for one side with each backend, and calls `check` with the backend, the number of the board and the
/// results. The side is a constant in each call, because the compiler would otherwise compile every combination of its
/// branches.
fn each_result(inputs: &[[u64; 10]], side: Color, check: impl Fn(BackendId, usize, Legal)) {
    let columns: [Vec<u64>; 10] = std::array::from_fn(|n| inputs.iter().map(|input| input[n]).collect());
    let input = columns.each_ref().map(Vec::as_slice);
    for &id in BackendId::ALL {
        let Ok(backend) = id.detect() else { continue };
        let found = match side {
            Color::White => results::<true>(backend, input),
            Color::Black => results::<false>(backend, input),
        };
        for n in 0..inputs.len() {
            let [checkers, pinned, check_mask, king_moves, knight_moves, knight_move_count, move_count] =
                found.each_ref().map(|column| column[n]);
            let found = Legal { checkers, pinned, check_mask, king_moves, knight_moves, knight_move_count, move_count };
            check(id, n, found);
        }
    }
}

/// Compares the results for boards of one side to move with the move generator.
fn check(boards: &[Board], side: Color) {
    let inputs: Vec<[u64; 10]> = boards.iter().map(inputs).collect();
    each_result(&inputs, side, |id, n, found| {
        let found = [found.checkers, found.pinned, found.king_moves, found.knight_move_count, found.move_count];
        assert_eq!(found, expected(&boards[n]), "{id}: {}", boards[n]);
    });
}

/// Returns a column of each kernel's results.
fn results<const WHITE: bool>(backend: Backend, input: [&[u64]; 10]) -> [Vec<u64>; 7] {
    let side = if WHITE { Color::White } else { Color::Black };
    let mut found = [const { Vec::new() }; 7];
    found.iter_mut().for_each(|column: &mut Vec<u64>| column.resize(input[0].len(), 0));
    let [checkers, pinned, mask, king, knights, knight_moves, all] = found.each_mut().map(Vec::as_mut_slice);
    let sets: Vec<[u64; 9]> = (0..input[0].len()).map(|n| of_one_side(input.map(|column| column[n]))).collect();
    let columns: [Vec<u64>; 9] = std::array::from_fn(|k| sets.iter().map(|sets| sets[k]).collect());
    let [own_knights, own_king, pawns, their_knights, diagonal, straight, their_king, own, their] =
        columns.each_ref().map(Vec::as_slice);
    let pieces = [own_king, pawns, their_knights, diagonal, straight, own, their];
    let with_king = [own_king, pawns, their_knights, diagonal, straight, their_king, own, their];
    let with_knights = [own_knights, own_king, pawns, their_knights, diagonal, straight, own, their];
    backend.map(Checkers { side }, pieces, [checkers]);
    backend.map(Pinned { side }, pieces, [pinned]);
    backend.map(CheckMask { side }, pieces, [mask]);
    backend.map(LegalKingMoves { side }, with_king, [king]);
    backend.map(LegalKnightMoves { side }, with_knights, [knights]);
    backend.map(LegalKnightMoveCount { side }, with_knights, [knight_moves]);
    let black_to_move = vec![u64::from(!WHITE); all.len()];
    backend.map(LegalMoveCount, of_both_sides(input, side, &black_to_move), [all]);
    found
}

/// Returns the sets that a side's kernels use: own knights, own king; the other side's pawns, knights, bishops and
/// queens, rooks and queens, king; own pieces; the other side's pieces.
fn of_one_side([pawns, knights, bishops, rooks, queens, kings, own, their, ..]: [u64; 10]) -> [u64; 9] {
    let their_sets = [pawns, knights, bishops | queens, rooks | queens, kings].map(|set| set & their);
    let [their_pawns, their_knights, diagonal, straight, their_king] = their_sets;
    [knights & own, kings & own, their_pawns, their_knights, diagonal, straight, their_king, own, their]
}

/// Compares the results for boards with either side to move.
fn check_all(boards: Vec<Board>) {
    let (white, black): (Vec<Board>, Vec<Board>) =
        boards.into_iter().partition(|board| board.side_to_move() == CozyColor::White);
    check(&white, Color::White);
    check(&black, Color::Black);
}

/// Returns the positions after all sequences of `depth` moves.
fn positions_after(board: &Board, depth: usize, all: &mut Vec<Board>) {
    if depth == 0 {
        return all.push(board.clone());
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            positions_after(&next, depth - 1, all);
        }
        false
    });
}

#[test]
fn known_positions_have_their_numbers_of_moves() {
    for (fen, moves) in KNOWN {
        let board: Board = fen.parse().unwrap();
        assert_eq!(expected(&board)[4], moves);
        check_all(vec![board]);
    }
}

#[test]
fn positions_after_two_moves_are_those_of_a_move_generator() {
    for (fen, _) in KNOWN {
        let mut all = Vec::new();
        positions_after(&fen.parse().unwrap(), 2, &mut all);
        check_all(all);
    }
}

#[test]
fn real_positions_are_those_of_a_move_generator() {
    check_all(master_fens().iter().map(|fen| fen.parse().unwrap()).collect());
}

#[test]
fn the_sides_to_move_may_differ_within_a_register() {
    let boards: Vec<Board> = master_fens().iter().map(|fen| fen.parse().unwrap()).collect();
    let input = |board: &Board| match board.side_to_move() {
        CozyColor::White => of_both_sides(inputs(board), Color::White, 0),
        CozyColor::Black => of_both_sides(inputs(board), Color::Black, 1 << 63),
    };
    let columns: [Vec<u64>; 11] = std::array::from_fn(|n| boards.iter().map(|board| input(board)[n]).collect());
    assert!(columns[10].windows(2).any(|two| two[0] != two[1]));
    let expected: Vec<u64> = boards.iter().map(|board| expected(board)[4]).collect();
    for backend in BackendId::ready() {
        let mut counts = vec![0; boards.len()];
        backend.map(LegalMoveCount, columns.each_ref().map(Vec::as_slice), [&mut counts]);
        assert_eq!(counts, expected, "{}", backend.id());
    }
}

#[test]
fn random_placements_have_the_moves_of_an_oracle() {
    for (seed, side) in [(1, Color::White), (2, Color::Black)] {
        let mut random = Sets::seeded(seed);
        let inputs: Vec<[u64; 10]> = (0..PLACEMENTS).map(|_| random_placement(&mut random, side)).collect();
        let expected: Vec<Legal> = inputs.iter().map(|input| oracle::legal(*input, side)).collect();
        let checks = |count: u32| expected.iter().filter(|legal| legal.checkers.count_ones() == count).count();
        assert!(checks(1) > PLACEMENTS / 10 && checks(2) > PLACEMENTS / 100, "{} and {}", checks(1), checks(2));
        each_result(&inputs, side, |id, n, found| assert_eq!(found, expected[n], "{id}, {side:?}: {:x?}", inputs[n]));
    }
}

/// The number of random placements for each side.
const PLACEMENTS: usize = 500;
