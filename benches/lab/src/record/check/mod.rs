//! The command `results check`: checks the recorded runs and the documents that show them. `benches/METHODOLOGY.md`
//! says what this check cannot prove.

mod limits;
mod typed;

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::record::{RecordedRun, history, kept_runs};
use crate::report::{changed, disagreement};

/// Returns objections to the recorded runs of a workspace and to the documents that show them. The list is empty if the
/// check passes.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    let all = kept_runs(root)?;
    for kept in &all {
        let others = all.iter().filter(|other| other.machine_folder == kept.machine_folder);
        let found = limits::of_run(kept).into_iter().chain(of_files(root, kept, others.count()));
        objections.extend(found.map(|what| format!("{}: {what}", kept.path())));
    }
    history(root)?;
    let stale = changed(root)?.into_iter();
    objections
        .extend(stale.map(|(path, _)| format!("{path}: differs from its rendering: fix with `cargo lab report`")));
    objections.extend(typed::of_texts(root)?);
    Ok(objections)
}

/// Returns objections to the files of a run. `runs` is the number of runs of its machine.
fn of_files(root: &Path, kept: &RecordedRun, runs: usize) -> Vec<String> {
    let mut objections = Vec::new();
    if runs > 1 {
        objections.push(format!("one of {runs} runs of this machine: fix with `cargo lab results condense`"));
    }
    if !kept.run.is_quiet() {
        objections.push("something else was running: record another run".to_string());
    }
    match fs::read_to_string(root.join(kept.path()).join("report.md")) {
        Ok(report) => objections.extend(disagreement(kept, &report).map(|row| format!("report.md lacks {row}"))),
        Err(error) => objections.push(format!("report.md cannot be read: {error}")),
    }
    objections
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;
    use crate::record::{Wall, keep, read, root};
    use crate::report::{self, shown};

    /// If this test fails, `cargo lab results check` prints the same objections.
    #[test]
    fn the_kept_runs_and_the_texts_pass() {
        assert_eq!(check(root()).unwrap(), Vec::<String>::new());
    }

    /// The recorded run that the tests copy. It contains AVX-512 rows and all questions that the documents show.
    const MODEL: &str = "2026-11-22-bded6f20";

    /// A document with an empty block for results.
    const TEXT: &str = "# Text\n\n<!-- results from nothing -->\n<!-- end of results -->\n\nThe end.\n";

    /// A workspace in which tests plant faults. It contains a part of one recorded run, and documents that show this part.
    struct Workspace {
        folder: TempDir,
        run: PathBuf,
    }

    impl Workspace {
        fn new() -> Self {
            let runs = kept_runs(root()).unwrap();
            let mut kept = runs.into_iter().find(|run| run.folder == MODEL).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let workspace = Self { run: folder.path().join(kept.path()), folder };
            kept.wall.questions.retain(|question| shown().any(|id| id == question.id));
            // A few rows per question are enough, and are faster to render.
            for question in &mut kept.wall.questions {
                let reference = question.reference.clone();
                let is_kept = |name: &str| name == reference || name == "scalar-lookup" || name.contains("avx512");
                question.rows.retain(|row| is_kept(&row.name));
            }
            keep(workspace.folder.path(), &kept).unwrap();
            fs::create_dir_all(workspace.folder.path().join("benches")).unwrap();
            for text in report::SPLICED {
                workspace.write(Path::new(text), TEXT);
            }
            report::write_documents(workspace.folder.path()).unwrap();
            workspace
        }

        fn write(&self, path: &Path, text: &str) {
            fs::write(self.folder.path().join(path), text).unwrap();
        }

        fn objections(&self) -> Vec<String> {
            check(self.folder.path()).unwrap()
        }
    }

    #[test]
    fn planted_faults_are_found() {
        let workspace = Workspace::new();
        assert_eq!(workspace.objections(), Vec::<String>::new());

        let readme = fs::read_to_string(workspace.folder.path().join("README.md")).unwrap();
        workspace.write(Path::new("README.md"), &readme.replace("The end.", "It is 7.5 times as fast."));
        let typed = workspace.objections();
        assert!(typed.len() == 1 && typed[0].starts_with("README.md:"), "{typed:#?}");
        assert!(typed[0].contains("\"7.5 times\" is typed"), "{typed:#?}");
        workspace.write(Path::new("README.md"), &readme.replacen("avx512", "avx1024", 1));
        assert_eq!(workspace.objections(), ["README.md: differs from its rendering: fix with `cargo lab report`"]);
        report::write_documents(workspace.folder.path()).unwrap();

        // The documents are rendered again, so they agree with the changed run. Only the report and the row of the copy
        // reveal that the times are too short.
        let path = workspace.run.join("wall.json");
        let mut wall: Wall = read(&path).unwrap();
        let rows = wall.questions.iter_mut().flat_map(|question| &mut question.rows);
        let of_backend = rows.filter(|row| row.name == "avx512-prefix");
        of_backend.flat_map(|row| &mut row.samples.nanoseconds).for_each(|ns| *ns /= 3.0);
        workspace.write(&path, &serde_json::to_string(&wall).unwrap());
        report::write_documents(workspace.folder.path()).unwrap();
        let fast = workspace.objections();
        assert!(fast.iter().any(|one| one.contains("knights-real: avx512-prefix takes 0.6")), "{fast:#?}");
        let is_expected =
            |one: &String| one.contains("of the time of copy") || one.contains("report.md lacks knights-real");
        assert!(fast.iter().all(is_expected) && fast.iter().any(|one| one.contains("report.md lacks")), "{fast:#?}");
    }

    #[test]
    fn a_second_run_of_a_machine_and_a_run_under_load_are_refused() {
        let workspace = Workspace::new();
        let mut kept = kept_runs(workspace.folder.path()).unwrap().remove(0);
        (kept.folder, kept.run.load_before) = ("2026-01-01-01234567".into(), Some(1.5));
        keep(workspace.folder.path(), &kept).unwrap();
        let objections = workspace.objections();
        let has = |part: &str| objections.iter().filter(|one| one.contains(part)).count();
        assert_eq!(
            (has("one of 2 runs of this machine"), has("something else was running")),
            (2, 1),
            "{objections:#?}"
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let workspace = Workspace::new();
        for name in ["../../history.tsv", "ports.json", "wall.json", "run.json"] {
            workspace.write(&workspace.run.join(name), "{\"schema\": 1,");
            let error = check(workspace.folder.path()).unwrap_err().to_string();
            assert!(error.contains(name.trim_start_matches("../")), "{name}: {error}");
        }
    }
}
