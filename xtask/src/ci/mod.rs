//! `cargo xtask ci`: runs the checks of a push; with `--all`, also the nightly ones.
//!
//! Two jobs run at the same time, because a job often uses only one core, for example while it links or runs a single
//! long test. Cargo prevents two jobs from compiling in the same folder at the same time. The name of a job
//! is printed before each line that the job prints. The output ends with two times of each job and the last lines of
//! each failed job. The first is the elapsed time. The second is the processor time, summed over all cores, which other
//! jobs and programs hardly affect.

mod jobs;

use std::collections::VecDeque;
use std::env;
use std::io::{self, BufRead, BufReader, IsTerminal, stdout};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use setwise_files::ending::print_line;
use wait4::{ResUse, Wait4};

use self::jobs::{JOBS, Job};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    /// The machine lacks something that the job needs. The output names what is missing.
    Skipped,
    Failed,
}

/// The exit code of a script that skips its job.
const SKIPPED: i32 = 77;

/// The environment variable that makes a job fail instead of being skipped. It should be set on machines that have all
/// programs that the jobs need.
pub(crate) const NO_SKIP: &str = "SETWISE_NO_SKIP";

/// The environment variable that makes scripts install what the nightly jobs need.
const ALL: &str = "SETWISE_ALL";

/// The number of last lines of a failed job that are repeated at the end of the output.
const REPEATED: usize = 60;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Run only the jobs with these names
    jobs: Vec<String>,
    /// Run the nightly jobs too
    #[arg(long, conflicts_with = "jobs")]
    all: bool,
    /// List all jobs and stop
    #[arg(long)]
    list: bool,
}

/// Runs or lists jobs. If a job fails, the other jobs still run, and then an error is returned.
pub(crate) fn run(root: &Path, arguments: &Arguments) -> Result<()> {
    if arguments.list { list() } else { run_all(&chosen(arguments)?, root, arguments.all) }
}

/// Prints every job with its command.
fn list() -> Result<()> {
    for Job { name, command, is_nightly, .. } in JOBS {
        print_line(format_args!("{name:20} {:8} {command}", if *is_nightly { "nightly" } else { "" }))?;
    }
    Ok(())
}

/// Returns the jobs that the arguments select, in the order of the list.
fn chosen(Arguments { jobs: names, all, .. }: &Arguments) -> Result<Vec<&'static Job>> {
    for name in names {
        ensure!(
            JOBS.iter().any(|job| job.name == name),
            "unknown job {name:?}; `cargo xtask ci --list` lists all jobs"
        );
    }
    let is_named = |job: &Job| names.iter().any(|name| name == job.name);
    Ok(JOBS.iter().filter(|job| if names.is_empty() { *all || !job.is_nightly } else { is_named(job) }).collect())
}

fn run_all(jobs: &[&'static Job], root: &Path, all: bool) -> Result<()> {
    let ended = from_both_ends(jobs, |job| {
        print_line(format_args!("==> {}: {}", job.name, job.command))?;
        Ended::of(job, root, all)
    })?;
    print_line(format_args!("\n{:20} {:>8} {:>8}", "job", "seconds", "CPU"))?;
    for Ended { job, outcome, elapsed, worked, .. } in &ended {
        let [elapsed, worked] = [elapsed, worked].map(Duration::as_secs_f64);
        print_line(format_args!(
            "{:20} {elapsed:8.1} {worked:8.1} {}",
            job.name,
            format!("{outcome:?}").to_lowercase()
        ))?;
    }
    print_line(format_args!(
        "{:20} {:8} {:8.1}",
        "all jobs",
        "",
        ended.iter().map(|ended| ended.worked.as_secs_f64()).sum::<f64>()
    ))?;
    let failed: Vec<&Ended> = ended.iter().filter(|ended| ended.outcome == Outcome::Failed).collect();
    for Ended { job, last_lines, .. } in &failed {
        print_line(format_args!("\n==> {} failed; its last lines are:", job.name))?;
        for line in last_lines {
            print_line(format_args!("{line}"))?;
        }
    }
    let names: Vec<&str> = failed.iter().map(|ended| ended.job.name).collect();
    ensure!(failed.is_empty(), "failed: {}", names.join(", "));
    Ok(())
}

/// Calls `run` for each item. One thread takes items from the front, and another takes items from the back. Returns the
/// results in the order of the items, or the error of the first item whose call failed.
fn from_both_ends<'a, T: Sync, R: Send>(items: &'a [T], run: impl Fn(&T) -> Result<R> + Sync) -> Result<Vec<R>> {
    const POISONED: &str = "no thread panics while it holds the lock";
    type Queue<'a, T> = VecDeque<(usize, &'a T)>;
    let (queue, results) = (Mutex::new(items.iter().enumerate().collect::<Queue<T>>()), Mutex::new(Vec::new()));
    let work = |take: fn(&mut Queue<'a, T>) -> Option<(usize, &'a T)>| {
        loop {
            let taken = take(&mut queue.lock().expect(POISONED));
            let Some((n, item)) = taken else { break };
            let result = run(item);
            results.lock().expect(POISONED).push((n, result));
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| work(VecDeque::pop_front));
        work(VecDeque::pop_back);
    });
    let mut results = results.into_inner().expect(POISONED);
    results.sort_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A job that has run or was skipped.
struct Ended {
    job: &'static Job,
    outcome: Outcome,
    elapsed: Duration,
    /// The processor time of the job and of the processes that it waited for, summed over all cores.
    worked: Duration,
    last_lines: VecDeque<String>,
}

impl Ended {
    #[allow(clippy::disallowed_methods, reason = "the time of a check is shown to people and measures no code")]
    fn of(job: &'static Job, root: &Path, all: bool) -> Result<Self> {
        let start = Instant::now();
        let no_skip = env::var_os(NO_SKIP).is_some();
        let (outcome, worked, last_lines) = match job.lacks(root) {
            Some(need) => {
                let line = format!("skipped: `{need}` fails on this machine");
                print_line(format_args!("{line}"))?;
                (skipped(no_skip), Duration::ZERO, VecDeque::from([line]))
            }
            None => {
                let mut command = job.command(root);
                command.envs(all.then_some((ALL, "1")));
                let (ResUse { status, rusage }, last_lines) = passing_on(job.name, command)?;
                let outcome = match status.code() {
                    Some(0) => Outcome::Passed,
                    Some(SKIPPED) => skipped(no_skip),
                    _ => Outcome::Failed,
                };
                (outcome, rusage.utime + rusage.stime, last_lines)
            }
        };
        Ok(Self { job, outcome, elapsed: start.elapsed(), worked, last_lines })
    }
}

/// Returns the outcome of a job that could not run: failed if `no_skip` is true, otherwise skipped.
fn skipped(no_skip: bool) -> Outcome {
    if no_skip { Outcome::Failed } else { Outcome::Skipped }
}

/// Runs the command of the job `name`, and prints its standard output and standard error line by line. Returns the exit
/// status with the processor time, and the last lines.
fn passing_on(name: &str, mut command: Command) -> Result<(ResUse, VecDeque<String>)> {
    let context = || format!("cannot run the job {name}");
    let (output, input) = io::pipe().with_context(context)?;
    command.stdout(input.try_clone().with_context(context)?).stderr(input);
    if stdout().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let child = command.spawn().with_context(context)?;
    // Dropping the command closes its copies of the write end of the pipe. Otherwise the loop below would wait forever
    // for the end of the output.
    drop(command);
    let mut last_lines = VecDeque::new();
    for line in BufReader::new(output).split(b'\n') {
        let line = String::from_utf8_lossy(&line.with_context(context)?).into_owned();
        print_line(format_args!("{name}: {line}"))?;
        last_lines.push_back(line);
        if last_lines.len() > REPEATED {
            last_lines.pop_front();
        }
    }
    Ok((child.wait4().with_context(context)?, last_lines))
}
