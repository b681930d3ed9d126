//! Reads many lines with an instruction set that implements [`ParsePlacement`]. Each placement is read in vector
//! registers.
//!
//! ```text
//! text       ->  ends of lines  ->  per line: four code planes, side to move  ->  columns of pieces
//!                64 bytes at once   all ranks at once, in registers               several boards at once, a kernel
//! ```
//!
//! The lines of a block are independent, so the CPU works on several of them at a time. If a line cannot be read in
//! registers, or if fewer than [`PLACEMENT_TEXT`] bytes of the text are left, `read_line` reads this line. If a line is
//! invalid, the whole block is read again.

use std::fmt::Debug;

use setwise::simd::decode::{PLACEMENT_TEXT, ParsePlacement, PlacementPlanes};
use setwise::{Backend, Color, Kernel, Lanes, Spread};

use crate::block_reader::{BOARDS, BlockOutcome, BlockReader, fast_side, letters};
use crate::line_ends::LineEnds;
use crate::piece_sets::{piece_sets, wrong_letters};
use crate::placement::Placement;
use crate::{Position, Reason, Rules, lines, read_line};

/// A block of boards as code planes.
#[derive(Debug, Clone)]
pub(crate) struct SimdBlock<L> {
    isa: L,
    ends: LineEnds,
    boards: Boards,
}

/// The boards of a block.
#[derive(Debug, Clone)]
struct Boards {
    /// The code planes of each board, and the number of letters and digits of its placement: the inputs of
    /// [`PieceSetsOfPlanes`].
    code_planes: [[u64; BOARDS]; 4],
    letters: [u64; BOARDS],
    sides: [Color; BOARDS],
}

/// A board as it is stored in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Board {
    planes: [u64; 4],
    letters: u64,
    side: Color,
}

impl Boards {
    /// Stores board `n`.
    #[inline(always)]
    fn put(&mut self, n: usize, Board { planes, letters, side }: Board) {
        self.code_planes.iter_mut().zip(planes).for_each(|(plane, word)| plane[n] = word);
        (self.letters[n], self.sides[n]) = (letters, side);
    }
}

impl<L: ParsePlacement> SimdBlock<L> {
    /// Returns an empty block, or `None` if this CPU lacks the instructions.
    pub(crate) fn detect() -> Option<Self> {
        let isa = L::detect()?;
        let boards = Boards { code_planes: [[0; BOARDS]; 4], letters: [0; BOARDS], sides: [Color::White; BOARDS] };
        Some(Self { isa, ends: LineEnds::new(), boards })
    }

    /// Reads the lines whose ends have been found. Returns the number of boards, or `None` if a line is invalid.
    fn read_lines(&mut self, text: &[u8]) -> Option<usize> {
        let isa = self.isa;
        let mut read = Progress { lines: 0, bytes: 0, boards: 0 };
        loop {
            read = isa.enter(
                #[inline(always)]
                || self.read_usual_lines(text, read),
            );
            let Progress { lines, bytes, boards } = read;
            let Some(&end) = self.ends.get().get(lines) else { return Some(boards) };
            let line = &text[bytes..end];
            let board = read_with_care(line).ok()?;
            read = Progress { lines: lines + 1, bytes: end, boards };
            if let Some(board) = board {
                self.boards.put(boards, board);
                read.boards += 1;
            }
        }
    }

    /// Reads lines until one cannot be read in registers or is too close to the end of the text. All calls in this loop
    /// are inlined, so the tables for reading placements stay in registers.
    #[inline(always)]
    fn read_usual_lines(&mut self, text: &[u8], Progress { mut lines, mut bytes, mut boards }: Progress) -> Progress {
        let ends = self.ends.get();
        while let Some(&end) = ends.get(lines)
            && let Some(window) = text[bytes..].first_chunk()
            && let Some(board) = read_usual(self.isa, window, &text[bytes..end])
        {
            self.boards.put(boards, board);
            (lines, bytes, boards) = (lines + 1, end, boards + 1);
        }
        Progress { lines, bytes, boards }
    }
}

/// How much of a block has been read.
#[derive(Debug, Clone, Copy)]
struct Progress {
    lines: usize,
    bytes: usize,
    boards: usize,
}

/// Reads a line, which includes its line end. `window` is the text that starts with this line. Returns `None` if the line
/// cannot be read in registers.
#[inline(always)]
fn read_usual(isa: impl ParsePlacement, window: &[u8; PLACEMENT_TEXT], line: &[u8]) -> Option<Board> {
    let PlacementPlanes { bytes, planes } = isa.placement(window)?;
    Some(Board { planes, letters: letters(bytes), side: fast_side(line, bytes)? })
}

/// Reads a line that cannot be read in registers, or that is too close to the end of the text. Returns `None` if the line
/// is blank or a comment, and an error if it is invalid.
#[cold]
fn read_with_care(line: &[u8]) -> Result<Option<Board>, Reason> {
    let Some((_, line)) = lines(line, 1).next() else { return Ok(None) };
    let Position { placement, side_to_move: side } = read_line(line, Rules::AnyPieces)?;
    let bytes = line.iter().take_while(|byte| !matches!(byte, b' ' | b'\t')).count();
    Ok(Some(Board { planes: planes_of(&placement), letters: letters(bytes), side }))
}

fn planes_of(placement: &Placement) -> [u64; 4] {
    let [pawns, knights, bishops, rooks, queens, kings] = placement.kinds;
    let [_, black] = placement.sides;
    [pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings, black]
}

/// A kernel that computes the sets of pieces. Inputs: the four code planes of each board, and the number of letters and
/// digits of its placement.
///
/// Results: the nine words of [`piece_sets`], then a word that is not 0 if the placement is [too long](wrong_letters).
#[derive(Debug, Clone, Copy)]
struct PieceSetsOfPlanes;

impl Kernel<5, 10> for PieceSetsOfPlanes {
    #[inline(always)]
    fn eval<S: Spread<V>, V: Lanes>(self, _: S, [one, two, four, black, letters]: [V; 5]) -> [V; 10] {
        let [a, b, c, d, e, f, g, h, wrong_kings] = piece_sets([one, two, four, black]);
        [a, b, c, d, e, f, g, h, wrong_kings, wrong_letters(one | two | four, letters)]
    }
}

impl<L: ParsePlacement + Debug + Send + Sync> BlockReader for SimdBlock<L> {
    fn read(&mut self, text: &[u8]) -> BlockOutcome {
        let isa = self.isa;
        let usual = isa.enter(
            #[inline(always)]
            || self.ends.find(isa, text),
        );
        let (lines, bytes) = (self.ends.get().len(), self.ends.get().last().copied().unwrap_or_default());
        let boards = if usual { self.read_lines(text) } else { None };
        BlockOutcome { lines, bytes, boards }
    }

    fn write(&mut self, backend: Backend, columns: [&mut [u64]; 9]) -> bool {
        let boards = columns[0].len();
        let mut wrong = [0; BOARDS];
        let [one, two, four, black] = self.boards.code_planes.each_ref().map(|plane| &plane[..boards]);
        let input = [one, two, four, black, &self.boards.letters[..boards]];
        let [a, b, c, d, e, f, g, h, wrong_kings] = columns;
        backend.map(PieceSetsOfPlanes, input, [a, b, c, d, e, f, g, h, wrong_kings, &mut wrong[..boards]]);
        wrong.iter().all(|&word| word == 0)
    }

    fn sides(&self) -> &[Color; BOARDS] {
        &self.boards.sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::simd::{Avx2Bmi1, Avx512Vbmi2};

    /// Runs a check with each instruction set that this CPU supports. Prints the name of each instruction set that is
    /// skipped.
    fn with_each(check: impl Fn(&str, &dyn Fn(&[u8], usize) -> Option<Board>)) {
        fn with<L: ParsePlacement>(check: impl Fn(&str, &dyn Fn(&[u8], usize) -> Option<Board>)) {
            match L::detect() {
                Some(isa) => check(L::NAME, &|text, bytes| {
                    let mut window = [0; PLACEMENT_TEXT];
                    window.iter_mut().zip(text).for_each(|(to, from)| *to = *from);
                    read_usual(isa, &window, &text[..bytes])
                }),
                None => println!("skipped: {} is not on this CPU", L::NAME),
            }
        }
        with::<Avx2Bmi1>(&check);
        with::<Avx512Vbmi2>(&check);
    }

    /// Lines from master games.
    const REAL: [&str; 8] = [
        "rnb1kb1r/p2p1ppp/2p5/1B3Nqn/4PpP1/3P4/PPP4P/RNBQ1K1R b kq g3 0 10",
        "rn1qkbnr/ppp2ppp/8/4p3/4P3/5Q2/PPP2PPP/RNB1KB1R w KQkq - 0 6",
        "rnbqk2r/ppp1bppp/4pn2/3p2B1/2PP4/2N2N2/PP2PPPP/R2QKB1R b KQkq - 5 5",
        "r3k2r/pp1bbpp1/2n2n1p/q2p2B1/3N3Q/2N1P3/PP3PPP/1K1R1B1R b kq - 1 12",
        "r2q1rk1/pp2bppp/2n1bn2/2Pp2B1/8/2N2N2/PPP1BPPP/R2Q1RK1 w - - 1 10",
        "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
        "8/2p3pk/5n1p/1R3p2/2qPpP1P/4P1P1/5N1R/4nNKB b - - 0 37",
        "6k1/R5P1/1p6/3K4/P2P4/8/8/2r5 w - - 1 48",
    ];

    /// Tests that lines from real games are read in registers, whatever text follows them.
    #[test]
    fn real_lines_are_usual() {
        with_each(|name, read| {
            for (fen, after) in REAL.into_iter().flat_map(|fen| (0..80).map(move |after| (fen, after))) {
                let mut text = format!("{fen}\n{}", REAL[0].repeat(2));
                text.truncate(fen.len() + after);
                let Position { placement, side_to_move } = read_line(fen.as_bytes(), Rules::Chess).unwrap();
                let bytes = fen.find(' ').unwrap();
                let expected =
                    Some(Board { planes: planes_of(&placement), letters: letters(bytes), side: side_to_move });
                assert_eq!(read(text.as_bytes(), text.len().min(fen.len() + 1)), expected, "{name}: {fen}");
            }
        });
    }

    #[test]
    fn placements_of_15_to_63_bytes_are_usual() {
        let rest = "b1B1n1N1/r1R1p1P1/1p1P1p1P/p1P1p1P1/1r1R1b1B/n1N1q1Q1";
        let with_63 = format!("k1K1qQ2/{rest}/8");
        let with_64 = format!("k1K1q1Q1/{rest}/8");
        with_each(|name, read| {
            for (placement, bytes, usual) in
                [("8/8/8/8/8/8/8/8", 15, true), (&with_63, 63, true), (&with_64, 64, false)]
            {
                assert_eq!(placement.len(), bytes);
                for rest in [" w", " b\n", " w - -", " b\r\n"] {
                    let line = format!("{placement}{rest}");
                    assert_eq!(read(line.as_bytes(), line.len()).is_some(), usual, "{name}: {line}");
                }
            }
        });
    }
}
