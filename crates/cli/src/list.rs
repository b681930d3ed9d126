//! `setwise list`: lists all patterns and features, or the operations of recorded kernels.

use std::io::{BufWriter, Write};

use anyhow::Result;
use serde::Serialize;
use setwise::ResultKind;
use setwise_ir::{Formula, Record};
use setwise_patterns::{Interface, Pattern, UnknownName};
use setwise_positions::features::Feature;

use crate::args::List;
use crate::failure::usage;
use crate::pattern::input_kinds;
use crate::standard_output::stdout;

/// The widths of the column of names and of the column of text, which have a space between them.
const NAMES: usize = 32;
const TEXT: usize = 67;

/// A pattern or a feature, as shown in the list.
#[derive(Serialize)]
struct Entry {
    name: String,
    /// `pattern` or `feature`.
    entry: &'static str,
    inputs: Vec<Value>,
    results: Vec<Value>,
    definition: &'static str,
    interfaces: Vec<String>,
}

/// An input or a result.
#[derive(Serialize)]
struct Value {
    name: &'static str,
    kind: String,
}

pub(crate) fn run(args: &List) -> Result<()> {
    let word = args.word.as_deref().unwrap_or_default();
    if args.operations {
        return operations(word);
    }
    let all: Vec<Entry> = Pattern::ALL.iter().copied().map(of_pattern).chain(Feature::all().map(of_feature)).collect();
    if !all.iter().any(|entry| entry.name.contains(word)) {
        let names: Vec<&str> = all.iter().map(|entry| entry.name.as_str()).collect();
        return Err(usage(UnknownName::new("pattern or feature", word, &names)));
    }
    let wanted: Vec<Entry> = all.into_iter().filter(|entry| entry.name.contains(word)).collect();
    let mut out = BufWriter::new(stdout()?.lock());
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&wanted)?)?;
    } else {
        for entry in &wanted {
            out.write_all(entry.text().as_bytes())?;
        }
    }
    Ok(out.flush()?)
}

/// Prints the number of operations of each pattern of sets whose name contains `word`, a line for each formula.
fn operations(word: &str) -> Result<()> {
    let all = || Pattern::ALL.iter().copied().filter(|pattern| pattern.takes_sets());
    let wanted: Vec<Pattern> = all().filter(|pattern| pattern.name().contains(word)).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = all().map(Pattern::name).collect();
        return Err(usage(UnknownName::new("pattern of sets", word, &names)));
    }
    let mut out = BufWriter::new(stdout()?.lock());
    for (pattern, formula) in wanted.into_iter().flat_map(|pattern| Formula::ALL.map(|formula| (pattern, formula))) {
        let (program, rounds) = match pattern.record(formula) {
            Ok(program) => (program, ""),
            Err(_) => (pattern.record_rounds(formula, 1)?, "; one round of the loop"),
        };
        writeln!(out, "{:NAMES$} {formula:<8}{}{rounds}", pattern.name(), program.measure())?;
    }
    Ok(out.flush()?)
}

fn of_pattern(pattern: Pattern) -> Entry {
    let inputs = pattern.inputs().iter().zip(input_kinds(pattern));
    let results = pattern.results().iter().zip(pattern.kinds());
    Entry {
        name: pattern.to_string(),
        entry: "pattern",
        inputs: inputs.map(|(name, kind)| Value { name, kind: kind.name().to_string() }).collect(),
        results: results.map(|(name, kind)| Value { name, kind: described(*kind) }).collect(),
        definition: pattern.definition(),
        interfaces: interfaces(|interface| pattern.is_at(interface)),
    }
}

/// Returns the names of the [`Interface`]s that offer an entry: the program, the libraries, SQL and the web page.
fn interfaces(offers: impl Fn(Interface) -> bool) -> Vec<String> {
    Interface::ALL.into_iter().filter(|interface| offers(*interface)).map(|interface| interface.to_string()).collect()
}

fn of_feature(feature: Feature) -> Entry {
    let kind = if feature.is_number() { "number" } else { "set" };
    Entry {
        name: feature.to_string(),
        entry: "feature",
        inputs: vec![Value { name: "position", kind: "position".to_string() }],
        results: vec![Value { name: feature.name(), kind: kind.to_string() }],
        definition: feature.definition(),
        interfaces: interfaces(|_| true),
    }
}

/// Describes the kind of a result.
fn described(kind: ResultKind) -> String {
    match kind {
        ResultKind::Set => "set".to_string(),
        ResultKind::Number { max } => format!("number, 0 to {max}"),
        ResultKind::NumberOrNone { none } => format!("number, {none} if none"),
        ResultKind::Flag => "flag".to_string(),
    }
}

impl Entry {
    /// Returns the entry as lines of at most 100 characters. The lines contain the name, the inputs and results, the
    /// definition, and where the entry is offered.
    fn text(&self) -> String {
        let input = |Value { name, kind }: &Value| match kind.as_str() {
            "set" | "position" => (*name).to_string(),
            _ => format!("{name} ({kind})"),
        };
        let inputs: Vec<String> = self.inputs.iter().map(input).collect();
        let results: Vec<&str> = self.results.iter().map(|result| result.name).collect();
        let arrow = format!("{} -> {} ({})", inputs.join(", "), results.join(", "), self.results[0].kind);
        let texts = [arrow, self.definition.to_string(), format!("{}: {}", self.entry, self.interfaces.join(", "))];
        let mut lines = String::new();
        for (n, line) in texts.iter().flat_map(|text| wrapped(text)).enumerate() {
            lines += &format!("{:NAMES$} {line}\n", if n == 0 { self.name.as_str() } else { "" });
        }
        lines
    }
}

/// Wraps a text at spaces.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.len() + 1 + word.len() <= TEXT {
            *line += &format!(" {word}");
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}
