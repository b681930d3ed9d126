//! Real positions and their records. Loops over the letters of FEN lines and over squares compute the records.

use std::{env, fs};

use setwise::{Backend, Color};
use setwise_positions::packed::{BadRecord, BoardFormat, LabelRow, RECORD, Reader, UnpackStrategy};
use setwise_positions::{NO_EN_PASSANT, Rows, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::{selected, skip};

/// The letters of the pieces, in the order of their codes.
const KINDS: &str = "PNBRQK";
const UNMOVED_ROOK: u8 = 6;

/// Returns the lines of real positions.
pub(crate) fn fens() -> Vec<String> {
    let Some(path) = env::var_os("SETWISE_POSITIONS").filter(|path| !path.is_empty()) else { return master_fens() };
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("SETWISE_POSITIONS: {error}"));
    let fens: Vec<String> = text.lines().map(full).collect();
    println!("{} positions of {}", fens.len(), path.display());
    fens
}

/// Adds missing fields to a FEN line, so that it has six fields.
fn full(line: &str) -> String {
    let mut fields: Vec<&str> = line.split_whitespace().take(6).collect();
    let missing = ["-", "-", "0", "1"];
    fields.extend(&missing[fields.len().saturating_sub(2).min(4)..]);
    fields.join(" ")
}

/// A position as an array of pieces, with a1 at index 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Plain {
    pub(crate) squares: [Option<(u8, Color)>; 64],
    pub(crate) side_to_move: Color,
    pub(crate) labels: LabelRow,
}

impl Plain {
    /// Reads a FEN line with six fields. `number` determines the score, the result and the extra byte.
    pub(crate) fn new(fen: &str, number: usize) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut squares = [None; 64];
        let (mut rank, mut file) = (7, 0);
        for letter in fields[0].chars() {
            match (letter, letter.to_digit(10)) {
                ('/', _) => (rank, file) = (rank - 1, 0),
                (_, Some(empty)) => file += empty as usize,
                _ => {
                    let kind = KINDS.find(letter.to_ascii_uppercase()).unwrap() as u8;
                    let side = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    squares[8 * rank + file] = Some((kind, side));
                    file += 1;
                }
            }
        }
        let square = |name: &[u8]| name[0] - b'a' + 8 * (name[1] - b'1');
        let corner = |right| match right {
            'Q' => 0,
            'K' => 7,
            'q' => 56,
            'k' => 63,
            _ => panic!("{fen}: castling"),
        };
        let labels = LabelRow {
            score: (number as u64).wrapping_mul(0x9E37_79B9) as i16,
            result: (number % 3) as u8,
            halfmove_clock: fields[4].parse().unwrap(),
            fullmove_number: fields[5].parse().unwrap(),
            en_passant: if fields[3] == "-" { NO_EN_PASSANT } else { square(fields[3].as_bytes()) },
            unmoved_rooks: fields[2].chars().filter(|c| *c != '-').fold(0, |set, right| set | 1 << corner(right)),
            extra: (number % 251) as u8,
        };
        let side_to_move = if fields[1] == "w" { Color::White } else { Color::Black };
        Self { squares, side_to_move, labels }
    }

    /// Returns the record in marlinformat.
    pub(crate) fn marlinformat(&self) -> [u8; RECORD] {
        let LabelRow { score, result, halfmove_clock, fullmove_number, en_passant, unmoved_rooks, extra } = self.labels;
        let mut record = packed((0..64).map(|square| {
            let (kind, side) = self.squares[square]?;
            let kind = if unmoved_rooks >> square & 1 == 1 { UNMOVED_ROOK } else { kind };
            Some(kind + 8 * side.index() as u8)
        }));
        record[24] = en_passant + 128 * self.side_to_move.index() as u8;
        record[25] = halfmove_clock as u8;
        record[26..28].copy_from_slice(&(fullmove_number as u16).to_le_bytes());
        record[28..30].copy_from_slice(&score.to_le_bytes());
        record[30] = result;
        record[31] = extra;
        record
    }

    /// Returns the record in bulletformat. Its three extra bytes are 0.
    pub(crate) fn bulletformat(&self) -> [u8; RECORD] {
        let black = self.side_to_move == Color::Black;
        let flipped = |square: usize| if black { 8 * (7 - square / 8) + square % 8 } else { square };
        let mut record = packed((0..64).map(|square| {
            let (kind, side) = self.squares[flipped(square)]?;
            Some(if side == self.side_to_move { kind } else { kind + 8 })
        }));
        let king = |side| self.squares.iter().position(|piece| *piece == Some((5, side))).unwrap();
        let other_view = |square: usize| 8 * (7 - square / 8) + square % 8;
        let (score, result) = (self.labels.score, self.labels.result);
        record[24..26].copy_from_slice(&if black { score.saturating_neg() } else { score }.to_le_bytes());
        record[26] = if black { 2 - result } else { result };
        record[27] = flipped(king(self.side_to_move)) as u8;
        record[28] = other_view(flipped(king(!self.side_to_move))) as u8;
        record
    }
}

/// Builds a record from the codes of the pieces, one for each square, with a1 first. The last eight bytes of the record
/// are 0.
fn packed(codes: impl Iterator<Item = Option<u8>>) -> [u8; RECORD] {
    let (mut record, mut piece) = ([0; RECORD], 0);
    for (square, code) in codes.enumerate() {
        if let Some(code) = code {
            record[square / 8] += 1 << (square % 8);
            record[8 + piece / 2] += if piece % 2 == 0 { code } else { 16 * code };
            piece += 1;
        }
    }
    record
}

/// Reads records with every strategy on every backend, with labels and without. All readers must return the same
/// results.
pub(crate) fn read<F>(bytes: &[u8], rules: Rules) -> (Vec<BadRecord>, F::Boards, F::Labels)
where
    F: BoardFormat<Boards: PartialEq, Labels: PartialEq>,
{
    let mut results = strategies().into_iter().map(|(strategy, backend)| {
        let (mut boards, mut labels, mut bad) = (F::Boards::default(), F::Labels::default(), Vec::new());
        let mut reader = Reader::<F>::with_strategy(strategy, backend, rules).unwrap();
        let next = reader.append(bytes, 1, &mut boards, Some(&mut labels), |record| bad.push(record));
        assert_eq!(next, 1 + bytes.len().div_ceil(RECORD), "{strategy} and {}", backend.id());
        assert_eq!(labels.len(), boards.len(), "{strategy} and {}", backend.id());
        let (mut without, mut bad_without) = (F::Boards::default(), Vec::new());
        reader.clone().append(bytes, 1, &mut without, None, |record| bad_without.push(record));
        assert_eq!(bad_without, bad, "{strategy} and {}", backend.id());
        assert!(without == boards, "{strategy} and {}, without labels", backend.id());
        (format!("{strategy} and {}", backend.id()), (bad, boards, labels))
    });
    let (_, first) = results.next().unwrap();
    results.for_each(|(name, other)| assert!(other == first, "{name}"));
    first
}

/// Returns every pair of a strategy and a backend that this CPU supports. Prints the names of the unsupported
/// strategies.
fn strategies() -> Vec<(UnpackStrategy, Backend)> {
    let ready: Vec<UnpackStrategy> = UnpackStrategy::ready().collect();
    for strategy in UnpackStrategy::ALL.iter().filter(|strategy| !ready.contains(strategy)) {
        skip::not_on_this_cpu(format_args!("the strategy {strategy}"));
    }
    ready.into_iter().flat_map(|strategy| selected::backends().map(move |backend| (strategy, backend))).collect()
}

/// Reads a FEN line with the crate `viriformat`.
pub(crate) fn viri_board(fen: &str) -> viriformat::chess::board::Board {
    let mut board = viriformat::chess::board::Board::new();
    board.set_from_fen(fen, false).unwrap_or_else(|error| panic!("{fen}: {error}"));
    board
}
