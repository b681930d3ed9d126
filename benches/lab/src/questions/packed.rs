//! The question about unpacking packed boards from memory into columns, on one core.

use std::rc::Rc;

use anyhow::Result;
use bulletformat::ChessBoard;
use setwise_positions::packed::{
    Labels, RECORD, Relative, RelativeLabels, UnpackStrategy, bulletformat as relative, marlinformat,
};
use setwise_positions::{Columns, Reader, Rules};

use setwise_benches::questions::parts::without_columns;
use setwise_benches::questions::reading::{Sums, contestant, copy, sum, sums};
use setwise_benches::{Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("packed", packed)];

const BOARDS: usize = 2048;

/// Returns columns of [`BOARDS`] real positions, read by the text reader. If there are fewer positions, they are
/// repeated. Returns `None` if there are no positions.
fn real_columns(setup: &Setup<'_>) -> Option<Columns> {
    let mut lines = Columns::default();
    Reader::new(setwise::auto(), Rules::Chess).append(setup.real.text.as_bytes(), 1, &mut lines, |_| ());
    let positions: Vec<_> = (0..lines.len()).filter_map(|n| lines.get(n)).collect();
    let mut columns = Columns::default();
    positions.iter().cycle().take(BOARDS).for_each(|position| columns.push(position));
    (!positions.is_empty()).then_some(columns)
}

/// Creates the question about boards that are packed in two formats, marlinformat and bulletformat. The correct sums
/// are the sums of the columns from which both formats are written.
fn packed(setup: Setup<'_>) -> Result<Option<Question>> {
    let Some(columns) = real_columns(&setup) else { return Ok(None) };
    let mut labels = Labels::unknown(columns.len());
    labels.result.fill(1);
    let boards = Relative::from_absolute(&columns);
    let mut absolute = Vec::new();
    marlinformat::write(&columns, &labels, &mut absolute)?;
    let absolute: Rc<[u8]> = absolute.into();
    let answer = |sums: Sums| Rc::new(Answer { totals: sums.to_vec(), ..Answer::default() });
    let of_white = answer(sums(&columns));
    let of_own = answer(relative_sums(&boards));
    let mut flipped = Vec::new();
    relative::write(&boards, &RelativeLabels::from_absolute(&columns, &labels), &mut flipped)?;
    let of_crate: Rc<[ChessBoard]> = flipped.as_chunks().0.iter().map(chess_board).collect();
    let flipped: Rc<[u8]> = flipped.into();
    let copied = answer([absolute.len() as u64, 0, 0, 0, 0, 0, 0, 0]);
    let best = UnpackStrategy::ready().next().unwrap_or(UnpackStrategy::Portable);
    let mut contestants = vec![contestant("setwise-positions", Role::Backend, &of_white, &absolute, by_setwise(best))];
    for strategy in UnpackStrategy::ready() {
        let name = format!("setwise-positions, {strategy}");
        contestants.push(contestant(&name, Role::Backend, &of_white, &absolute, by_setwise(strategy)));
    }
    contestants.extend([
        contestant("setwise-positions, bulletformat", Role::Backend, &of_own, &flipped, by_setwise_relative),
        contestant("bulletformat", Role::Rival, &of_own, &of_crate, by_bulletformat),
        contestant("copy of the bytes", Role::UpperBound, &copied, &absolute, copy),
    ]);
    let reason = "32-byte boards in memory to sets of pieces, one core; the sum of each column is asked for, so that they are made; \
                  marlinformat where no other format is named; the crate bulletformat returns one piece at a time";
    let title = "packed boards to columns";
    Ok(Some(without_columns(title, reason, "bulletformat", BOARDS, &copied, contestants)))
}

/// Returns a function that unpacks boards with `strategy`, which this CPU must support.
fn by_setwise(strategy: UnpackStrategy) -> impl Fn(&[u8], &mut (Option<marlinformat::Reader>, Columns)) -> Sums {
    move |bytes, (reader, columns)| {
        columns.clear();
        let new = || {
            marlinformat::Reader::with_strategy(strategy, setwise::auto(), Rules::Chess).expect("the strategy is ready")
        };
        reader.get_or_insert_with(new).append(bytes, 1, columns, None, |_| ());
        sums(columns)
    }
}

fn by_setwise_relative(bytes: &[u8], (reader, boards): &mut (Option<relative::Reader>, Relative)) -> Sums {
    boards.clear();
    let reader = reader.get_or_insert_with(|| relative::Reader::new(setwise::auto(), Rules::Chess));
    reader.append(bytes, 1, boards, None, |_| ());
    relative_sums(boards)
}

fn by_bulletformat(boards: &[ChessBoard], columns: &mut [Vec<u64>; 8]) -> Sums {
    columns.iter_mut().for_each(Vec::clear);
    for board in boards {
        let mut words = [0; 8];
        for (piece, square) in *board {
            words[usize::from(piece & 7)] |= 1 << square;
            words[6 + usize::from(piece >> 3)] |= 1 << square;
        }
        columns.iter_mut().zip(words).for_each(|(column, word)| column.push(word));
    }
    columns.each_ref().map(|column| sum(column))
}

/// Returns a record as the crate `bulletformat` represents it.
fn chess_board(record: &[u8; RECORD]) -> ChessBoard {
    let (occ, rest) = record.split_first_chunk().expect("eight bytes");
    let (pcs, rest) = rest.split_first_chunk().expect("16 bytes");
    let &[score_0, score_1, result, ksq, opp_ksq, ref extra @ ..] = rest else { panic!("eight bytes") };
    ChessBoard {
        occ: u64::from_le_bytes(*occ),
        pcs: *pcs,
        score: i16::from_le_bytes([score_0, score_1]),
        result,
        ksq,
        opp_ksq,
        extra: extra.try_into().expect("three bytes"),
    }
}

fn relative_sums(Relative { pawns, knights, bishops, rooks, queens, kings, own, their }: &Relative) -> Sums {
    [pawns, knights, bishops, rooks, queens, kings, own, their].map(|column| sum(column))
}
