//! `results check`: checks that kept runs can be accepted. `benches/METHODOLOGY.md` describes what cannot be proven.

mod files;
mod git;
mod history;
mod plausible;
mod provenance;
#[cfg(test)]
mod tampering;
mod typed;

use std::path::Path;

use anyhow::Result;

use super::results_folder;
use crate::record::kept_runs;
use crate::report::rendered;

/// The outcome of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// The objections to runs and texts; empty if all can be accepted.
    pub objections: Vec<String>,
    /// The checks that could not run here, each with the reason. They have not passed.
    pub skipped: Vec<String>,
}

/// Checks every kept run of a workspace, and the texts that show them.
///
/// # Errors
///
/// If a file cannot be read or has another schema, or git fails.
pub fn check(root: &Path) -> Result<Checked> {
    let results = results_folder(root);
    let kept = kept_runs(&results)?;
    let rendered = rendered(root)?;
    let mut checked = Checked::default();
    for kept in &kept {
        let objections = [plausible::of_run(kept), provenance::of_run(&results, kept)?].concat();
        checked.objections.extend(objections.into_iter().map(|what| format!("{}: {what}", kept.path())));
    }
    checked.objections.extend(provenance::of_all(&results, &kept)?);
    checked.objections.extend(files::of_index(&results)?);
    checked.objections.extend(files::of_rendered(root, &rendered)?);
    checked.objections.extend(typed::of_texts(root)?);
    match git::Git::open(root)? {
        Ok(git) => checked.objections.extend(history::of_all(&git, &kept)?),
        Err(reason) => checked.skipped.push(format!("revisions and history of the runs: {reason}")),
    }
    Ok(checked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runs_that_are_kept_can_be_taken() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let Checked { objections, skipped } = check(root).unwrap();
        skipped.iter().for_each(|skipped| eprintln!("skipped  {skipped}"));
        assert_eq!(objections, Vec::<String>::new());
    }
}
