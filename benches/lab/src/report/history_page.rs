//! Renders the history of a question in index.html: its chart, its changes, and the newest run of each machine.

use anyhow::Result;
use maud::{Markup, html};
use plotters::prelude::*;
use setwise_rounds::{Measured, Ratio, Table, three};

use super::advice::thousands;
use super::charts::{self, BELOW, COLORS, INK, draw_mesh, ink};
use super::history::{History, Line, Point};
use super::parts::{anchor, inline, sortable};
use crate::record::{Medians, RecordedRun};
use crate::self_check::TOLERANCE;

impl History<'_> {
    /// Returns the section of the question: its chart, its changes, and a table for the newest run of each machine.
    pub(super) fn html(&self) -> Result<Markup> {
        let question = self.newest[0].1;
        let place = format!("question-{}", question.id);
        let changes = self.changes().count();
        let chart = inline(self.chart()?);
        Ok(html! {
            details.question id=(place) {
                summary {
                    h3 { (question.title) " " code { (question.id) } } (anchor(&place))
                    @if changes > 0 { " " span.badge { (changes) " change" @if changes > 1 { "s" } } }
                }
                p { (question.reason) "." }
                figure.history { (chart) }
                ul.legend { @for line in &self.lines { (line.legend()) } }
                @if changes > 0 { (self.table_of_changes()) }
                @for (run, question) in &self.newest { (of_run(run, question)) }
            }
            "\n"
        })
    }

    fn table_of_changes(&self) -> Markup {
        let head = ["machine", "revisions", "row", "time after / before", "relative to the other rows", ""];
        let mut table = Table::new(head);
        for (line, point, before, ratio) in self.changes() {
            let Ratio { median, interval: [low, high] } = ratio;
            table.push([
                line.machine.clone(),
                format!("{} \u{2192} {}", before.commit, point.run.commit),
                point.row.name.clone(),
                format!("{median:.3}"),
                format!("{low:.3} to {high:.3}"),
                if ratio.is_slower(TOLERANCE) { "slower" } else { "faster" }.to_string(),
            ]);
        }
        sortable(&table)
    }

    /// Draws revisions from left to right, and nanoseconds per board upwards from zero. The height of the chart is the
    /// same for every question. Its width grows with the number of revisions.
    fn chart(&self) -> Result<String> {
        let runs = self.revisions();
        let most = self.points().map(Point::nanoseconds).fold(0.0, f64::max);
        let place = |point: &Point<'_>| {
            let is_same = |run: &&Medians| run.day() == point.run.day() && run.commit == point.run.commit;
            let n = runs.iter().position(is_same).unwrap_or_default();
            (n as f64, point.nanoseconds())
        };
        charts::svg((64 + 104 * runs.len() as u32, 230), |root| {
            let mut chart = ChartBuilder::on(root)
                .margin_top(8)
                .x_label_area_size(40)
                .y_label_area_size(64)
                .build_cartesian_2d(-0.5..runs.len() as f64 - 0.5, 0.0..1.2 * most)?;
            let mut mesh = chart.configure_mesh();
            draw_mesh(mesh.disable_x_axis().disable_x_mesh().y_labels(5), ["", "ns/board"], &tick)?;
            for (n, run) in runs.iter().enumerate() {
                let (x, y) = chart.backend_coord(&(n as f64, 0.0));
                for (line, text) in [&run.commit, run.day()].into_iter().enumerate() {
                    root.draw(&Text::new(text.to_string(), (x, y + 8 + 16 * line as i32), ink(15).pos(BELOW)))?;
                }
            }
            for Line { color, points, .. } in &self.lines {
                let color = COLORS[color % COLORS.len()];
                chart.draw_series(LineSeries::new(points.iter().map(place), color.stroke_width(2)))?;
                chart.draw_series(points.iter().map(|point| Circle::new(place(point), 4, color.filled())))?;
                let changed = points.iter().filter(|point| point.change.is_some());
                chart.draw_series(changed.map(|point| Circle::new(place(point), 8, INK.stroke_width(2))))?;
            }
            // The numbers of one revision are moved apart where they would overlap.
            let mut numbers: Vec<((i32, i32), &Point<'_>)> =
                self.points().map(|point| (chart.backend_coord(&place(point)), point)).collect();
            numbers.sort_by_key(|(place, _)| *place);
            let mut last = (0, 0);
            for ((x, y), point) in numbers {
                let above = y - if point.change.is_some() { 21 } else { 18 };
                let at = if last.0 == x { above.max(last.1 + 13) } else { above };
                last = (x, at);
                root.draw(&Text::new(three(point.nanoseconds()), (x, at), ink(15).pos(BELOW)))?;
            }
            Ok(())
        })
    }
}

/// Formats a number on an axis. The number is rounded, because floating point represents most decimal fractions only
/// approximately.
fn tick(value: &f64) -> String {
    ((value * 1e9).round() / 1e9).to_string()
}

impl Line<'_> {
    /// Returns the legend of the line: the machine, and the names of the rows that the line follows, oldest first. A
    /// name that several successive runs share is listed once.
    fn legend(&self) -> Markup {
        let RGBColor(r, g, b) = COLORS[self.color % COLORS.len()];
        let mut names: Vec<&str> = self.points.iter().map(|point| &*point.row.name).collect();
        names.dedup();
        html! {
            li style=(format!("--line-of-chart:#{r:02x}{g:02x}{b:02x}")) {
                (self.machine) ": "
                @for (n, name) in names.iter().enumerate() { @if n > 0 { ", then " } code { (name) } }
            }
        }
    }
}

impl Point<'_> {
    fn nanoseconds(&self) -> f64 {
        self.row.samples.nanoseconds()
    }
}

/// Returns the part of the page with the table of a question in a run.
fn of_run(run: &RecordedRun, question: &Measured) -> Markup {
    let (machine, folder) = (&run.machine_folder, &run.folder);
    let place = format!("question-{}-{machine}", question.id);
    let mut table = question.table(usize::MAX);
    table.head[0] = "row".into();
    html! {
        div id=(place) {
            h4 { (run.machine.name()) (anchor(&place)) }
            p {
                "Run " a href={ "#machine-" (machine) } { (folder) } ", "
                (thousands(question.boards as f64)) " boards per pass."
            }
            (sortable(&table))
        }
        "\n"
    }
}
