//! `lab report`: renders everything that shows kept runs.

use anyhow::{Result, ensure};
use setwise_lab::report;

use crate::root::root;

/// Renders everything that shows kept runs, or checks that it is up to date.
pub(crate) fn run(check: bool) -> Result<()> {
    if check {
        let stale = report::stale(root())?;
        ensure!(stale.is_empty(), "out of date with results/: {}\nfix with: cargo lab report", stale.join(", "));
        return Ok(());
    }
    let written = report::write(root())?;
    println!("{}", if written.is_empty() { "everything is up to date".to_string() } else { written.join("\n") });
    Ok(())
}
