//! The table of a question: its rows, best first, with shared ranks for rows that do not clearly differ.

use std::fmt::Write;

use setwise_rounds::{Ratio, ranks};
use setwise_specimens::AnyBackend;

use crate::rounds::{Measured, Samples};
use setwise_rounds::Role;

/// The baseline: the backend that is always compiled, with which others are compared.
pub const BASELINE: &str = "scalar-prefix";

/// Rows closer than this share a rank, even if their samples tell them apart: in the next build or the next process, the
/// placement of code and columns alone can turn such rows around.
const TIE: f64 = 0.02;

/// Returns the table of a question below its title and the reason why it is measured.
#[must_use]
pub fn titled(measured: &Measured) -> String {
    let Measured { title, reason, boards, .. } = measured;
    format!("### {title}\n\n{reason}; {boards} boards per pass.\n\n{}", markdown(measured, usize::MAX))
}

/// Returns the rows of a question with their ranks: contestants best first, then the copies, which have no rank.
#[must_use]
pub fn ranked(measured: &Measured) -> Vec<(Option<usize>, &Samples)> {
    let (copies, contestants): (Vec<&Samples>, _) = measured.rows.iter().partition(|row| row.role == Role::UpperBound);
    let times = |rows: &[&Samples]| -> Vec<f64> { rows.iter().map(|row| row.median()).collect() };
    let is_slower = |row: usize, first: usize| contestants[row].against(contestants[first]).is_slower(TIE);
    let ranks = ranks(&times(&contestants), is_slower);
    let copies_in_order = setwise_rounds::ranks(&times(&copies), |_, _| true);
    let contestants = ranks.into_iter().map(|(row, rank)| (Some(rank), contestants[row]));
    contestants.chain(copies_in_order.into_iter().map(|(row, _)| (None, copies[row]))).collect()
}

/// Returns the table as Markdown that is readable as plain text, with the first `most` contestants, the reference row and the
/// copies.
///
/// `time / best` has the interval of its ratio. Rows that the rounds cannot tell apart share a rank, marked by `=`.
#[must_use]
pub fn markdown(measured: &Measured, most: usize) -> String {
    let rows = ranked(measured);
    let reference = measured.row(&measured.reference);
    let best = rows.first().map(|(_, best)| *best);
    let has_cycles = measured.rows.iter().all(|row| row.cycles().is_some());
    let against = format!("time / {}", measured.reference);
    let head = ["", "rank", "ns/board", "cycles", "boards/s", "time / best", "95 %", &against].map(str::to_string);
    let mut table = vec![Vec::from(head)];
    let is_shown = |n: usize, row: &Samples| n < most || row.role == Role::UpperBound || row.name == measured.reference;
    for (_, (rank, row)) in rows.iter().enumerate().filter(|(n, (_, row))| is_shown(*n, row)) {
        let shared = rows.iter().filter(|(other, _)| other == rank).count() > 1;
        let rank = rank.map_or(String::new(), |rank| format!("{rank}{}", if shared { "=" } else { "" }));
        let ratio = best.map(|best| row.against(best));
        let [to_best, interval] = ratio.map_or_else(Default::default, |Ratio { median, interval: [low, high] }| {
            [format!("{median:.2}"), format!("{low:.2} to {high:.2}")]
        });
        let to_reference = reference.map_or("-".to_string(), |other| format!("{:.2}", row.against(other).median));
        let (ns, cycles) = (row.median(), row.cycles().map_or_else(String::new, three));
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
pub fn row_name(row: &Samples) -> String {
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
    use crate::rounds::Wrong;

    fn row(name: &str, role: Role, ns: f64) -> Samples {
        Samples { name: name.into(), role, ns_per_board: vec![ns; 11], gigahertz: vec![2.0; 11] }
    }

    fn measured(rows: Vec<Samples>) -> Measured {
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
        let mut rows: Vec<Samples> = names.map(|(name, ns)| row(name, Role::Backend, ns)).into();
        rows.push(row("copy", Role::UpperBound, 0.5));
        let text = markdown(&measured(rows), 1);
        let shown: Vec<&str> = text.lines().skip(2).filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!(shown, ["a", "scalar-prefix", "(upper", "answer,"]);
    }

    #[test]
    fn without_frequencies_there_are_no_cycles_and_without_the_reference_no_ratio_to_it() {
        let slow = Samples { gigahertz: vec![], ..row("table", Role::Rival, 2.0) };
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
