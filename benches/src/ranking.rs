//! The table of a question: its rows, best first, with shared ranks for rows that do not clearly differ.

use std::fmt::Write;

use setwise_rounds::{Measured, Ranked, Ratio, Role, Row};
use setwise_specimens::AnyBackend;

/// The baseline: the backend that is always compiled, with which others are compared.
pub const BASELINE: &str = "scalar-prefix";

/// Returns the table of a question below its title and the reason why it is measured.
#[must_use]
pub fn titled(measured: &Measured) -> String {
    let Measured { title, reason, boards, .. } = measured;
    format!("### {title}\n\n{reason}; {boards} boards per pass.\n\n{}", markdown(measured, usize::MAX))
}

/// Returns the table as Markdown that is readable as plain text, with the first `most` contestants, the reference row and the
/// copies.
///
/// `time / best` has the interval of its ratio. Rows that the rounds cannot tell apart share a rank, marked by `=`.
#[must_use]
pub fn markdown(measured: &Measured, most: usize) -> String {
    let rows = measured.ranked();
    let reference = measured.row(&measured.reference);
    let has_cycles = measured.rows.iter().all(|row| row.samples.cycles().is_some());
    let against = format!("time / {}", measured.reference);
    let head = ["", "rank", "ns/board", "cycles", "boards/s", "time / best", "95 %", &against].map(str::to_string);
    let mut table = vec![Vec::from(head)];
    let is_shown = |n: usize, row: &Row| n < most || row.role == Role::UpperBound || row.name == measured.reference;
    for (_, Ranked { row, rank, to_best }) in rows.iter().enumerate().filter(|(n, ranked)| is_shown(*n, ranked.row)) {
        let shared = rows.iter().filter(|other| other.rank == *rank).count() > 1;
        let rank = rank.map_or(String::new(), |rank| format!("{rank}{}", if shared { "=" } else { "" }));
        let Ratio { median, interval: [low, high] } = to_best;
        let [to_best, interval] = [format!("{median:.2}"), format!("{low:.2} to {high:.2}")];
        let to_reference =
            reference.map_or("-".to_string(), |other| format!("{:.2}", row.samples.against(&other.samples).median));
        let (ns, cycles) = (row.samples.nanoseconds(), row.samples.cycles().map_or_else(String::new, three));
        let rate = boards_per_second(ns);
        table.push(vec![row_name(row), rank, three(ns), cycles, rate, to_best, interval, to_reference]);
    }
    if !has_cycles {
        // Runs of before did not measure them, and in main memory they mean nothing.
        table.iter_mut().for_each(|row| drop(row.remove(3)));
    }
    let mut text = aligned(&table);
    for wrong in &measured.wrong {
        let _ = write!(text, "\nwrong answer, not timed: {}: {}\n", wrong.name, wrong.fault);
    }
    text
}

/// Returns the name of a row; copies are marked as upper bounds.
#[must_use]
pub fn row_name(row: &Row) -> String {
    if row.role == Role::UpperBound { format!("(upper bound) {}", row.name) } else { row.name.clone() }
}

/// Formats a number with three significant digits (three decimals below 1).
#[must_use]
pub fn three(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 1.0 => format!("{value:.2}"),
        value => format!("{value:.3}"),
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
    let first_clause = |reason: String| reason.split(';').next().unwrap_or_default().to_string();
    setwise_specimens::entries().filter_map(|entry| reason(entry.name)).map(first_clause).collect()
}

/// Formats boards per second with three digits.
#[must_use]
pub fn boards_per_second(ns_per_board: f64) -> String {
    match 1e9 / ns_per_board {
        rate if rate >= 1e9 => format!("{:.2} G", rate / 1e9),
        rate => format!("{:.0} M", rate / 1e6),
    }
}

/// Formats a Markdown table with aligned columns. The first row is the header; the first column is left-aligned.
#[must_use]
pub fn aligned<R: AsRef<[String]>>(rows: &[R]) -> String {
    let width = |column: usize| rows.iter().map(|row| row.as_ref()[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, |row| row.as_ref().len())).map(width).collect();
    let mut text = String::new();
    for (n, row) in rows.iter().enumerate() {
        for (column, cell) in row.as_ref().iter().enumerate() {
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
    use setwise_rounds::{Samples, Wrong};

    fn row(name: &str, role: Role, ns: f64) -> Row {
        Row { name: name.into(), role, samples: Samples { nanoseconds: vec![ns; 11], gigahertz: vec![2.0; 11] } }
    }

    fn measured(rows: Vec<Row>) -> Measured {
        let wrong = vec![Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() }];
        Measured { wrong, ..Measured::of_rows("scalar-prefix", rows) }
    }

    #[test]
    fn the_best_contestant_leads_equals_share_a_rank_and_roofs_come_last() {
        let rows = vec![
            row("scalar-prefix", Role::Backend, 0.5),
            row("copy, baseline", Role::UpperBound, 0.1),
            row("avx2-prefix", Role::Backend, 0.25),
            row("autovectorised avx2", Role::Rival, 0.2525),
        ];
        let expected = "\
|                              | rank | ns/board | cycles | boards/s | time / best |         95 % | time / scalar-prefix |
|------------------------------|-----:|---------:|-------:|---------:|------------:|-------------:|---------------------:|
| avx2-prefix                  |   1= |    0.250 |  0.500 |   4.00 G |        1.00 | 1.00 to 1.00 |                 0.50 |
| autovectorised avx2          |   1= |    0.253 |  0.505 |   3.96 G |        1.01 | 1.01 to 1.01 |                 0.51 |
| scalar-prefix                |    3 |    0.500 |   1.00 |   2.00 G |        2.00 | 2.00 to 2.00 |                 1.00 |
| (upper bound) copy, baseline |      |    0.100 |  0.200 |  10.00 G |        0.40 | 0.40 to 0.40 |                 0.20 |

wrong answer, not timed: liar: result 0 of board 1: 7
";
        assert_eq!(markdown(&measured(rows), usize::MAX), expected);
    }

    #[test]
    fn a_short_table_keeps_the_reference_and_the_copies() {
        let names = [("a", 1.0), ("b", 2.0), ("scalar-prefix", 3.0), ("slow", 4.0)];
        let mut rows: Vec<Row> = names.map(|(name, ns)| row(name, Role::Backend, ns)).into();
        rows.push(row("copy", Role::UpperBound, 0.5));
        let text = markdown(&measured(rows), 1);
        let shown: Vec<&str> = text.lines().skip(2).filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!(shown, ["a", "scalar-prefix", "(upper", "answer,"]);
    }

    #[test]
    fn without_frequencies_there_are_no_cycles_and_without_the_reference_no_ratio_to_it() {
        let slow = Row::new("table", Role::Rival, vec![2.0; 11]);
        let text = markdown(&measured(vec![slow]), usize::MAX);
        assert!(!text.contains("cycles"), "{text}");
        assert!(text.contains("| table |    1 |     2.00 |    500 M |        1.00 | 1.00 to 1.00 |"), "{text}");
        assert!(text.lines().nth(2).unwrap().ends_with("- |"), "{text}");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([0.0123, 0.25, 1.234, 12.34, 123.4].map(three), ["0.012", "0.250", "1.23", "12.3", "123"]);
    }
}
