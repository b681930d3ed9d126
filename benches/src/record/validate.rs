//! Whether kept runs can be taken: their form, that nobody edited them, that their numbers can be true, and that they tell
//! nothing about whoever made them.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use setwise_testkit::reference::fnv1a;

use crate::report::{Kept, kept_runs};

/// Every objection to the runs under a folder of results; none if all can be taken.
///
/// # Errors
///
/// If a file cannot be read or has another form.
pub fn objections(results: &Path) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    for kept in kept_runs(results)? {
        let folder = results.join(&kept.machine_folder).join(&kept.folder);
        let mut object = |what: String| objections.push(format!("{}/{}: {what}", kept.machine_folder, kept.folder));
        if kept.machine.folder() != kept.machine_folder {
            object(format!("the machine's folder should be {}", kept.machine.folder()));
        }
        for (file, text) in texts(&folder)? {
            if let Some(private) = private_words().into_iter().find(|word| text.contains(word.as_str())) {
                object(format!("{file} tells {private:?}"));
            }
        }
        let found = checksum(&fs::read_to_string(folder.join("wall.json"))?);
        if kept.run.wall_checksum != found {
            object(format!("wall.json was changed: its checksum is {found}, not {}", kept.run.wall_checksum));
        }
        of_run(&kept).into_iter().for_each(object);
    }
    Ok(objections)
}

/// The checksum of a file's text as run.json keeps it.
#[must_use]
pub(super) fn checksum(text: &str) -> String {
    format!("{:016x}", fnv1a(text.bytes()))
}

/// What cannot be true.
fn of_run(kept: &Kept) -> Vec<String> {
    let Kept { run, wall, .. } = kept;
    let mut objections = Vec::new();
    let mut object = |what: String| objections.push(what);
    if !run.finished {
        object("the run was stopped before its end".into());
    }
    if run.is_loaded() {
        object(format!("something else was running: load {:?} before the run", run.load_before));
    }
    if run.build.dirty {
        object("files differed from the commit".into());
    }
    if run.build.profile != "release" {
        object(format!("compiled with the profile {}", run.build.profile));
    }
    if !run.build.flags.is_empty() {
        object(format!("compiled with flags of its own: {}", run.build.flags));
    }
    for question in &wall.questions {
        for wrong in &question.wrong {
            object(format!("{}: {} answered wrong: {}", question.id, wrong.name, wrong.fault));
        }
        for row in &question.rows {
            if row.ns_per_board.len() != run.rounds {
                object(format!(
                    "{}: {} has {} samples of {}",
                    question.id,
                    row.name,
                    row.ns_per_board.len(),
                    run.rounds
                ));
            }
            // A board in less than a tenth of a clock of the fastest CPU, or in more than a tenth of a millisecond.
            if !row.ns_per_board.iter().all(|ns| (0.001..1e5).contains(ns)) {
                object(format!("{}: {} has a time that cannot be", question.id, row.name));
            }
        }
    }
    objections
}

/// The texts of a run and of its machine, by name.
fn texts(folder: &Path) -> Result<Vec<(&'static str, String)>> {
    let machine = folder.parent().unwrap_or(folder);
    let files = [("run.json", folder), ("wall.json", folder), ("machine.json", machine)];
    let read = |(name, folder): (&'static str, &Path)| {
        fs::read_to_string(folder.join(name)).map(|text| (name, text)).with_context(|| name.to_string())
    };
    files.into_iter().map(read).collect()
}

/// Words that name a host, a user or a place on a disk.
fn private_words() -> Vec<String> {
    let mut words: Vec<String> = ["/home/", "/Users/", "/root/", "C:\\\\"].map(str::to_string).to_vec();
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_string();
    let told = [Some(host), std::env::var("USER").ok(), std::env::var("LOGNAME").ok()];
    // Short or common names would be found in names of rows.
    words.extend(told.into_iter().flatten().filter(|name| name.len() > 4));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::RealPositions;
    use crate::question::Role;
    use crate::questions::Ask;
    use crate::record::{Build, Recorder, results_folder};
    use crate::rounds::{Measured, Plan, Samples, Wrong};

    fn build() -> Build {
        let text = |text: &str| text.to_string();
        let (commit, rustc, llvm) = (text("0123456789abcdef"), text("1.95.0"), text("22"));
        Build { commit, dirty: false, rustc, llvm, host: text("x86_64"), flags: text(""), profile: text("release") }
    }

    fn measured(ns: f64, wrong: Vec<Wrong>) -> Measured {
        let samples = vec![ns; Plan::USUAL.rounds];
        Measured {
            id: "q".into(),
            title: "q".into(),
            reason: "r".into(),
            boards: 8,
            point: None,
            reference: "a".into(),
            rows: vec![Samples { name: "a".into(), role: Role::Backend, ns_per_board: samples }],
            wrong,
        }
    }

    /// A run written to a folder of its own, and what is objected to it; loads of the machine play no part.
    fn recorded(question: Measured, edit: impl Fn(&Path)) -> (Vec<String>, Vec<String>) {
        let results = tempfile::tempdir().unwrap();
        let real = RealPositions::embedded();
        let mut recorder = Recorder::begin(results.path(), Ask::all(&real), Plan::USUAL, build()).unwrap();
        recorder.add(question).unwrap();
        let folder = recorder.folder().to_path_buf();
        let wrong = recorder.finish().unwrap();
        edit(&folder);
        let objections = objections(results.path()).unwrap();
        (wrong, objections.into_iter().filter(|objection| !objection.contains("something else was running")).collect())
    }

    #[test]
    fn the_runs_that_are_kept_can_be_taken() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(objections(&results_folder(root)).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_run_as_it_was_recorded_is_taken() {
        assert_eq!(recorded(measured(0.5, vec![]), |_| ()), (vec![], vec![]));
    }

    #[test]
    fn a_wrong_answer_is_told_when_recorded_and_objected_to() {
        let liar = Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() };
        let (wrong, objections) = recorded(measured(0.5, vec![liar]), |_| ());
        assert_eq!(wrong, ["q: liar: result 0 of board 1: 7"]);
        assert!(objections[0].ends_with("q: liar answered wrong: result 0 of board 1: 7"), "{objections:?}");
    }

    /// The builds with other flags are questions of a run; the run itself is as every user compiles it.
    #[test]
    fn flags_are_objected_to() {
        let (_, objections) = recorded(measured(0.5, vec![]), |folder| {
            let path = folder.join("run.json");
            let text = fs::read_to_string(&path).unwrap().replace("\"flags\": \"\"", "\"flags\": \"-C opt-level=1\"");
            fs::write(path, text).unwrap();
        });
        assert_eq!(objections.len(), 1, "{objections:?}");
        assert!(objections[0].ends_with("compiled with flags of its own: -C opt-level=1"), "{objections:?}");
    }

    #[test]
    fn an_edited_file_an_impossible_time_and_a_private_word_are_found() {
        let (_, objections) = recorded(measured(1e-9, vec![]), |_| ());
        assert!(objections[0].ends_with("q: a has a time that cannot be"), "{objections:?}");
        let (_, objections) = recorded(measured(0.5, vec![]), |folder| {
            let path = folder.join("wall.json");
            let text = fs::read_to_string(&path).unwrap().replace("\"reason\":\"r\"", "\"reason\":\"/home/somebody\"");
            fs::write(path, text).unwrap();
        });
        assert!(objections.iter().any(|objection| objection.contains("wall.json tells \"/home/\"")), "{objections:?}");
        assert!(objections.iter().any(|objection| objection.contains("wall.json was changed")), "{objections:?}");
    }
}
