//! Input files, plain or compressed, and the progress bar.

mod csv;
mod games;
mod names;
mod source;

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use setwise_files::decompressed;

use crate::board::colours_wanted;
use crate::formats::{Compression, STDIN};

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

/// Opens a file of packed positions. It is decompressed only if its name has the extension of a compressed file. Packed
/// files have no header, so their first bytes may look like the header of a compressed file.
fn open_packed(name: &str, bar: &ProgressBar) -> Result<Box<dyn Read>> {
    if Compression::of(Path::new(name)) == Compression::Plain {
        Ok(Box::new(bar.wrap_read(open_as_it_is(name)?)))
    } else {
        open(name, bar)
    }
}

/// Creates a progress bar for all files. The bar is shown if standard error is a terminal and colours are allowed. If
/// standard output is a terminal as well, the bar is shown only if `is_alone` is set. `counted` is the plural noun for
/// what the bar counts, such as "positions".
pub(crate) fn bar<'a>(files: impl Iterator<Item = &'a str>, is_alone: bool, counted: &str) -> ProgressBar {
    let shown = io::stderr().is_terminal() && colours_wanted() && (is_alone || !io::stdout().is_terminal());
    // The target and the template are set before the message, because setting the message draws the bar.
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let sizes = files.map(|file| fs::metadata(file).ok().map(|data| data.len()));
    let total = sizes.sum::<Option<u64>>().filter(|bytes| *bytes > 0);
    let template = match total {
        Some(_) => "{bar:40} {bytes} of {total_bytes}, {msg}, {eta} left",
        None => "{spinner} {bytes}, {msg}",
    };
    let bar = ProgressBar::with_draw_target(total, target)
        .with_style(ProgressStyle::with_template(template).expect("a template"));
    bar.set_message(format!("0 {counted}"));
    bar
}

/// Shows in the bar how many positions or sets have been read so far, and how many per second.
pub(crate) fn message(bar: &ProgressBar, number: u64, counted: &str) {
    if !bar.is_hidden() {
        let rate = number as f64 / bar.elapsed().as_secs_f64().max(1e-3);
        bar.set_message(format!("{} {counted}, {}/s", HumanCount(number), HumanCount(rate as u64)));
    }
}
