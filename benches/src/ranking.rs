//! The rankings at the end of `cargo bench`: one table per question, best first.

use std::fmt::Write;

use setwise_specimens::AnyBackend;

use crate::question::Role;

/// The baseline: the backend that is always compiled, with which others are compared.
pub const FLOOR: &str = "scalar-prefix";

/// The measured times for one question.
#[derive(Debug, Clone)]
pub struct Ranking {
    /// The question and the workload, such as `knight attacks, real boards`.
    pub title: String,
    /// The reason why it is measured.
    pub reason: String,
    /// The row with which others are compared, in addition to the best.
    pub reference: &'static str,
    /// The measured contestants, in any order.
    pub rows: Vec<Row>,
    /// The contestants with a wrong answer, which were not timed.
    pub wrong: Vec<String>,
}

/// The time of one contestant.
#[derive(Debug, Clone)]
pub struct Row {
    /// The name of the contestant.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The median over the samples.
    pub ns_per_board: f64,
}

impl Ranking {
    /// Returns the table as Markdown that is readable as plain text: contestants best first, then the copies.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut rows = self.rows.clone();
        rows.sort_by(|a, b| {
            (a.role == Role::Roof, a.ns_per_board).partial_cmp(&(b.role == Role::Roof, b.ns_per_board)).unwrap()
        });
        let best = rows.first().map_or(f64::NAN, |row| row.ns_per_board);
        let reference = rows.iter().find(|row| row.name == self.reference).map(|row| row.ns_per_board);

        let against = format!("time / {}", self.reference);
        let mut table = vec![["", "ns/board", "boards/s", "time / best", &against].map(str::to_string)];
        for Row { name, role, ns_per_board } in &rows {
            let name = if *role == Role::Roof { format!("(upper bound) {name}") } else { name.clone() };
            let to = |other: f64| format!("{:.2}", ns_per_board / other);
            let to_reference = reference.map_or("-".to_string(), to);
            table.push([name, format!("{ns_per_board:.3}"), boards_per_second(*ns_per_board), to(best), to_reference]);
        }
        let mut text = format!("### {}\n\n{}.\n\n{}", self.title, self.reason, aligned(&table));
        for name in &self.wrong {
            let _ = write!(text, "\nwrong answer, not timed: {name}\n");
        }
        text
    }
}

/// Returns a text about the backends of the registry that have no rows in any ranking, with the reasons.
#[must_use]
pub fn skipped() -> String {
    match skipped_backends().as_slice() {
        [] => "Skipped: none; every backend of the registry runs on this CPU.\n".to_string(),
        reasons => format!(
            "Skipped, along with the copy and the autovectorised loop of their instruction sets:\n\n{}",
            reasons.iter().map(|reason| format!("- {reason}\n")).collect::<String>()
        ),
    }
}

/// Returns the backends of the registry that cannot run here, each with the reason.
#[must_use]
pub fn skipped_backends() -> Vec<String> {
    // After the semicolon the message lists the ready backends, which the rankings show.
    let reason = |name: &str| AnyBackend::named(name).err().map(|error| error.to_string());
    let told = |reason: String| reason.split(';').next().unwrap_or_default().to_string();
    setwise_specimens::entries().filter_map(|entry| reason(entry.name)).map(told).collect()
}

/// Formats boards per second with three digits.
pub(crate) fn boards_per_second(ns_per_board: f64) -> String {
    match 1e9 / ns_per_board {
        rate if rate >= 1e9 => format!("{:.2} G", rate / 1e9),
        rate => format!("{:.0} M", rate / 1e6),
    }
}

/// Formats a Markdown table with aligned columns. The first row is the header; the first column is left-aligned.
pub(crate) fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for (n, row) in rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let _ = if column == 0 { write!(text, "| {cell:<width$} ") } else { write!(text, "| {cell:>width$} ") };
        }
        text += "|\n";
        if n == 0 {
            for (column, width) in widths.iter().enumerate() {
                text +=
                    &if column == 0 { format!("|{:-<1$}", "", width + 2) } else { format!("|{:-<1$}:", "", width + 1) };
            }
            text += "|\n";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_contestant_leads_and_roofs_come_last() {
        let row = |name: &str, role, ns_per_board| Row { name: name.to_string(), role, ns_per_board };
        let rows = vec![
            row("scalar-prefix", Role::Backend, 0.5),
            row("copy, baseline", Role::Roof, 0.1),
            row("avx2-prefix", Role::Backend, 0.25),
        ];
        let wrong = vec!["liar".to_string()];
        let (title, reason) = ("question".into(), "a reason".into());
        let ranking = Ranking { title, reason, reference: "scalar-prefix", rows, wrong };
        let expected = "\
### question

a reason.

|                              | ns/board | boards/s | time / best | time / scalar-prefix |
|------------------------------|---------:|---------:|------------:|---------------------:|
| avx2-prefix                  |    0.250 |   4.00 G |        1.00 |                 0.50 |
| scalar-prefix                |    0.500 |   2.00 G |        2.00 |                 1.00 |
| (upper bound) copy, baseline |    0.100 |  10.00 G |        0.40 |                 0.20 |

wrong answer, not timed: liar
";
        assert_eq!(ranking.to_markdown(), expected);
    }

    #[test]
    fn without_the_reference_there_is_no_ratio_to_it() {
        let rows = vec![Row { name: "table".into(), role: Role::Rival, ns_per_board: 2.0 }];
        let (title, reason) = ("q".into(), "r".into());
        let ranking = Ranking { title, reason, reference: "scalar-prefix", rows, wrong: vec![] };
        assert!(ranking.to_markdown().contains("| table |    2.000 |    500 M |        1.00 |                    - |"));
    }
}
