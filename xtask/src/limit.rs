//! Runs programs with a time limit, because a compiler that hangs would otherwise hang the task.

use std::process::{Child, Command, ExitStatus};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use wait_timeout::ChildExt;

/// Runs a command for at most `limit`, and returns its exit status.
///
/// # Errors
///
/// Returns an error if the command cannot be started, or if it is still running after `limit`. The error shows the
/// complete command. A command that is still running is killed. On Unix, the processes that it started are also killed.
pub(crate) fn status_within(command: &mut Command, limit: Duration) -> Result<ExitStatus> {
    in_a_group(command);
    let mut child = command.spawn().with_context(|| format!("cannot start {command:?}"))?;
    if let Some(status) = child.wait_timeout(limit)? {
        return Ok(status);
    }
    stop_group(&child);
    // On Unix, the command has already been killed with its group.
    let _ = child.kill();
    child.wait()?;
    bail!("{command:?} has not ended after {limit:?}");
}

/// Makes the command the leader of a new process group. All processes of the group can then be killed together. A
/// compiler may start other processes for parts of its work.
#[cfg(unix)]
fn in_a_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
fn stop_group(child: &Child) {
    let _ = Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status();
}

#[cfg(not(unix))]
fn in_a_group(_: &mut Command) {}

#[cfg(not(unix))]
fn stop_group(_: &Child) {}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_command_that_does_not_end_is_stopped_with_what_it_has_started() {
        // Both processes keep the write end of the pipe open, and neither ends before it is killed.
        let (mut ends, pipe) = std::io::pipe().unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", "tail -f /dev/null & wait"]).stdout(pipe);
        let error = status_within(&mut command, Duration::from_millis(500)).unwrap_err().to_string();
        assert!(
            error.contains("\"tail -f /dev/null & wait\"") && error.ends_with("has not ended after 500ms"),
            "{error}"
        );
        drop(command);
        // Reading ends when both processes have ended.
        assert_eq!(ends.read_to_end(&mut Vec::new()).unwrap(), 0);
    }

    #[test]
    fn a_command_that_ends_returns_its_status() {
        let of = |text| status_within(Command::new("sh").args(["-c", text]), Duration::from_secs(3600)).unwrap();
        assert_eq!([of("exit 0").code(), of("exit 7").code()], [Some(0), Some(7)]);
        let missing = status_within(&mut Command::new("no-such-compiler"), Duration::from_secs(1)).unwrap_err();
        assert!(missing.to_string().contains("cannot start \"no-such-compiler\""), "{missing}");
    }
}
