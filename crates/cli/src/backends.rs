//! `setwise backends`: lists all backends, with the status of each one on this machine.

use std::io::Write;

use anyhow::Result;
use setwise::{BackendId, BackendUnavailable};

use crate::args::{ListBackends, ListFormat};
use crate::standard_output::stdout;

pub(crate) fn run(args: &ListBackends) -> Result<()> {
    let auto = setwise::auto().id();
    let rows = BackendId::ALL.iter().map(|id| {
        let taken = if *id == auto { "yes" } else { "no" };
        [id.name(), &id.lanes().to_string(), id.needs(), status(*id), taken].map(str::to_string)
    });
    let header = ["name", "lanes", "needs", "status", "auto"].map(str::to_string);
    let rows: Vec<[String; 5]> = std::iter::once(header).chain(rows).collect();
    let mut out = stdout()?.lock();
    let widths: Vec<usize> = (0..5).map(|n| rows.iter().map(|row| row[n].len()).max().unwrap_or(0)).collect();
    for row in &rows {
        let line = match args.format {
            ListFormat::Csv => row.join(","),
            ListFormat::Table => {
                let padded: Vec<String> =
                    row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
                padded.join("  ").trim_end().to_string()
            }
        };
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn status(id: BackendId) -> &'static str {
    match id.detect() {
        Ok(_) => "ready",
        Err(BackendUnavailable::NotCompiled(_)) => "not-compiled",
        Err(_) => "not-on-this-cpu",
    }
}
