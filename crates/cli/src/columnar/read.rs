//! Reads columnar files: row groups are decoded on several threads, and their rows are returned in order.
//!
//! ```text
//! thread 0   group 0  group 3 ...  -> channel 0 \
//! thread 1   group 1  group 4 ...  -> channel 1  > group 0, group 1, group 2, ...
//! thread 2   group 2  group 5 ...  -> channel 2 /
//! ```
//!
//! If some threads cannot be started, the others decode all row groups. If none can, the calling thread decodes them.
//!
//! A channel holds [`AHEAD`] batches of [`ROWS`] rows; a thread that is further ahead waits. So the use of memory does
//! not depend on the size of row groups or files.

use std::fs::File;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use setwise_arrow::{ColumnSelection, Error, GroupReader, Input, OpenGroup, ReadOptions, Source};

use super::rows::Rows;
use super::{Plan, library_format, named};
use crate::formats::Format;
use crate::input::STDIN;
use crate::limits;
use crate::usage::usage;
use setwise_positions::{LABELS, Layout};

/// The number of rows in a batch.
const ROWS: usize = 1 << 13;

/// The number of batches that a thread decodes ahead: a row group of the default size.
const AHEAD: usize = 16;

/// The name of the column of FENs in a file without sets.
const FEN: &str = "fen";

/// Opens a file and returns its layout and the labels that are read from it.
pub(crate) fn inspect(name: &str, format: Format, plan: &Plan) -> Result<(Layout, Vec<&'static str>)> {
    let input = open(name, format, plan)?;
    let schema = input.schema();
    Ok((input.layout(), LABELS.into_iter().filter(|name| schema.index_of(name).is_ok()).collect()))
}

/// Opens a file to read its sets, or its FENs if it has no sets.
fn open(name: &str, format: Format, plan: &Plan) -> Result<Input> {
    let library = library_format(name, format)?;
    let open = |source| -> Result<_> {
        let others = ColumnSelection::Listed(plan.labels.to_vec());
        let options = ReadOptions { source, others, rules: plan.rules, skip_bad: true, rows_per_batch: ROWS };
        Ok(Input::open(library, file(name)?, &options))
    };
    let source = plan.column.clone().map_or(Source::Sets, Source::Fen);
    let mut input = open(source)?;
    if let Err(Error::Missing { found, .. }) = &input
        && plan.column.is_none()
        && let Some(fen) = found.iter().find(|name| name.eq_ignore_ascii_case(FEN))
    {
        input = open(Source::Fen(fen.clone()))?;
    }
    input.map_err(|error| named(name, &error))
}

fn file(name: &str) -> Result<File> {
    if name == STDIN {
        return Err(usage(
            "-: Parquet and Arrow files cannot be read from standard input, because they are read from the end",
        ));
    }
    File::open(name).context(name.to_string())
}

/// Reads the rows of a file, in order.
pub(crate) struct Reader {
    decoders: Decoders,
    group: usize,
    groups: usize,
    bar: ProgressBar,
    /// The progress that a row group stands for, in bytes of the file.
    step: u64,
}

/// What decodes the row groups.
enum Decoders {
    /// The channel of each thread. Thread `n` of `N` decodes the row groups `n`, `n + N`, ...
    Threads(Vec<Receiver<Message>>),
    /// No thread could be started, so the calling thread decodes.
    None(Box<Decoder>),
}

/// Some rows, or `None` at the end of a row group.
type Message = Result<Option<Rows>, Error>;

impl Reader {
    /// Opens a file and starts the threads that decode it: fewer than wanted if the system refuses some.
    pub(crate) fn open(name: &str, format: Format, plan: &Plan, bar: &ProgressBar) -> Result<Self> {
        let input = open(name, format, plan)?;
        let groups = input.row_groups();
        let bytes = std::fs::metadata(name).map_or(0, |data| data.len());
        let started = Arc::new(OnceLock::new());
        let mut threads = Vec::new();
        for first in 0..limits::files(plan.threads).get().min(groups) {
            let Ok(decoder) = Decoder::open(&input, name) else { break };
            let (send, receive) = sync_channel(AHEAD);
            let started = Arc::clone(&started);
            let decode = move || decoder.decode_all((first..groups).step_by(*started.wait()), &send);
            if thread::Builder::new().spawn(decode).is_err() {
                break;
            }
            threads.push(receive);
        }
        let decoders = if threads.is_empty() {
            Decoders::None(Box::new(Decoder::open(&input, name)?))
        } else {
            let _ = started.set(threads.len());
            Decoders::Threads(threads)
        };
        Ok(Self { decoders, group: 0, groups, bar: bar.clone(), step: bytes / groups.max(1) as u64 })
    }

    /// Returns the next rows, or `None` at the end of the file. `name` is the name of the file, for errors.
    pub(crate) fn next(&mut self, name: &str) -> Result<Option<Rows>> {
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
        let setwise_arrow::Batch { rows, skipped } = batch?;
        let rows = Rows { rows, layout: self.layout, group, first: *first, skipped };
        *first += rows.len();
        Ok(Some(rows))
    }

    /// Sends the rows of row groups, until there is an error or the rows are no longer wanted.
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
