//! `setwise bench`: shows which backend to use on this machine for each number of boards per call.

mod advice;
mod questions;

use std::io::{Read, Write};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use setwise_positions::{Columns, LineChunks, Reader, Rules};
use setwise_rounds::{Plan, Wrong};

use crate::args::{Bench, BenchFormat};
use crate::failure::usage;
use crate::input;
use crate::standard_output::stdout;

use advice::{Advice, Answer};
use questions::{LENGTHS, Pattern};

/// Positions of master games, used if the user names no file.
const EMBEDDED: &[u8] = include_bytes!("positions.fen");

/// The number of rounds and the length of a sample. With this plan, measuring all questions takes less than ten
/// seconds.
const PLAN: Plan = Plan { rounds: 15, sample: Duration::from_micros(600) };

/// The number of positions after which reading stops. More positions would not change the measured columns.
const MOST: usize = 1 << 16;

pub(crate) fn run(args: &Bench) -> Result<()> {
    let mut out = stdout()?.lock();
    let (positions, origin) = match &args.positions {
        None => (read(EMBEDDED, "embedded positions")?, "positions of master games".to_string()),
        Some(file) => {
            input::check(std::slice::from_ref(file))?;
            (read(input::open(file, &ProgressBar::hidden())?, file)?, format!("positions of {file}"))
        }
    };
    let bar = ProgressBar::new((Pattern::ALL.len() * LENGTHS.len()) as u64);
    let mut answers = Vec::new();
    for pattern in Pattern::ALL {
        for boards in LENGTHS {
            bar.inc(1);
            let measured = pattern.question(&positions, boards).measure("bench", PLAN);
            if let Some(Wrong { name, fault }) = measured.wrong.first() {
                bail!("{}: {name} gives a wrong answer: {fault}", pattern.name());
            }
            answers.push(Answer::new(pattern.name(), boards, &measured));
        }
    }
    bar.finish_and_clear();
    let advice = Advice::new(origin, positions.len(), answers);
    let text = match args.format {
        BenchFormat::Table => advice.table(),
        BenchFormat::Json => serde_json::to_string_pretty(&advice)? + "\n",
    };
    Ok(out.write_all(text.as_bytes())?)
}

/// Reads positions in chunks until there are at least [`MOST`] or the source ends. Error messages call the source
/// `name`.
fn read(source: impl Read, name: &str) -> Result<Columns> {
    let (mut text, mut chunk, mut columns, mut line, mut bad) =
        (LineChunks::new(source), Vec::new(), Columns::default(), 1, None);
    let mut reader = Reader::new(setwise::auto(), Rules::AnyKings);
    while columns.len() < MOST && text.read(&mut chunk).with_context(|| name.to_string())? {
        line = reader.append(&chunk, line, &mut columns, |wrong| bad = bad.take().or(Some(wrong)));
        if let Some(wrong) = bad {
            return Err(anyhow::anyhow!("{name}:{wrong}"));
        }
    }
    if columns.is_empty() {
        return Err(usage(format!("{name} has no positions")));
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_positions_can_be_read() {
        assert_eq!(read(EMBEDDED, "embedded").unwrap().len(), EMBEDDED.split(|&byte| byte == b'\n').count() - 1);
    }
}
