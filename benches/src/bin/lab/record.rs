//! `lab record`: measures every question and keeps the run.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use setwise_benches::ask::Ask;
use setwise_benches::machine::cpu_name;
use setwise_benches::positions::RealPositions;
use setwise_benches::questions;
use setwise_benches::record::{Build, Recorder, results_folder, with_flags};
use setwise_benches::rounds::{Plan, measure};

use crate::root::root;

/// The question that is measured again in programs compiled with other flags, and these flags.
const FLAGS: (&str, [(&str, &str); 2]) =
    ("knights-real", [("x86-64-v3", "-C target-cpu=x86-64-v3"), ("native", "-C target-cpu=native")]);

/// Measures the questions, keeps the run, and prints its folder.
pub(crate) fn run(quick: bool) -> Result<()> {
    let real = RealPositions::load()?;
    let ask = Ask::all(&real);
    let makers = if quick { questions::headline() } else { questions::all() };
    let plan = Plan::USUAL;
    let (mut rows, mut time) = (Vec::new(), Duration::ZERO);
    for make in &makers {
        let question = make(ask)?;
        rows.push(question.as_ref().map_or(0, |question| question.contestants.len() as u64));
        time += question.as_ref().map_or(Duration::ZERO, |question| plan.estimate(question));
    }
    let flags = if quick || !cfg!(target_arch = "x86_64") { &[][..] } else { &FLAGS.1[..] };
    let total: u64 = rows.iter().sum();
    let minutes = (time.as_secs_f64() / 60.0 + 1.5 * flags.len() as f64).ceil();
    eprintln!("measuring {total} rows of {} questions, about {minutes} minutes, on {}", makers.len(), cpu_name());
    let builds = flags.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    eprintln!(
        "then measuring {} again, compiled for: {}",
        FLAGS.0,
        if builds.is_empty() { "no other flags" } else { &builds }
    );
    let build = Build::read(root())?;
    let mut recorder = Recorder::begin(&results_folder(root()), ask, plan, build.clone())?;
    let skipped = recorder.skipped().join("\n  ");
    eprintln!("skipped: {}", if skipped.is_empty() { "nothing" } else { &skipped });

    let bar = ProgressBar::new(total);
    bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} rows, {eta} left, {wide_msg}")?);
    for (make, rows) in makers.iter().zip(rows) {
        if let Some(mut question) = make(ask)? {
            bar.set_message(question.title.clone());
            recorder.add(measure(&mut question, plan))?;
        }
        bar.inc(rows);
    }
    bar.finish_and_clear();
    for (name, flags) in flags {
        eprintln!("compiling for {name}");
        recorder.add(with_flags(root(), name, flags, FLAGS.0)?)?;
    }
    ensure!(Build::read(root())? == build, "files or the commit changed during the run: the run stays unfinished");
    let folder: PathBuf = recorder.folder().to_path_buf();
    let wrong = recorder.finish()?;
    println!("{}", folder.strip_prefix(root()).unwrap_or(&folder).display());
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    Ok(())
}
