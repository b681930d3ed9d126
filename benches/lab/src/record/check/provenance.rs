//! Checks the date, revision and compiler of a run against its folder, its other files and the other runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use jiff::Timestamp;
use setwise_testkit::reference::fnv1a;

use crate::counts::Counts;
use crate::record::RecordedRun;
use crate::record::index::digest;

/// Returns objections to one run.
pub(super) fn of_run(results: &Path, kept: &RecordedRun) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    let folder = results.join(&kept.machine_folder).join(&kept.folder);
    let build = &kept.run.build;
    if kept.machine.folder() != kept.machine_folder {
        objections.push(format!("the machine's folder should be {}", kept.machine.folder()));
    }
    if build.commit.len() != 40 || !build.commit.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        objections.push(format!("{:?} is not a commit", build.commit));
    }
    match kept.run.started.parse::<Timestamp>() {
        Err(_) => objections.push(format!("{:?} is not a time", kept.run.started)),
        Ok(started) => {
            let name = format!("{}-{}", started.strftime("%Y-%m-%d"), build.short());
            let number = kept.folder.strip_prefix(&name).map(|rest| rest.strip_prefix('-').unwrap_or(rest));
            if !number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit())) {
                objections.push(format!("by its date and commit the folder should be {name}"));
            }
        }
    }
    let counts = folder.join("counts.json");
    if counts.exists() {
        let counts: Counts =
            serde_json::from_slice(&fs::read(&counts)?).with_context(|| counts.display().to_string())?;
        if counts.rustc != build.rustc {
            objections.push(format!("counts.json is of rustc {}, the run of {}", counts.rustc, build.rustc));
        }
    }
    // Runs made before the index existed have a checksum.
    if let Some(kept) = &kept.run.wall_checksum {
        let found = format!("{:016x}", fnv1a(fs::read(folder.join("wall.json"))?));
        if *kept != found {
            objections.push(format!("wall.json was changed: its checksum is {found}, not {kept}"));
        }
    }
    Ok(objections)
}

/// Returns objections from comparing runs: a compiler version has one LLVM, and no run exists twice.
pub(super) fn of_all(results: &Path, kept: &[RecordedRun]) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    let (mut llvm_of, mut first_with) = (BTreeMap::new(), BTreeMap::new());
    for kept in kept {
        let build = &kept.run.build;
        let (llvm, first) = *llvm_of.entry(&build.rustc).or_insert((&build.llvm, kept));
        if *llvm != build.llvm {
            let (path, other) = (kept.path(), first.path());
            objections.push(format!("{path}: rustc {} has LLVM {}, in {other} {llvm}", build.rustc, build.llvm));
        }
        let wall = digest(&results.join(&kept.machine_folder).join(&kept.folder).join("wall.json"))?;
        let started = format!("{} {}", kept.machine_folder, kept.run.started);
        for (same, what) in [(wall, "the same samples"), (started, "the same start")] {
            if let Some(first) = first_with.insert(same, kept) {
                objections.push(format!("{}: has {what} as {}", kept.path(), first.path()));
            }
        }
    }
    Ok(objections)
}
