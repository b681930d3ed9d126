//! The table of a question in HTML, best row first.

use std::fmt::Write;

use setwise_benches::ranking::{boards_per_second, ranked, row_name, three};
use setwise_benches::rounds::Measured;
use setwise_rounds::Role;

/// Returns the table as HTML. Clicking a column header sorts by that column.
pub(super) fn html(measured: &Measured) -> String {
    let rows = ranked(measured);
    let reference = measured.row(&measured.reference);
    let has_cycles = measured.rows.iter().any(|row| row.cycles().is_some());
    let cycles_head = if has_cycles { "<th>cycles</th>" } else { "" };
    let mut text = format!(
        "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>row</th><th>rank</th><th>ns/board</th>{cycles_head}\
         <th>boards/s</th><th>time / best</th><th>95 %</th><th>time / {}</th></tr></thead><tbody>\n",
        escaped(&measured.reference)
    );
    for (rank, row) in &rows {
        let ns = row.median();
        let to_best = rows.first().map(|(_, best)| row.against(best));
        let (ratio, interval) = to_best.map_or_else(Default::default, |ratio| {
            let [low, high] = ratio.interval;
            (format!("{:.2}", ratio.median), format!("{low:.2} to {high:.2}"))
        });
        let against = reference.map_or("-".to_string(), |other| format!("{:.2}", row.against(other).median));
        let rank = rank.map_or(String::new(), |rank| rank.to_string());
        let cycles = row.cycles().map_or(String::new(), three);
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
    use setwise_benches::rounds::{Samples, Wrong};

    #[test]
    fn names_are_escaped_and_a_wrong_answer_has_a_row_but_no_number() {
        let row = |name: &str, role, ns: f64| Samples {
            name: name.into(),
            role,
            ns_per_board: vec![ns; 15],
            gigahertz: vec![4.0; 15],
        };
        let rows = vec![row("copy", Role::UpperBound, 0.1), row("slow <one>", Role::Rival, 12.5)];
        let wrong = vec![Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() }];
        let page = html(&Measured { wrong, ..Measured::of_rows("a", rows) });
        assert!(page.contains("slow &lt;one&gt;</td><td>1</td>") && page.contains("<td>50.0</td>"), "{page}");
        assert!(page.contains("class=\"wrong\"") && page.contains("class=\"roof\""), "{page}");
    }

    #[test]
    fn a_question_without_frequencies_has_no_column_of_cycles() {
        let row = |gigahertz: &[f64]| Samples {
            name: "a".into(),
            role: Role::Backend,
            ns_per_board: vec![1.0; 2],
            gigahertz: gigahertz.into(),
        };
        let has_cycles = |row| html(&Measured::of_rows("a", vec![row])).contains("cycles");
        assert!(has_cycles(row(&[4.0, 4.0])) && !has_cycles(row(&[])));
    }
}
