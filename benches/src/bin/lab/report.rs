//! `lab report`: everything that shows kept runs.

use anyhow::{Result, ensure};
use setwise_benches::report;

use crate::root::root;

/// Renders what shows kept runs, or checks that it is fresh.
pub(crate) fn run(check: bool) -> Result<()> {
    if check {
        let stale = report::stale(root())?;
        ensure!(stale.is_empty(), "differ from what results/ say: {}\nmend with: cargo xtask report", stale.join(", "));
        return Ok(());
    }
    let written = report::write(root())?;
    println!("{}", if written.is_empty() { "everything is fresh".to_string() } else { written.join("\n") });
    Ok(())
}
