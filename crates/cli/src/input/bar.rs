//! The progress bar.

use std::fs;
use std::io::{self, IsTerminal};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::board::colours_wanted;

/// Makes a progress bar for all files. It is shown on standard error if that is a terminal and the output does not go to a
/// terminal too. Its message counts `counted`, such as positions.
pub(crate) fn bar<'a>(files: impl Iterator<Item = &'a str>, is_alone: bool, counted: &str) -> ProgressBar {
    let shown = io::stderr().is_terminal() && colours_wanted() && (is_alone || !io::stdout().is_terminal());
    // Set at construction, because a bar draws itself whenever it is changed.
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

/// Shows in the bar the number of things read so far, and the number per second.
pub(crate) fn message(bar: &ProgressBar, number: u64, counted: &str) {
    if !bar.is_hidden() {
        let rate = number as f64 / bar.elapsed().as_secs_f64().max(1e-3);
        bar.set_message(format!("{} {counted}, {}/s", HumanCount(number), HumanCount(rate as u64)));
    }
}
