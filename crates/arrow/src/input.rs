//! Positions from files, one row group at a time.

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
    /// Opens a file: reads its metadata and checks that it has the columns to read with the right types. No rows are read.
    ///
    /// # Errors
    ///
    /// Returns the error of the file, without its name.
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

    /// Returns the schema of the rows: the columns of [`schema`](crate::schema()) in this layout, then the other columns
    /// that were selected.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.plan.schema)
    }

    /// Returns the number of row groups (Parquet) or record batches (Arrow).
    #[must_use]
    pub fn row_groups(&self) -> usize {
        self.metadata.row_groups()
    }

    /// Returns the number of rows in a row group, or `None` if it is known only after reading the group, as in an Arrow
    /// file.
    ///
    /// # Panics
    ///
    /// If there is no such row group in a Parquet file.
    #[must_use]
    pub fn rows(&self, row_group: usize) -> Option<usize> {
        self.metadata.rows(row_group)
    }

    /// Returns a reader of row groups. Several threads can read different row groups, each with a separate reader. Each
    /// reader needs a separately opened file, because clones of a `File` share their position in the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has changed since [`open`](Self::open).
    pub fn reader(&self, file: File) -> Result<GroupReader, Error> {
        let groups = guarded(None, || self.metadata.reader(file, &self.plan.columns))?;
        let fens = FenReader::new(setwise::auto(), self.plan.rules);
        Ok(GroupReader { groups, plan: Arc::clone(&self.plan), fens })
    }
}

/// Reads row groups of a file. [`Input::reader`] makes one for each thread.
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
    /// Returns the error of the row group.
    pub fn batches(&mut self, row_group: usize) -> Result<impl Iterator<Item = Result<Batch, Error>>, Error> {
        let mut group = self.open(row_group)?;
        Ok(std::iter::from_fn(move || self.next_batch(&mut group)))
    }

    /// Starts reading a row group. [`next_batch`](Self::next_batch) returns its batches. Use this instead of
    /// [`batches`](Self::batches) to keep the group between batches.
    ///
    /// # Errors
    ///
    /// Returns the error of the row group.
    pub fn open(&mut self, row_group: usize) -> Result<OpenGroup, Error> {
        let raw = guarded(Some(row_group), || self.groups.batches(row_group, self.plan.rows_per_batch))?;
        Ok(OpenGroup { raw, row_group, first_row: 0, failed: false })
    }

    /// Returns the next batch of a row group that this reader has opened, or `None` after the last one and after an error.
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
