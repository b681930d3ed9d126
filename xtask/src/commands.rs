//! Runs cargo, compilers and other programs, which may be missing.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use setwise_files::ending::print_line;

/// Returns the folder in which cargo builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").as_deref().unwrap_or(OsStr::new("target")))
}

pub(crate) fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    command
}

pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

/// Runs a command and returns its output. If the command fails, returns an error with everything that it printed.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    let [printed, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    ensure!(output.status.success(), "{printed}{errors}{command:?}: {}", output.status);
    String::from_utf8(output.stdout).with_context(|| format!("the output of {command:?} is not text"))
}

/// Returns whether a program is installed. If the program is missing, prints its name, and returns an error if
/// `SETWISE_NO_SKIP` is set.
pub(crate) fn is_installed(program: &str) -> Result<bool> {
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
