//! Runs the properties of the fuzz targets `reader` and `packed` on valid inputs and on inputs with pseudo-random changes.

#[path = "../../../tests/fuzz/properties/packed.rs"]
mod packed;
#[path = "../../../tests/fuzz/properties/reader.rs"]
mod reader;

use setwise_positions::packed::{Labels, RECORD, Relative, RelativeLabels, bulletformat, marlinformat};
use setwise_positions::{Columns, Reader, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::random::Sets;

/// All readers must agree on real lines in which bytes are changed, inserted and removed.
#[test]
fn readers_agree_on_lines_that_were_tampered_with() {
    const BYTES: &[u8] = b"\n\r\0\t #/8917pPkKqwbx-\xEF\xBB\xBF\xFF";
    let (fens, mut sets) = (master_fens(), Sets::seeded(21));
    let mut below = |n: usize| (sets.dense() % n as u64) as usize;
    for _ in 0..60 {
        let mut text = if below(2) == 0 { Vec::new() } else { b"\xEF\xBB\xBF".to_vec() };
        for _ in 0..below(100) {
            text.extend(fens[below(fens.len())].as_bytes());
            text.push(b'\n');
        }
        for _ in 0..below(6) {
            if text.is_empty() {
                break;
            }
            let at = below(text.len());
            match below(3) {
                0 => text[at] = BYTES[below(BYTES.len())],
                1 => text.insert(at, BYTES[below(BYTES.len())]),
                _ => drop(text.remove(at)),
            }
        }
        reader::check(&text);
    }
}

/// The column of a line that is too long does not depend on how the text is cut.
#[test]
fn readers_agree_on_long_lines_that_begin_with_blanks() {
    reader::check(b"\t\x01\x01");
    reader::check(b"\t\x01\n\n");
}

/// All readers must agree on records of real positions, and on games of random moves. Bits of these records and games
/// are changed, and bytes are removed.
#[test]
fn packed_readers_agree_on_records_that_were_tampered_with() {
    let (mut columns, mut sets) = (Columns::default(), Sets::seeded(23));
    let text = master_fens().join("\n");
    Reader::new(setwise::auto(), Rules::Chess).append(text.as_bytes(), 1, &mut columns, |bad| panic!("{bad}"));
    let mut labels = Labels::unknown(columns.len());
    labels.result.fill(1);
    let (mut absolute, mut relative) = (Vec::new(), Vec::new());
    marlinformat::write(&columns, &labels, &mut absolute).unwrap();
    let relative_labels = RelativeLabels::from_absolute(&columns, &labels);
    bulletformat::write(&Relative::from_absolute(&columns), &relative_labels, &mut relative).unwrap();
    let mut below = |n: usize| (sets.dense() % n as u64) as usize;
    for n in 0..60 {
        let source = if n % 3 == 0 { &relative } else { &absolute };
        let mut bytes = Vec::new();
        for record in source.as_chunks::<RECORD>().0.iter().skip(below(3000)).take(below(40)) {
            bytes.extend_from_slice(record);
            if n % 3 == 2 {
                bytes.extend((0..2 * below(4)).map(|_| below(256) as u8));
                bytes.resize(bytes.len().next_multiple_of(4) + 4, 0);
            }
        }
        for _ in 0..below(6).min(bytes.len()) {
            let at = below(bytes.len());
            if below(4) == 0 {
                bytes.remove(at);
            } else {
                bytes[at] ^= 1 << below(8);
            }
        }
        packed::check(&bytes);
    }
}
