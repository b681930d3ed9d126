//! The tables of `docs/reference.md`, and the names of sets in them.

use std::vec;

use setwise::{Bitboard, Square};
use setwise_testkit::random::splitmix64;

/// The tables of the page in order, each a list of rows.
pub(crate) struct Page(pub(crate) vec::IntoIter<Vec<&'static str>>);

impl Page {
    pub(crate) fn read() -> Self {
        let tables =
            include_str!("../../../../../docs/reference.md").split("\n\n").filter(|block| block.starts_with("| "));
        Self(tables.map(|table| table.lines().skip(2).collect()).collect::<Vec<_>>().into_iter())
    }

    /// Checks the next table: the last cells of each row must equal what `values` computes from the row's index and
    /// cells.
    pub(crate) fn table<const N: usize>(&mut self, values: impl Fn(usize, &[&str]) -> [String; N]) {
        for (n, row) in self.0.next().expect("another table").into_iter().enumerate() {
            let cells: Vec<&str> = row.trim_matches(['|', ' ']).split(" | ").collect();
            assert_eq!(cells[cells.len() - N..].join(" | "), values(n, &cells).join(" | "), "docs/reference.md: {row}");
        }
    }

    /// Checks the next table. Its row `n` must end with the word `sets[n]`.
    pub(crate) fn list(&mut self, sets: &[u64]) {
        assert_eq!(self.0.as_slice()[0].len(), sets.len(), "docs/reference.md: {:?}", self.0.as_slice()[0]);
        self.table(|n, _| [hex(sets[n])]);
    }
}

pub(crate) fn hex(set: impl Into<Bitboard>) -> String {
    format!("`{:#018X}`", set.into().0)
}

/// Returns the set that a cell describes by squares or by a word such as "all". The words "all but" at the beginning
/// mean the complement.
pub(crate) fn set(text: &str) -> Bitboard {
    match text {
        "none" => Bitboard::EMPTY,
        "all" | "all, at least 3" => Bitboard::ALL,
        "S" => Bitboard((0..3).map(splitmix64).fold(!0, |set, r| set & r)),
        "the corridor" => Bitboard(0xC03C_023C_4080_403F),
        "the long diagonal" => Bitboard(0x8040_2010_0804_0201),
        _ if text.starts_with("R[") => Bitboard(splitmix64(text[2..3].parse().unwrap())),
        _ if text.starts_with("all but ") => !set(&text[8..]),
        _ if text.contains(" without ") => text.split_once(" without ").map(|(a, b)| set(a) - set(b)).unwrap(),
        _ => text.split(' ').map(|name| name.parse::<Square>().expect(text)).collect(),
    }
}

pub(crate) fn square(name: &str) -> Square {
    name.parse().unwrap()
}
