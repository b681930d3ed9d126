//! Renders index.html, a page that needs no network.

use std::collections::BTreeSet;

use anyhow::Result;
use maud::{Markup, PreEscaped, html};
use setwise_rounds::marked_up;

use super::parts::{self, anchor, inline, sortable};
use super::{advice, charts, headline, history, run_page};
use crate::record::{Medians, RecordedRun};

/// Renders the page. It shows the headline, the best backends on each machine, the history of each question, and the
/// newest run of each machine. `older` has the medians of older runs.
pub(super) fn html(kept: &[RecordedRun], older: &[Medians]) -> Result<String> {
    let mut seen = BTreeSet::new();
    let newest: Vec<&RecordedRun> = kept.iter().rev().filter(|run| seen.insert(&run.machine_folder)).collect();
    let mut medians: Vec<Medians> = older.iter().cloned().chain(kept.iter().map(Medians::of)).collect();
    medians.sort_by(|a, b| a.started.cmp(&b.started));
    let histories = history::all(&newest, &medians);
    let questions: String = histories.iter().map(|history| Ok(history.html()?.into_string())).collect::<Result<_>>()?;
    let machines: String = newest.iter().map(|run| Ok(of_machine(run)?.into_string())).collect::<Result<_>>()?;
    let by_cpu = parts::by_cpu(&newest);
    let [chart, matrix] = [headline::chart(&by_cpu), parts::matrix(&by_cpu)].map(Markup::into_string);
    let parts =
        [("THEME", THEME), ("CHART", &chart), ("MATRIX", &matrix), ("QUESTIONS", &questions), ("MACHINES", &machines)];
    Ok(parts.iter().fold(PAGE.to_string(), |page, (place, part)| page.replace(place, part)))
}

fn of_machine(kept: &RecordedRun) -> Result<Markup> {
    let (machine, folder) = (&kept.machine_folder, &kept.folder);
    let id = format!("machine-{machine}");
    let [attacks, others] = advice::tables(kept);
    let charts = charts::all(kept)?;
    Ok(html! {
        details id=(id) {
            summary { h3 { (kept.machine.name()) } (anchor(&id)) }
            p { (run_page::about(kept).replace("**", "")) }
            p {
                "Raw data: " a href={ (machine) "/" (folder) "/wall.json" } { "every sample" } ", "
                a href={ (machine) "/" (folder) "/run.json" } { "the run" } ", "
                a href={ (machine) "/machine.json" } { "the machine" } "."
            }
            h4 { "Which backend to use for how many boards" }
            (sortable(&attacks))
            p { (PreEscaped(marked_up(advice::OTHERS))) }
            (sortable(&others))
            (parts::times(kept))
            @for chart in charts { figure { (inline(chart)) } "\n" }
            @if let Some((about, bounds)) = parts::bounds(kept) {
                h4 { "How far from the bound" }
                p { (PreEscaped(marked_up(&about))) }
                (sortable(&bounds))
            }
        }
        "\n"
    })
}

const PAGE: &str = include_str!("page.html");

/// The style sheet that the page shares with the rest of the site.
const THEME: &str = include_str!("../../../../docs/theme.css");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fixture::kept;
    use crate::record::{history, kept_runs, root};

    const ROWS: [(&str, f64); 2] = [("a", 1.0), ("b", 2.0)];

    #[test]
    fn each_machine_has_a_section_and_a_table_and_only_its_newest_run_is_shown() {
        let (old, new) = (kept("one", "2026-01-01T00:00:00Z", &ROWS), kept("one", "2026-01-02T00:00:00Z", &ROWS));
        let alone = html(&[old.clone(), new.clone()], &[]).unwrap();
        assert!(alone.contains("one/2026-01-02/wall.json") && !alone.contains("one/2026-01-01/"));
        assert!(alone.contains("knights &amp; kings"));
        let both = html(&[old, new, kept("two", "2026-01-03T00:00:00Z", &ROWS)], &[]).unwrap();
        for machine in ["one", "two"] {
            assert!(both.contains(&format!("<details id=\"machine-{machine}\">")), "{machine}");
        }
        let place = |id: &str| both.find(&format!("id=\"{id}\"")).unwrap();
        assert!(place("question-q-two") < place("question-q-one"), "the machine with the newest run comes first");
        assert!(place("machine-two") < place("machine-one"), "the machine with the newest run comes first");
    }

    /// Checks the page that is rendered from the recorded runs of this repository.
    #[test]
    fn each_id_exists_once_each_link_has_a_target_and_nothing_needs_a_network() {
        let runs = kept_runs(root()).unwrap();
        let page = html(&runs, &history(root()).unwrap()).unwrap();
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
            for question in &run.wall.questions {
                assert!(ids.contains(&format!("question-{}", question.id)), "{}", question.id);
                assert!(ids.contains(&format!("question-{}-{machine}", question.id)), "{}", question.id);
            }
        }
        assert!(!page.contains("http"), "the page must not refer to the network");
    }
}
