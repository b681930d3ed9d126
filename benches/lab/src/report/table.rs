//! The table of a question in HTML, best row first.

use std::fmt::Write;

use setwise_benches::ranking::{boards_per_second, row_name, three};
use setwise_rounds::{Measured, Ranked, Ratio, Role};

/// Returns the table as HTML. Clicking a column header sorts by that column.
pub(super) fn html(measured: &Measured) -> String {
    let rows = measured.ranked();
    let reference = measured.row(&measured.reference);
    let has_cycles = measured.rows.iter().any(|row| row.samples.cycles().is_some());
    let cycles_head = if has_cycles { "<th>cycles</th>" } else { "" };
    let mut text = format!(
        "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>row</th><th>rank</th><th>ns/board</th>{cycles_head}\
         <th>boards/s</th><th>time / best</th><th>95 %</th><th>time / {}</th></tr></thead><tbody>\n",
        escaped(&measured.reference)
    );
    for Ranked { row, rank, to_best } in &rows {
        let ns = row.samples.nanoseconds();
        let Ratio { median, interval: [low, high] } = to_best;
        let (ratio, interval) = (format!("{median:.2}"), format!("{low:.2} to {high:.2}"));
        let against =
            reference.map_or("-".to_string(), |other| format!("{:.2}", row.samples.against(&other.samples).median));
        let rank = rank.map_or(String::new(), |rank| rank.to_string());
        let cycles = row.samples.cycles().map_or(String::new(), three);
        let cycles = if has_cycles { format!("<td>{cycles}</td>") } else { cycles };
        let class = if row.role == Role::UpperBound { " class=\"roof\"" } else { "" };
        let _ = writeln!(
            text,
            "<tr{class}><td>{}</td><td>{rank}</td><td data-value=\"{ns}\">{}</td>{cycles}\
             <td data-value=\"{:.3e}\">{}</td><td>{ratio}</td>\
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
            "<tr class=\"wrong\"><td>{}</td><td colspan=\"{}\">wrong answer, not timed: {}</td></tr>",
            escaped(&wrong.name),
            6 + usize::from(has_cycles),
            escaped(&wrong.fault)
        );
    }
    text + "</tbody></table></div>\n"
}

/// Escapes text for HTML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_rounds::{Row, Samples, Wrong};

    #[test]
    fn names_are_escaped_and_a_wrong_answer_has_a_row_but_no_number() {
        let row = |name: &str, role, ns: f64| Row {
            name: name.into(),
            role,
            samples: Samples { nanoseconds: vec![ns; 15], gigahertz: vec![4.0; 15] },
        };
        let rows = vec![row("copy", Role::UpperBound, 0.1), row("slow <one>", Role::Rival, 12.5)];
        let wrong = vec![Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() }];
        let page = html(&Measured { wrong, ..Measured::of_rows("a", rows) });
        assert!(page.contains("slow &lt;one&gt;</td><td>1</td>") && page.contains("<td>50.0</td>"), "{page}");
        assert!(page.contains("class=\"wrong\"") && page.contains("class=\"roof\""), "{page}");
    }

    #[test]
    fn a_question_without_frequencies_has_no_column_of_cycles() {
        let row = |gigahertz: &[f64]| Row {
            name: "a".into(),
            role: Role::Backend,
            samples: Samples { nanoseconds: vec![1.0; 2], gigahertz: gigahertz.into() },
        };
        let has_cycles = |row| html(&Measured::of_rows("a", vec![row])).contains("cycles");
        assert!(has_cycles(row(&[4.0, 4.0])) && !has_cycles(row(&[])));
    }
}
