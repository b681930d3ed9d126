//! The medians of older runs, in the table `results/history.tsv`.
//!
//! Only the newest run of each machine is kept with all samples. The history of a question needs only the median of
//! each row of an older run. The table has a line for each row of a question, and a column for each older run. A cell
//! is empty if the run did not measure the row.
//!
//! ```text
//! question  role     row          amd-epyc-f26m2 2026-11-21T03:36:43Z 23de1efd  ...
//! forks     Backend  avx2-prefix  0.4127                                        ...
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;
use setwise_rounds::{Measured, Role, Row};

use super::{RecordedRun, kept_runs};

const FILE: &str = "results/history.tsv";

/// The names of the first columns.
const HEAD: [&str; 3] = ["question", "role", "row"];

const ROLES: [(&str, Role); 3] = [("Backend", Role::Backend), ("Rival", Role::Rival), ("UpperBound", Role::UpperBound)];

/// The medians of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Medians {
    /// The name of the machine's folder in `results/`.
    pub(crate) machine_folder: String,
    /// The start in UTC, such as `2026-11-21T03:10:00Z`.
    pub(crate) started: String,
    /// The first digits of the commit's hash.
    pub(crate) commit: String,
    /// The questions. Each row has a single sample, which is the median of the samples of the run.
    pub(crate) questions: Vec<Measured>,
}

impl Medians {
    pub(crate) fn of(kept: &RecordedRun) -> Self {
        let questions = kept.wall.questions.iter().map(|question| {
            let rows = question.rows.iter().map(|row| Row::new(&row.name, row.role, vec![row.samples.nanoseconds()]));
            Measured { rows: rows.collect(), ..question.clone() }
        });
        Self {
            machine_folder: kept.machine_folder.clone(),
            started: kept.run.started.clone(),
            commit: kept.run.build.short(),
            questions: questions.collect(),
        }
    }

    /// Returns the day of the run, such as `2026-11-21`.
    pub(crate) fn day(&self) -> &str {
        self.started.split('T').next().unwrap_or_default()
    }

    fn head(&self) -> String {
        format!("{} {} {}", self.machine_folder, self.started, self.commit)
    }
}

/// Reads the table of a workspace. Returns its runs, oldest first. Without a table there are no runs.
pub(crate) fn read(root: &Path) -> Result<Vec<Medians>> {
    let path = root.join(FILE);
    if !path.exists() {
        return Ok(Vec::new());
    }
    parsed(&fs::read_to_string(&path)?)
}

fn parsed(text: &str) -> Result<Vec<Medians>> {
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().with_context(|| format!("{FILE} is empty"))?;
    ensure!(head.starts_with(&HEAD), "{FILE}:1: expected the columns {}", HEAD.join(", "));
    let run = |column: &&str| {
        let [machine, started, commit] = column.split(' ').collect::<Vec<_>>()[..] else {
            anyhow::bail!("{FILE}:1: expected a machine, a time and a commit: {column}");
        };
        let [machine_folder, started, commit] = [machine, started, commit].map(str::to_string);
        Ok(Medians { machine_folder, started, commit, questions: Vec::new() })
    };
    let mut runs: Vec<Medians> = head[HEAD.len()..].iter().map(run).collect::<Result<_>>()?;
    for (n, cells) in (2..).zip(lines) {
        ensure!(cells.len() == head.len(), "{FILE}:{n}: {} columns, expected {}", cells.len(), head.len());
        let role =
            ROLES.iter().find(|(name, _)| *name == cells[1]).with_context(|| format!("{FILE}:{n}: unknown role"))?;
        for (run, cell) in runs.iter_mut().zip(&cells[HEAD.len()..]).filter(|(_, cell)| !cell.is_empty()) {
            let median = cell.parse().with_context(|| format!("{FILE}:{n}: {cell} is not a time"))?;
            let row = Row::new(cells[2], role.1, vec![median]);
            match run.questions.iter_mut().find(|question| question.id == cells[0]) {
                Some(question) => question.rows.push(row),
                None => run.questions.push(question(cells[0], row)),
            }
        }
    }
    Ok(runs)
}

/// Returns a question with its first row. The table contains neither the texts of a question nor its boards.
fn question(id: &str, row: Row) -> Measured {
    let empty = String::new;
    Measured {
        id: id.to_string(),
        title: empty(),
        reason: empty(),
        boards: 0,
        point: None,
        reference: empty(),
        rows: vec![row],
        wrong: Vec::new(),
    }
}

/// Returns the table of the runs, which must be sorted by time. Questions and rows are in the order of their first run.
fn table(runs: &[Medians]) -> String {
    let mut questions: Vec<&str> = Vec::new();
    let mut rows: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for question in runs.iter().flat_map(|run| &run.questions) {
        if !rows.contains_key(&*question.id) {
            questions.push(&question.id);
        }
        let known = rows.entry(&question.id).or_default();
        for row in &question.rows {
            let role = ROLES.iter().find(|(_, role)| *role == row.role).map_or("", |(name, _)| *name);
            if !known.contains(&(role, &*row.name)) {
                known.push((role, &row.name));
            }
        }
    }
    let mut text =
        HEAD.map(str::to_string).into_iter().chain(runs.iter().map(Medians::head)).collect::<Vec<_>>().join("\t");
    text.push('\n');
    for question in questions {
        for (role, name) in &rows[question] {
            text += &format!("{question}\t{role}\t{name}");
            for run in runs {
                let of_run = run.questions.iter().find(|of_run| of_run.id == question);
                let row = of_run.and_then(|of_run| of_run.rows.iter().find(|row| row.name == *name));
                text += "\t";
                text += &row.map_or(String::new(), |row| row.samples.nanoseconds().to_string());
            }
            text.push('\n');
        }
    }
    text
}

/// Keeps the newest quiet run of each machine. Moves the medians of its older quiet runs into the table, and removes the
/// folders of all its other runs. A machine without a quiet run keeps all runs. Returns a line for each removed run.
pub(crate) fn condense(root: &Path) -> Result<Vec<String>> {
    let kept = kept_runs(root)?;
    let mut old = read(root)?;
    let mut removed = Vec::new();
    for run in &kept {
        let newest = kept.iter().rfind(|other| other.machine_folder == run.machine_folder && other.run.is_quiet());
        let Some(newest) = newest.filter(|newest| newest.folder != run.folder) else { continue };
        if run.run.is_quiet() {
            old.push(Medians::of(run));
        }
        let why =
            if run.run.is_quiet() { format!("its medians are in {FILE}") } else { "something else was running".into() };
        removed.push((run, format!("{}: removed, {why}; {} stays", run.path(), newest.folder)));
    }
    if removed.is_empty() {
        return Ok(Vec::new());
    }
    old.sort_by(|a, b| a.started.cmp(&b.started));
    write_whole(&root.join(FILE), &table(&old)).with_context(|| format!("cannot write {FILE}"))?;
    for (run, _) in &removed {
        fs::remove_dir_all(root.join(run.path())).with_context(|| format!("cannot remove {}", run.path()))?;
    }
    Ok(removed.into_iter().map(|(_, line)| line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::fixture::kept as fixture;
    use crate::record::keep;

    #[test]
    fn the_table_keeps_every_median_and_a_fault_is_reported_with_its_line() {
        let runs = [
            Medians::of(&fixture("one", "2026-01-01T00:00:00Z", &[("a", 1.0), ("copy", 0.5)])),
            Medians::of(&fixture("two", "2026-01-02T00:00:00Z", &[("b", 2.5), ("a", 0.25)])),
        ];
        let text = table(&runs);
        assert_eq!(
            text,
            "question\trole\trow\tone 2026-01-01T00:00:00Z 01234567\ttwo 2026-01-02T00:00:00Z 01234567\n\
             q\tBackend\ta\t1\t0.25\nq\tUpperBound\tcopy\t0.5\t\nq\tBackend\tb\t\t2.5\n"
        );
        let read = parsed(&text).unwrap();
        assert_eq!(table(&read), text);
        assert_eq!(read[1].questions[0].row("b").unwrap().samples.nanoseconds(), 2.5);
        let error = |text: &str| parsed(text).unwrap_err().to_string();
        assert_eq!(error(&text.replace("0.25", "fast")), "results/history.tsv:2: fast is not a time");
        assert_eq!(error(&text.replace("0.5\t", "0.5")), "results/history.tsv:3: 4 columns, expected 5");
    }

    #[test]
    fn the_newest_quiet_run_stays_and_no_median_of_a_quiet_run_is_lost() {
        let root = tempfile::tempdir().unwrap();
        let run = |day: u32, load: f64| {
            let mut one = fixture("m", &format!("2026-01-0{day}T00:00:00Z"), &[("a", f64::from(day))]);
            one.run.load_before = Some(load);
            keep(root.path(), &one).unwrap();
        };
        run(1, 0.1);
        run(2, 1.5);
        assert_eq!(condense(root.path()).unwrap().len(), 1, "a run under load is not kept, even if it is newer");
        assert_eq!(read(root.path()).unwrap(), [], "nor are its medians");
        run(3, 0.1);
        run(4, 0.1);
        let lines = condense(root.path()).unwrap();
        assert_eq!(lines[0], "results/m/2026-01-01: removed, its medians are in results/history.tsv; 2026-01-04 stays");
        let times: Vec<String> = read(root.path()).unwrap().into_iter().map(|run| run.started).collect();
        assert_eq!(times, ["2026-01-01T00:00:00Z", "2026-01-03T00:00:00Z"]);
        assert_eq!(kept_runs(root.path()).unwrap().len(), 1);
        assert_eq!(condense(root.path()).unwrap(), Vec::<String>::new());
    }
}
