//! Compares two revisions row by row. Both are compiled and measured in alternating turns, and each turn gives one ratio.
//! Reports which rows became faster or slower. The verdict of all other rows is empty, except for copies, which no change
//! of the code affects: how far their ratios are from one is the noise of the machine.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use setwise_rounds::{Measured, Ratio, Role, Row, Table, median};

use crate::record::output;

/// The questions that are measured by default.
pub(crate) const QUESTIONS: [&str; 5] = ["knights-real", "kings-real", "mobility-counts", "forks", "attacked-squares"];

/// The flags with which both revisions are compiled. They align to a cache line each block of code that is entered only
/// by jumps. Otherwise a change elsewhere in the program could move a loop to another address. The loop might then take
/// longer although its instructions are the same.
const ALIGNED: &str = "-Cllvm-args=-align-all-nofallthru-blocks=6";

/// The number of turns. Both revisions are measured in each turn, so a slow change of the machine's speed affects both
/// alike.
const TURNS: usize = 6;

/// Ratios within this distance of one are not differences, because code alignment alone can cause them.
const TOLERANCE: f64 = 0.01;

/// Measures the questions with both revisions, turn by turn, and compares the times.
pub(crate) fn revisions(root: &Path, revisions: [&str; 2], questions: &[String]) -> Result<Comparison> {
    let report = |step: String| drop(writeln!(stderr(), "{step}"));
    let mut laboratories = Vec::new();
    for revision in revisions {
        report(format!("compiling {revision}"));
        laboratories.push(laboratory(root, revision)?);
    }
    let mut turns = vec![[Vec::new(), Vec::new()]; TURNS];
    for question in questions {
        report(format!("measuring {question}"));
        for (turn, answers) in turns.iter_mut().enumerate() {
            // Each revision is first in every other turn.
            for which in [turn % 2, 1 - turn % 2] {
                let printed = output(Command::new(&laboratories[which]).args(["json", question]))?;
                answers[which].push(serde_json::from_str(&printed).context("the laboratory printed no valid JSON")?);
            }
        }
    }
    Ok(Comparison::of(&turns))
}

/// Compiles the laboratory of a revision under target/ and returns its path.
fn laboratory(root: &Path, revision: &str) -> Result<PathBuf> {
    let git = || {
        let mut git = Command::new("git");
        git.current_dir(root);
        git
    };
    let commit = output(git().args(["rev-parse", "--verify", &format!("{revision}^{{commit}}")]))?;
    let tree = root.join("target/revisions").join(commit.trim());
    if !tree.exists() {
        output(git().args(["worktree", "add", "--detach", "--force"]).arg(&tree).arg(commit.trim()))?;
    }
    let mut cargo = Command::new(std::env::var("CARGO").as_deref().unwrap_or("cargo"));
    cargo.args(["build", "--release", "--quiet", "-p", "setwise-lab", "--bin", "lab"]);
    cargo.env("CARGO_TARGET_DIR", tree.join("target")).env("RUSTFLAGS", ALIGNED).current_dir(&tree);
    output(&mut cargo)?;
    Ok(tree.join("target/release/lab"))
}

/// The result of a comparison: the rows that both revisions have, the number of rows that only one
/// has, and the wrong answers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    turns: usize,
    /// For each row: the id of its question, its name, whether it is a copy, and its time in the second revision divided by
    /// its time in the first.
    rows: Vec<(String, String, bool, Ratio)>,
    only_in_one: usize,
    /// The wrong answers found in either revision, without duplicates.
    pub(crate) wrong: BTreeSet<String>,
}

/// Returns each row that both revisions contain, with the id of its question.
fn pairs<'a>(a: &'a [Measured], b: &'a [Measured]) -> impl Iterator<Item = (&'a str, &'a Row, &'a Row)> {
    a.iter().zip(b).flat_map(|(of_a, of_b)| {
        let rows =
            of_a.rows.iter().filter_map(|row| Some((row, of_b.rows.iter().find(|other| other.name == row.name)?)));
        rows.map(|(row, other)| (of_a.id.as_str(), row, other))
    })
}

/// Returns the wrong answers, each with its question and contestant.
pub(crate) fn wrong(questions: &[Measured]) -> impl Iterator<Item = String> {
    questions.iter().flat_map(|question| {
        question.wrong.iter().map(|wrong| format!("{}: {}: {}", question.id, wrong.name, wrong.fault))
    })
}

impl Comparison {
    /// Compares the measurements of two revisions. Each turn has the same questions. The interval of a row reaches from the
    /// least to the greatest ratio of all turns.
    ///
    /// The true median is outside this interval only if the ratios of all turns are on the same side of it. With six
    /// turns, this happens with a probability of 1 in 32, whatever the distribution of the ratios is.
    fn of(turns: &[[Vec<Measured>; 2]]) -> Self {
        let all_ratios = |question: &str, name: &str| -> Vec<f64> {
            let is_row = |(id, row, _): &(&str, &Row, &Row)| *id == question && row.name == name;
            let ratio = |(_, a, b): (&str, &Row, &Row)| b.samples.nanoseconds() / a.samples.nanoseconds();
            turns.iter().filter_map(|[a, b]| pairs(a, b).find(is_row).map(ratio)).collect()
        };
        let [a, b] = &turns[0];
        let rows = pairs(a, b).map(|(question, row, _)| {
            let ratios = all_ratios(question, &row.name);
            let [least, greatest] =
                [f64::min, f64::max].map(|of| ratios.iter().copied().reduce(of).unwrap_or(f64::NAN));
            let ratio = Ratio { median: median(&ratios), interval: [least, greatest] };
            (question.to_string(), row.name.clone(), row.role == Role::UpperBound, ratio)
        });
        let count = |questions: &[Measured]| -> usize { questions.iter().map(|question| question.rows.len()).sum() };
        Self {
            turns: turns.len(),
            rows: rows.collect(),
            only_in_one: count(a) + count(b) - 2 * pairs(a, b).count(),
            wrong: turns.iter().flatten().flat_map(|answers| wrong(answers)).collect(),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(["question", "row", "b / a", "interval", ""]);
        for (id, name, is_copy, ratio) in &self.rows {
            let verdict = match (ratio.is_different(TOLERANCE), ratio.is_slower(TOLERANCE)) {
                _ if *is_copy => "copy",
                (false, _) => "",
                (true, true) => "slower",
                (true, false) => "faster",
            };
            let [low, high] = ratio.interval;
            let cells = [id, name, &format!("{:.3}", ratio.median), &format!("{low:.3} to {high:.3}"), verdict];
            table.push(cells.map(str::to_string));
        }
        let Self { turns, rows, only_in_one, .. } = self;
        let changes: Vec<f64> = rows.iter().filter(|row| !row.2).map(|(.., ratio)| ratio.median.ln()).collect();
        let mean = (changes.iter().sum::<f64>() / changes.len() as f64).exp();
        write!(
            f,
            "{}\nIntervals are from the least to the greatest ratio of {turns} turns.\n\
             Geometric mean of {} ratios: {mean:.3}. It gives every row the same weight, and faster rows hide slower ones:\n\
             read the individual rows.\nRows that only one of the two has: {only_in_one}.",
            table.markdown(),
            changes.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_rounds::Wrong;

    /// Returns the answers to one question, with rows that have these times.
    fn answers(times: &[(&str, f64)]) -> Vec<Measured> {
        let role = |name: &str| if name == "copy" { Role::UpperBound } else { Role::Backend };
        let row = |&(name, ns): &(&str, f64)| Row::new(name, role(name), vec![ns; 15]);
        vec![Measured::of_rows("x", times.iter().map(row).collect())]
    }

    /// Checks that a row counts as changed only if all turns agree, and that other rows are counted.
    #[test]
    fn turns_must_agree_and_no_row_is_passed_over_in_silence() {
        let turn = |speed: f64| {
            let a = answers(&[("slow", speed), ("same", speed), ("shaky", speed), ("gone", 1.0), ("copy", speed)]);
            let mut b =
                answers(&[("slow", 1.2 * speed), ("same", speed), ("shaky", 1.5), ("new", 1.0), ("copy", 3.0 * speed)]);
            b[0].wrong.push(Wrong { name: "y".into(), fault: "result 0 of board 1: 7".into() });
            [a, b]
        };
        let comparison = Comparison::of(&[1.0, 2.0, 1.5].map(turn));
        let text = comparison.to_string();
        let verdict = |name: &str| {
            let cells = text.lines().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
            cells.into_iter().find(|cells| cells.get(2) == Some(&name)).unwrap()[5].to_string()
        };
        assert_eq!(["slow", "same", "shaky", "copy"].map(verdict), ["slower", "", "", "copy"], "{text}");
        assert!(text.contains("mean of 3 ratios"), "{text}");
        assert!(text.contains("1.200 to 1.200") && text.contains("of 3 turns"), "{text}");
        assert!(text.ends_with("Rows that only one of the two has: 2."), "{text}");
        assert_eq!(comparison.wrong.iter().collect::<Vec<_>>(), ["q: y: result 0 of board 1: 7"]);
    }
}
