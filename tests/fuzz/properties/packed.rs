//! The property: for any bytes, every strategy that this CPU supports accepts the same packed records as the reader of
//! single records. Writing these records again returns the same bytes, except for codes after the code of the last
//! piece, which have no meaning. For bulletformat, the same bytes are required only under the rules of chess. Every
//! position of a game follows the rules, and the positions can be written and read again.

use setwise::BackendId;
use setwise_positions::packed::{
    BadRecord, Format, Labels, RECORD, Reason, RecordChunks, Relative, RelativeLabels, UnpackStrategy, bulletformat,
    marlinformat, viriformat,
};
use setwise_positions::{Columns, Rules};

pub(crate) fn check(bytes: &[u8]) {
    for rules in Rules::ALL {
        absolute_boards(bytes, rules);
        relative_boards(bytes, rules);
        games(bytes, rules);
    }
    for format in Format::ALL {
        chunks_are_the_whole(bytes, format);
    }
}

/// Reads one record at a time. Returns the good records with their results, and the errors, including the error for an
/// incomplete record.
fn one_by_one<T>(
    bytes: &[u8],
    read: impl Fn(&[u8; RECORD]) -> Result<T, Reason>,
) -> (Vec<([u8; RECORD], T)>, Vec<BadRecord>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    let (records, incomplete) = bytes.as_chunks();
    for (record, bytes) in (7..).zip(records) {
        match read(bytes) {
            Ok(row) => good.push((*bytes, row)),
            Err(reason) => bad.push(BadRecord { record, reason }),
        }
    }
    if !incomplete.is_empty() {
        bad.push(BadRecord { record: 7 + records.len(), reason: Reason::Truncated(incomplete.len()) });
    }
    bad.iter().for_each(|bad| assert!(!bad.to_string().contains('\n')));
    (good, bad)
}

/// Returns the record with 0 in place of every code after the code of the last piece.
fn without_stray_codes(mut record: [u8; RECORD]) -> [u8; RECORD] {
    let pieces = record[..8].iter().map(|byte| byte.count_ones() as usize).sum();
    for n in pieces..32 {
        record[8 + n / 2] &= if n % 2 == 0 { 0xF0 } else { 0x0F };
    }
    record
}

fn absolute_boards(bytes: &[u8], rules: Rules) {
    let (good, expected_bad) = one_by_one(bytes, |record| marlinformat::read(record, rules));
    for (strategy, backend) in
        UnpackStrategy::ready().flat_map(|strategy| BackendId::ready().map(move |backend| (strategy, backend)))
    {
        let (mut columns, mut labels, mut bad) = (Columns::default(), Labels::default(), Vec::new());
        let mut reader = marlinformat::Reader::with_strategy(strategy, backend, rules).expect("the strategy is ready");
        let next = reader.append(bytes, 7, &mut columns, Some(&mut labels), |record| bad.push(record));
        assert_eq!((next, &bad), (7 + bytes.len().div_ceil(RECORD), &expected_bad), "{strategy}");
        assert_eq!((columns.len(), labels.len()), (good.len(), good.len()), "{strategy}");
        for (n, (_, row)) in good.iter().enumerate() {
            assert_eq!(columns.get(n).zip(labels.get(n)), Some(*row), "{strategy}: position {n}");
        }
        let mut written = Vec::new();
        marlinformat::write(&columns, &labels, &mut written).expect("what was read can be written");
        let meant = good.iter().map(|(record, _)| without_stray_codes(*record));
        assert!(written.as_chunks().0.iter().copied().eq(meant), "{strategy}");
        again_as_games(&columns, &labels, rules);
    }
}

fn relative_boards(bytes: &[u8], rules: Rules) {
    let (good, expected_bad) = one_by_one(bytes, |record| bulletformat::read(record, rules));
    for (strategy, backend) in
        UnpackStrategy::ready().flat_map(|strategy| BackendId::ready().map(move |backend| (strategy, backend)))
    {
        let (mut boards, mut labels, mut bad) = (Relative::default(), RelativeLabels::default(), Vec::new());
        let mut reader = bulletformat::Reader::with_strategy(strategy, backend, rules).expect("the strategy is ready");
        let next = reader.append(bytes, 7, &mut boards, Some(&mut labels), |record| bad.push(record));
        assert_eq!((next, &bad), (7 + bytes.len().div_ceil(RECORD), &expected_bad), "{strategy}");
        assert_eq!((boards.len(), labels.len()), (good.len(), good.len()), "{strategy}");
        for (n, (_, row)) in good.iter().enumerate() {
            assert_eq!(boards.get(n).zip(labels.get(n)), Some(*row), "{strategy}: board {n}");
        }
        let mut written = Vec::new();
        bulletformat::write(&boards, &labels, &mut written).expect("what was read can be written");
        if rules == Rules::Chess {
            let meant = good.iter().map(|(record, _)| without_stray_codes(*record));
            assert!(written.as_chunks().0.iter().copied().eq(meant), "{strategy}");
        }
    }
}

fn games(bytes: &[u8], rules: Rules) {
    let (mut columns, mut labels, mut bad) = (Columns::default(), Labels::default(), Vec::new());
    let next = viriformat::Reader::new(rules).append(bytes, 7, &mut columns, Some(&mut labels), |game| bad.push(game));
    assert!(bad.iter().all(|bad| (7..next).contains(&bad.record) && !bad.to_string().contains('\n')));
    assert_eq!(columns.len(), labels.len());
    // The counters of a game may grow beyond what a record holds.
    labels.halfmove_clock.iter_mut().for_each(|clock| *clock = (*clock).min(u8::MAX.into()));
    labels.fullmove_number.iter_mut().for_each(|number| *number = (*number).min(u16::MAX.into()));
    // Every position of a game must follow the rules.
    let mut written = Vec::new();
    marlinformat::write(&columns, &labels, &mut written).expect("what was read can be written");
    for record in written.as_chunks().0 {
        marlinformat::read(record, rules).expect("the rules hold after every move");
    }
    again_as_games(&columns, &labels, rules);
}

fn again_as_games(columns: &Columns, labels: &Labels, rules: Rules) {
    let (mut games, mut again, mut again_labels) = (Vec::new(), Columns::default(), Labels::default());
    viriformat::write(columns, labels, &mut games).expect("what was read can be written");
    viriformat::Reader::new(rules).append(&games, 1, &mut again, Some(&mut again_labels), |bad| panic!("{bad}"));
    assert!(again == *columns && again_labels == *labels);
}

/// Checks that reading a file in chunks returns the bytes of the whole file. A chunk must end after a complete record
/// or game, unless it ends with the incomplete record or game at the end of the file.
fn chunks_are_the_whole(bytes: &[u8], format: Format) {
    let whole = format.whole(bytes);
    for chunk in [1, 40, 1000] {
        let mut records = RecordChunks::with_chunk_size(chunk, format, bytes);
        let (mut all, mut buffer) = (Vec::new(), Vec::new());
        while records.read(&mut buffer).expect("a slice has no errors") {
            let complete = format.whole(&buffer) == buffer.len();
            assert!(complete || all.len() + buffer.len() == bytes.len(), "{format} in chunks of {chunk} bytes");
            assert!(complete || all.len() == whole, "{format} in chunks of {chunk} bytes");
            all.extend_from_slice(&buffer);
        }
        assert!(all == bytes, "{format} in chunks of {chunk} bytes");
    }
}
