//! Renders index.html, a page that needs no network: the headline, the backends to use on each machine, each question
//! with its history, and each machine.

use std::collections::BTreeSet;

use anyhow::Result;
use maud::{Markup, PreEscaped, html};
use setwise_rounds::{Measured, Row, Table, marked_up, three};

use super::advice::{Situation, situations, take, thousands};
use super::{charts, headline, run_page};
use crate::record::{Medians, RecordedRun};

/// Renders the page. `kept` has the newest run of each machine, and `older` the medians of older runs.
pub(super) fn html(kept: &[RecordedRun], older: &[Medians]) -> Result<String> {
    let newest: Vec<&RecordedRun> = kept.iter().rev().collect();
    let mut medians: Vec<Medians> = older.iter().cloned().chain(kept.iter().map(Medians::of)).collect();
    medians.sort_by(|a, b| a.started.cmp(&b.started));
    let mut seen = BTreeSet::new();
    let questions = newest.iter().flat_map(|run| &run.wall.questions).filter(|question| seen.insert(&question.id));
    let questions: String = questions.map(|question| of_question(question, &newest, &medians).into_string()).collect();
    let machines: String = newest.iter().map(|run| Ok(of_machine(run)?.into_string())).collect::<Result<_>>()?;
    // Machines of the same vendor and family are next to each other.
    let mut by_cpu = newest;
    by_cpu.sort_by_key(|kept| (&kept.machine.vendor, kept.machine.family, kept.machine.model, &kept.machine_folder));
    let [chart, matrix] = [headline::chart(&by_cpu), matrix(&by_cpu)].map(Markup::into_string);
    let parts =
        [("THEME", THEME), ("CHART", &chart), ("MATRIX", &matrix), ("QUESTIONS", &questions), ("MACHINES", &machines)];
    Ok(parts.iter().fold(PAGE.to_string(), |page, (place, part)| page.replace(place, part)))
}

/// Returns the matrix of the best backends, with a column for each of these runs and a row for each situation.
/// `cargo xtask site` replaces the HTML comment with a note if the revision of a run is older than the code.
fn matrix(machines: &[&RecordedRun]) -> Markup {
    let mut all: Vec<Situation<'_>> = machines.iter().flat_map(|kept| situations(kept)).collect();
    all.sort_by(|a, b| a.kind.cmp(&b.kind).then(a.amount.total_cmp(&b.amount)));
    // Past the caches, the number of boards differs between machines.
    let mut seen = BTreeSet::new();
    all.retain(|situation| seen.insert(&situation.question.id));
    let text = |situation: &Situation<'_>| match situation.question.id.ends_with("-memory") {
        true => "more boards than the caches hold".to_string(),
        false => situation.text(),
    };
    let best = |kept: &RecordedRun, id: &str| {
        let names = kept.question(id).map(take).unwrap_or_default().into_iter().map(|row| format!("`{}`", row.name));
        PreEscaped(marked_up(&names.collect::<Vec<_>>().join(" or ")))
    };
    html! {
        div.scroll {
            table.matrix {
                thead { tr { th {} @for kept in machines { th {
                    a href={ "#machine-" (kept.machine_folder) } { (kept.machine.name()) } br;
                    small {
                        (&kept.run.started[..10]) ", " (kept.run.build.short())
                        (PreEscaped(format!("<!-- age of {} -->", kept.run.build.commit)))
                    }
                } } } }
                tbody {
                    @for situation in &all {
                        "\n"
                        tr {
                            td { (text(situation)) " " a href={ "#question-" (situation.question.id) } { "#" } }
                            @for kept in machines { td { (best(kept, &situation.question.id)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the section of a question: its history, and its table in each run that measured it.
fn of_question(question: &Measured, newest: &[&RecordedRun], medians: &[Medians]) -> Markup {
    let place = format!("question-{}", question.id);
    let history = history(&question.id, newest, medians);
    let runs = newest.iter().filter_map(|run| Some((run, run.question(&question.id)?)));
    html! {
        details.question id=(place) {
            summary { h3 { (question.title) " " code { (question.id) } } (anchor(&place)) }
            p { (question.reason) "." }
            (sortable(&history))
            @for (run, question) in runs { (of_run(run, question)) }
        }
        "\n"
    }
}

/// Returns the medians of a question in all runs of these machines, oldest first. A line shows the row of `auto`,
/// otherwise the best backend, otherwise the best contestant.
fn history(id: &str, newest: &[&RecordedRun], medians: &[Medians]) -> Table {
    fn followed(question: &Measured) -> Option<&Row> {
        let best_backend = || take(question).first().copied();
        question.row("auto:").or_else(best_backend).or_else(|| question.ranked().first().map(|best| best.row))
    }
    let mut table = Table::new(["machine", "day", "revision", "row", "ns/board"]);
    for machine in newest {
        for run in medians.iter().filter(|run| run.machine_folder == machine.machine_folder) {
            let question = run.questions.iter().find(|question| question.id == id);
            let Some(row) = question.and_then(followed) else { continue };
            let [day, revision] = [run.day(), &run.commit].map(str::to_string);
            table.push([machine.machine.name(), day, revision, row.name.clone(), three(row.samples.nanoseconds())]);
        }
    }
    table
}

/// Returns the table of a question in a run.
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

fn of_machine(kept: &RecordedRun) -> Result<Markup> {
    let (machine, folder) = (&kept.machine_folder, &kept.folder);
    let id = format!("machine-{machine}");
    let charts = charts::all(kept)?;
    Ok(html! {
        details id=(id) {
            summary { h3 { (kept.machine.name()) } (anchor(&id)) }
            p { (run_page::about(kept)) }
            p {
                "Raw data: " a href={ (machine) "/" (folder) "/wall.json" } { "every sample" } ", "
                a href={ (machine) "/" (folder) "/run.json" } { "the run" } ", "
                a href={ (machine) "/machine.json" } { "the machine" } "."
            }
            @for chart in charts { figure { (PreEscaped(chart)) } "\n" }
            @if let Some((about, bounds)) = run_page::bounds(kept) {
                h4 { "How far from the bound" }
                p { (PreEscaped(marked_up(&about))) }
                (sortable(&bounds))
            }
        }
        "\n"
    })
}

/// Returns a table that scrolls sideways and is sorted by a click on a column header.
fn sortable(table: &Table) -> Markup {
    html! { div.scroll { table.sortable { "\n" (PreEscaped(table.html())) } } "\n" }
}

/// Returns a `#` that links to the place with this id.
fn anchor(id: &str) -> Markup {
    html! { a.anchor href={ "#" (id) } title="permanent link" { "#" } }
}

const PAGE: &str = include_str!("page.html");

/// The style sheet that the page shares with the rest of the site.
const THEME: &str = include_str!("../../../../docs/theme.css");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{history, kept_runs, root};

    /// Checks the page that is rendered from the recorded runs of this repository: each machine has a section, each
    /// question a table for each machine, each id exists once, and nothing needs a network.
    #[test]
    fn the_page_shows_every_run_and_each_link_has_a_target() {
        let runs = kept_runs(root()).unwrap();
        let older = history(root()).unwrap();
        let page = html(&runs, &older).unwrap();
        let between = |start: &str| -> Vec<String> {
            page.split(start).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_string())).collect()
        };
        let all = between(" id=\"");
        let ids: BTreeSet<&String> = all.iter().collect();
        assert_eq!(ids.len(), all.len(), "an id exists twice");
        let links = between("href=\"#");
        assert_eq!(links.iter().filter(|link| !ids.contains(link)).collect::<Vec<_>>(), Vec::<&String>::new());
        for run in &runs {
            let machine = &run.machine_folder;
            assert!(ids.contains(&format!("machine-{machine}")), "{machine}");
            assert!(page.contains(&format!("{machine}/{}/wall.json", run.folder)), "{machine}");
            for question in &run.wall.questions {
                assert!(ids.contains(&format!("question-{}-{machine}", question.id)), "{}", question.id);
            }
        }
        for run in &older {
            assert!(page.contains(&format!("<td>{}</td><td>{}</td>", run.day(), run.commit)), "{}", run.started);
        }
        assert!(!page.contains("http"), "the page must not refer to the network");
    }
}
