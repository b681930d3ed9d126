//! Compares the kernels about legal moves with the move generator of the crate `cozy-chess`.

use cozy_chess::{Board, Color as CozyColor, File, Piece, Rank, Square as CozySquare};
use setwise::patterns::{Checkers, LegalKingMoves, LegalKnightMoveCount, LegalMoveCount, PinnedPieces};
use setwise::{Backend, BackendId, Color};
use setwise_testkit::games::master_fens;

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

/// Runs all kernels on boards of one side to move, with each backend, and compares the results. The side is a constant
/// in each call, because the compiler would otherwise compile every combination of its branches.
fn check(boards: &[Board], side: Color) {
    let inputs: Vec<[u64; 10]> = boards.iter().map(inputs).collect();
    let columns: [Vec<u64>; 10] = std::array::from_fn(|n| inputs.iter().map(|input| input[n]).collect());
    let input = columns.each_ref().map(Vec::as_slice);
    for id in BackendId::ALL {
        let Ok(backend) = id.detect() else { continue };
        let found = match side {
            Color::White => results::<true>(backend, input),
            Color::Black => results::<false>(backend, input),
        };
        for (n, board) in boards.iter().enumerate() {
            assert_eq!(found.each_ref().map(|column| column[n]), expected(board), "{id}: {board}");
        }
    }
}

/// Returns the columns that [`expected`] describes.
fn results<const WHITE: bool>(backend: Backend, input: [&[u64]; 10]) -> [Vec<u64>; 5] {
    let side = if WHITE { Color::White } else { Color::Black };
    let mut found = [const { Vec::new() }; 5];
    found.iter_mut().for_each(|column: &mut Vec<u64>| column.resize(input[0].len(), 0));
    let [checkers, pinned, king, knights, all] = found.each_mut().map(Vec::as_mut_slice);
    let pieces: [&[u64]; 8] = std::array::from_fn(|n| input[n]);
    backend.map(Checkers { side }, pieces, [checkers]);
    backend.map(PinnedPieces { side }, pieces, [pinned]);
    backend.map(LegalKingMoves { side }, pieces, [king]);
    backend.map(LegalKnightMoveCount { side }, pieces, [knights]);
    backend.map(LegalMoveCount { side }, input, [all]);
    found
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
