//! Functions for tests that need something that this machine may lack.
//!
//! If the machine lacks something that a test needs, the test calls a function of this module and returns. The function
//! prints a line with the name of the test and the missing item.
//!
//! If `SETWISE_NO_SKIP` is set, as on CI, a missing program fails the test. A test that needs a program is then never
//! reported as passed without having run. A missing instruction set never fails a test, because a CPU cannot be
//! installed. A machine that must run certain backends lists them in `SETWISE_MUST_RUN`.

use std::env;
use std::fmt::Display;
use std::panic::Location;
use std::process::Command;
use std::thread;

/// The environment variable that makes a test fail instead of being skipped. It should be set on machines that have all
/// programs.
pub const NO_SKIP: &str = "SETWISE_NO_SKIP";

/// Reports that the calling test cannot run because this machine lacks `what`.
///
/// # Panics
///
/// Panics if [`NO_SKIP`] is set.
#[track_caller]
pub fn missing(what: impl Display) {
    report(&what, env::var_os(NO_SKIP).is_some());
}

/// Returns whether all programs can be started. If not, reports the first program that cannot be started by calling
/// [`missing`].
///
/// # Panics
///
/// Panics if a program is missing and [`NO_SKIP`] is set.
#[track_caller]
#[must_use]
pub fn has_programs(programs: &[&str]) -> bool {
    let starts = |program: &&str| Command::new(program).arg("--version").output().is_ok_and(|run| run.status.success());
    let first_missing = programs.iter().find(|program| !starts(program));
    if let Some(program) = first_missing {
        missing(format_args!("{program} is not installed"));
    }
    first_missing.is_none()
}

/// Reports that the calling test does not run for an instruction set or a strategy that this CPU lacks.
#[track_caller]
pub fn not_on_this_cpu(what: impl Display) {
    not_ready(format_args!("{what} is not on this CPU"));
}

/// Reports why the calling test does not run for a backend: this build does not contain the backend, this CPU cannot run
/// it, or `SETWISE_ONLY` does not select it.
#[track_caller]
pub fn not_ready(reason: impl Display) {
    report(&reason, false);
}

/// Prints the missing item with the name of the test, which is the name of the test's thread. On the main thread,
/// prints the calling line instead.
#[track_caller]
fn report(what: &dyn Display, fails: bool) {
    let (thread, place) = (thread::current(), Location::caller());
    let line = match thread.name() {
        Some(name) if name != "main" => format!("skipped: {name}: {what}"),
        _ => format!("skipped: {place}: {what}"),
    };
    println!("{line}");
    assert!(!fails, "{line}; {NO_SKIP} forbids that");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skip_is_a_failure_only_where_nothing_may_be_skipped() {
        report(&"a program", false);
        not_on_this_cpu("AVX-1024");
        let failed = thread::Builder::new().name("tests::one".into()).spawn(|| report(&"a program", true));
        let message = failed.unwrap().join().unwrap_err().downcast::<String>().unwrap();
        assert_eq!(*message, "skipped: tests::one: a program; SETWISE_NO_SKIP forbids that");
    }
}
