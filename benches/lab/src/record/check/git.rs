//! Runs git queries on the repository of a workspace.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};

/// A repository with its whole history, with the workspace as its top folder.
pub(super) struct Git<'a> {
    root: &'a Path,
}

impl<'a> Git<'a> {
    /// Opens the repository, or returns the reason why it cannot be used.
    pub(super) fn open(root: &'a Path) -> Result<Result<Self, String>> {
        let git = Self { root };
        let Ok(inside) = git.command(&["rev-parse", "--show-prefix"]).output() else {
            return Ok(Err("git is not installed".to_string()));
        };
        if !inside.status.success() {
            let error = String::from_utf8_lossy(&inside.stderr);
            return Ok(Err(format!("no git repository: {}", error.lines().next().unwrap_or_default())));
        }
        if !inside.stdout.trim_ascii().is_empty() {
            return Ok(Err("the git repository belongs to another folder".to_string()));
        }
        if git.text(&["rev-parse", "--is-shallow-repository"])?.trim() != "false" {
            return Ok(Err("a shallow clone has no history".to_string()));
        }
        if git.output(&["rev-parse", "--verify", "--quiet", "HEAD"])?.status.success() {
            Ok(Ok(git))
        } else {
            Ok(Err("the git repository has no commit".to_string()))
        }
    }

    /// Returns the full name of a commit given any of its names, or `None` if there is no such commit.
    pub(super) fn commit(&self, name: &str) -> Result<Option<String>> {
        let output =
            self.output(&["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{name}^{{commit}}")])?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string()))
    }

    /// Returns whether this commit is HEAD or an ancestor of it.
    pub(super) fn is_in_history(&self, commit: &str) -> Result<bool> {
        Ok(self.output(&["merge-base", "--is-ancestor", commit, "HEAD"])?.status.success())
    }

    /// Returns when a commit was made, in seconds since 1970.
    pub(super) fn committed(&self, commit: &str) -> Result<i64> {
        let output = self.text(&["show", "--no-show-signature", "--no-patch", "--format=%ct", commit])?;
        output.trim().parse().with_context(|| format!("git printed no valid date for {commit}: {output:?}"))
    }

    /// Returns the files under results/ that are in a commit and are missing or changed now.
    pub(super) fn missing_or_changed(&self, since: &str) -> Result<Vec<String>> {
        const ASKED: [&str; 6] = ["diff", "--no-ext-diff", "--no-renames", "--diff-filter=DMT", "--name-only", "-z"];
        Ok(paths(&self.text(&[&ASKED[..], &[since, "--", "results"]].concat())?))
    }

    /// Returns the files under results/ that any commit of a range, including merges, deleted or changed.
    pub(super) fn deleted_or_changed(&self, range: &str) -> Result<Vec<String>> {
        const ASKED: [&str; 9] = [
            "log",
            "--no-show-signature",
            "--full-history",
            "-m",
            "--no-renames",
            "--diff-filter=DMT",
            "--name-only",
            "--format=",
            "-z",
        ];
        Ok(paths(&self.text(&[&ASKED[..], &[range, "--", "results"]].concat())?))
    }

    fn text(&self, arguments: &[&str]) -> Result<String> {
        let output = self.output(arguments)?;
        if !output.status.success() {
            bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    fn output(&self, arguments: &[&str]) -> Result<Output> {
        self.command(arguments).output().context("cannot start git")
    }

    /// Removes the variables by which git names the repository in a hook, so that git finds the repository by its folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(self.root);
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR"] {
            command.env_remove(variable);
        }
        command
    }
}

fn paths(text: &str) -> Vec<String> {
    let mut paths: Vec<String> =
        text.split('\0').map(str::trim).filter(|path| !path.is_empty()).map(str::to_string).collect();
    paths.sort();
    paths.dedup();
    paths
}
