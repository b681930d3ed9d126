//! Splices results of the newest complete run into the README and into METHODOLOGY.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{advice, headline, run_page};
use crate::record::RecordedRun;

const COMMAND: &str = "cargo lab record && cargo lab report";
const OPEN: &str = "<!-- results from ";
const CLOSE: &str = "<!-- end of results -->";

/// The documents that show results. The README shows the headline, and METHODOLOGY shows advice and tables.
pub(crate) const SPLICED: [&str; 2] = ["README.md", "benches/METHODOLOGY.md"];

/// The questions whose tables METHODOLOGY shows, each with the maximum number of rows of its table.
const TABLES: [(&str, usize); 11] = [
    ("knights-latency", 5),
    ("reading", 4),
    ("features", 4),
    ("count-1", 40),
    ("count-8", 40),
    ("count-4096", 40),
    ("count-64-single", 40),
    ("knight-degree", 10),
    ("fused-three-memory", 10),
    ("fused-three-totals-memory", 10),
    ("fused-fills-cache", 10),
];

/// Returns a text in which the block of results is replaced by blank lines, so that line numbers stay the same.
pub(crate) fn without_block(path: &str, text: &str) -> Result<String> {
    let [before, block, after] = parts(path, text)?;
    Ok(format!("{before}{}{after}", "\n".repeat(block.matches('\n').count())))
}

/// Returns the ids of the questions that a run must have for the documents: the questions of the headline and of
/// [`TABLES`]. The documents also show results of other questions if the run has them.
pub(crate) fn shown() -> impl Iterator<Item = &'static str> {
    headline::QUESTIONS.into_iter().chain(TABLES.map(|(id, _)| id))
}

/// Splits a text into the parts before, in and after its block of results.
fn parts<'a>(path: &str, text: &'a str) -> Result<[&'a str; 3]> {
    let (before, rest) = text.split_once(OPEN).with_context(|| format!("{path} has no marker {OPEN:?}"))?;
    let (block, after) = rest.split_once(CLOSE).with_context(|| format!("{path} has no marker {CLOSE:?}"))?;
    Ok([before, block, after])
}

/// Returns the path and the new text of each document. The blocks of results come from the newest finished run that
/// contains all questions of [`shown`].
pub(super) fn pages(root: &Path, kept: &[RecordedRun]) -> Result<Vec<(String, String)>> {
    let is_whole = |kept: &&RecordedRun| kept.run.finished && shown().all(|id| kept.question(id).is_some());
    let newest = kept.iter().rfind(is_whole).context("no finished run has all the questions that the texts show")?;
    let spliced = |path: &str, block: String| -> Result<(String, String)> {
        let text = fs::read_to_string(root.join(path))?;
        let [before, _, after] = parts(path, &text)?;
        let text = format!("{before}{OPEN}{}, made by `{COMMAND}` -->\n\n{block}{CLOSE}{after}", newest.path());
        Ok((path.to_string(), text))
    };
    Ok(vec![spliced(SPLICED[0], headline::markdown(newest)?)?, spliced(SPLICED[1], tables(newest)?)?])
}

/// Returns the machine, the advice and the tables that METHODOLOGY shows.
fn tables(kept: &RecordedRun) -> Result<String> {
    let mut text = format!("{}\n\n{}\n", run_page::about(kept), advice::markdown(kept));
    for (id, most) in TABLES {
        let question = kept.question(id).with_context(|| format!("{} has no question {id:?}", kept.path()))?;
        let _ = write!(text, "**{}**\n\n{}\n", question.title, question.table(most).markdown());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a quick run, which has too few questions, does not replace the newest complete run in the documents.
    #[test]
    fn a_run_that_asked_less_is_passed_over() {
        let root = crate::record::root();
        let mut kept = super::super::kept_runs(root).unwrap();
        let before = pages(root, &kept).unwrap();
        let mut quick = kept.last().unwrap().clone();
        quick.folder += "-quick";
        quick.wall.questions.retain(|question| question.id == "knights-real");
        kept.push(quick);
        assert_eq!(pages(root, &kept).unwrap(), before);
        let error = pages(root, &kept[kept.len() - 1..]).unwrap_err().to_string();
        assert_eq!(error, "no finished run has all the questions that the texts show");
    }
}
