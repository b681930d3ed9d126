//! Input files, plain or compressed, and the progress bar.

use std::fs::{self, File};
use std::io::{self, Cursor, IsTerminal, Read};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::board::colours_wanted;
use crate::usage::usage;

/// The name that stands for standard input.
pub(crate) const STDIN: &str = "-";

/// Returns whether a file that begins with these bytes is compressed with zstd. It begins with a frame, or with a skippable
/// frame, which parallel compressors write (RFC 8878, sections 3.1.1 and 3.1.2).
fn is_zstd(start: [u8; 4]) -> bool {
    let number = u32::from_le_bytes(start);
    number == 0xFD2F_B528 || number & !0xF == 0x184D_2A50
}

/// Checks that all files exist and can be opened, before anything is written. Only regular files are opened: closing a pipe here
/// would disconnect its writer.
pub(crate) fn check(files: &[String]) -> Result<()> {
    if files.iter().filter(|file| *file == STDIN).count() > 1 {
        return Err(usage("- is given twice; standard input can be read only once"));
    }
    for file in files.iter().filter(|file| *file != STDIN) {
        let wrong = |error: io::Error| usage(format!("{file}: {error}"));
        let data = fs::metadata(file).map_err(wrong)?;
        if data.is_dir() {
            return Err(usage(format!("{file}: is a directory")));
        }
        if data.is_file() {
            File::open(file).map_err(wrong)?;
        }
    }
    Ok(())
}

/// Opens a file, or standard input, and decompresses it if it is compressed. Reading advances the progress bar.
pub(crate) fn open(name: &str, bar: &ProgressBar) -> Result<Box<dyn Read>> {
    let mut source: Box<dyn Read> = if name == STDIN {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(name).context(name.to_string())?)
    };
    let mut start = Vec::new();
    source.by_ref().take(4).read_to_end(&mut start).context(name.to_string())?;
    let compressed = start[..].try_into().is_ok_and(is_zstd);
    let whole = bar.wrap_read(Cursor::new(start).chain(source));
    Ok(if compressed { Box::new(zstd::Decoder::new(whole).context(name.to_string())?) } else { Box::new(whole) })
}

/// Makes a progress bar for all files. It is shown on standard error if that is a terminal and the output does not go to a
/// terminal too. Its message counts `counted`, such as positions.
pub(crate) fn bar(files: &[String], output_is_short: bool, counted: &str) -> ProgressBar {
    let shown = io::stderr().is_terminal() && colours_wanted() && (output_is_short || !io::stdout().is_terminal());
    // Set at construction, because a bar draws itself whenever it is changed.
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let sizes = files.iter().map(|file| fs::metadata(file).ok().map(|data| data.len()));
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
