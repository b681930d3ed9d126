//! Compares features of batches with their definitions by coordinates.

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_schema::DataType;
use setwise_arrow::{BadRows, Features, FenReader, Layout, signed};
use setwise_positions::features::Feature;
use setwise_positions::{RIGHTS, Rules};
use setwise_testkit::oracle::{self, BothSides};

use crate::files::with_columns;
use crate::{check_row, master_positions, read};

/// Returns the value of a feature in a row: a set or a number.
fn value(batch: &RecordBatch, feature: &str, row: usize) -> u64 {
    let column = &batch[feature];
    match column.data_type() {
        DataType::Boolean => column.as_boolean().value(row).into(),
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(row).into(),
        _ => column.as_primitive::<UInt64Type>().value(row),
    }
}

#[test]
fn features_are_what_they_are_defined_to_be_in_slices_too() {
    let (fens, positions) = master_positions();
    let text = StringArray::from(fens.clone());
    let rights = FenReader::new(setwise::auto(), Rules::Chess).read(&text, BadRows::Error, &RIGHTS).unwrap();
    let batch =
        with_columns(&positions, RIGHTS.map(|name| (name, rights.column_by_name(name).unwrap().clone())).to_vec());
    let all: Vec<Feature> = Feature::all().collect();
    let mut features = Features::new(setwise::auto(), &all);
    for (start, len) in [(0, fens.len()), (3, 200), (70, 1), (9, 0)] {
        let part = batch.slice(start, len);
        let values = features.columns(&part).unwrap();
        assert_eq!((values.num_rows(), values.num_columns()), (len, all.len()));
        assert_eq!(values.schema(), features.schema());
        for row in (0..len).step_by(23) {
            check_row(&part, row, &fens[start + row]);
            for feature in &all {
                let sides = BothSides::from_fen(&fens[start + row], feature.side()).unwrap();
                let expected = oracle::feature(feature.name(), &sides).unwrap();
                assert_eq!(value(&values, &feature.to_string(), row), expected, "{feature} of row {row}");
            }
        }
    }
}

#[test]
fn numbers_are_bytes_and_sets_are_words() {
    let mut features = Features::new(setwise::auto(), &Feature::all().collect::<Vec<_>>());
    let schema = features.schema();
    for feature in Feature::all() {
        let field = schema.field_with_name(&feature.to_string()).unwrap();
        let expected = match feature.name() {
            "legal_move_count" => DataType::UInt16,
            "in_check" | "checkmate" | "stalemate" => DataType::Boolean,
            _ if feature.is_number() => DataType::UInt8,
            _ => DataType::UInt64,
        };
        assert_eq!((field.data_type(), field.is_nullable()), (&expected, false), "{feature}");
    }
    // With knights on all dark squares, a side has the largest possible number of knight moves, which must still fit
    // into a byte.
    let knights = Some("1N1N1N1N/N1N1N1N1/1N1N1N1N/N1N1N1N1/1N1N1N1N/N1N1N1N1/1N1N1N1N/N1N1N1N1 w");
    let values = features.columns(&read(&[knights], Rules::AnyPieces)).unwrap();
    assert_eq!(value(&values, "white_knight_move_count", 0), 168);
}

#[test]
fn rows_with_a_null_in_any_column_are_null_in_every_feature() {
    let fens = ["r3k3/8/8/3N4/8/8/8/4K3 w - -"; 200].map(Some);
    let batch = read(&fens, Rules::Chess);
    let mut features =
        Features::by_name(setwise::auto(), Layout::Absolute, ["white_forks_safe", "white_shield_index"]).unwrap();
    for column in 0..9 {
        let nulls = arrow_buffer::NullBuffer::from_iter((0..200).map(|row| row % 3 != 0));
        let mut columns = batch.columns().to_vec();
        let with_nulls = columns[column].to_data().into_builder().nulls(Some(nulls)).build().unwrap();
        columns[column] = arrow_array::make_array(with_nulls);
        let batch = RecordBatch::try_new(batch.schema(), columns).unwrap();
        let values = features.columns(&batch).unwrap();
        for row in 0..200 {
            assert!(values.columns().iter().all(|values| values.is_null(row) == (row % 3 == 0)), "{column}, {row}");
        }
        assert_eq!(value(&values, "white_forks_safe", 1), 1 << 50);
        assert_eq!(features.totals(&batch).unwrap_err().to_string(), "row 0: null");
    }
}

#[test]
fn signed_sets_have_the_same_features() {
    let (_, batch) = master_positions();
    let mut features = Features::new(setwise::auto(), &Feature::all().collect::<Vec<_>>());
    let signed = signed(&batch);
    assert_eq!(signed["pawns"].data_type(), &DataType::Int64);
    assert_eq!(features.columns(&signed).unwrap(), features.columns(&batch).unwrap());
    let part = signed.slice(5, 100);
    assert_eq!(features.totals(&part).unwrap(), features.totals(&batch.slice(5, 100)).unwrap());
}

#[test]
fn names_of_the_other_layout_are_refused_with_the_reason() {
    for (layout, name, expected) in [
        (
            Layout::Relative,
            "white_forks",
            "'white_forks' is a feature of one colour, but these positions are stored by the side to move; \
             features are own_ or their_ followed by a name",
        ),
        (
            Layout::Absolute,
            "own_forks",
            "'own_forks' is a feature of the side to move, but these positions are stored by colour; \
             features are white_ or black_ followed by a name",
        ),
        (
            Layout::Relative,
            "own_fork",
            "'own_fork' is not a feature; did you mean own_forks or own_forks_ge3 or own_forks_any? `setwise list` shows \
             all names",
        ),
    ] {
        assert_eq!(Features::by_name(setwise::auto(), layout, [name]).unwrap_err().to_string(), expected);
    }
    let unknown = Features::by_name(setwise::auto(), Layout::Absolute, ["forks"]).unwrap_err().to_string();
    assert_eq!(
        unknown,
        "'forks' is not a feature; did you mean white_forks or black_forks? `setwise list` shows all names"
    );
}

#[test]
fn a_batch_without_a_column_or_with_another_type_is_refused() {
    let (_, batch) = master_positions();
    let mut features = Features::by_name(setwise::auto(), Layout::Absolute, ["white_forks"]).unwrap();
    let without = batch.project(&[0, 1, 3, 4, 5, 6, 7, 8]).unwrap();
    let error = features.columns(&without).unwrap_err().to_string();
    assert_eq!(
        error,
        "no column 'bishops'; the columns are pawns, knights, rooks, queens, kings, white, black, white_to_move"
    );
    let error = features.totals(&without).unwrap_err().to_string();
    assert!(error.starts_with("no column 'bishops'"), "{error}");
}
