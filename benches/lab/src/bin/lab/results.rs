//! `lab results check`: checks that every kept run can be accepted.

use anyhow::{Result, ensure};
use setwise_lab::record::{Checked, check as check_kept_runs};

use crate::root::root;

/// Prints every objection to the kept runs, and fails if there is one.
pub(crate) fn check() -> Result<()> {
    let Checked { objections, skipped } = check_kept_runs(root())?;
    for reason in &skipped {
        println!("skipped  {reason}");
    }
    ensure!(objections.is_empty(), "{}", objections.join("\n"));
    println!(
        "every kept run can be accepted{}",
        if skipped.is_empty() { "" } else { ", as far as it could be checked here" }
    );
    Ok(())
}
