//! The reader of formats whose records are boards of 32 bytes.
//!
//! A block is read without a branch that depends on a board. The errors of a board are bits of a word, and the words of
//! all boards are combined with OR. If any bit is 1, the reader reads the block again, record by record, and reports
//! the errors.

use std::marker::PhantomData;

use setwise::Backend;

use super::piece_sets::PieceSets;
use super::unpack::{Record, Unpack, UnpackStrategy, tail};
use super::{BadRecord, Reason};
use crate::Rules;
use crate::block_reader::BOARDS;
use crate::columns::{Rows, assert_same_length};

/// A format whose records are boards of 32 bytes: [`Marlinformat`](super::marlinformat::Marlinformat) or
/// [`Bulletformat`](super::bulletformat::Bulletformat). Other crates cannot implement this trait.
pub trait BoardFormat {
    /// The columns of boards.
    type Boards: Rows;
    /// The columns of labels.
    type Labels: Rows;

    /// Whether the format has a separate code for rooks that may castle.
    #[doc(hidden)]
    const UNMOVED_ROOKS: bool;

    /// Reads one record, square by square.
    #[doc(hidden)]
    fn read(record: &Record, rules: Rules) -> Result<RowOf<Self>, Reason>;

    /// Returns the columns of the six kinds of pieces, followed by the columns of the two sides.
    #[doc(hidden)]
    fn words(boards: &mut Self::Boards) -> [&mut Vec<u64>; 8];

    /// Returns a word that is 0 if the last eight bytes of a record are valid.
    #[doc(hidden)]
    fn is_wrong(tail: u64) -> u64;

    /// Appends the labels of the boards of a block to `labels` and, if the format stores them, the sides to move to
    /// `boards`. The sets of these boards have already been appended. If the labels contradict the boards, appends
    /// nothing and returns `false`.
    #[doc(hidden)]
    fn append_labels(
        packed: &PackedLabels<'_>,
        rules: Rules,
        boards: &mut Self::Boards,
        labels: Option<&mut Self::Labels>,
    ) -> bool;
}

/// A board and its labels.
type RowOf<F> = (<<F as BoardFormat>::Boards as Rows>::Row, <<F as BoardFormat>::Labels as Rows>::Row);

/// The labels of the boards of a block, as stored in the records.
#[derive(Debug)]
pub struct PackedLabels<'a> {
    /// The last eight bytes of each record.
    pub(super) tails: &'a [u64],
    pub(super) unmoved_rooks: &'a [u64],
}

/// Reads records and appends them to columns.
///
/// ```
/// use setwise_positions::packed::{Labels, marlinformat};
/// use setwise_positions::{Columns, Rules};
///
/// let mut start = Vec::new();
/// start.extend(0xFFFF_0000_0000_FFFF_u64.to_le_bytes());
/// start.extend([0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9E, 0xCA, 0xAD, 0xE9]);
/// start.extend([64, 0, 1, 0, 30, 0, 2, 0]); // white to move; move 1; 0.30 pawns; White won
///
/// let mut reader = marlinformat::Reader::new(setwise::auto(), Rules::Chess);
/// let (mut columns, mut labels) = (Columns::default(), Labels::default());
/// let next = reader.append(&start, 1, &mut columns, Some(&mut labels), |bad| panic!("{bad}"));
/// assert_eq!((columns.knights[0], labels.score[0], next), (0x4200_0000_0000_0042, 30, 2));
/// assert_eq!(labels.unmoved_rooks[0], 0x8100_0000_0000_0081);
///
/// let mut written = Vec::new();
/// marlinformat::write(&columns, &labels, &mut written)?;
/// assert_eq!(written, start);
/// # Ok::<(), setwise_positions::packed::BadRecord>(())
/// ```
#[derive(Debug)]
pub struct Reader<F> {
    backend: Backend,
    rules: Rules,
    sets: PieceSets,
    strategy: UnpackStrategy,
    unpack: Box<dyn Unpack>,
    tails: [u64; BOARDS],
    unmoved_rooks: [u64; BOARDS],
    wrong: [u64; BOARDS],
    format: PhantomData<F>,
}

impl<F: BoardFormat> Reader<F> {
    /// Returns a reader for the boards that `rules` accepts. It unpacks boards with the best [`UnpackStrategy`] that
    /// this CPU supports, and computes the columns of pieces on `backend`.
    #[must_use]
    pub fn new(backend: Backend, rules: Rules) -> Self {
        UnpackStrategy::ALL
            .into_iter()
            .find_map(|strategy| Self::with_strategy(strategy, backend, rules))
            .expect("every CPU supports the portable strategy")
    }

    /// Returns a reader that unpacks boards with `strategy`. Returns `None` if this CPU does not support the strategy.
    #[must_use]
    pub fn with_strategy(strategy: UnpackStrategy, backend: Backend, rules: Rules) -> Option<Self> {
        let (sets, zeros) = (PieceSets::new(rules, F::UNMOVED_ROOKS), [0; BOARDS]);
        let unpack = strategy.unpack()?;
        let [tails, unmoved_rooks, wrong] = [zeros; 3];
        Some(Self { backend, rules, sets, strategy, unpack, tails, unmoved_rooks, wrong, format: PhantomData })
    }

    /// Returns the strategy with which this reader unpacks boards.
    #[must_use]
    pub fn strategy(&self) -> UnpackStrategy {
        self.strategy
    }

    /// Appends the boards of whole records to `boards`, and their labels to `labels` if given. The first record has the
    /// number `first_record`. Returns the number of the next record after `bytes`.
    ///
    /// Calls `bad` for each record that is invalid or whose board the rules do not accept, and for an incomplete record
    /// at the end. Such a record is skipped and reading continues.
    ///
    /// # Panics
    ///
    /// Panics if `labels` and `boards` have different numbers of rows.
    pub fn append(
        &mut self,
        bytes: &[u8],
        first_record: usize,
        boards: &mut F::Boards,
        mut labels: Option<&mut F::Labels>,
        mut bad: impl FnMut(BadRecord),
    ) -> usize {
        assert_same_length(boards, labels.as_deref());
        let (records, incomplete) = bytes.as_chunks();
        let mut number = first_record;
        for block in records.chunks(BOARDS) {
            if !self.append_block(block, boards, labels.as_deref_mut()) {
                self.append_one_by_one(block, number, boards, labels.as_deref_mut(), &mut bad);
            }
            number += block.len();
        }
        if !incomplete.is_empty() {
            bad(BadRecord { record: number, reason: Reason::Truncated(incomplete.len()) });
            number += 1;
        }
        number
    }

    /// Appends the boards of at most [`BOARDS`] records and returns `true` if all records are valid. Otherwise appends
    /// nothing and returns `false`.
    #[inline(always)]
    fn append_block(&mut self, records: &[Record], boards: &mut F::Boards, labels: Option<&mut F::Labels>) -> bool {
        let old = boards.len();
        let [tails, unmoved_rooks, wrong] =
            [&mut self.tails, &mut self.unmoved_rooks, &mut self.wrong].map(|words| &mut words[..records.len()]);
        for (tail_of, record) in tails.iter_mut().zip(records) {
            *tail_of = tail(record);
        }
        let mut words = F::words(boards);
        words.iter_mut().for_each(|column| column.resize(old + records.len(), 0));
        let [a, b, c, d, e, f, g, h] = words.map(|column| &mut column[old..]);
        self.unpack.unpack(self.backend, self.sets, records, [a, b, c, d, e, f, g, h, unmoved_rooks, wrong]);
        let wrong = wrong.iter().fold(0, |all, word| all | word);
        let right = tails.iter().fold(wrong, |all, &tail| all | F::is_wrong(tail)) == 0
            && F::append_labels(&PackedLabels { tails, unmoved_rooks }, self.rules, boards, labels);
        if !right {
            boards.truncate(old);
        }
        right
    }

    /// Appends the boards of a block one by one, and calls `bad` for each record with an error.
    #[cold]
    fn append_one_by_one(
        &mut self,
        block: &[Record],
        first_record: usize,
        boards: &mut F::Boards,
        mut labels: Option<&mut F::Labels>,
        bad: &mut impl FnMut(BadRecord),
    ) {
        for (record, bytes) in (first_record..).zip(block) {
            match F::read(bytes, self.rules) {
                Ok((board, row)) => {
                    boards.push(&board);
                    if let Some(labels) = &mut labels {
                        labels.push(&row);
                    }
                }
                Err(reason) => bad(BadRecord { record, reason }),
            }
        }
    }
}

/// The clone has separate buffers.
impl<F: BoardFormat> Clone for Reader<F> {
    fn clone(&self) -> Self {
        Self::with_strategy(self.strategy, self.backend, self.rules).expect("this CPU has already run the strategy")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::bulletformat::{self, Bulletformat};
    use crate::packed::marlinformat::{self, Marlinformat};
    use crate::packed::{LabelRow, Labels, Relative, RelativeLabelRow, RelativeLabels};
    use crate::{Columns, read_line};

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b",
        "8/8/4k3/8/8/4K3/8/8 w",
        "4k3/8/8/8/8/8/8/R3K2R b",
    ];

    /// Reads records in blocks, and panics if a block would have to be read again, record by record. Comparing
    /// positions cannot detect this, because the second reading yields the same positions.
    fn read_fast<F: BoardFormat>(
        strategy: UnpackStrategy,
        rules: Rules,
        bytes: &[u8],
        boards: &mut F::Boards,
        labels: &mut F::Labels,
    ) {
        let mut reader = Reader::<F>::with_strategy(strategy, setwise::auto(), rules).unwrap();
        for block in bytes.as_chunks().0.chunks(BOARDS) {
            assert!(reader.append_block(block, boards, Some(labels)), "{strategy} under {rules:?}");
        }
    }

    #[test]
    fn right_records_are_read_in_blocks() {
        let (mut columns, mut labels) = (Columns::default(), Labels::default());
        for (n, fen) in (0..=255).zip(FENS.iter().cycle()).take(3 * BOARDS + 1) {
            columns.push(&read_line(fen.as_bytes(), Rules::Chess).unwrap());
            let unmoved_rooks = columns.rooks[usize::from(n)] & 0x8100_0000_0000_0081;
            labels.push(&LabelRow {
                score: -(i16::from(n)),
                result: n % 3,
                halfmove_clock: n.into(),
                fullmove_number: u32::from(n) << 8,
                en_passant: n % 65,
                unmoved_rooks,
                extra: n,
            });
        }
        let boards = Relative::from_absolute(&columns);
        let row = |n: u8| RelativeLabelRow { score: i16::from(n) - 99, result: n % 3, extra: [n, 1, !n] };
        let relative_labels: RelativeLabels = (0..=255).take(columns.len()).map(row).collect();
        let (mut absolute, mut relative) = (Vec::new(), Vec::new());
        marlinformat::write(&columns, &labels, &mut absolute).unwrap();
        bulletformat::write(&boards, &relative_labels, &mut relative).unwrap();
        for (strategy, rules) in UnpackStrategy::ready().flat_map(|strategy| Rules::ALL.map(|rules| (strategy, rules)))
        {
            let (mut read, mut read_labels) = (Columns::default(), Labels::default());
            read_fast::<Marlinformat>(strategy, rules, &absolute, &mut read, &mut read_labels);
            assert!(read == columns && read_labels == labels, "{strategy} under {rules:?}");

            let (mut read, mut read_labels) = (Relative::default(), RelativeLabels::default());
            read_fast::<Bulletformat>(strategy, rules, &relative, &mut read, &mut read_labels);
            assert!(read == boards && read_labels == relative_labels, "{strategy} under {rules:?}");
        }
    }
}
