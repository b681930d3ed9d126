//! The reader from text to columns.

use setwise::Backends;
use setwise::masks::PAWN_RANKS;

use crate::lines::lines;
use crate::mailboxes::{BOARDS, Mailboxes, Read};
use crate::planes::Planes;
use crate::{BadLine, Columns, Rules, read_line};

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
#[derive(Debug, Clone)]
pub struct Reader {
    backend: Backends,
    rules: Rules,
    mailboxes: Box<Mailboxes>,
}

impl Reader {
    /// Returns a reader for the positions that `rules` accepts. It turns letters into bits on `backend`.
    #[must_use]
    pub fn new(backend: Backends, rules: Rules) -> Self {
        Self { backend, rules, mailboxes: Box::new(Mailboxes::new()) }
    }

    /// Appends the positions in a text. Its first line has the number `first_line`. Returns the line number after the last line
    /// read.
    ///
    /// Calls `bad` for each line that is not a position the rules accept. The line is skipped and reading continues. A byte
    /// order mark is not skipped: see [`without_mark`](crate::without_mark).
    pub fn append(
        &mut self,
        text: &[u8],
        first_line: usize,
        columns: &mut Columns,
        mut bad: impl FnMut(BadLine),
    ) -> usize {
        // Checked once for the whole text, so that the lines of a text without such bytes need no check.
        let odd = has_odd_bytes(text);
        let (mut rest, mut number) = (text, first_line);
        while !rest.is_empty() {
            let Read { lines, bytes, boards } = self.mailboxes.read(rest);
            let (read, after) = rest.split_at(bytes);
            let usual = boards.is_some_and(|boards| !odd && self.append_block(boards, columns));
            if !usual {
                append_lines(read, number, self.rules, columns, &mut bad);
            }
            rest = after;
            number += lines;
        }
        number
    }

    /// Appends the boards in the mailboxes if none of them is wrong. Returns whether it has appended them.
    fn append_block(&mut self, boards: usize, columns: &mut Columns) -> bool {
        let Self { backend, rules, mailboxes } = self;
        if !mailboxes.gather(boards) {
            return false;
        }
        let old = columns.len();
        columns.words().into_iter().for_each(|column| column.resize(old + boards, 0));
        let (mut wrong_byte, mut wrong_kings) = ([0; BOARDS], [0; BOARDS]);
        let ranks = mailboxes.ranks.each_ref().map(|rank| &rank[..boards]);
        let [a, b, c, d, e, f, g, h] = columns.words().map(|column| &mut column[old..]);
        let output = [a, b, c, d, e, f, g, h, &mut wrong_byte[..boards], &mut wrong_kings[..boards]];
        backend.map(Planes, ranks, output);
        let wrong = wrong_byte.iter().any(|&word| word != 0)
            || rules.one_king() && wrong_kings.iter().any(|&word| word != 0)
            || rules.pawn_ranks() && columns.pawns[old..].iter().fold(0, |all, pawns| all | pawns) & !PAWN_RANKS != 0;
        if wrong {
            columns.words().into_iter().for_each(|column| column.truncate(old));
        } else {
            columns.side_to_move.extend_from_slice(&mailboxes.sides[..boards]);
        }
        !wrong
    }
}

/// Appends lines one by one, each read by [`read_line`].
#[cold]
fn append_lines(text: &[u8], first_line: usize, rules: Rules, columns: &mut Columns, bad: &mut impl FnMut(BadLine)) {
    for (line, bytes) in lines(text, first_line) {
        match read_line(bytes, rules) {
            Ok(position) => columns.push(&position),
            Err(reason) => bad(BadLine { line, reason }),
        }
    }
}

/// Returns whether a text has a NUL byte, or a carriage return that is not at the end of a line.
fn has_odd_bytes(text: &[u8]) -> bool {
    let odd = |at: usize| text[at] == 0 || text.get(at + 1).is_some_and(|next| *next != b'\n');
    memchr::memchr2_iter(0, b'\r', text).any(odd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::LONGEST_LINE;
    use crate::placement::Placement;
    use setwise::Color;

    /// Reads a text in blocks and returns the number of blocks and their boards. Panics if a block would have to be read line by
    /// line. Both ways give the same positions, so only this function and the time can show which one was taken.
    fn read_fast(text: &[u8], rules: Rules) -> (usize, Columns) {
        let (mut columns, mut reader) = (Columns::default(), Reader::new(setwise::auto(), rules));
        let (mut blocks, mut rest) = (0, text);
        assert!(!has_odd_bytes(text));
        while !rest.is_empty() {
            let Read { bytes, boards, .. } = reader.mailboxes.read(rest);
            let boards = boards.unwrap_or_else(|| panic!("block {blocks} has an unusual line"));
            assert!(reader.append_block(boards, &mut columns), "block {blocks} has a wrong board");
            (rest, blocks) = (&rest[bytes..], blocks + 1);
        }
        (blocks, columns)
    }

    /// Lines as found in files: long and short placements, either side to move, with and without more fields.
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
    fn usual_lines_go_the_fast_way() {
        let fens: Vec<&str> = FENS.into_iter().cycle().take(3 * BOARDS + 5).collect();
        for end in ["\n", "\r\n", " \n", "\t\n"] {
            let text: String = fens.iter().flat_map(|fen| [*fen, end]).collect();
            let (blocks, columns) = read_fast(text.as_bytes(), Rules::Chess);
            assert_eq!((blocks, columns.len()), (fens.len().div_ceil(BOARDS), fens.len()));
            for (n, fen) in fens.iter().enumerate() {
                assert_eq!(columns.get(n), Some(read_line(fen.as_bytes(), Rules::Chess).unwrap()), "{fen}");
            }
        }
    }

    #[test]
    fn comments_and_empty_lines_and_a_last_line_without_its_end_go_the_fast_way() {
        let fen = "8/8/4k3/8/8/4K3/8/8 b";
        for last in ["", "\n", "\r\n", " - -", "\t-", "\r"] {
            let text = format!("# first\n\n\r\n{fen}\n#\n{fen}{last}");
            let (blocks, columns) = read_fast(text.as_bytes(), Rules::Chess);
            assert_eq!((blocks, columns.side_to_move), (1, vec![Color::Black; 2]), "{last:?}");
        }
        for rules in [Rules::AnyKings, Rules::AnyPieces] {
            let (_, columns) = read_fast(b"8/8/8/8/8/8/8/8 w\n", rules);
            assert_eq!(columns.get(0).unwrap().placement, Placement::default());
        }
        assert_eq!(read_fast(b"P7/8/8/8/8/8/8/7p w\n", Rules::AnyPieces).1.pawns, [1 << 56 | 1 << 7]);
    }

    #[test]
    fn a_line_is_usual_up_to_the_longest() {
        let line = |bytes: usize| format!("{:<1$}\n", "8/8/4k3/8/8/4K3/8/8 w", bytes - 1);
        for bytes in [24, 71, 72, 79, 80, 81, LONGEST_LINE] {
            assert_eq!(read_fast(line(bytes).as_bytes(), Rules::Chess).1.len(), 1, "{bytes} bytes");
        }
        assert_eq!(
            Mailboxes::new().read(line(LONGEST_LINE + 1).as_bytes()).boards,
            None,
            "a line with one byte more is unusual"
        );
    }

    /// Unusual lines that may be in a file. None of them may be read in blocks.
    #[test]
    fn what_is_unusual_is_read_with_care() {
        for (unusual, why) in [
            (" 8/8/4k3/8/8/4K3/8/8 w", "a blank in front"),
            ("8/8/4k3/8/8/4K3/8/8  w", "two blanks"),
            ("8/8/4k3/8/8/4K3/8/8\tw", "a tab in place of a blank"),
            ("8/8/4k3/8/8/4K3/8/8 white", "a longer word"),
            ("8/8/4k3/8/8/4K3/8/8 x", "another side"),
            ("8/8/4k3/8/8/4K3/8/8", "no side"),
            ("8/8/4k3/8/8/4K3/8 w", "seven ranks"),
        ] {
            assert_eq!(Mailboxes::new().read(unusual.as_bytes()).boards, None, "{why}");
        }
        let mut columns = Columns::default();
        for (wrong, why) in [
            ("8/8/4k3/8/8/4K3/7/81 w", "ranks that make up for each other"),
            ("8/8/4k3/8/8/4K3/8/7x w", "another letter"),
            ("8/8/4k3/8/8/8/8/8 w", "no white king"),
            ("4k2P/8/8/8/8/4K3/8/8 w", "a pawn on rank 8"),
            ("4k3/8/8/8/8/4K3/8/p7 w", "a pawn on rank 1"),
        ] {
            let mut reader = Reader::new(setwise::auto(), Rules::Chess);
            let Read { boards, .. } = reader.mailboxes.read(wrong.as_bytes());
            assert_eq!(boards, Some(1), "{why}");
            assert!(!reader.append_block(1, &mut columns), "{why}");
            assert!(columns.is_empty() && columns.pawns.is_empty(), "{why}");
        }
    }
}
