//! Finds the ends of lines, 64 bytes at a time.
//!
//! The ends of all lines of a block are found before any line is read. Otherwise each line would have to wait until the
//! end of the previous line has been found. The CPU cannot predict how many lines end within 64 bytes, so a fixed number
//! of ends is always stored without a branch. If fewer lines end there, the ends of later lines overwrite the surplus.

use setwise::simd::decode::ParsePlacement;

use crate::block_reader::BOARDS;

/// The ends of the lines of a block.
#[derive(Debug, Clone)]
pub(crate) struct LineEnds {
    /// The end of each line: the index after its newline. There is space for all lines that may end in the last 64
    /// bytes searched.
    ends: [usize; BOARDS + CHUNK],
    lines: usize,
}

/// The number of bytes searched at once.
const CHUNK: usize = 64;

impl LineEnds {
    pub(crate) fn new() -> Self {
        Self { ends: [0; BOARDS + CHUNK], lines: 0 }
    }

    /// Returns the end of each line: the index after its newline.
    pub(crate) fn get(&self) -> &[usize] {
        &self.ends[..self.lines]
    }

    /// Finds the ends of the first [`BOARDS`] lines of a text. The text must not be empty. Returns `false` if these
    /// lines contain a NUL byte, or a carriage return that is followed by a byte other than a newline. The result may
    /// also be `false` if such an invalid byte comes shortly after these lines.
    #[inline(always)]
    pub(crate) fn find(&mut self, isa: impl ParsePlacement, text: &[u8]) -> bool {
        let (chunks, rest) = text.as_chunks();
        let (mut lines, mut at, mut others) = (0, 0, 0);
        for chunk in chunks {
            if lines >= BOARDS {
                break;
            }
            lines += self.search(isa, chunk, at, lines, &mut others);
            at += CHUNK;
        }
        if lines < BOARDS && !rest.is_empty() {
            let mut padded = [b' '; CHUNK];
            padded[..rest.len()].copy_from_slice(rest);
            lines += self.search(isa, &padded, at, lines, &mut others);
            at = text.len();
        }
        if lines < BOARDS && !text.ends_with(b"\n") {
            self.ends[lines] = text.len();
            lines += 1;
        }
        self.lines = lines.min(BOARDS);
        others == 0 || has_usual_bytes(&text[..at])
    }

    /// Finds the lines that end in `chunk`, which starts at byte `at` of the text, and returns their number. `lines` is the
    /// number of lines that end before the chunk. Sets a bit of `others` if the chunk contains a byte that is less than or
    /// equal to a carriage return and is not a newline. [`find`](Self::find) searches a block for NUL bytes and carriage
    /// returns only if it contains such a byte.
    #[inline(always)]
    fn search(
        &mut self,
        isa: impl ParsePlacement,
        chunk: &[u8; CHUNK],
        at: usize,
        lines: usize,
        others: &mut u64,
    ) -> usize {
        let newlines = isa.equal(chunk, b'\n');
        *others |= isa.at_most(chunk, b'\r') ^ newlines;
        isa.write_members(newlines, at + 1, self.ends[lines..].first_chunk_mut().expect("space for 64 ends"));
        newlines.count_ones() as usize
    }
}

/// Returns whether a text has no NUL bytes and each carriage return is followed by a newline or is the last byte.
#[inline(always)]
fn has_usual_bytes(text: &[u8]) -> bool {
    let pairs = text.iter().zip(&text[1..]);
    let odd = pairs.fold(text[0] == 0, |odd, (&byte, &next)| odd | (next == 0) | (byte == b'\r') & (next != b'\n'));
    !odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise::simd::{Avx2Bmi1, Avx512Vbmi2};

    /// Runs a check with each instruction set that this CPU supports. Prints the name of each instruction set that is
    /// skipped.
    fn with_each(check: impl Fn(&str, &dyn Fn(&[u8]) -> (Vec<usize>, bool))) {
        fn with<L: ParsePlacement>(check: impl Fn(&str, &dyn Fn(&[u8]) -> (Vec<usize>, bool))) {
            let find = |isa: L, text: &[u8]| {
                let mut ends = LineEnds::new();
                let usual = ends.find(isa, text);
                (ends.get().to_vec(), usual)
            };
            match L::detect() {
                Some(isa) => check(L::NAME, &|text| find(isa, text)),
                None => println!("skipped: {} is not on this CPU", L::NAME),
            }
        }
        with::<Avx2Bmi1>(&check);
        with::<Avx512Vbmi2>(&check);
    }

    /// Every line must end after its newline, or at the end of the text. All lines of a text have the same length. The
    /// line lengths are chosen so that from 0 to 64 lines end within 64 bytes. Each text is cut off after each of its
    /// last 70 bytes.
    #[test]
    fn lines_end_after_their_newlines() {
        with_each(|name, find| {
            for (length, lines) in
                (1..140).step_by(3).flat_map(|length| [1, 3, BOARDS, BOARDS + 2].map(|lines| (length, lines)))
            {
                let text = [vec![b'x'; length - 1], vec![b'\n']].concat().repeat(lines);
                for bytes in text.len().saturating_sub(70).max(1)..=text.len() {
                    let newlines = (1..=bytes / length).map(|line| line * length);
                    let rest = (bytes % length != 0).then_some(bytes);
                    let expected: Vec<usize> = newlines.chain(rest).take(BOARDS).collect();
                    assert_eq!(find(&text[..bytes]), (expected, true), "{name}: {bytes} bytes, lines of {length}");
                }
            }
        });
    }

    #[test]
    fn nul_and_carriage_returns_inside_lines_are_seen_everywhere() {
        with_each(|name, find| {
            for at in 0..200 {
                let with = |bytes: &[u8]| {
                    let mut text = vec![b'x'; 210];
                    text[at..at + bytes.len()].copy_from_slice(bytes);
                    find(&text).1
                };
                for (bytes, usual) in
                    [(&b"\r\n"[..], true), (b"\n\r\n", true), (b"\rx", false), (b"\r\r\n", false), (b"\0", false)]
                {
                    assert_eq!(with(bytes), usual, "{name}: {bytes:?} at {at}");
                }
            }
        });
    }
}
