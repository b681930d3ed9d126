//! Writes the files of a run while it is measured.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use serde::Serialize;
use setwise_files::write_whole;

use super::{Build, PORTS, Run, SCHEMA, Wall, read};
use crate::compare;
use setwise_assembly::batch_loops::Bounds;
use setwise_benches::Setup;
use setwise_benches::machine::{Machine, load};
use setwise_benches::rounds::skipped_backends;
use setwise_rounds::{Measured, Plan};

/// Returns the folder of the workspace, two levels above this package.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package)
}

/// A run that is being recorded. Each question is written to disk as soon as it is measured.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) folder: PathBuf,
    begun: Timestamp,
    pub(crate) run: Run,
    wall: Wall,
}

impl Recorder {
    /// Begins a run on this machine and creates the folder of the run.
    pub(crate) fn begin(root: &Path, setup: Setup<'_>, plan: Plan, build: Build) -> Result<Self> {
        let machine = Machine::read();
        let of_machine = root.join("results").join(machine.folder());
        let begun = Timestamp::now();
        let name = format!("{}-{}", begun.strftime("%Y-%m-%d"), build.short());
        let folder = (1..)
            .map(|n| of_machine.join(if n == 1 { name.clone() } else { format!("{name}-{n}") }))
            .find(|folder| !folder.exists())
            .context("too many runs")?;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        keep_machine(&of_machine.join("machine.json"), &machine)?;
        let run = Run {
            schema: SCHEMA,
            started: begun.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            seconds: 0.0,
            finished: false,
            build,
            positions: setup.real.origin.clone(),
            rounds: plan.rounds,
            sample_ms: plan.sample.as_secs_f64() * 1e3,
            load_before: load(),
            load_after: None,
            skipped: skipped_backends(),
        };
        let recorder = Self { folder, begun, run, wall: Wall { schema: SCHEMA, questions: Vec::new() } };
        recorder.write()?;
        Ok(recorder)
    }

    /// Adds a measured question and writes the files of the run.
    pub(crate) fn add(&mut self, measured: Measured) -> Result<()> {
        self.wall.questions.push(measured);
        self.write()
    }

    /// Stores the port bounds of the batch loops.
    pub(crate) fn keep_bounds(&self, bounds: &Bounds) -> Result<()> {
        write_json(&self.folder.join(PORTS), bounds)
    }

    /// Ends the run. Returns the wrong answers, each with its question and contestant.
    pub(crate) fn finish(mut self) -> Result<Vec<String>> {
        self.run.finished = true;
        self.run.load_after = load();
        self.write()?;
        Ok(compare::wrong(&self.wall.questions).collect())
    }

    fn write(&self) -> Result<()> {
        let seconds = Timestamp::now().duration_since(self.begun).as_secs_f64();
        // Each question is a single line: the file stays small, and tools that compare files line by line still show
        // which question differs.
        let questions: Vec<String> = self.wall.questions.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let text = format!("{{\"schema\": {SCHEMA}, \"questions\": [\n{}\n]}}\n", questions.join(",\n"));
        let wall = self.folder.join("wall.json");
        write_whole(&wall, &text).with_context(|| format!("cannot write {}", wall.display()))?;
        let seconds = (10.0 * seconds).round() / 10.0;
        write_json(&self.folder.join("run.json"), &Run { seconds, ..self.run.clone() })
    }
}

/// Writes the description of the machine. If the file already exists, checks that it describes the same machine.
fn keep_machine(path: &Path, machine: &Machine) -> Result<()> {
    if !path.exists() {
        return write_json(path, machine);
    }
    let before: Machine = read(path)?;
    ensure!(
        (before.family, before.model, &before.cpu) == (machine.family, machine.model, &machine.cpu),
        "{} describes another machine: {}",
        path.display(),
        before.summary()
    );
    Ok(())
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_string_pretty(value)? + "\n";
    write_whole(path, &text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{fixture, kept_runs};
    use setwise_benches::positions::RealPositions;
    use setwise_rounds::Wrong;

    #[test]
    fn every_question_is_kept_at_once_and_the_end_reports_wrong_answers() {
        let root = tempfile::tempdir().unwrap();
        let real = RealPositions::embedded();
        let mut recorder = Recorder::begin(root.path(), Setup::all(&real), Plan::USUAL, fixture::build()).unwrap();
        let wrong = vec![Wrong { name: "liar".into(), fault: "result 0 of board 1: 7".into() }];
        recorder.add(Measured { wrong, ..Measured::of_rows("a", vec![]) }).unwrap();
        let kept = || kept_runs(root.path()).unwrap().remove(0);
        assert!(kept().question("q").is_some() && !kept().run.finished);
        assert_eq!(recorder.finish().unwrap(), ["q: liar: result 0 of board 1: 7"]);
        assert!(kept().run.finished);
    }
}
