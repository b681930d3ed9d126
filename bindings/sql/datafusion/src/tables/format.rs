//! The formats of files, and the table that consists of files of one format.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::SchemaRef;
use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DataFusionError, Result, project_schema};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};
use setwise_games::{MissingTag, TagsSeen};
use setwise_positions::packed::Format as Packed;

use super::query::{Each, Query};
use super::{fen, packed, pgn};
use crate::function::external;
use crate::options::SetwiseOptions;

/// The format of the files of a table. Each format has a file in this folder with its schema and its reader.
#[derive(Debug)]
pub(super) enum Format {
    Fen,
    Packed(Packed),
    Pgn(pgn::Options),
}

impl Format {
    /// Reads a file. Returns the tags of the games, if the format has games and `each` has not ended reading.
    fn read(&self, path: &Path, query: &Query, each: Each<'_>) -> Result<Option<TagsSeen>, String> {
        let file = open(path, !matches!(self, Self::Packed(_))).map_err(|error| error.to_string())?;
        match self {
            Self::Fen => fen::read(file, query, each).map(|()| None),
            Self::Packed(format) => packed::read(*format, file, each).map(|()| None),
            Self::Pgn(options) => pgn::read(options, file, each),
        }
    }
}

/// A table that consists of files of one format.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) format: Arc<Format>,
    pub(super) schema: SchemaRef,
    pub(super) files: Vec<PathBuf>,
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let schema = project_schema(&self.schema, projection)?;
        let columns = projection.cloned().unwrap_or_else(|| (0..self.schema.fields().len()).collect());
        let query = Query { columns, strict: SetwiseOptions::of(session.config_options()).strict };
        let tags = Arc::new(TagsOfFiles::new(self.files.len()));
        let part = |(number, path): (usize, &PathBuf)| -> Arc<dyn PartitionStream> {
            let (format, schema, tags) = (Arc::clone(&self.format), Arc::clone(&schema), Arc::clone(&tags));
            Arc::new(Part { format, path: path.clone(), number, tags, schema, query: query.clone(), limit })
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
#[derive(Debug, Clone)]
struct Part {
    format: Arc<Format>,
    path: PathBuf,
    /// The index of the file in the table.
    number: usize,
    tags: Arc<TagsOfFiles>,
    schema: SchemaRef,
    query: Query,
    limit: Option<usize>,
}

impl PartitionStream for Part {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let mut stream = RecordBatchReceiverStreamBuilder::new(Arc::clone(&self.schema), 2);
        let (sender, part) = (stream.tx(), self.clone());
        let mut left = self.limit.unwrap_or(usize::MAX);
        stream.spawn_blocking(move || {
            let mut each = |columns: &[ArrayRef], rows| {
                left = left.saturating_sub(rows);
                let columns = part.query.columns.iter().map(|n| Arc::clone(&columns[*n])).collect();
                // The query `count(*)` uses no column, so the number of rows cannot be taken from the columns.
                let options = RecordBatchOptions::new().with_row_count(Some(rows));
                let batch = RecordBatch::try_new_with_options(Arc::clone(&part.schema), columns, &options);
                sender.blocking_send(batch.map_err(DataFusionError::from)).is_ok() && left > 0
            };
            let found = part.format.read(&part.path, &part.query, &mut each);
            let found = found.map_err(|reason| external(format!("{}: {reason}", part.path.display())))?;
            let checked = found.map_or(Ok(()), |found| part.tags.store(part.number, found));
            checked.map_err(|error| external(format!("read_pgn: {error}")))
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
