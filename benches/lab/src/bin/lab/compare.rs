//! `lab compare`: compares two kept runs, or two revisions.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use setwise_lab::compare;
use setwise_lab::record::{Wall, revisions};

use crate::root::root;

/// The questions for which two revisions are compared by default.
pub(crate) const COMPARED: [&str; 5] = ["knights-real", "kings-real", "mobility-counts", "forks", "attacked-squares"];

/// Compares two kept runs, or two revisions, and prints every row that changed.
pub(crate) fn run(a: &str, b: &str, questions: &[String]) -> Result<()> {
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
        (None, None) => compare::turns(&revisions::measured(root(), [a, b], questions, |line| eprintln!("{line}"))?),
        _ => bail!("{a} and {b} must both be folders of runs, or both be revisions"),
    };
    println!("{comparison}");
    let wrong: Vec<_> = comparison.wrong.into_iter().collect();
    ensure!(wrong.is_empty(), "wrong answers, which were not timed:\n{}", wrong.join("\n"));
    Ok(())
}
