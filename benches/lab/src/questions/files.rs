//! The question about reading a file of positions and adding up features of the positions, on one core. `setwise
//! positions --totals` computes the same totals.

use std::fs::File;
use std::io::Write;
use std::rc::Rc;

use anyhow::{Context, Result};
use setwise::{Backend, BackendId, Color};
use setwise_positions::features::{Evaluator, Feature, Totals};
use setwise_positions::{Columns, LineChunks, ReadStrategy, Reader, Rules, read_line};
use setwise_testkit::oracle::{self, BothSides};
use tempfile::NamedTempFile;

use setwise_benches::{Contestant, Question, Workspace};
use setwise_benches::{QuestionDef, Setup};
use setwise_rounds::{Answer, Role};

pub(super) const ALL: &[QuestionDef] = &[QuestionDef::new("features", |setup| features(setup, oracle::feature))];

/// The number of lines in the file. They fill several chunks of text, so the time for opening the file hardly matters.
const LINES: usize = 20_000;

/// Five features of different kinds: knights, a king, forks, safety and a pawn race. The row `1 feature` uses only the
/// first of them.
pub(super) const FIVE: [&str; 5] =
    ["white_knight_moves", "black_king_escapes", "white_forks_safe", "black_hanging", "white_uncatchable_passers"];

/// The aggregates that a row computes from the values of each feature.
#[derive(Clone, Copy)]
enum Aggregate {
    /// The sum of the feature.
    Sums,
    /// All totals of the feature.
    Totals,
}

/// Creates the question. Its contestants read a temporary file, which is in the page cache. `right` returns the correct
/// value of a feature, given its name and a position.
fn features(setup: Setup<'_>, right: fn(&str, &BothSides) -> Option<u64>) -> Result<Option<Question>> {
    let lines = lines(&setup);
    let mut file = NamedTempFile::new()?;
    for line in lines.iter().cycle().take(LINES) {
        writeln!(file, "{line}")?;
    }
    let file = Rc::new(file);
    let sides: Vec<[BothSides; 2]> = lines.iter().take(LINES).map(|line| both(line)).collect::<Result<_>>()?;
    let five = FIVE.map(|name| name.parse().expect("a feature"));
    let mut contestants = Vec::new();
    let best = (setwise::auto(), ReadStrategy::ready().next().unwrap_or(ReadStrategy::Portable));
    // The features of the side to move are left out, because they also need castling rights and en passant squares.
    let all: Vec<Feature> = Feature::all().filter(|feature| feature.side().is_some()).collect();
    let mut rows = vec![
        ("reader alone", Vec::new(), best, Aggregate::Totals),
        ("1 feature", five[..1].to_vec(), best, Aggregate::Totals),
        ("5 features", five.to_vec(), best, Aggregate::Totals),
        ("all features", all.clone(), best, Aggregate::Totals),
        ("all features, sums", all.clone(), best, Aggregate::Sums),
        ("reader alone, portable", Vec::new(), (setwise::auto(), ReadStrategy::Portable), Aggregate::Totals),
    ];
    if let Ok(avx2) = BackendId::Avx2Prefix.detect() {
        rows.push(("reader alone, avx2", Vec::new(), (avx2, ReadStrategy::Avx2), Aggregate::Totals));
        rows.push(("all features, avx2", all.clone(), (avx2, ReadStrategy::Avx2), Aggregate::Totals));
        rows.push(("all features, sums, avx2", all, (avx2, ReadStrategy::Avx2), Aggregate::Sums));
    }
    for (name, features, (backend, strategy), aggregate) in rows {
        let file = Rc::clone(&file);
        let answer = Rc::new(Answer {
            totals: vec![expected(&sides, LINES, &features, aggregate, right)?],
            ..Answer::default()
        });
        contestants.push(Contestant::new(name, Role::Backend, &answer, move |workspace| {
            workspace.totals[0] = computed(&file, &features, aggregate, backend, strategy).unwrap_or_default();
        }));
    }
    let nothing = Answer { totals: vec![0], ..Answer::default() };
    Ok(Some(Question {
        title: "a file of FEN lines to sums of features".to_string(),
        reason: format!(
            "end to end, one core: read, made columns, evaluated in blocks, added up to all totals, or only to sums; with `auto` \
             and the best reader where none is named; 1 feature is the first of these 5: {}",
            FIVE.join(", ")
        ),
        reference: "reader alone",
        point: None,
        boards: LINES,
        workspace: Workspace::new(LINES, &[], &[], &nothing),
        contestants,
    }))
}

/// Returns the lines of the real positions, without blank lines and comments.
fn lines<'a>(setup: &Setup<'a>) -> Vec<&'a str> {
    let is_position = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    setup.real.text.trim_start_matches('\u{FEFF}').lines().filter(is_position).collect()
}

/// Computes the correct sums of features with the coordinate oracle, and combines the sums and the number of positions
/// in one word. The sums are over the first `positions` real positions that the rules of chess allow. If there are
/// fewer, they are repeated.
pub(super) fn expected_sums(setup: &Setup<'_>, features: &[Feature], positions: usize) -> Result<u64> {
    let of_chess = lines(setup).into_iter().filter(|line| read_line(line.as_bytes(), Rules::Chess).is_ok());
    let sides: Vec<[BothSides; 2]> = of_chess.take(positions).map(both).collect::<Result<_>>()?;
    expected(&sides, positions, features, Aggregate::Sums, oracle::feature)
}

/// Returns a position as seen by White and by Black.
fn both(line: &str) -> Result<[BothSides; 2]> {
    let [white, black] = Color::ALL.map(|side| BothSides::from_fen(line, Some(side)).with_context(|| line.to_string()));
    Ok([white?, black?])
}

/// Returns the correct answer for `count` positions, which are taken from `positions`, repeated if necessary. `right`
/// returns the correct value of a feature.
fn expected(
    positions: &[[BothSides; 2]],
    count: usize,
    features: &[Feature],
    aggregate: Aggregate,
    right: fn(&str, &BothSides) -> Option<u64>,
) -> Result<u64> {
    let mut totals = vec![Totals::default(); features.len()];
    for (totals, feature) in totals.iter_mut().zip(features) {
        let value = |sides: &[BothSides; 2]| right(feature.name(), &sides[feature.side().map_or(0, Color::index)]);
        let values: Option<Vec<u64>> = positions.iter().map(value).collect();
        let values = values.with_context(|| format!("no definition of {feature}"))?;
        for &value in values.iter().cycle().take(count) {
            totals.sum_popcount += u64::from(value.count_ones());
            totals.boards_nonempty += u64::from(value != 0);
            totals.xor_of_values ^= value;
            totals.wrapping_sum = totals.wrapping_sum.wrapping_add(value);
        }
    }
    let sum = |(feature, totals): (&Feature, &Totals)| {
        if feature.is_number() { totals.wrapping_sum } else { totals.sum_popcount }
    };
    Ok(match aggregate {
        Aggregate::Sums => in_one_word(features.iter().zip(&totals).map(sum), count as u64),
        Aggregate::Totals => totals_in_one_word(&totals, count as u64),
    })
}

/// Reads a file and computes the aggregates of the features. Returns the aggregates and the number of positions,
/// combined in one word.
fn computed(
    file: &NamedTempFile,
    features: &[Feature],
    aggregate: Aggregate,
    backend: Backend,
    strategy: ReadStrategy,
) -> Result<u64> {
    let mut text = LineChunks::new(File::open(file.path())?);
    let (mut buffer, mut columns, mut positions) = (Vec::new(), Columns::default(), 0);
    let mut reader = Reader::with_strategy(strategy, backend, Rules::AnyKings).context("not on this CPU")?;
    let mut evaluator = Evaluator::new(backend, features);
    let mut totals = vec![Totals::default(); features.len()];
    let mut sums = vec![0; features.len()];
    while text.read(&mut buffer)? {
        columns.clear();
        reader.append(&buffer, 1, &mut columns, |_| ());
        positions += columns.len() as u64;
        match aggregate {
            _ if features.is_empty() => (),
            Aggregate::Sums => sums.iter_mut().zip(evaluator.sums(&columns)).for_each(|(sum, more)| *sum += more),
            Aggregate::Totals => {
                let more = evaluator.totals(&columns);
                totals.iter_mut().zip(&more).for_each(|(totals, more)| totals.merge(more));
            }
        }
    }
    Ok(match aggregate {
        Aggregate::Sums => in_one_word(sums.into_iter(), positions),
        Aggregate::Totals => totals_in_one_word(&totals, positions),
    })
}

/// Combines totals and the number of positions in one word. Uses only the four totals that `expected` computes with a
/// plain loop.
fn totals_in_one_word(totals: &[Totals], positions: u64) -> u64 {
    let words =
        totals.iter().flat_map(|sums| [sums.sum_popcount, sums.boards_nonempty, sums.xor_of_values, sums.wrapping_sum]);
    in_one_word(words, positions)
}

/// Combines sums and a number of positions in one word.
pub(super) fn in_one_word(words: impl Iterator<Item = u64>, positions: u64) -> u64 {
    words.fold(positions, |word, sum| word.rotate_left(1) ^ sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_benches::positions::RealPositions;

    /// Checks that a wrong value of one feature rejects only the contestants that compute this feature. Here the value
    /// of the oracle is wrong, which has the same effect as a wrong value in the library.
    #[test]
    fn one_wrong_feature_is_refused() {
        let wrong_shield = |name: &str, sides: &BothSides| {
            let value = oracle::feature(name, sides)?;
            Some(if name == "shield_pawns" { value & sides.own.king } else { value })
        };
        let real = RealPositions::embedded();
        let mut question = features(Setup::all(&real), wrong_shield).unwrap().unwrap();
        let names: Vec<String> = question.contestants.iter().map(|one| one.name.clone()).collect();
        let refused: Vec<&String> =
            (0..names.len()).filter(|&n| question.check(n).is_err()).map(|n| &names[n]).collect();
        assert_eq!(refused[0], "all features");
        assert!(refused.iter().all(|name| name.starts_with("all features")), "{refused:?}");
    }

    #[test]
    fn a_feature_without_a_definition_is_an_error() {
        let real = RealPositions::embedded();
        let error = features(Setup::all(&real), |_, _| None).err().unwrap();
        assert_eq!(error.to_string(), "no definition of white_knight_moves");
    }
}
