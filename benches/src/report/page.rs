//! The index of runs in Markdown, and one HTML page that needs no network.

use std::fmt::Write;

use anyhow::Result;

use super::table::{escaped, html as table};
use super::{advice, charts, run_page};
use crate::record::Kept;

/// Renders results/README.md: every run, newest first.
pub(super) fn index(kept: &[Kept]) -> String {
    let mut text = "# Results\n\nEach machine has a folder, which contains a folder for each run. `index.html` shows the newest\n\
        run of each machine, with sortable tables and the raw data. `cargo xtask record` adds a run of your machine.\n\n\
        `SHA256SUMS` has a digest of every measured file (`sha256sum -c SHA256SUMS`). `cargo xtask results check` compares the\n\
        digests, renders everything again, and looks for impossible values. It cannot prove that the samples were measured:\n\
        that is the submitter's word. See [what a kept run proves](../benches/METHODOLOGY.md#what-a-kept-run-proves).\n\n\
        | machine | run | rustc | flags | questions | |\n|---|---|---|---|---:|---|\n"
        .to_string();
    for run in kept.iter().rev() {
        let folder = format!("{}/{}", run.machine_folder, run.folder);
        let flags = if run.run.build.flags.is_empty() { "none" } else { &run.run.build.flags };
        let note = match (run.run.finished, run.run.is_loaded()) {
            (false, _) => "stopped before its end",
            (true, true) => "something else was running",
            (true, false) => "",
        };
        let _ = writeln!(
            text,
            "| {} | [{}]({folder}/report.md) | {} | {flags} | {} | {note} |",
            run.machine.cpu,
            run.folder,
            run.run.build.rustc,
            run.wall.questions.len()
        );
    }
    text
}

/// Renders results/index.html: the newest run of each machine.
pub(super) fn html(kept: &[Kept]) -> Result<String> {
    let mut newest: Vec<&Kept> = Vec::new();
    for run in kept.iter().rev() {
        if !newest.iter().any(|other| other.machine_folder == run.machine_folder) {
            newest.push(run);
        }
    }
    let mut body = String::new();
    if newest.len() > 1 {
        body += "<p><label>Machine <select id=\"machine\">";
        for run in &newest {
            let _ = write!(body, "<option value=\"{0}\">{0}</option>", escaped(&run.machine_folder));
        }
        body += "</select></label></p>\n";
    }
    for run in &newest {
        body += &of_machine(run)?;
    }
    Ok(PAGE.replace("BODY", &body))
}

fn of_machine(kept: &Kept) -> Result<String> {
    let folder = format!("{}/{}", kept.machine_folder, kept.folder);
    let mut text = format!(
        "<section class=\"machine\" data-machine=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n\
         <p>Raw data: <a href=\"{folder}/wall.json\">every sample</a>, <a href=\"{folder}/run.json\">the run</a>, \
         <a href=\"{}/machine.json\">the machine</a>.</p>\n",
        escaped(&kept.machine_folder),
        escaped(&kept.machine.cpu),
        escaped(&run_page::about(kept)).replace("**", ""),
        kept.machine_folder
    );
    let _ =
        write!(text, "<h3>Which backend to use for how many boards</h3>\n{}", from_markdown(&advice::markdown(kept)));
    for (_, svg) in charts::all(kept)? {
        let _ = writeln!(text, "<figure>{svg}</figure>");
    }
    text += "<h3>All questions</h3>\n<p>Click a column header to sort by that column.</p>\n";
    for question in &kept.wall.questions {
        let _ = write!(
            text,
            "<details><summary>{}</summary>\n<p>{}; {} boards per pass.</p>\n{}</details>\n",
            escaped(&question.title),
            escaped(&question.reason),
            advice::thousands(question.boards as f64),
            table(question)
        );
    }
    Ok(text + "</section>\n")
}

/// Converts the tables and paragraphs of the generated Markdown to HTML.
fn from_markdown(text: &str) -> String {
    let mut html = String::new();
    for block in text.split("\n\n") {
        let rows: Vec<&str> = block.lines().filter(|line| line.starts_with('|') && !line.starts_with("|-")).collect();
        if rows.is_empty() {
            let _ = writeln!(html, "<p>{}</p>", code(block.trim()));
            continue;
        }
        for line in block.lines().take_while(|line| !line.starts_with('|')) {
            let _ = writeln!(html, "<p>{}</p>", code(line));
        }
        html += "<table>\n";
        for (n, row) in rows.iter().enumerate() {
            let tag = if n == 0 { "th" } else { "td" };
            let cells: String =
                row.trim_matches('|').split('|').map(|cell| format!("<{tag}>{}</{tag}>", code(cell.trim()))).collect();
            let _ = writeln!(html, "<tr>{cells}</tr>");
        }
        html += "</table>\n";
        for line in block.lines().skip_while(|line| !line.starts_with('|')).skip_while(|line| line.starts_with('|')) {
            let _ = writeln!(html, "<p>{}</p>", code(line));
        }
    }
    html
}

/// Escapes text and converts parts in backquotes to `<code>`.
fn code(text: &str) -> String {
    let parts: Vec<String> = escaped(text).split('`').map(str::to_string).collect();
    let mark = |(n, part): (usize, &String)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.clone() };
    parts.iter().enumerate().map(mark).collect()
}

const PAGE: &str = include_str!("page.html");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::question::Role;
    use crate::record::{Build, Run, SCHEMA, Wall};
    use crate::rounds::{Measured, Samples};

    fn kept(machine_folder: &str, started: &str, finished: bool) -> Kept {
        let row = |name: &str, ns: f64| Samples { name: name.into(), role: Role::Backend, ns_per_board: vec![ns; 15] };
        let question =
            Measured { title: "knights & kings".into(), ..Measured::of_rows("a", vec![row("a", 1.0), row("b", 2.0)]) };
        let build = Build {
            commit: "0123456789".into(),
            dirty: false,
            rustc: "1.95.0".into(),
            llvm: "22".into(),
            host: "x".into(),
            flags: String::new(),
            profile: "release".into(),
        };
        let run = Run {
            schema: SCHEMA,
            started: started.into(),
            seconds: 1.0,
            finished,
            build,
            positions: "p".into(),
            rounds: 15,
            sample_ms: 1.0,
            load_before: None,
            load_after: None,
            wall_checksum: None,
            skipped: vec![],
        };
        let (machine, wall) = (Machine::read(), Wall { schema: SCHEMA, questions: vec![question] });
        Kept { machine_folder: machine_folder.into(), machine, folder: started[..10].into(), run, wall }
    }

    #[test]
    fn a_second_machine_brings_a_picker_and_only_the_newest_run_of_each_is_shown() {
        let (old, new) = (kept("one", "2026-01-01T00:00:00Z", true), kept("one", "2026-01-02T00:00:00Z", true));
        let alone = html(&[old.clone(), new.clone()]).unwrap();
        assert!(
            !alone.contains("<select") && alone.contains("one/2026-01-02/wall.json") && !alone.contains("2026-01-01")
        );
        assert!(alone.contains("knights &amp; kings") && !alone.contains("http"), "no network");
        let both = html(&[old, new, kept("two", "2026-01-03T00:00:00Z", true)]).unwrap();
        assert!(both.contains("<option value=\"one\">") && both.contains("<option value=\"two\">"));
    }

    #[test]
    fn the_index_has_the_newest_run_first_and_tells_one_that_was_stopped() {
        let text = index(&[kept("one", "2026-01-01T00:00:00Z", true), kept("one", "2026-01-02T00:00:00Z", false)]);
        let rows: Vec<&str> = text.lines().filter(|line| line.contains("report.md")).collect();
        assert!(
            rows[0].contains("2026-01-02") && rows[0].contains("stopped before its end") && rows.len() == 2,
            "{text}"
        );
    }
}
