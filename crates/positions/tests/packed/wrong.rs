//! Tests invalid records of every kind. Every strategy must report the reason for each invalid record, and read the
//! other records.

use setwise_positions::packed::bulletformat::{self, Bulletformat};
use setwise_positions::packed::marlinformat::{self, Marlinformat};
use setwise_positions::packed::{
    BadRecord, Format, Labels, NO_RESULT, RECORD, Reason, Relative, RelativeLabels, viriformat,
};
use setwise_positions::{Columns, Rules};

use crate::oracle::{self, absolute, relative};

const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn right() -> [u8; RECORD] {
    absolute(FEN, 1)
}

/// Returns the record of a placement, even if the rules of chess do not accept the placement.
fn of(fen: &str) -> [u8; RECORD] {
    let (position, row) = oracle::row(&format!("{fen} w - - 0 1"), 0);
    let mut bytes = Vec::new();
    marlinformat::write(&[position].into_iter().collect(), &[row].into_iter().collect(), &mut bytes).unwrap();
    bytes.try_into().unwrap()
}

/// Replaces the code of piece `n`.
fn with_code(mut record: [u8; RECORD], n: usize, code: u8) -> [u8; RECORD] {
    let byte = &mut record[8 + n / 2];
    *byte = if n.is_multiple_of(2) { *byte & 0xF0 | code } else { *byte & 0x0F | code << 4 };
    record
}

fn with_byte(mut record: [u8; RECORD], at: usize, byte: u8) -> [u8; RECORD] {
    record[at] = byte;
    record
}

/// Returns a record with a piece on each square of a set. The first piece is a white king, the second piece is a black
/// king, and all other pieces have code 0.
fn with_pieces(occupied: u64) -> [u8; RECORD] {
    let mut record = [0; RECORD];
    record[..8].copy_from_slice(&occupied.to_le_bytes());
    record[24] = 64;
    record[8] = 5 | (8 + 5) << 4;
    record
}

/// Reads records of marlinformat and returns the errors and the number of positions.
fn read(bytes: &[u8], rules: Rules) -> (Vec<BadRecord>, usize) {
    let (bad, columns, _) = oracle::read::<Marlinformat>(bytes, rules);
    (bad, columns.len())
}

#[test]
fn wrong_records_have_their_reason_and_the_others_are_read() {
    for (wrong, expected) in [
        (with_pieces(0x1_FFFF_FFFF), "the board has 33 pieces, and the format holds 32"),
        (with_pieces(!0), "the board has 64 pieces, and the format holds 32"),
        (with_code(right(), 0, 7), "code 7 on a1 is not a piece of this format"),
        (with_code(right(), 31, 15), "code 15 on h8 is not a piece of this format"),
        (with_code(right(), 1, 13), "the sides have 0 and 2 kings, not one each"),
        (of("8/8/4k3/8/8/8/8/8"), "the sides have 0 and 1 kings, not one each"),
        (of("8/8/4k3/8/8/3KK3/8/8"), "the sides have 2 and 1 kings, not one each"),
        (of("8/8/8/8/8/8/8/8"), "the sides have 0 and 0 kings, not one each"),
        (of("4k2P/8/8/8/8/4K3/8/8"), "a pawn on h8"),
        (of("4k3/8/8/8/8/4K3/8/p7"), "a pawn on a1"),
        (with_byte(right(), 24, 65), "the en passant square is 65, which is neither a square nor 64"),
        (with_byte(right(), 24, 0xFF), "the en passant square is 127, which is neither a square nor 64"),
        (with_byte(right(), 30, 3), "the result is 3, not 0, 1 or 2"),
        (with_byte(right(), 30, 255), "the result is 255, not 0, 1 or 2"),
    ] {
        for (before, after) in [(0, 0), (0, 5), (63, 70), (64, 1), (130, 3)] {
            let records = [vec![right(); before], vec![wrong], vec![right(); after]].concat();
            let (bad, positions) = read(records.as_flattened(), Rules::Chess);
            let texts: Vec<String> = bad.iter().map(BadRecord::to_string).collect();
            assert_eq!(texts, [format!("{}: {expected}", before + 1)], "{before} records before it");
            assert_eq!(positions, before + after);
        }
    }
    // An invalid code must be reported, whichever of the 32 pieces has it.
    for n in 0..32 {
        let (bad, _) = read(&with_code(right(), n, 7), Rules::AnyPieces);
        assert!(matches!(bad[..], [BadRecord { record: 1, reason: Reason::Code { code: 7, .. } }]), "{n}: {bad:?}");
    }
}

#[test]
fn rules_are_those_of_the_reader_of_text() {
    for (fen, kings, pieces) in [
        ("8/8/8/8/8/8/8/8", true, true),
        ("8/8/4k3/8/8/3KK3/8/8", true, true),
        ("4k2P/8/8/8/8/4K3/8/8", false, true),
        ("4k3/8/8/8/8/4K3/8/p7", false, true),
    ] {
        for (rules, accepted) in [(Rules::Chess, false), (Rules::AnyKings, kings), (Rules::AnyPieces, pieces)] {
            let (bad, positions) = read(&of(fen), rules);
            assert_eq!((bad.is_empty(), positions == 1), (accepted, accepted), "{fen} under {rules:?}");
        }
    }
}

#[test]
fn what_is_not_wrong_is_read() {
    for (record, why) in [
        (with_byte(right(), 24, 64 + 128), "black to move, no en passant square"),
        (with_byte(right(), 24, 0), "a1"),
        (with_byte(right(), 24, 63), "h8"),
        (with_byte(right(), 25, 255), "the longest clock"),
        (with_byte(right(), 31, 255), "a byte without a meaning"),
    ] {
        assert_eq!(read(&record, Rules::Chess), (vec![], 1), "{why}");
    }
    // Codes after the last piece must be ignored.
    let two = with_byte(with_byte(of("8/8/4k3/8/8/4K3/8/8"), 9, 0xFF), 23, 0x7F);
    assert_eq!(read(&two, Rules::Chess), (vec![], 1));
}

#[test]
fn bytes_that_are_no_whole_record_are_an_error() {
    for left in 1..RECORD {
        let bytes = [&right()[..], &right()[..left]].concat();
        let (bad, positions) = read(&bytes, Rules::Chess);
        assert_eq!((bad, positions), (vec![BadRecord { record: 2, reason: Reason::Truncated(left) }], 1));
        assert_eq!([Format::Marlinformat, Format::Bulletformat].map(|format| format.whole(&bytes)), [RECORD; 2]);
    }
    assert_eq!(read(&[], Rules::Chess), (vec![], 0));
    assert_eq!(Reason::Truncated(5).to_string(), "the record is incomplete: it has 5 bytes, not 32");
}

#[test]
fn wrong_records_of_bulletformat_have_their_reason() {
    let right = relative("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1", 1);
    for (wrong, expected) in [
        (with_code(right, 0, 6), "code 6 on a1 is not a piece of this format"),
        (with_code(right, 0, 14), "code 14 on a1 is not a piece of this format"),
        (with_code(right, 0, 7), "code 7 on a1 is not a piece of this format"),
        (with_code(right, 0, 5), "the sides have 2 and 1 kings, not one each"),
        (with_byte(right, 26, 3), "the result is 3, not 0, 1 or 2"),
        (with_byte(right, 27, right[27] ^ 1), "the squares of the kings are not those on the board"),
        (with_byte(right, 28, right[28] ^ 56), "the squares of the kings are not those on the board"),
        (with_byte(right, 27, right[27] | 64), "the squares of the kings are not those on the board"),
        (with_byte(right, 28, right[28] | 128), "the squares of the kings are not those on the board"),
    ] {
        let bytes = [right, wrong, right].concat();
        let (bad, boards, _) = oracle::read::<Bulletformat>(&bytes, Rules::Chess);
        let texts: Vec<String> = bad.iter().map(BadRecord::to_string).collect();
        assert_eq!((texts, boards.len()), (vec![format!("2: {expected}")], 2));
    }
    // Under rules other than `Rules::Chess`, the stored king squares must be ignored.
    let other = with_byte(right, 27, 99);
    let (bad, boards, _) = oracle::read::<Bulletformat>(&other, Rules::AnyKings);
    assert_eq!((bad, boards.len()), (vec![], 1));
}

/// A board that the format cannot store must be an error, and the output must be unchanged.
#[test]
fn what_cannot_be_written_is_an_error() {
    let (_, columns, labels) = oracle::read::<Marlinformat>([right(), right()].as_flattened(), Rules::Chess);
    type Fault = fn(&mut Columns, &mut Labels);
    let faults: [(&str, Fault); 12] = [
        ("2: the sets of pieces contradict each other on a1", |columns, _| columns.pawns[1] |= 1),
        ("2: the sets of pieces contradict each other on a1", |columns, _| columns.black[1] |= 1),
        ("2: the sets of pieces contradict each other on a1", |columns, _| columns.rooks[1] &= !1),
        ("2: the sets of pieces contradict each other on a1", |columns, _| columns.white[1] &= !1),
        ("2: the sets of pieces contradict each other on b1", |_, labels| labels.unmoved_rooks[1] |= 2),
        ("2: the sets of pieces contradict each other on e1", |_, labels| labels.unmoved_rooks[1] |= 16),
        ("2: the en passant square is 65, which is neither a square nor 64", |_, labels| labels.en_passant[1] = 65),
        ("2: the result is 3, not 0, 1 or 2", |_, labels| labels.result[1] = NO_RESULT),
        ("2: the result is 4, not 0, 1 or 2", |_, labels| labels.result[1] = 4),
        ("2: the half-move clock is 256, expected 0 to 255", |_, labels| labels.halfmove_clock[1] = 256),
        ("2: the fullmove number is 65536, expected 0 to 65535", |_, labels| labels.fullmove_number[1] = 65536),
        ("2: the board has 33 pieces, and the format holds 32", |columns, _| {
            columns.white[1] |= 2;
            columns.pawns[1] |= 2;
        }),
    ];
    for (expected, fault) in faults {
        let (mut columns, mut labels) = (columns.clone(), labels.clone());
        fault(&mut columns, &mut labels);
        for write in [marlinformat::write, viriformat::write] {
            let mut bytes = vec![1, 2, 3];
            assert_eq!(write(&columns, &labels, &mut bytes).unwrap_err().to_string(), expected);
            assert_eq!(bytes, [1, 2, 3]);
        }
    }
    let mut boards = Relative::from_absolute(&columns);
    let mut relative = RelativeLabels::from_absolute(&columns, &labels);
    let mut bytes = vec![1, 2, 3];
    relative.result[1] = NO_RESULT;
    let error = bulletformat::write(&boards, &relative, &mut bytes).unwrap_err();
    assert_eq!(error.to_string(), "2: the result is 3, not 0, 1 or 2");
    relative.result[1] = 2;
    boards.own[1] |= 1 << 56;
    let error = bulletformat::write(&boards, &relative, &mut bytes).unwrap_err();
    assert_eq!(error.to_string(), "2: the sets of pieces contradict each other on a8");
    assert_eq!(bytes, [1, 2, 3]);
}
