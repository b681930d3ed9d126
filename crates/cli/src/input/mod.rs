//! Input files, plain or compressed.

mod bar;
mod chunk;
mod csv;
mod names;
mod source;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::ProgressBar;
use setwise_files::decompressed;

use crate::formats::{Compression, STDIN};

pub(crate) use bar::{bar, message};
pub(crate) use chunk::{Chunk, Data};
pub(crate) use names::{Input, Inputs, check, is_file_or_pattern, refuse_output, refuse_same_outputs};
pub(crate) use source::Source;

/// Opens a file, or standard input, and decompresses it if it is compressed. Reading advances the progress bar.
pub(crate) fn open(name: &str, bar: &ProgressBar) -> Result<Box<dyn Read>> {
    decompressed(bar.wrap_read(open_as_it_is(name)?)).context(name.to_string())
}

/// Opens a file, or standard input, without decompressing it.
fn open_as_it_is(name: &str) -> Result<Box<dyn Read>> {
    Ok(if name == STDIN { Box::new(io::stdin().lock()) } else { Box::new(File::open(name).context(name.to_string())?) })
}

/// Opens a file of packed positions. It is decompressed only if its name says that it is compressed: such files have no header,
/// so the first bytes of one could be those of a compressed file.
fn open_packed(name: &str, bar: &ProgressBar) -> Result<Box<dyn Read>> {
    if Compression::of(Path::new(name)) == Compression::Plain {
        Ok(Box::new(bar.wrap_read(open_as_it_is(name)?)))
    } else {
        open(name, bar)
    }
}
