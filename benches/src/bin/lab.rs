//! The laboratory: interleaved rounds, the gates judged by them, and runs that are kept.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use setwise_benches::gates::{GATES, Verdict, conclude, judge};
use setwise_benches::machine::{Machine, cpu_name};
use setwise_benches::positions::RealPositions;
use setwise_benches::question::Question;
use setwise_benches::questions::{self, Ask};
use setwise_benches::record::{Build, Checked, Recorder, Wall, check, results_folder, revisions, with_flags};
use setwise_benches::rounds::{Plan, measure};
use setwise_benches::{compare, counts, report, self_check};

#[derive(Parser)]
#[command(name = "lab", about = "The laboratory of setwise", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Measure every question and keep the run under results/
    Record {
        /// Only the questions of `cargo bench`, and no builds with other flags
        #[arg(long)]
        quick: bool,
    },
    /// Judge every ratio that must hold, or those of the named questions; fails if one is broken or too noisy to judge
    Gates {
        /// Ids of questions
        questions: Vec<String>,
    },
    /// Measure questions by interleaved rounds and print every row, best first
    Rounds {
        /// Ids of questions; none lists them
        questions: Vec<String>,
    },
    /// Count instructions by callgrind, keep them in the newest run of this machine if it is of this commit, and compare with the
    /// baseline
    Counts {
        /// Make these counts the baseline
        #[arg(long)]
        bless: bool,
    },
    /// Render reports, charts and the texts that show results
    Report {
        /// Change nothing; fail if a file differs from what would be rendered
        #[arg(long)]
        check: bool,
    },
    /// Compare two kept runs, or two git revisions, row by row
    Compare {
        /// A folder of a run, or a revision
        a: String,
        /// Another one
        b: String,
        /// Questions that two revisions are asked
        #[arg(long, default_values_t = COMPARED.map(str::to_string))]
        question: Vec<String>,
    },
    /// Look after kept runs
    Results {
        #[command(subcommand)]
        task: ResultsTask,
    },
    /// Whether the rounds call what is equal different, and what is slower slower
    SelfCheck,
    /// Measure one question and print every sample as JSON
    #[command(hide = true)]
    Json {
        /// Id of the question
        question: String,
    },
}

#[derive(Subcommand)]
enum ResultsTask {
    /// Whether every kept run can be taken: form, digests, plausibility, privacy, revisions, history; and whether the texts show
    /// what the runs say
    Check,
}

/// What two revisions are asked.
const COMPARED: [&str; 5] = ["knights-real", "kings-real", "mobility-counts", "forks", "attacked-squares"];

fn main() -> ExitCode {
    let run = match Arguments::parse().task {
        Task::Record { quick } => record(quick),
        Task::Gates { questions } => gates(&questions),
        Task::Rounds { questions } if questions.is_empty() => list(),
        Task::Rounds { questions } => rounds(&questions),
        Task::Counts { bless } => count(bless),
        Task::Report { check } => render(check),
        Task::Compare { a, b, question } => compare_two(&a, &b, &question),
        Task::Results { task: ResultsTask::Check } => check_results(),
        Task::SelfCheck => check_self(),
        Task::Json { question } => json(&question),
    };
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace: this package's parent.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package)
}

/// The one question that is asked again of programs compiled with other flags, and the flags.
const FLAGS: (&str, [(&str, &str); 2]) =
    ("knights-real", [("x86-64-v3", "-C target-cpu=x86-64-v3"), ("native", "-C target-cpu=native")]);

fn record(quick: bool) -> Result<()> {
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
    eprintln!("{total} rows of {} questions, about {minutes} minutes; {}", makers.len(), cpu_name());
    let builds = flags.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    eprintln!("then {} again, compiled for: {}", FLAGS.0, if builds.is_empty() { "nothing else" } else { &builds });
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
    ensure!(Build::read(root())? == build, "files or the commit changed meanwhile: the run stays unfinished");
    let folder: PathBuf = recorder.folder().to_path_buf();
    let wrong = recorder.finish()?;
    println!("{}", folder.strip_prefix(root()).unwrap_or(&folder).display());
    ensure!(wrong.is_empty(), "wrong answers, which got no number:\n{}", wrong.join("\n"));
    Ok(())
}

fn gates(wanted: &[String]) -> Result<()> {
    let real = RealPositions::load()?;
    let asked = |question: &str| wanted.is_empty() || wanted.iter().any(|id| id == question);
    let gates: Vec<_> = GATES.iter().filter(|gate| asked(gate.question)).copied().collect();
    ensure!(!gates.is_empty(), "no gate asks {}", wanted.join(", "));
    let verdicts = judge(Ask::all(&real), &gates, Plan::USUAL, |title| eprintln!("measuring {title}"))?;
    println!("{}; {}\n", cpu_name(), real.origin);
    for (gate, verdict) in &verdicts {
        let (told, ratio) = match verdict {
            Verdict::Skipped(name) => {
                println!("skipped   {}: no {name} on this machine", gate.says);
                continue;
            }
            Verdict::Kept(ratio) => ("kept", ratio),
            Verdict::Broken(ratio) => ("BROKEN", ratio),
            Verdict::TooNoisy(ratio) => ("too noisy", ratio),
        };
        let [low, high] = ratio.interval;
        println!("{told:9} {:5.2} ({low:.2} to {high:.2}), {}: {}", ratio.median, gate.bound, gate.says);
    }
    conclude(verdicts.iter().map(|(_, verdict)| verdict))
}

fn list() -> Result<()> {
    let real = RealPositions::load()?;
    for make in questions::all() {
        if let Some(question) = make(Ask::all(&real))? {
            println!("{:28} {}", question.id, question.title);
        }
    }
    Ok(())
}

/// The questions of these ids, one at a time.
fn each_of(wanted: &[String], mut of: impl FnMut(&mut Question) -> Result<()>) -> Result<()> {
    let real = RealPositions::load()?;
    let mut found = Vec::new();
    for make in questions::all() {
        let Some(mut question) = make(Ask::all(&real))? else { continue };
        if wanted.contains(&question.id) {
            found.push(question.id.clone());
            of(&mut question)?;
        }
    }
    let unknown: Vec<&str> = wanted.iter().filter(|id| !found.contains(id)).map(String::as_str).collect();
    ensure!(unknown.is_empty(), "no question {}; `cargo xtask rounds` lists them", unknown.join(", "));
    Ok(())
}

fn rounds(wanted: &[String]) -> Result<()> {
    let mut wrong = Vec::new();
    each_of(wanted, |question| {
        let mut measured = measure(question, Plan::USUAL);
        measured.rows.sort_by(|a, b| a.median().total_cmp(&b.median()));
        println!("\n{}: {}; {} boards", measured.title, measured.reason, measured.boards);
        for row in &measured.rows {
            let ratio = row.against(&measured.rows[0]).median;
            println!("{:40} {:9.3} ns {ratio:7.2}", row.name, row.median());
        }
        wrong.extend(measured.wrong.iter().map(|wrong| format!("{}: {}", wrong.name, wrong.fault)));
        Ok(())
    })?;
    ensure!(wrong.is_empty(), "wrong answers, which got no number:\n{}", wrong.join("\n"));
    Ok(())
}

fn count(bless: bool) -> Result<()> {
    let build = Build::read(root())?;
    let counts = counts::take(root(), &build)?;
    for (row, instructions) in &counts.instructions {
        println!("{row:32} {instructions:>10}");
    }
    for reason in &counts.skipped {
        println!("skipped  {reason}");
    }
    let machine = Machine::read().folder();
    let kept = report::kept_runs(&results_folder(root()))?;
    match kept.iter().rfind(|kept| kept.machine_folder == machine) {
        Some(newest) if newest.run.build == build => {
            counts.keep(&results_folder(root()), &root().join(newest.path()))?;
        }
        Some(newest) => {
            println!("kept nowhere: {} is of {}, this is {}", newest.path(), newest.run.build.short(), build.short());
        }
        None => println!("kept nowhere: no run of this machine; `cargo xtask record` makes one"),
    }
    if bless {
        return counts.bless(root());
    }
    println!("{}", counts.judge(root())?);
    Ok(())
}

fn render(check: bool) -> Result<()> {
    if check {
        let stale = report::stale(root())?;
        ensure!(stale.is_empty(), "differ from what results/ say: {}\nmend with: cargo xtask report", stale.join(", "));
        return Ok(());
    }
    let written = report::write(root())?;
    println!("{}", if written.is_empty() { "everything is fresh".to_string() } else { written.join("\n") });
    Ok(())
}

fn compare_two(a: &str, b: &str, questions: &[String]) -> Result<()> {
    let wall = |name: &str| -> Result<Option<Wall>> {
        let path = root().join(name).join("wall.json");
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path)?;
        serde_json::from_str(&text).with_context(|| path.display().to_string()).map(Some)
    };
    let comparison = match (wall(a)?, wall(b)?) {
        (Some(a), Some(b)) => compare::runs(&a.questions, &b.questions),
        (None, None) => compare::turns(&revisions::measured(root(), [a, b], questions, |told| eprintln!("{told}"))?),
        _ => bail!("{a} and {b} are not both folders of runs, nor both revisions"),
    };
    println!("{comparison}");
    let wrong: Vec<_> = comparison.wrong.into_iter().collect();
    ensure!(wrong.is_empty(), "wrong answers, which got no number:\n{}", wrong.join("\n"));
    Ok(())
}

fn check_results() -> Result<()> {
    let Checked { objections, skipped } = check(root())?;
    for reason in &skipped {
        println!("skipped  {reason}");
    }
    ensure!(objections.is_empty(), "{}", objections.join("\n"));
    println!(
        "every kept run can be taken{}",
        if skipped.is_empty() { "" } else { ", as far as could be checked here" }
    );
    Ok(())
}

fn check_self() -> Result<()> {
    let real = RealPositions::load()?;
    let told = self_check::run(Ask::all(&real), Plan::USUAL)?;
    println!("{told}");
    if !told.is_trusted() {
        bail!("the rounds cannot be trusted on this machine as it is now");
    }
    Ok(())
}

fn json(wanted: &str) -> Result<()> {
    each_of(&[wanted.to_string()], |question| {
        let measured = measure(question, Plan::USUAL);
        serde_json::to_writer(std::io::stdout().lock(), &measured).context("cannot print")
    })
}
