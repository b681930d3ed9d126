//! Splices blocks that show the newest run into texts.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{advice, run_page};
use crate::record::RecordedRun;

const COMMAND: &str = "cargo lab record && cargo lab report";
const OPEN: &str = "<!-- results from ";
const CLOSE: &str = "<!-- end of results -->";

/// A text, and the questions that it shows, each with its maximum number of rows.
struct Page {
    path: &'static str,
    /// Whether it shows one table and one chart without their titles, the machine in one line, and nothing else.
    is_brief: bool,
    shows: &'static [(&'static str, usize)],
}

const PAGES: [Page; 2] = [
    Page { path: "README.md", is_brief: true, shows: &[("knights-real", 8)] },
    Page {
        path: "benches/METHODOLOGY.md",
        is_brief: false,
        shows: &[
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
        ],
    },
];

/// The texts that show results.
pub(crate) const SPLICED: [&str; 2] = [PAGES[0].path, PAGES[1].path];

/// Returns a text with its block replaced by blank lines, so that line numbers stay the same.
pub(crate) fn without_block(path: &str, text: &str) -> Result<String> {
    let [before, block, after] = parts(path, text)?;
    Ok(format!("{before}{}{after}", "\n".repeat(block.matches('\n').count())))
}

/// Returns the ids of the questions that texts show.
pub(crate) fn shown() -> impl Iterator<Item = &'static str> {
    PAGES.iter().flat_map(|page| page.shows).map(|(id, _)| *id)
}

/// Splits a text into the parts before, in and after its block.
fn parts<'a>(path: &str, text: &'a str) -> Result<[&'a str; 3]> {
    let (before, rest) = text.split_once(OPEN).with_context(|| format!("{path} has no marker {OPEN:?}"))?;
    let (block, after) = rest.split_once(CLOSE).with_context(|| format!("{path} has no marker {CLOSE:?}"))?;
    Ok([before, block, after])
}

/// Returns every text with its block, rendered from the newest finished run that has all the questions shown.
pub(super) fn pages(root: &Path, kept: &[RecordedRun]) -> Result<Vec<(String, String)>> {
    let is_whole = |kept: &&RecordedRun| kept.run.finished && shown().all(|id| kept.question(id).is_some());
    let newest = kept.iter().rfind(is_whole).context("no finished run has all the questions that the texts show")?;
    PAGES
        .iter()
        .map(|page| Ok((page.path.to_string(), page.spliced(&fs::read_to_string(root.join(page.path))?, newest)?)))
        .collect()
}

impl Page {
    fn spliced(&self, text: &str, kept: &RecordedRun) -> Result<String> {
        let [before, _, after] = parts(self.path, text)?;
        Ok(format!("{before}{OPEN}{}, made by `{COMMAND}` -->\n\n{}{CLOSE}{after}", kept.path(), self.block(kept)?))
    }

    fn block(&self, kept: &RecordedRun) -> Result<String> {
        let mut text = String::new();
        if !self.is_brief {
            let _ = write!(text, "{}\n\n{}\n", run_page::about(kept), advice::markdown(kept));
        }
        for (id, most) in self.shows {
            let question = kept.question(id).with_context(|| format!("{} has no question {id:?}", kept.path()))?;
            if !self.is_brief {
                let _ = write!(text, "**{}**\n\n", question.title);
            }
            let _ = writeln!(text, "{}", question.table(*most).markdown());
        }
        if self.is_brief {
            let (path, cpu, rustc) = (kept.path(), &kept.machine.cpu, &kept.run.build.rustc);
            let _ = write!(
                text,
                "Knight attacks of real boards on {cpu}, rustc {rustc} ([details]({path}/report.md)).\n\n\
                 ![Throughput against batch length]({path}/batch-length.svg)\n\n"
            );
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quick run has fewer questions than the texts show. They continue to show the newest run with all of them.
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
