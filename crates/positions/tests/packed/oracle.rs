//! Real positions and their records, as the crates that define the formats write them.

use setwise::Backend;
use setwise_positions::packed::{BadRecord, BoardFormat, LabelRow, Labels, RECORD, Reader, UnpackStrategy};
use setwise_positions::{Columns, Position, Rows, Rules, read_line};
use setwise_testkit::games::master_fens;
use setwise_testkit::{selected, skip};

/// Returns the position of a FEN line, and its labels. `number` determines the score, the result and the extra byte.
pub(crate) fn row(fen: &str, number: usize) -> (Position, LabelRow) {
    let position = read_line(fen.as_bytes(), Rules::AnyPieces).unwrap();
    let of_line = LabelRow::of_line(fen.as_bytes(), &position.placement).unwrap();
    // The lowest score has no opposite, so the crate `bulletformat` cannot negate it.
    let score = ((number as u64).wrapping_mul(0x9E37_79B9) as i16).max(-i16::MAX);
    (position, LabelRow { score, result: (number % 3) as u8, extra: (number % 251) as u8, ..of_line })
}

/// Returns the record that the crate `viriformat` writes in marlinformat.
pub(crate) fn absolute(fen: &str, number: usize) -> [u8; RECORD] {
    let (_, LabelRow { score, result, extra, .. }) = row(fen, number);
    viri_board(fen).to_marlinformat(score, result, extra).as_bytes()
}

/// Returns the record that the crate `bulletformat` makes from text.
pub(crate) fn relative(fen: &str, number: usize) -> [u8; RECORD] {
    let (_, LabelRow { score, result, .. }) = row(fen, number);
    let result = ["0.0", "0.5", "1.0"][usize::from(result)];
    let record: bulletformat::ChessBoard = format!("{fen} | {score} | {result}").parse().unwrap();
    let mut bytes = [0; RECORD];
    bytes[..8].copy_from_slice(&record.occ.to_le_bytes());
    bytes[8..24].copy_from_slice(&record.pcs);
    bytes[24..26].copy_from_slice(&record.score.to_le_bytes());
    bytes[26..29].copy_from_slice(&[record.result, record.ksq, record.opp_ksq]);
    bytes[29..].copy_from_slice(&record.extra);
    bytes
}

/// Returns real positions and their labels, and their records in marlinformat and in bulletformat.
pub(crate) fn real() -> (Columns, Labels, [Vec<u8>; 2]) {
    let fens = master_fens();
    let rows = fens.iter().enumerate().map(|(n, fen)| row(fen, n));
    let (positions, labels): (Vec<Position>, Vec<LabelRow>) = rows.unzip();
    let records =
        [absolute, relative].map(|record| fens.iter().enumerate().flat_map(|(n, fen)| record(fen, n)).collect());
    (positions.into_iter().collect(), labels.into_iter().collect(), records)
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
