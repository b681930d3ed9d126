//! Finds measured numbers that were typed into a document by hand. Times and ratios may appear only in blocks that the
//! laboratory renders from a run.

use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use regex::Regex;

use crate::report::{SPLICED, without_block};

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

/// Returns an objection for each number that looks measured and was typed into one of the documents that show results.
pub(super) fn of_texts(root: &Path) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    for path in SPLICED {
        let text = fs::read_to_string(root.join(path)).with_context(|| path.to_string())?;
        objections.extend(typed(&without_block(path, &text)?).into_iter().map(|what| format!("{path}:{what}")));
    }
    Ok(objections)
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

    #[test]
    fn what_looks_measured_is_found_with_its_line() {
        for number in [
            "3 ns",
            "2.5 µs",
            "12 ms",
            "1 s",
            "30 seconds",
            "4 cycles",
            "12 GB/s",
            "350 M/s",
            "1.45 G/s",
            "20 %",
            "2x",
            "3×",
            "10 times",
            "1.27",
            "twice as",
            "four times faster",
            "Ten times as",
            "3\ntimes",
            "2-fold",
            "2.5 GHz",
        ] {
            let text = format!("One line.\nIt takes {number} here.\n");
            let found = typed(&text);
            assert!(found.len() == 1 && found[0].starts_with("2: "), "{number}: {found:?}");
        }
    }

    #[test]
    fn versions_of_formats_sizes_and_counts_are_not_measured() {
        for text in [
            "SSE4.1 and x86-64, C11",
            "2,048 boards, 16 KiB a column",
            "34 features",
            "0x42",
            "64 squares",
            "65,536 bytes",
            "a1 = bit 0",
            "at least 19 of 20",
            "several times",
            "MIT or Apache-2.0",
            "MIT or\nApache-2.0",
        ] {
            assert_eq!(typed(text), Vec::<String>::new(), "{text}");
        }
    }

    /// Checks that every allowed phrase occurs in one of the documents. A phrase that no longer occurs must be removed
    /// from [`ALLOWED`].
    #[test]
    fn every_allowed_phrase_stands_in_a_text() {
        let root = crate::record::root();
        let texts = SPLICED.map(|path| fs::read_to_string(root.join(path)).unwrap());
        for phrase in ALLOWED {
            assert!(texts.iter().any(|text| !places(phrase, text).is_empty()), "{phrase:?}");
        }
    }
}
