//! The index in Markdown, and one HTML page that needs no network.

use std::fmt::Write;

use anyhow::Result;

use super::table::{escaped, html as table};
use super::{Kept, advice, charts, run_page};

/// results/README.md: every run, newest first.
pub(super) fn index(kept: &[Kept]) -> String {
    let mut text = "# Results\n\nOne folder a machine, one a run. `index.html` shows all of them, with tables to sort and the raw data;\n\
        `cargo xtask record` adds a run of your machine.\n\n\
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

/// results/index.html: the newest run of each machine.
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
    let _ = write!(text, "<h3>Which backend for how many boards</h3>\n{}", from_markdown(&advice::markdown(kept)));
    for (_, svg) in charts::all(kept)? {
        let _ = writeln!(text, "<figure>{svg}</figure>");
    }
    text += "<h3>Every question</h3>\n<p>A click on a column's head sorts by it.</p>\n";
    for question in &kept.wall.questions {
        let _ = write!(
            text,
            "<details><summary>{}</summary>\n<p>{}; {} boards a pass.</p>\n{}</details>\n",
            escaped(&question.title),
            escaped(&question.reason),
            advice::thousands(question.boards as f64),
            table(question)
        );
    }
    Ok(text + "</section>\n")
}

/// Tables and paragraphs of our own Markdown as HTML.
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

/// Text with `code` marked.
fn code(text: &str) -> String {
    let parts: Vec<String> = escaped(text).split('`').map(str::to_string).collect();
    let mark = |(n, part): (usize, &String)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.clone() };
    parts.iter().enumerate().map(mark).collect()
}

const PAGE: &str = include_str!("page.html");
