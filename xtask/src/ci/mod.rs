//! `cargo xtask ci`: runs the list of all checks.
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

/// The number of last lines of a failed job that are repeated at the end of the output.
const REPEATED: usize = 60;

/// Prints every job with its command.
pub(crate) fn list() -> Result<()> {
    for Job { name, command, .. } in JOBS {
        print_line(format_args!("{name:20} {command}"))?;
    }
    Ok(())
}

/// Runs the jobs with these names, or all jobs if `names` is empty. If a job fails, the other jobs still run, and then
/// an error is returned.
pub(crate) fn run(root: &Path, names: &[String]) -> Result<()> {
    for name in names {
        ensure!(
            JOBS.iter().any(|job| job.name == name),
            "unknown job {name:?}; `cargo xtask ci --list` lists all jobs"
        );
    }
    let asked_for = |job: &&Job| names.is_empty() || names.iter().any(|name| name == job.name);
    let ended = from_both_ends(&JOBS.iter().filter(asked_for).collect::<Vec<_>>(), |job| {
        print_line(format_args!("==> {}: {}", job.name, job.command))?;
        Ended::of(job, root)
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
    fn of(job: &'static Job, root: &Path) -> Result<Self> {
        let start = Instant::now();
        let no_skip = env::var_os(NO_SKIP).is_some();
        let (outcome, worked, last_lines) = match job.lacks(root) {
            Some(program) => {
                let line = format!("skipped: {program} is not installed on this machine");
                print_line(format_args!("{line}"))?;
                (skipped(no_skip), Duration::ZERO, VecDeque::from([line]))
            }
            None => {
                let (ResUse { status, rusage }, last_lines) = passing_on(job.name, job.command(root))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_job_is_an_error_before_anything_runs() {
        let error = run(Path::new("."), &["tset".to_string()]).unwrap_err().to_string();
        assert_eq!(error, "unknown job \"tset\"; `cargo xtask ci --list` lists all jobs");
    }

    #[test]
    fn a_skip_is_a_failure_only_where_nothing_may_be_skipped() {
        assert_eq!([skipped(true), skipped(false)], [Outcome::Failed, Outcome::Skipped]);
    }

    #[test]
    fn every_item_is_run_once_and_the_results_are_in_order() {
        let items: Vec<u32> = (0..50).collect();
        let runs = Mutex::new(Vec::new());
        let results = from_both_ends(&items, |n| {
            runs.lock().unwrap().push(*n);
            Ok(n * n)
        });
        assert!(results.unwrap().into_iter().eq(items.iter().map(|n| n * n)));
        let mut runs = runs.into_inner().unwrap();
        runs.sort_unstable();
        assert_eq!(runs, items);
        assert!(from_both_ends(&items, |n| if *n == 30 { anyhow::bail!("30") } else { Ok(()) }).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn the_last_lines_of_both_streams_are_kept() {
        let mut command = Command::new("sh");
        command.args(["-c", "for n in $(seq 100); do echo $n; done; echo wrong >&2; exit 3"]);
        let (used, last_lines) = passing_on("job", command).unwrap();
        assert_eq!(used.status.code(), Some(3));
        let expected = (42..=100).map(|n: i32| n.to_string()).chain(["wrong".to_string()]);
        assert!(last_lines.iter().eq(&expected.collect::<Vec<_>>()), "{last_lines:?}");
    }
}
