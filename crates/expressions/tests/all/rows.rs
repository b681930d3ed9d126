//! The positions on which expressions are evaluated, with all that the plain evaluator reads.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use setwise::Color;
use setwise_positions::fen::push_placement;
use setwise_positions::placement::Placement;
use setwise_positions::{Columns, ColumnsRef, Reader, Rights, Rules};
use setwise_testkit::games::master_fens;
use setwise_testkit::oracle::{self, BothSides};
use setwise_testkit::placements::random_placement;
use setwise_testkit::random::Sets;

/// The names of the columns of numbers that belong to a position.
pub(crate) const COLUMNS: [&str; 2] = ["score", "ply"];

/// A position, the numbers and sets that belong to it, and the values of the features that have been computed.
pub(crate) struct Row {
    pub(crate) line: String,
    pub(crate) to_move: Color,
    pub(crate) columns: [i64; 2],
    pub(crate) inputs: [u64; 2],
    features: RefCell<HashMap<(Option<Color>, String), u64>>,
}

impl Row {
    fn new(line: String, random: &mut Sets) -> Self {
        let to_move = if line.split(' ').nth(1) == Some("b") { Color::Black } else { Color::White };
        // Small numbers are often equal to each other and to literals. The greatest and the least are the limits.
        const LIMIT: i64 = (1 << 62) - 1;
        let mut number = || match random.dense() % 5 {
            0 => [LIMIT, -LIMIT][(random.dense() % 2) as usize],
            1 => (random.dense() >> 1).cast_signed() % (2 * LIMIT) - LIMIT,
            2 => (random.dense() % 1000).cast_signed() - 500,
            _ => (random.dense() % 7).cast_signed() - 3,
        };
        let columns = [number(), number()];
        Self { line, to_move, columns, inputs: [random.sparse(), random.of(2)], features: RefCell::default() }
    }

    /// Returns the position as seen by a side.
    pub(crate) fn seen_by(&self, side: Color) -> BothSides {
        BothSides::from_fen(&self.line, Some(side)).unwrap()
    }

    /// Returns the value of a feature. `None` is the side of features of the side to move.
    pub(crate) fn feature(&self, side: Option<Color>, name: &str) -> u64 {
        *self.features.borrow_mut().entry((side, name.to_string())).or_insert_with(|| {
            let sides = BothSides::from_fen(&self.line, side).unwrap();
            oracle::feature(name, &sides).unwrap_or_else(|| panic!("no definition of {name}"))
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, columns: [score, ply], inputs: [one, two], .. } = self;
        write!(f, "{line}\nscore = {score}, ply = {ply}, one = {one:#x}, two = {two:#x}")
    }
}

/// Returns positions of master games, random placements, and boards that are rare.
pub(crate) fn rows() -> Vec<Row> {
    let mut random = Sets::seeded(39);
    let mut lines: Vec<String> = master_fens().into_iter().step_by(23).collect();
    for n in 0..60 {
        let side = Color::ALL[n % 2];
        let [kinds @ .., own, their, _, _] = random_placement(&mut random, side);
        let sides = if side == Color::White { [own, their] } else { [their, own] };
        let mut line = Vec::new();
        push_placement(&mut line, &Placement { kinds, sides });
        let (placement, rights) = (String::from_utf8(line).unwrap(), ["KQkq", "-"][n / 2 % 2]);
        lines.push(format!("{placement} {} {rights} -", ["w", "b"][side.index()]));
    }
    for rare in [
        "8/8/8/8/8/8/8/8 w - -",
        "8/8/8/8/8/8/8/8 b - -",
        "NNNNNNNN/8/8/8/8/8/8/kkkkkkkk b - -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk -",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
        "R5k1/5ppp/8/8/8/8/8/6K1 b - -",
        "7k/5Q2/6K1/8/8/8/8/8 b - -",
    ] {
        lines.push(rare.to_string());
    }
    // Equal lines would be different rows, because their columns differ.
    lines.sort();
    lines.dedup();
    lines.into_iter().map(|line| Row::new(line, &mut random)).collect()
}

/// Rows as columns: a batch for the evaluator.
pub(crate) struct Batch {
    positions: Columns,
    rights: Rights,
    /// The columns of numbers, followed by the inputs.
    pub(crate) words: Vec<Vec<u64>>,
}

impl Batch {
    pub(crate) fn new(rows: &[&Row]) -> Self {
        let (mut positions, mut rights) = (Columns::default(), Rights::default());
        let text: String = rows.iter().map(|row| format!("{}\n", row.line)).collect();
        let mut reader = Reader::new(setwise::auto(), Rules::AnyPieces);
        reader.append_with(text.as_bytes(), 1, &mut positions, Some(&mut rights), |bad| panic!("{bad}"));
        assert_eq!(positions.len(), rows.len());
        let columns = (0..2).map(|n| rows.iter().map(|row| row.columns[n].cast_unsigned()).collect());
        let inputs = (0..2).map(|n| rows.iter().map(|row| row.inputs[n]).collect());
        Self { words: columns.chain(inputs).collect(), positions, rights }
    }

    pub(crate) fn positions(&self) -> ColumnsRef<'_> {
        ColumnsRef::from(&self.positions).with_rights(&self.rights)
    }
}
