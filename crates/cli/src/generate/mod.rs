//! `setwise gen`: writes source code to copy into another project.

mod kernel;

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::Result;

use crate::args::Gen;
use crate::formats::STDIN;
use crate::output::write_file;

/// Runs `setwise gen`.
pub(crate) fn run(args: &Gen) -> Result<()> {
    match args {
        Gen::Kernel(args) => write(&args.out, &kernel::text(args)?),
        Gen::Leaper(args) => write(&args.out, &kernel::leaper(args)?),
    }
}

/// Writes a file, whole or not at all.
fn write(out: &Path, text: &str) -> Result<()> {
    if out == Path::new(STDIN) {
        return Ok(stdout().write_all(text.as_bytes())?);
    }
    write_file(out, text)
}
