//! Derives advice from a run: which backend to use for how many boards on the measured CPU.

use indicatif::HumanCount;

use crate::record::RecordedRun;
use setwise_benches::BASELINE;
use setwise_rounds::{Measured, Role, Row, Table, three};

/// The kind of a situation. Tables list the kinds in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Boards,
    Latency,
    Squares,
    Words,
}

/// A situation in which a user of the library chooses a backend, and the question that measures this situation.
pub(super) struct Situation<'a> {
    pub(super) kind: Kind,
    /// The number of boards or words, or 0 if the situation has no number.
    pub(super) amount: f64,
    pub(super) question: &'a Measured,
}

/// Returns the situations that a run has measured, sorted by kind and amount.
pub(super) fn situations(kept: &RecordedRun) -> Vec<Situation<'_>> {
    let along =
        |kind, axis| kept.along(axis).into_iter().map(move |(amount, question)| Situation { kind, amount, question });
    let single = |kind, id| kept.question(id).map(|question| Situation { kind, amount: 0.0, question });
    along(Kind::Boards, "boards a batch")
        .chain(single(Kind::Latency, "knights-latency"))
        .chain(single(Kind::Squares, "knight-squares"))
        .chain(along(Kind::Words, "words counted"))
        .collect()
}

/// Returns the best backend of a question and up to two other backends that take at most 3 % longer, best first.
pub(super) fn take(question: &Measured) -> Vec<&Row> {
    let mut backends: Vec<&Row> =
        question.rows.iter().filter(|row| row.role == Role::Backend && !row.name.starts_with("auto:")).collect();
    backends.sort_by(|a, b| a.samples.nanoseconds().total_cmp(&b.samples.nanoseconds()));
    let Some(&best) = backends.first() else { return backends };
    backends.into_iter().filter(|row| row.samples.against(&best.samples).median <= 1.03).take(3).collect()
}

/// Returns the advice as two tables. The first table has a row for each batch length and a row for latency. The second
/// table is about single squares and counting.
pub(super) fn markdown(kept: &RecordedRun) -> String {
    let [mut attacks, mut others] = ["times as fast as scalar-prefix", "times as fast"]
        .map(|faster| Table::new(["you have", "take", "ns each", faster, "auto takes"]));
    for situation in situations(kept) {
        let table = if situation.reference() == BASELINE { &mut attacks } else { &mut others };
        situation.row().into_iter().for_each(|row| table.push(row));
    }
    let [attacks, others] = [attacks, others].map(|table| table.markdown());
    format!("{attacks}\nSquares are compared with the table, counts with `count_ones` as compiled:\n\n{others}")
}

impl Situation<'_> {
    /// Describes the situation in a few words.
    pub(super) fn text(&self) -> String {
        let amount = thousands(self.amount);
        match self.kind {
            Kind::Boards if self.amount == 1.0 => "1 board, throughput".to_string(),
            Kind::Boards => format!("a batch of {amount} boards"),
            Kind::Latency => "1 board inside a search (latency)".to_string(),
            Kind::Squares => "a column of squares".to_string(),
            Kind::Words if self.amount == 1.0 => "1 word to count".to_string(),
            Kind::Words => format!("{amount} words to count"),
        }
    }

    /// Returns the name of the row with which the best backend is compared.
    fn reference(&self) -> &'static str {
        match self.kind {
            Kind::Boards | Kind::Latency => BASELINE,
            Kind::Squares => "table",
            Kind::Words => "count-ones",
        }
    }

    /// Returns the row of a table for this situation, with the best backends and the automatic choice. Returns `None`
    /// if no backend was measured.
    fn row(&self) -> Option<[String; 5]> {
        let level = take(self.question);
        let best = *level.first()?;
        let names: Vec<String> = level.iter().map(|row| format!("`{}`", row.name)).collect();
        let reference = self.question.row(self.reference());
        let faster =
            reference.map_or("-".to_string(), |other| format!("{:.2}", other.samples.against(&best.samples).median));
        let auto = self.question.row("auto:").map_or_else(
            || "-".to_string(),
            |auto| {
                let chosen = auto.name.trim_start_matches("auto: ");
                format!("`{chosen}`, {:.2} of the best time", auto.samples.against(&best.samples).median)
            },
        );
        Some([self.text(), names.join(" or "), three(best.samples.nanoseconds()), faster, auto])
    }
}

/// Formats a number with commas between thousands.
pub(super) fn thousands(value: f64) -> String {
    HumanCount(value as u64).to_string()
}
