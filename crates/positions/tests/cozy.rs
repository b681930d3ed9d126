//! Compares features with `cozy-chess`, a move generator for real games. The positions are those of the embedded games,
//! or of a file of FEN lines named by the environment variable SETWISE_POSITIONS. A relative path is relative to the
//! workspace root.

use std::path::Path;

use cozy_chess::{
    BitBoard, Board, Color, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::games::master_fens;

/// Returns the lines and their boards.
fn boards() -> (String, Vec<Board>) {
    let text = match std::env::var_os("SETWISE_POSITIONS") {
        Some(path) if !path.is_empty() => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            std::fs::read_to_string(root.join(path)).unwrap()
        }
        _ => master_fens().join("\n"),
    };
    let lines: Vec<&str> = text.lines().filter(|line| line.parse::<Board>().is_ok()).collect();
    let boards = lines.iter().map(|line| line.parse().unwrap()).collect();
    (lines.join("\n"), boards)
}

/// Returns the squares that a side attacks if these pieces block sliders, computed piece by piece.
fn attacks(board: &Board, side: Color, blockers: BitBoard) -> u64 {
    let of = |piece: Piece| board.colors(side) & board.pieces(piece);
    let mut all = BitBoard::EMPTY;
    for piece in Piece::ALL {
        for square in of(piece) {
            all |= match piece {
                Piece::Pawn => get_pawn_attacks(square, side),
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, blockers),
                Piece::Rook => get_rook_moves(square, blockers),
                Piece::Queen => get_bishop_moves(square, blockers) | get_rook_moves(square, blockers),
                Piece::King => get_king_moves(square),
            };
        }
    }
    all.0
}

fn pawn_attacks(board: &Board, side: Color) -> u64 {
    let pawns = board.colors(side) & board.pieces(Piece::Pawn);
    pawns.into_iter().fold(BitBoard::EMPTY, |all, pawn| all | get_pawn_attacks(pawn, side)).0
}

fn king_legal_steps(board: &Board, side: Color) -> u64 {
    let king = board.king(side);
    let lifted = board.occupied() & !king.bitboard();
    get_king_moves(king).0 & !board.colors(side).0 & !attacks(board, !side, lifted)
}

/// Returns the king moves of the side to move that the generator considers legal, in check or not, without castling.
fn generated_king_steps(board: &Board) -> u64 {
    let king = board.king(board.side_to_move());
    let mut steps = BitBoard::EMPTY;
    board.generate_moves(|moves| {
        if moves.piece == Piece::King {
            steps |= moves.to;
        }
        false
    });
    (steps & get_king_moves(king)).0 & !board.colors(board.side_to_move()).0
}

#[test]
fn attacks_and_king_steps_are_those_of_a_move_generator() {
    let (text, boards) = boards();
    let mut columns = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    assert_eq!(columns.len(), boards.len());
    let names = ["attacks", "pawn_attacks", "king_legal_steps"];
    for (side, prefix) in [(Color::White, "white"), (Color::Black, "black")] {
        let features: Vec<Feature> = names.iter().map(|name| format!("{prefix}_{name}").parse().unwrap()).collect();
        let mut seen = 0;
        Evaluator::new(setwise::auto(), &features).for_each_block(&columns, |range, values| {
            for (n, board) in boards[range.clone()].iter().enumerate() {
                let line = range.start + n;
                assert_eq!(values[0][n], attacks(board, side, board.occupied()), "attacks, {line}: {board}");
                assert_eq!(values[1][n], pawn_attacks(board, side), "pawn attacks, {line}: {board}");
                assert_eq!(values[2][n], king_legal_steps(board, side), "king steps, {line}: {board}");
                if board.side_to_move() == side {
                    assert_eq!(values[2][n], generated_king_steps(board), "generated king steps, {line}: {board}");
                }
                seen += 1;
            }
        });
        assert_eq!(seen, boards.len());
    }
}

#[cfg(feature = "cozy-chess")]
#[test]
fn boards_become_the_columns_that_their_lines_are() {
    let (text, boards) = boards();
    let mut from_text = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut from_text, |bad| panic!("{bad}"));
    let mut from_boards = Columns::default();
    from_boards.extend(&boards);
    assert_eq!(from_text, from_boards);
}
