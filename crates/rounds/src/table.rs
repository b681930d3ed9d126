//! Tables that are written as Markdown, plain text or HTML.

use std::fmt::Write;

use crate::{Measured, Ranked, Ratio, Role, Row, Wrong};

/// A table with a head. The columns of its Markdown text are aligned, so the Markdown can be read as plain text.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    lines: Vec<Line>,
    /// The contestants that have no row because their answers were wrong.
    wrong: Vec<Wrong>,
}

/// A line of a table. `class` is the name by which style sheets refer to the line.
#[derive(Debug, Clone)]
struct Line {
    class: &'static str,
    cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone)]
enum Cell {
    Text(String),
    /// A number: its text for display, and its text as the sort key of HTML tables.
    Number {
        shown: String,
        exact: String,
    },
    /// A rank. In text, `=` marks a shared rank. HTML has only the number, because pages sort rows by it.
    Rank {
        rank: usize,
        is_shared: bool,
    },
}

impl Measured {
    /// Returns a table of rows in the order of [`ranked`](Self::ranked). The table contains the first `most`
    /// contestants, the reference row and the upper bounds.
    ///
    /// The column `95 %` is the confidence interval of `time / best`. A row shares the rank of the next faster row,
    /// unless it is clearly slower than the first row of this rank.
    #[must_use]
    pub fn table(&self, most: usize) -> Table {
        let ranked = self.ranked();
        let against = format!("time / {}", self.reference);
        let mut table = Table::new(["", "rank", "ns/board", "cycles", "boards/s", "time / best", "95 %", &against]);
        table.wrong.clone_from(&self.wrong);
        for (n, one) in ranked.iter().enumerate() {
            if n < most || one.row.role == Role::UpperBound || one.row.name == self.reference {
                let is_shared = ranked.iter().filter(|other| other.rank == one.rank).count() > 1;
                table.lines.push(self.line(one, is_shared));
            }
        }
        // The column of cycles is removed if a row has no frequencies, as in questions whose columns exceed the caches.
        if self.rows.iter().any(|row| row.samples.cycles().is_none()) {
            table.head.remove(3);
            table.lines.iter_mut().for_each(|line| drop(line.cells.remove(3)));
        }
        table
    }

    fn line(&self, one: &Ranked<'_>, is_shared: bool) -> Line {
        let Ranked { row, rank, to_best: Ratio { median, interval: [low, high] } } = one;
        let (samples, ns) = (&row.samples, row.samples.nanoseconds());
        let reference = self.row(&self.reference).map(|reference| samples.against(&reference.samples).median);
        let cells = vec![
            Cell::Text(row.label()),
            rank.map_or(Cell::Text(String::new()), |rank| Cell::Rank { rank, is_shared }),
            Cell::Number { shown: three(ns), exact: ns.to_string() },
            Cell::Text(samples.cycles().map_or_else(String::new, three)),
            Cell::Number { shown: boards_per_second(ns), exact: format!("{:.3e}", 1e9 / ns) },
            Cell::Text(format!("{median:.2}")),
            Cell::Text(format!("{low:.2} to {high:.2}")),
            Cell::Text(reference.map_or_else(|| "-".to_string(), |ratio| format!("{ratio:.2}"))),
        ];
        Line { class: if row.role == Role::UpperBound { "bound" } else { "" }, cells }
    }
}

impl Row {
    /// Returns the name of the row. The name of an upper bound starts with `(upper bound)`.
    #[must_use]
    pub fn label(&self) -> String {
        if self.role == Role::UpperBound { format!("(upper bound) {}", self.name) } else { self.name.clone() }
    }
}

impl Table {
    /// Creates a table without rows.
    #[must_use]
    pub fn new<const N: usize>(head: [&str; N]) -> Self {
        Self { head: head.map(str::to_string).into(), ..Self::default() }
    }

    /// Adds a row, which must have a cell for each column.
    pub fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.lines.push(Line { class: "", cells: cells.map(Cell::Text).into() });
    }

    /// Returns whether the table has no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the table as Markdown with aligned columns. Only the first column is left-aligned.
    #[must_use]
    pub fn markdown(&self) -> String {
        let (lines, widths) = self.texts();
        let mut text = String::new();
        for (n, line) in lines.iter().enumerate() {
            for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
                text += &if column == 0 { format!("| {cell:<width$} ") } else { format!("| {cell:>width$} ") };
            }
            text += "|\n";
            if n == 0 {
                let rule = |(column, width): (usize, &usize)| match column {
                    0 => format!("|{:-<1$}", "", width + 2),
                    _ => format!("|{:-<1$}:", "", width + 1),
                };
                text += &widths.iter().enumerate().map(rule).collect::<String>();
                text += "|\n";
            }
        }
        for Wrong { name, fault } in &self.wrong {
            let _ = write!(text, "\nwrong answer, not timed: {name}: {fault}\n");
        }
        text
    }

    /// Returns the table as plain text. The last column is left-aligned, and all other columns are right-aligned.
    #[must_use]
    pub fn text(&self) -> String {
        let (lines, widths) = self.texts();
        let last = widths.len().saturating_sub(1);
        let cell = |(column, cell): (usize, &String)| {
            if column == last { format!("{cell}\n") } else { format!("{cell:>0$}  ", widths[column]) }
        };
        lines.iter().flat_map(|line| line.iter().enumerate()).map(cell).collect()
    }

    /// Returns the head and the body of the table as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let head: String = self.head.iter().map(|name| format!("<th>{}</th>", marked_up(name))).collect();
        let mut text = format!("<thead><tr>{head}</tr></thead><tbody>\n");
        for Line { class, cells } in &self.lines {
            let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
            let _ = writeln!(text, "<tr{class}>{}</tr>", cells.iter().map(Cell::html).collect::<String>());
        }
        for Wrong { name, fault } in &self.wrong {
            let (name, rest, fault) = (escaped(name), self.head.len() - 1, escaped(fault));
            let _ = writeln!(
                text,
                "<tr class=\"wrong\"><td>{name}</td><td colspan=\"{rest}\">wrong answer, not timed: {fault}</td></tr>"
            );
        }
        text + "</tbody>"
    }

    /// Returns the head and the rows as text, and the widths of the columns.
    fn texts(&self) -> (Vec<Vec<String>>, Vec<usize>) {
        let lines = self.lines.iter().map(|line| line.cells.iter().map(Cell::text).collect());
        let texts: Vec<Vec<String>> = std::iter::once(self.head.clone()).chain(lines).collect();
        let width = |column: usize| texts.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths = (0..self.head.len()).map(width).collect();
        (texts, widths)
    }
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Text(text) | Self::Number { shown: text, .. } => text.clone(),
            Self::Rank { rank, is_shared } => format!("{rank}{}", if *is_shared { "=" } else { "" }),
        }
    }

    fn html(&self) -> String {
        match self {
            Self::Text(text) => format!("<td>{}</td>", marked_up(text)),
            Self::Number { shown, exact } => format!("<td data-value=\"{exact}\">{shown}</td>"),
            Self::Rank { rank, .. } => format!("<td>{rank}</td>"),
        }
    }
}

/// Formats a number from 1 to 999 with three significant digits. A smaller number has three decimal places, and a
/// larger number has none.
#[must_use]
pub fn three(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 1.0 => format!("{value:.2}"),
        value => format!("{value:.3}"),
    }
}

/// Formats the number of boards per second, in billions (`G`) or millions (`M`).
fn boards_per_second(ns_per_board: f64) -> String {
    match 1e9 / ns_per_board {
        rate if rate >= 1e9 => format!("{:.2} G", rate / 1e9),
        rate => format!("{:.0} M", rate / 1e6),
    }
}

/// Escapes text for HTML.
#[must_use]
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes text for HTML and converts parts in backquotes to `<code>`.
#[must_use]
pub fn marked_up(text: &str) -> String {
    let text = escaped(text);
    let mark = |(n, part): (usize, &str)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.to_string() };
    text.split('`').enumerate().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, role: Role, ns: f64) -> Row {
        let mut row = Row::new(name, role, vec![ns; 11]);
        row.samples.gigahertz = vec![2.0; 11];
        row
    }

    fn measured(rows: Vec<Row>) -> Measured {
        let wrong = vec![Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() }];
        Measured { wrong, ..Measured::of_rows("scalar-prefix", rows) }
    }

    #[test]
    fn the_best_contestant_leads_equals_share_a_rank_and_upper_bounds_come_last() {
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
        assert_eq!(measured(rows).table(usize::MAX).markdown(), expected);
    }

    #[test]
    fn a_short_table_keeps_the_reference_and_the_copies() {
        let names = [("a", 1.0), ("b", 2.0), ("scalar-prefix", 3.0), ("slow", 4.0)];
        let mut rows: Vec<Row> = names.map(|(name, ns)| row(name, Role::Backend, ns)).into();
        rows.push(row("copy", Role::UpperBound, 0.5));
        let text = measured(rows).table(1).markdown();
        let shown: Vec<&str> = text.lines().skip(2).filter_map(|line| line.split(' ').nth(1)).collect();
        assert_eq!(shown, ["a", "scalar-prefix", "(upper", "answer,"]);
    }

    #[test]
    fn without_frequencies_there_are_no_cycles_and_without_the_reference_no_ratio_to_it() {
        let table = measured(vec![Row::new("table", Role::Rival, vec![2.0; 11])]).table(usize::MAX);
        let text = table.markdown();
        assert!(!text.contains("cycles") && !table.html().contains("cycles"), "{text}");
        assert!(text.contains("| table |    1 |     2.00 |    500 M |        1.00 | 1.00 to 1.00 |"), "{text}");
        assert!(text.lines().nth(2).unwrap().ends_with("- |"), "{text}");
    }

    #[test]
    fn names_are_escaped_and_a_wrong_answer_has_a_line_but_no_number() {
        let rows = vec![row("copy", Role::UpperBound, 0.1), row("slow <one>", Role::Rival, 12.5)];
        let page = measured(rows).table(usize::MAX).html();
        assert!(page.contains("slow &lt;one&gt;</td><td>1</td>") && page.contains("<td>25.0</td>"), "{page}");
        assert!(page.contains("<tr class=\"wrong\"><td>liar</td><td colspan=\"7\">wrong answer"), "{page}");
        assert!(page.contains("class=\"bound\"") && page.contains("<th>cycles</th>"), "{page}");
        assert_eq!(marked_up("`a` & b"), "<code>a</code> &amp; b");
    }

    #[test]
    fn the_last_column_of_plain_text_is_left_aligned() {
        let mut table = Table::new(["n", "name"]);
        table.push(["100".to_string(), "a".to_string()]);
        assert_eq!(table.text(), "  n  name\n100  a\n");
    }

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!([0.0123, 0.25, 1.234, 12.34, 123.4].map(three), ["0.012", "0.250", "1.23", "12.3", "123"]);
    }
}
