//! The question about reading a file of positions and adding up features of the positions, on one core. `setwise
//! positions --totals` computes the same totals.

use std::fs::File;
use std::io::Write;
use std::rc::Rc;

use anyhow::{Context, Result};
use setwise::Color;
use setwise_positions::features::{Evaluator, Feature, Totals};
use setwise_positions::{Columns, LineChunks, Reader, Rules};
use setwise_testkit::oracle::{self, BothSides};
use tempfile::NamedTempFile;

use setwise_benches::questions::parts::without_columns;
use setwise_benches::{Contestant, Question, QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("features", features)];

/// The number of lines in the file. They fill several chunks of text, so the time for opening the file hardly matters.
const LINES: usize = 20_000;

/// Five features of different kinds: knights, a king, forks, safety and a pawn race.
const FIVE: [&str; 5] =
    ["white_knight_moves", "black_king_escapes", "white_forks_safe", "black_hanging", "white_uncatchable_passers"];

/// Creates the question. Its contestants read a temporary file, which is in the page cache.
fn features(setup: Setup<'_>) -> Result<Option<Question>> {
    let lines: Vec<&str> = setup.real.lines().collect();
    let mut file = NamedTempFile::new()?;
    for line in lines.iter().cycle().take(LINES) {
        writeln!(file, "{line}")?;
    }
    let file = Rc::new(file);
    let sides: Vec<[BothSides; 2]> = lines.iter().take(LINES).map(|line| both(line)).collect::<Result<_>>()?;
    let five: Vec<Feature> = FIVE.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    // The features of the side to move are left out, because they also need castling rights and en passant squares.
    let all: Vec<Feature> = Feature::all().filter(|feature| feature.side().is_some()).collect();
    let mut contestants = Vec::new();
    for (name, features) in [("reader alone", Vec::new()), ("5 features", five), ("all features", all)] {
        let file = Rc::clone(&file);
        let answer = Rc::new(Answer { totals: vec![expected(&sides, &features)?], ..Answer::default() });
        contestants.push(Contestant::new(name, Role::Backend, &answer, move |workspace| {
            workspace.totals[0] = computed(&file, &features).unwrap_or_default();
        }));
    }
    let reason = format!(
        "end to end, one core: read, made columns, evaluated in blocks, added up to all totals; with `auto` and the best reader; \
         the 5 features are {}",
        FIVE.join(", ")
    );
    let nothing = Answer { totals: vec![0], ..Answer::default() };
    let title = "a file of FEN lines to sums of features";
    Ok(Some(without_columns(title, reason, "reader alone", LINES, &nothing, contestants)))
}

/// Returns a position as seen by White and by Black.
fn both(line: &str) -> Result<[BothSides; 2]> {
    let [white, black] = Color::ALL.map(|side| BothSides::from_fen(line, Some(side)).with_context(|| line.to_string()));
    Ok([white?, black?])
}

/// Computes the correct answer for [`LINES`] positions with the coordinate oracle. The positions are repeated if there
/// are fewer.
fn expected(positions: &[[BothSides; 2]], features: &[Feature]) -> Result<u64> {
    let mut totals = vec![Totals::default(); features.len()];
    for (totals, feature) in totals.iter_mut().zip(features) {
        let side = feature.side().map_or(0, Color::index);
        let values: Option<Vec<u64>> =
            positions.iter().map(|sides| oracle::feature(feature.name(), &sides[side])).collect();
        let values = values.with_context(|| format!("no definition of {feature}"))?;
        for &value in values.iter().cycle().take(LINES) {
            totals.sum_popcount += u64::from(value.count_ones());
            totals.boards_nonempty += u64::from(value != 0);
            totals.xor_of_values ^= value;
            totals.wrapping_sum = totals.wrapping_sum.wrapping_add(value);
        }
    }
    Ok(in_one_word(&totals, LINES as u64))
}

/// Reads a file and computes all totals of the features. Returns the totals and the number of positions, combined in
/// one word.
fn computed(file: &NamedTempFile, features: &[Feature]) -> Result<u64> {
    let mut text = LineChunks::new(File::open(file.path())?);
    let (mut buffer, mut columns, mut positions) = (Vec::new(), Columns::default(), 0);
    let mut reader = Reader::new(setwise::auto(), Rules::AnyKings);
    let mut evaluator = Evaluator::new(setwise::auto(), features);
    let mut totals = vec![Totals::default(); features.len()];
    while text.read(&mut buffer)? {
        columns.clear();
        reader.append(&buffer, 1, &mut columns, |_| ());
        positions += columns.len() as u64;
        if !features.is_empty() {
            let more = evaluator.totals(&columns);
            totals.iter_mut().zip(&more).for_each(|(totals, more)| totals.merge(more));
        }
    }
    Ok(in_one_word(&totals, positions))
}

/// Combines totals and the number of positions in one word. Uses only the four totals that `expected` computes with a
/// plain loop.
fn in_one_word(totals: &[Totals], positions: u64) -> u64 {
    let words =
        totals.iter().flat_map(|sums| [sums.sum_popcount, sums.boards_nonempty, sums.xor_of_values, sums.wrapping_sum]);
    words.fold(positions, |word, sum| word.rotate_left(1) ^ sum)
}
