//! `lab self-check`: checks that the rounds can be trusted on this machine.

use anyhow::{Result, bail};
use setwise_benches::machine::load;
use setwise_benches::positions::RealPositions;
use setwise_benches::setup::Setup;
use setwise_lab::self_check;
use setwise_rounds::Plan;

/// Runs the self-check and fails if the rounds cannot be trusted.
pub(crate) fn run() -> Result<()> {
    let real = RealPositions::load()?;
    let outcome = self_check::run(Setup::all(&real), Plan::USUAL)?;
    println!("{outcome}");
    if outcome.is_noisy() {
        let load = load().map_or(String::new(), |load| format!(" (load average {load:.2}; this run contributes one)"));
        bail!(
            "too noisy, {} of {} ratios: something else is using the machine{load}. Stop other programs, wait until the load is \
             near 0, then run it again; on a shared host, try at another hour. Until then, a difference of less than a tenth \
             says nothing",
            outcome.noisy,
            outcome.twins + outcome.slowed
        );
    }
    if !outcome.is_trusted() {
        bail!("the rounds cannot be trusted on this machine in its current state");
    }
    Ok(())
}
