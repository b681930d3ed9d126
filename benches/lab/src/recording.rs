//! `lab record`: measures every question and records the run.

use std::io::{Write, stderr};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use setwise_assembly::batch_loops::{self, Bounds};
use setwise_benches::Setup;
use setwise_benches::machine::{Machine, load};
use setwise_benches::positions::RealPositions;
use setwise_benches::rounds::{estimate, measure, skipped_backends};
use setwise_files::ending::print_line;
use setwise_rounds::{Measured, Plan, cpu_name};

use crate::commands;
use crate::compare::wrong;
use crate::questions::all;
use crate::record::{Build, RecordedRun, Run, SCHEMA, Wall, condense, ensure_clean, keep, root};
use crate::report::run_report;

/// If the load average is above this value, another program must be running.
const BUSY: f64 = 0.7;

const PLAN: Plan = Plan::USUAL;

/// Measures the questions and records the run in place of the machine's older run. Then renders and checks the results,
/// and prints how to submit them.
pub(crate) fn run() -> Result<()> {
    ensure_clean(root())?;
    let (build, load_before) = (Build::read(root())?, load());
    if let Some(load) = load_before.filter(|load| *load > BUSY) {
        bail!(
            "something else is using the machine (load average {load:.2}): stop other programs, wait until the load is below \
             {BUSY}, and run the command again"
        );
    }
    let real = RealPositions::load()?;
    let (machine, begun) = (Machine::read(), Timestamp::now());
    let machine_folder = machine.folder();
    let folder = format!("{}-{}", begun.strftime("%Y-%m-%d"), build.short());
    let path = root().join("results").join(&machine_folder).join(&folder);
    ensure!(!path.exists(), "{} exists: remove it to record this commit again", path.display());
    let questions = measured(Setup::all(&real))?;
    let ports = ports();
    ensure_clean(root()).context("files changed during the run, so it is not kept")?;
    ensure!(Build::read(root())? == build, "the commit changed during the run, so it is not kept");
    let run = Run {
        schema: SCHEMA,
        started: begun.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        seconds: Timestamp::now().duration_since(begun).as_secs_f64().round(),
        build,
        positions: real.origin.clone(),
        rounds: PLAN.rounds,
        sample_ms: PLAN.sample.as_secs_f64() * 1e3,
        load_before,
        load_after: load(),
        skipped: skipped_backends(),
    };
    let kept = RecordedRun { machine_folder, machine, folder, run, wall: Wall { schema: SCHEMA, questions }, ports };
    let wrong: Vec<_> = wrong(&kept.wall.questions).collect();
    ensure!(wrong.is_empty(), "wrong answers, so the run is not kept:\n{}", wrong.join("\n"));
    keep(root(), &kept, &run_report(&kept))?;
    condense(root())?;
    commands::report(false)?;
    commands::check()?;
    let name = &kept.folder;
    print_line(format_args!(
        "\nThe run is in {}. To submit it:\n  git switch -c results-{name}\n  git add results README.md benches/METHODOLOGY.md\n  \
         git commit -m 'Add a run of this machine'\nThen open a pull request. docs/submitting.md describes what a run contains and \
         what reviewers look at.",
        kept.path()
    ))?;
    Ok(())
}

/// Measures every question. Reports the progress.
fn measured(setup: Setup<'_>) -> Result<Vec<Measured>> {
    let defs = all();
    let (mut rows, mut time) = (Vec::new(), Duration::ZERO);
    for def in &defs {
        let question = def.make(setup)?;
        rows.push(question.as_ref().map_or(0, |question| question.contestants.len() as u64));
        time += question.as_ref().map_or(Duration::ZERO, |question| estimate(PLAN, question));
    }
    let total: u64 = rows.iter().sum();
    let minutes = (time.as_secs_f64() / 60.0).ceil();
    let what = format!("{total} rows of {} questions, about {minutes} minutes, on {}", defs.len(), cpu_name());
    let _ = writeln!(stderr(), "measuring {what}");
    let bar = ProgressBar::new(total);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} rows, {eta} left, {wide_msg}")?);
    let mut questions = Vec::new();
    for (def, rows) in defs.iter().zip(rows) {
        if let Some(mut question) = def.make(setup)? {
            bar.set_message(question.title.clone());
            questions.push(measure(def.id, &mut question, PLAN));
        }
        bar.inc(rows);
    }
    bar.finish_and_clear();
    Ok(questions)
}

/// Returns the port bounds of the batch loops. Returns `None` and prints the reason if they cannot be computed: the rest
/// of the run is kept.
fn ports() -> Option<Bounds> {
    let cpu = modelled_cpu();
    let bounds = batch_loops::can_bound(cpu).and_then(|()| batch_loops::bounds(root(), cpu));
    bounds.map_err(|reason| drop(writeln!(stderr(), "skipped: port bounds: {reason:#}"))).ok()
}

/// Returns LLVM's name for the CPU of this machine. Returns `native` only if the microarchitecture is unknown or LLVM
/// has no name for it. With `native`, llvm-mca detects the CPU, and may detect a wrong one in a virtual machine.
pub(crate) fn modelled_cpu() -> &'static str {
    Machine::read().llvm_name().unwrap_or("native")
}
