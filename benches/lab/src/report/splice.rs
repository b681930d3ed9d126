//! Splices results into documents: the headline into the README, advice and links into METHODOLOGY, and the list of runs
//! into results/README.md.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{advice, headline, run_page};
use crate::record::RecordedRun;

const COMMAND: &str = "cargo lab report";
const OPEN: &str = "<!-- results from ";
const CLOSE: &str = "<!-- end of results -->";

/// The documents that show results.
pub(crate) const SPLICED: [&str; 3] = ["README.md", "benches/METHODOLOGY.md", "results/README.md"];

/// The questions that METHODOLOGY mentions. It links to their tables in the report.
const LINKED: [&str; 11] = [
    "knights-latency",
    "reading",
    "features",
    "count-1",
    "count-8",
    "count-4096",
    "count-64-single",
    "knight-degree",
    "fused-three-memory",
    "fused-three-totals-memory",
    "fused-fills-cache",
];

/// Returns a text in which the block of results is replaced by blank lines, so that line numbers stay the same.
pub(crate) fn without_block(path: &str, text: &str) -> Result<String> {
    let [before, block, after] = parts(path, text)?;
    Ok(format!("{before}{}{after}", "\n".repeat(block.matches('\n').count())))
}

/// Returns the ids of the questions that a run must have for the documents: the questions of the headline and of
/// [`LINKED`]. The documents also show results of other questions if the run has them.
pub(crate) fn shown() -> impl Iterator<Item = &'static str> {
    headline::QUESTIONS.into_iter().chain(LINKED)
}

/// Splits a text into the parts before, in and after its block of results.
fn parts<'a>(path: &str, text: &'a str) -> Result<[&'a str; 3]> {
    let (before, rest) = text.split_once(OPEN).with_context(|| format!("{path} has no marker {OPEN:?}"))?;
    let (block, after) = rest.split_once(CLOSE).with_context(|| format!("{path} has no marker {CLOSE:?}"))?;
    Ok([before, block, after])
}

/// Returns the path and the new text of each document. The results in the README and in METHODOLOGY come from the newest
/// run that contains all questions of [`shown`].
pub(super) fn documents(root: &Path, kept: &[RecordedRun]) -> Result<Vec<(String, String)>> {
    let is_whole = |kept: &&RecordedRun| shown().all(|id| kept.question(id).is_some());
    let newest = kept.iter().rfind(is_whole).context("no run has all the questions that the texts show")?;
    let spliced = |path: &str, from: &str, block: String| -> Result<(String, String)> {
        let text = fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
        let [before, _, after] = parts(path, &text)?;
        let text = format!("{before}{OPEN}{from}, made by `{COMMAND}` -->\n\n{block}\n{CLOSE}{after}");
        Ok((path.to_string(), text))
    };
    Ok(vec![
        spliced(SPLICED[0], &newest.path(), headline::markdown(newest)?)?,
        spliced(SPLICED[1], &newest.path(), advised(newest)?)?,
        spliced(SPLICED[2], "results", list(kept))?,
    ])
}

/// Returns the machine, the advice, and the links to tables that METHODOLOGY shows.
fn advised(kept: &RecordedRun) -> Result<String> {
    let report = format!("../{}/report.md", kept.path());
    let mut text = format!("{}\n\n{}\n", run_page::about(kept), advice::markdown(kept));
    let _ = write!(text, "The sections above refer to these tables of the [report]({report}):\n\n");
    for id in LINKED {
        let title = &kept.question(id).with_context(|| format!("{} has no question {id:?}", kept.path()))?.title;
        let _ = writeln!(text, "- [{title}]({report}#{})", anchor(title));
    }
    Ok(text)
}

/// Returns the name of a heading in links, by GitHub's rule: lower case, hyphens for spaces, without punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || [' ', '-'].contains(letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the list of runs, newest first.
fn list(kept: &[RecordedRun]) -> String {
    let mut text = "| machine | report | rustc | flags | questions |\n|---|---|---|---|---:|\n".to_string();
    for kept in kept.iter().rev() {
        let build = &kept.run.build;
        let flags = if build.flags.is_empty() { "none" } else { &build.flags };
        let (machine, run, questions) = (&kept.machine_folder, &kept.folder, kept.wall.questions.len());
        let (name, rustc) = (kept.machine.name(), &build.rustc);
        let _ = writeln!(text, "| {name} | [{run}]({machine}/{run}/report.md) | {rustc} | {flags} | {questions} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a run of too few questions does not replace the newest complete run in the documents.
    #[test]
    fn a_run_that_asked_less_is_passed_over() {
        let root = crate::record::root();
        let mut kept = super::super::kept_runs(root).unwrap();
        let before = documents(root, &kept).unwrap();
        let mut short = kept.last().unwrap().clone();
        short.folder += "-short";
        short.wall.questions.retain(|question| question.id == "knights-real");
        kept.push(short);
        let after = documents(root, &kept).unwrap();
        assert_eq!(after[..2], before[..2]);
        assert!(after[2].1.contains("-short/report.md"), "{}", after[2].1);
        let error = documents(root, &kept[kept.len() - 1..]).unwrap_err().to_string();
        assert_eq!(error, "no run has all the questions that the texts show");
    }
}
