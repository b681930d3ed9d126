//! `lab counts`: counts instructions with callgrind.

use anyhow::Result;
use setwise_benches::machine::Machine;
use setwise_lab::counts;
use setwise_lab::record::{Build, kept_runs, results_folder};

use crate::root::root;

/// Counts instructions, keeps the counts in the newest run of this machine if that is of this commit, and compares them with
/// the baseline.
pub(crate) fn run(bless: bool) -> Result<()> {
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
