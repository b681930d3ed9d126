//! `lab results check`: checks the kept runs and the texts that show them.

use anyhow::{Result, ensure};
use setwise_lab::record;

use crate::root::root;

/// Prints every objection to the kept runs and the texts, and fails if there is one.
pub(crate) fn check() -> Result<()> {
    let objections = record::check(root())?;
    ensure!(objections.is_empty(), "{}", objections.join("\n"));
    println!("the kept runs and the texts that show them pass");
    Ok(())
}
