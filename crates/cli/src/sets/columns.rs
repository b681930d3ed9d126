//! The input columns of `setwise sets`.

use anyhow::Result;
use setwise_patterns::Pattern;
use setwise_positions::{column, lines};

use crate::batch::with_blanks;
use crate::failure::usage;
use crate::pattern::{InputKind, input_kinds};

/// The columns that all patterns of one command read. A pattern with `n` inputs reads the first `n` columns.
pub(super) struct Columns {
    patterns: Vec<Pattern>,
    /// The name and the kind of each column, from the pattern with the most inputs.
    columns: Vec<(&'static str, InputKind)>,
    /// The words of each column, one word per line.
    pub(super) words: Vec<Vec<u64>>,
}

impl Columns {
    /// Returns columns without lines, or an error if two patterns read the same column as different kinds of input.
    pub(super) fn new(patterns: &[Pattern]) -> Result<Self> {
        let named = |pattern: Pattern| pattern.inputs().iter().copied().zip(input_kinds(pattern)).collect::<Vec<_>>();
        let widest = patterns.iter().copied().rev().max_by_key(|pattern| pattern.inputs().len()).expect("a pattern");
        let columns = named(widest);
        for pattern in patterns {
            for (n, ((name, kind), (other_name, other))) in named(*pattern).into_iter().zip(&columns).enumerate() {
                if kind != *other {
                    return Err(usage(format!(
                        "column {} is a {} for {pattern} ({name}) and a {} for {widest} ({other_name}); compute them in \
                         separate calls",
                        n + 1,
                        kind.name(),
                        other.name()
                    )));
                }
            }
        }
        Ok(Self { patterns: patterns.to_vec(), words: vec![Vec::new(); columns.len()], columns })
    }

    /// Returns the names of the columns. A single column is named after its kind: `set` or `square`.
    pub(super) fn names(&self) -> Vec<&'static str> {
        match &self.columns[..] {
            [(_, kind)] => vec![kind.name()],
            columns => columns.iter().map(|(name, _)| *name).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.words[0].len()
    }

    /// Replaces the words of all columns with those in a text, up to the first bad line. Returns the number of the bad
    /// line, the column of the error and its message, or `None` if there is no bad line.
    pub(super) fn read(&mut self, text: &[u8], first_line: usize) -> Option<(usize, usize, String)> {
        self.words.iter_mut().for_each(Vec::clear);
        for (number, line) in lines(text, first_line) {
            if let Err((at, reason)) = self.read_line(line) {
                let whole = self.words.iter().map(Vec::len).min().unwrap_or(0);
                self.words.iter_mut().for_each(|column| column.truncate(whole));
                let start = line.as_ptr().addr() - text.as_ptr().addr();
                let before = with_blanks(text, &(start..start + at));
                return Some((number, column(before, before.len()), reason));
            }
        }
        None
    }

    /// Appends the words of a line. Returns the index of the byte at which an error begins, and the message.
    fn read_line(&mut self, line: &[u8]) -> Result<(), (usize, String)> {
        let mut fields = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        let at = |field: &[u8]| field.as_ptr().addr() - line.as_ptr().addr();
        let several = self.columns.len() > 1;
        for (n, ((name, kind), words)) in self.columns.iter().zip(&mut self.words).enumerate() {
            let Some(field) = fields.next() else {
                return Err((line.len(), missing(&self.patterns, n)));
            };
            // A valid field has only ASCII characters. A field that is not UTF-8 is replaced by a text that is never
            // valid.
            let parsed = kind.parse(str::from_utf8(field).unwrap_or("?"));
            let message = |reason| if several { format!("{name}: {reason}") } else { reason };
            words.push(parsed.map_err(|reason| (at(field), message(reason)))?);
        }
        let Some(other) = fields.next() else { return Ok(()) };
        // Several names of squares with commas between them are an easy mistake if the patterns read only one column. The
        // error therefore says that the line is not a set or square.
        let reason = if several {
            let (found, expected) = (self.columns.len() + 1 + fields.count(), self.columns.len());
            format!("{found} columns, expected {expected}: {}", self.names().join(", "))
        } else {
            format!("not a {0}: the patterns read only one column", self.columns[0].1.name())
        };
        Err((at(other), reason))
    }

    /// Appends the values of line `n`, separated by commas.
    pub(super) fn push(&self, out: &mut Vec<u8>, n: usize) {
        for (m, ((_, kind), words)) in self.columns.iter().zip(&self.words).enumerate() {
            if m > 0 {
                out.push(b',');
            }
            kind.push(out, words[n]);
        }
    }
}

/// Returns the message for a line with only `found` columns.
fn missing(patterns: &[Pattern], found: usize) -> String {
    let pattern = patterns.iter().find(|pattern| pattern.inputs().len() > found).expect("a pattern needs the column");
    let inputs = pattern.inputs();
    format!("no column {} for {pattern}: expected {} columns ({})", inputs[found], inputs.len(), inputs.join(", "))
}
