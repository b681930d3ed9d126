//! Questions about unpacking packed boards from memory on one core, into columns or into sums of features.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use anyhow::Result;
use bulletformat::ChessBoard;
use setwise::{Backend, BackendId};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::packed::{
    Labels, RECORD, Relative, RelativeLabels, UnpackStrategy, bulletformat as relative, marlinformat,
};
use setwise_positions::{Columns, Reader, Rules};

use setwise_benches::questions::reading::{Sums, contestant, copy, sum, sums};
use setwise_benches::{Contestant, Question, Workspace};
use setwise_benches::{QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

use super::files::{FIVE, expected_sums, in_one_word};

pub(super) const ALL: &[QuestionDef] =
    &[QuestionDef::new("packed", packed), QuestionDef::new("packed-features", packed_features)];

/// The number of boards in each of the two questions.
const BOARDS: usize = 2048;

/// The number of boards that are unpacked before their features are evaluated. The columns of these boards stay in the
/// first-level cache, along with the blocks that unpacking and evaluation use.
const CHUNK: usize = 256;

/// Five features that do not need the set of all squares that a side attacks. Computing this set takes longer than all
/// other work of a pass.
const WITHOUT_ATTACKS: [&str; 5] =
    ["white_knight_moves", "black_king_moves", "white_forks", "black_passers", "white_shield_pawns"];

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
        contestant("setwise-positions, further columns", Role::Backend, &of_white, &absolute, with_labels),
        contestant("setwise-positions, bulletformat", Role::Backend, &of_own, &flipped, by_setwise_relative),
        contestant("bulletformat", Role::Rival, &of_own, &of_crate, by_bulletformat),
        contestant("copy of the bytes", Role::UpperBound, &copied, &absolute, copy),
    ]);
    Ok(Some(Question {
        title: "packed boards to columns".to_string(),
        reason: "32-byte boards in memory to sets of pieces, one core; the sum of each column is asked for, so that they are made; \
                 marlinformat where no other format is named; the crate bulletformat returns one piece at a time"
            .to_string(),
        reference: "bulletformat",
        point: None,
        boards: BOARDS,
        workspace: Workspace::new(BOARDS, &[], &[], &copied),
        contestants,
    }))
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

fn with_labels(bytes: &[u8], (reader, columns, labels): &mut (Option<marlinformat::Reader>, Columns, Labels)) -> Sums {
    columns.clear();
    labels.clear();
    let reader = reader.get_or_insert_with(|| marlinformat::Reader::new(setwise::auto(), Rules::Chess));
    reader.append(bytes, 1, columns, Some(labels), |_| ());
    black_box(&labels);
    sums(columns)
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

/// Creates the question about sums of features of packed boards. The coordinate oracle computes the correct sums.
fn packed_features(setup: Setup<'_>) -> Result<Option<Question>> {
    let Some(columns) = real_columns(&setup) else { return Ok(None) };
    let columns = Rc::new(columns);
    let mut bytes = Vec::new();
    let mut labels = Labels::unknown(columns.len());
    labels.result.fill(1);
    marlinformat::write(&columns, &labels, &mut bytes)?;
    let bytes: Rc<[u8]> = bytes.into();
    let [five, light] = [FIVE, WITHOUT_ATTACKS].map(|names| names.map(|name| name.parse().expect("a feature")));
    let answer = |features: &[Feature]| -> Result<Rc<Answer>> {
        let totals = vec![expected_sums(&setup, features, BOARDS)?];
        Ok(Rc::new(Answer { totals, ..Answer::default() }))
    };
    let (of_none, of_five, of_light) = (answer(&[])?, answer(&five)?, answer(&light)?);
    let mut contestants = Vec::new();
    let mut backends = vec![("", setwise::auto())];
    backends.extend(BackendId::Avx2Prefix.detect().map(|avx2| (", avx2", avx2)));
    for (named, backend) in backends {
        for (name, features, answer) in [
            ("boards alone", &[][..], &of_none),
            ("5 features", &five, &of_five),
            ("5 features without attacks", &light, &of_light),
        ] {
            let (bytes, pass) = (Rc::clone(&bytes), RefCell::new(Pass::new(backend, features)));
            contestants.push(Contestant::new(&format!("{name}{named}"), Role::Backend, answer, move |workspace| {
                workspace.totals[0] = pass.borrow_mut().of_bytes(&bytes);
            }));
        }
        let (columns, pass) = (Rc::clone(&columns), RefCell::new(Pass::new(backend, &five)));
        contestants.push(Contestant::new(
            &format!("columns to 5 features{named}"),
            Role::Backend,
            &of_five,
            move |workspace| {
                workspace.totals[0] = pass.borrow_mut().of_columns(&columns);
            },
        ));
    }
    Ok(Some(Question {
        title: "packed boards to sums of features".to_string(),
        reason: format!(
            "marlinformat in memory, {CHUNK} boards at a time: unpacked, evaluated in blocks, summed, one core; with `auto` where no \
             backend is named; the features are {}; those without attacks {}",
            FIVE.join(", "),
            WITHOUT_ATTACKS.join(", ")
        ),
        reference: "boards alone",
        point: None,
        boards: BOARDS,
        workspace: Workspace::new(BOARDS, &[], &[], &of_five),
        contestants,
    }))
}

/// Unpacks boards and sums features. The memory is reused from pass to pass.
struct Pass {
    reader: marlinformat::Reader,
    evaluator: Evaluator,
    columns: Columns,
    features: usize,
}

impl Pass {
    fn new(backend: Backend, features: &[Feature]) -> Self {
        let reader = marlinformat::Reader::new(backend, Rules::Chess);
        let (evaluator, columns) = (Evaluator::new(backend, features), Columns::default());
        Self { reader, evaluator, columns, features: features.len() }
    }

    /// Unpacks boards chunk by chunk. Returns the sums of the features and the number of positions, combined in one
    /// word.
    fn of_bytes(&mut self, bytes: &[u8]) -> u64 {
        let (mut sums, mut positions) = (vec![0; self.features], 0);
        for chunk in bytes.chunks(CHUNK * RECORD) {
            self.columns.clear();
            self.reader.append(chunk, 1, &mut self.columns, None, |_| ());
            positions += self.columns.len() as u64;
            if self.features != 0 {
                let more = self.evaluator.sums(&self.columns);
                sums.iter_mut().zip(&more).for_each(|(sum, more)| *sum += more);
            }
            black_box(&self.columns);
        }
        in_one_word(sums.into_iter(), positions)
    }

    fn of_columns(&mut self, columns: &Columns) -> u64 {
        in_one_word(self.evaluator.sums(columns).into_iter(), columns.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_benches::positions::RealPositions;

    /// Checks that faulty columns have other sums than the correct columns. The faults are two swapped columns, and
    /// boards seen from the wrong side.
    #[test]
    fn wrong_columns_are_refused() {
        let real = RealPositions::embedded();
        let columns = real_columns(&Setup::all(&real)).unwrap();
        let boards = Relative::from_absolute(&columns);
        let mut swapped = columns.clone();
        std::mem::swap(&mut swapped.knights, &mut swapped.bishops);
        assert_ne!(sums(&swapped), sums(&columns));
        assert_ne!(relative_sums(&boards), sums(&columns));
    }
}
