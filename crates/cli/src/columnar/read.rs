//! Reads columnar files. Row groups are decoded on several threads, and their rows are returned in order.
//!
//! ```text
//! thread 0   group 0  group 3 ...  -> channel 0 \
//! thread 1   group 1  group 4 ...  -> channel 1  > group 0, group 1, group 2, ...
//! thread 2   group 2  group 5 ...  -> channel 2 /
//! ```
//!
//! If only some of the threads can be started, they decode all row groups. If no thread can be started, the calling
//! thread decodes them.
//!
//! A channel holds up to [`AHEAD`] batches of [`ROWS`] rows. A thread waits while its channel is full. Memory use
//! therefore does not depend on the size of a file, or on the size of the row groups of a Parquet file. A record batch
//! of an Arrow file is read as a whole, so large record batches need more memory.

use std::fs::File;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Once, OnceLock};
use std::thread;

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use setwise_arrow::{ColumnSelection, Error, GroupReader, Input, OpenGroup, ReadOptions, Source};
use setwise_positions::{LABELS, Layout};

use super::rows::Rows;
use crate::args::Reading;
use crate::chunk::{Chunks, Data};
use crate::failure::usage;
use crate::formats::{Format, STDIN};
use crate::limits;
use crate::tables::TableFile;

const ROWS: usize = 1 << 13;

/// The number of batches that a thread decodes ahead. Together these batches have as many rows as a row group of the
/// default size.
const AHEAD: usize = 16;

/// The name of the column of FENs in a file without sets, unless `--column` names another column.
const FEN: &str = "fen";

/// Returns what is known about a file before its rows are read.
pub(super) fn inspect(format: Format, name: &str, reading: &Reading, labels: &[&'static str]) -> Result<TableFile> {
    let (input, fens) = open_positions(format, name, reading, labels)?;
    let schema = input.schema();
    let labels = LABELS.into_iter().filter(|name| schema.index_of(name).is_ok()).collect();
    Ok(TableFile { layout: input.layout(), labels, fens })
}

/// Starts to read the positions of a file.
pub(super) fn open(
    format: Format,
    name: &str,
    reading: &Reading,
    labels: &[&'static str],
    bar: &ProgressBar,
) -> Result<Chunks> {
    let (input, _) = open_positions(format, name, reading, labels)?;
    let mut reader = Reader::new(&input, name, reading, bar)?;
    Ok(Box::new(move || Ok(reader.next()?.map(|rows| Data::Rows(Box::new(rows))))))
}

/// Opens a file to read its sets. If `reading` names a column of FENs, or if the file has no sets, FENs are read
/// instead, and the name of their column is returned. Also reads every label in `labels` that the file has.
fn open_positions(
    format: Format,
    name: &str,
    reading: &Reading,
    labels: &[&'static str],
) -> Result<(Input, Option<String>)> {
    let open = |source| -> Result<_> {
        let others = ColumnSelection::Listed(labels.to_vec());
        let options = ReadOptions { source, others, rules: reading.rules(), skip_bad: true, rows_per_batch: ROWS };
        open_with(format, name, &options)
    };
    let mut fens = reading.column.clone();
    let mut input = open(fens.clone().map_or(Source::Sets, Source::Fen))?;
    if let Err(Error::Missing { found, .. }) = &input
        && fens.is_none()
        && let Some(fen) = found.iter().find(|name| name.eq_ignore_ascii_case(FEN))
    {
        fens = Some(fen.clone());
        input = open(Source::Fen(fen.clone()))?;
    }
    Ok((input.map_err(|error| named(name, &error))?, fens))
}

/// Opens a file with these options. If the file itself cannot be opened, the outer result is the error.
pub(super) fn open_with(format: Format, name: &str, options: &ReadOptions) -> Result<Result<Input, Error>> {
    static HIDE_PANICS: Once = Once::new();
    HIDE_PANICS.call_once(setwise_arrow::hide_panics_that_become_errors);
    Ok(Input::open(format.into(), file(name)?, options))
}

fn file(name: &str) -> Result<File> {
    if name == STDIN {
        return Err(usage(
            "-: Parquet and Arrow files cannot be read from standard input, because they are read from the end",
        ));
    }
    File::open(name).context(name.to_string())
}

pub(super) fn named(name: &str, error: &Error) -> anyhow::Error {
    anyhow!("{name}: {error}")
}

pub(super) struct Reader {
    decoders: Decoders,
    name: String,
    group: usize,
    groups: usize,
    bar: ProgressBar,
    /// The number of bytes by which a row group advances the progress bar.
    step: u64,
}

/// The threads that decode the row groups, or a decoder for the calling thread.
enum Decoders {
    /// The channel of each thread. Of `N` threads, thread `n` decodes the row groups `n`, `n + N`, `n + 2 * N` and so
    /// on.
    Threads(Vec<Receiver<Message>>),
    /// No thread could be started, so the calling thread decodes.
    None(Box<Decoder>),
}

/// Some rows of a row group, or `None` at its end.
type Message = Result<Option<Rows>, Error>;

impl Reader {
    /// Starts threads that decode a file: at most one for each row group, and fewer if the limits of the process or the
    /// system do not allow another thread or another open file.
    pub(super) fn new(input: &Input, name: &str, reading: &Reading, bar: &ProgressBar) -> Result<Self> {
        let (groups, threads) = (input.row_groups(), limits::files(reading.threads()));
        let bytes = std::fs::metadata(name).map_or(0, |data| data.len());
        let started = Arc::new(OnceLock::new());
        let mut receivers = Vec::new();
        for first in 0..threads.get().min(groups) {
            let Ok(decoder) = Decoder::open(input, name) else { break };
            let (send, receive) = sync_channel(AHEAD);
            let started = Arc::clone(&started);
            let decode = move || decoder.decode_all((first..groups).step_by(*started.wait()), &send);
            if thread::Builder::new().spawn(decode).is_err() {
                break;
            }
            receivers.push(receive);
        }
        let decoders = if receivers.is_empty() {
            Decoders::None(Box::new(Decoder::open(input, name)?))
        } else {
            let _ = started.set(receivers.len());
            Decoders::Threads(receivers)
        };
        let step = bytes / groups.max(1) as u64;
        Ok(Self { decoders, name: name.to_string(), group: 0, groups, bar: bar.clone(), step })
    }

    /// Returns the next rows, or `None` at the end of the file.
    pub(super) fn next(&mut self) -> Result<Option<Rows>> {
        let name = &self.name;
        while self.group < self.groups {
            let message = match &mut self.decoders {
                Decoders::Threads(threads) => {
                    let message = threads[self.group % threads.len()].recv();
                    message.map_err(|_| anyhow!("{name}: a thread has ended"))?
                }
                Decoders::None(decoder) => decoder.next(self.group),
            };
            let failure = |error| match error {
                Error::Io(error) => anyhow!("{name}: row group {}: {error}", self.group),
                other => named(name, &other),
            };
            match message.map_err(failure)? {
                Some(rows) => return Ok(Some(rows)),
                None => {
                    self.group += 1;
                    self.bar.inc(self.step);
                }
            }
        }
        Ok(None)
    }
}

/// Decodes row groups, batch by batch.
struct Decoder {
    reader: GroupReader,
    layout: Layout,
    /// The row group that is being decoded, and the number of its next row.
    open: Option<(OpenGroup, usize)>,
}

impl Decoder {
    fn open(input: &Input, name: &str) -> Result<Self> {
        let reader = input.reader(file(name)?).map_err(|error| named(name, &error))?;
        Ok(Self { reader, layout: input.layout(), open: None })
    }

    /// Returns the next rows of a row group.
    fn next(&mut self, group: usize) -> Message {
        let (open, first) = match &mut self.open {
            Some(open) => open,
            None => self.open.insert((self.reader.open(group)?, 0)),
        };
        let Some(batch) = self.reader.next_batch(open) else {
            self.open = None;
            return Ok(None);
        };
        let setwise_arrow::Batch { rows, skipped, with_operations } = batch?;
        let rows = Rows { rows, layout: self.layout, group, first: *first, skipped, with_operations };
        *first += rows.len();
        Ok(Some(rows))
    }

    /// Sends the rows of all `groups`. Stops early if an error occurs or the receiver is dropped.
    fn decode_all(mut self, groups: impl Iterator<Item = usize>, send: &SyncSender<Message>) {
        for group in groups {
            loop {
                let message = self.next(group);
                let (is_end, is_error) = (matches!(message, Ok(None)), message.is_err());
                if send.send(message).is_err() || is_error {
                    return;
                }
                if is_end {
                    break;
                }
            }
        }
    }
}
