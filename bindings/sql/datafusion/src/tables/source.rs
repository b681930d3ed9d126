//! The trait that file formats implement, and the table that consists of files of one format.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::{Field, SchemaRef};
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DataFusionError, Result, project_schema};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use setwise_arrow::{COLUMNS, field};
use setwise_games::{MissingTag, TagsSeen};

use crate::options::SetwiseOptions;

/// A file format that can be read as a table.
pub(super) trait Source: fmt::Debug + Send + Sync {
    /// Returns the schema with all columns of the format.
    fn schema(&self) -> SchemaRef;

    /// Returns whether the files are text.
    fn is_text(&self) -> bool;

    /// Reads a file and passes batches of rows to `each`, until `each` returns `false`. A batch consists of columns and
    /// the number of rows. `wanted` contains the indices of the columns that the query uses. A batch may omit columns
    /// at its end that are not in `wanted`. Returns the tags of the games, if the format has games and `each` has not ended
    /// reading.
    fn read(
        &self,
        file: Box<dyn Read>,
        wanted: &[usize],
        strict: bool,
        each: &mut dyn FnMut(&[ArrayRef], usize) -> bool,
    ) -> Result<Option<TagsSeen>, String>;
}

/// Returns the schema field of the column with this name, which must be in the list of known columns.
pub(super) fn known_field(name: &str) -> Field {
    field(COLUMNS.iter().find(|column| column.name == name).expect("in the list of columns"))
}

/// A table that consists of files of one format.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) source: Arc<dyn Source>,
    pub(super) files: Vec<PathBuf>,
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        self.source.schema()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let schema = project_schema(&self.schema(), projection)?;
        let wanted: Vec<usize> = projection.cloned().unwrap_or_else(|| (0..self.schema().fields().len()).collect());
        let tags = Arc::new(TagsOfFiles::new(self.files.len()));
        let part = |(number, path): (usize, &PathBuf)| -> Arc<dyn PartitionStream> {
            let (source, schema, tags) = (Arc::clone(&self.source), Arc::clone(&schema), Arc::clone(&tags));
            Arc::new(Part { source, path: path.clone(), number, tags, schema, wanted: wanted.clone(), limit })
        };
        let parts = self.files.iter().enumerate().map(part).collect();
        Ok(Arc::new(StreamingTableExec::try_new(schema, parts, None, [], false, limit)?))
    }
}

/// The tags of the games in each file of a scan. The files are read independently, so only the last of them to end can
/// show that no game has a tag.
#[derive(Debug)]
struct TagsOfFiles(Mutex<Vec<Option<TagsSeen>>>);

impl TagsOfFiles {
    fn new(files: usize) -> Self {
        Self(Mutex::new(vec![None; files]))
    }

    /// Stores the tags of the file with this index. Returns an error if all files have been read and a wanted tag is
    /// missing in all of them.
    fn store(&self, file: usize, tags: TagsSeen) -> Result<(), MissingTag> {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files[file] = Some(tags);
        let Some(all) = files.iter().cloned().collect::<Option<Vec<_>>>() else { return Ok(()) };
        let merged = all.into_iter().reduce(|mut merged, tags| {
            merged.merge(&tags);
            merged
        });
        merged.map_or(Ok(()), |tags| tags.check())
    }
}

/// One file of a table, with the columns and the number of rows that a query needs.
#[derive(Debug)]
struct Part {
    source: Arc<dyn Source>,
    path: PathBuf,
    /// The index of the file in the table.
    number: usize,
    tags: Arc<TagsOfFiles>,
    schema: SchemaRef,
    wanted: Vec<usize>,
    limit: Option<usize>,
}

impl PartitionStream for Part {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let strict = SetwiseOptions::of(context.session_config().options()).strict;
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), 2);
        let (sender, source, schema) = (stream.tx(), Arc::clone(&self.source), Arc::clone(&self.schema));
        let (path, wanted) = (self.path.clone(), self.wanted.clone());
        let (number, tags) = (self.number, Arc::clone(&self.tags));
        let mut left = self.limit.unwrap_or(usize::MAX);
        stream.spawn_blocking(move || {
            let failed =
                |reason: &dyn fmt::Display| DataFusionError::Execution(format!("{}: {reason}", path.display()));
            let file = open(&path, source.is_text()).map_err(|error| failed(&error))?;
            let mut each = |columns: &[ArrayRef], rows| {
                left = left.saturating_sub(rows);
                let columns = wanted.iter().map(|n| Arc::clone(&columns[*n])).collect();
                // The query `count(*)` uses no column, so the number of rows cannot be taken from the columns.
                let options = RecordBatchOptions::new().with_row_count(Some(rows));
                let batch = RecordBatch::try_new_with_options(Arc::clone(&schema), columns, &options);
                sender.blocking_send(batch.map_err(DataFusionError::from)).is_ok() && left > 0
            };
            let found = source.read(file, &wanted, strict, &mut each).map_err(|reason| failed(&reason))?;
            let checked = found.map_or(Ok(()), |found| tags.store(number, found));
            checked.map_err(|error| DataFusionError::Execution(format!("read_pgn: {error}")))
        });
        stream.build()
    }
}

/// Opens a file. A text file is decompressed if it starts like a compressed file. A file of packed positions may start
/// like a compressed file by chance. It is decompressed only if its name also has the extension `zst` or `gz`.
fn open(path: &Path, is_text: bool) -> std::io::Result<Box<dyn Read>> {
    let file = File::open(path)?;
    let named = path.extension().is_some_and(|extension| extension == "zst" || extension == "gz");
    if is_text || named { setwise_files::decompressed(file) } else { Ok(Box::new(file)) }
}
