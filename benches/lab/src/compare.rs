//! Compares two runs, or two revisions, row by row. Reports which rows became faster, which became slower, and which
//! are undecided.
//!
//! Within a run, a ratio compares samples that were taken milliseconds apart. Samples of two runs were taken at
//! different times, and the machine may have been faster or busier during one whole run. Resampling the samples of that
//! run cannot reveal such a difference, so the comparison needs another reference:
//!
//! - Two revisions are measured in alternating turns, and each turn gives one ratio.
//! - Recorded runs have no turns. Each row is compared with the other rows of its question, which were measured in the
//!   same seconds. It is also compared with the copies, which no change of the code affects.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::self_check::TOLERANCE;
use setwise_rounds::{Measured, Ratio, Role, Row, Table, median};

/// The result of a comparison of two runs or two revisions: the rows that both have (except the copies), the number of
/// rows that only one has, and the wrong answers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    /// For each row: the id of its question, its name, and its time in the second run divided by its time in the first.
    /// If a part of the change is attributed to the machine, the interval of the ratio is corrected for this part.
    pub(crate) rows: Vec<(String, String, Ratio)>,
    /// The number of rows that only one of the two runs has.
    pub(crate) only_in_one: usize,
    /// The wrong answers found in either run, without duplicates.
    pub(crate) wrong: BTreeSet<String>,
    /// A text for the report that says how the intervals were computed.
    pub(crate) yardstick: String,
}

/// Compares two recorded runs.
///
/// Two changes are attributed to the machine. The first is the change that all rows of a question share: the median of
/// their ratios. The second is estimated from the copies, which no edit affects. After division by the first change,
/// the ratios of the copies should be 1, so the range of these ratios is noise. The lowest and the highest fortieth of
/// the ratios are left out of this range.
///
/// Each end of a row's interval is the row's ratio, divided by the first change and then by one end of the range.
pub(crate) fn runs(a: &[Measured], b: &[Measured]) -> Comparison {
    let mut of_questions: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    pairs(a, b).for_each(|pair| of_questions.entry(pair.0).or_default().push(ratio_of(&pair)));
    let all_rows = |question: &str| median(&of_questions[question]);
    let beside = |pair: &Pair<'_>| ratio_of(pair) / all_rows(pair.0);
    let copies =
        middle_of(pairs(a, b).filter(|pair| pair.1.role == Role::UpperBound).map(|pair| beside(&pair)).collect());
    let [low, high] = copies.unwrap_or([0.0, f64::INFINITY]);
    let change = |pair: &Pair<'_>| {
        let beside = beside(pair);
        Ratio { median: ratio_of(pair), interval: [beside / high, beside / low] }
    };
    let yardstick = match middle_of(of_questions.keys().map(|question| all_rows(question)).collect()) {
        Some([least, greatest]) if copies.is_some() => format!(
            "Attributed to the machine: the change that all rows of a question share\n\
             ({least:.3} to {greatest:.3} times as long), and the further change of the copies, which no edit affects\n\
             ({low:.3} to {high:.3}). Revisions are measured in turns and need no such guess."
        ),
        _ => "The two have no copy in common: changes of the machine are unknown.".to_string(),
    };
    Comparison::of([a, b], change, yardstick)
}

/// Returns the range of the values without the lowest and the highest fortieth, or `None` if there are no values.
fn middle_of(mut values: Vec<f64>) -> Option<[f64; 2]> {
    values.sort_by(f64::total_cmp);
    let last = values.len().checked_sub(1)? as f64;
    Some([0.025, 0.975].map(|share| values[(share * last).round() as usize]))
}

/// Compares two revisions that were measured in turns. The interval of a row reaches from the least to the greatest
/// ratio of all turns.
///
/// The true median is outside this interval only if the ratios of all turns are on the same side of it. With six turns,
/// this happens with a probability of 1 in 32, whatever the distribution of the ratios is.
///
/// # Panics
///
/// Panics if `turns` is empty.
pub(crate) fn turns(turns: &[[Vec<Measured>; 2]]) -> Comparison {
    let of_all = |(question, row, _): &Pair<'_>| {
        let of_turn = |[a, b]: &[Vec<Measured>; 2]| {
            pairs(a, b).find(|(id, of_a, _)| id == question && of_a.name == row.name).map(|pair| ratio_of(&pair))
        };
        let ratios: Vec<f64> = turns.iter().filter_map(of_turn).collect();
        let [least, greatest] = [f64::min, f64::max].map(|of| ratios.iter().copied().reduce(of).unwrap_or(f64::NAN));
        Ratio { median: median(&ratios), interval: [least, greatest] }
    };
    let yardstick = format!("Intervals are from the least to the greatest ratio of {} turns.", turns.len());
    let mut comparison = Comparison::of(turns[0].each_ref().map(Vec::as_slice), of_all, yardstick);
    comparison.wrong = turns.iter().flatten().flat_map(|answers| wrong(answers)).collect();
    comparison
}

/// The id of a question, a row of the first run, and the same row of the second run.
type Pair<'a> = (&'a str, &'a Row, &'a Row);

/// Returns each row that both runs contain, paired by its question and its name.
fn pairs<'a>(a: &'a [Measured], b: &'a [Measured]) -> impl Iterator<Item = Pair<'a>> {
    let questions = a.iter().filter_map(|of_a| Some((of_a, b.iter().find(|of_b| of_b.id == of_a.id)?)));
    questions.flat_map(|(of_a, of_b)| {
        let rows =
            of_a.rows.iter().filter_map(|row| Some((row, of_b.rows.iter().find(|other| other.name == row.name)?)));
        rows.map(|(row, other)| (of_a.id.as_str(), row, other))
    })
}

fn ratio_of((_, a, b): &Pair<'_>) -> f64 {
    b.samples.nanoseconds() / a.samples.nanoseconds()
}

/// Returns the wrong answers, each with its question and contestant.
pub(crate) fn wrong(questions: &[Measured]) -> impl Iterator<Item = String> {
    questions.iter().flat_map(|question| {
        question.wrong.iter().map(|wrong| format!("{}: {}: {}", question.id, wrong.name, wrong.fault))
    })
}

impl Comparison {
    fn of([a, b]: [&[Measured]; 2], ratio: impl Fn(&Pair<'_>) -> Ratio, yardstick: String) -> Self {
        let count = |questions: &[Measured]| -> usize { questions.iter().map(|question| question.rows.len()).sum() };
        let rows = pairs(a, b).filter(|(_, row, _)| row.role != Role::UpperBound);
        Self {
            rows: rows.map(|pair| (pair.0.to_string(), pair.1.name.clone(), ratio(&pair))).collect(),
            only_in_one: count(a) + count(b) - 2 * pairs(a, b).count(),
            wrong: wrong(a).chain(wrong(b)).collect(),
            yardstick,
        }
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new(["question", "row", "b / a", "change", ""]);
        for (id, name, ratio) in &self.rows {
            let verdict = match (ratio.is_different(TOLERANCE), ratio.is_slower(TOLERANCE)) {
                (false, _) => "",
                (true, true) => "slower",
                (true, false) => "faster",
            };
            let [low, high] = ratio.interval;
            let cells = [id, name, &format!("{:.3}", ratio.median), &format!("{low:.3} to {high:.3}"), verdict];
            table.push(cells.map(str::to_string));
        }
        let count = self.rows.len();
        let mean = (self.rows.iter().map(|(.., ratio)| ratio.median.ln()).sum::<f64>() / count as f64).exp();
        write!(
            f,
            "{}\n{}\n\
             Geometric mean of {count} ratios: {mean:.3}. It gives every row the same weight, and faster rows hide slower ones:\n\
             read the individual rows.",
            table.markdown(),
            self.yardstick
        )
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            f.write_str("The two have no row in common.")?;
        } else {
            self.table(f)?;
        }
        if self.only_in_one > 0 {
            write!(f, "\nRows that only one of the two has: {}.", self.only_in_one)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_rounds::Wrong;

    /// Returns a run of one question, with rows that have these times. Rows whose names begin with `copy` are copies.
    fn run(times: &[(&str, f64)]) -> Vec<Measured> {
        let row = |&(name, ns): &(&str, f64)| {
            let role = if name.starts_with("copy") { Role::UpperBound } else { Role::Backend };
            Row::new(name, role, (0..15).map(|n| ns * (1.0 + 0.001 * f64::from(n))).collect())
        };
        vec![Measured::of_rows("x", times.iter().map(row).collect())]
    }

    fn verdict(comparison: &Comparison, name: &str) -> &'static str {
        let text = comparison.to_string();
        let cell = |row: &str, n: usize| row.split('|').nth(n).unwrap_or_default().trim().to_string();
        let row = text.lines().find(|row| cell(row, 2) == name).unwrap();
        ["slower", "faster", ""].into_iter().find(|verdict| cell(row, 5) == *verdict).unwrap()
    }

    /// Checks the verdicts if the machine is four times as slow in the second run. No row is called slower for that
    /// reason, but a row that is eight times as slow is found.
    #[test]
    fn what_all_rows_did_and_the_copies_did_beside_is_the_machine() {
        let a = run(&[("copy, a", 1.0), ("copy, b", 1.0), ("same", 1.0), ("slow", 1.0), ("fast", 1.0)]);
        let b = run(&[("copy, a", 3.9), ("copy, b", 4.4), ("same", 4.0), ("slow", 8.0), ("fast", 2.0)]);
        let comparison = runs(&a, &b);
        assert_eq!(
            ["same", "slow", "fast"].map(|name| verdict(&comparison, name)),
            ["", "slower", "faster"],
            "{comparison}"
        );
        assert!(
            comparison.to_string().contains("(4.000 to 4.000 times as long)")
                && comparison.to_string().contains("(0.975 to 1.100)")
        );
        assert_eq!(comparison.rows.len(), 3, "copies are not listed");
        let [low, high] = comparison.rows[1].2.interval;
        assert!((low - 2.0 / 1.1).abs() < 1e-9 && (high - 2.0 / 0.975).abs() < 1e-9, "{comparison}");
        let blind = runs(&run(&[("slow", 1.0)]), &run(&[("slow", 2.0)]));
        assert_eq!(verdict(&blind, "slow"), "", "{blind}");
        assert!(blind.to_string().contains("no copy in common"));
    }

    /// Checks that a row counts as changed only if all turns agree.
    #[test]
    fn turns_must_agree() {
        let turn = |speed: f64| {
            let a = run(&[("slow", speed), ("same", speed), ("shaky", speed)]);
            [a, run(&[("slow", 1.2 * speed), ("same", speed), ("shaky", 1.5)])]
        };
        let comparison = turns(&[1.0, 2.0, 1.5].map(turn));
        assert_eq!(
            ["slow", "same", "shaky"].map(|name| verdict(&comparison, name)),
            ["slower", "", ""],
            "{comparison}"
        );
        assert!(
            comparison.to_string().contains("1.200 to 1.200") && comparison.to_string().contains("of 3 turns"),
            "{comparison}"
        );
    }

    #[test]
    fn rows_of_one_alone_are_counted_and_wrong_answers_are_listed() {
        let (a, mut b) = (run(&[("x", 1.0), ("y", 1.0)]), run(&[("x", 1.0), ("z", 1.0), ("w", 1.0)]));
        b[0].wrong.push(Wrong { name: "y".into(), fault: "result 0 of board 1: 7".into() });
        let comparison = runs(&a, &b);
        assert!(comparison.to_string().ends_with("Rows that only one of the two has: 3."), "{comparison}");
        assert_eq!(comparison.wrong.iter().collect::<Vec<_>>(), ["q: y: result 0 of board 1: 7"]);
        assert_eq!(turns(&[[a, b.clone()], [b.clone(), b]]).wrong.len(), 1);
        assert!(runs(&run(&[("x", 1.0)]), &[]).to_string().starts_with("The two have no row in common."));
    }
}
