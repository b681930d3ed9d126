//! Tables of the rows of a question, best first, in Markdown and in HTML.

use std::fmt::Write;

use crate::question::Role;
use crate::ranking::{aligned, boards_per_second};
use crate::rounds::{Measured, Samples};

/// Returns the rows of a question: contestants best first, then the copies.
pub(super) fn ranked(measured: &Measured) -> Vec<&Samples> {
    let mut rows: Vec<&Samples> = measured.rows.iter().collect();
    rows.sort_by(|a, b| (a.role == Role::Roof, a.median()).partial_cmp(&(b.role == Role::Roof, b.median())).unwrap());
    rows
}

/// Formats a number with three significant digits (three decimals below 1).
pub(super) fn three(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 1.0 => format!("{value:.2}"),
        value => format!("{value:.3}"),
    }
}

/// Returns the name of a row; copies are marked as upper bounds.
pub(super) fn row_name(row: &Samples) -> String {
    if row.role == Role::Roof { format!("(upper bound) {}", row.name) } else { row.name.clone() }
}

/// Returns the table as Markdown that is readable as plain text, with the first `most` contestants, the reference row and the
/// copies.
pub(super) fn markdown(measured: &Measured, most: usize) -> String {
    let rows = ranked(measured);
    let reference = measured.row(&measured.reference);
    let head =
        ["", "ns/board", "boards/s", "time / best", &format!("time / {}", measured.reference)].map(str::to_string);
    let mut table = vec![head];
    let is_shown = |n: usize, row: &Samples| n < most || row.role == Role::Roof || row.name == measured.reference;
    for (_, row) in rows.iter().enumerate().filter(|(n, row)| is_shown(*n, row)) {
        let to_best = rows.first().map_or_else(String::new, |best| format!("{:.2}", row.against(best).median));
        let to_reference = reference.map_or("-".to_string(), |other| format!("{:.2}", row.against(other).median));
        let ns = row.median();
        table.push([row_name(row), three(ns), boards_per_second(ns), to_best, to_reference]);
    }
    let mut text = aligned(&table);
    for wrong in &measured.wrong {
        let _ = write!(text, "\nwrong answer, not timed: {}: {}\n", wrong.name, wrong.fault);
    }
    text
}

/// Returns the table as HTML. Clicking a column header sorts by that column.
pub(super) fn html(measured: &Measured) -> String {
    let rows = ranked(measured);
    let reference = measured.row(&measured.reference);
    let mut text = format!(
        "<table class=\"sortable\"><thead><tr><th>row</th><th>ns/board</th><th>boards/s</th><th>time / best</th>\
         <th>95 %</th><th>time / {}</th></tr></thead><tbody>\n",
        escaped(&measured.reference)
    );
    for row in &rows {
        let ns = row.median();
        let to_best = rows.first().map(|best| row.against(best));
        let (ratio, interval) = to_best.map_or_else(Default::default, |ratio| {
            let [low, high] = ratio.interval;
            (format!("{:.2}", ratio.median), format!("{low:.2} to {high:.2}"))
        });
        let against = reference.map_or("-".to_string(), |other| format!("{:.2}", row.against(other).median));
        let class = if row.role == Role::Roof { " class=\"roof\"" } else { "" };
        let _ = writeln!(
            text,
            "<tr{class}><td>{}</td><td data-value=\"{ns}\">{}</td><td data-value=\"{}\">{}</td><td>{ratio}</td>\
             <td>{interval}</td><td>{against}</td></tr>",
            escaped(&row_name(row)),
            three(ns),
            1e9 / ns,
            boards_per_second(ns)
        );
    }
    for wrong in &measured.wrong {
        let _ = writeln!(
            text,
            "<tr class=\"wrong\"><td>{}</td><td colspan=\"5\">wrong answer, not timed: {}</td></tr>",
            escaped(&wrong.name),
            escaped(&wrong.fault)
        );
    }
    text + "</tbody></table>\n"
}

/// Escapes text for HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::Wrong;

    fn measured() -> Measured {
        let row = |name: &str, role, ns: f64| Samples { name: name.into(), role, ns_per_board: vec![ns; 15] };
        Measured {
            wrong: vec![Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() }],
            ..Measured::of_rows(
                "scalar-prefix",
                vec![
                    row("copy", Role::Roof, 0.1),
                    row("scalar-prefix", Role::Backend, 0.5),
                    row("avx2-prefix", Role::Backend, 0.25),
                    row("slow <one>", Role::Rival, 12.5),
                ],
            )
        }
    }

    #[test]
    fn the_best_leads_roofs_end_and_a_wrong_answer_has_a_row_but_no_number() {
        let text = markdown(&measured(), 2);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[2].starts_with("| avx2-prefix ") && lines[3].starts_with("| scalar-prefix "), "{text}");
        assert!(lines[4].starts_with("| (upper bound) copy ") && lines.len() == 7, "{text}");
        assert_eq!(lines[6], "wrong answer, not timed: liar: result 0 of board 1: 7");
        let page = html(&measured());
        assert!(page.contains("slow &lt;one&gt;") && page.contains("class=\"wrong\""), "{page}");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([0.0123, 0.25, 1.234, 12.34, 123.4].map(three), ["0.012", "0.250", "1.23", "12.3", "123"]);
    }
}
