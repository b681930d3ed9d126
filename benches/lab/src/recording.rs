//! `lab record`: measures every question and records the run.

use std::io::{Write, stderr};
use std::time::Duration;

use anyhow::{Result, ensure};
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
use crate::record::{Build, RecordedRun, Run, SCHEMA, Wall, keep, root, with_flags};

/// A question, and the other builds in which it is measured again. Each build has a name and compiler flags.
const FLAGS: (&str, [(&str, &str); 2]) =
    ("knights-real", [("x86-64-v3", "-C target-cpu=x86-64-v3"), ("native", "-C target-cpu=native")]);

const PLAN: Plan = Plan::USUAL;

/// Measures the questions, records the run, and prints the folder of the run. With `submit`, also prepares the run for a
/// pull request.
pub(crate) fn run(submit: bool) -> Result<()> {
    let build = Build::read(root())?;
    ensure!(!submit || !build.dirty, "commit or stash your changes first, so that others can repeat the measurement");
    let real = RealPositions::load()?;
    let (machine, begun) = (Machine::read(), Timestamp::now());
    let machine_folder = machine.folder();
    let folder = format!("{}-{}", begun.strftime("%Y-%m-%d"), build.short());
    let path = root().join("results").join(&machine_folder).join(&folder);
    ensure!(!path.exists(), "{} exists: remove it to record this commit again", path.display());
    let (load_before, skipped) = (load(), skipped_backends());
    let questions = measured(Setup::all(&real))?;
    let ports = or_skipped("port bounds", ports());
    ensure!(Build::read(root())? == build, "files or the commit changed during the run, so it is not kept");
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
        skipped,
    };
    let kept = RecordedRun { machine_folder, machine, folder, run, wall: Wall { schema: SCHEMA, questions }, ports };
    keep(root(), &kept)?;
    print_line(format_args!("{}", kept.path()))?;
    let wrong: Vec<_> = wrong(&kept.wall.questions).collect();
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    if submit { check_and_describe(&kept) } else { Ok(()) }
}

/// Measures every question, and one question in other builds. Reports the progress.
fn measured(setup: Setup<'_>) -> Result<Vec<Measured>> {
    let defs = all();
    let (mut rows, mut time) = (Vec::new(), Duration::ZERO);
    for def in &defs {
        let question = def.make(setup)?;
        rows.push(question.as_ref().map_or(0, |question| question.contestants.len() as u64));
        time += question.as_ref().map_or(Duration::ZERO, |question| estimate(PLAN, question));
    }
    let builds = if cfg!(target_arch = "x86_64") { &FLAGS.1[..] } else { &[] };
    let total: u64 = rows.iter().sum();
    let minutes = (time.as_secs_f64() / 60.0 + 0.6 * builds.len() as f64).ceil();
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
    for (name, flags) in builds {
        let _ = writeln!(stderr(), "measuring {} again, compiled for {name}", FLAGS.0);
        questions.extend(or_skipped(name, with_flags(root(), name, flags, FLAGS.0)));
    }
    Ok(questions)
}

/// Returns the port bounds of the batch loops.
fn ports() -> Result<Bounds> {
    let cpu = modelled_cpu();
    batch_loops::can_bound(cpu)?;
    batch_loops::bounds(root(), cpu)
}

/// Returns a part of the run, or `None` if it could not be made. Prints the reason: the rest of the run is kept.
fn or_skipped<T>(part: &str, outcome: Result<T>) -> Option<T> {
    outcome.map_err(|reason| drop(writeln!(stderr(), "skipped: {part}: {reason:#}"))).ok()
}

/// Returns LLVM's name for the CPU of this machine. Returns `native` only if the microarchitecture is unknown or LLVM
/// has no name for it. With `native`, llvm-mca detects the CPU, and may detect a wrong one in a virtual machine.
pub(crate) fn modelled_cpu() -> &'static str {
    Machine::read().llvm_name().unwrap_or("native")
}

/// Condenses, renders and checks the results, and prints how to submit the run.
fn check_and_describe(kept: &RecordedRun) -> Result<()> {
    ensure!(kept.run.is_quiet(), "something else was running: stop other programs and record another run");
    let name = &kept.folder;
    commands::condense()?;
    commands::report(false)?;
    commands::check()?;
    print_line(format_args!(
        "\nTo submit it:\n  git switch -c results-{name}\n  git add results README.md benches/METHODOLOGY.md\n  \
         git commit -m 'Add a run of this machine'\nThen open a pull request. docs/submitting.md describes what a run contains and \
         what reviewers look at."
    ))?;
    Ok(())
}
