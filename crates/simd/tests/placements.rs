//! Compares the placements that instruction sets read with a definition by characters and coordinates.
#![cfg(all(target_arch = "x86_64", feature = "avx2", feature = "avx512"))]

use setwise_simd::decode::{PLACEMENT_TEXT, ParsePlacement, PlacementPlanes};
use setwise_simd::{Avx2Bmi1, Avx512Vbmi2};
use setwise_testkit::random::Sets;
use setwise_testkit::skip;

/// Returns the placement at the start of a text, read letter by letter.
fn expected(text: &[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes> {
    let bytes = text[..64].iter().position(|byte| *byte == b' ')?;
    let ranks: [&[u8]; 8] = text[..bytes].split(|byte| *byte == b'/').collect::<Vec<_>>().try_into().ok()?;
    let mut planes = [0; 4];
    for (letters, rank) in ranks.iter().zip((0..8).rev()) {
        let mut file = 0;
        for letter in *letters {
            if let b'1'..=b'8' = letter {
                file += letter - b'0';
                continue;
            }
            let kind = b"pnbrqk".iter().position(|kind| *kind == letter.to_ascii_lowercase())? + 1;
            let code = kind | usize::from(letter.is_ascii_lowercase()) << 3;
            if file > 7 {
                return None;
            }
            for (n, plane) in planes.iter_mut().enumerate() {
                *plane |= (code as u64 >> n & 1) << (8 * rank + file);
            }
            file += 1;
        }
        if file != 8 {
            return None;
        }
    }
    Some(PlacementPlanes { bytes, planes })
}

type Read = Box<dyn Fn(&[u8; PLACEMENT_TEXT]) -> Option<PlacementPlanes>>;

/// The instruction sets that this CPU has, with their names.
struct Readers(Vec<(&'static str, Read)>);

impl Readers {
    fn detect() -> Self {
        fn with<L: ParsePlacement>() -> Option<(&'static str, Read)> {
            let Some(isa) = L::detect() else {
                skip::not_on_this_cpu(L::NAME);
                return None;
            };
            let read = move |window: &[u8; PLACEMENT_TEXT]| {
                isa.enter(
                    #[inline(always)]
                    || isa.placement(window),
                )
            };
            Some((L::NAME, Box::new(read)))
        }
        Self([with::<Avx2Bmi1>(), with::<Avx512Vbmi2>()].into_iter().flatten().collect())
    }

    /// Reads a text, followed by other bytes, with every instruction set. Returns whether it starts with a placement.
    fn check(&self, text: &[u8]) -> bool {
        let mut window = [b'-'; PLACEMENT_TEXT];
        window.iter_mut().zip(text).for_each(|(byte, of_text)| *byte = *of_text);
        let expected = expected(&window);
        for (name, read) in &self.0 {
            assert_eq!(read(&window), expected, "{name}: {:?}", String::from_utf8_lossy(&window));
        }
        expected.is_some()
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn only_eight_ranks_of_eight_squares_before_a_blank_are_a_placement() {
    let readers = Readers::detect();
    assert!(readers.check(START.as_bytes()));
    assert!(readers.check(b"8/8/8/8/8/8/8/8 "));
    for wrong in [
        // A rank whose first eight letters fill it, and further letters.
        "rnbqkbnr1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR8 w",
        // Seven ranks, and a field that looks like the eighth. In the second text, two more letters in the first rank
        // make the number of letters fit.
        "8/8/8/8/8/8/8 8 ",
        "rnbqkbnr11/8/8/8/8/8/8 8 ",
        "rnbqkbnr/8/8/8/8/8/8 rnbqkbnr ",
        // Nine ranks.
        "8/8/8/8/8/8/8/8/8 ",
        "8/8/8/8/8/8/8/8/ ",
        // A byte other than a slash between ranks, and other than a blank after them.
        "8/8/8/8.8/8/8/8 ",
        "8/8/8/8 8/8/8/8 ",
        "8/8/8/8/8/8/8/8\tw ",
        "8/8/8/8/8/8/8/8\n8 ",
        "8/8/8/8/8/8/8/8",
        "/8/8/8/8/8/8/8 ",
        "",
        " 8/8/8/8/8/8/8/8 ",
        "9/8/8/8/8/8/8/8 ",
        "0/8/8/8/8/8/8/8 ",
        "53x/8/8/8/8/8/8/8 ",
        // 64 bytes before the blank.
        "k1K1q1Q1/b1B1n1N1/r1R1p1P1/1p1P1p1P/p1P1p1P1/1r1R1b1B/n1N1q1Q1/8 w",
    ] {
        assert!(!readers.check(wrong.as_bytes()), "{wrong}");
    }
}

/// Every byte replaces each byte of a placement in turn, and is also inserted before it.
#[test]
fn one_wrong_byte_anywhere_is_seen() {
    let (readers, mut placements) = (Readers::detect(), 0);
    for (at, byte) in (0..=START.find(' ').unwrap()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
        let mut text = START.as_bytes().to_vec();
        text[at] = byte;
        placements += usize::from(readers.check(&text));
        text = START.as_bytes().to_vec();
        text.insert(at, byte);
        placements += usize::from(readers.check(&text));
    }
    // Twelve letters and the digit 1 in place of each of 32 letters; and the changes that change nothing: the same digit in
    // four places, seven slashes, the blank, and a second blank.
    assert_eq!(placements, 13 * 32 + 4 + 7 + 1 + 1);
}

#[test]
fn random_placements_of_any_length_are_read() {
    let (readers, mut sets) = (Readers::detect(), Sets::seeded(31));
    let mut below = |n: u64| sets.dense() % n;
    let mut placements = 0;
    for _ in 0..4000 {
        let dense = below(4);
        let mut text = Vec::new();
        for rank in 0..8 {
            let mut left = 8;
            while left > 0 {
                if below(4) < dense {
                    text.push(b"pnbrqkPNBRQK"[below(12) as usize]);
                    left -= 1;
                } else {
                    let empty = 1 + below(left);
                    text.push(b'0' + empty as u8);
                    left -= empty;
                }
            }
            text.push(if rank < 7 { b'/' } else { b' ' });
        }
        text.extend(b"b - - 0 1");
        placements += u32::from(readers.check(&text));
        let at = below(text.len() as u64) as usize;
        text[at] = b"/ 18pK\x80"[below(7) as usize];
        readers.check(&text);
    }
    assert!(placements > 3000, "{placements}");
}
