//! Tests with runs that were edited, renamed, copied or deleted, in a repository made for the test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::git::Git;
use super::{Checked, check, history};
use setwise_files::write_whole;
use setwise_testkit::skip::has_programs;

use crate::record::index::{INDEX, complete};
use crate::record::{RecordedRun, kept_runs};
use crate::record::{Wall, results_folder};
use crate::report::{self, is_shown};

/// A workspace with two kept runs, all of it committed.
struct Workspace {
    folder: TempDir,
    /// The folder of a whole run under the workspace.
    run: String,
    /// The folder of a quick run, a day later.
    quick: String,
}

/// A text with an empty block.
const TEXT: &str = "# Text\n\n<!-- results from nothing -->\n<!-- end of results -->\n\nThe end.\n";

/// The run of this project that the test runs are made from. It has AVX-512 and all the questions that texts show.
const MODEL: &str = "2026-11-22-bded6f20";

impl Workspace {
    /// Creates the workspace. Returns `None` if git is not installed.
    fn new() -> Option<Self> {
        if !has_programs(&["git"]) {
            return None;
        }
        let mut workspace = Self { folder: tempfile::tempdir().unwrap(), run: String::new(), quick: String::new() };
        workspace.git(&["init", "--quiet", "--template="]);
        workspace.git(&["symbolic-ref", "HEAD", "refs/heads/main"]);
        workspace.write("README.md", TEXT);
        workspace.write("benches/METHODOLOGY.md", TEXT);
        workspace.commit("2026-01-01T00:00:00Z");
        let commit = workspace.git(&["rev-parse", "HEAD"]);
        workspace.run = workspace.keep("2026-01-02", &commit, |id| id == "kings-real" || is_shown(id));
        workspace.quick = workspace.keep("2026-01-03", &commit, |id| id == "knights-real");
        report::write(workspace.root()).unwrap();
        workspace.commit("2026-01-04T00:00:00Z");
        Some(workspace)
    }

    /// Writes a run of this project as if it were of another day and commit, with the questions that are `shown`.
    fn keep(&self, day: &str, commit: &str, shown: fn(&str) -> bool) -> String {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let mut runs = kept_runs(&results_folder(project)).unwrap().into_iter();
        let RecordedRun { machine_folder, machine, mut run, mut wall, .. } =
            runs.find(|run| run.folder == MODEL).unwrap();
        (run.build.commit, run.build.rustc) = (commit.into(), "1.95.0".into());
        (run.started, run.wall_checksum) = (format!("{day}T00:00:00Z"), None);
        wall.questions.retain(|question| shown(&question.id));
        // A few rows per question are enough and take less time to render.
        for question in &mut wall.questions {
            let reference = question.reference.clone();
            question.rows.retain(|row| row.name == reference || row.name.contains("avx512"));
        }
        let counts = r#"{"rustc": "1.95.0", "instructions": {"knights/avx2-prefix": 1234}, "skipped": []}"#;
        let path = format!("results/{machine_folder}/{day}-{}", &commit[..8]);
        self.write(&format!("results/{machine_folder}/machine.json"), &serde_json::to_string_pretty(&machine).unwrap());
        self.write(&format!("{path}/run.json"), &serde_json::to_string_pretty(&run).unwrap());
        self.write(&format!("{path}/wall.json"), &serde_json::to_string(&wall).unwrap());
        self.write(&format!("{path}/counts.json"), counts);
        path
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    fn path(&self, below: &str) -> PathBuf {
        self.root().join(below)
    }

    /// Returns the path of a file of the run.
    fn of_run(&self, name: &str) -> String {
        format!("{}/{name}", self.run)
    }

    fn write(&self, path: &str, text: &str) {
        fs::create_dir_all(self.path(path).parent().unwrap()).unwrap();
        write_whole(&self.path(path), text).unwrap();
    }

    /// Replaces a part of a file, which must exist.
    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(from), "{path} has no {from:?}");
        self.write(path, &text.replace(from, to));
    }

    /// Makes the index and the rendered files again, as a careful forger would, and commits everything.
    fn cover_up(&self) {
        fs::remove_file(self.path("results").join(INDEX)).unwrap();
        complete(&self.path("results")).unwrap();
        report::write(self.root()).unwrap();
        self.commit("2026-01-04T00:00:00Z");
    }

    fn git(&self, arguments: &[&str]) -> String {
        self.git_at("2026-01-01T00:00:00Z", arguments)
    }

    /// Runs git with a date, and without the configuration of the user or the system.
    fn git_at(&self, time: &str, arguments: &[&str]) -> String {
        let mut command = Command::new("git");
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"] {
            command.env_remove(variable);
        }
        let output = command
            .args(["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.autocrlf=false"])
            .args(arguments)
            .env("GIT_CONFIG_GLOBAL", self.path("no-such-configuration"))
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", time)
            .env("GIT_COMMITTER_DATE", time)
            .current_dir(self.root())
            .output()
            .unwrap();
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_string()
    }

    /// Commits everything with this date.
    fn commit(&self, time: &str) {
        self.git(&["add", "--all"]);
        self.git_at(time, &["commit", "--quiet", "--allow-empty", "-m", "test"]);
    }

    fn objections(&self) -> Vec<String> {
        let Checked { objections, skipped } = check(self.root()).unwrap();
        assert_eq!(skipped, Vec::<String>::new());
        objections
    }

    /// Asserts that an objection has each of these parts.
    fn objects(&self, parts: &[&str]) {
        let objections = self.objections();
        for part in parts {
            assert!(objections.iter().any(|objection| objection.contains(part)), "no {part:?} in {objections:#?}");
        }
    }
}

#[test]
fn an_honest_run_is_taken() {
    let Some(workspace) = Workspace::new() else { return };
    assert_eq!(workspace.objections(), Vec::<String>::new());
    workspace.write("README.md", &TEXT.replace("The end.", "Another end."));
    report::write(workspace.root()).unwrap();
    assert_eq!(workspace.objections(), Vec::<String>::new(), "texts and reports may change");
}

#[test]
fn another_commit_or_compiler_is_found() {
    let Some(workspace) = Workspace::new() else { return };
    let (run, at_head) = (workspace.of_run("run.json"), workspace.git(&["rev-parse", "HEAD"]));
    let kept = fs::read_to_string(workspace.path(&run)).unwrap();
    let commit = workspace.git(&["rev-parse", "HEAD~1"]);
    workspace.edit(&run, &commit, &at_head);
    workspace.objects(&[
        "run.json: was changed: its digest differs from SHA256SUMS",
        "by its date and commit the folder should be 2026-01-02-",
        "started at 2026-01-02T00:00:00Z, before its commit was made",
        "run.json: was kept, and was changed",
    ]);
    workspace.write(&run, &kept.replace(&commit, &"0".repeat(40)));
    workspace.objects(&["there is no commit 0000000000"]);
    workspace.write(&run, &kept.replace(&commit, "main").replace("2026-01-02T", "at "));
    workspace.objects(&["\"main\" is not a commit", "\"at 00:00:00Z\" is not a time"]);
    let (before, after) = ("\"rustc\": \"1.95.0\"", "\"rustc\": \"1.96.0\"");
    workspace.write(&run, &kept.replace(before, after));
    workspace
        .objects(&["run.json: was changed: its digest differs", "counts.json is of rustc 1.95.0, the run of 1.96.0"]);
    workspace.objects(&["report.md: differs from its rendering"]);
    workspace.edit(&workspace.of_run("counts.json"), "1.95.0", "1.96.0");
    workspace.cover_up();
    workspace.objects(&["run.json: was kept, and was changed", "counts.json: was kept, and was changed"]);
}

/// Even if the index and all texts are made again, the copies and git's history reveal the change.
#[test]
fn times_divided_by_three_are_found() {
    let Some(workspace) = Workspace::new() else { return };
    let path = workspace.of_run("wall.json");
    let mut wall: Wall = serde_json::from_str(&fs::read_to_string(workspace.path(&path)).unwrap()).unwrap();
    let rows = wall.questions.iter_mut().flat_map(|question| &mut question.rows);
    let of_backend = rows.filter(|row| row.name == "avx512-prefix");
    of_backend.flat_map(|row| &mut row.ns_per_board).for_each(|ns| *ns /= 3.0);
    workspace.write(&path, &serde_json::to_string(&wall).unwrap());
    workspace.objects(&["wall.json: was changed: its digest differs", "README.md: differs from its rendering"]);
    workspace.cover_up();
    let objections = workspace.objections();
    let count = |part: &str| objections.iter().filter(|objection| objection.contains(part)).count();
    assert!(count("knights-real: avx512-prefix takes 0.6") == 1, "{objections:#?}");
    assert!(count("kings-real: avx512-prefix takes") == 1, "{objections:#?}");
    assert_eq!((count("wall.json: was kept, and was changed"), count("digest")), (1, 0), "{objections:#?}");
}

#[test]
fn a_renamed_run_is_found() {
    let Some(workspace) = Workspace::new() else { return };
    let renamed = workspace.run.replace("2026-01-02", "2026-01-05");
    fs::rename(workspace.path(&workspace.run), workspace.path(&renamed)).unwrap();
    workspace.objects(&[
        "run.json: is missing, though SHA256SUMS lists it",
        "run.json: is not in SHA256SUMS",
        "by its date and commit the folder should be 2026-01-02-",
    ]);
    workspace.cover_up();
    workspace.objects(&["the folder should be 2026-01-02-", "run.json: was kept, and was changed, renamed or deleted"]);
}

#[test]
fn a_copied_run_is_found() {
    let Some(workspace) = Workspace::new() else { return };
    let copied = format!("{}-2", workspace.run);
    for name in ["run.json", "wall.json"] {
        let text = fs::read_to_string(workspace.path(&workspace.of_run(name))).unwrap();
        workspace.write(&format!("{copied}/{name}"), &text);
    }
    workspace.objects(&["-2/wall.json: is not in SHA256SUMS"]);
    workspace.cover_up();
    workspace.objects(&["-2: has the same samples as results/", "-2: has the same start as results/"]);
}

#[test]
fn a_deleted_run_is_found() {
    let Some(workspace) = Workspace::new() else { return };
    fs::remove_dir_all(workspace.path(&workspace.quick)).unwrap();
    workspace.objects(&[&format!("{}/run.json: is missing, though SHA256SUMS lists it", workspace.quick)]);
    workspace.cover_up();
    workspace.objects(&[&format!("{}/wall.json: was kept, and was changed, renamed or deleted", workspace.quick)]);
}

/// A plain `git log` does not show that a merge dropped a run of one branch.
#[test]
fn a_run_that_a_merge_deleted_is_found() {
    let Some(workspace) = Workspace::new() else { return };
    workspace.git(&["checkout", "--quiet", "-b", "without", "HEAD~1"]);
    workspace.commit("2026-01-05T00:00:00Z");
    workspace.git(&["merge", "--quiet", "--strategy=ours", "-m", "merge", "main"]);
    let git = Git::open(workspace.root()).unwrap().unwrap();
    let deleted = history::of_all(&git, &[]).unwrap();
    assert!(deleted.iter().any(|objection| objection.contains("run.json: was kept")), "{deleted:#?}");
}

#[test]
fn edited_counts_are_found() {
    let Some(workspace) = Workspace::new() else { return };
    let counts = workspace.of_run("counts.json");
    workspace.edit(&counts, "1234", "999");
    workspace.objects(&[&format!("{counts}: was changed: its digest differs from SHA256SUMS")]);
    workspace.cover_up();
    workspace.objects(&[&format!("{counts}: was kept, and was changed")]);
}

#[test]
fn edited_machines_and_unknown_files_are_found() {
    let Some(workspace) = Workspace::new() else { return };
    let machine = format!("{}/machine.json", workspace.run.rsplit_once('/').unwrap().0);
    workspace.edit(&machine, "\"cores\": 2", "\"cores\": 64");
    let notes = workspace.of_run("notes.txt");
    workspace.write(&notes, "notes");
    workspace.edit(&machine, "\"linux\"", "\"/home/somebody\"");
    workspace.objects(&[
        &format!("{machine}: was changed"),
        &format!("{machine}: contains the private name \"/home/\""),
        &format!("{notes}: is neither measured nor rendered"),
    ]);
}

#[test]
fn a_typed_ratio_and_an_edited_table_are_found() {
    let Some(workspace) = Workspace::new() else { return };
    workspace.edit("README.md", "The end.", "It is 7.5 times as fast.");
    let objections = workspace.objections();
    let [objection] = &objections[..] else { panic!("{objections:#?}") };
    assert!(objection.starts_with("README.md:") && objection.contains("\"7.5 times\" is typed"), "{objection}");
    workspace.write("README.md", TEXT);
    workspace.objects(&["README.md: differs from its rendering: fix with `cargo xtask report`"]);
}

#[test]
fn another_llvm_of_the_same_compiler_is_found() {
    let Some(workspace) = Workspace::new() else { return };
    let llvm = kept_runs(&workspace.path("results")).unwrap()[0].run.build.llvm.clone();
    workspace.edit(&workspace.of_run("run.json"), &format!("\"llvm\": \"{llvm}\""), "\"llvm\": \"1.2.3\"");
    workspace.objects(&[&format!("rustc 1.95.0 has LLVM {llvm}, in {} 1.2.3", workspace.run)]);
}

/// Checks that git cannot answer have not passed; they are reported as skipped.
#[test]
fn without_the_whole_history_its_checks_are_skipped_by_name() {
    let Some(workspace) = Workspace::new() else { return };
    let skipped = |reason: &str| {
        let Checked { objections, skipped } = check(workspace.root()).unwrap();
        assert_eq!(objections, Vec::<String>::new());
        assert_eq!(skipped.len(), 1);
        assert!(
            skipped[0].starts_with("revisions and history of the runs: ") && skipped[0].contains(reason),
            "{skipped:?}"
        );
    };
    // What `git clone --depth 1` writes.
    workspace.write(".git/shallow", &(workspace.git(&["rev-parse", "HEAD"]) + "\n"));
    skipped("a shallow clone");
    fs::remove_dir_all(workspace.path(".git")).unwrap();
    skipped("git repository");
}
