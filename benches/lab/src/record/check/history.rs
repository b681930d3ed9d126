//! Checks kept runs against git: their revisions exist, and no run was deleted, renamed or edited.

use std::collections::BTreeSet;

use anyhow::Result;
use jiff::Timestamp;

use super::git::Git;
use crate::record::RecordedRun;
use crate::record::index::is_indexed;

/// The first commit from which runs are kept. A trial run before it was removed again.
const KEPT_SINCE: &str = "12b6ac8572458123206e494c8674579e0e563cb3";

/// Returns objections to revisions that are not in the repository, and to runs that have changed.
pub(super) fn of_all(git: &Git<'_>, kept: &[RecordedRun]) -> Result<Vec<String>> {
    let mut objections = Vec::new();
    for kept in kept {
        let revision = of_revision(git, kept)?;
        objections.extend(revision.map(|what| format!("{}: {what}", kept.path())));
    }
    let mut changed: BTreeSet<String> = git.missing_or_changed("HEAD")?.into_iter().collect();
    // The commit where HEAD left the main branch is part of this history, so it needs no separate query.
    let since = git.commit(KEPT_SINCE)?.filter(|since| git.is_in_history(since).unwrap_or(false));
    let range = since.map_or("HEAD".to_string(), |since| format!("{since}..HEAD"));
    changed.extend(git.deleted_or_changed(&range)?);
    let of_runs = changed.into_iter().filter(|path| path.strip_prefix("results/").is_some_and(is_indexed));
    objections.extend(of_runs.map(|path| format!("{path}: was kept, and was changed, renamed or deleted since")));
    Ok(objections)
}

/// Returns the reason why a run cannot be of the revision that it names.
fn of_revision(git: &Git<'_>, kept: &RecordedRun) -> Result<Option<String>> {
    let commit = &kept.run.build.commit;
    if git.commit(commit)?.as_ref() != Some(commit) {
        return Ok(Some(format!("there is no commit {commit}")));
    }
    if !git.is_in_history(commit)? {
        return Ok(Some(format!("the commit {commit} is not in the history of HEAD")));
    }
    // An invalid start time is reported by another check.
    let Ok(started) = kept.run.started.parse::<Timestamp>() else { return Ok(None) };
    let is_before = started.as_second() < git.committed(commit)?;
    Ok(is_before.then(|| format!("started at {}, before its commit was made", kept.run.started)))
}
