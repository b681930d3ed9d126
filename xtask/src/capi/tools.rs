//! Runs compilers and other programs that may be missing.

use std::env;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use setwise_files::ending::print_line;

/// Runs a program. If it fails, returns an error with its output.
pub(super) fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let output = command.output().with_context(|| format!("cannot start {shown}"))?;
    let printed = [output.stdout, output.stderr].concat();
    ensure!(output.status.success(), "{}{shown}: {}", String::from_utf8_lossy(&printed), output.status);
    Ok(())
}

/// Runs a command and returns its standard output. The standard error of the command is printed.
pub(super) fn output_of(command: &mut Command) -> Result<String> {
    let shown = format!("{command:?}");
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot start {shown}"))?;
    ensure!(output.status.success(), "{shown}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("the output of {shown} is not text"))
}

/// Returns whether a program is installed. If the program is missing, prints its name, and returns an error if
/// `SETWISE_NO_SKIP` is set.
pub(super) fn is_installed(program: &str) -> Result<bool> {
    let is_there = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        skip(&format!("{program} is not installed"))?;
    }
    Ok(is_there)
}

/// Prints why a check is skipped. Returns an error if `SETWISE_NO_SKIP` is set.
pub(crate) fn skip(reason: &str) -> Result<()> {
    print_line(format_args!("skipped: {reason} on this machine"))?;
    ensure!(env::var_os(crate::ci::NO_SKIP).is_none(), "{reason} on this machine, where nothing may be skipped");
    Ok(())
}
