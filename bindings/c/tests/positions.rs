//! Compares the reader and the features of the C interface with the Rust library, on real positions and on bad lines.
#![allow(unsafe_code, reason = "calls of a C interface")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::slice;

use setwise::Color;
use setwise_c::error::{Error, OK};
use setwise_c::expressions::{setwise_expression_evaluate, setwise_expression_free, setwise_expression_new};
use setwise_c::features::{setwise_features_compute, setwise_features_free, setwise_features_new};
use setwise_c::positions::Columns as CColumns;
use setwise_c::reader::{Progress, setwise_count_lines, setwise_read_fen};
use setwise_positions::features::{Evaluator, Feature};
use setwise_positions::{BadLine, Columns, ColumnsRef, Reader, Rights, Rules, plain_text};
use setwise_testkit::games::master_fens;

/// Columns of a fixed capacity, as a C program owns them.
struct Owned {
    words: [Vec<u64>; 8],
    sides: Vec<u8>,
    /// The columns of rights, which may be missing.
    rights: Option<(Vec<u64>, Vec<u8>)>,
}

impl Owned {
    fn new(capacity: usize) -> Self {
        let words = [const { Vec::new() }; 8].map(|_: Vec<u64>| vec![0; capacity]);
        Self { words, sides: vec![9; capacity], rights: None }
    }

    fn with_rights(capacity: usize) -> Self {
        Self { rights: Some((vec![9; capacity], vec![9; capacity])), ..Self::new(capacity) }
    }

    fn pointers(&mut self) -> CColumns {
        let (unmoved_rooks, en_passant) = match &mut self.rights {
            Some((rooks, squares)) => (rooks.as_mut_ptr(), squares.as_mut_ptr()),
            None => (ptr::null_mut(), ptr::null_mut()),
        };
        let words = self.words.each_mut().map(Vec::as_mut_ptr);
        CColumns::new(words, self.sides.as_mut_ptr(), unmoved_rooks, en_passant)
    }

    /// Appends the first `length` positions to columns of the Rust library.
    fn append(&self, length: usize, columns: &mut Columns) {
        let Columns { pawns, knights, bishops, rooks, queens, kings, white, black, side_to_move } = columns;
        for (to, from) in [pawns, knights, bishops, rooks, queens, kings, white, black].into_iter().zip(&self.words) {
            to.extend_from_slice(&from[..length]);
        }
        side_to_move.extend(self.sides[..length].iter().map(|side| match side {
            0 => Color::White,
            1 => Color::Black,
            other => panic!("side {other}"),
        }));
    }
}

/// The bad lines that the callback has received, and the number of calls after which the callback stops reading.
struct Reports {
    lines: Vec<(usize, String)>,
    texts: Vec<Vec<u8>>,
    most: usize,
}

impl Reports {
    fn new(most: usize) -> Self {
        Self { lines: Vec::new(), texts: Vec::new(), most }
    }
}

unsafe extern "C-unwind" fn report(
    context: *mut c_void,
    line: usize,
    text: *const c_char,
    bytes: usize,
    reason: *const c_char,
) -> c_int {
    // SAFETY: `read` passes a pointer to `Reports` and uses the reports only after the call.
    let reports = unsafe { &mut *context.cast::<Reports>() };
    // SAFETY: the header says that the reason is a text.
    let reason = unsafe { CStr::from_ptr(reason) };
    // SAFETY: the header says that the text has these bytes.
    let text = unsafe { slice::from_raw_parts(text.cast(), bytes) };
    reports.lines.push((line, reason.to_str().unwrap().to_string()));
    reports.texts.push(text.to_vec());
    c_int::from(reports.lines.len() >= reports.most)
}

fn read(text: &[u8], columns: &mut Owned, reports: &mut Reports) -> (c_int, Progress) {
    let (capacity, pointers) = (columns.sides.len(), columns.pointers());
    let (mut progress, context) = (Progress::default(), ptr::from_mut(reports).cast());
    // SAFETY: the columns have this capacity, and the text has this length.
    let code = unsafe {
        let text_start = text.as_ptr().cast();
        setwise_read_fen(
            ptr::null(),
            0,
            text_start,
            text.len(),
            &pointers,
            capacity,
            Some(report),
            context,
            &mut progress,
        )
    };
    (code, progress)
}

/// Returns real positions, mixed with bad lines, comments and empty lines.
fn text() -> Vec<u8> {
    let mut text = String::new();
    for (n, fen) in master_fens().iter().take(3000).enumerate() {
        text += fen;
        text += if n % 7 == 0 { "\r\n" } else { "\n" };
        match n % 500 {
            77 => text += "8/8/8/8 w\n",
            78 => text += "\n# comment\n",
            499 => text += "4k3/8/8/8/8/8/8/4K3 x\n",
            _ => (),
        }
    }
    text.into_bytes()
}

/// Returns the results of the Rust library: the positions, the bad lines, and the number of lines.
fn expected(text: &[u8]) -> (Columns, Vec<(usize, String)>, usize) {
    let (mut columns, mut bad) = (Columns::default(), Vec::new());
    let next =
        Reader::new(setwise::auto(), Rules::Chess)
            .append(text, 1, &mut columns, |BadLine { line, reason, .. }| bad.push((line, reason.to_string())));
    (columns, bad, next - 1)
}

#[test]
fn positions_and_bad_lines_are_those_of_the_rust_reader() {
    let text = text();
    let (columns, bad, lines) = expected(&text);
    assert!(columns.len() > 2500 && bad.len() == 12);
    // SAFETY: the text has this length.
    let capacity = unsafe { setwise_count_lines(text.as_ptr().cast(), text.len()) };
    assert_eq!(capacity, lines);
    let (mut owned, mut reports) = (Owned::new(capacity), Reports::new(usize::MAX));
    let (code, progress) = read(&text, &mut owned, &mut reports);
    assert_eq!((code, progress), (OK, Progress { bytes: text.len(), lines, positions: columns.len() }));
    let mut all = Columns::default();
    owned.append(progress.positions, &mut all);
    assert_eq!(reports.lines, bad);
    let text_lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let expected: Vec<&[u8]> = bad.iter().map(|(line, _)| text_lines[line - 1].trim_ascii()).collect();
    assert_eq!(reports.texts, expected);
    assert!(all == columns, "other positions");
    assert!(owned.sides[progress.positions..].iter().all(|side| *side == 9), "written after the positions");
}

/// Reads a text in parts. After each error, reading continues with the rest of the text. The callback stops reading after
/// `most` bad lines. Returns the positions, the bad lines and the number of lines.
fn read_in_parts(text: &[u8], capacity: usize, most: usize) -> (Columns, Vec<(usize, String)>, usize) {
    let (mut rest, mut before, mut all, mut all_bad) = (text, 0, Columns::default(), Vec::new());
    loop {
        let (mut owned, mut reports) = (Owned::new(capacity), Reports::new(most));
        let (code, progress) = read(rest, &mut owned, &mut reports);
        owned.append(progress.positions, &mut all);
        all_bad.extend(reports.lines.into_iter().map(|(line, reason)| (before + line, reason)));
        (rest, before) = (&rest[progress.bytes..], before + progress.lines);
        if code == OK {
            assert_eq!(rest, b"");
            return (all, all_bad, before);
        }
        let expected = if code == Error::BadLine as c_int { all_bad.last().unwrap().0 } else { before };
        assert_eq!(before, expected, "reading stops after the bad line");
        assert!(code == Error::BadLine as c_int || code == Error::Full as c_int && progress.positions == capacity);
    }
}

/// Together, the parts of a text must have all its positions and bad lines, for any capacity and wherever reading stops.
#[test]
fn a_text_can_be_read_in_parts() {
    let text = text();
    let (columns, bad, lines) = expected(&text);
    for (capacity, most) in [(1, usize::MAX), (7, 1), (64, 2), (1000, usize::MAX), (1024, 1), (1025, 3), (100_000, 1)] {
        let (all, all_bad, count) = read_in_parts(&text, capacity, most);
        assert_eq!((count, &all_bad), (lines, &bad), "{capacity}, {most}");
        assert!(all == columns, "{capacity}, {most}");
    }
}

/// Byte order marks, the byte 0x1A and carriage returns must be read as all readers of the Rust library read them.
#[test]
fn text_from_other_systems_is_read_as_in_the_rust_library() {
    let feeds = String::from_utf8(text()).unwrap().replace("\r\n", "\n");
    let marks = feeds.replace('\n', "\n\u{FEFF}");
    let ends = feeds.replace('\n', "\x1A\r\n\x1A");
    let returns = feeds.replace('\n', "\r");
    let mixed = format!("{returns}{}{returns}", feeds.replace('\n', "\r\n"));
    let (positions, ..) = expected(feeds.as_bytes());
    for text in [
        format!("\u{FEFF}{marks}\u{FEFF}"),
        format!("{ends}\x1A"),
        returns.clone(),
        format!("{returns}\x1A"),
        mixed.clone(),
    ] {
        let plain = plain_text(text.as_bytes()).unwrap();
        let (columns, bad, lines) = expected(&plain);
        assert!(columns.len() % positions.len() == 0 && !bad.is_empty());
        // SAFETY: the text has this length.
        let capacity = unsafe { setwise_count_lines(text.as_ptr().cast(), text.len()) };
        assert!((lines..=lines + 1).contains(&capacity), "a last line may consist of a mark");
        let whole = (capacity, usize::MAX);
        let parts = [(1, usize::MAX), (7, 1), (1000, usize::MAX), (capacity, 1), whole];
        // A call receives only the rest of a text, so the rest of a mixed text may have other line ends than the whole.
        for &(capacity, most) in if text == mixed { &parts[4..] } else { &parts } {
            let (all, all_bad, count) = read_in_parts(text.as_bytes(), capacity, most);
            assert_eq!((count, &all_bad), (lines, &bad), "{capacity}, {most}");
            assert!(all == columns, "{capacity}, {most}");
        }
    }
}

#[test]
fn text_of_other_formats_is_refused() {
    for text in [&b"\xFF\xFE8\0/\0\n\0"[..], b"PK\x03\x04", b"BZh91AY&SY", b"\x1F\x8B\x08\0\0\0\0\0"] {
        let (code, progress) = read(text, &mut Owned::new(10), &mut Reports::new(usize::MAX));
        assert_eq!((code, progress), (Error::NotText as c_int, Progress::default()));
    }
}

/// Computes features of the first `length` positions with the C interface.
fn features_of(owned: &mut Owned, wanted: &[Feature], length: usize) -> Vec<Vec<u64>> {
    let names: Vec<CString> = wanted.iter().map(|feature| CString::new(feature.to_string()).unwrap()).collect();
    let names: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
    let (mut features, mut results) = (ptr::null_mut(), vec![vec![0; length]; wanted.len()]);
    // SAFETY: the array has `names.len()` names.
    assert_eq!(unsafe { setwise_features_new(ptr::null(), names.as_ptr(), names.len(), &mut features) }, OK);
    let outputs: Vec<*mut u64> = results.iter_mut().map(Vec::as_mut_ptr).collect();
    // SAFETY: there is an output for each feature, and all columns have at least this length.
    let code = unsafe { setwise_features_compute(features, &owned.pointers().as_const(), length, outputs.as_ptr()) };
    assert_eq!(code, OK);
    // SAFETY: the features were created above and are not used again.
    unsafe { setwise_features_free(features) };
    results
}

/// Evaluates the name of a feature as an expression on the first `length` positions, with the C interface.
fn value_of(owned: &mut Owned, feature: Feature, length: usize) -> Vec<u64> {
    let (name, mut expression, mut values) =
        (CString::new(feature.to_string()).unwrap(), ptr::null_mut(), vec![0; length]);
    // SAFETY: the name ends with a NUL, and there are no columns of numbers and no message.
    let code = unsafe {
        setwise_expression_new(ptr::null(), name.as_ptr(), ptr::null(), 0, &mut expression, ptr::null_mut(), 0)
    };
    assert_eq!(code, OK, "{feature}");
    let positions = owned.pointers().as_const();
    // SAFETY: all columns have at least this length.
    let code = unsafe { setwise_expression_evaluate(expression, &positions, ptr::null(), length, values.as_mut_ptr()) };
    assert_eq!(code, OK, "{feature}");
    // SAFETY: the expression comes from `setwise_expression_new` and is not used again.
    unsafe { setwise_expression_free(expression) };
    values
}

/// The rights of a text with bad lines, and the values of features with and without rights, must be those of the Rust
/// library. The name of a feature is also an expression.
#[test]
fn rights_features_and_expressions_are_those_of_the_rust_library() {
    let text = text().repeat(2);
    let (mut columns, mut rights) = (Columns::default(), Rights::default());
    Reader::new(setwise::auto(), Rules::Chess).append_with(&text, 1, &mut columns, Some(&mut rights), |_| ());
    let length = columns.len();
    assert!(length > 5000, "more positions than are converted at once");
    // A bad line follows the last position, so the columns need space for one more position.
    let mut owned = Owned::with_rights(length + 1);
    let (code, progress) = read(&text, &mut owned, &mut Reports::new(usize::MAX));
    assert_eq!((code, progress.positions), (OK, length));
    let (rooks, squares) = owned.rights.as_mut().unwrap();
    assert_eq!((rooks.pop(), squares.pop()), (Some(9), Some(9)), "written after the positions");
    assert!(*rooks == rights.unmoved_rooks && *squares == rights.en_passant && rooks.iter().any(|rooks| *rooks != 0));

    let all: Vec<Feature> = Feature::all().collect();
    for positions in [ColumnsRef::from(&columns).with_rights(&rights), ColumnsRef::from(&columns)] {
        let mut expected = vec![Vec::new(); all.len()];
        Evaluator::new(setwise::auto(), &all).for_each_block(positions, |_, values| {
            expected.iter_mut().zip(values).for_each(|(column, values)| column.extend_from_slice(values));
        });
        for (feature, expected) in all.iter().zip(&expected) {
            assert!(value_of(&mut owned, *feature, length) == *expected, "{feature}");
        }
        for range in [0..all.len(), 3..4, 40..45, 0..0] {
            for length in [0, 1, 63, 65, length] {
                let found = features_of(&mut owned, &all[range.clone()], length);
                let expected = expected[range.clone()].iter().map(|column| &column[..length]);
                assert!(found.iter().eq(expected), "{range:?} of {length} positions");
            }
        }
        owned.rights = None;
    }
}
