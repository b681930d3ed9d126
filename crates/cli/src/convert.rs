//! `setwise convert`: writes the positions of files in another format.

use std::path::Path;

use anyhow::Result;

use crate::args::Convert;
use crate::formats::Format;
use crate::output::Lines;
use crate::positions::{Plan, Wanted, process};
use crate::usage::usage;

/// Runs `setwise convert`.
pub(crate) fn run(args: &Convert) -> Result<()> {
    let (out, inputs) = args.files.split_last().expect("two files or more");
    let out = Path::new(out);
    let (format, compression) = Format::of_output(out, args.to)?;
    let lines = Lines::of(format).ok_or_else(|| usage(format!("positions cannot be written as {format}")))?;
    let plan = Plan::new(&args.reading, args.backend.get()?, Vec::new(), Wanted::Lines(lines));
    process(&plan, inputs, &args.reading, Some(out), compression)
}
