//! `lab record`: measures every question and records the run.

use std::io::{Write, stderr};
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use setwise_assembly::batch_loops;
use setwise_benches::Setup;
use setwise_benches::machine::Machine;
use setwise_benches::positions::RealPositions;
use setwise_benches::questions::headline;
use setwise_benches::rounds::{estimate, measure};
use setwise_files::ending::print_line;
use setwise_rounds::{Plan, cpu_name};

use crate::questions::all;
use crate::record::{Build, Recorder, root, with_flags};
use crate::{commands, report};

/// A question, and the other builds in which it is measured again. Each build has a name and compiler flags.
const FLAGS: (&str, [(&str, &str); 2]) =
    ("knights-real", [("x86-64-v3", "-C target-cpu=x86-64-v3"), ("native", "-C target-cpu=native")]);

/// Measures the questions, records the run, and prints the folder of the run.
pub(crate) fn run(quick: bool, submit: bool) -> Result<()> {
    let build = Build::read(root())?;
    ensure!(!submit || !build.dirty, "commit or stash your changes first, so that others can repeat the measurement");
    let real = RealPositions::load()?;
    let setup = Setup::all(&real);
    let defs = if quick { headline() } else { all() };
    let plan = Plan::USUAL;
    let (mut rows, mut time) = (Vec::new(), Duration::ZERO);
    for def in &defs {
        let question = def.make(setup)?;
        rows.push(question.as_ref().map_or(0, |question| question.contestants.len() as u64));
        time += question.as_ref().map_or(Duration::ZERO, |question| estimate(plan, question));
    }
    let flags = if quick || !cfg!(target_arch = "x86_64") { &[][..] } else { &FLAGS.1[..] };
    let total: u64 = rows.iter().sum();
    let minutes = (time.as_secs_f64() / 60.0 + 0.6 * flags.len() as f64).ceil();
    let _ = writeln!(
        stderr(),
        "measuring {total} rows of {} questions, about {minutes} minutes, on {}",
        defs.len(),
        cpu_name()
    );
    let builds = flags.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    if !flags.is_empty() {
        let _ = writeln!(stderr(), "then measuring {} again, compiled for: {builds}", FLAGS.0);
    }
    let mut recorder = Recorder::begin(root(), setup, plan, build.clone())?;
    let skipped = recorder.run.skipped.join("\n  ");
    let _ = writeln!(stderr(), "skipped: {}", if skipped.is_empty() { "nothing" } else { &skipped });

    let bar = ProgressBar::new(total);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} rows, {eta} left, {wide_msg}")?);
    for (def, rows) in defs.iter().zip(rows) {
        if let Some(mut question) = def.make(setup)? {
            bar.set_message(question.title.clone());
            recorder.add(measure(def.id, &mut question, plan))?;
        }
        bar.inc(rows);
    }
    bar.finish_and_clear();
    for (name, flags) in flags {
        let _ = writeln!(stderr(), "compiling for {name}");
        recorder.add(with_flags(root(), name, flags, FLAGS.0)?)?;
    }
    let cpu = modelled_cpu();
    match batch_loops::can_bound(cpu) {
        Ok(()) => recorder.keep_bounds(&batch_loops::bounds(root(), cpu)?)?,
        Err(reason) => drop(writeln!(stderr(), "skipped: port bounds: {reason:#}")),
    }
    ensure!(Build::read(root())? == build, "files or the commit changed during the run: the run stays unfinished");
    let folder = recorder.folder.clone();
    let wrong = recorder.finish()?;
    print_line(format_args!("{}", folder.strip_prefix(root()).unwrap_or(&folder).display()))?;
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    if submit { check_and_describe(&folder) } else { Ok(()) }
}

/// Returns LLVM's name for the CPU of this machine. Returns `native` only if the microarchitecture is unknown or LLVM
/// has no name for it. With `native`, llvm-mca detects the CPU, and may detect a wrong one in a virtual machine.
pub(crate) fn modelled_cpu() -> &'static str {
    Machine::read().llvm_name().unwrap_or("native")
}

/// Renders and checks the results, and prints how to submit the run.
fn check_and_describe(folder: &Path) -> Result<()> {
    report::write(root())?;
    commands::check()?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    print_line(format_args!(
        "\nTo submit it:\n  git switch -c results-{name}\n  git add results README.md benches/METHODOLOGY.md\n  \
         git commit -m 'Add a run of this machine'\nThen open a pull request. docs/submitting.md describes what a run contains and \
         what reviewers look at."
    ))?;
    Ok(())
}
