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

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use setwise_files::write_whole;
use setwise_rounds::{Measured, Role, Row};

use super::{RecordedRun, kept_runs};

const FILE: &str = "results/history.tsv";

/// The names of the first columns.
const HEAD: [&str; 3] = ["question", "role", "row"];

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
            commit: kept.run.build.short().to_string(),
            questions: questions.collect(),
        }
    }

    /// Returns the day of the run, such as `2026-11-21`.
    pub(crate) fn day(&self) -> &str {
        self.started.split('T').next().unwrap_or_default()
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
        let [machine_folder, started, commit] =
            column.split(' ').map(str::to_string).collect::<Vec<_>>().try_into().ok()?;
        Some(Medians { machine_folder, started, commit, questions: Vec::new() })
    };
    let runs: Option<Vec<Medians>> = head[HEAD.len()..].iter().map(run).collect();
    let mut runs = runs.with_context(|| format!("{FILE}:1: expected a machine, a time and a commit in each column"))?;
    for (n, cells) in (2..).zip(lines) {
        ensure!(cells.len() == head.len(), "{FILE}:{n}: {} columns, expected {}", cells.len(), head.len());
        let is_role = |role: &Role| format!("{role:?}") == cells[1];
        let role = [Role::Backend, Role::Rival, Role::UpperBound].into_iter().find(is_role);
        let role = role.with_context(|| format!("{FILE}:{n}: unknown role"))?;
        for (run, cell) in runs.iter_mut().zip(&cells[HEAD.len()..]).filter(|(_, cell)| !cell.is_empty()) {
            let median = cell.parse().with_context(|| format!("{FILE}:{n}: {cell} is not a time"))?;
            let row = Row::new(cells[2], role, vec![median]);
            match run.questions.iter_mut().find(|question| question.id == cells[0]) {
                Some(question) => question.rows.push(row),
                // The table contains neither the texts of a question nor its boards.
                None => run.questions.push(Measured { id: cells[0].to_string(), ..Measured::of_rows("", vec![row]) }),
            }
        }
    }
    Ok(runs)
}

/// Returns the table of the runs, which must be sorted by time. The rows of a question are next to each other.
fn table(runs: &[Medians]) -> String {
    let mut lines: Vec<[String; 3]> = Vec::new();
    for question in runs.iter().flat_map(|run| &run.questions) {
        for row in &question.rows {
            let line = [question.id.clone(), format!("{:?}", row.role), row.name.clone()];
            if !lines.contains(&line) {
                let after = lines.iter().rposition(|[id, ..]| *id == line[0]).map_or(lines.len(), |n| n + 1);
                lines.insert(after, line);
            }
        }
    }
    let column = |run: &Medians| format!("\t{} {} {}", run.machine_folder, run.started, run.commit);
    let mut text = HEAD.join("\t") + &runs.iter().map(column).collect::<String>() + "\n";
    for [id, role, name] in lines {
        let cell = |run: &Medians| {
            let row =
                run.questions.iter().find(|question| question.id == id)?.rows.iter().find(|row| row.name == name)?;
            Some(row.samples.nanoseconds().to_string())
        };
        let cells = runs.iter().map(|run| "\t".to_string() + &cell(run).unwrap_or_default());
        text += &format!("{id}\t{role}\t{name}{}\n", cells.collect::<String>());
    }
    text
}

/// Keeps the newest run of each machine. Moves the medians of its older runs into the table, and removes their folders.
pub(crate) fn condense(root: &Path) -> Result<()> {
    let mut older = kept_runs(root)?;
    let newest: Vec<String> = (0..older.len())
        .filter(|&n| older[n + 1..].iter().all(|later| later.machine_folder != older[n].machine_folder))
        .map(|n| older[n].path())
        .collect();
    older.retain(|run| !newest.contains(&run.path()));
    if older.is_empty() {
        return Ok(());
    }
    let mut all = read(root)?;
    all.extend(older.iter().map(Medians::of));
    all.sort_by(|a, b| a.started.cmp(&b.started));
    write_whole(&root.join(FILE), &table(&all)).with_context(|| format!("cannot write {FILE}"))?;
    for run in older {
        fs::remove_dir_all(root.join(run.path())).with_context(|| format!("cannot remove {}", run.path()))?;
    }
    Ok(())
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
    fn the_newest_run_stays_and_no_median_is_lost() {
        let root = tempfile::tempdir().unwrap();
        for (machine, day) in [("m", 1), ("m", 2), ("n", 1)] {
            let one = fixture(machine, &format!("2026-01-0{day}T00:00:00Z"), &[("a", f64::from(day))]);
            keep(root.path(), &one, "").unwrap();
        }
        for _ in 0..2 {
            condense(root.path()).unwrap();
            let older = read(root.path()).unwrap();
            assert_eq!((older.len(), &*older[0].machine_folder, older[0].day()), (1, "m", "2026-01-01"));
            let kept: Vec<String> = kept_runs(root.path()).unwrap().iter().map(RecordedRun::path).collect();
            assert_eq!(kept, ["results/n/2026-01-01", "results/m/2026-01-02"]);
        }
    }
}
