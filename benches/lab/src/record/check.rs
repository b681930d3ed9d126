//! The command `check`: checks the recorded runs and the documents that show them. `benches/METHODOLOGY.md` says what
//! this check cannot prove.
//!
//! Times and ratios may appear only in blocks that the laboratory renders from a run. The check therefore also finds
//! measured numbers that were typed into a document by hand.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use regex::Regex;

use crate::record::{RecordedRun, history, kept_runs};
use crate::report::{SPLICED, changed, disagreement, without_block};

/// Matches numbers that look measured: numbers with a unit of time, speed or comparison, numbers with decimal points,
/// and ratios in words.
const MEASURED: &str = r"(?x)
    \b\d[\d,.]* \s* (?: [nµumk]?s\b | seconds? \b | minutes? \b | hours? \b | cycles? \b | [kKMGT]i?B/s | [KMGT]?/s\b | [KMGT]\s/s\b
        | [kMG]Hz | % | × | x\b | -?fold\b | times \b | per\s?cent \b )
  | \b\d+ (?: \.\d+ )+
  | (?i) \b (?: two | three | four | five | six | seven | eight | nine | ten | twenty | a\s+hundred | a\s+thousand )
        \s+ times \s+ (?: as | the | faster | slower | more | less | longer | shorter )
  | (?i) \b twice \s+ as \b";

/// Phrases that look measured but are not: versions, sizes, and rules of the method.
const ALLOWED: [&str; 5] = [
    "needs Rust 1.89 or later",
    "MIT or Apache-2.0",
    "four times the last-level cache",
    "a 95 % interval from resampling",
    "A count more than 2 % from `benches/lab/counts-baseline.json` is a failure",
];

/// Returns objections to the recorded runs of a workspace and to the documents that show them. The list is empty if the
/// check passes.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    let all = kept_runs(root)?;
    for kept in &all {
        let runs = all.iter().filter(|other| other.machine_folder == kept.machine_folder).count();
        objections
            .extend((runs > 1).then(|| format!("{}: one of {runs} runs of this machine, expected one", kept.path())));
        objections.extend(of_report(root, kept));
    }
    history(root)?;
    for (path, _) in changed(root)? {
        objections.push(format!("{path}: differs from its rendering: fix with `cargo lab report`"));
    }
    for path in SPLICED {
        let text = fs::read_to_string(root.join(path)).with_context(|| path.to_string())?;
        objections.extend(typed(&without_block(path, &text)?).into_iter().map(|what| format!("{path}:{what}")));
    }
    Ok(objections)
}

/// Returns an objection if the report of a run does not have the medians of the run.
fn of_report(root: &Path, kept: &RecordedRun) -> Option<String> {
    let path = format!("{}/report.md", kept.path());
    match fs::read_to_string(root.join(&path)) {
        Ok(report) => disagreement(kept, &report).map(|row| format!("{path}: no row {row}")),
        Err(error) => Some(format!("{path}: {error}")),
    }
}

/// Returns an objection for each number in a text, if the number looks measured and is not part of an allowed phrase.
/// Each objection begins with the line number.
fn typed(text: &str) -> Vec<String> {
    let allowed: Vec<Range<usize>> = ALLOWED.iter().flat_map(|phrase| places(phrase, text)).collect();
    let is_allowed =
        |found: &Range<usize>| allowed.iter().any(|range| range.start <= found.start && found.end <= range.end);
    let measured = Regex::new(MEASURED).expect("the pattern is a constant");
    let found = measured.find_iter(text).filter(|found| !is_allowed(&found.range()));
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    found
        .map(|found| format!("{}: {:?} is typed, not spliced from a run", line(found.start()), found.as_str()))
        .collect()
}

/// Returns the places of a phrase in a text. The words of the phrase may be on different lines.
fn places(phrase: &str, text: &str) -> Vec<Range<usize>> {
    let words: Vec<String> = phrase.split(' ').map(regex::escape).collect();
    let phrase = Regex::new(&words.join(r"\s+")).expect("an escaped phrase is a pattern");
    phrase.find_iter(text).map(|found| found.range()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Wall, keep, read, root};
    use crate::report::{run_report, shown, write_documents};

    /// If this test fails, `cargo lab check` prints the same objections.
    #[test]
    fn the_kept_runs_and_the_texts_pass() {
        assert_eq!(check(root()).unwrap(), Vec::<String>::new());
    }

    /// Checks a workspace with a part of a recorded run, and with documents that show this part.
    #[test]
    fn planted_faults_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let is_shown_in = |run: &RecordedRun| shown().all(|id| run.question(id).is_some());
        let mut kept = kept_runs(root()).unwrap().into_iter().find(is_shown_in).unwrap();
        kept.wall.questions.retain(|question| shown().any(|id| id == question.id));
        keep(at, &kept, &run_report(&kept)).unwrap();
        fs::create_dir_all(at.join("benches")).unwrap();
        for path in SPLICED {
            let empty = "# Text\n\n<!-- results from nothing -->\n<!-- end of results -->\n\nThe end.\n";
            fs::write(at.join(path), empty).unwrap();
        }
        write_documents(at).unwrap();
        let objections = || check(at).unwrap();
        assert_eq!(objections(), Vec::<String>::new());

        let readme = fs::read_to_string(at.join("README.md")).unwrap();
        fs::write(at.join("README.md"), readme.replace("The end.", "It is 7.5 times as fast.")).unwrap();
        let found = objections();
        assert!(found.len() == 1 && found[0].contains("\"7.5 times\" is typed"), "{found:#?}");
        fs::write(at.join("README.md"), readme.replacen("avx512", "avx1024", 1)).unwrap();
        assert_eq!(objections(), ["README.md: differs from its rendering: fix with `cargo lab report`"]);

        let path = at.join(kept.path()).join("wall.json");
        let mut wall: Wall = read(&path).unwrap();
        wall.questions[0].rows[0].samples.nanoseconds.iter_mut().for_each(|ns| *ns /= 3.0);
        fs::write(&path, serde_json::to_string(&wall).unwrap()).unwrap();
        write_documents(at).unwrap();
        assert!(objections()[0].contains("report.md: no row knights-real"), "{:#?}", objections());

        kept.folder = "2026-01-01-01234567".into();
        keep(at, &kept, &run_report(&kept)).unwrap();
        assert!(objections()[0].ends_with("one of 2 runs of this machine, expected one"), "{:#?}", objections());
        for name in ["../../history.tsv", "wall.json", "run.json"] {
            fs::write(at.join(kept.path()).join(name), "{\"schema\": 1,").unwrap();
            let error = check(at).unwrap_err().to_string();
            assert!(error.contains(name.trim_start_matches("../")), "{name}: {error}");
        }
    }

    #[test]
    fn what_looks_measured_is_found_with_its_line() {
        for number in [
            "3 ns",
            "2.5 µs",
            "30 seconds",
            "4 cycles",
            "12 GB/s",
            "1.45 G/s",
            "20 %",
            "2x",
            "3\ntimes",
            "twice as",
            "1.27",
        ] {
            let found = typed(&format!("One line.\nIt takes {number} here.\n"));
            assert!(found.len() == 1 && found[0].starts_with("2: "), "{number}: {found:?}");
        }
        for text in [
            "SSE4.1 and x86-64, C11",
            "2,048 boards, 16 KiB a column",
            "a1 = bit 0",
            "several times",
            "MIT or\nApache-2.0",
        ] {
            assert_eq!(typed(text), Vec::<String>::new(), "{text}");
        }
    }
}
