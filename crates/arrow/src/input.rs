//! Positions from files, one row group at a time.

use std::fs::File;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch};
use arrow_schema::{DataType, Schema, SchemaRef};
use arrow_select::filter::{filter, filter_record_batch};
use setwise_positions::{Columns, ColumnsRef, Rules};

use crate::board::{all_right, wrong};
use crate::columns::{Layout, SCHEMA_KEY, SCHEMA_VERSION, schema};
use crate::fen::{is_text, not_text};
use crate::guard::guarded;
use crate::ipc;
#[cfg(feature = "parquet")]
use crate::parquet;
use crate::positions::{arrays, not_boolean};
use crate::words::{unsigned, wrong_type};
use crate::{BadRow, Error, FenReader, Format};

/// The columns from which positions are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The columns of sets, in either layout.
    Sets,
    /// A column of FEN text with this name.
    Fen(String),
}

/// The columns that are returned after those of the positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extra {
    /// None.
    None,
    /// All others, in the order of the file.
    All,
    /// The columns with these names, which must exist, in the order of the file.
    Named(Vec<String>),
}

/// What is read from a file, and which rows are positions.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The columns of the positions.
    pub source: Source,
    /// Further columns.
    pub extra: Extra,
    /// The rules that positions must satisfy.
    pub rules: Rules,
    /// Whether rows that are not positions are skipped. Otherwise the first one is an error.
    pub skip_bad: bool,
    /// The largest number of rows in a batch.
    pub rows_per_batch: usize,
}

impl Default for Wanted {
    /// Positions as sets, without other columns, by the rules of chess; a bad row is an error; batches of 8192 rows, whose sets
    /// fit into a second-level cache.
    fn default() -> Self {
        Self { source: Source::Sets, extra: Extra::None, rules: Rules::Chess, skip_bad: false, rows_per_batch: 8192 }
    }
}

/// Rows of a row group.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The positions, with the columns of [`Input::schema`]. None of the columns of positions has nulls.
    pub rows: RecordBatch,
    /// The rows that were skipped, counted from 0 within the row group, with the reasons.
    pub skipped: Vec<(usize, BadRow)>,
}

/// A file of positions whose metadata has been read and checked.
///
/// ```no_run
/// use std::fs::File;
/// use setwise_arrow::{Features, Format, Input, Wanted};
///
/// let input = Input::open(Format::Arrow, File::open("games.arrow")?, &Wanted::default())?;
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
    metadata: Metadata,
    plan: Arc<Plan>,
}

/// The metadata of a file.
#[derive(Debug)]
enum Metadata {
    #[cfg(feature = "parquet")]
    Parquet(parquet::Metadata),
    Arrow {
        record_batches: usize,
    },
}

impl Input {
    /// Opens a file: reads its metadata and checks that it has the wanted columns with the right types. No rows are read.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the file, without its name.
    pub fn open(format: Format, file: File, wanted: &Wanted) -> Result<Self, Error> {
        let (metadata, schema) = match format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                let metadata = guarded(None, || parquet::Metadata::read(&file))?;
                let schema = metadata.schema();
                (Metadata::Parquet(metadata), schema)
            }
            #[cfg(not(feature = "parquet"))]
            Format::Parquet => return Err(Error::NeedsFeature("parquet")),
            Format::Arrow => {
                let reader = guarded(None, || ipc::Reader::open(file, None))?;
                (Metadata::Arrow { record_batches: reader.record_batches() }, reader.schema())
            }
        };
        let plan = Arc::new(Plan::new(&schema, wanted)?);
        Ok(Self { metadata, plan })
    }

    /// Returns the layout of the positions.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.plan.layout
    }

    /// Returns the schema of the rows: the columns of [`schema`] in this layout, then further columns.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.plan.schema)
    }

    /// Returns the number of row groups (Parquet) or record batches (Arrow).
    #[must_use]
    pub fn row_groups(&self) -> usize {
        match &self.metadata {
            #[cfg(feature = "parquet")]
            Metadata::Parquet(metadata) => metadata.row_groups(),
            Metadata::Arrow { record_batches } => *record_batches,
        }
    }

    /// Returns the number of rows in a row group, or `None` if only reading the group would tell, as in an Arrow file.
    ///
    /// # Panics
    ///
    /// If there is no such row group in a Parquet file.
    #[must_use]
    pub fn rows(&self, row_group: usize) -> Option<usize> {
        match &self.metadata {
            #[cfg(feature = "parquet")]
            Metadata::Parquet(metadata) => Some(metadata.rows(row_group)),
            Metadata::Arrow { .. } => {
                let _ = row_group;
                None
            }
        }
    }

    /// Returns a reader of row groups. Several threads can read different row groups, each with a reader of its own. Each reader
    /// needs a file that was opened for it: clones of a `File` share their place in the file.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the file, if it has changed since [`open`](Self::open).
    pub fn reader(&self, file: File) -> Result<GroupReader, Error> {
        let groups = match &self.metadata {
            #[cfg(feature = "parquet")]
            Metadata::Parquet(metadata) => Groups::Parquet(metadata.clone(), file),
            Metadata::Arrow { .. } => {
                Groups::Arrow(guarded(None, || ipc::Reader::open(file, Some(&self.plan.columns)))?)
            }
        };
        let fens = FenReader::new(setwise::auto(), self.plan.rules);
        Ok(GroupReader { groups, plan: Arc::clone(&self.plan), fens })
    }
}

/// Reads row groups of a file. [`Input::reader`] makes one for each thread.
#[derive(Debug)]
pub struct GroupReader {
    groups: Groups,
    plan: Arc<Plan>,
    fens: FenReader,
}

#[derive(Debug)]
enum Groups {
    #[cfg(feature = "parquet")]
    Parquet(parquet::Metadata, File),
    Arrow(ipc::Reader),
}

impl GroupReader {
    /// Returns the rows of a row group, batch by batch. The first error ends the iteration.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the row group.
    pub fn batches(&mut self, row_group: usize) -> Result<impl Iterator<Item = Result<Batch, Error>>, Error> {
        let Self { groups, plan, fens } = self;
        let mut raw: Box<dyn Iterator<Item = Result<RecordBatch, Error>>> = match groups {
            #[cfg(feature = "parquet")]
            Groups::Parquet(metadata, file) => {
                let read = || metadata.batches(file, row_group, &plan.columns, plan.rows_per_batch);
                Box::new(guarded(Some(row_group), read)?)
            }
            Groups::Arrow(reader) => {
                Box::new(guarded(Some(row_group), || reader.batches(row_group, plan.rows_per_batch))?)
            }
        };
        let (mut first_row, mut failed) = (0, false);
        Ok(std::iter::from_fn(move || {
            if failed {
                return None;
            }
            let raw = guarded(Some(row_group), || raw.next().transpose()).transpose()?;
            let batch = raw.and_then(|raw| {
                let start = first_row;
                first_row += raw.num_rows();
                plan.take(&raw, row_group, start, fens)
            });
            failed = batch.is_err();
            Some(batch)
        }))
    }
}

/// Where the wanted columns are, and what is made of them.
#[derive(Debug)]
struct Plan {
    layout: Layout,
    rules: Rules,
    skip_bad: bool,
    rows_per_batch: usize,
    /// The columns to read, in the order of the file.
    columns: Vec<usize>,
    /// Where the columns of the positions are among those that are read: one of text, or sets and perhaps the side to move.
    positions: Vec<usize>,
    text: Option<String>,
    /// Where the further columns are among those that are read.
    extra: Vec<usize>,
    /// The schema of the result.
    schema: SchemaRef,
}

impl Plan {
    fn new(file: &Schema, wanted: &Wanted) -> Result<Self, Error> {
        check_version(file)?;
        let (layout, positions, text) = match &wanted.source {
            Source::Fen(name) => {
                let index = find(file, name)?;
                let found = file.field(index).data_type();
                if !is_text(found) {
                    return Err(not_text(name, found));
                }
                (Layout::Absolute, vec![index], Some(name.clone()))
            }
            Source::Sets => {
                let layout = layout(file);
                (layout, find_positions(file, layout)?, None)
            }
        };
        let extra = find_extra(file, &wanted.extra, &positions)?;
        let mut columns = [&positions[..], &extra].concat();
        columns.sort_unstable();
        let positions_schema = schema(layout);
        let fields =
            positions_schema.fields().iter().cloned().chain(extra.iter().map(|&n| Arc::clone(&file.fields()[n])));
        let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), crate::metadata());
        let place = |index: &usize| columns.binary_search(index).expect("it is one of the columns");
        Ok(Self {
            layout,
            rules: wanted.rules,
            skip_bad: wanted.skip_bad,
            rows_per_batch: wanted.rows_per_batch.max(1),
            positions: positions.iter().map(place).collect(),
            text,
            extra: extra.iter().map(place).collect(),
            columns,
            schema: Arc::new(schema),
        })
    }

    /// Makes a batch of the columns that were read. Its first row is row `first_row` of the row group.
    fn take(
        &self,
        raw: &RecordBatch,
        row_group: usize,
        first_row: usize,
        fens: &mut FenReader,
    ) -> Result<Batch, Error> {
        let mut skipped = Vec::new();
        let positions = match &self.text {
            Some(name) => {
                let mut columns = Columns::default();
                let bad = |row, reason| skipped.push((row, reason));
                fens.append(raw.column(self.positions[0]), name, &mut columns, bad)?;
                arrays(columns, None)
            }
            None => self.sets(raw, &mut skipped)?,
        };
        if let (Some(&(row, reason)), false) = (skipped.first(), self.skip_bad) {
            return Err(Error::Row { row_group: Some(row_group), row: first_row + row, reason });
        }
        let extra = self.extra.iter().map(|&n| Arc::clone(raw.column(n)));
        let damaged = |error| Error::Damaged { row_group: Some(row_group), reason: crate::error::first_line(&error) };
        let rows = if skipped.is_empty() {
            RecordBatch::try_new(self.schema(), positions.into_iter().chain(extra).collect()).map_err(damaged)?
        } else {
            let mut good = vec![true; raw.num_rows()];
            skipped.iter().for_each(|(row, _)| good[*row] = false);
            let good = BooleanArray::from(good);
            if self.text.is_some() {
                let extra =
                    extra.map(|column| filter(&column, &good).map_err(damaged)).collect::<Result<Vec<_>, _>>()?;
                RecordBatch::try_new(self.schema(), positions.into_iter().chain(extra).collect()).map_err(damaged)?
            } else {
                let all = RecordBatch::try_new(self.schema(), positions.into_iter().chain(extra).collect());
                filter_record_batch(&all.map_err(damaged)?, &good).map_err(damaged)?
            }
        };
        skipped.iter_mut().for_each(|(row, _)| *row += first_row);
        Ok(Batch { rows, skipped })
    }

    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Returns the columns of positions without their nulls. Adds the rows that are not positions to `bad`.
    fn sets(&self, raw: &RecordBatch, bad: &mut Vec<(usize, BadRow)>) -> Result<Vec<ArrayRef>, Error> {
        let mut columns = Vec::with_capacity(self.positions.len());
        let mut sets = Vec::with_capacity(8);
        let mut has_nulls = false;
        for (&place, field) in self.positions.iter().zip(self.schema.fields()) {
            let column = raw.column(place);
            has_nulls |= column.null_count() != 0;
            let Some(bits) = column.as_boolean_opt() else {
                sets.push(unsigned(column, field.name())?);
                continue;
            };
            columns.push(Arc::new(BooleanArray::new(bits.values().clone(), None)) as ArrayRef);
        }
        let words: [&[u64]; 8] = std::array::from_fn(|n| &sets[n].values()[..]);
        if has_nulls || !all_right(setwise::auto(), self.rules, words) {
            let side_to_move = vec![setwise::Color::White; raw.num_rows()];
            let positions = ColumnsRef::from_words(words, &side_to_move);
            for row in 0..raw.num_rows() {
                let null = self.positions.iter().position(|&place| raw.column(place).is_null(row));
                let reason = match null {
                    Some(n) => Some(BadRow::NullIn(self.layout.sets().get(n).copied().unwrap_or("white_to_move"))),
                    None => wrong(self.rules, &positions, row),
                };
                bad.extend(reason.map(|reason| (row, reason)));
            }
        }
        Ok(sets.into_iter().map(|set| Arc::new(set) as ArrayRef).chain(columns).collect())
    }
}

/// Checks that the file was not written for a later version of the columns.
fn check_version(file: &Schema) -> Result<(), Error> {
    match file.metadata().get(SCHEMA_KEY) {
        Some(version) if version.parse().is_ok_and(|version: u32| version <= SCHEMA_VERSION) => Ok(()),
        Some(version) => Err(Error::Version(version.clone())),
        None => Ok(()),
    }
}

/// Returns the layout of a file: relative if it has the columns of that layout only.
fn layout(file: &Schema) -> Layout {
    let has = |name: &str| file.index_of(name).is_ok();
    let relative = (has("own") || has("their")) && !has("white") && !has("black");
    if relative { Layout::Relative } else { Layout::Absolute }
}

/// Returns the columns of positions, in the order of the schema.
fn find_positions(file: &Schema, layout: Layout) -> Result<Vec<usize>, Error> {
    let mut found = Vec::new();
    for expected in schema(layout).fields() {
        let index = find(file, expected.name())?;
        match (expected.data_type(), file.field(index).data_type()) {
            (DataType::Boolean, DataType::Boolean) | (DataType::UInt64, DataType::UInt64 | DataType::Int64) => {}
            (DataType::Boolean, found) => return Err(not_boolean(found)),
            (_, found) => return Err(wrong_type(expected.name(), found)),
        }
        found.push(index);
    }
    Ok(found)
}

/// Returns the further columns, in the order of the file.
fn find_extra(file: &Schema, wanted: &Extra, positions: &[usize]) -> Result<Vec<usize>, Error> {
    let mut extra = match wanted {
        Extra::None => Vec::new(),
        Extra::All => (0..file.fields().len()).collect(),
        Extra::Named(names) => names.iter().map(|name| find(file, name)).collect::<Result<Vec<_>, _>>()?,
    };
    extra.retain(|index| !positions.contains(index));
    extra.sort_unstable();
    extra.dedup();
    Ok(extra)
}

/// Returns the index of the column with this name.
fn find(file: &Schema, name: &str) -> Result<usize, Error> {
    file.index_of(name).map_err(|_| Error::Missing {
        name: name.to_string(),
        found: file.fields().iter().map(|field| field.name().clone()).collect(),
    })
}
