//! Describes what to compute for the chunks of the input.

use std::sync::Arc;

use anyhow::Result;
use setwise::Backend;
use setwise_expressions::Type;
use setwise_positions::features::Feature;
use setwise_positions::{FILE, GAMES, Rules};

use crate::args::{HeatOptions, Reading, UnknownLabels};
use crate::batch::Needs;
use crate::expressions::Expressions;
use crate::failure::usage;
use crate::formats::{Format, SCORES};
use crate::games;
use crate::input::Inputs;
use crate::layout::Layout;
use crate::rows::{Form, RowFormat};
use crate::tables::TableSchema;

pub(crate) struct Plan {
    pub(crate) backend: Backend,
    pub(crate) features: Vec<Feature>,
    /// The conditions by which positions are selected, and the columns that come after the features.
    pub(crate) expressions: Expressions,
    /// The name and the type of each column: the features, then the expressions.
    pub(crate) columns: Vec<(String, Type)>,
    /// The names of the columns, if the output has rows or lines of comma-separated values or rows of JSON. They include
    /// those about the position itself.
    pub(crate) row: Vec<String>,
    pub(crate) layout: Layout,
    pub(crate) rules: Rules,
    pub(crate) skip_bad: bool,
    pub(crate) strict_rights: bool,
    /// The names of the files, if they are written. The list is otherwise empty.
    pub(crate) files: Vec<Arc<str>>,
    /// The labels in each row or line of comma-separated values.
    pub(crate) labels: Vec<&'static str>,
    /// What a packed format stores if a label is unknown.
    pub(crate) unknown: UnknownLabels,
    /// The reader of games.
    pub(crate) games: setwise_games::Reader,
    /// The maximum number of positions to select.
    pub(crate) limit: Option<u64>,
    pub(crate) output: OutputKind,
}

pub(crate) enum OutputKind {
    /// A row for each position. The row begins with the position itself if `positions` is set, and also has its score and
    /// its result if `labels` is set and the source has them.
    Rows {
        positions: bool,
        labels: bool,
        form: Form,
        format: RowFormat,
    },
    Totals,
    Heat(HeatOptions),
    /// The positions themselves, as lines of text.
    Lines(Format),
    /// A row for each game, with its tags and moves.
    Games,
    /// The number of positions.
    Count,
    /// Drawings of the positions. If there is a column, its squares are marked.
    Boards,
    /// The positions themselves, packed.
    Packed(Format),
    Table(TableSchema),
}

impl OutputKind {
    /// Returns whether the output has columns for the details of games.
    fn has_details(&self) -> bool {
        match self {
            Self::Rows { positions, .. } => *positions,
            Self::Table(schema) => schema.positions.is_some() || schema.moves,
            Self::Games => true,
            _ => false,
        }
    }

    /// Returns whether the output has the score and the result of each position as text, if the source has them.
    fn has_labels(&self) -> bool {
        matches!(self, Self::Rows { positions: true, labels: true, .. } | Self::Lines(Format::Csv))
    }

    /// Returns whether positions are written without the operations of their lines.
    pub(super) fn leaves_out_operations(&self) -> bool {
        match self {
            Self::Lines(format) => *format != Format::Epd,
            Self::Table(schema) => schema.positions.is_some(),
            other => matches!(other, Self::Packed(_)),
        }
    }

    /// Returns whether positions are written with fields after the side to move.
    fn has_positions(&self) -> bool {
        match self {
            Self::Rows { positions, .. } => *positions,
            Self::Table(schema) => schema.positions.is_some(),
            other => matches!(other, Self::Lines(_) | Self::Boards | Self::Packed(_)),
        }
    }

    /// Returns whether each row is a game.
    pub(super) fn has_games(&self) -> bool {
        match self {
            Self::Table(schema) => schema.moves,
            other => matches!(other, Self::Games),
        }
    }
}

impl Plan {
    /// Returns a plan for the positions that the options in `reading` select.
    pub(crate) fn new(
        reading: &Reading,
        inputs: &Inputs,
        backend: Backend,
        features: Vec<Feature>,
        expressions: Expressions,
        output: OutputKind,
    ) -> Result<Self> {
        let &Reading { limit, skip_bad, strict_rights, .. } = reading;
        let layout = inputs.layout;
        expressions.check(&inputs.labels)?;
        let of_feature =
            |feature: &Feature| (layout.name(*feature), if feature.is_number() { Type::Number } else { Type::Set });
        let of_expressions =
            expressions.columns.iter().map(|(name, expression)| (name.clone(), expression.value_type()));
        let columns: Vec<(String, Type)> = features.iter().map(of_feature).chain(of_expressions).collect();
        let details = if output.has_games() { games::details(inputs) } else { reading.plies.details() };
        if !details.is_empty() && !output.has_details() {
            return Err(usage(
                "--tags, --moves, --clocks and --evals are for the rows and columns of positions: csv of `setwise positions`, \
                 parquet and arrow",
            ));
        }
        let names_files = inputs.labels.contains(&FILE);
        // Rows of whole games have columns for some tags, even if no game has these tags.
        let is_required =
            |tag: &&String| inputs.may_lack_tags() && !(output.has_games() && games::TAGS.contains(&tag.as_str()));
        let tags = reading.plies.tags.iter().filter(is_required).cloned();
        let mut labels: Vec<&str> = SCORES.into_iter().filter(|name| inputs.labels.contains(name)).collect();
        labels.retain(|_| output.has_labels());
        let mut row: Vec<String> = Vec::new();
        match &output {
            OutputKind::Rows { positions, .. } => {
                if *positions {
                    row.push(if layout == Layout::Absolute { "fen" } else { "board" }.to_string());
                    let is_game = |name: &&&str| inputs.games && (**name == FILE || GAMES.contains(name));
                    row.extend(inputs.labels.iter().filter(is_game).map(ToString::to_string));
                    row.extend(labels.iter().map(ToString::to_string));
                    row.extend(inputs.details.iter().map(|detail| detail.name().to_string()));
                }
                row.extend(columns.iter().map(|(name, _)| name.clone()));
            }
            OutputKind::Lines(Format::Csv) => row.extend(["fen"].iter().chain(&labels).map(ToString::to_string)),
            OutputKind::Games => row = games::columns(inputs),
            _ => {}
        }
        Ok(Self {
            row,
            backend,
            features,
            expressions,
            columns,
            layout,
            rules: reading.rules(),
            skip_bad,
            files: inputs.files.iter().filter(|_| names_files).map(|input| (&*input.name).into()).collect(),
            strict_rights,
            labels,
            unknown: UnknownLabels::default(),
            games: reading.plies.reader(&details).noting_tags(tags),
            limit,
            output,
        })
    }

    /// Returns the plural noun for the rows of the output.
    pub(crate) fn counted(&self) -> &'static str {
        if self.output.has_games() { "games" } else { "positions" }
    }

    /// Returns whether the output has a row, line or record for each position or game.
    pub(crate) fn has_lines(&self) -> bool {
        !matches!(self.output, OutputKind::Totals | OutputKind::Heat(_) | OutputKind::Count)
    }

    /// Returns the data to read for each position in addition to its sets.
    pub(super) fn needs(&self, limited: bool) -> Needs {
        let labels = match &self.output {
            OutputKind::Packed(_) => true,
            OutputKind::Table(schema) => schema.positions.is_some() && !schema.labels.is_empty(),
            _ => !self.labels.is_empty(),
        };
        let numbers = self.expressions.needs_numbers();
        let rights = self.output.has_positions()
            || self.features.iter().any(|feature| feature.needs_rights())
            || self.expressions.needs_rights();
        let labels = labels || numbers;
        Needs {
            places: self.has_lines() || limited || numbers || self.strict_rights,
            labels: labels || self.strict_rights,
            rights,
            refuses_labels: self.refuses_labels(),
            strict_rights: self.strict_rights,
        }
    }

    /// Returns whether text with a score or a result is an error, because the output would lose what it can hold.
    pub(super) fn refuses_labels(&self) -> bool {
        match &self.output {
            OutputKind::Table(schema) => schema.positions.is_some(),
            OutputKind::Packed(_) => true,
            other => other.has_labels(),
        }
    }
}
