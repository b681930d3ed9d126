//! Finds the columns to read by their names, checks their types, and converts them to positions.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use arrow_select::filter::filter_record_batch;
use setwise_positions::packed::Labels;
use setwise_positions::{Columns, ColumnsRef, Rules};

use crate::board::{all_right, wrong};
use crate::columns::{SCHEMA_KEY, SCHEMA_VERSION, schema};
use crate::fen::{OF_TEXT, find_operations, insert_empty, is_text, label_field, not_text};
use crate::listed;
use crate::options::{ColumnSelection, ReadOptions, Source};
use crate::positions::{arrays, find, label_array, not_boolean};
use crate::words::{unsigned, wrong_type};
use crate::{BadRow, Error, FenReader, Layout};

/// A batch of rows from a row group.
#[derive(Debug, Clone)]
pub struct Batch {
    /// The rows that are positions, with the columns of [`Input::schema`](crate::Input::schema). The columns of
    /// positions have no nulls, but other columns may have some.
    pub rows: RecordBatch,
    /// The rows that were skipped, counted from 0 within the row group, with the reasons.
    pub skipped: Vec<(usize, BadRow)>,
    /// The rows whose FEN has operations other than counters, which are not read. Rows are counted as in `skipped`, and a
    /// row may be in both lists. This list is empty unless labels are wanted.
    pub with_operations: Vec<usize>,
}

/// The columns to read from a file, and the schema of the batches that are made from them.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) layout: Layout,
    pub(crate) rules: Rules,
    skip_bad: bool,
    pub(crate) rows_per_batch: usize,
    /// The columns to read, in the order of the file.
    pub(crate) columns: Vec<usize>,
    /// The columns from which positions are read, as indices into `columns`: one column of text, or a column for each
    /// set. In the absolute layout, the column of the side to move follows the sets.
    positions: Vec<usize>,
    text: Option<String>,
    /// The other columns, as indices into `columns`.
    others: Vec<usize>,
    /// Whether the other columns have the types that are listed for them.
    is_listed: bool,
    /// The names of the labels that are read from text.
    of_text: Vec<&'static str>,
    /// Whether a text with a score or a result among its operations is bad, because these labels are wanted but not read.
    refuses_labels: bool,
    /// The schema of the batches.
    pub(crate) schema: SchemaRef,
}

impl Plan {
    pub(crate) fn new(file: &Schema, options: &ReadOptions) -> Result<Self, Error> {
        check_version(file)?;
        let (layout, positions, text) = match &options.source {
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
            Source::None => (Layout::Absolute, Vec::new(), None),
        };
        let others = find_others(file, &options.others, &positions)?;
        let mut columns = [&positions[..], &others].concat();
        columns.sort_unstable();
        let mut fields: Vec<Arc<Field>> = Vec::new();
        if options.source != Source::None {
            fields.extend_from_slice(schema(layout).fields());
        }
        let is_listed = matches!(options.others, ColumnSelection::Listed(_));
        for &index in &others {
            let field = &file.fields()[index];
            fields.push(if is_listed { listed::with_listed_type(field)? } else { Arc::clone(field) });
        }
        let of_text = match &options.others {
            ColumnSelection::Listed(names) if text.is_some() => {
                let is_wanted = |name: &str| names.contains(&name) && listed::find(file, name).is_none();
                OF_TEXT.into_iter().filter(|name| is_wanted(name)).collect()
            }
            _ => Vec::new(),
        };
        let refuses_labels = text.is_some()
            && matches!(&options.others, ColumnSelection::Listed(names)
                if ["score", "result"].iter().any(|name| names.contains(name)));
        fields.extend(of_text.iter().map(|name| label_field(name)));
        let schema = Schema::new_with_metadata(fields, crate::metadata());
        let place = |index: &usize| columns.binary_search(index).expect("it is one of the columns");
        Ok(Self {
            layout,
            rules: options.rules,
            skip_bad: options.skip_bad,
            rows_per_batch: options.rows_per_batch.max(1),
            positions: positions.iter().map(place).collect(),
            text,
            others: others.iter().map(place).collect(),
            is_listed,
            of_text,
            refuses_labels,
            columns,
            schema: Arc::new(schema),
        })
    }

    /// Converts the columns in `raw` to a batch. The first row of `raw` is row `first_row` of the row group.
    pub(crate) fn take(
        &self,
        raw: &RecordBatch,
        row_group: usize,
        first_row: usize,
        fens: &mut FenReader,
    ) -> Result<Batch, Error> {
        let (mut skipped, mut with_operations) = (Vec::new(), Vec::new());
        let mut labels = (!self.of_text.is_empty()).then(Labels::default);
        let mut columns = match &self.text {
            Some(name) => {
                let mut columns = Columns::default();
                let bad = |row, reason| skipped.push((row, reason));
                fens.append(raw.column(self.positions[0]), name, &mut columns, labels.as_mut(), bad)?;
                if !skipped.is_empty() {
                    insert_empty(&mut columns, labels.as_mut(), skipped.iter().map(|(row, _)| *row));
                }
                if self.refuses_labels || labels.is_some() {
                    find_operations(raw.column(self.positions[0]), |row, label| {
                        with_operations.push(first_row + row);
                        let label = label.filter(|_| self.refuses_labels);
                        skipped.extend(label.map(|reason| (row, BadRow::Bad(reason))));
                    });
                }
                arrays(columns, None)
            }
            None if self.positions.is_empty() => Vec::new(),
            None => self.sets(raw, &mut skipped)?,
        };
        for (&place, field) in self.others.iter().zip(&self.schema.fields()[columns.len()..]) {
            let column = raw.column(place);
            let listed = self.is_listed.then(|| listed::convert(column, field, &mut skipped));
            columns.push(listed.unwrap_or_else(|| Arc::clone(column)));
        }
        if let Some(labels) = &labels {
            columns.extend(self.of_text.iter().map(|name| label_array(labels, name, None)));
        }
        skipped.sort_by_key(|(row, _)| *row);
        skipped.dedup_by_key(|(row, _)| *row);
        if let (Some(&(row, reason)), false) = (skipped.first(), self.skip_bad) {
            return Err(Error::Row { row_group: Some(row_group), row: first_row + row, reason });
        }
        let damaged = |error| Error::Damaged { row_group: Some(row_group), reason: crate::error::first_line(&error) };
        let options = RecordBatchOptions::new().with_row_count(Some(raw.num_rows()));
        let rows = RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns, &options);
        let mut rows = rows.map_err(damaged)?;
        if !skipped.is_empty() {
            let mut good = vec![true; raw.num_rows()];
            skipped.iter().for_each(|(row, _)| good[*row] = false);
            rows = filter_record_batch(&rows, &BooleanArray::from(good)).map_err(damaged)?;
        }
        skipped.iter_mut().for_each(|(row, _)| *row += first_row);
        Ok(Batch { rows, skipped, with_operations })
    }

    /// Returns the columns of positions without nulls. Adds the rows that are not positions to `bad`.
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

/// Checks that the file was not written for a later version of the columns. Files without a version are accepted.
fn check_version(file: &Schema) -> Result<(), Error> {
    match file.metadata().get(SCHEMA_KEY) {
        Some(version) if version.parse().is_ok_and(|version: u32| version <= SCHEMA_VERSION) => Ok(()),
        Some(version) => Err(Error::Version(version.clone())),
        None => Ok(()),
    }
}

/// Returns the relative layout if the file has `own` or `their`, and neither `white` nor `black`. Otherwise returns the
/// absolute layout.
fn layout(file: &Schema) -> Layout {
    let has = |name: &str| file.index_of(name).is_ok();
    let relative = (has("own") || has("their")) && !has("white") && !has("black");
    if relative { Layout::Relative } else { Layout::Absolute }
}

/// Returns the indices of the columns of positions, in the order of the schema.
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

/// Returns the indices of the other columns to read, in the order of the file.
fn find_others(file: &Schema, selection: &ColumnSelection, positions: &[usize]) -> Result<Vec<usize>, Error> {
    let mut others = match selection {
        ColumnSelection::None => Vec::new(),
        ColumnSelection::All => (0..file.fields().len()).collect(),
        ColumnSelection::Named(names) => names.iter().map(|name| find(file, name)).collect::<Result<Vec<_>, _>>()?,
        ColumnSelection::Listed(names) => names.iter().filter_map(|name| listed::find(file, name)).collect(),
    };
    others.retain(|index| !positions.contains(index));
    others.sort_unstable();
    others.dedup();
    Ok(others)
}
