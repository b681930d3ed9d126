//! Tests games in viriformat. The positions after moves of every kind are compared with the crate `viriformat`. Moves
//! that cannot be made must be errors.

use cozy_chess::util::parse_san_move;
use cozy_chess::{Board, Piece};
use setwise_positions::packed::{Format, Labels, RecordChunks, marlinformat, viriformat};
use setwise_positions::{Columns, Rules};
use setwise_testkit::games::master_games;
use viriformat::LONGEST_GAME;

use ::viriformat::chess::board::{DrawType, GameOutcome, WinType};
use ::viriformat::chess::chessmove::Move;
use ::viriformat::dataformat::{Filter, Game};

use crate::oracle::viri_board;

/// Reads a move in standard algebraic notation. Returns the move, and its code in viriformat.
fn code(board: &Board, san: &str) -> (cozy_chess::Move, u16) {
    let step = parse_san_move(board, san).unwrap_or_else(|error| panic!("{board}: {san}: {error}"));
    let (from, to) = (step.from, step.to);
    let pawn = board.piece_on(from) == Some(Piece::Pawn);
    let kind = if board.color_on(to) == board.color_on(from) {
        2 << 14
    } else if pawn && from.file() != to.file() && board.piece_on(to).is_none() {
        1 << 14
    } else {
        step.promotion.map_or(0, |piece| (piece as u16 - 1) << 12 | 3 << 14)
    };
    (step, from as u16 | (to as u16) << 6 | kind)
}

/// Returns a game of the crate `viriformat`.
fn game(start: &str, moves: &[&str], number: usize) -> Game {
    let mut game = Game::new(&viri_board(start));
    game.set_outcome(match number % 3 {
        0 => GameOutcome::WhiteWin(WinType::Adjudication),
        1 => GameOutcome::Draw(DrawType::Adjudication),
        _ => GameOutcome::BlackWin(WinType::Adjudication),
    });
    let mut board: Board = start.parse().unwrap();
    for (ply, san) in moves.iter().enumerate() {
        let (step, code) = code(&board, san);
        board.play(step);
        game.add_move(
            Move::from_raw(code).unwrap(),
            (31 * ply as i16 + number as i16) * if ply % 2 == 0 { 1 } else { -1 },
        );
    }
    game
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Short games with moves that master games rarely have.
const SPECIAL: [(&str, &[&str]); 6] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", &["O-O", "O-O-O", "Rae1", "Rh1", "Kxh1"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", &["O-O-O", "O-O", "Rhg1", "Kh8"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["Rxa8", "Ke7", "Rhxh8", "Kd7", "Ke2"]),
    ("4k3/1P4P1/8/8/8/8/1p4p1/4K3 w - - 0 50", &["b8=N", "b1=B", "g8=R", "Ke7", "Kf2", "g1=Q"]),
    ("4k3/p3p3/8/1P1P4/4p1p1/8/3P1P2/4K3 w - - 0 1", &["f4", "gxf3", "d4", "exd3", "Kf2", "a5", "bxa6", "e5", "dxe6"]),
    ("2r1k3/1P6/8/8/8/8/8/4K3 w - - 99 300", &["bxc8=Q", "Ke7", "Qc5"]),
];

fn all_games() -> Vec<Game> {
    let mut games: Vec<Game> = master_games()
        .iter()
        .enumerate()
        .map(|(n, one)| game(START, &one.iter().map(String::as_str).collect::<Vec<_>>(), n))
        .collect();
    games.extend(SPECIAL.iter().enumerate().map(|(n, (start, moves))| game(start, moves, n)));
    games
}

#[test]
fn every_position_of_a_game_is_that_of_the_crate_viriformat() {
    let games = all_games();
    let (mut bytes, mut expected) = (Vec::new(), Vec::new());
    for game in &games {
        game.serialise_into(&mut bytes).unwrap();
        game.splat_to_marlinformat(
            |record| {
                expected.extend(record.as_bytes());
                Ok(())
            },
            &Filter::UNRESTRICTED,
        )
        .unwrap();
    }
    let (mut columns, mut labels) = (Columns::default(), Labels::default());
    let next = viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut columns, Some(&mut labels), |bad| {
        panic!("{bad}");
    });
    assert_eq!((next, columns.len()), (games.len() + 1, expected.len() / 32));
    let mut written = Vec::new();
    marlinformat::write(&columns, &labels, &mut written).unwrap();
    for (n, (written, expected)) in written.as_chunks::<32>().0.iter().zip(expected.as_chunks().0).enumerate() {
        assert_eq!(written, expected, "position {n}");
    }
    let mut without = Columns::default();
    viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut without, None, |bad| panic!("{bad}"));
    assert!(without == columns);
}

#[test]
fn a_file_of_games_is_read_in_pieces_of_whole_games() {
    let mut bytes = Vec::new();
    for game in all_games() {
        game.serialise_into(&mut bytes).unwrap();
    }
    let mut whole = Columns::default();
    let last = viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut whole, None, |bad| panic!("{bad}"));
    for chunk in [1, 100, 1000, 1 << 20] {
        let (mut columns, mut buffer, mut next) = (Columns::default(), Vec::new(), 1);
        let mut records = RecordChunks::with_chunk_size(chunk, Format::Viriformat, &bytes[..]);
        while records.read(&mut buffer).unwrap() {
            next =
                viriformat::Reader::new(Rules::Chess).append(&buffer, next, &mut columns, None, |bad| panic!("{bad}"));
        }
        assert!(columns == whole && next == last, "{chunk}");
    }
}

/// Builds the bytes of a game from its start position and the codes of its moves.
fn raw(start: &str, moves: &[u16]) -> Vec<u8> {
    let mut bytes = viri_board(start).to_marlinformat(0, 1, 0).as_bytes().to_vec();
    for code in moves {
        bytes.extend(code.to_le_bytes());
        bytes.extend([7, 0]);
    }
    bytes.extend([0; 4]);
    bytes
}

/// Returns the code of a move. `name` consists of the two squares of the move, such as `e2e4`.
fn between(name: &str, kind: u16) -> u16 {
    let square = |name: &[u8]| u16::from(name[0] - b'a' + 8 * (name[1] - b'1'));
    square(&name.as_bytes()[..2]) | square(&name.as_bytes()[2..]) << 6 | kind << 14
}

#[test]
fn a_game_with_a_move_that_cannot_be_made_is_skipped_whole() {
    let kings = "r3k2r/pP6/8/8/8/8/P7/R3K2R w KQkq - 0 1";
    let nothing = raw(START, &[]);
    for (start, moves, expected) in [
        (START, &[between("e4e5", 0)][..], "2: move 1: no piece of the side to move is on e4"),
        (START, &[between("e2e4", 0), between("e4e5", 0)], "2: move 2: no piece of the side to move is on e4"),
        (START, &[between("e2e4", 0), between("e8d8", 0)], "2: move 2: a piece of the side to move is on d8"),
        (START, &[0], "2: move 1: a piece of the side to move is on a1"),
        (START, &[between("d1e8", 0)], "2: move 1: it takes the king on e8"),
        (START, &[between("e1h1", 2)], "2: move 1: it is not possible to castle"),
        (kings, &[between("a1e1", 2)], "2: move 1: it is not possible to castle"),
        (kings, &[between("a1a1", 2)], "2: move 1: it is not possible to castle"),
        (
            kings,
            &[between("h1g1", 0), between("a7a6", 0), between("e1g1", 2)],
            "2: move 3: it is not possible to castle",
        ),
        (
            kings,
            &[between("e1e2", 0), between("a7a6", 0), between("e2h1", 2)],
            "2: move 3: it is not possible to castle",
        ),
        (START, &[between("e2d3", 1)], "2: move 1: it is not possible to take en passant"),
        (kings, &[between("e1d2", 1)], "2: move 1: it is not possible to take en passant"),
        (kings, &[between("b7b8", 0)], "2: move 1: a pawn promotes on the last rank, and only there"),
        (kings, &[between("a2a3", 3)], "2: move 1: a pawn promotes on the last rank, and only there"),
        (kings, &[between("h1h8", 3)], "2: move 1: a pawn promotes on the last rank, and only there"),
    ] {
        let bytes = [&nothing[..], &raw(start, moves), &nothing].concat();
        let (mut columns, mut labels, mut bad) = (Columns::default(), Labels::default(), Vec::new());
        let next = viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut columns, Some(&mut labels), |record| {
            bad.push(record.to_string());
        });
        assert_eq!((bad, next), (vec![expected.to_string()], 4), "{start}");
        assert_eq!((columns.len(), labels.len()), (2, 2), "{expected}");
    }
}

#[test]
fn an_incomplete_game_is_an_error_and_the_games_before_it_are_read() {
    let game = raw(START, &[between("e2e4", 0), between("e7e5", 0)]);
    for left in 1..game.len() {
        let bytes = [&game[..], &game[..left]].concat();
        let (mut columns, mut bad) = (Columns::default(), Vec::new());
        let next = viriformat::Reader::new(Rules::Chess).append(&bytes, 1, &mut columns, None, |record| {
            bad.push(record.to_string());
        });
        let expected = if left < 32 {
            format!("2: the record is incomplete: it has {left} bytes, not 32")
        } else {
            "2: the game has no end (four zero bytes)".to_string()
        };
        assert_eq!((columns.len(), bad, next), (2, vec![expected], 3));
        assert_eq!(Format::Viriformat.whole(&bytes), game.len());
    }
}

#[test]
fn a_game_without_end_is_not_read_into_memory() {
    let mut records = RecordChunks::new(Format::Viriformat, std::io::repeat(1));
    let mut buffer = Vec::new();
    let error = records.read(&mut buffer).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (std::io::ErrorKind::InvalidData, "a game has no end (four zero bytes)")
    );
    assert!(buffer.is_empty());
    let longest = raw(START, &vec![0xFFFF; LONGEST_GAME]);
    assert_eq!(Format::Viriformat.whole(&longest), longest.len());
    assert_eq!(Format::Viriformat.whole(&raw(START, &vec![0xFFFF; LONGEST_GAME + 1])), 0);
}

/// A king on f1 may castle with the rook on h1 in Chess960. Then the king must end on g1 and the rook on f1, as in
/// chess.
#[test]
fn files_of_castling_are_those_of_chess() {
    let mut bytes =
        raw("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &[between("f1h1", 2), between("e8e7", 0), between("g1h1", 0)]);
    // Moves the king to f1 in the record, because the crate `viriformat` cannot read a line in which a king on f1 may
    // castle.
    bytes[0] = 0b1010_0001;
    let (mut columns, mut reader) = (Columns::default(), viriformat::Reader::new(Rules::Chess));
    reader.append(&bytes, 1, &mut columns, None, |bad| panic!("{bad}"));
    assert_eq!((columns.kings[1] & columns.white[1], columns.rooks[1]), (1 << 6, 1 | 1 << 5));
}
