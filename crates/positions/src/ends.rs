//! Finds the ends of lines, 64 bytes at a time.
//!
//! The ends of a block are found first, for all its lines. Otherwise the start of each line would have to wait for the end of
//! the line before it. The number of lines that end in the same 64 bytes cannot be predicted, so four ends are always
//! stored, and the next ones overwrite those that were none.

use setwise::backend::Letters;

use crate::block::BOARDS;

/// The ends of the lines of a block.
#[derive(Debug, Clone)]
pub(crate) struct Ends {
    /// The end of each line, after its newline. In the last 64 bytes that were searched, more lines may end than a block has.
    ends: [usize; BOARDS + CHUNK],
    lines: usize,
}

/// The number of bytes searched at once.
const CHUNK: usize = 64;

/// The number of ends that are always stored.
const FEW: usize = 4;

impl Ends {
    pub(crate) fn new() -> Self {
        Self { ends: [0; BOARDS + CHUNK], lines: 0 }
    }

    /// Returns the end of each line, after its newline.
    pub(crate) fn get(&self) -> &[usize] {
        &self.ends[..self.lines]
    }

    /// Finds the ends of the first lines of a text. Returns `false` if these lines have a NUL byte, or a carriage return that is
    /// not followed by a newline. A byte after them may be taken for theirs.
    #[inline(always)]
    pub(crate) fn find(&mut self, isa: impl Letters, text: &[u8]) -> bool {
        let (mut odd, mut return_before) = (0, 0);
        let (mut lines, mut at) = (0, 0);
        while lines < BOARDS && at < text.len() {
            let mut padded = [b' '; CHUNK];
            let rest = &text[at..];
            let chunk = rest.first_chunk().unwrap_or_else(|| {
                padded[..rest.len()].copy_from_slice(rest);
                &padded
            });
            let (newlines, returns) = (isa.equal(chunk, b'\n'), isa.equal(chunk, b'\r'));
            odd |= isa.equal(chunk, 0) | (returns << 1 | return_before) & !newlines;
            return_before = returns >> (CHUNK - 1);
            lines += self.store(newlines, lines, at);
            at += CHUNK;
        }
        if lines < BOARDS && !text.ends_with(b"\n") {
            self.ends[lines] = text.len();
            lines += 1;
        }
        self.lines = lines.min(BOARDS);
        odd == 0
    }

    /// Stores the ends of lines from number `first`, by their newlines in the bytes from `at`. Returns their number.
    #[inline(always)]
    fn store(&mut self, mut newlines: u64, first: usize, at: usize) -> usize {
        let lines = newlines.count_ones() as usize;
        let (few, more) = self.ends[first..].split_at_mut(FEW);
        let mut store = |end: &mut usize| {
            *end = at + newlines.trailing_zeros() as usize + 1;
            newlines &= newlines.wrapping_sub(1);
        };
        few.iter_mut().for_each(&mut store);
        if lines > FEW {
            more[..lines - FEW].iter_mut().for_each(store);
        }
        lines
    }
}
