//! The command `results check`: checks the recorded runs and the documents that show them. `benches/METHODOLOGY.md`
//! says what this check cannot prove.

mod limits;
mod typed;

use std::path::Path;

use anyhow::Result;

use crate::counts::Counts;
use crate::record::{kept_runs, read};
use crate::report::stale;

/// Returns objections to the recorded runs of a workspace and to the documents that show them. The list is empty if the
/// check passes.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    for kept in kept_runs(root)? {
        let counts = root.join(kept.path()).join("counts.json");
        if counts.exists() {
            read::<Counts>(&counts)?;
        }
        objections.extend(limits::of_run(&kept).into_iter().map(|what| format!("{}: {what}", kept.path())));
    }
    let stale = stale(root)?.into_iter();
    objections.extend(stale.map(|path| format!("{path}: differs from its rendering: fix with `cargo lab report`")));
    objections.extend(typed::of_texts(root)?);
    Ok(objections)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::*;
    use crate::record::{RecordedRun, Wall, root};
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

    /// A workspace in which tests plant faults. It contains a part of one recorded run, and the files rendered from
    /// this part.
    struct Workspace {
        folder: TempDir,
        run: PathBuf,
    }

    impl Workspace {
        fn new() -> Self {
            let runs = kept_runs(root()).unwrap();
            let kept = runs.into_iter().find(|run| run.folder == MODEL).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let workspace = Self { run: folder.path().join(kept.path()), folder };
            fs::create_dir_all(&workspace.run).unwrap();
            fs::create_dir_all(workspace.folder.path().join("benches")).unwrap();
            for text in ["README.md", "benches/METHODOLOGY.md"] {
                workspace.write(Path::new(text), TEXT);
            }
            let RecordedRun { machine, run, mut wall, .. } = kept;
            wall.questions.retain(|question| shown().any(|id| id == question.id));
            // A few rows per question are enough, and are faster to render.
            for question in &mut wall.questions {
                let reference = question.reference.clone();
                let is_kept = |name: &str| name == reference || name == "scalar-lookup" || name.contains("avx512");
                question.rows.retain(|row| is_kept(&row.name));
            }
            let of_machine = workspace.run.parent().unwrap().join("machine.json");
            workspace.write(&of_machine, &serde_json::to_string(&machine).unwrap());
            workspace.write(&workspace.run.join("run.json"), &serde_json::to_string(&run).unwrap());
            workspace.write(&workspace.run.join("wall.json"), &serde_json::to_string(&wall).unwrap());
            report::write(workspace.folder.path()).unwrap();
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
        report::write(workspace.folder.path()).unwrap();

        // The documents are rendered again, so they agree with the changed run. Only the row of the copy reveals that
        // the times are too short.
        let path = workspace.run.join("wall.json");
        let mut wall: Wall = read(&path).unwrap();
        let rows = wall.questions.iter_mut().flat_map(|question| &mut question.rows);
        let of_backend = rows.filter(|row| row.name == "avx512-prefix");
        of_backend.flat_map(|row| &mut row.samples.nanoseconds).for_each(|ns| *ns /= 3.0);
        workspace.write(&path, &serde_json::to_string(&wall).unwrap());
        report::write(workspace.folder.path()).unwrap();
        let fast = workspace.objections();
        assert!(fast.iter().any(|one| one.contains("knights-real: avx512-prefix takes 0.6")), "{fast:#?}");
        assert!(fast.iter().all(|one| one.contains("of the time of copy")), "{fast:#?}");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let workspace = Workspace::new();
        let counts = workspace.run.join("counts.json");
        workspace.write(&counts, "{}");
        let fault = |path: &Path| {
            let error = check(workspace.folder.path()).unwrap_err();
            assert!(error.to_string().contains(&*path.to_string_lossy()), "{error:#}");
        };
        fault(&counts);
        for name in ["ports.json", "wall.json", "run.json"] {
            workspace.write(&workspace.run.join(name), "{\"schema\": 1,");
            fault(&workspace.run.join(name));
        }
    }
}
