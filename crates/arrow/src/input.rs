//! Reads positions from files, one row group at a time.

use std::fmt;
use std::fs::File;
use std::sync::Arc;

use arrow_schema::SchemaRef;

use crate::error::guarded;
use crate::plan::{Batch, Plan};
use crate::row_groups::{Groups, Metadata, RawBatches};
use crate::{Error, FenReader, Format, Layout, ReadOptions};

/// A file of positions whose metadata has been read and checked.
///
/// ```no_run
/// use std::fs::File;
/// use setwise_arrow::{Features, Format, Input, ReadOptions};
///
/// let input = Input::open(Format::Arrow, File::open("games.arrow")?, &ReadOptions::default())?;
/// let mut features = Features::by_name(setwise::auto(), input.layout(), ["white_forks_safe"])?;
/// let mut groups = input.reader(File::open("games.arrow")?)?; // one for each thread
/// for group in 0..input.row_groups() {
///     for batch in groups.batches(group)? {
///         println!("{:?}", features.totals(&batch?.rows)?);
///     }
/// }
/// # Ok::<(), setwise_arrow::Error>(())
/// ```
#[derive(Debug)]
pub struct Input {
    metadata: Box<dyn Metadata>,
    plan: Arc<Plan>,
}

impl Input {
    /// Reads the metadata of a file, and checks that the file has the columns to read, with the right types. No rows
    /// are read.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is damaged, lacks a column, or has a column of the wrong type. Also
    /// returns an error if this build cannot read the format or the compression, or if the file was written for a later
    /// version of the columns. The error does not contain the name of the file.
    pub fn open(format: Format, file: File, options: &ReadOptions) -> Result<Self, Error> {
        let metadata = guarded(None, || format.open(file))?;
        let plan = Arc::new(Plan::new(&metadata.schema(), options)?);
        metadata.check_compression(&plan.columns)?;
        Ok(Self { metadata, plan })
    }

    /// Returns the layout of the positions.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.plan.layout
    }

    /// Returns the schema of the rows: the columns of [`schema`](crate::schema()) in this layout, then the other
    /// columns that were selected.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.plan.schema)
    }

    /// Returns the number of row groups (Parquet) or record batches (Arrow).
    #[must_use]
    pub fn row_groups(&self) -> usize {
        self.metadata.row_groups()
    }

    /// Returns the number of rows in a row group of a Parquet file. Returns `None` for an Arrow file, where the number
    /// is known only after the group has been read.
    ///
    /// # Panics
    ///
    /// Panics if a Parquet file has no such row group.
    #[must_use]
    pub fn rows(&self, row_group: usize) -> Option<usize> {
        self.metadata.rows(row_group)
    }

    /// Returns a reader of row groups. Several threads can read different row groups, each with a separate reader. Open
    /// the file again for each reader, because clones of a `File` share one position in the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, for example because it has changed since [`open`](Self::open).
    pub fn reader(&self, file: File) -> Result<GroupReader, Error> {
        let groups = guarded(None, || self.metadata.reader(file, &self.plan.columns))?;
        let fens = FenReader::new(setwise::auto(), self.plan.rules);
        Ok(GroupReader { groups, plan: Arc::clone(&self.plan), fens })
    }
}

/// Reads row groups of a file. Call [`Input::reader`] once for each thread.
#[derive(Debug)]
pub struct GroupReader {
    groups: Box<dyn Groups>,
    plan: Arc<Plan>,
    fens: FenReader,
}

/// A row group that is being read.
pub struct OpenGroup {
    raw: RawBatches,
    row_group: usize,
    first_row: usize,
    failed: bool,
}

impl fmt::Debug for OpenGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenGroup").field("row_group", &self.row_group).finish_non_exhaustive()
    }
}

impl GroupReader {
    /// Returns the rows of a row group, batch by batch. The first error ends the iteration.
    ///
    /// # Errors
    ///
    /// Returns an error if the row group cannot be read or is damaged.
    pub fn batches(&mut self, row_group: usize) -> Result<impl Iterator<Item = Result<Batch, Error>>, Error> {
        let mut group = self.open(row_group)?;
        Ok(std::iter::from_fn(move || self.next_batch(&mut group)))
    }

    /// Starts reading a row group. [`next_batch`](Self::next_batch) returns the batches of the group. Use this method
    /// instead of [`batches`](Self::batches) to store the open group between batches, for example in a struct.
    ///
    /// # Errors
    ///
    /// Returns an error if the row group cannot be read or is damaged.
    pub fn open(&mut self, row_group: usize) -> Result<OpenGroup, Error> {
        let raw = guarded(Some(row_group), || self.groups.batches(row_group, self.plan.rows_per_batch))?;
        Ok(OpenGroup { raw, row_group, first_row: 0, failed: false })
    }

    /// Returns the next batch of a row group that this reader has opened. Returns `None` after the last batch, and
    /// after an error.
    pub fn next_batch(&mut self, group: &mut OpenGroup) -> Option<Result<Batch, Error>> {
        let OpenGroup { raw, row_group, first_row, failed } = group;
        if *failed {
            return None;
        }
        let raw = guarded(Some(*row_group), || raw.next().transpose()).transpose()?;
        let batch = raw.and_then(|raw| {
            let start = *first_row;
            *first_row += raw.num_rows();
            self.plan.take(&raw, *row_group, start, &mut self.fens)
        });
        *failed = batch.is_err();
        Some(batch)
    }
}
