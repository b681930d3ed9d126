//! Reads text into columns.

use setwise::Backend;
use setwise::masks::PAWN_RANKS;

use crate::block_reader::{BOARDS, BlockOutcome, BlockReader};
use crate::columns::assert_same_length;
use crate::lines::{is_skipped, lines as lines_of};
use crate::packed::{LabelRow, Labels};
use crate::placement::Placement;
use crate::{BadLine, Columns, ReadStrategy, Reason, Rights, RightsRow, Rows, Rules, read_line};

/// Reads lines of positions and appends them to columns.
///
/// ```
/// use setwise_positions::{Columns, Reader, Rules};
///
/// let mut reader = Reader::new(setwise::auto(), Rules::Chess);
/// let mut columns = Columns::default();
/// let next = reader.append(b"8/8/4k3/8/8/4K3/4N3/8 b - -\n", 1, &mut columns, |bad| panic!("{bad}"));
/// assert_eq!((columns.knights[0], next), (1 << 12, 2));
/// ```
#[derive(Debug)]
pub struct Reader {
    backend: Backend,
    rules: Rules,
    strategy: ReadStrategy,
    block: Box<dyn BlockReader>,
    /// The columns of one block, in the order of [`BlockReader::write`]. They are small enough for the first-level cache.
    /// If the rules accept all boards, the first eight columns are appended to the caller's columns.
    block_columns: Box<[[u64; BOARDS]; 9]>,
    /// The lines of one block, joined into one text. Used only by `append_lines`.
    text: Vec<u8>,
}

impl Reader {
    /// Returns a reader for the positions that `rules` accepts. It reads lines with the best [`ReadStrategy`] that
    /// this CPU supports, and computes the columns of pieces on `backend`.
    #[must_use]
    pub fn new(backend: Backend, rules: Rules) -> Self {
        ReadStrategy::ALL
            .into_iter()
            .find_map(|strategy| Self::with_strategy(strategy, backend, rules))
            .expect("every CPU supports the portable strategy")
    }

    /// Returns a reader that reads lines with `strategy`. Returns `None` if this CPU does not support the strategy.
    #[must_use]
    pub fn with_strategy(strategy: ReadStrategy, backend: Backend, rules: Rules) -> Option<Self> {
        let (block, block_columns) = (strategy.block_reader()?, Box::new([[0; BOARDS]; 9]));
        Some(Self { backend, rules, strategy, block, block_columns, text: Vec::new() })
    }

    /// Returns the strategy with which this reader reads lines.
    #[must_use]
    pub fn strategy(&self) -> ReadStrategy {
        self.strategy
    }

    /// Appends the positions in a text. The first line of the text has the number `first_line`. Returns the number of
    /// the next line after the text.
    ///
    /// Calls `bad` for each line that is not a position accepted by the rules. Such a line is skipped and reading
    /// continues. A byte order mark is not skipped: see [`plain_text`](crate::plain_text).
    pub fn append(&mut self, text: &[u8], first_line: usize, columns: &mut Columns, bad: impl FnMut(BadLine)) -> usize {
        self.append_with(text, first_line, columns, None::<&mut Rights>, bad)
    }

    /// Works like [`append`](Self::append), and also appends the fields after the side to move to `fields`, if given. These
    /// are [`Rights`], read by [`RightsRow::read`], or [`Labels`], read by [`LabelRow::of_line`]. A right that the position
    /// does not allow is dropped, and a malformed line is bad.
    ///
    /// ```
    /// use setwise_positions::{Columns, Reader, Rights, Rules};
    ///
    /// let (mut columns, mut rights) = (Columns::default(), Rights::default());
    /// let text = b"4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1\n";
    /// let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    /// reader.append_with(text, 1, &mut columns, Some(&mut rights), |bad| panic!("{bad}"));
    /// assert_eq!((rights.unmoved_rooks[0], rights.en_passant[0]), (1 << 0, 43)); // a1 and d6
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `columns` and `fields` have different lengths.
    pub fn append_with(
        &mut self,
        text: &[u8],
        first_line: usize,
        columns: &mut Columns,
        mut fields: Option<&mut impl Fields>,
        mut bad: impl FnMut(BadLine),
    ) -> usize {
        assert_same_length(columns, fields.as_deref());
        let (mut rest, mut number) = (text, first_line);
        while !rest.is_empty() {
            let BlockOutcome { lines, bytes, boards } = self.block.read(rest);
            let (read, after) = rest.split_at(bytes);
            let usual = boards.is_some_and(|boards| self.append_block(boards, columns));
            if !usual || !append_fields(lines_of(read, number), columns, &mut fields) {
                let untrimmed = |_, line: &[u8]| {
                    let end = line.as_ptr().addr() - read.as_ptr().addr();
                    &read[memchr::memrchr(b'\n', &read[..end]).map_or(0, |before| before + 1)..end + line.len()]
                };
                append_one_by_one(lines_of(read, number), untrimmed, self.rules, columns, &mut fields, &mut bad);
            }
            rest = after;
            number += lines;
        }
        number
    }

    /// Appends the positions in separate lines, such as the strings of a list, and their further fields if `fields` is
    /// given. The first line has the number `first_line`. Returns the number of the next line after these lines.
    ///
    /// Each line may include its line end. A line feed inside a line is an error. In all other respects, this method
    /// works like [`append_with`](Self::append_with). The lines are copied, 64 at a time, into a buffer that stays in the
    /// first-level cache. Copying a line takes much less time than reading it.
    ///
    /// ```
    /// use setwise_positions::{Columns, Reader, Rights, Rules};
    ///
    /// let (mut columns, mut rights) = (Columns::default(), Rights::default());
    /// let fens = ["8/8/4k3/8/8/4K3/4N3/8 b - -", "# a comment", "8/8/4k3/8/8/4K3/8/8 w"].map(str::as_bytes);
    /// let mut reader = Reader::new(setwise::auto(), Rules::Chess);
    /// let next = reader.append_lines(fens, 1, &mut columns, Some(&mut rights), |bad| panic!("{bad}"));
    /// assert_eq!((columns.knights, rights.len(), next), (vec![1 << 12, 0], 2, 4));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `columns` and `fields` have different lengths.
    pub fn append_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a [u8]>,
        first_line: usize,
        columns: &mut Columns,
        mut fields: Option<&mut impl Fields>,
        mut bad: impl FnMut(BadLine),
    ) -> usize {
        assert_same_length(columns, fields.as_deref());
        let (mut lines, mut number) = (lines.into_iter().fuse(), first_line);
        loop {
            let mut group = [&[][..]; BOARDS];
            let mut length = 0;
            for (place, line) in group.iter_mut().zip(&mut lines) {
                *place = line;
                length += 1;
            }
            if length == 0 {
                return number;
            }
            let group = &group[..length];
            let usual = self.append_group(group, columns);
            if !usual || !append_fields(lines_of(&self.text, number), columns, &mut fields) {
                let lines = (number..).zip(group).map(|(number, line)| (number, line.trim_ascii()));
                let lines = lines.filter(|(_, line)| !is_skipped(line) || line.contains(&b'\n'));
                let untrimmed = |line: usize, _: &[u8]| group[line - number];
                append_one_by_one(lines, untrimmed, self.rules, columns, &mut fields, &mut bad);
            }
            number += length;
        }
    }

    /// Appends the positions of at most `BOARDS` separate lines and returns `true` if they can be read as one block.
    /// Otherwise appends nothing and returns `false`.
    fn append_group(&mut self, group: &[&[u8]], columns: &mut Columns) -> bool {
        self.text.clear();
        for line in group {
            self.text.extend_from_slice(line);
            if line.last() != Some(&b'\n') {
                self.text.push(b'\n');
            }
        }
        let BlockOutcome { lines, bytes, boards } = self.block.read(&self.text);
        // `separate` is false only if a line contains a line feed before its end.
        let separate = lines == group.len() && bytes == self.text.len();
        separate && boards.is_some_and(|boards| self.append_block(boards, columns))
    }

    /// Appends the boards of the block and returns `true` if the rules accept all of them. Otherwise appends nothing
    /// and returns `false`.
    fn append_block(&mut self, boards: usize, columns: &mut Columns) -> bool {
        let right = self.block.write(self.backend, self.block_columns.each_mut().map(|column| &mut column[..boards]));
        let [pawns, .., wrong_kings] = &*self.block_columns;
        let union = |column: &[u64; BOARDS]| column[..boards].iter().fold(0, |all, word| all | word);
        let wrong = !right
            || self.rules.one_king() && union(wrong_kings) != 0
            || self.rules.pawn_ranks() && union(pawns) & !PAWN_RANKS != 0;
        if !wrong {
            columns.words().into_iter().zip(&*self.block_columns).for_each(|(column, words)| {
                column.extend_from_slice(&words[..boards]);
            });
            columns.side_to_move.extend_from_slice(&self.block.sides()[..boards]);
        }
        !wrong
    }
}

/// The clone has separate buffers.
impl Clone for Reader {
    fn clone(&self) -> Self {
        Self::with_strategy(self.strategy, self.backend, self.rules).expect("this CPU has already run the strategy")
    }
}

/// Columns that store the fields after the side to move: [`Rights`] or [`Labels`]. Other crates cannot implement this
/// trait.
pub trait Fields: Rows {
    /// Reads a row from a line with this placement.
    #[doc(hidden)]
    fn read(line: &[u8], placement: &Placement) -> Result<Self::Row, Reason>;
}

impl Fields for Rights {
    fn read(line: &[u8], placement: &Placement) -> Result<RightsRow, Reason> {
        RightsRow::read(line, placement)
    }
}

impl Fields for Labels {
    fn read(line: &[u8], placement: &Placement) -> Result<LabelRow, Reason> {
        LabelRow::of_line(line, placement)
    }
}

/// Appends a row for each position that has no row in `fields` yet. `lines` are the lines of these positions. If a line
/// is bad, removes these positions and returns `false`.
fn append_fields<'a, F: Fields>(
    mut lines: impl Iterator<Item = (usize, &'a [u8])>,
    columns: &mut Columns,
    fields: &mut Option<&mut F>,
) -> bool {
    let Some(fields) = fields else { return true };
    let old = fields.len();
    let append = |(_, line)| {
        let position = columns.get(fields.len()).expect("the position of the line");
        F::read(line, &position.placement).map(|row| fields.push(&row))
    };
    let usual = lines.try_for_each(append).is_ok();
    if !usual {
        columns.truncate(old);
        fields.truncate(old);
    }
    usual
}

/// Reads lines one by one with [`read_line`]. Appends the positions, and what `fields` stores of their other fields. Calls
/// `bad` for each error. `untrimmed` returns a line, given with its number, with the blanks before it.
#[cold]
fn append_one_by_one<'a, F: Fields>(
    lines: impl Iterator<Item = (usize, &'a [u8])>,
    untrimmed: impl Fn(usize, &'a [u8]) -> &'a [u8],
    rules: Rules,
    columns: &mut Columns,
    fields: &mut Option<&mut F>,
    bad: &mut impl FnMut(BadLine),
) {
    for (line, bytes) in lines {
        let read = read_line(bytes, rules).and_then(|position| {
            let row = fields.is_some().then(|| F::read(bytes, &position.placement)).transpose()?;
            Ok((position, row))
        });
        match read {
            Ok((position, row)) => {
                columns.push(&position);
                fields.iter_mut().zip(row).for_each(|(fields, row)| fields.push(&row));
            }
            Err(reason) => bad(BadLine { line, column: reason.column(untrimmed(line, bytes)), reason }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::Placement;
    use setwise::Color;

    fn readers(rules: Rules) -> impl Iterator<Item = Reader> {
        ReadStrategy::ready().filter_map(move |strategy| Reader::with_strategy(strategy, setwise::auto(), rules))
    }

    /// Reads a text in blocks, and returns the number of blocks and the positions. Panics if a block would have to be
    /// read again, line by line. Comparing positions cannot detect this, because the second reading yields the same
    /// positions.
    fn read_fast(text: &[u8], reader: &mut Reader) -> (usize, Columns) {
        let mut columns = Columns::default();
        let (mut blocks, mut rest) = (0, text);
        while !rest.is_empty() {
            let BlockOutcome { bytes, boards, .. } = reader.block.read(rest);
            let boards = boards.unwrap_or_else(|| panic!("{}: block {blocks} has an unusual line", reader.strategy));
            assert!(reader.append_block(boards, &mut columns), "{}: block {blocks} has a wrong board", reader.strategy);
            (rest, blocks) = (&rest[bytes..], blocks + 1);
        }
        (blocks, columns)
    }

    /// Lines that are read as a block: long and short placements, either side to move, with and without further fields.
    const FENS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkb1r/pp3ppp/4pn2/2pp4/3P1B2/2N1P3/PPP2PPP/R2QKBNR w KQkq - 2 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b",
        "8/8/4k3/8/8/4K3/8/8 w - -",
        "k1K1q1Q1/b1B1n1N1/r1R1p1P1/1p1P1p1P/p1P1p1P1/1r1R1b1B/n1N1q1Q1/1n1N1r1R w - - id \"as long as placements are\";",
        "1n1q3r/Q3b2p/p2pk1p1/1p1N1p2/4P3/P2P2P1/1PP4P/R4RK1 b - - 12 34",
    ];

    #[test]
    fn rights_of_separate_lines_are_those_of_the_text() {
        for others in [&[][..], &["8/8/8", "", "# a comment"]] {
            let lines: Vec<&str> = FENS.iter().chain(others).copied().cycle().take(300).collect();
            let text = lines.join("\n");
            for mut reader in readers(Rules::AnyKings) {
                let (mut columns, mut rights) = (Columns::default(), Rights::default());
                reader.append_with(text.as_bytes(), 1, &mut columns, Some(&mut rights), |_| ());
                let (mut of_lines, mut rights_of_lines) = (Columns::default(), Rights::default());
                let bytes = lines.iter().map(|line| line.as_bytes());
                reader.append_lines(bytes, 1, &mut of_lines, Some(&mut rights_of_lines), |_| ());
                assert!(columns == of_lines && rights == rights_of_lines, "{}", reader.strategy);
                assert_eq!(rights.len(), columns.len());
                assert_eq!(rights.unmoved_rooks[..3], [0x8100_0000_0000_0081; 3]);
            }
        }
    }

    #[test]
    fn usual_lines_are_read_as_a_block() {
        let fens: Vec<&str> = FENS.into_iter().cycle().take(4 * BOARDS - 1).collect();
        for end in ["\n", "\r\n", " \n", "\t\n"] {
            let text: String = fens.iter().flat_map(|fen| [*fen, end]).collect();
            for mut reader in readers(Rules::Chess) {
                let (blocks, columns) = read_fast(text.as_bytes(), &mut reader);
                assert_eq!((blocks, columns.len()), (fens.len().div_ceil(BOARDS), fens.len()));
                for (n, fen) in fens.iter().enumerate() {
                    assert_eq!(columns.get(n), Some(read_line(fen.as_bytes(), Rules::Chess).unwrap()), "{fen}");
                }
            }
        }
    }

    #[test]
    fn comments_and_empty_lines_and_a_last_line_without_its_end_are_read_as_a_block() {
        let fen = "8/8/4k3/8/8/4K3/8/8 b";
        for mut reader in readers(Rules::Chess) {
            for last in ["", "\n", "\r\n", " - -", "\t-"] {
                let text = format!("# first\n\n\r\n{fen}\n#\n{fen}{last}");
                let (blocks, columns) = read_fast(text.as_bytes(), &mut reader);
                assert_eq!((blocks, columns.side_to_move), (1, vec![Color::Black; 2]), "{last:?}");
            }
        }
        for mut reader in [Rules::AnyKings, Rules::AnyPieces].into_iter().flat_map(readers) {
            let (_, columns) = read_fast(b"8/8/8/8/8/8/8/8 w\n", &mut reader);
            assert_eq!(columns.get(0).unwrap().placement, Placement::default());
        }
        for mut reader in readers(Rules::AnyPieces) {
            assert_eq!(read_fast(b"P7/8/8/8/8/8/8/7p w\n", &mut reader).1.pawns, [1 << 56 | 1 << 7]);
        }
    }

    /// Separate lines, with and without line ends, must be read as one block, unless a line feed is inside a line.
    #[test]
    fn usual_separate_lines_are_read_as_a_block() {
        for ends in [["", ""], ["\n", "\r\n"], ["\n", " "]] {
            let fens: Vec<String> = (0..BOARDS).map(|n| format!("{}{}", FENS[n % FENS.len()], ends[n % 2])).collect();
            let group: Vec<&[u8]> = fens.iter().map(String::as_bytes).collect();
            for mut reader in readers(Rules::Chess) {
                let mut columns = Columns::default();
                assert!(reader.append_group(&group, &mut columns), "{}: {ends:?}", reader.strategy);
                assert_eq!(columns.len(), BOARDS);
                let inside = [group[0], b"8/8/4k3/8/8/4K3/8/8 w\n8/8/4k3/8/8/4K3/8/8 w", group[1]];
                assert!(!reader.append_group(&inside, &mut columns), "{}", reader.strategy);
                assert_eq!(columns.len(), BOARDS);
            }
        }
    }
}
