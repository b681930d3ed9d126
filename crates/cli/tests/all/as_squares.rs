//! Tests `setwise positions --as squares`, which writes sets as lists of squares.

use setwise::Square;
use setwise_testkit::oracle::members;

use crate::{START, games, good};

/// Returns the names of the squares of a set, joined by spaces.
fn names(set: u64) -> String {
    let names: Vec<String> = members(set).iter().map(|square| Square::ALL[usize::from(*square)].to_string()).collect();
    names.join(" ")
}

const FEATURES: [&str; 3] = ["white_knight_moves", "black_knight_move_count", "white_forks"];

#[test]
fn sets_are_names_in_csv_and_numbers_are_unchanged() {
    let start = good(&["positions", "--as", "squares", "white_knight_moves", "white_checkers", "-"], START);
    let fields = &START[..START.len() - 4];
    assert_eq!(start, format!("fen,white_knight_moves,white_checkers\n{fields},a3 c3 f3 h3,\n"));

    let (_folder, games) = games(400);
    let arguments =
        |form: &'static str| [&["positions", "--no-positions", "--as", form][..], &FEATURES, &[&games]].concat();
    let (sets, squares) = (good(&arguments("sets"), ""), good(&arguments("squares"), ""));
    assert_eq!(sets, good(&[&["positions", "--no-positions"], &FEATURES[..], &[&games]].concat(), ""));
    assert_eq!(sets.lines().count(), squares.lines().count());
    for (sets, squares) in sets.lines().zip(squares.lines()).skip(1) {
        let value = |text: &str| text.strip_prefix("0x").map(|digits| names(u64::from_str_radix(digits, 16).unwrap()));
        let expected: Vec<String> = sets.split(',').map(|text| value(text).unwrap_or(text.to_string())).collect();
        assert_eq!(squares, expected.join(","));
    }
}

#[cfg(feature = "parquet")]
#[test]
fn sets_are_lists_in_columnar_files() {
    use arrow_array::cast::AsArray;
    use arrow_array::types::{UInt8Type, UInt64Type};
    use arrow_array::{Array, ArrayRef};

    use crate::columnar::rows;
    use crate::path_in;

    let columns = |file: &str, name: &str| -> Vec<ArrayRef> {
        rows(file).iter().map(|batch| batch.column_by_name(name).unwrap().clone()).collect()
    };
    let (folder, games) = games(3000);
    for extension in ["parquet", "arrow"] {
        let [sets, squares] = ["sets", "squares"].map(|name| path_in(&folder, &format!("{name}.{extension}")));
        good(&[&["positions"], &FEATURES[..], &[&games, "--out", &sets]].concat(), "");
        good(&[&["positions"], &FEATURES[..], &[&games, "--as", "squares", "--out", &squares]].concat(), "");
        for name in ["white_knight_moves", "white_forks"] {
            let words = columns(&sets, name);
            let words = words.iter().flat_map(|words| words.as_primitive::<UInt64Type>().values());
            let expected: Vec<Vec<u8>> = words.map(|set| members(*set)).collect();
            let mut found = Vec::new();
            for lists in columns(&squares, name) {
                assert_eq!(lists.data_type(), &setwise_arrow::squares_type(), "{extension}");
                let list = |row| lists.as_list::<i32>().value(row).as_primitive::<UInt8Type>().values().to_vec();
                found.extend((0..lists.len()).map(list));
            }
            assert!(found == expected && expected.len() == 3000, "{extension}: {name}");
        }
        let [numbers, expected] = [&squares, &sets].map(|file| columns(file, "black_knight_move_count"));
        assert_eq!(numbers, expected, "{extension}");
    }
}
