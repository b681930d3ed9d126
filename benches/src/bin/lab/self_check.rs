//! `lab self-check`: checks that the rounds can be trusted on this machine.

use anyhow::{Result, bail};
use setwise_benches::ask::Ask;
use setwise_benches::positions::RealPositions;
use setwise_benches::rounds::Plan;
use setwise_benches::self_check;

/// Runs the self-check and fails if the rounds cannot be trusted.
pub(crate) fn run() -> Result<()> {
    let real = RealPositions::load()?;
    let told = self_check::run(Ask::all(&real), Plan::USUAL)?;
    println!("{told}");
    if !told.is_trusted() {
        bail!("the rounds cannot be trusted on this machine in its current state");
    }
    Ok(())
}
