//! Renders parts of pages. The matrix of index.html shows which backend to use, by machine and by situation. The other
//! parts are the table of cycles and bounds, sortable tables, charts, and links to places in a page.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};
use setwise_rounds::{Table, three};

use super::advice::{Kind, Situation, situations, take, thousands};
use crate::record::RecordedRun;

/// Sorts runs so that machines of the same vendor and family are next to each other.
pub(super) fn by_cpu<'a>(newest: &[&'a RecordedRun]) -> Vec<&'a RecordedRun> {
    let mut machines = newest.to_vec();
    machines.sort_by_key(|kept| (&kept.machine.vendor, kept.machine.family, kept.machine.model, &kept.machine_folder));
    machines
}

/// Returns the matrix, with a column for each of these runs and a row for each situation.
pub(super) fn matrix(machines: &[&RecordedRun]) -> Markup {
    html! {
        div.scroll {
            table.matrix {
                thead { tr { th {} @for kept in machines { th { (machine(kept)) } } } }
                @for group in all_situations(machines).chunk_by(|a, b| a.kind == b.kind) {
                    tbody {
                        "\n"
                        tr { th { (headings(&group[0]).0) } @for _ in machines { td {} } }
                        @for situation in group {
                            "\n"
                            tr {
                                td { (headings(situation).1) " " a href={ "#question-" (situation.question.id) } { "#" } }
                                @for kept in machines { td { (cell(kept, situation)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the situations of all machines, without duplicates. Situations with the same question are duplicates, even
/// if the number of boards differs between machines.
fn all_situations<'a>(machines: &[&'a RecordedRun]) -> Vec<Situation<'a>> {
    let mut all: Vec<Situation<'_>> = machines.iter().flat_map(|kept| situations(kept)).collect();
    all.sort_by(|a, b| a.kind.cmp(&b.kind).then(a.amount.total_cmp(&b.amount)));
    let mut seen = BTreeSet::new();
    all.retain(|situation| seen.insert(&situation.question.id));
    all
}

/// Returns the heading of a situation's kind, and the heading of the situation.
fn headings(situation: &Situation<'_>) -> (&'static str, String) {
    let boards = "knight attacks, boards per batch";
    match situation.kind {
        Kind::Boards if situation.question.id.ends_with("-memory") => (boards, "beyond the caches".to_string()),
        Kind::Boards => (boards, thousands(situation.amount)),
        Kind::Latency => ("in a search", "1 board (latency)".to_string()),
        Kind::Squares => ("a column", "of squares".to_string()),
        Kind::Words => ("words to count", thousands(situation.amount)),
    }
}

/// Returns the heading of a column: a link to the section of the machine, then the date and the revision of the run.
/// `cargo xtask site` replaces the HTML comment with a note if the revision is older than the code.
fn machine(kept: &RecordedRun) -> Markup {
    let build = &kept.run.build;
    html! {
        a href={ "#machine-" (kept.machine_folder) } { (kept.machine.name()) }
        br; small { (&kept.run.started[..10]) ", " (build.short()) (PreEscaped(format!("<!-- age of {} -->", build.commit))) }
    }
}

fn cell(kept: &RecordedRun, situation: &Situation<'_>) -> Markup {
    let best = kept.question(&situation.question.id).map(take).unwrap_or_default();
    html! {
        @for (n, row) in best.iter().enumerate() { @if n > 0 { br; } code { (row.name) } }
        @if best.is_empty() { "-" }
    }
}

/// Returns a bar with a label and a number. `share` is its length, as a share of the longest bar.
pub(super) fn bar(label: &str, number: &str, share: f64) -> Markup {
    html! {
        p { span { (label) } b { (number) } }
        div style=(format!("width:{:.1}%", 100.0 * share)) {}
    }
}

/// The questions whose times are shown as bars.
const BARS: [&str; 7] = [
    "knights-real",
    "kings-real",
    "mobility-counts",
    "forks",
    "attacked-squares",
    "king-steps",
    "fused-mobility-memory",
];

/// Returns the times of some questions of a run as bars, with the best row of a question first and the copies last.
pub(super) fn times(kept: &RecordedRun) -> Markup {
    let questions = BARS.iter().filter_map(|id| kept.question(id)).map(|question| {
        let rows: Vec<_> =
            question.ranked().iter().map(|one| (one.row.label(), one.row.samples.nanoseconds())).collect();
        let longest = rows.iter().map(|(_, time)| *time).fold(0.0, f64::max);
        (&question.title, rows, longest)
    });
    html! {
        div.bars {
            @for (title, rows, longest) in questions {
                section { h4 { (title) ", ns per board" } @for (label, time) in &rows { (bar(label, &three(*time), time / longest)) } }
                "\n"
            }
        }
    }
}

/// Returns a table with the cycles of a run and their bounds, and a sentence that describes the table. Returns `None`
/// if the run has no bounds or no cycles.
pub(super) fn bounds(kept: &RecordedRun) -> Option<(String, Table)> {
    let bounds = kept.ports.as_ref()?;
    let mut table = Table::new(["question", "row", "cycles", "bound", "cycles / bound", "busiest", "instructions"]);
    for one in &bounds.loops {
        let row = kept.question(&one.question).and_then(|question| question.row(&one.row));
        let Some(cycles) = row.and_then(|row| row.samples.cycles()) else { continue };
        let ratio = format!("{:.2}", cycles / one.cycles);
        let [measured, bound, instructions] = [cycles, one.cycles, one.instructions].map(three);
        table.push([one.question.clone(), one.row.clone(), measured, bound, ratio, one.busiest.clone(), instructions]);
    }
    let about = format!(
        "Per board: measured cycles, the bound by llvm-mca {} for `{}`, and instructions of the loop. The known errors of such \
         models are in [METHODOLOGY.md](../../../benches/METHODOLOGY.md#port-bounds).",
        bounds.llvm, bounds.cpu
    );
    (!table.is_empty()).then_some((about, table))
}

/// Returns a table that scrolls sideways and is sorted by a click on a column header.
pub(super) fn sortable(table: &Table) -> Markup {
    html! { div.scroll { table.sortable { "\n" (PreEscaped(table.html())) } } "\n" }
}

/// Returns a chart for use inside a page. Leaves out what only a separate SVG file needs: the namespace, the font, and
/// default values.
pub(super) fn inline(svg: String) -> Markup {
    let needless =
        ["xmlns=\"http://www.w3.org/2000/svg\"", "font-family=\"sans-serif\"", "opacity=\"1\"", "stroke-width=\"1\""];
    PreEscaped(needless.iter().fold(svg, |svg, part| svg.replace(&format!(" {part}"), "")))
}

/// Returns a `#` that links to the place with this id.
pub(super) fn anchor(id: &str) -> Markup {
    html! { a.anchor href={ "#" (id) } title="permanent link" { "#" } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fixture::kept;
    use setwise_rounds::Point;

    #[test]
    fn each_machine_has_a_column_and_each_situation_a_row() {
        let on_axis = |machine: &str, ids: &[(&str, f64)]| {
            let mut kept = kept(machine, "2026-01-01T00:00:00Z", &[("slow", 2.0), ("fast", 1.0), ("level", 1.02)]);
            let question = kept.wall.questions.remove(0);
            kept.wall.questions.extend(ids.iter().map(|&(id, value)| {
                let point = Some(Point { axis: "boards a batch".into(), value });
                setwise_rounds::Measured { id: id.into(), point, ..question.clone() }
            }));
            kept
        };
        let one = on_axis("one", &[("length-4", 4.0), ("length-memory", 5000.0)]);
        let two = on_axis("two", &[("length-1", 1.0), ("length-memory", 7000.0)]);
        let text = matrix(&[&one, &two]).into_string();
        assert_eq!(text.matches("href=\"#machine-").count(), 2, "{text}");
        let rows: Vec<&str> = text.split("<tr><td>").skip(1).filter_map(|row| row.split(" <a").next()).collect();
        assert_eq!(rows, ["1", "4", "beyond the caches"], "{text}");
        assert!(text.contains("<td>-</td><td><code>fast</code><br><code>level</code></td>"), "{text}");
    }
}
