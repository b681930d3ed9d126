//! The history of a question in index.html: its chart, its changes, and the newest run of each machine.

use std::fmt::Write;

use plotters::style::RGBColor;
use setwise_rounds::{Ratio, Table, escaped};

use super::history::{History, Line, Point};
use super::html::{anchor, sortable};
use super::{advice, history_chart};
use crate::self_check::TOLERANCE;

impl History<'_> {
    /// Returns the section of the question: its chart, its changes, and a table for the newest run of each machine.
    pub(super) fn html(&self) -> String {
        let (id, question) = (escaped(self.id), self.lines[0].newest().question);
        let count = self.changes().count();
        let badge = match count {
            0 => String::new(),
            1 => " <span class=\"badge\">1 change</span>".to_string(),
            count => format!(" <span class=\"badge\">{count} changes</span>"),
        };
        let mut text = format!(
            "<details class=\"question\" id=\"question-{id}\"><summary><h3>{} <code>{id}</code></h3>{}{badge}</summary>\n\
             <p>{}.</p>\n<figure>{}</figure>\n<ul class=\"legend\">\n",
            escaped(&question.title),
            anchor(&format!("question-{id}")),
            escaped(&question.reason),
            history_chart::svg(self)
        );
        for line in &self.lines {
            let RGBColor(r, g, b) = line.color;
            let cpu = escaped(&line.newest().run.machine.cpu);
            let _ = writeln!(text, "<li style=\"--line:#{r:02x}{g:02x}{b:02x}\">{cpu}: {}</li>", line.rows());
        }
        text += "</ul>\n";
        if count > 0 {
            text += &self.table_of_changes();
        }
        for line in &self.lines {
            text += &line.newest().html(&id);
        }
        text + "</details>\n"
    }

    fn table_of_changes(&self) -> String {
        let head = ["machine", "revisions", "row", "time after / before", "relative to the other rows", ""];
        let mut table = Table::new(head);
        for (point, before, ratio) in self.changes() {
            let Ratio { median, interval: [low, high] } = ratio;
            table.push([
                point.run.machine.cpu.clone(),
                format!("{} \u{2192} {}", before.run.build.short(), point.run.run.build.short()),
                point.row.name.clone(),
                format!("{median:.3}"),
                format!("{low:.3} to {high:.3}"),
                if ratio.is_slower(TOLERANCE) { "slower" } else { "faster" }.to_string(),
            ]);
        }
        sortable(&table.html())
    }
}

impl Line<'_> {
    /// Returns the names of the rows that the line follows, oldest first, without repetitions.
    fn rows(&self) -> String {
        let mut names: Vec<String> =
            self.points.iter().map(|point| format!("<code>{}</code>", escaped(&point.row.name))).collect();
        names.dedup();
        names.join(", then ")
    }
}

impl Point<'_> {
    /// Returns the table of the question in this run.
    fn html(&self, id: &str) -> String {
        let (machine, folder) = (escaped(&self.run.machine_folder), escaped(&self.run.folder));
        let place = format!("question-{id}-{machine}");
        let mut table = self.question.table(usize::MAX);
        table.head[0] = "row".into();
        format!(
            "<div id=\"{place}\"><h4>{}{}</h4>\n<p>Run <a href=\"{machine}/{folder}/report.md\">{folder}</a>, {} boards per \
             pass.</p>\n{}</div>\n",
            escaped(&self.run.machine.cpu),
            anchor(&place),
            advice::thousands(self.question.boards as f64),
            sortable(&table.html())
        )
    }
}
