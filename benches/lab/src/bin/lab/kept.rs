//! The commands about kept runs: `counts`, `report`, `compare` and `results check`.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use setwise_benches::machine::Machine;
use setwise_lab::record::{self, Build, Wall, kept_runs, results_folder, revisions, root};
use setwise_lab::{compare, counts, report as render};

/// Counts instructions, keeps the counts in the newest run of this machine if that is of this commit, and compares them with
/// the baseline.
pub(crate) fn counts(bless: bool) -> Result<()> {
    let build = Build::read(root())?;
    let counts = counts::take(root(), &build)?;
    for (row, instructions) in &counts.instructions {
        println!("{row:32} {instructions:>10}");
    }
    for reason in &counts.skipped {
        println!("skipped  {reason}");
    }
    let machine = Machine::read().folder();
    let kept = kept_runs(&results_folder(root()))?;
    match kept.iter().rfind(|kept| kept.machine_folder == machine) {
        Some(newest) if newest.run.build == build => {
            counts.keep(&root().join(newest.path()))?;
        }
        Some(newest) => {
            println!(
                "counts not kept: {} is of {}, this build is of {}",
                newest.path(),
                newest.run.build.short(),
                build.short()
            );
        }
        None => println!("counts not kept: there is no run of this machine; `cargo lab record` makes one"),
    }
    if bless {
        return counts.bless(root());
    }
    println!("{}", counts.judge(root())?);
    Ok(())
}

/// Renders everything that shows kept runs, or checks that it is up to date.
pub(crate) fn report(check: bool) -> Result<()> {
    if check {
        let stale = render::stale(root())?;
        ensure!(stale.is_empty(), "out of date with results/: {}\nfix with: cargo lab report", stale.join(", "));
        return Ok(());
    }
    let written = render::write(root())?;
    println!("{}", if written.is_empty() { "everything is up to date".to_string() } else { written.join("\n") });
    Ok(())
}

/// The questions for which two revisions are compared by default.
pub(crate) const COMPARED: [&str; 5] = ["knights-real", "kings-real", "mobility-counts", "forks", "attacked-squares"];

/// Compares two kept runs, or two revisions, and prints every row that changed.
pub(crate) fn compare(a: &str, b: &str, questions: &[String]) -> Result<()> {
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

/// Prints every objection to the kept runs and the texts, and fails if there is one.
pub(crate) fn check() -> Result<()> {
    let objections = record::check(root())?;
    ensure!(objections.is_empty(), "{}", objections.join("\n"));
    println!("the kept runs and the texts that show them pass");
    Ok(())
}
