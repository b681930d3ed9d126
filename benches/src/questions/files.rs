//! From a file of positions to sums of features: what the program `setwise positions --totals` does on one core.

use std::fs::File;
use std::io::Write;
use std::rc::Rc;

use anyhow::Result;
use setwise::{BackendId, Backends};
use setwise_positions::features::{Evaluator, Feature, Totals};
use setwise_positions::{Columns, Rules, Text};
use tempfile::NamedTempFile;

use super::{Ask, Maker};
use crate::answer::Answer;
use crate::question::{Contestant, Question, Role};
use crate::workspace::Workspace;

/// One question.
pub(super) const ALL: &[Maker] = &[features];

/// Lines of the file: some pieces of text, so that what is done once a file hardly counts.
const LINES: usize = 20_000;

/// One of each kind: of knights, of a king, forks, safety, a race. The first is the one where one is asked for.
const FIVE: [&str; 5] =
    ["white_knight_moves", "black_king_escapes", "white_forks_safe", "black_hanging", "white_uncatchable_passers"];

/// A file of the machine's, already in its memory, to sums.
fn features(ask: Ask<'_>) -> Result<Option<Question>> {
    let lines: Vec<&str> = ask.real.text.lines().cycle().take(LINES).collect();
    let mut file = NamedTempFile::new()?;
    file.write_all((lines.join("\n") + "\n").as_bytes())?;
    let file = Rc::new(file);
    let five = FIVE.map(|name| name.parse().expect("a feature"));
    let floor = BackendId::ScalarPrefix.detect()?;
    let mut contestants = Vec::new();
    for (name, features) in [
        ("reader alone".to_string(), Vec::new()),
        ("1 feature".to_string(), five[..1].to_vec()),
        ("5 features".to_string(), five.to_vec()),
        ("all features".to_string(), Feature::all().collect()),
    ] {
        let file = Rc::clone(&file);
        let answer = Rc::new(Answer { totals: vec![sums(&file, &features, floor)?], ..Answer::default() });
        contestants.push(Contestant::new(&name, Role::Backend, &answer, move |workspace| {
            workspace.totals[0] = sums(&file, &features, setwise::auto()).unwrap_or_default();
        }));
    }
    let nothing = Answer { totals: vec![0], ..Answer::default() };
    Ok(Some(Question {
        id: "features".to_string(),
        title: "a file of FEN lines to sums of features".to_string(),
        reason: format!(
            "end to end, one core: read, made columns, evaluated in blocks, summed; with `auto`; the five, of which the first \
             is the one: {}",
            FIVE.join(", ")
        ),
        reference: "reader alone",
        point: None,
        boards: LINES,
        workspace: Workspace::new(LINES, &[], &[], &nothing),
        contestants,
    }))
}

/// The sums of the features of a file's positions, and the number of positions, in one word.
fn sums(file: &NamedTempFile, features: &[Feature], backend: Backends) -> Result<u64> {
    let mut text = Text::new(File::open(file.path())?);
    let (mut buffer, mut columns, mut positions) = (Vec::new(), Columns::default(), 0);
    let mut evaluator = Evaluator::new(backend, features);
    let mut totals = vec![Totals::default(); features.len()];
    while text.read(&mut buffer)? {
        columns.clear();
        columns.append(&buffer, 1, Rules::AnyKings, |_| ());
        positions += columns.len() as u64;
        if !features.is_empty() {
            evaluator.for_each_block(&columns, |_, values| {
                totals.iter_mut().zip(values).for_each(|(totals, values)| totals.add(values, backend));
            });
        }
    }
    let words =
        totals.iter().flat_map(|sums| [sums.sum_popcount, sums.boards_nonempty, sums.xor_of_values, sums.wrapping_sum]);
    Ok(words.fold(positions, |word, sum| word.rotate_left(1) ^ sum))
}
