//! Compares the kernels about legal moves with the move generator of the crate `cozy-chess`, and on random placements
//! with an oracle by coordinates.

use cozy_chess::{Board, CastleRights, Color as CozyColor, Piece, Rank, Square as CozySquare};
use setwise::patterns::{
    CheckMask, Checkers, LegalKingMoves, LegalKnightMoveCount, LegalKnightMoves, LegalMoveCount, Pinned,
};
use setwise::{Backend, BackendId, Bitboard, Color, one_board};
use setwise_positions::features::Evaluator;
use setwise_positions::{Columns, ColumnsRef, Reader, Rights, RightsRow, Rules, read_line};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{self, Legal};
use setwise_testkit::pgn::{RandomGame, legal_moves};
use setwise_testkit::placements::{castling_placement, of_both_sides, random_placement};
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
    let rights = |side: CozyColor| {
        let rook = |file| CozySquare::new(file, Rank::First.relative_to(side)).bitboard().0;
        let rights = board.castle_rights(side);
        rights.short.map_or(0, rook) | rights.long.map_or(0, rook)
    };
    let en_passant =
        board.en_passant().map_or(0, |file| CozySquare::new(file, Rank::Sixth.relative_to(side)).bitboard().0);
    let [pawns, knights, bishops, rooks, queens, kings] = kinds;
    let (own, their) = (board.colors(side).0, board.colors(!side).0);
    let castling = rights(CozyColor::White) | rights(CozyColor::Black);
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
fn known_and_real_positions_are_those_of_a_move_generator() {
    for (fen, moves) in KNOWN {
        let board: Board = fen.parse().unwrap();
        assert_eq!(expected(&board)[4], moves);
        let mut all = Vec::new();
        positions_after(&board, 2, &mut all);
        check_all(all.into_iter().chain([board]).collect());
    }
    check_all(master_boards());
}

/// Returns the boards of the positions of master games.
fn master_boards() -> Vec<Board> {
    master_fens().iter().map(|fen| fen.parse().unwrap()).collect()
}

/// Compares the numbers of moves with the move generator. Both sides may be to move within a register.
fn check_counts(boards: &[Board], backends: impl Iterator<Item = Backend>) {
    let input = |board: &Board| match board.side_to_move() {
        CozyColor::White => of_both_sides(inputs(board), Color::White, 0),
        CozyColor::Black => of_both_sides(inputs(board), Color::Black, 1 << 63),
    };
    let inputs: Vec<[u64; 11]> = boards.iter().map(input).collect();
    let columns: [Vec<u64>; 11] = std::array::from_fn(|n| inputs.iter().map(|input| input[n]).collect());
    for backend in backends {
        let mut counts = vec![0; boards.len()];
        backend.map(LegalMoveCount, columns.each_ref().map(Vec::as_slice), [&mut counts]);
        for (board, count) in boards.iter().zip(counts) {
            assert_eq!(count, expected(board)[4], "{}: {board:#}", backend.id());
        }
    }
}

#[test]
fn the_sides_to_move_may_differ_within_a_register() {
    let boards = master_boards();
    assert!(boards.windows(2).any(|two| two[0].side_to_move() != two[1].side_to_move()));
    check_counts(&boards, BackendId::ready());
}

/// Compares the numbers of moves of positions, and of the positions after each move, which are the numbers of nodes at
/// depths 1 and 2.
fn check_two_plies(boards: &[Board]) {
    check_counts(boards, BackendId::ready());
    let mut after = Vec::new();
    boards.iter().for_each(|board| positions_after(board, 1, &mut after));
    check_counts(&after, std::iter::once(setwise::auto()));
}

/// Returns the number of castlings.
fn castlings(board: &Board) -> usize {
    let own = board.colors(board.side_to_move());
    legal_moves(board).iter().filter(|step| own.has(step.to)).count()
}

#[test]
fn the_starts_of_chess960_have_the_moves_of_a_move_generator() {
    let starts: Vec<Board> = (0..960).map(Board::chess960_startpos).collect();
    assert!(starts.iter().map(castlings).sum::<usize>() > 50);
    check_two_plies(&starts);
}

/// Half of the games start without knights, bishops and queens, so that castling is often legal.
#[test]
fn games_of_chess960_have_the_moves_of_a_move_generator() {
    let mut random = Sets::seeded(960);
    let mut boards = Vec::new();
    while boards.len() < 2000 {
        let start = Board::chess960_startpos((random.dense() % 960) as u32);
        let mut text = format!("{start:#}");
        if random.dense().is_multiple_of(2) {
            let (placement, rest) = text.split_once(' ').unwrap();
            text = format!("{} {rest}", placement.replace(['n', 'b', 'q', 'N', 'B', 'Q'], "1"));
        }
        let game = RandomGame::from(Board::from_fen(&text, true).unwrap(), &mut random, 40);
        let has_rights = |board: &Board| board.castle_rights(board.side_to_move()) != &CastleRights::EMPTY;
        boards.extend(game.boards.into_iter().filter(has_rights));
    }
    boards.truncate(2000);
    let castlings: usize = boards.iter().map(castlings).sum();
    assert!(castlings > 500, "{castlings}");
    check_two_plies(&boards);
}

/// Exchanges the colours of a piece.
fn exchanged(letter: char) -> char {
    if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

/// Each line has the number of castlings, counted by hand. The oracle and the kernel must also find it with the colours
/// exchanged.
#[test]
fn castlings_of_chess960_are_those_that_the_rules_allow() {
    for (rank, rights, more, castlings) in [
        ("4K2R", "H", "8", 1),
        ("4KR2", "F", "8", 1),
        ("R1RK4", "C", "8", 1),
        // The king passes its rook, or takes its square.
        ("RK6", "A", "8", 1),
        ("1K5R", "H", "8", 1),
        ("5KR1", "G", "8", 1),
        ("1RK5", "B", "8", 1),
        ("4RK2", "E", "8", 1),
        ("RK4R1", "GA", "8", 2),
        // The king or the rook does not move.
        ("6KR", "H", "8", 1),
        ("R1K5", "A", "8", 1),
        ("4KR2", "F", "8", 1),
        ("3RK3", "D", "8", 1),
        // A piece is where the king or the rook passes or ends.
        ("RK1N4", "A", "8", 0),
        ("RKn5", "A", "8", 0),
        ("1K1R2N1", "D", "8", 0),
        ("1K1RN3", "D", "8", 0),
        ("NRK5", "B", "8", 1),
        ("RN1K4", "A", "8", 0),
        ("R2K1RN1", "FA", "8", 1),
        // An attack on the squares of the king, with its start and end, prevents castling. One on the rook does not.
        ("6KR", "H", "6r1", 0),
        ("6KR", "H", "5r1r", 1),
        ("1K1R4", "D", "4r3", 0),
        ("1K1R4", "D", "r7", 1),
        ("R4K2", "A", "rr6", 1),
        ("R4K2", "A", "4r3", 0),
        // Castling moves the rook that protects the king from a1. A bishop there does not prevent castling, and neither
        // does a rook behind a piece.
        ("rRK5", "B", "8", 0),
        ("qR2K3", "B", "8", 0),
        ("bR2K3", "B", "8", 1),
        ("r1RK4", "C", "8", 0),
        ("rR1K3R", "HB", "8", 1),
        ("4KRr1", "F", "8", 0),
        ("4K1Rr", "G", "8", 0),
        // Of several rooks, only the nearest can castle, and only if it has the right.
        ("4KR1R", "HF", "8", 1),
        ("4KR1R", "H", "8", 0),
        ("4KR1R", "F", "8", 1),
        ("RR2K3", "BA", "8", 1),
        ("RR2K3", "A", "8", 0),
        ("R1R1KR1R", "HFCA", "8", 2),
    ] {
        let white = format!("3k4/3p4/8/8/8/8/{more}/{}", rank);
        let count = |fen: &str| {
            let position = read_line(fen.as_bytes(), Rules::Chess).unwrap();
            let rights = RightsRow::read(fen.as_bytes(), &position.placement).unwrap();
            let side = position.side_to_move;
            let [own, their] = [side, !side].map(|side| position.placement.sides[side.index()]);
            let [a, b, c, d, e, f] = position.placement.kinds;
            let input = [a, b, c, d, e, f, own, their, rights.unmoved_rooks, 0];
            let [Bitboard(found)] =
                one_board(LegalMoveCount, of_both_sides(input, side, u64::from(side == Color::Black)).map(Bitboard));
            assert_eq!(found, oracle::legal(input, side).move_count, "{fen}");
            found
        };
        let black: String = white.split('/').rev().collect::<Vec<_>>().join("/").chars().map(exchanged).collect();
        for (side, placement, rights) in [("w", &white, rights.to_string()), ("b", &black, rights.to_lowercase())] {
            let found = ["-", &rights].map(|rights| count(&format!("{placement} {side} {rights} - 0 1")));
            assert_eq!(found[1] - found[0], castlings, "{placement} {side} {rights}");
        }
    }
}

#[test]
fn random_placements_have_the_moves_of_an_oracle() {
    let placements: [fn(&mut Sets, Color) -> [u64; 10]; 2] = [random_placement, castling_placement];
    for (seed, side) in [(1, Color::White), (2, Color::Black)] {
        let mut random = Sets::seeded(seed);
        let inputs: Vec<[u64; 10]> = (0..PLACEMENTS).map(|n| placements[n % 2](&mut random, side)).collect();
        let expected: Vec<Legal> = inputs.iter().map(|input| oracle::legal(*input, side)).collect();
        let checks = |count: u32| expected.iter().filter(|legal| legal.checkers.count_ones() == count).count();
        assert!(checks(1) > PLACEMENTS / 10 && checks(2) > PLACEMENTS / 100, "{} and {}", checks(1), checks(2));
        each_result(&inputs, side, |id, n, found| assert_eq!(found, expected[n], "{id}, {side:?}: {:x?}", inputs[n]));
    }
}

/// The number of random placements for each side.
const PLACEMENTS: usize = 1000;

/// Reads the FENs of boards with their rights.
fn read(boards: &[Board]) -> (Columns, Rights) {
    let (mut columns, mut rights) = (Columns::default(), Rights::default());
    let text: String = boards.iter().map(|board| format!("{board}\n")).collect();
    let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    reader.append_with(text.as_bytes(), 1, &mut columns, Some(&mut rights), |bad| panic!("{bad}"));
    (columns, rights)
}

/// Tests the features of the side to move on real positions, and on mates, stalemates, castlings and captures en passant.
#[test]
fn the_end_of_a_game_is_that_of_a_move_generator() {
    let more = [
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    ];
    let boards: Vec<Board> = master_boards().into_iter().chain(more.map(|fen| fen.parse().unwrap())).collect();
    let (columns, rights) = read(&boards);
    let features = ["in_check", "legal_move_count", "checkmate", "stalemate"].map(|name| name.parse().unwrap());
    let (mut mates, mut stalemates) = (0, 0);
    let positions = ColumnsRef::from(&columns).with_rights(&rights);
    Evaluator::new(setwise::auto(), &features).for_each_block(positions, |range, values| {
        for (n, board) in boards[range].iter().enumerate() {
            let (in_check, moves) = (!board.checkers().is_empty(), expected(board)[4]);
            let ended = [in_check && moves == 0, !in_check && moves == 0];
            let expected = [in_check.into(), moves, ended[0].into(), ended[1].into()];
            assert_eq!(values.iter().map(|column| column[n]).collect::<Vec<u64>>(), expected, "{board}");
            (mates, stalemates) = (mates + u32::from(ended[0]), stalemates + u32::from(ended[1]));
        }
    });
    assert!(mates > 0 && stalemates > 0);
}

#[cfg(feature = "cozy-chess")]
#[test]
fn boards_become_the_columns_that_their_lines_are() {
    let boards = master_boards();
    let (from_text, rights) = read(&boards);
    let mut from_boards = Columns::default();
    from_boards.extend(&boards);
    assert_eq!(from_text, from_boards);
    let rights_of_boards: Rights = boards.iter().map(RightsRow::from).collect();
    assert!(rights == rights_of_boards);
}
